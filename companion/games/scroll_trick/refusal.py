"""Why a declaration of mine was refused, and what I may do instead; on this phone alone."""

from __future__ import annotations

import flet as ft

from companion.games.scroll_trick.facts import duty
from companion.games.scroll_trick.frame import Ctx
from companion.games.table.refusal import advising
from companion.games.table.table_screen import Move
from companion.ui.sheets.sheet import Instead

IC = ft.Icons


ADVICE = advising(
    card="card_out card_shown card_twice must_follow must_follow_open no_closed_card no_such_card not_in_hand"
    " open_first open_missing open_next shadow_open_only shown_by_you three_from_left turn_leftmost",
    cards="deal_seven hand_size name_scrolls not_of_the_set one_on_each three_are_open turn_together",
    kind="five_kinds no_such_kind seven_numbers",
    number="a_value_each box_ count_every_value counted_too_few draw_three name_value no_more_scrolls no_scroll_there"
    " no_such_scroll not_the_set not_the_sets noted_otherwise nothing_entered one_a_seat own_three"
    " round_incomplete scroll_left scroll_twice supply too_many_scrolls",
    who="no_shadow not_in_game not_lowest not_tied nothing_played other_winner players shadow_seat_taken",
    wait="check_needs_hand last_round not_due not_the_last_round not_the_shadows_turn not_your_turn one_card"
    " owner_turns own_scrolls own_scrolls_only remedy_first seat_declares shadow_starts shadow_turns_leftmost"
    " start_chooses winner_leads_with_two",
    settled="all_have_ cards_in_play drawn_already ended face_up hand_given_up hand_registered_already has_set"
    " leftmost_is_up marker_given match_over no_hand_registered no_scroll_came no_scrolls_noted no_tie nothing_to_"
    " other_depth placed_already played_already round_entered seven_tricks turned_already",
)
CLEARS = {
    "card": ("card",), "cards": ("named",), "kind": ("kind",), "number": ("values", "slot", "taken", "noted"),
    "who": ("who",), "wait": ("card", "kind"),
}  # fmt: skip


def what(ctx: Ctx, move: Move) -> str:
    kind, card = str(move.get("type")), str(move.get("card") or "")
    if kind in ("play_card", "open_card") and card and not card.startswith("#"):
        return ctx.t(f"what.{kind}", card=ctx.card(card))
    return ""


def insteads(ctx: Ctx, move: Move) -> tuple[Instead, ...]:
    """Return the open cards that go first, where one was tried that does not follow (SCROLL-6.6, 6.7)."""
    if move.get("type") != "play_card" or not ctx.me:
        return ()
    return tuple(
        (IC.STYLE_SHARP, ctx.t("play_it", card=ctx.card(card)), "", ctx.declare({"type": "play_card", "card": card}))
        for card in duty(ctx.view, ctx.me)
    )
