"""The toy game on phones: what of its table is its own. The rest is drawn for every game alike."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import flet as ft

from companion.contract.game_ui import GameUi, Screen, TakeOver
from companion.games.table import context, frame
from companion.games.table.context import Context, Covers
from companion.games.table.end import end_dock, outcome_head, ranking
from companion.games.table.frame import Awaited
from companion.games.table.game_master import points_sheet
from companion.games.table.table import table_of
from companion.games.table.table_screen import TableScreen
from companion.ui import Choice, Main, Side, choice_bar, hold_pad, label_row, seat_list
from companion.ui.seats import SeatRow
from toy_game import SeatView, View

NUMBERS = tuple(Choice(str(n), str(n)) for n in range(1, 7))


@dataclass(frozen=True, slots=True)
class Pick(context.Pick):
    """What is chosen on this phone so far."""

    number: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class Ctx(Context[Pick, View]):
    """What a screen is drawn from."""

    GAME: ClassVar[str] = "toy"
    WORDS: ClassVar[str] = "toy.screen."

    @property
    def where(self) -> str:
        return self.t("at", name=self.name(self.view.turn))

    @property
    def covers(self) -> Covers:
        """What this seat's phone covers: the number it hides."""
        return "parts" if self.snap.role == "seat" else "nothing"


def moment(view: View) -> str:
    return f"{view.turn} {[(s.points, s.hidden) for s in view.seats]}"


def awaited(ctx: Ctx) -> Awaited:
    """Return whom the table waits for, and what for."""
    late = next((s.seat for s in ctx.view.seats if not s.hidden), "")
    return Awaited(late or ctx.view.turn, ctx.look.t("toy.hide" if late else "toy.guess"))


def seat(ctx: Ctx) -> context.Screen:
    """Return what a seat's phone shows: whoever hides nothing hides a number, and whose turn it is guesses."""
    content, dock = answering(ctx)
    number = own(ctx).number if ctx.open else None
    shown = "·" if number is None else str(number)
    pad = hold_pad(ctx.look, ctx.actions, ctx.snap.held, tap=ctx.snap.tap_to_open, kind="button", height=56)
    return [*seats(ctx), label_row(ctx.look, ctx.t("mine"), shown), pad, *content], dock


def answering(ctx: Ctx) -> context.Screen:
    """Return the choices of a seat, and the dock that declares them."""
    if not ctx.me:
        return [], frame.answer(ctx, "idle", frame.line(ctx), ctx.t("nothing_due"), frame.back(ctx))
    if not own(ctx).hidden:
        return [numbers(ctx)], frame.asked(ctx, ctx.look.t("toy.hide"), declares(ctx, "hide"))
    if ctx.view.turn != ctx.me:
        return [], frame.waits(ctx, ctx.view.turn, ctx.look.t("toy.guess"))
    skip = Side(ctx.t("skip"), ft.Icons.SKIP_NEXT_SHARP, ctx.declare({"type": "skip"}))
    targets = tuple(Choice(s.seat, ctx.name(s.seat)) for s in ctx.view.seats if s.hidden and s.seat != ctx.me)
    at = targets[0].value if len(targets) == 1 else ctx.pick.target
    content: list[ft.Control] = [numbers(ctx)]
    if len(targets) > 1:
        content += [label_row(ctx.look, ctx.t("whom")), choice_bar(ctx.look, targets, at, ctx.choose("target"))]
    main = declares(ctx, "guess", target=at) if at else None
    return content, frame.asked(ctx, ctx.look.t("toy.guess"), main, left=skip)


def numbers(ctx: Ctx) -> ft.Control:
    """Return the numbers to choose from."""
    return choice_bar(ctx.look, NUMBERS, ctx.pick.number, ctx.choose("number"), label=ctx.t("which"), tick=False)


def declares(ctx: Ctx, kind: str, **more: str) -> Main:
    """Return the action that declares the number that is chosen."""
    number = ctx.pick.number
    if not number:
        return Main(ctx.t("choose"), None, False)
    return Main(ctx.t(kind, n=number), ctx.declare({"type": kind, "number": int(number), **more}))


def own(ctx: Ctx) -> SeatView:
    """Return my seat, as I see it."""
    return next(s for s in ctx.view.seats if s.seat == ctx.me)


def seats(ctx: Ctx, *, openly: bool = False) -> list[ft.Control]:
    """Return every seat; `openly` with the number that it hides, as far as this view holds it."""
    rows = []
    for s in ctx.view.seats:
        words = ctx.t("hides" if s.hidden else "bare")
        after = ctx.t("points", n=s.points) + (f" · {s.number}" if openly and s.number else "")
        rows.append(SeatRow(ctx.name(s.seat), s.seat == ctx.me, words=words, after=after))
    return [seat_list(ctx.look, tuple(rows))]


def ended(ctx: Ctx) -> context.Screen:
    """Return what every phone shows after the match."""
    result = ctx.view.result
    assert result is not None
    content = [outcome_head(ctx.look, ctx.snap, result), ranking(ctx.look, ctx.snap, result)]
    return content, end_dock(ctx)


SCREEN = TableScreen(
    context=Ctx,
    pick=Pick(),
    moment=moment,
    awaited=awaited,
    seat=seat,
    ended=ended,
    public=lambda ctx: (seats(ctx), []),
    all_open=lambda ctx: seats(ctx, openly=True),
    answering=answering,
    ruling=lambda ctx: points_sheet(ctx, [(s.seat, s.points) for s in ctx.view.seats], most=9),
)
table = table_of(SCREEN)


def _table() -> Screen:
    return table


def _take_over() -> TakeOver:
    from toy_game.take_over import TAKE_OVER

    return TAKE_OVER


UI = GameUi(sign="数", table=_table, locale=str(Path(__file__).parent / "locale"), starter="", take_over=_take_over)
