"""The game's own rows of "More" at a Scroll Trick table, and advice after a refused declaration."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.games.scroll_trick.facts import Ctx, Pick, Slots, duty, may, signed
from companion.games.scroll_trick.picker import ALL
from companion.games.table.context import in_turn, seat_of, with_entry
from companion.games.table.frame import seat_bar
from companion.games.table.menu import advising, head
from companion.games.table.table_screen import Move, Row
from companion.ui import Choice, act, button_main, choice_bar, icon_button, label_row, row, sheet, text
from companion.ui.sheets import Instead
from referee.core.values import TABLE
from referee.scroll_trick.cards import HAND, TILES, least
from referee.scroll_trick.moves import ClaimRevoke

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
    """Return the open cards that must be played first, if a card that does not follow was refused (SCROLL-6.6, 6.7)."""
    if move.get("type") != "play_card" or not ctx.me:
        return ()
    return tuple(
        (IC.STYLE_SHARP, ctx.t("play_it", card=ctx.card(card)), "", ctx.declare({"type": "play_card", "card": card}))
        for card in duty(ctx.view, ctx.me)
    )


def may_start(ctx: Ctx) -> bool:
    """Tell whether the table may still name another start player (SCROLL-2.11)."""
    return may(ctx.snap, "set_start_player", TABLE) is not None


def own_rows(ctx: Ctx) -> list[Row]:
    t, rows, view = ctx.t, list[Row](), ctx.view
    if view.phase == "ended":
        return rows
    acts = ctx.snap.role in ("seat", "gm")
    if acts and may_start(ctx):
        rows.append((IC.FLAG_SHARP, t("menu.start"), t("menu.start_about"), ctx.put(sheet="start")))
    if acts and view.options.tile_counts is None and view.phase in ("setup", "deal", "between", "score"):
        rows.append((IC.INVENTORY_2_SHARP, t("menu.box"), t("menu.box_about"), ctx.put(sheet="box")))
    if ctx.me and view.options.depth == "plays" and view.phase in ClaimRevoke.about.during and view.trick:
        rows.append((IC.FLAG_SHARP, t("menu.claim"), t("menu.claim_about"), ctx.put(sheet="claim")))
    if ctx.snap.role == "gm" and ctx.open:
        rows.append((IC.EDIT_NOTE_SHARP, t("other_card"), t("other_card_about"), ctx.put(sheet="other_card", entry=0)))
    if ctx.me and ctx.snap.role == "seat":
        rows += entries(ctx)
    return rows


def entries(ctx: Ctx) -> list[Row]:
    """Return the rows for noting a hand, and for giving up wrong notes (ledger A7)."""
    t, me = ctx.t, seat_of(ctx.view, ctx.me)
    rows: list[Row] = []
    if may(ctx.snap, "register_hand", ctx.me) is not None:
        handler = act(in_turn, ctx.put(tab="hand", sheet=""), ctx.actions.secrets.keep)
        rows.append((IC.EDIT_SHARP, t("menu.register"), t("menu.register_about"), handler))
    for what, noted in (("hand", me.registered), ("scrolls", me.noted)):
        if noted:
            handler = act(in_turn, ctx.put(sheet=""), ctx.declare({"type": "withdraw_entry", "what": what}))
            rows.append((IC.EDIT_OFF_SHARP, t(f"menu.withdraw_{what}"), t("menu.withdraw_about"), handler))
    return rows


def start_sheet(ctx: Ctx) -> ft.Control | None:
    """Return the choice of the first start player (SCROLL-2.10, 2.11)."""
    if not may_start(ctx):
        return None
    seats = [s.seat for s in ctx.view.seats if s.seat != "shadow"]
    declare = ctx.declare_chosen("player", {"type": "set_start_player"}, "" if ctx.me else TABLE)
    choose = act(in_turn, ctx.put(sheet=""), declare)
    about = text(ctx.look, "body", ctx.look.t("scroll_trick.ask.set_start_player"), ctx.look.p.text_2)
    bar = seat_bar(ctx, seats, ctx.view.marker or "", choose)
    return sheet(ctx.look, [head(ctx, ctx.t("menu.start")), about, bar])


# The scrolls in the box


def box_sheet(ctx: Ctx) -> ft.Control:
    """Return the count of the box's scrolls (SCROLL-2.5): its total is 45, and later entries are checked against it."""
    look, t = ctx.look, ctx.t
    counts = counted(ctx.pick.values)
    cells = [_count(ctx, value, n) for value, n in counts.items()]
    total = sum(counts.values())
    full = total == TILES
    move = {"type": "configure", "tile_counts": counts}
    done = act(in_turn, ctx.move(move), ctx.put(sheet="", values=()))
    label = t("box_enter") if full else t("box_sum", n=total, of=TILES)
    return sheet(
        look,
        [
            head(ctx, t("menu.box")),
            text(look, "label", t("box_about"), look.p.text_2, bold=False),
            *(row(cells[at : at + 2], 10) for at in range(0, len(cells), 2)),
            label_row(look, t("n_of_m", n=total, of=TILES)),
            button_main(look, label, done if full else None, full),
        ],
    )


def counted(values: Slots) -> dict[int, int]:
    """Return the counts entered so far, starting from the least number of each in every box."""
    given = dict(values)
    return {value: given.get(str(value), least(value)) for value in ALL}


def _count(ctx: Ctx, value: int, n: int) -> ft.Control:
    look, name = ctx.look, signed(value)
    less, more = ctx.change(_counted, value, -1), ctx.change(_counted, value, 1)
    figure = text(look, "subject", str(n), lines=1, align=ft.TextAlign.CENTER)
    parts: list[ft.Control] = [
        ft.Container(text(look, "subject", name, lines=1), width=38 * min(look.scale, 1.3)),
        icon_button(look, IC.REMOVE_SHARP, ctx.t("one_less", value=name), less),
        ft.Container(figure, expand=True),
        icon_button(look, IC.ADD_SHARP, ctx.t("one_more", value=name), more),
    ]
    return ft.Container(row(parts, 0), expand=True)


def _counted(now: Pick, value: int, by: int) -> Pick:
    n = max(least(value), counted(now.values)[value] + by)
    return replace(now, values=with_entry(now.values, str(value), n))


# A claim


def claim_sheet(ctx: Ctx) -> ft.Control:
    """Return the claim that somebody did not follow in a trick of this round (ledger A1)."""
    look, t, view = ctx.look, ctx.t, ctx.view
    seats = [s.seat for s in view.seats if s.seat not in (ctx.me, "shadow")]
    last = max(1, min(view.trick, HAND))
    who = ctx.pick.who if ctx.pick.who in seats else ""
    trick = ctx.pick.trick if 1 <= ctx.pick.trick <= last else last
    numbers = tuple(Choice(str(n), str(n)) for n in range(1, last + 1))
    parts: list[ft.Control] = [
        head(ctx, t("menu.claim")),
        text(look, "label", t("claim_about"), look.p.text_2, bold=False),
        seat_bar(ctx, seats, who, ctx.set("who")),
        choice_bar(look, numbers, str(trick), ctx.choose_as("trick", int), label=t("trick_word"), tick=False),
    ]
    move = {"type": "claim_revoke", "accused": who, "trick": trick}
    done = act(in_turn, ctx.declare(move), ctx.put(sheet="")) if who else None
    label = t("claim_it", name=ctx.name(who), n=trick) if who else t("missing.player")
    return sheet(look, [*parts, button_main(look, label, done, bool(done))])
