"""The end of a match: who won and why, the findings of audits, a recount; and the depth `scores`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import flet as ft

from companion.games.giryaku.board import kind_bar, owner_row
from companion.games.giryaku.facing import SHORT, boards, owner
from companion.games.giryaku.facts import Ctx, Pick, around, asked, offered
from companion.games.giryaku.flip import reveal_board
from companion.games.giryaku.hand import finding_rows
from companion.games.table.context import Screen, seat_of
from companion.games.table.end import end_dock, outcome_head, ranking
from companion.games.table.frame import answer, lacks
from companion.ui import (
    Act,
    Choice,
    Main,
    Side,
    button_side,
    choice_bar,
    icon_button,
    label_row,
    row,
    ruling_row,
    seat_face,
    text,
)
from companion.ui.words import clipped
from referee.core.values import TABLE
from referee.giryaku.cards import CELLS, KINDS, OWNED
from referee.giryaku.scores import LEAST

IC = ft.Icons


def ended(ctx: Ctx) -> Screen:
    view, t, look = ctx.view, ctx.t, ctx.look
    shows = offered(ctx.snap.prompts, "reveal_board", ctx.me)
    if ctx.pick.showing == "board" and shows is not None:
        content, dock = reveal_board(ctx, shows)
        back = button_side(look, t("back"), ctx.put(showing=""), IC.ARROW_BACK_SHARP, 48)
        return [*content, back], dock
    recount = offered(ctx.snap.prompts, "final_count")
    if ctx.pick.showing == "count" and recount is not None and ctx.me:
        return count(ctx)
    assert view.result is not None
    content = [outcome_head(look, ctx.snap, view.result), ranking(look, ctx.snap, view.result), why(ctx)]
    if shows is not None:
        content.append(button_side(look, t("show_board"), ctx.put(showing="board"), IC.FLIP_SHARP, 48))
    if recount is not None and ctx.me:
        content.append(button_side(look, t("recount"), ctx.put(showing="count", counts=()), IC.CALCULATE_SHARP, 48))
    if view.options.depth == "plays":
        checks = t("checks_open", n=view.open_checks) if view.open_checks else t("checks_done")
        content += [label_row(look, t("checked"), checks), *finding_rows(ctx)]
        content += [label_row(look, t("last_boards")), boards(ctx)]
    return content, end_dock(ctx)


def why(ctx: Ctx) -> ft.Control:
    result = ctx.view.result
    assert result is not None
    key = result.reason.rpartition(".")[2]
    return ruling_row(ctx.look, IC.GAVEL_SHARP, ctx.t(f"why.{key}"), ctx.t(f"why_about.{key}"), result.clause,
                      ctx.actions, True)  # fmt: skip


# Recounting both graveyards


def count(ctx: Ctx) -> Screen:
    """Draw the recount of both graveyards against the records (ledger section 8)."""
    rows, main = counters(ctx)
    about = text(ctx.look, "body", ctx.t("recount_about"), ctx.look.p.text_2)
    return [label_row(ctx.look, ctx.t("graveyards")), *rows, about], answer(
        ctx, "asked", ctx.t("over_line"), ctx.t("ask_recount"),
        Side(ctx.t("back"), None, ctx.put(showing="")), main,
    )  # fmt: skip


def counters(ctx: Ctx) -> tuple[list[ft.Control], Main]:
    """Return a row for each seat with its number to change, and the action that declares these numbers."""
    sizes = {seat.seat: seat.size for seat in ctx.view.seats}
    now = ctx.pick.counts if len(ctx.pick.counts) == len(sizes) else tuple(sizes.values())
    counts = dict(zip(sizes, now, strict=True))
    rows = [
        stepper(ctx, ctx.name(seat), seat, size, partial(ctx.step, now, n, most=OWNED))
        for n, (seat, size) in enumerate(counts.items())
    ]
    words = ctx.t("comma").join(f"{ctx.name(seat)} {n}" for seat, n in counts.items())
    move = {"type": "final_count", "counts": counts}
    return rows, Main(ctx.t("count_is", counts=words), ctx.declare(move, TABLE))


def stepper(ctx: Ctx, name: str, seat: str, n: int, step: Callable[[int], Act], spoken: str = "") -> ft.Control:
    """Draw a number with a button on either side; `step(by)` returns the act that changes it.

    The buttons are called after what is `spoken`, if that is not the name.
    """
    look = ctx.look
    figure = ft.Container(text(look, "numeral_s", str(n), align=ft.TextAlign.CENTER), width=52)
    return row(
        [
            seat_face(look, name, False, "", 36, seat=seat),
            text(look, "subject", name, lines=1, expand=True),
            icon_button(look, IC.REMOVE_SHARP, ctx.t("less", name=spoken or name), step(-1)),
            figure,
            icon_button(look, IC.ADD_SHARP, ctx.t("more", name=spoken or name), step(1)),
        ],
        8,
    )


BURY, BOARD, END = "bury", "board", "end"
MOST = 6
"""The most cards entered at once."""


def scores(ctx: Ctx) -> Screen:
    if offered(ctx.snap.prompts, "final_count") is not None:
        return final_count(ctx)
    t, look = ctx.t, ctx.look
    tabs = (Choice(BURY, t("tab.bury")), Choice(BOARD, t("tab.board")), Choice(END, t("tab.end")))
    whose = tuple(Choice(s.seat, ctx.name(s.seat)) for s in ctx.view.seats)
    content: list[ft.Control] = [
        *owners(ctx),
        choice_bar(look, tabs, tab_of(ctx.pick), ctx.set("value"), tick=False),
        choice_bar(look, whose, ctx.pick.first, ctx.set("first")),
    ]
    draw = {BURY: bury, BOARD: board_count, END: end_rows}
    rows, main = draw[tab_of(ctx.pick)](ctx)
    last = offered(ctx.snap.prompts, "last_turn_done")
    if last is not None:
        seat = str(last.params["player"])
        over = ctx.declare({"type": "last_turn_done", "player": seat}, TABLE)
        content.append(button_side(look, t("last_turn_done", name=ctx.name(seat)), over, IC.FLAG_SHARP, 48))
    line = t("line.last_turn", name=ctx.name(ctx.view.last)) if last is not None else t("for_all")
    left = ctx.cleared() if ctx.pick.cards else None
    return [*content, *rows, *first_player(ctx)], asked(ctx, ctx.t("ask_scores"), main, line=line, left=left)


def tab_of(pick: Pick) -> str:
    """Return what is being entered: lost cards, cards on a board, or the end."""
    return pick.value if pick.value in (BOARD, END) else BURY


def owners(ctx: Ctx) -> list[ft.Control]:
    """Return both graveyards, mine last, with the cards chosen to be added."""
    rows = []
    for seat in around(ctx.view, ctx.me):
        rows.append(owner_row(ctx.look, owner(ctx, seat), ctx.look.wide))
        if seat.count is not None:
            rows.append(text(ctx.look, "caption", ctx.t("on_board", n=seat.count), ctx.look.p.text_2))
    return rows


def first_player(ctx: Ctx) -> list[ft.Control]:
    """Return the choice of the first player, while it may be entered (GIRYAKU-2.11)."""
    if offered(ctx.snap.prompts, "set_first_player") is None:
        return []
    buttons = [
        button_side(
            ctx.look, ctx.t("goes_first", name=clipped(ctx.name(s.seat), SHORT)),
            ctx.declare({"type": "set_first_player", "player": s.seat}, TABLE),
            IC.CHECK_SHARP if s.seat == ctx.view.first else None, 48, True, True,
        )
        for s in ctx.view.seats
    ]  # fmt: skip
    return [label_row(ctx.look, ctx.t("first_player_too")), ft.Row(list(buttons), spacing=8)]


def bury(ctx: Ctx) -> tuple[list[ft.Control], Main]:
    """Return the entry of cards that came to a graveyard (GIRYAKU-1.5)."""
    t, now, who = ctx.t, ctx.pick.cards, ctx.pick.first
    kinds = tuple((kind, now.count(kind), ctx.kind(kind), ctx.ring(kind, MOST)) for kind in KINDS)
    rows: list[ft.Control] = [
        kind_bar(ctx.look, "", kinds),
        text(ctx.look, "caption", t("bury_about"), ctx.look.p.text_2),
    ]
    if not who:
        return rows, lacks(ctx, "owner")
    if not now:
        return rows, lacks(ctx, "card")
    seat = seat_of(ctx.view, who)
    move = {"type": "graveyard_add", "player": who, "cards": list(now)}
    label = t("add_to", name=ctx.name(who), before=seat.size, after=seat.size + len(now))
    return rows, Main(label, ctx.declare(move, TABLE))


def board_count(ctx: Ctx) -> tuple[list[ft.Control], Main]:
    """Return the entry of the number of cards on a board (GIRYAKU-1.3)."""
    t, who = ctx.t, ctx.pick.first
    if not who:
        return [text(ctx.look, "caption", t("board_about"), ctx.look.p.text_2)], lacks(ctx, "owner")
    seat = seat_of(ctx.view, who)
    most = min(len(CELLS), OWNED - seat.size)
    n = min(most, ctx.pick.counts[0] if ctx.pick.counts else seat.count if seat.count is not None else 0)
    name = ctx.name(who)
    rows: list[ft.Control] = [
        stepper(ctx, name, seat.seat, n, partial(ctx.step, (n,), 0, most=most)),
        text(ctx.look, "caption", t("board_about"), ctx.look.p.text_2),
    ]
    return rows, Main(t("board_is", name=name, n=n), ctx.declare({"type": "board_count", "player": who, "n": n}, TABLE))


ENDS = ("empty", "pair", "no_hand")


def end_rows(ctx: Ctx) -> tuple[list[ft.Control], Main]:
    """Return the ways in which a match ends: an empty board, two onmyoji, a player without a hand."""
    t, who, shown = ctx.t, ctx.pick.first, ctx.pick.showing if ctx.pick.showing in ENDS else ""
    rows: list[ft.Control] = [
        choice_bar(ctx.look, (Choice(each, t(f"end.{each}")),), shown, ctx.set("showing")) for each in ENDS
    ]
    if shown == "pair":
        turns = (Choice("later", t("later_turn")), Choice("first", t("first_turn")))
        rows.append(choice_bar(ctx.look, turns, ctx.pick.below or "later", ctx.set("below")))
    if not shown:
        return rows, lacks(ctx, "end")
    if not who:
        return rows, lacks(ctx, "who")
    name = ctx.name(who)
    if shown == "no_hand":
        rows.append(text(ctx.look, "caption", t("no_hand_least", n=LEAST), ctx.look.p.text_2))
        return rows, Main(t("has_no_hand", name=name), ctx.declare({"type": "no_hand", "player": who}, TABLE))
    move: dict[str, Any] = {"type": "claim_empty_board", "winner": who}
    if shown == "pair":
        move = {"type": "claim_onmyoji_pair", "winner": who, "first_turn": ctx.pick.below == "first"}
    return rows, Main(t("wins", name=name), ctx.declare(move, TABLE))


def final_count(ctx: Ctx) -> Screen:
    """Draw the count of both graveyards, which must equal the recorded one (GIRYAKU-9.1)."""
    rows, main = counters(ctx)
    content = [*owners(ctx), label_row(ctx.look, ctx.t("graveyards")), *rows]
    return content, asked(ctx, ctx.say("giryaku.ask.final_count"), main, line=ctx.t("for_all"))
