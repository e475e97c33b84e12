"""The two-minute tour: what may lie face up, and how to look at a secret. Its secret card belongs to no match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.screens.settings import covers
from companion.ui import (
    Main,
    Side,
    act,
    app_bar,
    card_back,
    dock,
    hold_pad,
    named,
    palette,
    panel,
    pressable,
    row,
    screen,
    strip,
    text,
    theme,
)
from companion.ui.base import edge, on
from companion.ui.overlays import overlays
from companion.ui.phrases import back_action, paragraph
from companion.ui.theme import Look

KNOWN: Final = "tour"
"""What a phone's storage contains once the tour was seen."""
STEPS: Final = ("warm", "hold", "choose", "keep", "safe")
CARD: Final = (92, 128)


@dataclass(frozen=True, slots=True)
class Practice:
    """The progress of the tour: the step, the state of its cover, and the tasks that were done."""

    step: int = 0
    held: Literal["covered", "held", "kept"] = "covered"
    chosen: bool = False
    done: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        return STEPS[self.step]

    def go(self, by: int) -> Practice:
        return replace(self, step=min(len(STEPS) - 1, max(0, self.step + by)), held="covered", chosen=False)

    def hold(self, how: Literal["covered", "held", "kept"]) -> Practice:
        learnt = {"covered": frozenset[str](), "held": {"hold"}, "kept": {"hold", "keep"}}[how]
        return replace(self, held=how, done=self.done | learnt)

    def choose(self) -> Practice:
        return replace(self, chosen=not self.chosen, done=self.done | {"choose"})

    @property
    def is_ready(self) -> bool:
        """Whether the task of this step was done."""
        return self.name in ("warm", "safe") or self.name in self.done


class Pad:
    """The actions of the hold pad, for this screen's own cover."""

    def __init__(self, change: Callable[[Callable[[Practice], Practice]], None]) -> None:
        self._change = change

    @property
    def secrets(self) -> Pad:
        return self

    def hold(self) -> None:
        self._change(lambda now: now.hold("held"))

    def keep(self) -> None:
        self._change(lambda now: now.hold("kept"))

    def cover(self) -> None:
        self._change(lambda now: now.hold("covered"))

    def choose(self) -> None:
        self._change(Practice.choose)

    def go(self, by: int) -> None:
        self._change(lambda now: now.go(by))


def tour(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    return _tour(look, snap, actions)


@ft.component
def _tour(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    now, put = ft.use_state(Practice())
    latest = ft.use_ref(now)
    latest.current = now

    def change(how: Callable[[Practice], Practice]) -> None:
        latest.current = how(latest.current or Practice())
        put(latest.current)

    return drawn(look, snap, actions, now, ft.use_memo(lambda: Pad(change), []))


def drawn(look: Look, snap: Snapshot, actions: Actions, now: Practice, pad: Pad) -> ft.Control:
    """Draw a step of the tour."""
    look = look.but(secret=now.held != "covered")
    t = look.t
    content: list[ft.Control] = [
        text(look, "headline", t(f"tour.{now.name}")),
        paragraph(look, t(f"tour.{now.name}.about")),
    ]
    if now.name in ("hold", "choose", "keep"):
        content.append(table(look, now, pad, snap.tap_to_open))
    if now.name == "safe":
        content.append(covers(look, actions, snap.tap_to_open))
    state: Literal["safe", "covered_parts", "secret"] = "safe"
    if now.held != "covered":
        state = "secret"
    elif now.name in ("hold", "choose", "keep"):
        state = "covered_parts"
    return screen(
        look,
        bar=app_bar(
            look, t("tour.title"), t("tour.step", n=now.step + 1, of=len(STEPS)), back_action(look, actions, close=True)
        ),
        strip=strip(look, state, who=t("tour.viewer")),
        content=content,
        dock=tour_dock(look, actions, now, pad),
        frame="none" if now.held == "covered" else "seat",
        overlay=overlays(look, snap, actions),
        spacing=14,
    )


def table(look: Look, now: Practice, pad: Pad, tap: bool) -> ft.Control:
    """Draw the card and the pad that uncovers it."""
    t = look.t
    width, height = CARD
    choosing = now.name == "choose"
    if now.held != "covered":
        face: ft.Control = ft.Container(
            text(look, "headline", "忍", palette.CARD_INK, size=44, line=48, align=ft.TextAlign.CENTER),
            width=width, height=height, bgcolor=palette.CARD_PAPER, border_radius=theme.R_CARD,
            alignment=ft.Alignment.CENTER,
        )  # fmt: skip
        card: ft.Control = named(t("tour.card_open"), face)
    else:
        back = card_back(width, height)
        ring = ft.Container(
            back, padding=4, border=edge(3, palette.PAD_TEXT) if now.chosen else None, border_radius=theme.R_BUTTON,
            on_click=on(pad.choose) if choosing else None,
        )  # fmt: skip
        words = t("tour.card_chosen" if now.chosen else "tour.card_covered")
        card = pressable(words, ring, pad.choose, selected=now.chosen) if choosing else named(words, ring)
    frame = ft.Container(card, width=width + 16, height=height + 16, alignment=ft.Alignment.CENTER)
    return panel(
        look,
        row([frame, ft.Container(hold_pad(look, pad, now.held, tap=tap, height=height), expand=True)], 12),  # type: ignore[arg-type]
        secret=True,
    )


def tour_dock(look: Look, actions: Actions, now: Practice, pad: Pad) -> ft.Control:
    t = look.t
    left = Side(t("tour.before"), None, act(pad.go, -1)) if now.step else None
    if now.step == len(STEPS) - 1:
        main = Main(t("tour.end"), act(_end, actions))
    else:
        main = Main(t("tour.next"), act(pad.go, 1), now.is_ready)
    done = now.name in now.done
    ask = t("tour.well_done" if done else f"tour.{now.name}.ask")
    line = t("tour.line_done" if done else "tour.line")
    mark = ft.Icons.CHECK_SHARP if done else ft.Icons.TOUCH_APP_SHARP
    return dock(look, state="asked", line=line, ask=ask, mark=mark, left=left, main=main)


def _end(actions: Actions) -> None:
    actions.settings.learnt(KNOWN)
    actions.pages.back()
