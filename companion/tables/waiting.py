"""The wait before a listen is answered: everybody hears the answer when the same time has passed, whatever it is.

After every listen the Traitor's player lets it be answered or says that it was just a cat. How soon he taps must tell
nobody anything. So what is chosen early is kept, and judged when the wait is over; what is chosen later is judged at
once (SCORPION-12.9, ledger L1). The schedule knows the listen, the option and the clock, and no secret.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from referee.core.journal import Correct, Declare, HouseRuling, Match, Redo, Undo
from referee.core.values import GAME_MASTER, Refused, Ruling

ANSWER: Final = "answer_cat"
"""The move that answers."""
CLAUSE: Final = "SCORPION-12.9"
KEPT: Final = Ruling(True, CLAUSE, "wait.kept")
"""The ruling for a choice that is kept until the wait is over."""
CHOSEN: Final = Ruling.refusal(Refused(CLAUSE, "wait.chosen", private=True, firm=True))
"""The ruling for a second choice while the first is kept."""
TOO_EARLY: Final = Ruling.refusal(Refused(CLAUSE, "wait.too_early", firm=True))
"""The ruling for a house ruling that would answer before the wait is over."""


@dataclass(frozen=True, slots=True)
class Wait:
    """The wait of an open question: the entry that asked it, since when, and for how many seconds."""

    number: int
    since: datetime
    seconds: int

    @property
    def until(self) -> datetime:
        """When the answer may be told."""
        return self.since + timedelta(seconds=self.seconds)

    def left(self, now: datetime) -> float:
        """Return how many seconds are left; a clock that was set back makes no wait longer than it is."""
        return min(max((self.until - now).total_seconds(), 0.0), float(self.seconds))


def asked(match: Match) -> int | None:
    """Return the number of the entry that asked the open question, or None while none is open.

    It is the listen, or whatever took the table back to it: an answer that was undone is waited for anew.
    """
    if match.game.KEY != "scorpion" or not _open(match.state):
        return None
    number = 0
    for step in reversed(match.steps):
        number = step.number
        if not _open(step.before):
            break
    later = (e.number for e in match.entries[number:] if isinstance(e.act, Undo | Redo | Correct))
    return max(later, default=number)


def seconds_of(match: Match) -> int:
    """Return how long this table waits (option `cat_wait_s`)."""
    return int(match.state.options.cat_wait_s)


def answers(act: Any) -> bool:
    """Tell whether an act would answer the question."""
    return isinstance(act, Declare | HouseRuling) and act.move is not None and act.move.get("type") == ANSWER


def may_be_kept(actor: str, act: Any) -> bool:
    """Tell whether an answer is one that waits; a seat's house ruling is a proposal, which everybody sees."""
    return isinstance(act, Declare) or actor == GAME_MASTER


def _open(state: Any) -> bool:
    """Tell whether a listen waits for its answer at a Scorpion table."""
    from referee.scorpion.state import Listening

    return bool(state.pending) and isinstance(state.pending[-1], Listening)
