"""Ninja Scroll Trick on phones."""

from __future__ import annotations

from typing import Any

from companion.contract.game_ui import BOX, Counted, GameUi, Said, Screen, TakeOver
from companion.games.scroll_trick.facts import terms
from referee.scroll_trick.cards import TILES, VALUES, least


def _table() -> Screen:
    from companion.games.scroll_trick.screen import table

    return table


def _take_over() -> TakeOver:
    from companion.games.scroll_trick.take_over import TAKE_OVER

    return TAKE_OVER


def _stands(view: Any) -> Said:
    points = {seat.seat: seat.points for seat in view.seats}
    return ("scroll-trick.at", {"round": view.round}), ("app.stands.points", {"points": points})


UI = GameUi(
    sign="巻",
    table=_table,
    groups={BOX: ("tile_counts", "kinds", "numbers")},
    counted={"tile_counts": Counted({str(value): least(value) for value in VALUES}, TILES)},
    starter="start",
    terms=terms,
    stands=_stands,
    take_over=_take_over,
)
