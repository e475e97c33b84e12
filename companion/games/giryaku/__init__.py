"""Giryaku on phones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.contract.game_ui import BOX, GameUi, Said, Screen
from companion.games.giryaku.facts import terms

if TYPE_CHECKING:
    import flet as ft

    from companion.contract.game_ui import TakeOver
    from companion.tables.match_draft import Option
    from companion.ui.options import Choose
    from companion.ui.theme import Look


def _table() -> Screen:
    from companion.games.giryaku.screen import table

    return table


def _take_over() -> TakeOver:
    from companion.games.giryaku.take_over import TAKE_OVER

    return TAKE_OVER


def _range(look: Look, option: Option, value: Any, choose: Choose) -> ft.Control:
    from companion.games.giryaku.facing import range_control

    return range_control(look, option, value, choose)


def _stands(view: Any) -> Said:
    sizes = {seat.seat: seat.size for seat in view.seats}
    return ("giryaku.at", {"turn": view.turn}), ("giryaku.stands", {"sizes": sizes})


UI = GameUi(
    fewest_points=True,
    sign="略",
    table=_table,
    # Every seat has a phone here, which keeps a face-down board.
    suggested={"flip_mode": "app"},
    groups={BOX: ("consume_map", "nin_shi_range")},
    controls={"nin_shi_range": _range},
    starter="first_player",
    hand_entry="enter_hand",
    terms=terms,
    stands=_stands,
    take_over=_take_over,
)
