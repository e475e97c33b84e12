"""The deal and the split: the number of cards, entering mine secretly, laying my earth face down (O13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flet as ft

from companion.games.shinobi_school.begin import start_row
from companion.games.shinobi_school.cards import SIGNS, Most, all_of, secret_picker
from companion.games.shinobi_school.ending import last_round, score_rows
from companion.games.shinobi_school.facts import HELD, Ctx, entered, finding_rows, groups, prompt_of, seats, waits
from companion.games.shinobi_school.seats import heaven, seat_row
from companion.games.table.context import Screen, in_turn, private_of, seat_of
from companion.games.table.frame import answer, asked, cover
from companion.tables.match_draft import Option
from companion.ui import Choice, Main, Side, act, button_side, choice_bar, column, label_row, row, ruling_row, text
from companion.ui.options import Choose, steps, title_of
from companion.ui.theme import Look
from referee.core.offers import Some
from referee.shinobi_school.cards import COPIES, DEAL_TABLE, HIGHEST
from referee.shinobi_school.rounds import FLIPS

LEAST = {"cards": 1, "highest": 2}
MOST = 20
"""The most cards that a player may be dealt."""


def deals(look: Look, option: Option, value: Any, choose: Choose) -> ft.Control:
    """Return whether a table deals by the rules and, if not, what each number of players gets."""
    t = look.t
    choices = (Choice("rules", t("new.deal.rules")), Choice("own", t("new.deal.own")))
    bar = choice_bar(look, choices, "rules" if value is None else "own", act(_begin, option, value, choose))
    title = title_of(look, "shinobi-school", option)
    parts: list[ft.Control] = [text(look, "subject", title, lines=2), bar]
    if value is not None:
        now = _whole(value)
        for players in now:
            parts += _deal(look, players, now, option.key, choose)
    return column(parts, spacing=6)


def span(key: str, players: int, cards: int, highest: int) -> tuple[int, int]:
    """Return the range of the cards each, or of the highest number, such that a first field is left over."""
    if key == "cards":
        return LEAST[key], min(MOST, (COPIES * highest - FLIPS) // players)
    return max(LEAST[key], -(-(cards * players + FLIPS) // COPIES)), HIGHEST


def _whole(value: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """Return a deal for each number of players: the table's own, else that of the rules."""
    rules = {str(players): {"cards": deal.cards, "highest": deal.highest} for players, deal in DEAL_TABLE.items()}
    return rules | {str(players): dict(deal) for players, deal in value.items()}


def _deal(
    look: Look, players: str, now: dict[str, dict[str, int]], key: str, choose: Choose
) -> tuple[ft.Control, ft.Control, ft.Control, ft.Control]:
    t, deal = look.t, now[players]
    title = t("new.deal.players", n=players)
    left = COPIES * deal["highest"] - int(players) * deal["cards"]

    def line(part: str) -> ft.Control:
        called = t(f"new.deal.{part}")
        most = span(part, int(players), deal["cards"], deal["highest"])
        taps = steps(look, f"{title}, {called}", deal[part], most, act(_take, now, players, part, key, choose))
        return row([text(look, "body", called, expand=True, lines=2), *taps], spacing=0)

    words = text(look, "caption", t("new.deal.left", n=left), look.p.text_2)
    if left < FLIPS:
        words = text(look, "caption", t("new.deal.short", n=FLIPS), look.p.accent_text)
    return label_row(look, title), line("cards"), line("highest"), words


def _begin(option: Option, value: Any, choose: Choose, chosen: str) -> None:
    if chosen == "rules":
        choose(option.key, None)
    elif value is None:
        choose(option.key, _whole({}))


def _take(now: dict[str, dict[str, int]], players: str, part: str, key: str, choose: Choose, n: int) -> None:
    choose(key, now | {players: now[players] | {part: n}})


IC = ft.Icons


