"""What has been entered of a position, read field by field: whatever was not entered reads as nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.contract.take_over import Entered

NONE = "none"
"""The choice that says: nothing of the kind."""


def number(values: Entered, key: str, row: str, least: int = 0) -> int:
    return int((values.get(key) or {}).get(row, least))


def listed(values: Entered, key: str) -> tuple[str, ...]:
    return tuple(values.get(key) or ())


def chosen(values: Entered, key: str) -> str | None:
    value = values.get(key)
    return None if value in (None, "", NONE) else str(value)


def counted(things: Sequence[str]) -> dict[str, int]:
    return {thing: things.count(thing) for thing in sorted(set(things))}


def without_nothing(values: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what is empty; 0 and False are not."""
    return {key: value for key, value in values.items() if value not in (None, "", [], {}, ())}
