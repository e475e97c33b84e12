"""From a snapshot to a screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.games.offered import offered, screen_module
from companion.screens.boards import boards
from companion.screens.curtain import curtain
from companion.screens.editor.editor import editor
from companion.screens.history import history
from companion.screens.home import home
from companion.screens.lobby.lobby import lobby
from companion.screens.log import log
from companion.screens.lost import lost
from companion.screens.new_match.new_match import new_match
from companion.screens.rules import rules
from companion.screens.settings import settings
from companion.ui.look import Look

Screen = Callable[[Look, Snapshot, Actions], ft.Control]

SHELL: Mapping[str, Screen] = {
    "home": home,
    "new": new_match,
    "history": history,
    "boards": boards,
    "editor": editor,
    "rules": rules,
    "settings": settings,
    "log": log,
    "lobby": lobby,
    "lost": lost,
}
"""The screens that are the same for every game."""
GAME_SCREENS: dict[str, Screen] = {}
"""Each game's own screen for `play` and `end`; filled from `companion.games.<game>` when it is first shown."""
BEHIND = frozenset({"play", "log"})
"""The screens that the curtain of one-phone play hides."""


def game_screen(game: str) -> Screen | None:
    """Return a game's own screen, or None for a game that has none."""
    if game not in GAME_SCREENS and game in offered():
        table: Screen = import_module(screen_module(game)).table
        GAME_SCREENS[game] = table
    return GAME_SCREENS.get(game)


def render(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    """Return the screen of a snapshot. The curtain hides whatever belongs to one seat."""
    if snap.curtain and snap.screen in BEHIND:
        return curtain(look, snap, actions)
    if snap.screen in ("play", "end"):
        table = game_screen(snap.match.game) if snap.match is not None else None
        return (table or lost)(look, snap, actions)
    if snap.screen == "lobby" and (snap.match is None or snap.match.game not in offered()):
        return lost(look, snap, actions)
    return SHELL[snap.screen](look, snap, actions)
