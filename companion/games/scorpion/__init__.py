"""NINJA: Legend of the Scorpion Clan on phones."""

from __future__ import annotations

from companion.contract.game_ui import GameUi, Screen
from companion.games.scorpion.options import DECKS, GROUPS
from companion.games.scorpion.roles import roles_of
from companion.games.scorpion.terms import terms


def _table() -> Screen:
    from companion.games.scorpion.screen import table

    return table


UI = GameUi(
    sign="城",
    table=_table,
    groups=GROUPS,
    counted=DECKS,
    starter="",
    roles=roles_of,
    board=True,
    terms=terms,
)
