"""The answers in the contest phase: cards, the shadow's play, who takes the trick (SCROLL-6, 9)."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.games.scroll_trick.faces import LARGE, tappable
from companion.games.scroll_trick.facts import Ctx, Pick, duty, shown, signed
from companion.games.scroll_trick.hand import board, cover, in_sight, mine
from companion.games.scroll_trick.picker import Slot, is_complete, name_value, slot_editor, unseen_picker, value_chips
from companion.games.scroll_trick.prepare import dock, hint_row, own
from companion.games.scroll_trick.table import steps, trick_panel, trump_banner
from companion.games.table.context import NO_HINT, Screen, WithLesson, seat_of
from companion.games.table.frame import answer, lacks
from companion.ui import Main, Side, act, button_side, label_row, text
from referee.core.offers import Each, One
from referee.core.values import Prompt
from referee.scroll_trick.cards import SHADOW

IC = ft.Icons
OPEN_CLAUSE = "SCROLL-6.7"


def play(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the playing of a card: an open one by a tap, a closed one from the picker or the noted hand."""
    t, view, me = ctx.t, ctx.view, ctx.me
    first = duty(view, me)
    bound = bool(first) and view.options.follow_open == "open_first"
    lies = tuple(c.card for c in seat_of(view, me).cards)
    card = chosen(ctx, first if bound else (), lies)
    main = lacks(ctx, "card")
    if card:
        words = t("play_that") if card.startswith("#") else t("play_it", card=ctx.card(card))
        main = Main(words, ctx.move({"type": "play_card", "card": card}))
    ask = t("open_goes_first", kind=ctx.kind(view.now.kind or ""), card=ctx.card(first[0])) if (
        bound and len(first) == 1 and view.now is not None) else ctx.asks(prompt)  # fmt: skip
    if ctx.pick.tab == "closed":
        return picking(ctx, lies, card), dock(ctx, prompt, main, ask)
    closed = ctx.put(hint="closed") if bound else ctx.put(tab="closed")
    tap = ctx.change(_open_tapped, first)
    panel = mine(ctx, tap=tap, closed=closed, only=first or None, cards=(card,) if card else ())
    left = None
    if bound and not ctx.acting and ctx.snap.undo is not None:
        left = Side("6.7", IC.MENU_BOOK_SHARP, act(ctx.actions.pages.clause, OPEN_CLAUSE))
    return in_sight(ctx, [*board(ctx), panel, *cover(ctx)]), dock(ctx, prompt, main, ask, left, why_not(ctx, first))


def chosen(ctx: Ctx, first: tuple[str, ...], lies: tuple[str, ...]) -> str:
    """Return the chosen card; a single possible one is chosen already."""
    card = ctx.pick.card
    if card in lies and first and card not in first:
        card = ""
    if not card and len(first) == 1:
        return first[0]
    last = len(lies) == 1 and not seat_of(ctx.view, ctx.me).closed
    return lies[0] if not card and last else card


def _open_tapped(now: Pick, first: tuple[str, ...], card: str) -> Pick:
    if first and card not in first:
        return replace(now, hint=card)
    return replace(now, **NO_HINT, card=card)


def why_not(ctx: Ctx, first: tuple[str, ...]) -> str:
    """Return why the tapped card may not be played: the public duty to follow with open cards (SCROLL-6.6, 6.7)."""
    if not ctx.pick.hint or not first or ctx.view.now is None:
        return ""
    closed = ctx.pick.hint == "closed"
    reason = "scroll_trick.open_first" if closed else "scroll_trick.must_follow_open"
    return ctx.say(reason, {"kind": ctx.view.now.kind, "cards": list(first)})


def picking(ctx: Ctx, lies: tuple[str, ...], card: str) -> list[ft.Control]:
    """Return the picker of the cards that nobody has shown, among which is the closed card that I play.

    There is no space for the lesson, which was shown with the table.
    """
    return WithLesson([
        trump_banner(ctx), trick_panel(ctx), label_row(ctx.look, ctx.t("which_closed")),
        unseen_picker(ctx, (card,) if card not in lies else (), ctx.set("card")), *hint_row(ctx),
        button_side(ctx.look, ctx.t("back_to_table"), ctx.put(tab=""), IC.ARROW_BACK_SHARP, 48),
    ])  # fmt: skip


