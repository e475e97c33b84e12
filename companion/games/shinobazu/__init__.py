"""Shinobazu on phones."""

from __future__ import annotations

from typing import Any

from companion.contract.game_ui import GameUi, Said, Screen, TakeOver
from companion.games.shinobazu.facts import terms


def _table() -> Screen:
    from companion.games.shinobazu.screen import table

    return table


def _take_over() -> TakeOver:
    from companion.games.shinobazu.take_over import TAKE_OVER

    return TAKE_OVER


def _stands(view: Any) -> Said:
    points = {seat.seat: seat.points for seat in view.seats}
    return ("shinobazu.at", {"set": view.set, "round": view.round}), ("app.stands.points", {"points": points})


UI = GameUi(
    fewest_points=True,
    sign="忍",
    table=_table,
    proposed=True,
    starter="start",
    first_starts=True,
    hand_entry="enter_hand",
    terms=terms,
    stands=_stands,
    take_over=_take_over,
)
