"""Choosing cards by kind: a row a kind with − and +, and the suggested hand in one tap (SCORPION-3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import flet as ft

from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.setup.draft import Draft, draft_of, keeper, packed, put, unpacked
from companion.games.scorpion.setup.steps import S
from companion.ui import Act, act, block, button_side, icon_button, list_panel, row, text, theme
from companion.ui.look import Look
from referee.scorpion.cards import KENJUTSU, Deck, cards, fits_deck

IC = ft.Icons
Counts = Mapping[str, int]


class Counted(NamedTuple):
    """One row: what is counted, its name, how many, whether one more may be taken, and a word on how many there are."""

    key: str
    label: str
    n: int
    more: bool
    about: str = ""


def chosen_of(ctx: Ctx, part: str, kinds: Iterable[str], known: Counts | None) -> dict[str, int]:
    """Return what is chosen of each kind: as begun here, else as it was declared."""
    every = tuple(kinds)
    text_ = draft_of(ctx).one(part)
    return unpacked(every, text_) if text_ else {kind: (known or {}).get(kind, 0) for kind in every}


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

    Of a kind there are as many as `among` says, or what the deck list leaves besides the cards `beside`.
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
    """Return the act that takes one more of a kind, or one less, and keeps all of it as `part`."""
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
    number = ft.Semantics(
        content=text(look, "mark", str(each.n), size=20, lines=1, align=ft.TextAlign.CENTER),
        label=f"{each.label} {each.n}", container=True, exclude_semantics=True,
    )  # fmt: skip
    return ft.Container(
        row(
            [
                ft.Column(words, spacing=0, tight=True, expand=True),
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


def helps(ctx: Ctx, part: str, kinds: Iterable[str], suggested: Counts | None) -> ft.Control:
    """Return the suggested cards in one tap (SCORPION-3.8), and the way to begin anew."""
    every = tuple(kinds)
    made: list[ft.Control] = []
    if suggested is not None:
        put_all = put(ctx, part, packed(every, suggested))
        made.append(button_side(ctx.look, ctx.t(f"{S}suggested"), put_all, IC.AUTO_AWESOME_SHARP, 48, True, True))
    made.append(button_side(ctx.look, ctx.t(f"{S}clear"), put(ctx, part, packed(every, {})), None, 48, True, True))
    return row(made, 10)


def suited(suggested: Counts, size: int, listed: Counts | None) -> dict[str, int] | None:
    """Return the suggested cards if they make such a hand (SCORPION-3.8); None where the counted deck lacks one.

    Of an intruder's Kenjutsu cards the deck may hold other values than those suggested: any of them will do.
    """
    found = dict(suggested)
    if listed is not None:
        found = {kind: min(n, listed.get(kind, 0)) for kind, n in suggested.items()}
        for kind in [each for each in KENJUTSU if each in found]:
            wanted = sum(suggested.get(each, 0) for each in KENJUTSU) - sum(found.get(each, 0) for each in KENJUTSU)
            found[kind] = min(listed.get(kind, 0), found[kind] + wanted)
    return found if sum(found.values()) == size else None


def count_words(ctx: Ctx, now: int, size: int, what: str = "") -> str:
    """Return how many more cards are to be chosen, for the button that waits for them; or more of `what`."""
    kind = f".{what}" if what else ""
    if now > size:
        return ctx.t(f"{S}too_many{kind}", n=now - size)
    return ctx.t(f"{S}more_needed{kind}", n=size - now)
