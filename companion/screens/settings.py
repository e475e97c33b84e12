"""This phone's settings: language, brightness, and how covers open."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import SCALES, VOICES, VOLUMES, Snapshot
from companion.i18n import language_name, languages
from companion.ui import Choice, act, app_bar, block, choice_bar, column, label_row, list_panel, list_row, screen
from companion.ui.look import Look
from companion.ui.overlays import overlays
from companion.ui.phrases import back_action, paragraph


def settings(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    t = look.t
    return screen(
        look,
        bar=app_bar(look, t("app.settings.title"), t("app.settings.own"), back_action(look, actions)),
        content=[
            language(look, actions),
            light(look, actions, snap.brightness),
            size(look, actions, snap.text_size),
            covers(look, actions, snap.tap_to_open),
            *([reading(look, actions, snap.aloud)] if snap.hosted and snap.role != "display" else []),
            teaching(look, actions, snap.teach),
            *([voice(look, actions, snap.voice, snap.volume)] if snap.role == "display" else []),
            *([tour_again(look, actions)] if snap.match is None else []),
        ],
        dock=None,
        overlay=overlays(look, snap, actions),
        spacing=20,
    )


@block
def language(look: Look, actions: Actions) -> ft.Control:
    choices = tuple(Choice(each, language_name(each)) for each in languages())
    return column(
        [
            label_row(look, look.t("app.settings.language")),
            choice_bar(look, choices, look.lang, actions.settings.language),
        ],
        spacing=6,
    )


@block
def light(look: Look, actions: Actions, chosen: str) -> ft.Control:
    t = look.t
    choices = tuple(Choice(each, t(f"app.settings.{each}")) for each in ("dark", "light", "system"))
    return column(
        [label_row(look, t("app.settings.brightness")), choice_bar(look, choices, chosen, actions.settings.brightness)],
        spacing=6,
    )


@block
def size(look: Look, actions: Actions, chosen: float) -> ft.Control:
    t = look.t

    def choose(value: str) -> None:
        actions.settings.text_size(float(value))

    choices = tuple(Choice(str(each), f"{round(each * 100)}%") for each in SCALES)
    return column(
        [label_row(look, t("app.settings.size")), choice_bar(look, choices, str(chosen), choose)],
        spacing=6,
    )


@block
def covers(look: Look, actions: Actions, tap: bool) -> ft.Control:
    """Return the choice of how covered cards are opened, for those who cannot hold a finger down."""
    t = look.t

    def choose(value: str) -> None:
        actions.settings.tap_to_open(value == "tap")

    chosen = "tap" if tap else "hold"
    choices = tuple(Choice(each, t(f"app.settings.{each}")) for each in ("hold", "tap"))
    return column(
        [
            label_row(look, t("app.settings.open")),
            choice_bar(look, choices, chosen, choose),
            paragraph(look, t(f"app.settings.{chosen}_about")),
        ],
        spacing=6,
    )


@block
def reading(look: Look, actions: Actions, on: bool) -> ft.Control:
    """Return the choice whether the browser reads covered words aloud, for those who do not see them."""
    t = look.t

    def choose(value: str) -> None:
        actions.settings.aloud(value == "on")

    choices = tuple(Choice(each, t(f"app.settings.aloud.{each}")) for each in ("off", "on"))
    return column(
        [
            label_row(look, t("app.settings.aloud")),
            choice_bar(look, choices, "on" if on else "off", choose),
            paragraph(look, t("app.settings.aloud_about")),
        ],
        spacing=6,
    )


@block
def teaching(look: Look, actions: Actions, on: bool) -> ft.Control:
    """Return the choice whether each phase says what to do, for those who play a game for the first time."""
    t = look.t

    def choose(value: str) -> None:
        actions.settings.teach(value == "on")

    choices = tuple(Choice(each, t(f"table_screen.teaching.{each}")) for each in ("on", "off"))
    return column(
        [
            label_row(look, t("table_screen.teaching")),
            choice_bar(look, choices, "on" if on else "off", choose),
            paragraph(look, t("table_screen.teaching_about")),
        ],
        spacing=6,
    )


@block
def tour_again(look: Look, actions: Actions) -> ft.Control:
    t = look.t
    go = act(actions.pages.go, "tour")
    return list_panel(look, [list_row(look, ft.Icons.TOUCH_APP_SHARP, t("tour.title"), t("app.home.tour_sub"), "", go)])


@block
def voice(look: Look, actions: Actions, chosen: str, volume: float) -> ft.Control:
    """Return the choice of what a table display says aloud, and how loud."""
    t = look.t

    def loud(value: str) -> None:
        actions.settings.volume(float(value))

    lengths = tuple(Choice(each, t(f"app.settings.voice.{each}")) for each in VOICES)
    volumes = tuple(Choice(str(each), t(f"app.settings.volume.{round(each * 10)}")) for each in VOLUMES)
    return column(
        [
            label_row(look, t("app.settings.voice")),
            choice_bar(look, lengths, chosen, actions.settings.voice, tick=False),
            *([choice_bar(look, volumes, str(volume), loud, tick=False)] if chosen != "off" else []),
            paragraph(look, t("app.settings.voice_about")),
        ],
        spacing=6,
    )
