"""The line over every screen of a table that plays itself: who plays, stop and go, one step, and the pace."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import DemonstrationInfo, Snapshot
from companion.i18n import num
from companion.tables.demonstration import PACES
from companion.ui import act, block, chip, icon_button, row, text, theme
from companion.ui.look import Look
from companion.ui.words.sentences import listed


def with_pace(look: Look, snap: Snapshot, actions: Actions, shown: ft.Control) -> ft.Control:
    """Return a screen below the line that says that it is a demonstration, where it is one."""
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
    """Draw the line: what it is, and what may be done."""
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
