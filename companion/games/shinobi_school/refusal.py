"""Why a declaration of mine was refused, and what I may do instead; on this phone alone."""

from __future__ import annotations

import flet as ft

from companion.games.shinobi_school.cards.why import legal_of
from companion.games.shinobi_school.facts import spoken_set
from companion.games.shinobi_school.frame import Ctx
from companion.games.table.refusal import MOST_INSTEADS, advising
from companion.games.table.table_screen import Move
from companion.ui.sheets.sheet import Instead

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
    "wait": ("side", "way", "number", "size", "end"),
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
    """Return what may be declared instead, where everybody knows that it may: to collect, or to pass."""
    legal = legal_of(ctx, ctx.me)
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
