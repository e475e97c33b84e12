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
    LESSONS,
    SHOWN,
    Ctx,
    Pick,
    awaited,
    chosen_action,
    finding_rows,
    heap_of,
    lately,
    mansions,
    moment_of,
    prompt_of,
    seats,
)
from companion.games.shinobi_school.field import field_panel, legal_of, swept_line
from companion.games.shinobi_school.menu import ADVICE, CLEARS, count_sheet, insteads, mansions_sheet, own_rows, what
from companion.games.shinobi_school.scores import close, score
from companion.games.shinobi_school.seats import mansion_row, seat_row
from companion.games.shinobi_school.split import deal, entry, is_entering, split
from companion.games.shinobi_school.turn import ask_words, check_sheet, choices, declaration, turns, why_not
from companion.games.table.context import Screen, seat_of
from companion.games.table.frame import answer, back, back_row, line
from companion.games.table.game_master import may_act, nothing_due, points_sheet
from companion.games.table.table import table_of
from companion.games.table.table_screen import Change, TableScreen
from companion.ui import Main, button_side, label_row
from referee.core.values import TABLE
from referee.shinobi_school.moves import CountHeaven
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
    own = next((p for p in ctx.view.private if p.seat == seat.seat), None)
    earth, held = seat.earth, None
    if own is not None:
        earth = own.laid if own.laid is not None else seat.earth
        held = own.heaven if own.heaven is not None else own.hand
    if held is None and seat.known:
        held = seat.known
    return left_panel(ctx.look, ctx.name(seat.seat), seat.seat, False, None, held, earth, None, None)


# Answering


def answering(ctx: Ctx) -> Screen:
    """Draw the answer for a seat (`ctx.acting`) or for the table, and its dock with the way back."""
    view, seat = ctx.view, ctx.acting
    if not seat:
        return for_the_table(ctx)
    head = label_row(ctx.look, ctx.t("answer_for", name=ctx.name(seat)))
    if view.phase == "turn" and view.active == seat:
        return [head, field_panel(ctx), swept_line(ctx), *choices(ctx)], turn_dock(ctx)
    if view.phase == "split" and not seat_of(view, seat).ready:
        return split_for(ctx, head)
    if prompt_of(ctx.snap, "turn_up_earth", seat) is not None:
        return earth_of(ctx, head)
    prompt = prompt_of(ctx.snap, "show_heaven", seat)
    if view.phase == "scoring" and prompt is not None:
        return [head, *naming(ctx, prompt), back_row(ctx)], naming_dock(ctx, prompt)
    return nothing_due(ctx, [head])


def turn_dock(ctx: Ctx) -> ft.Control:
    legal = legal_of(ctx, ctx.acting)
    assert legal is not None
    pick = chosen_action(ctx.pick, legal)
    move, words = declaration(ctx, pick)
    main = Main(words, ctx.declare(move) if move is not None else None, move is not None)
    return answer(ctx, "asked", line(ctx), ask_words(ctx, pick), back(ctx), main, refuses=why_not(ctx, pick, legal))


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
    move: dict[str, Any] = {"type": "lay_earth"} if named is None else {"type": "lay_earth", "cards": list(named)}
    words = ctx.t("lies_unseen") if named is None else ctx.t("lock.earth", n=len(named))
    return content, answer(
        ctx, "asked", line(ctx), ctx.t("ask.earth", n=view.dealt), back(ctx), Main(words, ctx.declare(move))
    )


def for_the_table(ctx: Ctx) -> Screen:
    made = {"deal": deal, "reveal": reveal, "field": first_field, "start": start, "won": won, "score": score,
            "close": close, "tie": tie}.get(ctx.view.phase)  # fmt: skip
    if made is None:
        return nothing_due(ctx)
    content, dock = made(ctx)
    return [*content, back_row(ctx)], dock


# The game's own sheets


def ruling(ctx: Ctx) -> ft.Control:
    return points_sheet(ctx, [(s.seat, s.points) for s in ctx.view.seats], least=LEAST, most=MOST)


def changes(ctx: Ctx, move: Mapping[str, Any]) -> tuple[Change, ...]:
    """Return what an entry may be corrected to: the other side, the other end, another number of cards or player."""
    t = ctx.t
    found: list[Change] = []
    kind = move.get("type")
    if kind in ("place", "collect", "pass_action"):
        other = "earth" if move.get("side") == "heaven" else "heaven"
        found.append((other, t(other), {**move, "side": other}))
    if kind == "collect":
        end = "bottom" if move.get("end") == "top" else "top"
        found.append((end, t(f"end.{end}"), {**move, "end": end}))
    if kind == "place":
        size = int(move.get("size") or 1)
        found += [(str(k), t("cards_n", n=k), {**move, "size": k}) for k in (size - 1, size + 1) if 1 <= k <= 5]
    if kind == "set_start_player":
        found += [(s.seat, ctx.name(s.seat), {**move, "player": s.seat})
                  for s in ctx.view.seats if s.seat != move.get("player")][:4]  # fmt: skip
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
