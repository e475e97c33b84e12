"""Public events, and the trackers of the depth `scores` (ledger section 5.6).

At the depth `scores` the secrets stay on paper. What both depths have is in `State` itself: phase (`setup`, `cards`
while the match runs, `ended`), turn, alert, the level of this turn's draw, the cards used and zones searched this turn,
the guards' discard pile and Secret Passage cards, and for each character its status, wounds, accomplishment, played
cards and hand size, and whether it is in the passage. The rest is here. All of it is public.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from referee.core.values import Value


class Event(Value):
    """One public event. `kind` names it; its notice has the message key `scorpion.{kind}`."""

    turn: int
    phase: str
    kind: str
    data: dict[str, Any] = Field(default_factory=dict)


class ScoredCharacter(Value):
    """What is known of the Ninja, the Traitor, or a nameless lone wolf, in its present life."""

    who: Literal["ninja", "traitor", "intruder"]
    letters: tuple[str, ...] = ()
    """The letters found by the character's own searches."""
    mission: str | None = None
    """The letter of the accomplished mission."""
    went_in: int | None = None
    """The turn of the last entry into the passage."""
    came_out: int | None = None


class Scores(Value):
    """What is declared at the depth `scores` and is not in `State` itself."""

    sword: int = 0
    """Able guards with a sword, including those in the passage."""
    spear: int = 0
    drunk: int = 0
    guards_in_passage: int = 0
    guards_went_in: int = 0
    """How many of these entered this turn."""
    sleepers: int = 0
    """The number of sleepers recorded so far, including those woken."""
    woken: int = 0
    drawn_used: int = 0
    """Drawn cards used in this turn's alert phase."""
    zones: dict[str, str] = Field(default_factory=dict)
    """The contents of named zones that were searched: a letter, `trap`, `hidden_sentry` (gone since) or `nothing`."""
    found: tuple[str, ...] = ()
    """The results of all searches in order, including those of unnamed zones."""
    characters: tuple[ScoredCharacter, ...] = ()

    @property
    def guards(self) -> int:
        """Guard figures on the map, including drunk ones (SCORPION-24.1)."""
        return self.sword + self.spear + self.drunk
