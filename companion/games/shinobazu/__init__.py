"""Shinobazu on phones."""

from __future__ import annotations

from companion.contract.game_ui import GameUi, Screen
from companion.games.shinobazu.terms import terms


def _table() -> Screen:
    from companion.games.shinobazu.screen import table

    return table


UI = GameUi(
    sign="忍",
    table=_table,
    proposed=True,
    starter="start",
    first_starts=True,
    hand_entry="enter_hand",
    terms=terms,
)
