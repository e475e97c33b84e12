"""Before the first turn: all earths are turned up, the first field is made, the starting seat is set."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.games.shinobi_school.cards import LARGE, all_of, face, grid, open_picker, tile
from companion.games.shinobi_school.facts import Ctx, Pick, heap_of, mansions, prompt_of, seats, waits, with_heap
from companion.games.shinobi_school.seats import heaven, mansion_row, seat_row
from companion.games.table.context import Screen
from companion.games.table.frame import asked, by_lot, declare_by_lot, lacks, seat_bar
from companion.ui import Act, Main, Side, act, block, button_side, label_row, on, pressable, text
from companion.ui.theme import Look
from referee.core.values import TABLE
from referee.shinobi_school.cards import Cards

IC = ft.Icons
FLIPS = "flips"
"""The key of the cards turned from the stock so far, in their order."""


# Turning up the earths (SCHOOL-9.3)


def reveal(ctx: Ctx) -> Screen:
    """Draw the entry of earths: seats without a noted one enter it, the others wait; then all are turned up.

    For a seat whose phone is away, and for a game master, one phone enters all.
    """
    prompt = prompt_of(ctx.snap, "reveal_earths")
    missing = tuple(prompt.params["seats"]) if prompt is not None else ()
    if not missing or not ctx.me or ctx.pick.naming == "all":
        return name_all(ctx, missing)
    content: list[ft.Control] = [seat_row(ctx.look, seats(ctx.snap, ctx.me)), *own_heaven(ctx)]
    for_all = button_side(ctx.look, ctx.t("name_all"), ctx.choose("naming", "all"), IC.GROUPS_SHARP, 48)
    if ctx.me not in missing:
        return [*content, for_all], waits(ctx)
    cards = heap_of(ctx.pick.heaps, ctx.me) or ()
    content += [*open_picker(ctx, ctx.me, all_of(ctx.view.highest), ctx.view.dealt), for_all]
    move = ctx.declare({"type": "reveal_earths", "earths": {ctx.me: list(cards)}})
    main = Main(ctx.t("my_earth_is", n=len(cards)), move) if cards else lacks(ctx, "earth")
    empty = None if cards else Side(ctx.t("my_earth_empty"), None, move)
    return content, asked(ctx, ctx.t("ask.my_earth"), main, left=empty, line=ctx.t("your_turn"))


def name_all(ctx: Ctx, missing: tuple[str, ...]) -> Screen:
    """Draw the entry of the earths that nobody noted, on one phone for all; then all are turned up."""
    view, t, look = ctx.view, ctx.t, ctx.look
    heaps = ctx.pick.heaps
    open_ = [seat for seat in missing if heap_of(heaps, seat) is None]
    at = ctx.pick.tab or (missing[0] if missing else "")
    content: list[ft.Control] = [seat_row(look, seats(ctx.snap, ctx.me)), *own_heaven(ctx)]
    content += [label_row(look, t("earths")), seat_bar(ctx, (s.seat for s in view.seats), at, ctx.choose("tab"))]
    if at and at not in missing and heap_of(heaps, at) is None:
        content.append(text(look, "label", t("noted_here", name=ctx.name(at)), look.p.text_2, bold=False))
        again = ctx.change(_named_anew, at)
        content.append(button_side(look, t("name_anew"), again, IC.EDIT_SHARP, 48))
    elif at:
        content += open_picker(ctx, at, all_of(view.highest), view.dealt)
    else:
        content.append(text(look, "label", t("all_noted"), look.p.text_2, bold=False))
    if at in open_:
        step = ctx.change(_on_to, at, next((s for s in open_ if s != at), at))
        main = Main(t("earth_is_empty", name=ctx.name(at)), step)
    elif open_:
        main = Main(t("next_earth", name=ctx.name(open_[0])), ctx.choose("tab", open_[0]))
    else:
        move = {"type": "reveal_earths", "earths": {seat: list(cards) for seat, cards in heaps}}
        main = Main(t("turn_up"), ctx.declare(move))
    return content, asked(ctx, t("ask.reveal"), main, line=t("for_all"))


def own_heaven(ctx: Ctx) -> list[ft.Control]:
    return [heaven(ctx)] if ctx.me and not ctx.acting else []


def _named_anew(now: Pick, seat: str) -> Pick:
    return replace(now, heaps=with_heap(now.heaps, seat, ()))


def _on_to(now: Pick, seat: str, following: str) -> Pick:
    return replace(now, heaps=with_heap(now.heaps, seat, heap_of(now.heaps, seat) or ()), tab=following)


# The first field (SCHOOL-10)


def first_field(ctx: Ctx) -> Screen:
    """Draw the entry of the cards turned from the stock, in order."""
    view, t, look = ctx.view, ctx.t, ctx.look
    prompt = prompt_of(ctx.snap, "first_field")
    turns_up = prompt.choices("first_field", "cards") if prompt is not None else ()
    can = frozenset(number for flips in turns_up for number in flips)
    flips = heap_of(ctx.pick.heaps, FLIPS) or ()
    faint = tuple((n, n not in can) for n in range(1, view.highest + 1))
    content: list[ft.Control] = [
        seat_row(look, seats(ctx.snap, ctx.me)),
        *own_heaven(ctx),
        label_row(look, t("turned")),
        flip_row(look, flips, ctx.change(_taken_back), t("none_turned")),
        flip_grid(look, faint, ctx.change(_flipped, can)),
        *start_row(ctx),
        *(mansion_row(look, m) for m in mansions(view, ctx.me)),
    ]
    if len(set(flips)) > 1:
        main = Main(t("make_field"), ctx.declare({"type": "first_field", "cards": list(flips)}))
    else:
        main = Main(t("turn_another" if flips else "turn_two"), None, False)
    return content, asked(ctx, t("ask.field"), main, line=t("for_all"))


def _flipped(now: Pick, can: frozenset[int], number: int) -> Pick:
    if number not in can:
        return now
    flips = heap_of(now.heaps, FLIPS) or ()
    # A different number ends the turning; a further tap replaces the last card.
    kept = flips[:-1] if len(set(flips)) > 1 else flips
    return replace(now, heaps=((FLIPS, (*kept, number)),))


def _taken_back(now: Pick) -> Pick:
    return replace(now, heaps=((FLIPS, (heap_of(now.heaps, FLIPS) or ())[:-1]),))


@block
def flip_row(look: Look, flips: Cards, back: Act, empty: str) -> ft.Control:
    """Draw the cards in the order of turning; a tap takes the last one back."""
    if not flips:
        return ft.Container(text(look, "label", empty, look.p.text_2, bold=False), height=LARGE[1])
    drawn = ft.Container(ft.Row([face(n, LARGE) for n in flips], spacing=6), on_click=on(back), height=LARGE[1])
    said = look.t("shinobi_school.screen.take_back", cards=", ".join(map(str, flips)))
    return pressable(said, drawn, back)


@block
def flip_grid(look: Look, numbers: tuple[tuple[int, bool], ...], tap: Act) -> ft.Control:
    """Draw the numbers of the deck; those of which all five have been seen are struck through."""
    tiles = [tile(look, n, faint=gone, handler=None if gone else act(tap, n)) for n, gone in numbers]
    return grid(tiles, spacing=5, run_spacing=5, wrap=look.scale >= 1.5)


# The starting seat (SCHOOL-11)


def start_row(ctx: Ctx) -> list[ft.Control]:
    """Return the choice of the starting seat, before it must be made."""
    drawn = ctx.view.options.first_start == "random"
    if prompt_of(ctx.snap, "set_start_player") is None or ctx.view.phase == "start" or drawn:
        return []
    return [
        label_row(ctx.look, ctx.t("who_starts")),
        seat_bar(ctx, (s.seat for s in ctx.view.seats), ctx.view.start or "", starts(ctx)),
    ]


def starts(ctx: Ctx) -> Act:
    """Return the act that declares who starts: the seat that its control adds."""
    return ctx.declare_chosen("player", {"type": "set_start_player"}, TABLE)


def start(ctx: Ctx) -> Screen:
    view, t, look, who = ctx.view, ctx.t, ctx.look, ctx.pick.who
    every = tuple(s.seat for s in view.seats)
    content: list[ft.Control] = [seat_row(look, seats(ctx.snap, ctx.me)), *own_heaven(ctx)]
    if view.options.first_start == "random":
        draw = act(declare_by_lot, starts(ctx), every)
        return content, asked(ctx, t("ask.draw"), Main(t("draw"), draw), line=t("for_all"))
    content += [seat_bar(ctx, every, who, ctx.choose("who")), by_lot(ctx, every, starts(ctx))]
    content += [mansion_row(look, m) for m in mansions(view, ctx.me)]
    main = Main(t("starts", name=ctx.name(who)), act(starts(ctx), who)) if who else lacks(ctx, "start")
    return content, asked(ctx, t("ask.start"), main, line=t("for_all"))
