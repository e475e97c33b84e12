"""The game's own rows of "More" at a Shinobi School table, and advice after a refused declaration."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.shinobi_school.facts import Ctx, Pick, mansions, spoken_set
from companion.games.shinobi_school.field import legal_of
from companion.games.shinobi_school.seats import mansion_row
from companion.games.table.context import in_turn, seat_of
from companion.games.table.frame import seat_bar
from companion.games.table.menu import MOST_INSTEADS, advising, head
from companion.games.table.table_screen import Move, Row
from companion.ui import act, button_side, icon_button, row, sheet, text
from companion.ui.sheets import Instead
from referee.core.values import TABLE
from referee.shinobi_school.moves import CountHeaven

IC = ft.Icons


ADVICE = advising(
    cards="between earth_size earth_twice empty_ equal_number flip_another hand_size heaven_size no_card not_dealt"
    " not_in_deck not_in_heaven one_number seen_elsewhere six_ sixth_card split_size too_few_ too_many_left two_flips",
    end="no_end_yet not_between_sides nothing_there one_tier only_tier own_set sealed_ three_or_more whole_tier",
    number="count_differs deal_too_large heaven_lacks loser_loses loses_too_much no_room_in_heaven only_one_winner"
    " players shown_size winner_holds_nothing wrong_deal",
    who="name_earths name_player not_in_game not_tied own_heaven which_side",
    wait="_has_acted belongs_ earth_first no_flush_now not_your_turn start_is_drawn still_missing",
    settled="agreed_already counted_already earth_lies ended entry_given_up flips_go_on heaven_has_changed match_over"
    " nothing_registered other_depth registered_already start_is_settled",
)
CLEARS = {
    "cards": ("number", "size"), "end": ("end",), "number": ("count", "lost"), "who": ("who",),
    "wait": ("side", "action", "number", "size", "end"),
}  # fmt: skip


def what(ctx: Ctx, move: Move) -> str:
    kind = str(move.get("type"))
    if kind == "place":
        cards = spoken_set(int(move.get("number") or 0), int(move.get("size") or 0))
        return ctx.t(f"what.place_{move.get('side')}", cards=cards)
    if kind == "collect":
        return ctx.t(f"what.collect_{move.get('end')}")
    return ""


def insteads(ctx: Ctx, move: Move) -> tuple[Instead, ...]:
    """Return the publicly legal alternatives: collecting, or passing."""
    legal = legal_of(ctx)
    side = str(move.get("side") or "")
    if legal is None or side not in legal["sides"] or move.get("type") not in ("place", "collect"):
        return ()
    found: list[Instead] = []
    field = ctx.view.field
    for end in legal["collect"][side]:
        if move.get("end") != end:
            tier = field[0 if end == "top" else -1]
            words = ctx.t(f"collect_into_{side}", cards=spoken_set(tier.number, tier.size))
            found.append((IC.SOUTH_SHARP, words, ctx.t(f"end.{end}"),
                          ctx.declare({"type": "collect", "side": side, "end": end})))  # fmt: skip
    pass_ = ctx.declare({"type": "pass_action", "side": side})
    found = found[: MOST_INSTEADS - 1]
    return (*found, (IC.DO_NOT_DISTURB_SHARP, ctx.t(f"pass_{side}"), ctx.t("pass_about"), pass_))


def mansions_sheet(ctx: Ctx) -> ft.Control | None:
    """Return the public facts of all mansions, once the earths are turned up."""
    rows = [mansion_row(ctx.look, m) for m in mansions(ctx.view, ctx.me)]
    return sheet(ctx.look, [head(ctx, ctx.t("mansions")), *rows]) if rows else None


def own_rows(ctx: Ctx) -> list[Row]:
    t, view, rows = ctx.t, ctx.view, list[Row]()
    if mansions(view):
        rows.append((IC.HOUSE_SHARP, t("mansions"), t("menu.mansions_about"), ctx.choose("sheet", "mansions")))
    if view.phase in CountHeaven.about.during and ctx.snap.role == "seat":
        rows.append((IC.CALCULATE_SHARP, t("menu.count"), t("menu.count_about"), ctx.choose("sheet", "count")))
    if view.phase == "turn" and ctx.me:
        rows.append((IC.HELP_OUTLINE_SHARP, t("menu.check"), t("menu.check_about"), ctx.choose("sheet", "check")))
    if ctx.me and seat_of(view, ctx.me).noted:
        withdraw = act(in_turn, ctx.declare({"type": "withdraw_entry"}), ctx.choose("sheet", ""))
        rows.append((IC.EDIT_OFF_SHARP, t("menu.withdraw"), t("menu.withdraw_about"), withdraw))
    return rows


def count_sheet(ctx: Ctx) -> ft.Control | None:
    """Return the sheet for counting a heaven: whose, and how many cards (SCHOOL-9.2)."""
    if ctx.view.phase not in CountHeaven.about.during:
        return None
    t, look, pick = ctx.t, ctx.look, ctx.pick
    who = pick.who or ctx.me or ctx.view.seats[0].seat
    size = pick.count if pick.count >= 0 else seat_of(ctx.view, who).heaven or 0
    figure = text(look, "numeral_m", str(size), align=ft.TextAlign.CENTER)
    parts: list[ft.Control] = [
        icon_button(look, IC.REMOVE_SHARP, t("count_less"), ctx.change(_counted, size, -1)),
        ft.Container(figure, width=72),
        icon_button(look, IC.ADD_SHARP, t("count_more"), ctx.change(_counted, size, 1)),
    ]
    move: dict[str, Any] = {"type": "count_heaven", "player": who, "size": size}
    go = act(in_turn, ctx.declare(move, TABLE), ctx.choose("sheet", ""))
    return sheet(
        look,
        [
            head(ctx, t("menu.count")),
            text(look, "label", t("count_about"), look.p.text_2, bold=False),
            seat_bar(ctx, (s.seat for s in ctx.view.seats), who, ctx.change(_of_seat)),
            row(parts, 8, alignment=ft.MainAxisAlignment.CENTER),
            button_side(look, t("counted", name=ctx.name(who), n=size), go),
        ],
        True,
    )


def _counted(now: Pick, start: int, by: int) -> Pick:
    return replace(now, count=max(0, (now.count if now.count >= 0 else start) + by))


def _of_seat(now: Pick, seat: str) -> Pick:
    return replace(now, who=seat, count=-1)
