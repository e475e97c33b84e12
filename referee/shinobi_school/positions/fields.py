"""How a field of a position is refused."""

from __future__ import annotations

from typing import Any

from referee.core.judging import firm
from referee.core.position import check_phase
from referee.shinobi_school.positions.model import OpenSeat, OpenTable, SeatSecret


def check_fields(part: OpenTable | OpenSeat | SeatSecret, path: str, phase: str) -> None:
    """Refuse what a phase does not know, and the lack of what it must know."""
    not_now, missing = "shinobi_school.position.not_now", "shinobi_school.position.missing"
    check_phase(part, path, phase, not_now, missing, private=isinstance(part, SeatSecret))


def need(condition: object, clause: str, reason: str, field: str, **params: Any) -> None:
    """Refuse for all to see."""
    firm(condition, clause, f"shinobi_school.{reason}", field=field, **params)


def need_own(condition: object, clause: str, reason: str, field: str, **params: Any) -> None:
    """Refuse to the seat alone that has entered it."""
    firm(condition, clause, f"shinobi_school.{reason}", private=True, field=field, **params)
