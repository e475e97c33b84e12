"""What only I may see at a Giryaku table: the pad, my noted hand, a raided hand, and why I was refused.

What is tapped under the cover stays on the server, and leaves the phone when the cover closes.
"""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.games.giryaku.board import kind_bar
from companion.games.giryaku.facing import SHORT, Effect, effect_panel
from companion.games.giryaku.facts import TURNS, Ctx, asked_of, offered, other_of, ring
from companion.games.table import end
from companion.games.table.context import in_turn, private_of, seat_of
from companion.games.table.menu import advising
from companion.games.table.table_screen import Move
from companion.ui import (
    Act,
    act,
    block,
    button_side,
    edge,
    hold_pad,
    label_row,
    palette,
    row,
    text,
    theme,
)
from companion.ui.secrecy import Held
from companion.ui.sheets import Instead
from companion.ui.theme import Look
from companion.ui.words import clipped
from referee.giryaku.cards import KINDS
from referee.giryaku.hands import CLAUSE
from referee.giryaku.view_model import Finding

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
        return t(f"what.{kind}", cards=ctx.kinds(move.get("cards") or move.get("pair") or card))
    return ""


def insteads(ctx: Ctx, move: Move) -> tuple[Instead, ...]:
    """Return the alternatives on my turn: placing elsewhere, or consuming."""
    t, prompt = ctx.t, asked_of(ctx.snap.prompts, ctx.me)
    if prompt is None or prompt.ask not in TURNS:
        return ()
    return tuple(
        (icon, t(f"instead.{action}"), t(f"instead.{action}_about"),
         act(in_turn, ctx.put(action=action, cards=(), cells=(), target=""), ctx.actions.pages.dismiss))
        for action, icon in (("place", IC.GRID_VIEW_SHARP), ("consume", IC.LOCAL_FIRE_DEPARTMENT_SHARP))
        if action == "consume" or prompt.offer("place") is not None
    )  # fmt: skip


def pad(ctx: Ctx) -> list[ft.Control]:
    """Return the pad that opens my cover. It is always there, whether anything is noted or not."""
    if ctx.acting:
        return []
    return [cover_pad(ctx.look, ctx.actions, ctx.snap.held, ctx.snap.tap_to_open)]


@block
def cover_pad(look: Look, actions: Actions, state: Held, tap: bool) -> ft.Control:
    return hold_pad(look, actions, state, tap=tap, kind="button", expand=None)


def secret_panel(ctx: Ctx) -> ft.Control | None:
    """Return, while my cover is open, what I know, in place of the skill's panel: the pad keeps its place.

    While the pad is held, it also says why I was refused. None if there is nothing to say.
    """
    refusal, own = ctx.snap.refusal, private_of(ctx.view, ctx.me)
    if not ctx.open or ctx.acting or own is None:
        return None
    if refusal is not None and ctx.snap.held == "held":
        why = Effect("", ctx.t("refused_title"), ctx.say(refusal.reason, refusal.params), refusal.clause, True)
        return effect_panel(ctx.look, ctx.actions, why)
    lines = [ctx.t("hand_line", cards=ctx.kinds(own.hand))] if own.hand is not None else []
    if own.spied is not None:
        name = clipped(ctx.name(other_of(ctx.view, ctx.me).seat), SHORT)
        lines.append(ctx.t("spied_line", name=name, cards=ctx.kinds(own.spied)))
    if not lines:
        return None
    return effect_panel(ctx.look, ctx.actions, Effect("", ctx.t("secret_title"), ctx.t("comma").join(lines)))


# Notes under the cover


def tag(ctx: Ctx, what: str) -> str:
    """Return the tag of a secret entry, so that one begun at an earlier moment is not taken for this one."""
    return f"{what}@{ctx.view.turn}.{ctx.view.due}.{ctx.me}"[:40]


def noted(ctx: Ctx, what: str) -> tuple[str, ...]:
    """Return the cards tapped so far in a secret entry; empty while covered."""
    every = ctx.pick.noted if ctx.acting else ctx.snap.entering
    return tuple(every[1:]) if every[:1] == (tag(ctx, what),) else ()


