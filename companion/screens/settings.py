"""This phone's settings."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import ANNOUNCED, SCALES, TURNS, VOICES, VOLUMES, Snapshot
from companion.i18n import language_name, languages
from companion.ui import (
    Choice,
    act,
    app_bar,
    block,
    choice_bar,
    column,
    label_row,
    list_panel,
    list_row,
    named,
    screen,
    text,
)
from companion.ui.overlays import overlays
from companion.ui.phrases import back_action, explained_choice, paragraph
from companion.ui.theme import Look


def settings(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    t = look.t
    return screen(
        look,
        bar=app_bar(look, t("app.settings.title"), t("app.settings.own"), back_action(look, actions)),
        content=[
            *choices(look, snap, actions),
            *([voice(look, actions, snap.voice, snap.volume)] if snap.role == "display" else []),
            *([tour_again(look, actions), owner_of(look, actions)] if snap.match is None else []),
        ],
        dock=None,
        overlay=overlays(look, snap, actions),
        spacing=20,
    )


def choices(look: Look, snap: Snapshot, actions: Actions) -> list[ft.Control]:
    """Return the settings that every phone has."""
    t, change = look.t, actions.settings
    tongues = tuple(Choice(each, language_name(each)) for each in languages())
    lights = tuple(Choice(each, t(f"app.settings.{each}")) for each in ("dark", "light", "system"))
    sizes = tuple(Choice(str(each), f"{round(each * 100)}%") for each in SCALES)
    found = [
        explained_choice(look, t("app.settings.language"), tongues, look.lang, change.language),
        explained_choice(look, t("app.settings.brightness"), lights, snap.brightness, change.brightness),
    ]
    if snap.role != "display":
        turns = tuple(Choice(each, t(f"app.settings.turn.{each}")) for each in TURNS)
        about = t("app.settings.turn_about")
        found.append(explained_choice(look, t("app.settings.turn"), turns, snap.turn, change.turn, about))
    found.append(_switch(look, "table_screen.teaching", ("on", "off"), snap.teach, change.teach))
    head = t("app.settings.easier")
    found += [
        named(head, text(look, "headline", head, size=21, lines=3), heading_level=2),
        explained_choice(look, t("app.settings.size"), sizes, str(snap.text_size), act(_number, change.text_size)),
        covers(look, actions, snap.tap_to_open),
    ]
    if snap.role != "display":
        lengths = tuple(Choice(each, t(f"app.settings.announce.{each}")) for each in ANNOUNCED)
        label, about = t("app.settings.announce"), t("app.settings.announce_about")
        found.append(explained_choice(look, label, lengths, snap.announce, change.announce, about))
    if snap.hosted and snap.role != "display":
        found.append(_switch(look, "app.settings.aloud", ("off", "on"), snap.aloud, change.aloud))
    return found


def covers(look: Look, actions: Actions, tap: bool) -> ft.Control:
    """Return the choice of how covers are opened, for those who cannot hold a finger down."""
    t, chosen = look.t, "tap" if tap else "hold"
    choices = tuple(Choice(each, t(f"app.settings.{each}")) for each in ("hold", "tap"))
    change = act(_is, actions.settings.tap_to_open, "tap")
    return explained_choice(look, t("app.settings.open"), choices, chosen, change, t(f"app.settings.{chosen}_about"))


def _switch(look: Look, key: str, values: tuple[str, str], on: bool, change: Callable[[bool], None]) -> ft.Control:
    """Return an on/off choice."""
    named = tuple(Choice(each, look.t(f"{key}.{each}")) for each in values)
    about = look.t(f"{key}_about")
    return explained_choice(look, look.t(key), named, "on" if on else "off", act(_is, change, "on"), about)


def _is(change: Callable[[bool], None], meant: str, value: str) -> None:
    change(value == meant)


def _number(change: Callable[[float], None], value: str) -> None:
    change(float(value))


@block
def tour_again(look: Look, actions: Actions) -> ft.Control:
    t = look.t
    go = act(actions.pages.go, "tour")
    return list_panel(look, [list_row(look, ft.Icons.TOUCH_APP_SHARP, t("tour.title"), t("app.home.tour_sub"), "", go)])


@block
def owner_of(look: Look, actions: Actions) -> ft.Control:
    """Return the row that leads to the owner's page."""
    t, go = look.t, act(actions.pages.go, "owner")
    row = list_row(look, ft.Icons.ADMIN_PANEL_SETTINGS_SHARP, t("owner.title"), t("owner.row"), "", go)
    return list_panel(look, [row])


@block
def voice(look: Look, actions: Actions, chosen: str, volume: float) -> ft.Control:
    """Return the choice of what a table display says aloud, and of its volume."""
    t, change = look.t, actions.settings
    lengths = tuple(Choice(each, t(f"app.settings.voice.{each}")) for each in VOICES)
    volumes = tuple(Choice(str(each), t(f"app.settings.volume.{round(each * 10)}")) for each in VOLUMES)
    loud = [choice_bar(look, volumes, str(volume), act(_number, change.volume), tick=False)] if chosen != "off" else []
    bar = choice_bar(look, lengths, chosen, change.voice, tick=False)
    about = paragraph(look, t("app.settings.voice_about"))
    return column([label_row(look, t("app.settings.voice")), bar, *loud, about], spacing=6)
