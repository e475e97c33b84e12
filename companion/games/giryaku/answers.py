"""The screens that answer a running skill: a pair, a hand card, a lost card, a side, a raided card, the extra turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import flet as ft

from companion.games.giryaku.board import kind_bar
from companion.games.giryaku.facing import (
    Effect,
    ShownOnBoards,
    boards,
    done_last,
    grown,
    instead_of_panel,
    panel_or_lesson,
    sign_of,
)
from companion.games.giryaku.facts import Ctx, asked, held, other_of
from companion.games.giryaku.flip import declare_flip, rearrange, reveal_board
from companion.games.giryaku.hand import noted, noted_kinds
from companion.games.giryaku.setup import hinted
from companion.games.table.context import Screen, seat_of
from companion.games.table.frame import answer, lacks
from companion.ui import Choice, Main, Side, choice_bar
from companion.ui.words import begun
from referee.core.values import Prompt
from referee.giryaku.cards import KINDS

PAIRS = (("SS", "SN", "SO"), ("NN", "NO", "OO"))


def answers(ctx: Ctx, prompt: Prompt) -> Screen:
    return ANSWERS[prompt.ask.removeprefix("giryaku.ask.")](ctx, prompt)


def _dock(ctx: Ctx, prompt: Prompt, main: Main, **rest: Any) -> ft.Control:
    return asked(ctx, ctx.say(prompt.ask, prompt.params), main, **rest)


# A pair that nobody else sees


def claim(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the claim of a pair (GIRYAKU-4.5, 6.3), and the choice of the lower card if the pair is shown."""
    t, pick, column = ctx.t, ctx.pick, int(prompt.params["column"])
    may = prompt.choices("claim_skill", "pair")
    rows = (
        tuple(
            Choice(pair, sign_of(pair), None, pair in may, ctx.say("giryaku.not_that_pair", {"pair": pair}))
            for pair in pairs
        )
        for pairs in PAIRS
    )
    bars = [choice_bar(ctx.look, choices, pick.value, ctx.set("value"), tick=False) for choices in rows]
    pair = pick.value if pick.value in may else ""
    below = pick.below if pick.below in pair else ""
    shows = bool(pair) and pair[0] != pair[1] and ctx.view.options.facedown_pair == "show"
    if shows:
        both = tuple(Choice(kind, ctx.kind(kind)) for kind in pair)
        bars.append(choice_bar(ctx.look, both, below, ctx.set("below"), label=t("lies_below")))
    if not pair or (shows and not below):
        main = lacks(ctx, "below" if pair else "pair")
    else:
        move = {"type": "claim_skill", "col": column, "pair": pair} | ({"lower": below} if shows else {})
        main = Main(t("claim_pair", pair=sign_of(pair)), ctx.declare(move))
    marks = {(ctx.me, f"{column}{row}"): "due" for row in "LU"}
    return [boards(ctx, ShownOnBoards(marks)), *bars], _dock(ctx, prompt, main)


# A card of a hand


