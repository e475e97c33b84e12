"""From a snapshot to a screen, with the line over the screen of a demonstration."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import flet as ft

from companion.contract.actions import Actions
from companion.contract.game_ui import offered, table_of
from companion.contract.snapshot import DemonstrationInfo, Snapshot
from companion.flet_runtime.templates import filled
from companion.i18n import num
from companion.screens.boards import boards
from companion.screens.curtain import curtain
from companion.screens.editor.editor import editor
from companion.screens.history import history, keeping
from companion.screens.home import home
from companion.screens.lobby import lobby
from companion.screens.log import log
from companion.screens.lost import lost
from companion.screens.new_match import new_match
from companion.screens.rules import rules
from companion.screens.settings import settings
from companion.screens.statistics.owner import archive, owner
from companion.screens.statistics.parts import game
from companion.screens.statistics.person import person
from companion.screens.take_over import take_over
from companion.screens.tour import tour
from companion.tables.demonstration import PACES
from companion.ui import act, block, chip, icon_button, row, text, theme, words
from companion.ui.overlays import with_changed_past
from companion.ui.theme import Look
from companion.ui.words import listed


def with_pace(look: Look, snap: Snapshot, actions: Actions, shown: ft.Control) -> ft.Control:
    """Return a screen, below the line that marks a demonstration if it is one."""
    info = snap.match.demonstration if snap.match is not None else None
    if info is None or snap.match is None:
        return shown
    called = {seat.seat: seat.name for seat in snap.match.seats}
    people = listed(look, [called[seat] for seat in info.people if seat in called]) if info.people else ""
    mine = snap.viewer if snap.role == "seat" else ""
    return ft.Column(
        [line(look, actions, info, people, mine, snap.role == "display"), ft.Container(shown, expand=True)],
        spacing=0, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )  # fmt: skip


@block
def line(look: Look, actions: Actions, info: DemonstrationInfo, people: str, mine: str, watching: bool) -> ft.Control:
    """Draw the line over a demonstration: who plays, and the actions that steer it."""
    t, steer = look.t, actions.demonstration
    words = t("app.demo.people", names=people) if people else t("app.demo.nobody")
    slower = next((each for each in PACES if each > info.pace), PACES[0])
    pace = t("app.demo.full") if not info.pace else t("app.demo.pace", n=_seconds(info.pace))
    controls: list[ft.Control] = [ft.Container(text(look, "label", words, look.p.text, lines=2), expand=True)]
    if watching:
        controls.append(chip(look, t("app.demo.seats"), act(steer.seats)))
    if mine:
        plays = mine in info.people
        controls.append(chip(look, t("app.demo.let" if plays else "app.demo.take"), act(steer.play, not plays), plays))
    if info.paused:
        controls.append(icon_button(look, ft.Icons.SKIP_NEXT_SHARP, t("app.demo.step"), act(steer.step)))
        controls.append(icon_button(look, ft.Icons.PLAY_ARROW_SHARP, t("app.demo.go"), act(steer.pause, False)))
    else:
        controls.append(chip(look, pace, act(steer.pace, slower), name=t("app.demo.pace_name", pace=pace)))
        controls.append(icon_button(look, ft.Icons.PAUSE_SHARP, t("app.demo.pause"), act(steer.pause, True)))
    return ft.SafeArea(
        ft.Container(
            row(controls, spacing=4), padding=ft.Padding.symmetric(horizontal=12), bgcolor=look.p.surface_2,
            height=theme.grown(look, 56),
        ),
        avoid_intrusions_bottom=False,
    )  # fmt: skip


def _seconds(pace: float) -> str:
    return num(int(pace)) if pace == int(pace) else f"{pace:g}"


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
    """Return the screen of a snapshot, with announcements, the changed past's alarm and the demonstration's line."""
    shown = words.over(look, snap, _screen(look, snap, actions))
    whole = with_changed_past(look, snap, actions, with_pace(look, snap, actions, shown))
    return filled(_apart, (snap.screen, snap.rules_game), whole)


def _apart(name: str, about: str, screen: ft.Control) -> ft.Control:
    """Give each screen a key of its own, so that it opens at its top, however far the one before was scrolled."""
    return ft.Container(screen, expand=True, key=f"{name} {about}")


def _screen(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    """Return the screen of a snapshot. The curtain hides everything that belongs to one seat."""
    if snap.curtain and snap.screen in BEHIND:
        return curtain(look, snap, actions)
    if snap.screen in ("play", "end"):
        table = table_of(snap.match.game) if snap.match is not None else None
        return (table or lost)(look, snap, actions)
    if snap.screen in ("lobby", "take_over") and (snap.match is None or snap.match.game not in offered()):
        return lost(look, snap, actions)
    return SHELL[snap.screen](look, snap, actions)
