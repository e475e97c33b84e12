"""An intruder's cards on an open phone: the hand, what each card may be used for, the bluff."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import flet as ft

from companion.games.scorpion.facts import Ctx, board_of, called
from companion.games.scorpion.intruders.way import (
    Item,
    Plan,
    PlannedPath,
    holds,
    planning,
    secrets_of,
    watching,
)
from companion.games.scorpion.map import number, place
from companion.ui import Act, act, block, card_chip, chip, text
from companion.ui.buttons import button_side
from companion.ui.theme import Look
from companion.ui.words import listed
from referee.scorpion.cards import KENJUTSU, KINDS
from referee.scorpion.intruders.cards import TARGETS
from referee.scorpion.intruders.steps import OUTSIDE
from referee.scorpion.moves import MOVEMENTS, PASSAGE
from referee.scorpion.state import MOST_DRUNK
from referee.scorpion.views.view_model import FigureView, IntruderView, View


def usable(view: View, way: PlannedPath, card: str, *, locked: bool) -> Iterator[Item]:
    """Yield the uses of a card at the end of the path, the bluff last (SCORPION-16.2, 22.3, 26.2)."""
    options = view.options
    if way.at == OUTSIDE or not holds(way, card):
        return
    if card in KENJUTSU or card == "shuriken":
        reach = int(options.shuriken_range) if card == "shuriken" else 0
        for guard in _in_reach(view, way, reach):
            yield Item(way.who, card, guard.id)
    elif card == "potent_sake":
        yield from _drinkers(view, way)
    elif card == "shadow_walk" and not locked and _may_cover(view, way):
        yield Item(way.who, card)
    if card != "cat" and (card != "secret_passage" or options.passage_bluff != "forbid"):
        yield Item(way.who, "bluff", card)


def _in_reach(view: View, way: PlannedPath, reach: int) -> Iterator[FigureView]:
    board = board_of(view)
    for guard in way.guards:
        if guard.id in way.gone:
            continue
        near = guard.zone == way.at
        if reach and not near and way.at in board and guard.zone in board:
            near = board.walking.between(way.at, guard.zone) <= reach
        if near:
            yield guard


def _drinkers(view: View, way: PlannedPath) -> Iterator[Item]:
    """Yield the targets of one Potent Sake: one guard, or by option several in one zone (OP-14)."""
    most = min(TARGETS[view.options.sake_targets], MOST_DRUNK - len(way.drunk))
    sober = [g for g in _in_reach(view, way, int(view.options.sake_range)) if g.id not in way.drunk]
    for n in range(1, most + 1):
        for some in combinations(sober, n):
            if len({g.zone for g in some}) == 1:
                yield Item(way.who, "potent_sake", "+".join(g.id for g in some))


def _may_cover(view: View, way: PlannedPath) -> bool:
    """Tell whether Shadow Walk can be used: on entering a guarded zone that the path goes through (21.3, OP-12)."""
    options = view.options
    if way.at == PASSAGE:
        return False
    if options.shadow_walk_scope == "turn":
        return True
    stays = way.ended is not None and options.shadow_walk_stop == "no"
    return way.last in MOVEMENTS and bool(watching(view, way)) and not stays


def kinds(c: IntruderView, way: PlannedPath | None) -> tuple[tuple[str, int], ...]:
    """Return a character's cards by kind, with how many the plan leaves; 0 if kinds are not entered."""
    hand = way.hand if way is not None else c.hand
    if hand is None:
        return tuple((card, 0) for card in KINDS[c.who]) if c.hand_size else ()  # type: ignore[index]
    return tuple((card, n) for card, n in hand.items() if n > 0)


IN_VAIN = {"rope": "in.card.rope_how", "secret_passage": "in.card.passage_how", "cat": "in.card.cat_how"}
"""The hints about cards that are used by moving, or in another phase."""


def cards(ctx: Ctx, plan: Plan, who: str, way: PlannedPath | None, first: tuple[ft.Control, ...] = ()) -> ft.Control:
    """Return the hand as chips in one row that scrolls; a tap shows what the card may be used for."""
    c = next((c for c in secrets_of(ctx.view) if c.who == who), None)
    chips: list[ft.Control] = list(first)
    if c is not None:
        for card, n in kinds(c, way):
            chosen = plan.card == card
            tapped = replace(plan.steps_only(), card="" if chosen else card)
            choose = act(planning(ctx), tapped) if way is not None else None
            words = card_words(ctx, card)
            spoken = ctx.t("in.card.held", card=words, n=n) if n else words
            chips.append(card_chip(ctx.look, words, n if n > 1 else 0, choose, chosen, spoken))
        if not kinds(c, way):
            chips.append(text(ctx.look, "label", ctx.t("in.card.none"), ctx.look.p.text_2, bold=False))
    return ft.Row(chips, spacing=8, scroll=ft.ScrollMode.HIDDEN)


def uses(ctx: Ctx, plan: Plan, way: PlannedPath, *, locked: bool) -> list[ft.Control]:
    if not plan.card:
        return []
    at_once = locked or not way.steps
    rows: list[ft.Control] = []
    if plan.card in IN_VAIN:
        rows.append(text(ctx.look, "label", ctx.t(IN_VAIN[plan.card]), ctx.look.p.text_2, bold=False))
    offered = tuple(usable(ctx.view, way, plan.card, locked=locked))
    if plan.card == "shadow_walk" and not any(item.do == "shadow_walk" for item in offered):
        rows.append(text(ctx.look, "label", ctx.t("in.card.shadow_how"), ctx.look.p.text_2, bold=False))
    for item in offered:
        after = replace(plan, now=item, hint="") if at_once else plan.add(item)
        rows.append(use_row(ctx.look, use_words(ctx, item), act(planning(ctx), after), item == plan.now))
    return rows


@block
def use_row(look: Look, words: str, handler: Act, chosen: bool) -> ft.Control:
    if chosen:
        return chip(look, words, handler, True, ft.Icons.CHECK_SHARP)
    return button_side(look, words, handler, None, 48)


def card_words(ctx: Ctx, card: str) -> str:
    return ctx.look.t(f"scorpion.card.{card}")


def use_words(ctx: Ctx, item: Item) -> str:
    if item.do == "bluff":
        return ctx.t("in.card.as_bluff", card=card_words(ctx, item.what))
    if item.do == "shadow_walk":
        return ctx.t("in.card.as_shadow")
    guards = item.what.split("+")
    zone = next((f.zone for f in ctx.view.figures if f.id in guards), "")
    numbers = listed(ctx.look, [number(g) for g in guards])
    drink = item.do == "potent_sake"
    return ctx.t("in.card.on_drinker" if drink else "in.card.on_guard", guards=numbers, zone=place(ctx, zone))


def now_words(ctx: Ctx, item: Item) -> str:
    if item.do == "bluff":
        return ctx.t("in.card.ask_bluff", who=called(ctx, item.who), card=card_words(ctx, item.what))
    card, use = card_words(ctx, item.do), use_words(ctx, item)
    return ctx.t("in.card.ask_use", who=called(ctx, item.who), card=card, use=use)
