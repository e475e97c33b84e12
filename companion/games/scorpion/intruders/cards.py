"""An intruder's cards on an open phone: what is held, what each may be used for, the bluff (SCORPION-16, 26.2)."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.intruders.people import called
from companion.games.scorpion.intruders.plan import Item, Plan, planning
from companion.games.scorpion.intruders.uses import kinds, usable
from companion.games.scorpion.intruders.way import Way, secrets_of
from companion.games.scorpion.map import number, place
from companion.ui import Act, act, block, card_chip, chip, text
from companion.ui.buttons import button_side
from companion.ui.look import Look
from companion.ui.words.sentences import listed

IN_VAIN = {"rope": "in.card.rope_how", "secret_passage": "in.card.passage_how", "cat": "in.card.cat_how"}
"""What is said of cards that are used by moving, or in another phase."""


def cards(ctx: Ctx, plan: Plan, who: str, way: Way | None, first: tuple[ft.Control, ...] = ()) -> ft.Control:
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


def uses(ctx: Ctx, plan: Plan, way: Way, *, locked: bool) -> list[ft.Control]:
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
