"""The characters on an open intruder's phone: mission, wounds, and whose part is being planned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import flet as ft

from companion.games.scorpion.facts import character_of
from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.intruders.plan import Plan, planning
from companion.games.scorpion.intruders.way import mine, paths_of, searches_of, secrets_of
from companion.ui import Act, act, aloud, block, edge, named, pressable, text, theme
from companion.ui.base import at_most, figure, inset, tap_box
from companion.ui.look import Look
from companion.ui.map.words import joined
from referee.scorpion.moves import PASSAGE
from referee.scorpion.state import DEADLY
from referee.scorpion.views.view_model import CharacterView, IntruderView


def called(ctx: Ctx, who: str) -> str:
    return ctx.look.t(f"scorpion.{who}")


def active(ctx: Ctx, plan: Plan) -> str:
    """Return whose part is being planned: the one chosen, else the first who has to move, else who may search."""
    own = [c.who for c in mine(ctx)]
    if plan.who in own:
        return plan.who
    moving = [who for who in own if paths_of(ctx.snap, ctx.me, who) is not None]
    searching = [who for who in own if searches_of(ctx.snap, ctx.me, who)[0]]
    return next(iter((*moving, *searching, *own)), "")


def people(ctx: Ctx, plan: Plan) -> ft.Control:
    own, now = {c.who for c in mine(ctx)}, active(ctx, plan)
    tiles = []
    for c in secrets_of(ctx.view):
        title, lines = told(ctx, c)
        choose = act(planning(ctx), replace(plan.steps_only(), who=c.who)) if c.who in own and len(own) > 1 else None
        tiles.append(person(ctx.look, c.who, title, joined(ctx.look, *lines), c.who == now, choose))
    if ctx.look.scale >= 1.5:
        return ft.Column(list(tiles), spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Row([ft.Container(tile, expand=True) for tile in tiles], spacing=8)


def told(ctx: Ctx, c: IntruderView) -> tuple[str, tuple[str, ...]]:
    who = called(ctx, c.who)
    public = character_of(ctx.view, c.who) or character_of(ctx.view, "intruder")
    done = public is not None and public.accomplished
    if c.mission is None:
        return who, tuple(_state(ctx, c, public))
    return ctx.t("in.who.has" if done else "in.who.seeks", who=who, letter=c.mission), tuple(_state(ctx, c, public))


def _state(ctx: Ctx, c: IntruderView, public: CharacterView | None) -> Iterator[str]:
    if c.status != "in_play":
        yield ctx.t(f"in.who.{c.status}")
        return
    if c.zone == PASSAGE:
        yield ctx.t("in.who.inside")
    elif c.visible:
        yield ctx.t("in.who.visible")
    if public is not None and public.accomplished:
        yield ctx.t("in.who.must_leave")
    yield ctx.t("in.who.wounds", wounds=public.wounds if public is not None else 0, most=DEADLY[c.who])


@block
def person(look: Look, who: str, title: str, sub: str, chosen: bool, handler: Act | None) -> ft.Control:
    """Draw one character: the letter in its shape on the map, the mission, the state."""
    p = look.p
    ink = p.background if chosen else p.text
    sign = ft.Container(
        figure(look, who[0].upper(), p.background, 16), width=28, height=28, alignment=ft.Alignment.CENTER,
        bgcolor=p.ninja if who == "ninja" else p.traitor, border_radius=14 if who == "ninja" else theme.R_TRACK,
        border=edge(theme.LINE, p.background),
    )  # fmt: skip
    words = ft.Column(
        [
            text(look, "subject", title, ink, size=15, lines=1 if look.scale <= 1.15 else 3),
            text(look, "caption", sub, ink if chosen else p.text_2, lines=at_most(look, 2), line=15),
        ],
        spacing=0, tight=True, expand=True, alignment=ft.MainAxisAlignment.CENTER,
    )  # fmt: skip
    both, high = ft.Row([sign, words], spacing=6), 60 if look.scale <= 1.15 else None
    box = tap_box(
        look, both, handler, lit=chosen, bgcolor=p.surface, height=high, padding=inset(7, 4), alignment=None,
        ink=handler is not None,
    )  # fmt: skip
    spoken = aloud(title, sub)
    return named(spoken, box) if handler is None else pressable(spoken, box, handler, selected=chosen)
