"""NINJA: Legend of the Scorpion Clan on phones."""

from __future__ import annotations

from companion.contract.game_ui import GameUi, Screen


def _table() -> Screen:
    from companion.games.scorpion.screen import table

    return table


UI = GameUi(sign="城", table=_table)
