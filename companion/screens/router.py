"""From a snapshot to a screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import flet as ft

from companion.contract.actions import Actions
from companion.contract.offered import offered, table_of
from companion.contract.snapshot import Snapshot
from companion.flet_runtime.templates import filled
from companion.screens.boards import boards
from companion.screens.curtain import curtain
from companion.screens.demonstration import with_pace
from companion.screens.editor.editor import editor
from companion.screens.figures.archive import archive
from companion.screens.figures.game import game
from companion.screens.figures.owner import owner
from companion.screens.figures.person import person
from companion.screens.history import history
from companion.screens.home import home
from companion.screens.keeping import keeping
from companion.screens.lobby.lobby import lobby
from companion.screens.log import log
from companion.screens.lost import lost
from companion.screens.new_match.new_match import new_match
from companion.screens.rewritten import with_changed_past
from companion.screens.rules import rules
from companion.screens.settings import settings
from companion.screens.take_over.take_over import take_over
from companion.screens.tour import tour
from companion.ui.look import Look
from companion.ui.words import announcing

Screen = Callable[[Look, Snapshot, Actions], ft.Control]

SHELL: Mapping[str, Screen] = {
    "home": home,
    "new": new_match,
    "history": history,
    "person": person,
    "game": game,
    "archive": archive,
    "owner": owner,
    "keeping": keeping,
    "boards": boards,
    "editor": editor,
    "rules": rules,
    "settings": settings,
    "log": log,
    "tour": tour,
    "lobby": lobby,
    "take_over": take_over,
    "lost": lost,
}
"""The screens that are the same for every game."""
BEHIND = frozenset({"play", "end", "log", "take_over"})
"""The screens that the curtain of one-phone play hides."""


def render(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    """Return the screen of a snapshot, with what is announced; a table that plays itself, or whose past was changed,
    says so."""
    shown = announcing.over(look, snap, _screen(look, snap, actions))
    whole = with_changed_past(look, snap, actions, with_pace(look, snap, actions, shown))
    return filled(_apart, (snap.screen, snap.rules_game), whole)


def _apart(name: str, about: str, screen: ft.Control) -> ft.Control:
    """Hold a screen apart from others: it is seen from its beginning, however far the one before was scrolled."""
    return ft.Container(screen, expand=True, key=f"{name} {about}")


def _screen(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    """Return the screen of a snapshot. The curtain hides whatever belongs to one seat."""
    if snap.curtain and snap.screen in BEHIND:
        return curtain(look, snap, actions)
    if snap.screen in ("play", "end"):
        table = table_of(snap.match.game) if snap.match is not None else None
        return (table or lost)(look, snap, actions)
    if snap.screen in ("lobby", "take_over") and (snap.match is None or snap.match.game not in offered()):
        return lost(look, snap, actions)
    return SHELL[snap.screen](look, snap, actions)
