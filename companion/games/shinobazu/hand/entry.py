"""Entering my hand, secretly: a picker that is there only while my cover is open."""

from __future__ import annotations

import flet as ft

from companion.games.shinobazu.facts import elsewhere, hand_chosen, seat_of
from companion.games.shinobazu.frame import Ctx
from companion.games.shinobazu.hand.picker import card_picker, enter
from companion.games.shinobazu.terms import card as in_words
from companion.games.table.context import Taught
from companion.games.table.frame import answer, cover
from companion.ui import Main, act, label_row, text
from referee.shinobazu.model import CARDS


def entry(ctx: Ctx) -> tuple[list[ft.Control], ft.Control]:
    """Draw the entry of a hand. What is tapped stays with the server and leaves the phone with the cover.

    The sentence for a first game is about the turn that comes after it.
    """
    look, t, view, me = ctx.look, ctx.t, ctx.view, ctx.me
    size, returned = seat_of(view, me).hand_size, seat_of(view, me).returned
    chosen = hand_chosen(ctx.snap.entering, view, me)
    gone = gone_cards(ctx, me)
    tap = act(enter, ctx.actions, ctx.choose("hint"), chosen, returned, tuple(gone), size)
    content: list[ft.Control] = [
        label_row(look, t("entry_title", n=size), t("n_of_m", n=len(chosen), of=size)),
        card_picker(look, chosen, tuple(gone), tap),
        text(look, "label", entry_hint(ctx, gone, returned), look.p.text, bold=bool(ctx.pick.hint)),
        text(look, "label", t("entry_about"), look.p.text_2, bold=False),
    ]
    complete = len(chosen) == size
    left = size - len(chosen)
    label = t("lock_it") if complete else t("card_more") if left == 1 else t("cards_more", n=left)
    move = {"type": "enter_hand", "cards": list(chosen)}
    dock = answer(
        ctx,
        "asked",
        t("new_deal"),
        t("ask.enter_now", n=size),
        cover(ctx),
        Main(label, ctx.declare(move) if complete else None, complete),
    )
    return Taught(content), dock


def gone_cards(ctx: Ctx, me: str) -> dict[str, str]:
    known = elsewhere(ctx.view, me)
    return {card: ctx.t(f"gone.{known[card][0]}", card=in_words(ctx.look, card), name=ctx.name(known[card][1]))
            for card in CARDS if card in known}  # fmt: skip


def entry_hint(ctx: Ctx, gone: dict[str, str], returned: tuple[str, ...]) -> str:
    """Say why the card that was tapped cannot be taken or taken away, else how long the cover stays open."""
    hint = ctx.pick.hint
    if hint in gone:
        return gone[hint]
    if hint in returned:
        return ctx.t("gone.returned", card=in_words(ctx.look, hint))
    return ctx.t("entry_closes")
