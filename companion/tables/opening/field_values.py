"""What a field of a position holds after a tap, and whether it can."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from companion.contract.take_over import Choice, Counts, Field, Things, Zones

_NONE: Final = object()
"""What no field can hold."""


def changed(field: Field, now: Any, how: str, value: Any) -> Any:
    """Return what a field holds after one tap, or something that it cannot hold."""
    match field, how, value:
        case Counts(), "count", [str() as row, int() as by]:
            return {**(now or {}), row: (now or {}).get(row, field.least) + by}
        case Counts(), "number", [str() as row, int() as number]:
            return {**(now or {}), row: number}
        case Choice(), "choose", _:
            return value
        case ((Things() | Zones()), "add", str()):
            return [*(now or ()), value]
        case ((Things() | Zones()), "drop", str()) if value in (now or ()):
            last = len(now) - 1 - now[::-1].index(value)
            return [*now[:last], *now[last + 1 :]]
    return _NONE


def fits(field: Field, value: Any) -> bool:
    """Tell whether a field can hold a value that a phone sent."""
    match field:
        case Counts():
            rows = {key for key, _ in field.rows}
            return (
                isinstance(value, dict)
                and set(value) <= rows
                and all(type(n) is int and field.least <= n <= field.most for n in value.values())
            )
        case Choice():
            return value is None or value in [each for each, _ in field.values]
        case Things():
            return _listed(value, [each for each, _ in field.values], field.most, field.copies)
        case Zones():
            return _listed(value, field.zones, field.most, field.copies)
    return False


def _listed(value: Any, known: Sequence[str], most: int, copies: int) -> bool:
    if not isinstance(value, list) or len(value) > most:
        return False
    return all(isinstance(each, str) and each in known and value.count(each) <= copies for each in value)
