"""The guards' cards in the set-up: split between two players, and the hand (SCORPION-3.5 to 3.8)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.setup.cards import card_rows, chosen_of, count_words, helps
from companion.games.scorpion.setup.draft import draft_of, put_told
from companion.games.scorpion.setup.steps import S, Work, declares
from companion.ui import Choice, Main, choice_bar, text
from referee.scorpion.cards import KINDS, LEAST, SUGGESTED, TOTALS
from referee.scorpion.setup.hands import deck_list
from referee.scorpion.setup.prompts import halves
from referee.scorpion.views.view_model import GuardsView

SHARES = ("sword", "spear")


def mine(ctx: Ctx) -> GuardsView | None:
    """Return what the guard player knows of their own cards and of the marks."""
    return next((own for own in ctx.view.guards if own.role == ctx.role), None)


def split(ctx: Ctx) -> Work:
    """Draw the split of all cards between two guard players (SCORPION-3.6)."""
    t, kinds, total = ctx.t, KINDS["guards"], TOTALS["guards"]
    deck, each = deck_list(ctx.view.options, "guards"), total // 2
    own = mine(ctx)
    known: dict[str, Mapping[str, int] | None] = dict.fromkeys(SHARES)
    if own is not None and own.hand is None:
        known[ctx.role] = own.deck
    both = {share: chosen_of(ctx, share, kinds, known[share]) for share in SHARES}
    now = draft_of(ctx).one("share", ctx.role)
    other = SHARES[1 - SHARES.index(now)]
    bar = tuple(Choice(share, t(f"{S}share_{share}", n=sum(both[share].values()), of=each)) for share in SHARES)
    half = dict(zip(SHARES, halves(deck or LEAST["guards"]), strict=True))
    content = [
        choice_bar(ctx.look, bar, now, put_told(ctx, "share"), tick=False),
        card_rows(ctx, now, both[now], each, listed=deck, beside=both[other]),
        helps(ctx, now, kinds, half[now] if sum(half[now].values()) <= each else None),
    ]
    left = next((share for share in SHARES if sum(both[share].values()) != each), "")
    if left:
        off = each - sum(both[left].values())
        key = "share_more" if off > 0 else "share_less"
        main = Main(t(f"{S}{key}", role=t(f"{S}weapon_{left}"), n=abs(off)), None, False)
    else:
        shares = {share: _without_none(both[share]) for share in SHARES}
        main = Main(t(f"{S}note_split"), declares(ctx, {"type": "split_guard_cards", **shares}))
    return Work(content, t(f"{S}ask.split", total=total, each=each), main, "split", "SCORPION-3.6")


def hand(ctx: Ctx) -> Work:
    """Draw the choice of a guard player's hand; the rest is the deck (SCORPION-3.5, 3.6)."""
    t, deck = ctx.t, deck_list(ctx.view.options, "guards")
    size, clause = (
        TOTALS["guards"] * 2 // 3 // len(ctx.view.stocks),
        "SCORPION-3.5" if ctx.role == "guards" else "SCORPION-3.6",
    )
    own = mine(ctx)
    total = size * 3 // 2
    ask = t(f"{S}ask.hand", n=size, of=total)
    if ctx.view.options.guard_cards == "counted":
        main = Main(t(f"{S}note_counted", n=size), declares(ctx, {"type": "choose_guard_hand"}))
        return Work([text(ctx.look, "body", t(f"{S}counted_about", n=size))], ask, main, "hand", clause)
    kinds = KINDS["guards"]
    stock = None if own is None else _stock(own) if ctx.role != "guards" else deck
    if stock is None and ctx.role != "guards":
        first = Main(t(f"{S}to_split"), ctx.choose("tab", "split"))
        return Work([text(ctx.look, "body", t(f"{S}split_first"))], ask, first, "hand", clause)
    chosen = chosen_of(ctx, "hand", kinds, None if own is None else own.hand)
    n = sum(chosen.values())
    content = [
        card_rows(ctx, "hand", chosen, size, listed=deck, among=stock),
        helps(ctx, "hand", kinds, _suggested(SUGGESTED["guards"], size, stock)),
    ]
    move = {"type": "choose_guard_hand", "cards": _without_none(chosen)}
    main = Main(t(f"{S}note_cards", n=size), declares(ctx, move))
    return Work(content, ask, main if n == size else Main(count_words(ctx, n, size), None, False), "hand", clause)


def _stock(own: GuardsView) -> dict[str, int] | None:
    """Return all cards of a guard player: before the hand is chosen the deck holds them, after it hand and deck."""
    if own.deck is None:
        return None
    return {kind: own.deck.get(kind, 0) + (own.hand or {}).get(kind, 0) for kind in KINDS["guards"]}


def suggested_hand(ctx: Ctx) -> dict[str, int] | None:
    """Return the suggested hand of a guard player, if the cards have it (SCORPION-3.8).

    One of two players has half of it, among their own share: None until that is known.
    """
    size, among = TOTALS["guards"] * 2 // 3 // len(ctx.view.stocks), deck_list(ctx.view.options, "guards")
    if ctx.role != "guards":
        own, split_ = mine(ctx), suggested_split(ctx)
        among = (None if own is None else _stock(own)) or (None if split_ is None else split_[ctx.role])
        if among is None:
            return None
    found = _suggested(SUGGESTED["guards"], size, among)
    return None if found is None else _without_none(found)


def suggested_split(ctx: Ctx) -> dict[str, dict[str, int]] | None:
    """Return the halves of the deck, where the box's owner has counted it: nobody else knows which cards there are."""
    deck = deck_list(ctx.view.options, "guards")
    return None if deck is None else dict(zip(SHARES, map(_without_none, halves(deck)), strict=True))


def _suggested(whole: Mapping[str, int], size: int, among: Mapping[str, int] | None) -> dict[str, int] | None:
    """Return the suggested hand if it has this size, or half of it for one of two players, and there are the cards."""
    for found in (dict(whole), {kind: n // 2 for kind, n in whole.items()}):
        fits = among is None or all(n <= among.get(kind, 0) for kind, n in found.items())
        if sum(found.values()) == size and fits:
            return found
    return None


def _without_none(counts: Mapping[str, int]) -> dict[str, int]:
    return {kind: n for kind, n in counts.items() if n}
