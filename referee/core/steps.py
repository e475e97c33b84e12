"""What is in force in a match: the declarations that stand, one after the other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from referee.core.acts import Correct, Declare, HouseRuling
from referee.core.values import GAME_MASTER, PUBLIC, Ruling


@dataclass(frozen=True)
class Step:
    """A declaration, house ruling or correction that is in force, with its ruling and the state before it.

    `number` is the entry that holds its move; for a house ruling by consent that of the proposal.
    """

    number: int
    actor: str
    act: Declare | HouseRuling | Correct
    ruling: Ruling
    before: Any
    corrected: int | None = None
    """The entry of the correction that this declaration's move comes from."""
    agreed: int | None = None
    """The entry by which the seats agreed to it."""
    undone_by: str | None = None
    """Who took it back."""
    # Earlier corrections lie in these again and again: to compare them, too, would take for ever.
    replaced: tuple[Step, ...] = field(default=(), compare=False, repr=False)
    """A correction's: the steps that it judged again, as they were."""
    judged: tuple[Step, ...] = field(default=(), compare=False, repr=False)
    """A correction's: the steps that it put in their place."""

    @property
    def since(self) -> int:
        """The entry since which it is in force."""
        return self.number if self.agreed is None else self.agreed

    @property
    def seat(self) -> str:
        """Whom it was declared for."""
        return getattr(self.act, "seat", None) or self.actor

    def told_as(self, actor: str, message: str, hidden: str) -> str:
        """Return how everybody is told that `actor` touched this: what a game master hid has no number."""
        return hidden if actor == GAME_MASTER and self.ruling.unnoticed_by(PUBLIC) else message


@dataclass(frozen=True)
class Proposal:
    """A house ruling or a correction that waits for the consent of the seats (METSUKE-3.2, 3.5)."""

    number: int
    actor: str
    act: HouseRuling | Correct
    agreed: frozenset[str]
