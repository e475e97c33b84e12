"""Choosing cards by kind, and the guards' cards: the split between two players, and the hand (SCORPION-3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import flet as ft

from companion.games.scorpion.facts import Ctx, my_guards
from companion.games.scorpion.setup.steps import (
    Draft,
    PartAtWork,
    S,
    declares,
    draft_of,
    keeper,
    packed,
    put,
    put_and_keep,
)
from companion.ui import (
    Act,
    Choice,
    Main,
    act,
    block,
    button_side,
    choice_bar,
    icon_button,
    list_panel,
    named,
    row,
    text,
    theme,
)
from companion.ui.base import fill_column
from companion.ui.theme import Look
from referee.scorpion.cards import KENJUTSU, KINDS, LEAST, SUGGESTED, TOTALS, Deck, cards, fits_deck
from referee.scorpion.setup.prompts import halves
from referee.scorpion.views.view_model import GuardsView

IC = ft.Icons
Counts = Mapping[str, int]


class Counted(NamedTuple):
    """One row: its key, its label, the number, whether one more may be taken, and a note on how many there are."""

    key: str
    label: str
    n: int
    more: bool
    about: str = ""


def chosen_of(ctx: Ctx, part: str, kinds: Sequence[str], known: Counts | None) -> dict[str, int]:
    """Return the chosen number of each kind: from the draft, else as it was declared."""
    begun = draft_of(ctx).one(part)
    if begun:
        return dict(zip(kinds, map(int, begun.split(".")), strict=True))
    return {kind: (known or {}).get(kind, 0) for kind in kinds}


def card_rows(
    ctx: Ctx,
    part: str,
    chosen: Counts,
    size: int,
    *,
    deck: Deck = "guards",
    listed: Counts | None = None,
    among: Counts | None = None,
    beside: Counts | None = None,
) -> ft.Control:
    """Return the rows in which `size` cards are chosen and kept as `part`.

    `among` limits the number of each kind; without it the deck list does, less the cards `beside`.
    """
    full = sum(chosen.values()) >= size
    there = cards({k: chosen.get(k, 0) + (beside or {}).get(k, 0) for k in {*chosen, *(beside or {})}})
    rows: list[Counted] = []
    for kind, n in chosen.items():
        fits = n < among.get(kind, 0) if among is not None else fits_deck(deck, (*there, kind), listed)
        most = among if among is not None else listed
        about = "" if most is None else ctx.t(f"{S}of_kind", n=most.get(kind, 0))
        rows.append(Counted(kind, ctx.look.t(f"scorpion.card.{kind}"), n, fits and not full, about))
    return counters(ctx.look, tuple(rows), stepping(ctx, part, chosen))


def stepping(ctx: Ctx, part: str, chosen: Counts) -> Act:
    """Return the act that takes one more or one less of a kind, and keeps the result as `part`."""
    return act(_count, keeper(ctx), draft_of(ctx), part, tuple(chosen.items()))


def _count(keep: Act, draft: Draft, part: str, chosen: tuple[tuple[str, int], ...], step: int, kind: str) -> None:
    counts = dict(chosen)
    counts[kind] += step
    keep(draft.but(part, packed(counts, counts)).texts)


@block
def counters(look: Look, rows: tuple[Counted, ...], on_step: Act) -> ft.Control:
    """Draw the rows; `on_step(step, key)` is called with 1 or −1."""
    return list_panel(look, [_counter(look, each, on_step) for each in rows])


def _counter(look: Look, each: Counted, on_step: Act) -> ft.Control:
    t, p = look.t, look.p
    words: list[ft.Control] = [text(look, "subject", each.label, lines=2 if look.scale > 1.15 else 1)]
    if each.about:
        words.append(text(look, "caption", each.about, p.text_2, line=16))
    less = act(on_step, -1, each.key) if each.n else None
    more = act(on_step, 1, each.key) if each.more else None
    figure = text(look, "mark", str(each.n), size=20, lines=1, align=ft.TextAlign.CENTER)
    number = named(f"{each.label} {each.n}", figure)
    return ft.Container(
        row(
            [
                fill_column(*words),
                icon_button(look, IC.REMOVE_SHARP, t("scorpion.screen.setup.less", name=each.label), less,
                            "" if less else p.text_3),
                ft.Container(number, width=32 * theme.numeral_scale(look), alignment=ft.Alignment.CENTER),
                icon_button(look, IC.ADD_SHARP, t("scorpion.screen.setup.more", name=each.label), more,
                            "" if more else p.text_3),
            ],
            0,
        ),
        padding=ft.Padding.only(left=13),
    )  # fmt: skip


def helps(ctx: Ctx, part: str, kinds: Sequence[str], suggested: Counts | None) -> ft.Control:
    """Return the buttons that choose the suggested cards at once (SCORPION-3.8), and that start again."""
    made: list[ft.Control] = []
    if suggested is not None:
        put_all = put(ctx, part, packed(kinds, suggested))
        made.append(button_side(ctx.look, ctx.t(f"{S}suggested"), put_all, IC.AUTO_AWESOME_SHARP, 48, True, True))
    made.append(button_side(ctx.look, ctx.t(f"{S}clear"), put(ctx, part, packed(kinds, {})), None, 48, True, True))
    return row(made, 10)


def suited(suggested: Counts, size: int, listed: Counts | None) -> dict[str, int] | None:
    """Return the suggested cards if there are `size` (SCORPION-3.8); None if not, or if the counted deck lacks one.

    An intruder's Kenjutsu cards may have other values in the deck than those suggested: any of them will do.
    """
    found = dict(suggested)
    if listed is not None:
        found = {kind: min(n, listed.get(kind, 0)) for kind, n in suggested.items()}
        for kind in [each for each in KENJUTSU if each in found]:
            wanted = sum(suggested.get(each, 0) for each in KENJUTSU) - sum(found.get(each, 0) for each in KENJUTSU)
            found[kind] = min(listed.get(kind, 0), found[kind] + wanted)
    return found if sum(found.values()) == size else None


def count_words(ctx: Ctx, now: int, size: int, what: str = "") -> str:
    """Return how many more cards, or more of `what`, must be chosen, for the label of the waiting button."""
    kind = f".{what}" if what else ""
    if now > size:
        return ctx.t(f"{S}too_many{kind}", n=now - size)
    return ctx.t(f"{S}more_needed{kind}", n=size - now)


def once_chosen(ctx: Ctx, label: str, declare: Act, now: int, size: int, what: str = "") -> Main:
    """Return the action that declares once `size` are chosen; until then it says how many more must be."""
    return Main(label, declare) if now == size else Main(count_words(ctx, now, size, what), None, False)


SHARES = ("sword", "spear")


def split(ctx: Ctx) -> PartAtWork:
    """Draw the split of all cards between two guard players (SCORPION-3.6)."""
    t, kinds, total = ctx.t, KINDS["guards"], TOTALS["guards"]
    deck, each = ctx.view.options.deck_list("guards"), total // 2
    own = my_guards(ctx)
    known: dict[str, Mapping[str, int] | None] = dict.fromkeys(SHARES)
    if own is not None and own.hand is None:
        known[ctx.role] = own.deck
    both = {share: chosen_of(ctx, share, kinds, known[share]) for share in SHARES}
    now = draft_of(ctx).one("share", ctx.role)
    other = SHARES[1 - SHARES.index(now)]
    bar = tuple(Choice(share, t(f"{S}share_{share}", n=sum(both[share].values()), of=each)) for share in SHARES)
    half = dict(zip(SHARES, halves(deck or LEAST["guards"]), strict=True))
    content = [
        choice_bar(ctx.look, bar, now, put_and_keep(ctx, "share"), tick=False),
        card_rows(ctx, now, both[now], each, listed=deck, beside=both[other]),
        helps(ctx, now, kinds, half[now] if sum(half[now].values()) <= each else None),
    ]
    left = next((share for share in SHARES if sum(both[share].values()) != each), "")
    if left:
        off = each - sum(both[left].values())
        key = "share_more" if off > 0 else "share_less"
        main = Main(t(f"{S}{key}", role=t(f"{S}weapon_{left}"), n=abs(off)), None, False)
    else:
        shares = {share: without_none(both[share]) for share in SHARES}
        main = Main(t(f"{S}note_split"), declares(ctx, {"type": "split_guard_cards", **shares}))
    return PartAtWork(content, t(f"{S}ask.split", total=total, each=each), main, "split", "SCORPION-3.6")


def hand(ctx: Ctx) -> PartAtWork:
    """Draw the choice of a guard player's hand; the rest is the deck (SCORPION-3.5, 3.6)."""
    t, deck, own = ctx.t, ctx.view.options.deck_list("guards"), my_guards(ctx)
    size = TOTALS["guards"] * 2 // 3 // len(ctx.view.stocks)
    clause = "SCORPION-3.5" if ctx.role == "guards" else "SCORPION-3.6"
    ask = t(f"{S}ask.hand", n=size, of=size * 3 // 2)
    if ctx.view.options.guard_cards == "counted":
        main = Main(t(f"{S}note_counted", n=size), declares(ctx, {"type": "choose_guard_hand"}))
        return PartAtWork([text(ctx.look, "body", t(f"{S}counted_about", n=size))], ask, main, "hand", clause)
    kinds = KINDS["guards"]
    stock = None if own is None else _stock(own) if ctx.role != "guards" else deck
    if stock is None and ctx.role != "guards":
        first = Main(t(f"{S}to_split"), ctx.choose("tab", "split"))
        return PartAtWork([text(ctx.look, "body", t(f"{S}split_first"))], ask, first, "hand", clause)
    chosen = chosen_of(ctx, "hand", kinds, None if own is None else own.hand)
    content = [
        card_rows(ctx, "hand", chosen, size, listed=deck, among=stock),
        helps(ctx, "hand", kinds, _suggested(size, stock)),
    ]
    declare = declares(ctx, {"type": "choose_guard_hand", "cards": without_none(chosen)})
    main = once_chosen(ctx, t(f"{S}note_cards", n=size), declare, sum(chosen.values()), size)
    return PartAtWork(content, ask, main, "hand", clause)


def _stock(own: GuardsView) -> dict[str, int] | None:
    """Return all cards of a guard player: the deck before the hand is chosen, hand and deck afterwards."""
    if own.deck is None:
        return None
    return {kind: own.deck.get(kind, 0) + (own.hand or {}).get(kind, 0) for kind in KINDS["guards"]}


def suggested_hand(ctx: Ctx) -> dict[str, int] | None:
    """Return the suggested hand of a guard player, if the cards include it (SCORPION-3.8).

    One of two players gets half of it from their own share: None until that is known.
    """
    size, among = TOTALS["guards"] * 2 // 3 // len(ctx.view.stocks), ctx.view.options.deck_list("guards")
    if ctx.role != "guards":
        own, split_ = my_guards(ctx), suggested_split(ctx)
        among = (None if own is None else _stock(own)) or (None if split_ is None else split_[ctx.role])
        if among is None:
            return None
    found = _suggested(size, among)
    return None if found is None else without_none(found)


def suggested_split(ctx: Ctx) -> dict[str, dict[str, int]] | None:
    """Return the halves of the deck, if it was counted; otherwise nobody knows which cards there are."""
    deck = ctx.view.options.deck_list("guards")
    return None if deck is None else dict(zip(SHARES, map(without_none, halves(deck)), strict=True))


def _suggested(size: int, among: Mapping[str, int] | None) -> dict[str, int] | None:
    """Return the suggested hand, or half of it for one of two players, if it has this size and the cards are there."""
    whole = SUGGESTED["guards"]
    for found in (dict(whole), {kind: n // 2 for kind, n in whole.items()}):
        fits = among is None or all(n <= among.get(kind, 0) for kind, n in found.items())
        if sum(found.values()) == size and fits:
            return found
    return None


def without_none(counts: Mapping[str, int]) -> dict[str, int]:
    return {kind: n for kind, n in counts.items() if n}
