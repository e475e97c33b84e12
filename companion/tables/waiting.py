"""The wait before a question is answered: everybody hears the answer when the same time has passed, whatever it is.

How soon a player taps must tell nobody anything. So what is chosen early is kept, and judged when the wait is over;
what is chosen later is judged at once. The schedule knows the question, the option and the clock, and no secret.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from referee.core.game import TimedAnswer
from referee.core.journal import Correct, Declare, HouseRuling, Match, NoteAgain, Redo, Undo
from referee.core.values import GAME_MASTER, Refused, Ruling

KEPT: Final = "wait.kept"
CHOSEN: Final = "wait.chosen"
TOO_EARLY: Final = "wait.too_early"


def kept(question: TimedAnswer) -> Ruling:
    """Return the ruling for a choice that is kept until the wait is over."""
    return Ruling(True, question.clause, KEPT)


def chosen(question: TimedAnswer) -> Ruling:
    """Return the ruling for a second choice while the first is kept."""
    return Ruling.refusal(Refused(question.clause, CHOSEN, private=True, firm=True))


def too_early(question: TimedAnswer) -> Ruling:
    """Return the ruling for a house ruling that would answer before the wait is over."""
    return Ruling.refusal(Refused(question.clause, TOO_EARLY, firm=True))


@dataclass(frozen=True, slots=True)
class Wait:
    """The wait of an open question: the entry that asked it, since when, and for how many seconds."""

    number: int
    since: datetime
    seconds: int

    @property
    def until(self) -> datetime:
        return self.since + timedelta(seconds=self.seconds)

    def left(self, now: datetime) -> float:
        """Return how many seconds are left; a clock that was set back makes no wait longer than it is."""
        return min(max((self.until - now).total_seconds(), 0.0), float(self.seconds))


def asked(match: Match) -> int | None:
    """Return the number of the entry that asked the open question, or None while none is open.

    It is what asked it, or whatever took the table back to it: an answer that was undone is waited for anew.
    """
    question = match.game.EXTRAS.timed_answer
    if question is None or not question.open(match.state):
        return None
    number = 0
    for step in reversed(match.steps):
        number = step.number
        if not question.open(step.before):
            break
    later = (e.number for e in match.entries[number:] if isinstance(e.act, Undo | Redo | Correct | NoteAgain))
    return max(later, default=number)


def answers(question: TimedAnswer, act: Any) -> bool:
    return isinstance(act, Declare | HouseRuling) and act.move is not None and act.move.get("type") == question.move


def may_be_kept(actor: str, act: Any) -> bool:
    """Tell whether an answer is one that waits; a seat's house ruling is a proposal, which everybody sees."""
    return isinstance(act, Declare) or actor == GAME_MASTER
