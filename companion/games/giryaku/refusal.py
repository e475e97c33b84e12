"""Why a declaration of mine was refused at a Giryaku table, and what I may do instead; on this phone alone."""

from __future__ import annotations

import flet as ft

from companion.games.giryaku.facts import asked_of
from companion.games.giryaku.frame import Ctx
from companion.games.table.context import in_turn
from companion.games.table.refusal import advising
from companion.games.table.table_screen import Move
from companion.ui import act
from companion.ui.sheets.sheet import Instead

IC = ft.Icons


ADVICE = advising(
    card="bury_one card_unasked face_up first_turn first_turn_pair kept_missing lost_of_hand name_card no_such_card"
    " not_below not_in_hand not_in_that_hand not_noted not_seen note_card one_card pick_ place_one which_below",
    cards="box_holds cards_left entry_missing fifteen_ hand_of_two hand_size name_cards not_flipped not_of_opening"
    " not_that_pair nothing_chosen same_ seen_size three_cards two_cards two_extra_cards",
    where="board_full card_fell cell_ claim_column column_ hangs layout_unasked lower_ no_such_ note_layout"
    " nothing_to_ one_cell seen_there show_cells six_cells swap_only those_columns two_columns which_cell withdraw_one",
    answer="kind_ which_kind_raids which_range which_turn who_is_first",
    number="book_says count_both",
    who="not_in_game players",
    wait="count_after_last_turn first_lay first_redraw has_hand no_last_turn not_due not_your_turn opening_first"
    " show_opening_first say_no_hand",
    settled="board_stays dealt_already ended hand_empty last_turn_ match_over no_hand_to_enter no_redraw"
    " nothing_removed opening_placed_already opening_shown_already other_depth rearranging_fires_nothing"
    " revealed_already",
)
CLEARS = {
    "card": ("cards", "below"), "cards": ("cards", "noted"), "where": ("cells", "target"), "answer": ("raids", "reach"),
    "number": ("counts",), "wait": ("cards", "cells", "target"),
}  # fmt: skip


def what(ctx: Ctx, move: Move) -> str:
    kind, t = str(move.get("type")), ctx.t
    card = move.get("card") or ""
    if kind == "place" and card and not move.get("face_down"):
        return t("what.place", card=ctx.kinds(card), column=move.get("col"))
    if kind == "place":
        return t("what.place_down", column=move.get("col"))
    if kind in ("consume_one", "consume_two", "claim_skill"):
        cards = ctx.kinds(move.get("cards") or move.get("pair") or card)
        return t(f"what.{kind}", cards=cards)
    return t(f"what.{kind}") if ctx.look.t.has(f"{ctx.WORDS}what.{kind}") else t("what.other")


def insteads(ctx: Ctx, move: Move) -> tuple[Instead, ...]:
    """Return what may be done instead on my turn: place elsewhere, or consume."""
    t, prompt = ctx.t, asked_of(ctx.snap.prompts, ctx.me)
    if prompt is None or prompt.ask not in ("giryaku.ask.turn", "giryaku.ask.last_turn"):
        return ()
    found: list[Instead] = []
    if prompt.offer("place") is not None:
        again = act(in_turn, ctx.put(way="place", cards=(), cells=(), target=""), ctx.actions.pages.dismiss)
        found.append((IC.GRID_VIEW_SHARP, t("instead.place"), t("instead.place_about"), again))
    other = act(in_turn, ctx.put(way="consume", cards=(), cells=(), target=""), ctx.actions.pages.dismiss)
    found.append((IC.LOCAL_FIRE_DEPARTMENT_SHARP, t("instead.consume"), t("instead.consume_about"), other))
    return tuple(found)
