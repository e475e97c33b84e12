"""Depth `scores`: what the table knows of guards and intruders, a row each, and the numbers of guard figures."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.games.scorpion.facts import Ctx, character_of
from companion.games.scorpion.map_page import letter_box
from companion.games.scorpion.scores.facts import (
    COMES_OUT,
    DRANK,
    GOES_IN,
    GUARDS,
    IC,
    LEAVES,
    SOBER,
    WOKE,
    Event,
    S,
    chosen_subject,
    subjects,
)
from companion.games.scorpion.scores.form import Counter, counters, tapped
from companion.ui import Act, aloud, block, column, edge, icon, on, pressable, row, text, theme
from companion.ui.base import fill_column, rule
from companion.ui.theme import Look
from referee.scorpion.state import DEADLY

MORE = Event("more", "guard_added", IC.ADD_SHARP, (("cause", "other"),))


def figures(ctx: Ctx, *, acts: bool = True) -> ft.Control:
    """Return the numbers of guards by sort. Two guard players count swords and spears apart (SCORPION-4.6)."""
    kept = ctx.view.scores
    assert kept is not None
    two = any(p.role == "sword" for p in ctx.view.players)
    able = {"sword": kept.sword, "spear": kept.spear} if two else {"able": kept.sword + kept.spear}
    rows = [counter(ctx, sort, n, *_placing(sort), acts=acts) for sort, n in able.items()]
    rows.append(counter(ctx, "asleep", max(0, kept.sleepers - kept.woken), WOKE, None, acts=acts))
    rows.append(counter(ctx, "drunk", kept.drunk, SOBER, DRANK, acts=acts))
    rows.append(counter(ctx, "inside", kept.guards_in_passage, COMES_OUT, GOES_IN, acts=acts))
    return counters(ctx.look, tuple(rows))


def _placing(sort: str) -> tuple[Event, Event]:
    """Return the events that remove an able guard from the map, and that place one."""
    weapon = None if sort == "able" else sort
    fewer = replace(LEAVES, only=(*LEAVES.only, ("figure", weapon), ("inside", False)))
    return fewer, replace(MORE, only=(*MORE.only, ("weapon", weapon)))


def counter(ctx: Ctx, sort: str, n: int, fewer: Event | None, more: Event | None, *, acts: bool) -> Counter:
    less, more_ = (tapped(ctx, each, GUARDS) if each is not None and acts else (False, None) for each in (fewer, more))
    return ctx.t(f"{S}sort.{sort}"), n, (ctx.t(f"{S}less.{sort}"), *less), (ctx.t(f"{S}more.{sort}"), *more_)


Person = tuple[str, str, str, bool, Act | None]
"""The key, the name, what is known in one line, whether it is chosen, the act of a tap."""


def people(ctx: Ctx, *, choose: bool = True) -> ft.Control:
    now = chosen_subject(ctx)
    rows: list[Person] = []
    for who in subjects(ctx.view):
        handler = ctx.change(replace, who=who, tab="", zone="", form={}) if choose else None
        known = guards_known(ctx) if who == GUARDS else intruder_known(ctx, who)
        rows.append((who, ctx.t(f"{S}who.{who}"), known, choose and who == now, handler))
    return people_face(ctx.look, tuple(rows))


def guards_known(ctx: Ctx) -> str:
    """Return how many cards the guards drew, and have used in this turn."""
    view = ctx.view
    used = ctx.t(f"{S}used", n=view.cards_used) if view.cards_used else ""
    free = ctx.t(f"{S}focused") if view.focused else ""
    return _joined(ctx, ctx.t(f"{S}drew", n=view.drawn_at), used, free)


def intruder_known(ctx: Ctx, who: str) -> str:
    one = character_of(ctx.view, who)
    kept = next((c for c in (ctx.view.scores.characters if ctx.view.scores else ()) if c.who == who), None)
    if one is None or kept is None:
        return ""
    words = one.status if one.status in ("passage", "escaped", "dead", "due") else "map"
    parts = [ctx.t(f"{S}place.{words}")]
    if words in ("map", "passage"):
        if one.hand_size is not None:
            parts.append(ctx.t(f"{S}hand", n=one.hand_size))
        if one.wounds:
            most = DEADLY.get(who, 0)
            parts.append(ctx.t(f"{S}wounds", n=one.wounds, of=most) if most else ctx.t(f"{S}wounded", n=one.wounds))
    if kept.mission:
        parts.append(ctx.t(f"{S}done", letter=kept.mission))
    elif kept.letters:
        parts.append(ctx.t(f"{S}letters", letters=" ".join(kept.letters)))
    return _joined(ctx, *parts)


def _joined(ctx: Ctx, *parts: str) -> str:
    return ctx.t(f"{S}comma").join(part for part in parts if part)


@block
def people_face(look: Look, every: tuple[Person, ...]) -> ft.Control:
    """Draw the rows in one panel; the chosen one is filled with ink."""
    rows: list[ft.Control] = [_person(look, *each, last=each is every[-1]) for each in every]
    return ft.Container(
        column(rows),
        bgcolor=look.p.surface,
        border=edge(theme.LINE, look.p.line_strong),
        border_radius=theme.R_PANEL,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def _person(
    look: Look, who: str, name: str, about: str, chosen: bool, handler: Act | None, *, last: bool
) -> ft.Control:
    p = look.p
    large = look.scale > 1.15
    ink, muted = (p.background, p.background) if chosen else (p.text, p.text_2)
    words = fill_column(
        text(look, "subject", name, ink, lines=1), text(look, "caption", about, muted, lines=3 if large else 1)
    )
    box = ft.Container(
        row([sign(look, who, chosen=chosen), words], 12),
        height=None if large else theme.TOUCH,
        padding=ft.Padding.symmetric(horizontal=10, vertical=6 if large else 0),
        bgcolor=p.text if chosen else None,
        border=None if last else rule("bottom", p.line_strong),
        on_click=on(handler),
        ink=handler is not None,
    )
    return pressable(aloud(name, about), box, handler, selected=chosen)


def sign(look: Look, who: str, *, chosen: bool) -> ft.Control:
    """Return the sign of a side: an intruder's letter, the guards' shield."""
    if who in ("ninja", "traitor"):
        return letter_box(look, who, chosen=chosen)
    glyph = IC.SHIELD_SHARP if who == GUARDS else IC.QUESTION_MARK_SHARP
    return ft.Container(icon(look, glyph, 24, look.p.background if chosen else look.p.text), width=30)