def shadow_play(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the playing of the shadow's card, which the rules determine (SCROLL-9.10 to 9.13)."""
    main = Main(ctx.t("shadow_plays", card=ctx.card(prompt.params["card"])), ctx.move({"type": "shadow_play"}))
    return [*board(ctx), *steps(ctx), *own(ctx)], dock(ctx, prompt, main, ctx.t("ask_shadow"))


def slots_of(ctx: Ctx, prompt: Prompt) -> list[Slot]:
    plays = () if ctx.view.now is None else ctx.view.now.plays
    each = prompt.offers[0].fields["values"]
    worth = each.of if isinstance(each, Each) else {}
    made = []
    for play in plays:
        if play.tile:
            choice = worth.get(play.seat)
            every = choice.of if isinstance(choice, One) else (play.value,)
            values = tuple(value for value in every if value is not None)
            known = values[0] if play.value is None and len(values) == 1 else play.value
            kept = None in every and play.value is None
            made.append(Slot(play.seat, play.card, ctx.name(play.seat), values, known, kept))
    return made


def take_trick(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the taking of a trick's scrolls by its winner (SCROLL-6.15); values of face-down ones are entered now."""
    t, winner = ctx.t, prompt.params["seat"]
    slots = slots_of(ctx, prompt)
    values = tuple((k, v) for k, v in ctx.pick.values if any(s.key == k and s.known is None for s in slots))
    content: list[ft.Control] = [trump_banner(ctx), trick_panel(ctx)]
    open_ = [s for s in slots if s.known is None]
    if open_:
        content += slot_editor(ctx, slots, values, ctx.pick.slot, ctx.change(name_value), ctx.set("slot"))
    main = lacks(ctx, "values")
    if is_complete(slots, values):
        worth = [s.known if s.known is not None else dict(values).get(s.key) for s in slots]
        words = take_words(ctx, winner, [value for value in worth if value is not None], len(slots))
        main = Main(words, ctx.move({"type": "take_trick", "player": winner, "values": dict(values)}))
    ask = ctx.asks(prompt) if open_ else t("ask_take", name=ctx.name(winner), n=len(slots))
    if not open_:
        content = [*board(ctx), *own(ctx)]
    return content, dock(ctx, prompt, main, ask)


def take_words(ctx: Ctx, winner: str, worth: list[int], count: int) -> str:
    """Return what the winner takes: "Ben takes +5 −1"."""
    name = ctx.name(winner)
    if not count:
        return ctx.t("takes_none", name=name)
    if len(worth) < count:
        return ctx.t("takes_noted", name=name)
    return ctx.t("takes", name=name, values=" ".join(map(signed, worth)))


def refill_shadow(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the restoring of the shadow's row before the next trick (SCROLL-9.15)."""
    t, pick, fields = ctx.t, ctx.pick, prompt.offers[0].fields
    opens, turns = "card" in fields, "value" in fields
    card = pick.card if opens and pick.card not in shown(ctx.view) else ""
    value = dict(pick.values).get(SHADOW)
    content: list[ft.Control] = [trump_banner(ctx), *steps(ctx)]
    if opens and not card:
        content += [label_row(ctx.look, t("next_in_row")), unseen_picker(ctx, (card,), ctx.set("card")), *hint_row(ctx)]
    else:
        if not opens:
            content = [*board(ctx), *content[1:]]
        else:
            kinds, again = ctx.view.options.kinds, ctx.put(card="")
            content.append(label_row(ctx.look, t("next_in_row")))
            content.append(ft.Row([tappable(ctx.look, kinds, card, LARGE, chosen=True, on_tap=again)]))
        if turns:
            values, tap = prompt.choices("refill_shadow", "value"), ctx.change(name_value, SHADOW)
            content.append(text(ctx.look, "label", t("leftmost_worth"), ctx.look.p.text_2))
            content.append(value_chips(ctx.look, values, value, tap))
    move = {"type": "refill_shadow"} | ({"card": card} if opens else {}) | ({"value": value} if turns else {})
    main = Main(t("row_restored"), ctx.move(move))
    if opens and not card:
        main = lacks(ctx, "row_card")
    elif turns and value is None:
        main = lacks(ctx, "values")
    return content, dock(ctx, prompt, main)


def remedy(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the question whether a proven revoke stands, or play goes back to its trick (ledger A1, O18)."""
    both = tuple(
        Side(ctx.t(f"remedy.{choice}"), glyph, ctx.move({"type": "remedy", "choice": choice}))
        for choice, glyph in (("stand", IC.CHECK_SHARP), ("rewind", IC.HISTORY_SHARP))
    )
    return [*board(ctx), *own(ctx)], answer(ctx, "asked", ctx.t("for_all"), ctx.asks(prompt), equal=both)
