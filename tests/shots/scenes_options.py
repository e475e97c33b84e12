"""House rules of every kind: named values, numbers, counts of what is in the box, groups that fold."""

from __future__ import annotations

from functools import partial
from typing import Any

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.screens.new_match import house_rules
from companion.screens.seating import seating
from companion.tables.match_draft import drafted, new_draft, options_of, order_of
from companion.ui import app_bar, column, screen
from companion.ui.options import control
from companion.ui.theme import Look
from tests.shots.scenes import Scene, from_snapshot


def folded(look: Look, actions: Actions, game: str, chosen: tuple[tuple[str, Any], ...]) -> ft.Control:
    """The house rules of a game, unfolded as far as groups."""
    rules = house_rules(look, actions, game, chosen, True)
    return screen(look, bar=app_bar(look, look.t("app.new.title")), content=[rules], dock=None)


def opened(look: Look, actions: Actions, game: str, group: str, given: dict[str, Any]) -> ft.Control:
    """One group of a game's options, unfolded, or one option alone."""
    inside = [
        control(look, game, each, given.get(each.key, each.standard), lambda key, value: actions.new_match.draft())
        for each in options_of(game)
        if group in (each.group, each.key)
    ]
    return screen(look, bar=app_bar(look, look.t("app.new.title")), content=[column(inside, spacing=18)], dock=None)


def seats(look: Look, actions: Actions, names: tuple[str, ...]) -> ft.Control:
    """The seats of a game with roles, one with a name."""
    order = order_of("scorpion", len(names))
    return screen(
        look,
        bar=app_bar(look, look.t("app.new.title")),
        content=[seating(look, actions, names, "", (), 2, 4, (), order)],
        dock=None,
    )


COUNTED = {"10": 2, "7": 3, "5": 5, "3": 10, "1": 10, "-1": 8, "-3": 4, "-5": 2}
DECK = {"kenjutsu1": 2, "kenjutsu2": 1, "rope": 3, "secret_passage": 1, "shadow_walk": 2, "shuriken": 3}
DEAL = {"4": {"cards": 12, "highest": 12}}
CELLS = {"1": ["1L", "2U"], "2": ["1U", "2L", "3U"], "3": ["3L"]}

SCENES = [
    Scene("options-seats", partial(seats, names=("Aki", "", "Wilhelmina Katharina", ""))),
    Scene("options-new-giryaku", partial(from_snapshot, Snapshot("new", draft=drafted(new_draft(), "giryaku", {})))),
    Scene("options-scorpion", partial(folded, game="scorpion", chosen=(("sentries", 9),))),
    Scene("options-scorpion-setup", partial(opened, game="scorpion", group="setup", given={"sentries": 9})),
    Scene(
        "options-scorpion-box",
        partial(opened, game="scorpion", group="box", given={"ninja_deck": DECK, "sake_duration": 3}),
    ),
    Scene("options-scroll-trick", partial(folded, game="scroll-trick", chosen=(("tile_counts", COUNTED),))),
    Scene("options-giryaku", partial(folded, game="giryaku", chosen=(("flip_mode", "app"),))),
    Scene(
        "options-shinobi-school-deal",
        partial(opened, game="shinobi-school", group="deal_table", given={"deal_table": DEAL}),
    ),
    Scene("options-giryaku-cells", partial(opened, game="giryaku", group="box", given={"nin_shi_range": CELLS})),
]
