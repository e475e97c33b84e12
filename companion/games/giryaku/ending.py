"""The end of a match: who won and why, both graveyards, the last boards, what audits found, a recount."""

from __future__ import annotations

import flet as ft

from companion.games.giryaku.facing import boards
from companion.games.giryaku.facts import offered
from companion.games.giryaku.flip import reveal_board
from companion.games.giryaku.frame import Ctx
from companion.games.giryaku.hand import finding_rows
from companion.games.table.context import Screen
from companion.games.table.end import end_dock, outcome_head, ranking
from companion.games.table.frame import answer
from companion.ui import Act, Main, Side, button_side, icon_button, label_row, row, ruling_row, seat_face, text
from companion.ui.theme import Look
from referee.core.values import TABLE
from referee.giryaku.cards import OWNED

IC = ft.Icons


def ended(ctx: Ctx) -> Screen:
    view, t, look = ctx.view, ctx.t, ctx.look
    shows = offered(ctx.snap.prompts, "reveal_board", ctx.me)
    if ctx.pick.showing == "board" and shows is not None:
        content, dock = reveal_board(ctx, shows)
        return [*content, back(ctx)], dock
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


def back(ctx: Ctx) -> ft.Control:
    return button_side(ctx.look, ctx.t("back"), ctx.put(showing=""), IC.ARROW_BACK_SHARP, 48)


# Both graveyards, counted


def count(ctx: Ctx) -> Screen:
    """Draw the recount of both graveyards against the book (ledger section 8)."""
    rows, counts = counters(ctx)
    words = ctx.t("comma").join(f"{ctx.name(seat)} {n}" for seat, n in counts.items())
    main = Main(ctx.t("count_is", counts=words), ctx.declare({"type": "final_count", "counts": counts}, TABLE))
    about = text(ctx.look, "body", ctx.t("recount_about"), ctx.look.p.text_2)
    return [label_row(ctx.look, ctx.t("graveyards")), *rows, about], answer(
        ctx, "asked", ctx.t("over_line"), ctx.t("ask_recount"),
        Side(ctx.t("back"), None, ctx.put(showing="")), main,
    )  # fmt: skip


def counters(ctx: Ctx) -> tuple[list[ft.Control], dict[str, int]]:
    """Return a row for each seat with its number to change, and the numbers as they are now."""
    sizes = {seat.seat: seat.size for seat in ctx.view.seats}
    now = ctx.pick.counts if len(ctx.pick.counts) == len(sizes) else tuple(sizes.values())
    rows = [
        stepper(
            ctx.look,
            name := ctx.name(seat),
            seat,
            now[n],
            ctx.t("less", name=name),
            ctx.t("more", name=name),
            ctx.step(now, n, -1, OWNED),
            ctx.step(now, n, 1, OWNED),
        )
        for n, seat in enumerate(sizes)
    ]
    return rows, dict(zip(sizes, now, strict=True))


def stepper(look: Look, name: str, seat: str, n: int, less: str, more: str, down: Act, up: Act) -> ft.Control:
    """Draw a number of a seat with a button on either side."""
    figure = ft.Container(text(look, "numeral_s", str(n), align=ft.TextAlign.CENTER), width=52)
    return row(
        [
            seat_face(look, name, False, "", 36, seat=seat),
            text(look, "subject", name, lines=1, expand=True),
            icon_button(look, IC.REMOVE_SHARP, less, down),
            figure,
            icon_button(look, IC.ADD_SHARP, more, up),
        ],
        8,
    )
