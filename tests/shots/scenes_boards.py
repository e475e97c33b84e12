"""The shelf of boards, and a new match that is played on one."""

from __future__ import annotations

from functools import partial

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import BoardCard, Draft, Snapshot
from companion.screens.boards import shelf_row
from companion.ui import act, app_bar, screen
from companion.ui.theme import Look
from tests.shots.scenes import Scene, from_snapshot

SHELF = (
    BoardCard("nijo", "ours", "Nijō by Night", "二条城夜図", 139),
    BoardCard("b3", "kept", "Scorpion castle", "", 148),
    BoardCard("s1", "sketch", "The box's own board", "", 31, True),
)
PLAYED = Draft("scorpion", "plays", ("Aki", "Ben", "Chie"))


def opened(look: Look, actions: Actions) -> ft.Control:
    """The shelf with what may be done with one of ours and with a sketch."""
    rows = [shelf_row(look, actions, card, card.kind != "kept", act(actions.pages.back)) for card in SHELF]
    return screen(look, bar=app_bar(look, look.t("boards.title")), content=rows, dock=None)


SCENES = (
    Scene("boards-opened", opened),
    Scene("boards", partial(from_snapshot, Snapshot("boards", boards=SHELF))),
    Scene("boards-new-match", partial(from_snapshot, Snapshot("new", draft=PLAYED, boards=SHELF[:2]))),
)
