"""Shinobi School on phones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.contract.game_ui import GameUi, Said, Screen
from companion.i18n import Translator

if TYPE_CHECKING:
    import flet as ft

    from companion.contract.game_ui import TakeOver
    from companion.tables.match_draft import Option
    from companion.ui.options import Choose
    from companion.ui.theme import Look


def _table() -> Screen:
    from companion.games.shinobi_school.screen import table

    return table


def _deals(look: Look, option: Option, value: Any, choose: Choose) -> ft.Control:
    from companion.games.shinobi_school.split import deals

    return deals(look, option, value, choose)


def _take_over() -> TakeOver:
    from companion.games.shinobi_school.take_over import TAKE_OVER

    return TAKE_OVER


def _stands(view: Any) -> Said:
    points = {seat.seat: seat.points for seat in view.seats}
    return ("shinobi-school.at", {"round": view.round, "turn": view.turn}), ("app.stands.points", {"points": points})


def _terms(t: Translator, name: str, value: Any) -> str | None:
    """Return the words for a side of a split; None for anything else."""
    return t(f"shinobi_school.screen.{value}") if value in ("heaven", "earth") else None


UI = GameUi(
    sign="学",
    table=_table,
    terms=_terms,
    controls={"deal_table": _deals},
    starter="start",
    stands=_stands,
    take_over=_take_over,
)