def pick_hand(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the choice of an unseen card of the other hand (GIRYAKU-7.2)."""
    t, value = ctx.t, ctx.pick.value
    other = other_of(ctx.view, ctx.me)
    choices = tuple(Choice(str(n), t("hand_card", n=n)) for n in range(1, other.hand + 1))
    bar = choice_bar(ctx.look, choices, value, ctx.set("value"))
    words = t("pick_about", grows=grown(other, 1))
    effect = Effect(sign_of("SN"), t("skill.SN"), words, "GIRYAKU-7.2", True)
    main = lacks(ctx, "pick")
    if value:
        main = Main(t("pick_card", n=value), ctx.declare({"type": "pick_hand", "index": int(value)}))
    return [boards(ctx), *panel_or_lesson(ctx, effect), bar], _dock(ctx, prompt, main)


def reveal_lost(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the choice of the card I lose, from my board or from my hand."""
    return (lost_of_board if prompt.choices("reveal_lost", "cell") else lost_of_hand)(ctx, prompt)


def lost_of_hand(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the choice of the kind of my hand card that was picked: everybody is shown it (GIRYAKU-1.7)."""
    card = ctx.pick.cards[-1] if ctx.pick.cards else ""
    kinds = held(ctx.view, ctx.me)
    taps = tuple(
        (kind, int(kind == card), ctx.kind(kind), ctx.put(cards=(kind,)))
        if kind in kinds
        else (kind, -1, ctx.kind(kind), ctx.no(ctx.t("not_in_hand", card=ctx.kind(kind)), known=True))
        for kind in KINDS
    )
    about = panel_or_lesson(ctx, done_last(ctx))
    return [boards(ctx), *about, kind_bar(ctx.look, "", taps), *hinted(ctx)], _lost_dock(ctx, prompt, card)


def lost_of_board(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the choice of my face-down card that was struck, and of its kind (GIRYAKU-7.15)."""
    cells = tuple(cell for cell in prompt.choices("reveal_lost", "cell") if cell)
    cell = ctx.pick.cells[0] if ctx.pick.cells and ctx.pick.cells[0] in cells else cells[0]
    card = ctx.pick.cards[-1] if ctx.pick.cards else ""
    marks = {(ctx.me, each): "struck" if each == cell else "due" for each in cells}
    taps = {(ctx.me, each): ctx.put(cells=(each,), cards=()) for each in cells}
    cards = {(ctx.me, cell): card} if card else {}
    kinds = tuple((kind, int(kind == card), ctx.kind(kind), ctx.put(cards=(kind,))) for kind in KINDS)
    bar = kind_bar(ctx.look, begun(ctx.cell(cell)), kinds)
    content: list[ft.Control] = [
        boards(ctx, ShownOnBoards(marks, cards, taps)),
        *panel_or_lesson(ctx, done_last(ctx)),
        bar,
    ]
    return content, _lost_dock(ctx, prompt, card, cell)


def _lost_dock(ctx: Ctx, prompt: Prompt, card: str, cell: str = "") -> ft.Control:
    main = lacks(ctx, "card")
    if card:
        move = {"type": "reveal_lost", "card": card} | ({"cell": cell} if cell else {})
        main = Main(ctx.t("lose_card", card=ctx.kind(card)), ctx.declare(move))
    return _dock(ctx, prompt, main, line=ctx.t("line.lost"))


# The raid


def raid_take(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the choice of the card of the raided hand that is buried (GIRYAKU-8.6)."""
    t, card = ctx.t, ctx.pick.cards[-1] if ctx.pick.cards else ""
    other = other_of(ctx.view, ctx.me)
    size, seen = other.hand, noted(ctx, "seen")
    kinds = tuple((kind, int(kind == card), ctx.kind(kind), ctx.put(cards=(kind,))) for kind in KINDS)
    words = t("raid_now", name=ctx.name(other.seat), n=size, grows=grown(other, 1))
    effect = Effect(
        sign_of(ctx.view.action.cards if ctx.view.action else ()), t("skill.raid"), words, "GIRYAKU-8.6", True
    )
    main = lacks(ctx, "card")
    if card:
        move: dict[str, Any] = {"type": "raid_take", "card": card}
        full = len(seen) == size
        main = Main(
            t("bury_and_note" if full else "bury_card", card=ctx.kind(card)),
            ctx.declare(move | ({"seen": list(seen)} if full else {})),
        )
    content: list[ft.Control] = [
        boards(ctx, ShownOnBoards(after={other.seat: other.size + 1})),
        *(seen_entry(ctx) or panel_or_lesson(ctx, effect)),
        kind_bar(ctx.look, t("bury"), kinds),
    ]
    return content, _dock(ctx, prompt, main)


def seen_entry(ctx: Ctx) -> list[ft.Control]:
    """Return, while my cover is open, the note of the whole hand that I see, which is my own secret."""
    if not ctx.open:
        return []
    seen = noted_kinds(ctx, "seen", other_of(ctx.view, ctx.me).hand, ctx.t("seen_title"), "seen_card")
    return instead_of_panel(ctx, ft.Column(seen, spacing=4, tight=True))


def extra_turn(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the offer of an extra turn after a raid (GIRYAKU-8.7)."""
    t = ctx.t
    leave = Side(t("leave_extra"), None, ctx.declare({"type": "decline_extra_turn"}))
    main = Main(t("take_extra"), ctx.declare({"type": "take_extra_turn"}))
    return [boards(ctx), *panel_or_lesson(ctx, done_last(ctx))], _dock(ctx, prompt, main, left=leave)


def choose_side(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the two sides to strike (OP-4), in my view; left is column 1 of the table."""
    order = ("left", "right") if ctx.me == ctx.view.seats[0].seat else ("right", "left")
    both = tuple(
        Side(ctx.t(f"side_{side}"), None, ctx.declare({"type": "choose_diagonal", "side": side})) for side in order
    )
    return [boards(ctx), *panel_or_lesson(ctx, done_last(ctx))], answer(
        ctx, "asked", ctx.t("your_turn"), ctx.say(prompt.ask, prompt.params), equal=both
    )


def no_hand(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the turn of a player without a hand (GIRYAKU-9.5)."""
    effect = Effect("", ctx.t("no_hand_title"), ctx.t("no_hand_about"), "GIRYAKU-9.5")
    seat = seat_of(ctx.view, ctx.me)
    main = Main(ctx.t("say_no_hand"), ctx.declare({"type": "no_hand"}))
    content = [boards(ctx, ShownOnBoards(after={seat.seat: seat.size})), *panel_or_lesson(ctx, effect)]
    return content, _dock(ctx, prompt, main)


ANSWERS: Mapping[str, Callable[[Ctx, Prompt], Screen]] = {
    "claim_skill": claim,
    "pick_hand": pick_hand,
    "reveal_lost": reveal_lost,
    "choose_diagonal": choose_side,
    "rearrange": rearrange,
    "declare_flip": declare_flip,
    "reveal_board": reveal_board,
    "raid_take": raid_take,
    "extra_turn": extra_turn,
    "no_hand": no_hand,
}
"""The screen of each answer, by the last part of its ask."""
