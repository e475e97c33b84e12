"""What has been entered, read field by field."""

from __future__ import annotations

from typing import NamedTuple

from companion.contract.take_over import Entered
from companion.games.table.entered import chosen, listed, number

SETS = 99


class Given(NamedTuple):
    """What has been entered of a table, field by field; what its other fields leave no place for does not count."""

    values: Entered

    @property
    def set(self) -> int:
        return number(self.values, "set", "set", 1)

    @property
    def round(self) -> int:
        return int(self.values.get("round") or 1)

    @property
    def lead(self) -> str | None:
        return chosen(self.values, "lead")

    @property
    def discards(self) -> tuple[str, ...]:
        return listed(self.values, "discards") if self.round > 1 else ()

    @property
    def unseen(self) -> int:
        return number(self.values, "unseen", "unseen") if self.round > 1 else 0

    @property
    def returned(self) -> tuple[str, ...]:
        return listed(self.values, "returned") if self.set > 1 else ()

    @property
    def carried(self) -> tuple[str, ...]:
        return listed(self.values, "carried") if self.round > 1 else ()

    def returned_to(self, card: str) -> str | None:
        return chosen(self.values, f"returned_to.{card}")

    def carried_before(self, card: str) -> str | None:
        return chosen(self.values, f"carried_before.{card}")

    def carried_by(self, card: str) -> str | None:
        return chosen(self.values, f"carried_by.{card}") or self.carried_before(card)

    def laid_by(self, seat: str) -> str | None:
        """Return who laid the card of this round before a seat; None while none lies there."""
        return chosen(self.values, f"laid_by.{seat}") if self.lead is not None else None

    def declared(self, seat: str) -> str | None:
        return chosen(self.values, f"declared.{seat}") if self.laid_by(seat) is not None else None
