"""Depth `scores`: the guards' figures in numbers; each tap on − or + is one declaration."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.scores.facts import COMES_OUT, DRANK, GOES_IN, GUARDS, IC, LEAVES, SOBER, WOKE, Event, S
from companion.games.scorpion.scores.form import tapped
from companion.games.scorpion.scores.tiles import Counter, counters

MORE = Event("more", "guard_added", IC.ADD_SHARP, (("cause", "other"),))


def figures(ctx: Ctx, *, acts: bool = True) -> ft.Control:
    """Return how many guards there are of each sort. Two guard players count swords and spears apart (SCORPION-4.6)."""
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
    """Return what takes an able guard off the map, and what places one."""
    weapon = None if sort == "able" else sort
    fewer = replace(LEAVES, only=(*LEAVES.only, ("figure", weapon), ("inside", False)))
    return fewer, replace(MORE, only=(*MORE.only, ("weapon", weapon)))


def counter(ctx: Ctx, sort: str, n: int, fewer: Event | None, more: Event | None, *, acts: bool) -> Counter:
    label = ctx.t(f"{S}sort.{sort}")
    sides = [tapped(ctx, event, GUARDS) if event is not None and acts else (False, None) for event in (fewer, more)]
    (down, less), (up, further) = sides
    return label, n, ctx.t(f"{S}less.{sort}"), less, down, ctx.t(f"{S}more.{sort}"), further, up
