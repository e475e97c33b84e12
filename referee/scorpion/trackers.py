"""What is kept of a match: one public event, and the trackers of depth `scores`, without secrets (ledger 5.6).

Depth `scores`: what is kept of a match whose secrets stay on paper (ledger section 5.6). What both depths know stands
in the state itself: phase (`setup`, `cards` while the match runs, `ended`), turn, alert, the level at which this turn's
cards are drawn, the cards used and zones searched this turn, the guards' discard pile and Secret Passage cards, and of
each character status, wounds, accomplishment, cards played and hand size, and whether it is in the passage. Here is the
rest. All of it is public.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from referee.core.values import Value


class Event(Value):
    """One public event. `kind` names it, and is the notice's message key after `scorpion.`."""

    turn: int
    phase: str
    kind: str
    data: dict[str, Any] = Field(default_factory=dict)


class ScoredCharacter(Value):
    """What is known of the Ninja, the Traitor, or a lone wolf whose name nobody has heard, in the present life."""

    who: Literal["ninja", "traitor", "intruder"]
    letters: tuple[str, ...] = ()
    """The letters that the character's own searches found."""
    mission: str | None = None
    """The letter of the accomplished mission."""
    went_in: int | None = None
    """The turn of the last entry into the passage."""
    came_out: int | None = None


class Scores(Value):
    """What is declared in depth `scores` and stands nowhere else."""

    sword: int = 0
    """Able guards with a sword on the map, those in the passage included."""
    spear: int = 0
    drunk: int = 0
    guards_in_passage: int = 0
    guards_went_in: int = 0
    """How many of these went in this turn."""
    sleepers: int = 0
    """How many sleepers the guards have recorded so far, woken ones included."""
    woken: int = 0
    drawn_used: int = 0
    """Drawn cards used in this turn's alert phase."""
    zones: dict[str, str] = Field(default_factory=dict)
    """What the searched zones that were named hold: a letter, `trap`, `hidden_sentry` (erased since) or `nothing`."""
    found: tuple[str, ...] = ()
    """What all searches found, in order, those of unnamed zones included."""
    characters: tuple[ScoredCharacter, ...] = ()

    @property
    def guards(self) -> int:
        """Guard figures on the map, drunk ones included (SCORPION-24.1)."""
        return self.sword + self.spear + self.drunk
