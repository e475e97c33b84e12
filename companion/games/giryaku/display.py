"""The public table display of Giryaku: both boards read from two metres, what was done last, who must act."""

from __future__ import annotations

import flet as ft

from companion.games.giryaku.asked.opening import triples
from companion.games.giryaku.board.facing import boards
from companion.games.giryaku.effect import last_action
from companion.games.giryaku.frame import Ctx
from companion.games.giryaku.hand import finding_rows
from companion.games.giryaku.scores import owners
from companion.ui import label_row, ruling_row, still, text
from companion.ui.look import Look

IC = ft.Icons


def public(ctx: Ctx) -> tuple[list[ft.Control], list[ft.Control]]:
    """Return both boards, or in depth `scores` both graveyards; and what rules the moment."""
    return lying(ctx), side(ctx)


def lying(ctx: Ctx) -> list[ft.Control]:
    """Return both boards, or in depth `scores` both graveyards."""
    if ctx.view.options.depth == "scores":
        return owners(ctx)
    return [boards(ctx, big=ctx.look.wide)]


def side(ctx: Ctx) -> list[ft.Control]:
    """Return the turn, what was done last, what the box says, and what audits found."""
    view, look, t = ctx.view, ctx.look, ctx.t
    rows: list[ft.Control] = (
        [moment(look, view.turn)] if look.wide and view.turn and view.options.depth == "plays" else []
    )
    if view.phase in ("opening_draw", "opening_place", "opening_reveal"):
        rows += triples(ctx)
    done = last_action(ctx)
    if done:
        rows += [label_row(look, t("last_action")), *done]
    return [*rows, *warnings(ctx), *finding_rows(ctx), *(box(ctx) if look.wide else [])]


def warnings(ctx: Ctx, *, mine: bool = False) -> list[ft.Control]:
    """Return what rules the turn besides the boards: the ban of a first turn, the last turn, a further one.

    On my own turn (`mine`) the ban is said where the skill is.
    """
    view, t, rows = ctx.view, ctx.t, list[ft.Control]()
    for seat in view.seats:
        if seat.first_turn and not mine:
            name = ctx.name(seat.seat)
            rows.append(ruling_row(ctx.look, IC.BLOCK_SHARP, t("first_turn_ban"), t("first_turn_ban_about", name=name),
                                   "GIRYAKU-9.4", ctx.actions))  # fmt: skip
    if view.last:
        about = t("last_turn_about", name=ctx.name(view.last))
        rows.append(ruling_row(ctx.look, IC.FLAG_SHARP, t("last_turn_title"), about, "GIRYAKU-9.6", ctx.actions, True))
    if view.bonus:
        rows.append(
            ruling_row(ctx.look, IC.REPEAT_SHARP, t("bonus_title"), t("bonus_about"), "GIRYAKU-8.7", ctx.actions)
        )
    return rows


def box(ctx: Ctx) -> list[ft.Control]:
    """Return what the reference card of this box says, once it is settled."""
    options, look, t = ctx.view.options, ctx.look, ctx.t
    rows: list[ft.Control] = []
    if options.consume_map is not None:
        words = ctx.say("giryaku.consume_map", {"card": options.consume_map[0]})
        rows.append(ruling_row(look, options.consume_map[0], t("which_raids"), words, "GIRYAKU-8.8", ctx.actions))
    if options.nin_shi_range is not None:
        way = "custom" if isinstance(options.nin_shi_range, dict) else options.nin_shi_range
        words = look.t(f"giryaku.option.nin_shi_range.{way}")
        rows.append(ruling_row(look, IC.CLOSE_FULLSCREEN_SHARP, t("which_range"), words, "GIRYAKU-7.12", ctx.actions))
    return rows


@still
def moment(look: Look, turn: int) -> ft.Control:
    return ft.Row(
        [
            text(look, "numeral_xl", str(turn)),
            text(look, "headline", look.t("giryaku.screen.of_turns"), look.p.text_2, bold=False),
        ],
        spacing=16,
        vertical_alignment=ft.CrossAxisAlignment.END,
    )
