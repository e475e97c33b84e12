"""A whole legal secret history that gives exactly the public record."""

from __future__ import annotations

from typing import Any, NamedTuple


class Declared(NamedTuple):
    """One secret declaration of a witness, and when: after how many events of the record."""

    seat: str
    move: dict[str, Any]
    after: int