def deal(ctx: Ctx) -> Screen:
    """Draw the time between rounds: the last result, who starts, and the button to go on."""
    view, t = ctx.view, ctx.t
    content: list[ft.Control] = [seat_row(ctx.look, seats(ctx.snap, ctx.me)), *last_round(ctx), *finding_last(ctx)]
    content += [*starter(ctx), *start_row(ctx), *score_rows(ctx)]
    if ctx.me and (prompt := prompt_of(ctx.snap, "register_hand", ctx.me)) is not None:
        words = t("enter_hand", n=prompt.params["count"])
        content.append(button_side(ctx.look, words, act(ctx.actions.secrets.keep), IC.EDIT_SHARP, 48))
    move = {"type": "confirm_deal"}
    main = Main(t("dealt", n=view.dealt), ctx.declare(move))
    return content, asked(ctx, t("ask.deal", n=view.dealt), main, line=t("line.round", n=view.round))


def finding_last(ctx: Ctx) -> list[ft.Control]:
    """Return the findings of audits in the round that has just ended."""
    before = [f for f in ctx.view.findings if f.round == ctx.view.round - 1]
    return finding_rows(ctx, all_of_them=True)[-len(before) :] if before else []


def starter(ctx: Ctx) -> list[ft.Control]:
    view = ctx.view
    if view.start is None:
        return []
    cause = ctx.t("won_last" if view.round > 1 else "table_named")
    clause = "SCHOOL-13.1" if view.round > 1 else "SCHOOL-11.1"
    return [ruling_row(ctx.look, IC.FLAG_SHARP, ctx.t("starts", name=ctx.name(view.start)), cause, clause, ctx.actions)]


# The split, covered


def split(ctx: Ctx) -> Screen:
    """Draw the split on a covered phone: who is ready, and my two ways to get ready."""
    t, look, me = ctx.t, ctx.look, ctx.me
    seat = seat_of(ctx.view, me)
    content: list[ft.Control] = [seat_row(look, seats(ctx.snap, me)), heaven(ctx), *starter(ctx)]
    if seat.ready:
        words = "earth_noted" if seat.earth_noted else "earth_lies"
        content.append(text(look, "label", t(words), look.p.text_2, bold=False))
        return content, waits(ctx)
    content += how(ctx)
    left = Side(t("without"), None, ctx.declare({"type": "lay_earth"}))
    main = Main(t("enter_earth"), act(ctx.actions.secrets.keep))
    return content, asked(ctx, t("ask.split", n=ctx.view.dealt), main, left=left, line=t("line.split"))


def how(ctx: Ctx) -> list[ft.Control]:
    made = [
        ruling_row(ctx.look, SIGNS[side], ctx.t(side), ctx.t(f"how.{side}"), clause, ctx.actions)
        for side, clause in (("heaven", "SCHOOL-9.2"), ("earth", "SCHOOL-9.3"))
    ]
    return [*made, text(ctx.look, "label", ctx.t("how.noting"), ctx.look.p.text_2, bold=False)]


# Entering, with the cover open


def may_enter(ctx: Ctx) -> tuple[str, ...]:
    """Return what may be entered secretly now: earth, both sides of the split, hand, heaven."""
    if ctx.view.phase == "turn":  # a cover that is kept open then shows the turn
        return ()
    asks = {"lay_earth": ("earth", "both"), "register_hand": ("hand",), "register_heaven": ("heaven",)}
    offered = {ask: prompt_of(ctx.snap, ask, ctx.me) for ask in asks}
    return tuple(
        kind
        for ask, prompt in offered.items()
        for kind in asks[ask]
        if prompt is not None and (kind != "both" or any("split" in offer.fields for offer in prompt.offers))
    )


