"""Depth `scores`: entering the captured scrolls of a round, at once or trick by trick, against the supply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.scroll_trick.facts import Ctx, Pick, Taken, given, left_of, may, signed, without_one
from companion.games.scroll_trick.picker import ALL, tiles_line, value_chips
from companion.games.scroll_trick.prepare import dock
from companion.games.scroll_trick.rounds import finding_rows, sheet_rows
from companion.games.table.context import NO_HINT, Screen, with_entry
from companion.games.table.frame import lacks, seat_bar
from companion.ui import Act, Choice, Main, choice_bar, label_row
from referee.core.values import TABLE, Prompt
from referee.scroll_trick.cards import ROUNDS


def score(ctx: Ctx, prompt: Prompt) -> Screen:
    other = may(ctx.snap, "score_trick", TABLE)
    by_trick = prompt.ask.endswith("score_trick")
    bar: list[ft.Control] = []
    if not by_trick and other is not None:
        both = (Choice("round", ctx.t("whole_round")), Choice("trick", ctx.t("by_trick")))
        by_trick = ctx.pick.tab == "trick"
        bar = [choice_bar(ctx.look, both, "trick" if by_trick else "round", ctx.set("tab"))]
    content, answer = one_trick(ctx, other or prompt) if by_trick else whole_round(ctx, prompt)
    return [*bar, *content], answer


def whole_round(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the entry of all seats' captured scrolls (SCROLL-6.15, 6.18)."""
    t, look = ctx.t, ctx.look
    taken = tuple((seat, values) for seat, values in ctx.pick.taken if seat != "trick")
    seats = list(ctx.view.order)
    who = ctx.pick.who if ctx.pick.who in seats else seats[0]
    count, all_ = sum(len(values) for _, values in taken), prompt.params["count"]
    content: list[ft.Control] = [
        label_row(look, t("captured"), t("n_of_m", n=count, of=all_)),
        *(tiles_line(look, ctx.name(s), given(taken, s), ctx.change(_taken, s)) for s in seats),
        seat_bar(ctx, seats, who, ctx.set("who")),
        *chips(ctx, taken, ctx.change(_added, who, all_), _in_this_round(ctx)),
        *sheet_if_any(ctx),
    ]
    main = Main(t("scrolls_more", n=all_ - count), None, False)
    if count == all_:
        move = {"type": "score_round", "captured": {s: list(given(taken, s)) for s in seats}}
        main = Main(t("enter_round", round=prompt.params["round"]), ctx.move(move))
    return content, dock(ctx, prompt, main)


def one_trick(ctx: Ctx, prompt: Prompt) -> Screen:
    t, look = ctx.t, ctx.look
    seats = list(ctx.view.order)
    who = ctx.pick.who if ctx.pick.who in seats else ""
    values = given(ctx.pick.taken, "trick")
    most = min(len(seats), prompt.params["left"])
    content: list[ft.Control] = [
        seat_bar(ctx, seats, who, ctx.set("who"), t("winner")),
        tiles_line(look, t("n_of_m", n=len(values), of=most), values, ctx.change(_taken, "trick")),
        *chips(ctx, (("trick", values),), ctx.change(_added, "trick", most)),
        *sheet_if_any(ctx),
    ]
    main = lacks(ctx, "winner")
    if who:
        words = t("takes" if values else "takes_none", name=ctx.name(who), values=" ".join(map(signed, values)))
        main = Main(words, ctx.move({"type": "score_trick", "player": who, "values": list(values)}))
    return content, dock(ctx, prompt, main)


def chips(ctx: Ctx, taken: Taken, add: Act, instead: Sequence[int] = ()) -> list[ft.Control]:
    """Return the values to add, each with how many can still come, if the box was counted.

    What is entered replaces the scrolls in `instead`, which were entered before.
    """
    entered = [value for _, values in taken for value in values]
    left = [left_of(ctx.view, value, _fresh(ctx, entered.count(value) - instead.count(value), value)) for value in ALL]
    known = tuple(left) if any(n is not None for n in left) else ()
    return [value_chips(ctx.look, ALL, None, add, known)]


def _fresh(ctx: Ctx, more: int, value: int) -> int:
    """Return how many of `more` scrolls come from the pile: those of the first sets are counted already."""
    if ctx.view.round > 1 or value not in (3, 1, -1):
        return more
    captured, sets = sum(s.captured.count(value) for s in ctx.view.seats), len(ctx.view.seats)
    return max(captured + more, sets) - max(captured, sets)


def _in_this_round(ctx: Ctx) -> tuple[int, ...]:
    """Return the scrolls entered in this round, which is entered again because its tricks did not add up."""
    over = {s.seat: sum(len(r.captured[s.seat]) for r in ctx.view.rounds) for s in ctx.view.seats}
    return tuple(value for s in ctx.view.seats for value in s.captured[over[s.seat] :])


def _added(now: Pick, who: str, most: int, value: int) -> Pick:
    """Return the pick with one more scroll for a seat or for a trick, if there is space for one."""
    trick = who == "trick"
    if sum(len(values) for seat, values in now.taken if (seat == "trick") == trick) >= most:
        return now
    chosen = now.who if trick else who
    return replace(now, **NO_HINT, who=chosen, taken=with_entry(now.taken, who, (*given(now.taken, who), value)))


def _taken(now: Pick, who: str, at: int) -> Pick:
    return replace(now, taken=with_entry(now.taken, who, without_one(given(now.taken, who), at)))


def sheet_if_any(ctx: Ctx) -> list[ft.Control]:
    any_ = ctx.view.rounds or any(s.captured for s in ctx.view.seats)
    return [*(sheet_rows(ctx) if any_ else []), *finding_rows(ctx)]


def close(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the closing of a round whose scrolls are all entered; after the third the match ends."""
    last = ctx.view.round == ROUNDS
    move: dict[str, Any] = {"type": "final" if last else "close_round"}
    words = ctx.t("end_match") if last else ctx.t("close_round", n=ctx.view.round)
    return [*sheet_if_any(ctx)], dock(ctx, prompt, Main(words, ctx.move(move)))
