"""The toy game on phones: one screen for a seat, the table display and whoever looks on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import flet as ft

from companion.contract.actions import Actions
from companion.contract.game_ui import GameUi, Screen
from companion.contract.snapshot import Snapshot
from companion.games.table import frame, menu, refusal
from companion.games.table import screen as table
from companion.games.table.end import end_dock, outcome_head, ranking
from companion.games.table.screen import Desk
from companion.ui import Choice, Main, SeatRow, Side, choice_bar, hold_pad, label_row, screen, seat_list, strip
from companion.ui.look import Look
from toy_game import SeatView, View

NUMBERS = tuple(Choice(str(n), str(n)) for n in range(1, 7))


@dataclass(frozen=True, slots=True)
class Pick(table.Pick):
    """What is chosen on this phone so far."""

    number: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class Ctx(table.Ctx):
    """What a screen is drawn from."""

    GAME: ClassVar[str] = "toy"
    WORDS: ClassVar[str] = "toy.screen."

    pick: Pick

    @property
    def view(self) -> View:
        """The game's view, as much of it as this phone may show."""
        view: View = self.snap.view
        return view


def numbers(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    """Return the screen of a match for `play` and `end`, whatever this phone's role is."""
    return numbers_table(look, snap, actions)


@ft.component
def numbers_table(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    """Draw the table, and keep what is chosen on this phone."""
    pick, put = ft.use_state(Pick())
    desk = ft.use_memo(lambda: Desk(put), [])
    view: View = snap.view
    desk.moment = f"{view.turn} {[(s.points, s.hidden) for s in view.seats]}"
    ctx = Ctx(look, snap, actions, pick.at(desk.moment), desk)
    sheet = refusal.over(ctx, lambda: menu.menu(ctx), what=lambda _: ctx.t("other"))
    if snap.role != "seat" and view.result is None:
        left = seats_of(ctx)
        dock = frame.whose(ctx, view.turn, ctx.t("does", name=ctx.name(view.turn)))
        return screen(look, bar=frame.bar(ctx, ""), strip=strip(look, "safe"), content=left, dock=dock, overlay=sheet)
    content, dock = seat_screen(ctx)
    dock = refusal.refused_dock(ctx, lambda _: "") or dock
    return frame.page(ctx, content, dock, subtitle="", covered_parts=True, overlay=sheet)


def seat_screen(ctx: Ctx) -> table.Screen:
    """Return what a seat's phone shows."""
    result = ctx.view.result
    if result is not None:
        ended = [outcome_head(ctx.look, ctx.snap, result), ranking(ctx.look, ctx.snap, result)]
        return ended, end_dock(ctx.look, ctx.snap, ctx.actions)
    content = [*seats_of(ctx), *mine(ctx)]
    if not own(ctx).hidden:
        ready = bool(ctx.pick.number)
        hide = ctx.declare({"type": "hide", "number": int(ctx.pick.number)}) if ready else None
        words = ctx.t("hide", n=ctx.pick.number) if ready else ctx.t("choose")
        return [*content, number_bar(ctx)], frame.asked(ctx, ctx.look.t("toy.hide"), Main(words, hide, ready))
    if ctx.view.turn != ctx.me:
        return content, frame.waits(ctx, ctx.view.turn, ctx.t("does", name=ctx.name(ctx.view.turn)))
    others = tuple(Choice(s.seat, ctx.name(s.seat)) for s in ctx.view.seats if s.hidden and s.seat != ctx.me)
    at = others[0].value if len(others) == 1 else ctx.pick.target
    ready = bool(ctx.pick.number and at)
    guess = ctx.declare({"type": "guess", "target": at, "number": int(ctx.pick.number)}) if ready else None
    words = ctx.t("guess", n=ctx.pick.number) if ready else ctx.t("choose")
    if len(others) > 1:
        whom = choice_bar(ctx.look, others, at, ctx.choose("target"))
        content += [label_row(ctx.look, ctx.t("whom")), whom]
    skip = Side(ctx.t("skip"), ft.Icons.SKIP_NEXT_SHARP, ctx.declare({"type": "skip"}))
    content.append(number_bar(ctx))
    return content, frame.asked(ctx, ctx.look.t("toy.guess"), Main(words, guess, ready), left=skip)


def seats_of(ctx: Ctx) -> list[ft.Control]:
    """Return what everybody knows of every seat."""
    rows = tuple(
        SeatRow(ctx.name(s.seat), s.seat == ctx.me, words=ctx.t("hides" if s.hidden else "bare"), after=points(ctx, s))
        for s in ctx.view.seats
    )
    return [seat_list(ctx.look, rows)]


def points(ctx: Ctx, seat: SeatView) -> str:
    """Return a seat's points in words."""
    return ctx.t("points", n=seat.points)


def mine(ctx: Ctx) -> list[ft.Control]:
    """Return my own number: it is sent to this phone only while the cover is open."""
    number = own(ctx).number if ctx.open else None
    shown = "·" if number is None else str(number)
    pad = hold_pad(ctx.look, ctx.actions, ctx.snap.held, tap=ctx.snap.tap_to_open, kind="button", height=56)
    return [label_row(ctx.look, ctx.t("mine"), shown), pad]


def number_bar(ctx: Ctx) -> ft.Control:
    """Return the numbers to choose from."""
    return choice_bar(ctx.look, NUMBERS, ctx.pick.number, ctx.choose("number"), label=ctx.t("which"), tick=False)


def own(ctx: Ctx) -> SeatView:
    """Return my seat, as I see it."""
    return next(s for s in ctx.view.seats if s.seat == ctx.me)


def _table() -> Screen:
    return numbers


UI = GameUi(sign="数", table=_table, locale=str(Path(__file__).parent / "locale"), starter="")
