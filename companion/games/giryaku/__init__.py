"""Giryaku on phones."""

from __future__ import annotations

from companion.contract.game_ui import GameUi, Screen


def _table() -> Screen:
    from companion.games.giryaku.screen import table

    return table


UI = GameUi(sign="略", table=_table)
