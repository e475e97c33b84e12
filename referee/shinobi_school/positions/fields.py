"""When a field of a position says anything, and how one is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.core.judging import firm
from referee.core.position import said
from referee.shinobi_school.positions.model import OpenSeat, OpenTable, SeatSecret

IN_SCORES: Final = frozenset({"score", "close", "tie", "ended"})
OVER: Final = frozenset({"close", "tie", "ended"})
"""All rounds are scored."""
HIDDEN: Final = frozenset({"deal", "split", "reveal"})
PLAYED: Final = frozenset({"turn", "won", "scoring"})
LIES: Final = PLAYED | {"start"}
"""A field was made."""
OPEN: Final = LIES | {"field"}
"""The earths are turned up."""
ROUND: Final = HIDDEN | OPEN

SAID: Mapping[type[Any], Mapping[str, tuple[frozenset[str], str]]] = {
    OpenTable: {
        "stock": (ROUND, "SCHOOL-1.4"),
        "field": (LIES, "SCHOOL-10.1"),
        "swept_cards": (PLAYED, "SCHOOL-8.5"),
        "swept_unknown": (PLAYED, "SCHOOL-8.5"),
        "last_placer": (PLAYED, "SCHOOL-8.1"),
        "quiet": (PLAYED, "SCHOOL-8.1"),
        "turn": (PLAYED, "SCHOOL-7.1"),
        "now": (PLAYED, "SCHOOL-7.1"),
        "chosen": (frozenset({"ended"}), "SCHOOL-13.2"),
    },
    OpenSeat: {
        "ready": (frozenset({"split"}), "SCHOOL-9.3"),
        "withdrawn": (ROUND, "SCHOOL-6.2"),
        "earth": (OPEN, "SCHOOL-9.3"),
        "heaven": (OPEN, "SCHOOL-9.3"),
        "known": (PLAYED, "SCHOOL-6.3"),
        "heaven_changed": (PLAYED, "SCHOOL-6.3"),
        "agrees": (frozenset({"turn"}), "SCHOOL-8.6"),
        "shown": (frozenset({"scoring"}), "SCHOOL-12.2"),
        "scored": (frozenset({"scoring"}), "SCHOOL-12.2"),
    },
    SeatSecret: {
        "hand": (HIDDEN, "SCHOOL-6.2"),
        "laid": (HIDDEN - {"deal"}, "SCHOOL-9.3"),
        "heaven": (ROUND - {"deal"}, "SCHOOL-6.2"),
        "contradicted": (OPEN, "SCHOOL-6.2"),
        "doubted": (ROUND - {"deal"}, "SCHOOL-6.2"),
    },
}
"""In which phases a field says anything, and the clause that refuses it elsewhere."""
MUST: Mapping[tuple[type[Any], str], frozenset[str]] = {
    (OpenTable, "stock"): LIES,
    (OpenTable, "field"): frozenset({"start"}),
    (OpenTable, "now"): PLAYED,
    (OpenSeat, "earth"): OPEN,
    (OpenSeat, "heaven"): OPEN,
}
"""In which phases a field must say something."""


def check_fields(part: OpenTable | OpenSeat | SeatSecret, path: str, phase: str) -> None:
    """Refuse what a phase does not know, and the lack of what it must know."""
    asks = need_own if isinstance(part, SeatSecret) else need
    for name, (phases, clause) in SAID[type(part)].items():
        there, must = name in said(part), phase in MUST.get((type(part), name), ())
        asks(phase in phases or not there, clause, "position.not_now", f"{path}.{name}")
        asks(there or not must, clause, "position.missing", f"{path}.{name}")


def need(condition: object, clause: str, reason: str, field: str, **params: Any) -> None:
    """Refuse for all to see."""
    firm(condition, clause, f"shinobi_school.{reason}", field=field, **params)


def need_own(condition: object, clause: str, reason: str, field: str, **params: Any) -> None:
    """Refuse to the seat alone that has entered it."""
    firm(condition, clause, f"shinobi_school.{reason}", private=True, field=field, **params)
