"""What a declaration would do, before it is made: the skill, whom it strikes, and how the graveyards grow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import flet as ft

from companion.contract.actions import Actions
from companion.games.giryaku.board.cells import KANJI
from companion.games.giryaku.frame import CROSS, Ctx
from companion.games.giryaku.lessons import LESSONS
from companion.games.table.lessons import lessons
from companion.ui import aloud, block, edge, named, row, text, theme
from companion.ui.base import figure, fill_column
from companion.ui.look import Look
from companion.ui.sheets.rulings import clause_face
from companion.ui.words.sentences import begun, clipped
from referee.giryaku.turn import CLAUSE_OF
from referee.giryaku.view_model import SeatView

GROWS = "\N{RIGHTWARDS ARROW}"
SHORT = 12
"""Letters of a name where room is short."""
PANEL = 76
"""Pixels of the panel: it is as high whatever it says."""
MIDDLE = 2
"""The column in which ninja and onmyoji may strike to either side (OP-4)."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What will happen, in words: a sign, a title, what it does, its clause."""

    sign: str
    title: str
    words: str
    clause: str = ""
    strong: bool = False
    """Whether somebody loses a card, or the match ends by it."""


def sign_of(cards: Iterable[str]) -> str:
    """Return cards as kanji: `忍×師`."""
    return CROSS.join(KANJI[card] for card in cards)


def grown(seat: SeatView, by: int) -> str:
    """Return how a graveyard grows: `5 → 8`."""
    return f"{seat.size} {GROWS} {seat.size + by}"


def both(ctx: Ctx, *changes: tuple[SeatView, int]) -> str:
    """Return how graveyards grow: `Aki 3 → 5, Ben 5 → 6`."""
    return ctx.t("comma").join(f"{clipped(ctx.name(seat.seat), SHORT)} {grown(seat, by)}" for seat, by in changes)


@block
def effect_panel(look: Look, actions: Actions, effect: Effect) -> ft.Control:
    """Draw an effect with its clause; its edge is vermilion where it strikes."""
    p = look.p
    large = look.scale > 1.15
    words = fill_column(
        text(look, "subject", effect.title, lines=None if large else 1),
        text(look, "caption", effect.words, p.text_2, lines=None if large else 2, line=17),
    )
    sign = [figure(look, effect.sign, p.text, 20)] if effect.sign else []
    told = named(aloud(effect.sign, effect.title, effect.words), row([*sign, words], 12), expand=True)
    tail = [clause_face(look, actions, effect.clause)] if effect.clause else []
    return ft.Container(
        row([told, *tail], 8),
        height=None if large else PANEL,
        padding=ft.Padding(left=12, right=8, top=4, bottom=4),
        bgcolor=p.surface,
        border=edge(theme.LINE if effect.strong else theme.HAIR, p.accent_text if effect.strong else p.line),
        border_radius=theme.R_PANEL,
    )


def panel_or_lesson(ctx: Ctx, effect: Effect | None) -> list[ft.Control]:
    """Return an effect's panel, or in its place and as high the lesson of what I am asked, for a first game.

    So what stands below it, the pad above all, is where it always is.
    """
    taught = [] if ctx.acting else lessons(ctx, LESSONS)
    if taught:
        return [ft.Container(taught[0], height=PANEL if ctx.look.scale <= 1.15 else None)]
    return [] if effect is None else [effect_panel(ctx.look, ctx.actions, effect)]


def skill(ctx: Ctx, pair: str, column: int, other: SeatView, struck: tuple[str, ...]) -> Effect:
    """Return what completing a column with a pair does to the other player (GIRYAKU-7.1 to 7.13)."""
    t, name = ctx.t, clipped(ctx.name(other.seat), SHORT)
    clause, title, sign = f"GIRYAKU-{CLAUSE_OF[pair]}", t(f"skill.{pair}"), sign_of(pair)
    if pair == "OO":
        return Effect(sign, title, t("skill_wins"), clause, True)
    if pair == "SN":
        words = t("skill_nothing", name=name)
        if other.hand:
            words = t("skill_hand", name=name, grows=grown(other, 1))
        return Effect(sign, title, words, clause, bool(other.hand))
    if pair == "NO" and column == MIDDLE and ctx.view.options.nin_shi_range == "one_diagonal":
        return Effect(sign, title, t("skill_side"), clause, True)
    if not struck:
        return Effect(sign, title, t("skill_nothing", name=name), clause)
    words = t("skill_strikes", name=name, n=len(struck), grows=grown(other, len(struck)))
    if len(struck) == sum(cell.filled for cell in other.board):
        words = t("skill_empties", name=name)
    return Effect(sign, title, words, clause, True)


def last_action(ctx: Ctx) -> list[ft.Control]:
    """Return what was done last, for whoever waits; nothing before the first turn."""
    effect = done_last(ctx)
    return [] if effect is None else [effect_panel(ctx.look, ctx.actions, effect)]


def done_last(ctx: Ctx) -> Effect | None:
    action, t = ctx.view.action, ctx.t
    if action is None:
        return None
    name = ctx.name(action.seat)
    title = t(f"did.{action.what}", name=name, cards=ctx.kinds(action.cards))
    cell = t("did_on", cell=begun(ctx.cell(action.cell))) if action.cell else ""
    struck = t("did_struck", cells=ctx.t("comma").join(ctx.cell(c) for c in action.struck)) if action.struck else ""
    words = t("did_pair", pair=t(f"skill.{action.pair}")) if action.pair else ""
    clause = {"withdraw": "8.2", "raid": "8.5", "strike": "8.4", "no_hand": "9.5"}.get(action.what, "4.1")
    clause = CLAUSE_OF[action.pair] if action.pair else clause
    sign = sign_of(action.pair) if action.pair else ""
    return Effect(sign, title, " ".join(filter(None, (cell, words, struck))), f"GIRYAKU-{clause}")
