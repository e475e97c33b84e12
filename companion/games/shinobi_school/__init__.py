"""Shinobi School on phones."""

from __future__ import annotations

from companion.contract.game_ui import GameUi, Screen


def _table() -> Screen:
    from companion.games.shinobi_school.screen import table

    return table


UI = GameUi(sign="学", table=_table)