def note(ctx: Ctx, what: str, cards: tuple[str, ...]) -> Act:
    if ctx.acting:
        return ctx.put(noted=(tag(ctx, what), *cards))
    return act(ctx.actions.secrets.hands, (tag(ctx, what), *cards))


# With the cover open


def open_rows(ctx: Ctx, *, known: bool = False) -> list[ft.Control]:
    """Return what is shown while my cover is open: my hand or its entry, a raided hand, the findings of audits.

    `known`: the hands and their entry are already shown above.
    """
    own = private_of(ctx.view, ctx.me) if ctx.open else None
    if own is None:
        return []
    t = ctx.t
    rows: list[ft.Control] = []
    if may_enter(ctx):
        rows += [] if known else hand_entry(ctx)
    elif own.hand is not None and not known:
        rows.append(caption_row(ctx.look, t("your_hand"), ctx.kinds(own.hand)))
    if own.spied is not None and not known:
        name = ctx.name(other_of(ctx.view, ctx.me).seat)
        rows.append(caption_row(ctx.look, t("spied", name=name), ctx.kinds(own.spied)))
    return [*rows, *(finding_row(ctx, found) for found in own.findings)]


def hand_entry(ctx: Ctx) -> list[ft.Control]:
    """Return the entry of my whole hand, with which my moves are then compared."""
    lock = hand_lock(ctx)
    left = seat_of(ctx.view, ctx.me).hand - len(noted(ctx, "hand"))
    label = ctx.t("choose_n", n=left) if lock is None else ctx.t("note_hand")
    return [*hand_kinds(ctx), button_side(ctx.look, label, lock, IC.LOCK_SHARP, 48)]


def may_enter(ctx: Ctx) -> bool:
    """Tell whether my hand may be entered: it is not known, or a raid finds other cards in it (GIRYAKU-8.6)."""
    anew = ctx.view.due == "raid_take" and ctx.view.waits_for != ctx.me
    own, mine = private_of(ctx.view, ctx.me), seat_of(ctx.view, ctx.me)
    known = mine.hand_entered and (own is None or len(own.hand or ()) == mine.hand) and not anew
    return not known and offered(ctx.snap.prompts, "enter_hand", ctx.me) is not None


def hand_lock(ctx: Ctx) -> Act | None:
    """Return the act that notes my hand; None while cards are missing."""
    now = noted(ctx, "hand")
    full = len(now) == seat_of(ctx.view, ctx.me).hand
    return ctx.declare({"type": "enter_hand", "cards": list(now)}) if full else None


def hand_kinds(ctx: Ctx) -> list[ft.Control]:
    return noted_kinds(ctx, "hand", seat_of(ctx.view, ctx.me).hand, ctx.t("hand_title"), "in_hand")


def noted_kinds(ctx: Ctx, what: str, size: int, title: str, spoken: str) -> list[ft.Control]:
    """Return a secret entry of `size` cards by kind, under its title; `spoken` is the key of a kind's spoken words."""
    t, now = ctx.t, noted(ctx, what)
    taps = tuple(
        (kind, now.count(kind), t(spoken, card=ctx.kind(kind)), note(ctx, what, ring(now, kind, size)))
        for kind in KINDS
    )
    return [label_row(ctx.look, title, t("n_of_m", n=len(now), of=size)), kind_bar(ctx.look, "", taps)]


@block
def caption_row(look: Look, title: str, words: str) -> ft.Control:
    return ft.Container(
        row([text(look, "label", title, look.p.text_2), text(look, "subject", words, expand=True)], 10),
        padding=ft.Padding.symmetric(horizontal=12, vertical=8),
        border=edge(theme.LINE, palette.PAD_EDGE),
        border_radius=theme.R_BUTTON,
    )


def finding_row(ctx: Ctx, found: Finding) -> ft.Control:
    return end.finding_row(ctx, found, ctx.t(f"found.{found.kind}"), f"GIRYAKU-{CLAUSE[found.kind]}")


def finding_rows(ctx: Ctx) -> list[ft.Control]:
    """Return the public findings of audits, newest first."""
    return [finding_row(ctx, found) for found in ctx.view.findings[::-1]]
