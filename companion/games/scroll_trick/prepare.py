"""The answers before the first trick: start player, scrolls, deal, trump, the shadow's row, opening, turning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.scroll_trick.faces import LARGE, tappable
from companion.games.scroll_trick.facts import Ctx, Pick, may, signed, still_to_come
from companion.games.scroll_trick.hand import board, cover, mine
from companion.games.scroll_trick.picker import kind_bar, next_named, unseen_picker, value_chips, why_gone
from companion.games.scroll_trick.table import steps, trump_banner
from companion.games.table.context import NO_HINT, Screen, private_of, seat_of, with_entry
from companion.games.table.frame import asked, back, by_lot, lacks, seat_bar
from companion.ui import Main, Side, button_side, label_row, row, text
from referee.core.values import TABLE, Prompt
from referee.scroll_trick.cards import OPEN, SHADOW

IC = ft.Icons


def line_of(ctx: Ctx, prompt: Prompt) -> str:
    if ctx.acting:
        return ctx.t("answer_for", name=ctx.name(ctx.acting))
    if prompt.seat == TABLE:
        return ctx.t("for_all")
    return ctx.t("your_turn") if prompt.seat == ctx.me else ctx.t("for_sleeper", name=ctx.name(prompt.seat))


def dock(
    ctx: Ctx, prompt: Prompt, main: Main, ask: str = "", left: Side | None = None, refuses: str = ""
) -> ft.Control:
    if left is None and (ctx.acting or not ctx.me):
        left = back(ctx)
    return asked(ctx, ask or ctx.asks(prompt), main, line=line_of(ctx, prompt), left=left, refuses=refuses)


def set_start_player(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the choice of the first start player: who has most recently met ninja (SCROLL-2.10)."""
    seats, who = prompt.choices("set_start_player", "player"), ctx.pick.who
    lot = by_lot(ctx, seats, ctx.declare_chosen("player", {"type": "set_start_player"}, TABLE))
    content = [*board(ctx), seat_bar(ctx, seats, who, ctx.set("who")), lot]
    main = lacks(ctx, "player")
    if who in seats:
        main = Main(ctx.t("who_starts", name=ctx.name(who)), ctx.move({"type": "set_start_player", "player": who}))
    return content, dock(ctx, prompt, main)


