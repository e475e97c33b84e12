"""What the guards gain by a return: cards from deck and discard pile, and more sleepers (SCORPION-23.9 to 23.11)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import flet as ft

from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.map import guards_marks
from companion.games.scorpion.setup.cards import Counted, card_rows, chosen_of, count_words, counters, stepping
from companion.games.scorpion.setup.draft import draft_of, put_told
from companion.games.scorpion.setup.guard_cards import mine
from companion.games.scorpion.setup.map import beside_switch
from companion.games.scorpion.setup.sleepers import bed_map, beds_of
from companion.games.scorpion.setup.steps import S, Work
from companion.ui import Choice, Main, choice_bar, label_row
from referee.core.offers import Counts
from referee.core.values import Prompt
from referee.scorpion.cards import KINDS
from referee.scorpion.setup.hands import deck_list
from referee.scorpion.views.view_model import GuardsView, StockView

DECK = ("deck",)
"""The one kind that is counted where cards from the deck stay unnamed."""


def bonus_cards(ctx: Ctx, prompt: Prompt) -> Work:
    """Draw what is taken into the hand, from the deck and from the pile that lies open (SCORPION-23.9)."""
    t, own = ctx.t, mine(ctx)
    stock = next(s for s in ctx.view.stocks if s.role == ctx.role)
    due = min(prompt.params["cards"], stock.deck_size + sum(stock.discard.values()))
    entered = ctx.view.options.guard_cards == "entered"
    kinds = KINDS["guards"] if entered else DECK
    unseen = chosen_of(ctx, "deck", kinds, None)
    seen = chosen_of(ctx, "discard", KINDS["guards"], None)
    from_deck, from_pile = sum(unseen.values()), sum(seen.values())
    now = draft_of(ctx).one("take", "deck")
    bar = (
        Choice("deck", t(f"{S}from_deck", n=from_deck)),
        Choice("discard", t(f"{S}from_pile", n=from_pile)),
    )
    room = due - from_pile if now == "deck" else due - from_deck
    content: list[ft.Control] = [
        choice_bar(ctx.look, bar, now, put_told(ctx, "take"), tick=False),
        label_row(ctx.look, t(f"{S}taken"), t(f"{S}n_of", n=from_deck + from_pile, of=due)),
    ]
    if now == "discard":
        content.append(card_rows(ctx, "discard", seen, room, among=stock.discard))
    elif entered:
        elsewhere = _elsewhere(ctx, stock, own) + Counter(seen)
        known = None if own is None else own.deck
        most = min(room, stock.deck_size)
        listed = deck_list(ctx.view.options, "guards") if ctx.role == "guards" else None
        content.append(card_rows(ctx, "deck", unseen, most, listed=listed, among=known, beside=elsewhere))
    else:
        more = from_deck < min(room, stock.deck_size)
        rows = (Counted("deck", t(f"{S}unnamed_cards"), from_deck, more),)
        content.append(counters(ctx.look, rows, stepping(ctx, "deck", unseen)))
    move: dict[str, Any] = {"type": "bonus_cards", "discard": {kind: n for kind, n in seen.items() if n}}
    move |= {"deck": {kind: n for kind, n in unseen.items() if n}} if entered else {"deck_count": from_deck}
    main = Main(t(f"{S}take_cards", n=due), ctx.declare(move))
    if from_deck + from_pile != due:
        main = Main(count_words(ctx, from_deck + from_pile, due), None, False)
    return Work(content, t(f"{S}ask.bonus_cards", n=due), main, "bonus_cards", "SCORPION-23.9")


def _elsewhere(ctx: Ctx, stock: StockView, own: GuardsView | None) -> Counter[str]:
    """Return the cards that a guard player knows not to lie in their deck."""
    there = Counter(stock.discard)
    if own is not None:
        there += Counter(own.hand or {}) + Counter(own.drawn or {})
    there["secret_passage"] += stock.front
    if ctx.role == "guards":
        there["kenjutsu"] += sum(c.wounds for c in ctx.view.characters)
    return there


def bonus_sleepers(ctx: Ctx, prompt: Prompt) -> Work:
    """Draw where the new sleepers lie down (SCORPION-23.10, 23.11)."""
    t, due = ctx.t, prompt.params["n"]
    offer = prompt.offer("bonus_sleepers")
    beds = offer.fields["sleepers"] if offer is not None else None
    groups = beds.groups if isinstance(beds, Counts) else ()
    free = {zone: group.most for group in groups for zone in group.keys if group.most}
    asleep = beds_of(ctx, free, {})
    own = mine(ctx)
    label, *rest = bed_map(ctx, free, asleep, due, () if own is None else tuple(guards_marks(own.marks)))
    content = [beside_switch(ctx, label), *rest]
    now = sum(asleep.values())
    move = {"type": "bonus_sleepers", "sleepers": {zone: n for zone, n in asleep.items() if n}}
    main = Main(t(f"{S}note_sleepers", n=due), ctx.declare(move))
    if now != due:
        main = Main(count_words(ctx, now, due, "sleepers"), None, False)
    return Work(content, t(f"{S}ask.bonus_sleepers", n=due), main, "bonus_sleepers", "SCORPION-23.10")
