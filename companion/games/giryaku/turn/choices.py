"""The choices of my turn: placing a card, or consuming one or two; and the button that repeats them."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.games.giryaku.board.cells import LARGE, kind_bar
from companion.games.giryaku.effect import PANEL
from companion.games.giryaku.facts import free_cell
from companion.games.giryaku.frame import Ctx
from companion.games.giryaku.hand import note
from companion.games.giryaku.turn.chosen import CONSUME, PLACE, Turn, placing, struck_by, taken_back
from companion.games.table.frame import lacks
from companion.ui import Act, Choice, Main, act, choice_bar, label_row
from referee.core.values import Prompt
from referee.giryaku.cards import KINDS


def choices(ctx: Ctx, turn: Turn) -> list[ft.Control]:
    """Return the bars of my turn: place or consume, face up or down, which card."""
    t = ctx.t
    ways = (
        Choice(PLACE, t("place"), None, turn.asked.offer("place") is not None, t("board_full")),
        Choice(CONSUME, t("consume")),
    )
    way = choice_bar(ctx.look, ways, turn.pick.way, ctx.set("way"), tick=False)
    bars: list[ft.Control] = [way]
    if placing(turn) and turn.me.flipped:
        sides = (Choice("up", t("face_up")), Choice("down", t("face_down_short")))
        bars = beside(ctx, [way, choice_bar(ctx.look, sides, turn.pick.side, ctx.set("side"), tick=False)], (13, 9))
    if turn.down and placing(turn):
        return bars
    cards = kind_bar(ctx.look, "", tuple(_kind(ctx, turn, kind) for kind in KINDS))
    return beside(ctx, [way, cards], (13, 11)) if bars == [way] else [*bars, cards]


def hidden_rows(ctx: Ctx, turn: Turn) -> list[ft.Control]:
    """Return, while my cover is open, the choice of the card that is placed face down and kept on my phone.

    It takes the place of the skill, and as much room.
    """
    if not (turn.down and placing(turn) and turn.app and ctx.open):
        return []
    kinds = tuple(_hidden(ctx, turn, kind) for kind in KINDS)
    parts = [label_row(ctx.look, ctx.t("hidden_card")), kind_bar(ctx.look, "", kinds)]
    high = PANEL if ctx.look.scale <= 1.15 else None
    return [ft.Container(ft.Column(parts, spacing=4, tight=True), height=high)]


def beside(ctx: Ctx, bars: list[ft.Control], shares: tuple[int, int] = (1, 1)) -> list[ft.Control]:
    """Return two bars on one line with their shares of it, one below the other in the largest text."""
    if ctx.look.scale >= 1.3:
        return bars
    return [ft.Row([ft.Container(bar, expand=share) for bar, share in zip(bars, shares, strict=True)], spacing=8)]


def _kind(ctx: Ctx, turn: Turn, kind: str) -> tuple[str, int, str, Act]:
    """Return a kind to tap: struck through where it cannot be chosen, with the reason on tap."""
    spoken = ctx.kind(kind)
    if kind not in turn.cards:
        return kind, -1, spoken, ctx.no(ctx.t("not_in_hand", card=spoken), known=True)
    if placing(turn) and kind == "O" and turn.banned(turn.column):
        return kind, -1, spoken, ctx.no(ctx.say("giryaku.first_turn", {"column": turn.column}))
    most = 1 if placing(turn) else min(2, turn.me.hand)
    return kind, turn.pick.cards.count(kind), spoken, ctx.ring(kind, most)


def _hidden(ctx: Ctx, turn: Turn, kind: str) -> tuple[str, int, str, Act]:
    if kind not in turn.cards:
        return kind, -1, ctx.kind(kind), ctx.no(ctx.t("not_in_hand", card=ctx.kind(kind)), known=True)
    return kind, int(kind == turn.hidden), ctx.t("known_down", card=ctx.kind(kind)), note(ctx, "down", (kind,))


# The declaration


def main_of(ctx: Ctx, turn: Turn) -> Main:
    """Return the main button: the whole declaration, or what is still to be chosen."""
    return _place_main(ctx, turn) if placing(turn) else _consume_main(ctx, turn)


def _place_main(ctx: Ctx, turn: Turn) -> Main:
    t, column = ctx.t, turn.column
    if turn.down and turn.app and not ctx.open:
        return Main(t("open_to_choose"), act(ctx.actions.secrets.keep))
    if not turn.down and not turn.card:
        return lacks(ctx, "card")
    if turn.down and turn.app and not turn.hidden:
        return lacks(ctx, "card")
    if not column or not free_cell(turn.me, column):
        return lacks(ctx, "column")
    move: dict[str, Any] = {"type": "place", "col": column}
    if turn.down:
        move |= {"face_down": True} | ({"card": turn.hidden} if turn.app else {})
        return Main(t("place_down", column=column), ctx.declare(move))
    label = t("place_strike" if struck_by(turn) else "place_card", card=ctx.kind(turn.card), column=column)
    return Main(label, ctx.declare(move | {"card": turn.card}))


def _consume_main(ctx: Ctx, turn: Turn) -> Main:
    t, pick, cards = ctx.t, turn.pick, turn.pick.cards
    if pick.target:
        if len(cards) < 2:
            return lacks(ctx, "two_cards" if not cards else "one_more")
        move = {"type": "consume_two", "cards": list(cards), "target": pick.target}
        return Main(t("strike_cell", cell=ctx.cell(pick.target)), ctx.declare(move))
    if not cards:
        return lacks(ctx, "cards")
    if len(cards) == 2:
        return lacks(ctx, "their_card")
    if turn.raids:
        if pick.cells:
            return lacks(ctx, "raid_only")
        return Main(
            t("raid_hand", name=ctx.name(turn.other.seat)), ctx.declare({"type": "consume_one", "card": cards[0]})
        )
    target = taken_back(turn)
    if not target:
        return lacks(ctx, "own_card")
    move = {"type": "consume_one", "card": cards[0], "target": target}
    return Main(t("withdraw_cell", cell=ctx.cell(target)), ctx.declare(move))


def ask_of(ctx: Ctx, turn: Turn, prompt: Prompt) -> str:
    """Return what is asked: what would be struck, once that is chosen."""
    if placing(turn) and struck_by(turn) and turn.column:
        below = turn.me.board[2 * turn.column - 2].card or ""
        words = {"card": ctx.kind(turn.card), "below": ctx.kind(below), "column": turn.column}
        return ctx.t("ask_strike" if ctx.look.scale < LARGE else "ask_strike_large", **words)
    return ctx.say(prompt.ask, prompt.params)
