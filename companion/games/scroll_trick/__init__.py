"""Ninja Scroll Trick on phones."""

from __future__ import annotations

from companion.contract.game_ui import GameUi, Screen


def _table() -> Screen:
    from companion.games.scroll_trick.screen import table

    return table


UI = GameUi(sign="巻", table=_table)