def entry(ctx: Ctx) -> Screen:
    """Draw the open secret entry: my earth, both sides, my whole hand, or my heaven."""
    kinds, t = may_enter(ctx), ctx.t
    kind = ctx.pick.tab if ctx.pick.tab in kinds else kinds[0]
    count = ctx.view.dealt if kind != "heaven" else limits(ctx, kind)[1]
    content: list[ft.Control] = []
    if len(kinds) > 1:
        tabs = tuple(Choice(k, t(f"entry.{k}")) for k in kinds)
        empties = act(ctx.actions.secrets.hands, ())
        content.append(choice_bar(ctx.look, tabs, kind, act(in_turn, empties, ctx.choose("tab"))))
    picked, move, main = both_sides(ctx) if kind == "both" else one_heap(ctx, kind)
    content += [*picked, text(ctx.look, "label", t(f"entry_about.{kind}"), ctx.look.p.text_2, bold=False)]
    if move is not None:
        # What is locked must not stay visible.
        main = Main(main.label, act(in_turn, ctx.declare(move), ctx.actions.secrets.cover))
    return content, answer(ctx, "asked", t("line.entry"), t(f"ask.{kind}", n=count), cover(ctx), main)


Entered = tuple[list[ft.Control], dict[str, Any] | None, Main]
"""The picker, the declaration once it is complete, and the button."""


def one_heap(ctx: Ctx, kind: str) -> Entered:
    t, chosen = ctx.t, entered(ctx.snap.entering)
    most, count, exact = limits(ctx, kind)
    right = t("n_of_m", n=len(chosen), of=count) if exact else t("n_chosen", n=len(chosen))
    picked = [label_row(ctx.look, t(f"entry_title.{kind}", n=count), right), *secret_picker(ctx, most, count)]
    if exact and len(chosen) < count:
        return picked, None, Main(t("cards_more", n=count - len(chosen)), None, False)
    types = {"earth": "lay_earth", "hand": "register_hand", "heaven": "register_heaven"}
    words = t(f"lock.{kind}", n=len(chosen)) if chosen or kind != "earth" else t("lock.no_earth")
    return picked, {"type": types[kind], "cards": list(chosen)}, Main(words)


def both_sides(ctx: Ctx) -> Entered:
    """Return the entry of a whole split: each card goes to the chosen side (SCHOOL-6.2)."""
    t, count, entering = ctx.t, ctx.view.dealt, ctx.snap.entering
    earth, held = entered(entering), entered(entering, HELD)
    side = ctx.pick.side or "earth"
    mark, other = (HELD, earth) if side == "heaven" else ("", held)
    others = tuple(card for card in entering if card.startswith(HELD) != (side == "heaven"))
    most: Most = tuple((n, k - other.count(n)) for n, k in all_of(ctx.view.highest))
    bars = (Choice("earth", t("earth")), Choice("heaven", t("heaven")))
    picked = [
        choice_bar(ctx.look, bars, side, ctx.choose("side")),
        label_row(ctx.look, t("entry_title.both"), t("n_of_m", n=len(earth) + len(held), of=count)),
        *secret_picker(ctx, most, count - len(other), mark, others),
    ]
    if lack := count - len(earth) - len(held):
        return picked, None, Main(t("cards_more", n=lack), None, False)
    split = {"heaven": list(held), "earth": list(earth)}
    return picked, {"type": "lay_earth", "split": split}, Main(t("lock.both", n=len(earth), of=len(held)))


def limits(ctx: Ctx, kind: str) -> tuple[Most, int, bool]:
    """Return the most cards of each number for an entry, its number of cards, and whether it must be exact."""
    view, own = ctx.view, private_of(ctx.view, ctx.me)
    every = all_of(view.highest)
    if kind == "earth":
        hand = dict(groups(own.hand)) if own is not None and own.hand is not None else None
        return tuple((n, k if hand is None else hand.get(n, 0)) for n, k in every), view.dealt, False
    if kind == "hand":
        return every, view.dealt, True
    prompt = prompt_of(ctx.snap, "register_heaven", ctx.me)
    assert prompt is not None
    cards = prompt.offers[0].fields["cards"]
    assert isinstance(cards, Some)
    return every, cards.most, True


def is_entering(ctx: Ctx) -> bool:
    """Tell whether this phone shows a secret entry: its cover is kept open, and something may be entered.

    While the pad is held nothing else is shown in its place.
    """
    return ctx.snap.held == "kept" and bool(may_enter(ctx))
