"""The intruders' secret map: what everybody sees, with their own positions, ways, ropes and passage in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

import flet as ft

from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.intruders.plan import plan_of
from companion.games.scorpion.intruders.way import Way, board_of, secrets_of, ways
from companion.games.scorpion.map import public_map, with_more
from companion.ui import fusuma
from companion.ui.map.facts import Figure, MapFacts, Mark, Trail
from referee.scorpion.views.view_model import IntruderView, WalkView

_INTRUDERS = frozenset({"ninja", "traitor"})


def intruders_map(ctx: Ctx, **more: Any) -> MapFacts:
    """Return the map as the intruders may see it now: the public one while their cover is closed.

    In `more`, figures, marks, trails and ropes are added, anything else is as given.
    """
    facts = public_map(ctx)
    if not ctx.open or ctx.view.intruders is None:
        return with_more(facts, **more)
    known = secrets_of(ctx.view)
    letters = {c.who[0].upper() for c in known} | {"?"}
    others = tuple(f for f in facts.figures if f.kind not in _INTRUDERS or f.label not in letters)
    secret = ctx.view.intruders
    entrances = tuple(zone for passage in secret.passages for zone in passage.entrances)
    ropes = tuple((r.a, r.b) for r in secret.ropes)
    planned = ways(ctx.view, plan_of(ctx))
    board = board_of(ctx.view)
    mine = replace(
        facts,
        tone="intruders",
        figures=(*others, *(_figure(c, way) for c in known if (way := planned.get(c.who)) and way.at in board)),
        marks=(*facts.marks, *(Mark(zone, "X") for zone in entrances if Mark(zone, "X") not in facts.marks)),
        trails=tuple(trail for c in known for trail in _trails(c, planned.get(c.who), ctx.view.turn)),
        ropes=tuple(dict.fromkeys((*facts.ropes, *ropes))),
    )
    return with_more(mine, **more)


def doors(ctx: Ctx, kind: Literal["full", "short"], height: float, secret: ft.Control | None = None) -> ft.Control:
    """Return the closed doors, and while the cover is open a secret in front of them.

    The doors stay where they are: to cover, a phone is sent nothing but that the secret is gone.
    """
    behind = ft.Semantics(content=fusuma(ctx.look, kind), exclude_semantics=secret is not None)
    layers: list[ft.Control] = [ft.Container(behind, alignment=ft.Alignment.TOP_CENTER, left=0, right=0, top=0)]
    if secret is not None:
        layers.append(ft.Container(secret, bgcolor=ctx.look.p.background, left=0, right=0, top=0, bottom=0))
    return ft.Stack(layers, height=height)


def _figure(c: IntruderView, way: Way) -> Figure:
    ninja = c.who == "ninja"
    return Figure(way.at, "ninja" if ninja else "traitor", c.who[0].upper())


def _trails(c: IntruderView, way: Way | None, turn: int) -> Iterator[Trail]:
    """Yield the way of this life, turn by turn, with what is planned at its end."""
    zones: list[str] = []
    turns: list[int] = []
    for walk in _this_life(c):
        if not zones:
            zones, turns = [walk.zones[0]], [0]
        steps = walk.zones[1:]
        zones += steps
        turns += [0] * (len(steps) - 1) + [walk.turn] if steps else []
    if way is not None and way.steps:
        zones = zones or [way.zones[0]]
        turns = turns or [0]
        zones += way.zones[1:]
        turns += [0] * (way.steps - 1) + [turn]
    if len(zones) > 1:
        yield Trail(c.who, tuple(zones), tuple(turns))  # type: ignore[arg-type]


def _this_life(c: IntruderView) -> tuple[WalkView, ...]:
    """Return the walks since the character came onto the map: each begins where the last ended."""
    found: list[WalkView] = []
    for walk in c.walks:
        if found and walk.zones and walk.zones[0] != found[-1].zones[-1]:
            found = []
        found.append(walk)
    return tuple(found)
