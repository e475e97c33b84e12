"""The table of Shinobi School on one phone: a player's, the table display's, the game master's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import flet as ft

from companion.games.shinobi_school.begin import first_field, reveal, start
from companion.games.shinobi_school.cards import SMALL, TINY, all_of, open_picker
from companion.games.shinobi_school.ending import (
    counted,
    ended,
    last_round,
    left_panel,
    naming,
    naming_dock,
    score_rows,
    scoring,
    tie,
    won,
    won_row,
)
from companion.games.shinobi_school.facts import (
    FOR_ALL,
    LESSONS,
    SHOWN,
    Ctx,
    Pick,
    awaited,
    finding_rows,
    heap_of,
    lately,
    mansions,
    moment_of,
    prompt_of,
    seats,
)
from companion.games.shinobi_school.field import ENDS, field_panel, swept_line
from companion.games.shinobi_school.menu import ADVICE, CLEARS, count_sheet, insteads, mansions_sheet, own_rows, what
from companion.games.shinobi_school.scores import close, score
from companion.games.shinobi_school.seats import mansion_row, seat_row
from companion.games.shinobi_school.split import deal, entry, is_entering, split
from companion.games.shinobi_school.turn import check_sheet, choices, my_turn, turns
from companion.games.table.context import Screen, private_of, seat_of
from companion.games.table.frame import answer, back, back_row, line
from companion.games.table.game_master import may_act, nothing_due, points_sheet
from companion.games.table.table import table_of
from companion.games.table.table_screen import Change, TableScreen, others
from companion.ui import Main, button_side, label_row
from referee.core.values import TABLE
from referee.shinobi_school.moves import SIDES, CountHeaven
from referee.shinobi_school.view_model import SeatView

WIDE = 320
"""The height in pixels of the tiers on a tablet."""
TALL = 190
"""Their height on a phone on which nothing is chosen."""


def public(ctx: Ctx) -> tuple[list[ft.Control], list[ft.Control]]:
    """Return the public screen, left and right: the field and the seats, then the mansions and the sheet."""
    view, look = ctx.view, ctx.look
    left: list[ft.Control] = [seat_row(look, seats(ctx.snap), None, look.wide)]
    playing = view.phase in ("turn", "start")
    if playing:
        left += [field_panel(ctx, WIDE if look.wide else TALL), swept_line(ctx)]
    elif view.phase == "won":
        left += [won_row(ctx), field_panel(ctx, WIDE if look.wide else TALL)]
    elif view.phase == "scoring":
        left += [won_row(ctx), *counted(ctx)]
    else:
        left += last_round(ctx)
    right: list[ft.Control] = []
    if view.phase in ("field", "start", "turn", "won"):
        size = SMALL if look.wide and len(view.seats) < 4 else TINY
        right += [label_row(look, ctx.t("mansions")), *(mansion_row(look, m, size) for m in mansions(view))]
    if playing or view.phase == "won":
        right += lately(ctx, SHOWN if view.options.history_visible == "all" else 1)
    return left, [*right, *finding_rows(ctx), *score_rows(ctx)]


IC = ft.Icons
LEAST, MOST = -585, 99
"""The range of totals for a house ruling; the least is what three rounds can cost."""


def all_open(ctx: Ctx) -> list[ft.Control]:
    made: list[ft.Control] = [seat_row(ctx.look, seats(ctx.snap))]
    if ctx.view.field:
        made += [field_panel(ctx, 150), swept_line(ctx)]
    if ctx.view.phase in CountHeaven.about.during and may_act(ctx):
        made.append(button_side(ctx.look, ctx.t("menu.count"), ctx.choose("sheet", "count"), IC.CALCULATE_SHARP, 48))
    if ctx.view.may_agree and may_act(ctx):
        sweep = ctx.declare({"type": "agree_flush"}, TABLE)
        made.append(button_side(ctx.look, ctx.t("agree_all"), sweep, IC.AIR_SHARP, 48))
    return [*made, *(open_mansion(ctx, s) for s in ctx.view.seats if ctx.view.options.depth == "plays")]


def open_mansion(ctx: Ctx, seat: SeatView) -> ft.Control:
    own = private_of(ctx.view, seat.seat)
    earth, held = seat.earth, seat.known or None
    if own is not None:
        earth = own.laid if own.laid is not None else earth
        held = next((cards for cards in (own.heaven, own.hand) if cards is not None), held)
    return left_panel(ctx.look, ctx.name(seat.seat), seat.seat, False, None, held, earth, None, None)


# Answering


def answering(ctx: Ctx) -> Screen:
    """Draw the answer for a seat (`ctx.acting`) or for the table, and its dock with the way back."""
    view, seat = ctx.view, ctx.acting
    if not seat:
        return for_the_table(ctx)
    head = label_row(ctx.look, ctx.t("answer_for", name=ctx.name(seat)))
    if view.phase == "turn" and view.active == seat:
        return [head, field_panel(ctx), swept_line(ctx), *choices(ctx)], my_turn(ctx)
    if view.phase == "split" and not seat_of(view, seat).ready:
        return split_for(ctx, head)
    if prompt_of(ctx.snap, "turn_up_earth", seat) is not None:
        return earth_of(ctx, head)
    prompt = prompt_of(ctx.snap, "show_heaven", seat)
    if view.phase == "scoring" and prompt is not None:
        return [head, *naming(ctx, prompt), back_row(ctx)], naming_dock(ctx, prompt)
    return nothing_due(ctx, [head])


def earth_of(ctx: Ctx, head: ft.Control) -> Screen:
    """Draw the entry of an earth that a seat has turned up."""
    seat = ctx.acting
    named = heap_of(ctx.pick.heaps, seat) or ()
    move = ctx.declare({"type": "reveal_earths", "earths": {seat: list(named)}})
    words = ctx.t("my_earth_is", n=len(named)) if named else ctx.t("earth_is_empty", name=ctx.name(seat))
    content = [head, *open_picker(ctx, seat, all_of(ctx.view.highest), ctx.view.dealt)]
    ask = ctx.t("ask.earth_of", name=ctx.name(seat))
    return content, answer(ctx, "asked", line(ctx), ask, back(ctx), Main(words, move))


def split_for(ctx: Ctx, head: ft.Control) -> Screen:
    """Draw the laying of an earth on behalf of a seat: its cards may be entered, or left unknown."""
    view, seat = ctx.view, ctx.acting
    named = heap_of(ctx.pick.heaps, seat)
    content = [head, *open_picker(ctx, seat, all_of(view.highest), view.dealt)]
    main = Main(ctx.t("lies_unseen"), ctx.declare({"type": "lay_earth"}))
    if named is not None:
        main = Main(ctx.t("lock.earth", n=len(named)), ctx.declare({"type": "lay_earth", "cards": list(named)}))
    return content, answer(ctx, "asked", line(ctx), ctx.t("ask.earth", n=view.dealt), back(ctx), main)


def for_the_table(ctx: Ctx) -> Screen:
    if ctx.view.phase not in FOR_ALL or ctx.view.phase == "ended":
        return nothing_due(ctx)
    content, dock = PHASES[ctx.view.phase](ctx)
    return [*content, back_row(ctx)], dock


# The game's own sheets


def ruling(ctx: Ctx) -> ft.Control:
    return points_sheet(ctx, [(s.seat, s.points) for s in ctx.view.seats], least=LEAST, most=MOST)


def changes(ctx: Ctx, move: Mapping[str, Any]) -> tuple[Change, ...]:
    """Return what an entry may be corrected to: the other side, the other end, another number of cards or player."""
    t, kind, found = ctx.t, move.get("type"), list[Change]()
    if kind in ("place", "collect", "pass_action"):
        found += others(move, "side", {side: t(side) for side in SIDES})
    if kind == "collect":
        found += others(move, "end", {end: t(f"end.{end}") for end in ENDS})
    if kind == "place":
        size = int(move.get("size") or 1)
        found += others(move, "size", {k: t("cards_n", n=k) for k in (size - 1, size + 1) if 1 <= k <= 5})
    if kind == "set_start_player":
        found += others(move, "player", {s.seat: ctx.name(s.seat) for s in ctx.view.seats})[:4]
    return tuple(found)


PHASES: Mapping[str, Callable[[Ctx], Screen]] = {
    "deal": deal,
    "split": split,
    "reveal": reveal,
    "field": first_field,
    "start": start,
    "turn": turns,
    "won": won,
    "scoring": scoring,
    "score": score,
    "close": close,
    "tie": tie,
}
"""A seat's screen in each phase, in the order of play."""


def seat_screen(ctx: Ctx) -> Screen:
    return entry(ctx) if is_entering(ctx) else PHASES[ctx.view.phase](ctx)


SCREEN = TableScreen(
    context=Ctx,
    pick=Pick(),
    moment=moment_of,
    awaited=awaited,
    seat=seat_screen,
    ended=ended,
    lessons=LESSONS,
    public=public,
    sheets={"mansions": mansions_sheet, "count": count_sheet, "check": check_sheet},
    rows=own_rows,
    advice=ADVICE,
    clears=CLEARS,
    what=what,
    insteads=insteads,
    all_open=all_open,
    findings=finding_rows,
    answering=answering,
    ruling=ruling,
    changes=changes,
)
table = table_of(SCREEN)