def take_start_scrolls(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the taking of one +3, one +1 and one −1 (SCROLL-2.7)."""
    whose = prompt.params["player"]
    move: dict[str, Any] = {"type": "take_start_scrolls"}
    if whose == ctx.me:
        label, handler = ctx.t("taken_mine"), ctx.move(move)
    elif whose == SHADOW:
        label, handler = ctx.t("taken_shadow"), ctx.move({**move, "player": SHADOW})
    else:
        label, handler = ctx.t("taken_all"), ctx.declare(move, TABLE)
    rows: list[ft.Control] = [*board(ctx)]
    if whose in (ctx.me, SHADOW):
        rows.append(button_side(ctx.look, ctx.t("taken_all"), ctx.declare(move, TABLE), IC.GROUPS_SHARP, 48))
    return rows, dock(ctx, prompt, Main(label, handler))


def confirm_deal(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the deal of seven cards each (SCROLL-3.1 to 3.3); before the first the start player may still change."""
    rows: list[ft.Control] = [*board(ctx)]
    if may(ctx.snap, "set_start_player", TABLE) is not None:
        rows.append(button_side(ctx.look, ctx.t("other_start"), ctx.put(sheet="start"), IC.FLAG_SHARP, 48))
    return rows, dock(ctx, prompt, Main(ctx.t("dealt"), ctx.move({"type": "confirm_deal"})))


def choose_trump(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the choice of the round's trump kind (SCROLL-3.4)."""
    kinds, pick = prompt.choices("choose_trump", "kind"), ctx.pick.kind
    bar = kind_bar(ctx.look, kinds, tuple(ctx.kind(k) for k in kinds), pick, ctx.set("kind"))
    main = lacks(ctx, "kind")
    if pick in kinds:
        main = Main(ctx.t("is_trump_now", kind=ctx.kind(pick)), ctx.move({"type": "choose_trump", "kind": pick}))
    return [*board(ctx), bar, *cover(ctx)], dock(ctx, prompt, main)


def lay_shadow(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the entry of the shadow's row: three open cards, the leftmost scroll face up (SCROLL-9.3 to 9.7)."""
    t, look = ctx.t, ctx.look
    named, values = ctx.pick.named, dict(ctx.pick.values)
    value = values.get("shadow")
    content: list[ft.Control] = [trump_banner(ctx), *steps(ctx)]
    if len(named) < OPEN or ctx.pick.tab == "row":
        content += [
            label_row(look, t("row_title"), t("n_of_m", n=len(named), of=OPEN)),
            unseen_picker(ctx, named, ctx.change(_row_named)),
            *hint_row(ctx),
        ]
    else:
        content.append(label_row(look, t("row_title")))
        drawn = [
            tappable(look, ctx.view.options.kinds, card, LARGE, tile=True, value=value if n == 0 else None,
                     on_tap=ctx.put(tab="row"))
            for n, card in enumerate(named)
        ]  # fmt: skip
        content += [row(list(drawn), 8), text(look, "label", t("leftmost_worth"), look.p.text_2)]
        content.append(value_chips(look, prompt.choices("lay_shadow", "value"), value, ctx.change(_shadow_worth)))
    main = lacks(ctx, "row" if len(named) < OPEN else "values")
    if len(named) == OPEN and value is not None:
        main = Main(t("row_lies"), ctx.move({"type": "lay_shadow", "cards": list(named), "value": value}))
    return content, dock(ctx, prompt, main)


def _row_named(now: Pick, card: str) -> Pick:
    named = next_named(now.named, card, OPEN)
    return replace(now, **NO_HINT, named=named, tab="" if len(named) == OPEN else "row")


def _shadow_worth(now: Pick, value: int) -> Pick:
    return replace(now, **NO_HINT, values=(("shadow", value),))


def hint_row(ctx: Ctx) -> list[ft.Control]:
    """Return why the card tapped last cannot be chosen."""
    why = why_gone(ctx)
    return [text(ctx.look, "label", why, ctx.look.p.accent_text)] if why else []


def open_card(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the opening of one card of the hand (SCROLL-4.1)."""
    pick, t = ctx.pick.card, ctx.t
    main = lacks(ctx, "card")
    if pick:
        words = t("open_that") if pick.startswith("#") else t("open_it", card=ctx.card(pick))
        main = Main(words, ctx.move({"type": "open_card", "card": pick}))
    shown = private_of(ctx.view, ctx.acting) if ctx.open else None
    if shown is not None and shown.hand is not None:
        return [*board(ctx), mine(ctx), *cover(ctx)], dock(ctx, prompt, main)
    content: list[ft.Control] = [
        trump_banner(ctx), label_row(ctx.look, t("which_opens")),
        unseen_picker(ctx, (pick,), ctx.set("card")), *hint_row(ctx), *cover(ctx, below=True),
    ]  # fmt: skip
    return content, dock(ctx, prompt, main)


def place_scrolls(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the placing of three scrolls face down on the open cards (SCROLL-5.1); values are noted under the cover."""
    move, content = {"type": "place_scrolls"}, [*board(ctx), *own(ctx)]
    if prompt.seat == ctx.me:
        return [*content, *gm_note(ctx, "scrolls")], dock(ctx, prompt, Main(ctx.t("laid_mine"), ctx.move(move)))
    return content, dock(ctx, prompt, Main(ctx.t("laid_all"), ctx.declare(move, TABLE)))


def own(ctx: Ctx) -> list[ft.Control]:
    """Return my panel and my cover, if this phone has a seat."""
    return [mine(ctx), *cover(ctx)] if ctx.me else []


def gm_note(ctx: Ctx, tab: str) -> list[ft.Control]:
    """Return the game master's button for noting what a player shows."""
    if not ctx.acting:
        return []
    return [button_side(ctx.look, ctx.t(f"note_{tab}"), ctx.put(tab=tab), IC.EDIT_SHARP, 48)]


def turn_scroll(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the turning of all scrolls due at once (SCROLL-5.5 to 5.9), including the shadow's leftmost, if due."""
    t, view = ctx.t, ctx.view
    whose, count = prompt.params["player"], prompt.params["count"]
    may_turn = tuple(c.card for c in seat_of(view, whose).cards if c.value is None)
    if whose == SHADOW:
        may_turn = may_turn[:count]
    named = may_turn if len(may_turn) == count else tuple(c for c in ctx.pick.named if c in may_turn)
    values = {card: value for card, value in ctx.pick.values if card in named}
    lacking = [card for card in named if card not in values]
    card = ctx.pick.card if ctx.pick.card in (lacking or named) else next(iter((*lacking, *named[-1:])), "")
    content: list[ft.Control] = [*board(ctx)]
    if whose == ctx.me:
        content.append(mine(ctx, tap=ctx.change(_turn_named, count), only=may_turn, cards=named))
    if card:
        content.append(text(ctx.look, "label", t("turned_worth", card=ctx.card(card)), ctx.look.p.text_2))
        worth = ctx.change(_turn_worth, card, named)
        content.append(value_chips(ctx.look, still_to_come(view), values.get(card), worth))
    noted = whose == ctx.me and seat_of(view, whose).noted and not values
    main = turning(ctx, whose, named, None if noted else values, count)
    return [*content, *(cover(ctx) if whose == ctx.me else own(ctx))], dock(ctx, prompt, main)


def turning(ctx: Ctx, whose: str, named: tuple[str, ...], values: Mapping[str, int] | None, count: int) -> Main:
    """Return the action that turns the named scrolls; without values they are as noted."""
    if len(named) < count:
        return lacks(ctx, "scroll")
    if values is not None and len(values) < count:
        return lacks(ctx, "values")
    one = count == 1
    move: dict[str, Any] = {"type": "turn_scroll", "card": named[0] if one else list(named)}
    if whose == SHADOW:
        move["player"] = SHADOW
    cards = [ctx.card(card) for card in named]
    if values is None:
        return Main(ctx.t("turn_noted", card=", ".join(cards)), ctx.move(move))
    worth = [values[card] for card in named]
    move["value"] = worth[0] if one else worth
    if one:
        return Main(ctx.t("turn_it", card=cards[0], value=signed(worth[0])), ctx.move(move))
    scrolls = ", ".join(f"{card} {signed(value)}" for card, value in zip(cards, worth, strict=True))
    return Main(ctx.t("turn_them", scrolls=scrolls), ctx.move(move))


def _turn_named(now: Pick, count: int, card: str) -> Pick:
    named = (card,) if count == 1 else next_named(now.named, card, count)
    values = tuple((c, v) for c, v in now.values if c in named)
    return replace(now, **NO_HINT, card=card if card in named else "", named=named, values=values)


def _turn_worth(now: Pick, card: str, named: tuple[str, ...], value: int) -> Pick:
    return replace(now, **NO_HINT, named=named, values=with_entry(now.values, card, value))
