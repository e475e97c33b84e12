"""A match that has ended, on every phone: its analysis first, then its replay and its record, in one bar."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.table.analysis import analysed
from companion.games.table.context import Face, LookBack, Screen
from companion.games.table.end import end_dock
from companion.games.table.notes import changed
from companion.games.table.table_screen import C, TableScreen
from companion.ui import Choice, choice_bar

FACES: tuple[Face, ...] = ("analysis", "replay", "record")


def looked_back(ctx: C, table: TableScreen[C]) -> Screen:
    """Return what a phone shows after the end; a game that has neither analysis nor replay shows its record."""
    there = faces(ctx, table)
    if len(there) == 1:
        return record(ctx, table)
    face = face_of(ctx.pick.back, there)
    choices = tuple(Choice(each, ctx.look.t(f"analysis.face.{each}")) for each in there)
    bar = choice_bar(ctx.look, choices, face, ctx.change(turned), tick=False)
    if face == "record":
        content, dock = record(ctx, table)
        return [bar, *content], dock
    dock = end_dock(ctx)
    if face == "replay" and table.replay is not None:
        return [bar, *table.replay(ctx)], dock
    head = [] if ctx.pick.back.puzzle else table.outcome(ctx)
    return [bar, *head, *analysed(ctx, table)], dock


def record(ctx: C, table: TableScreen[C]) -> Screen:
    """Return how the match ended, and which notes were changed on the way."""
    content, dock = table.ended(ctx)
    more = changed(ctx)
    return ([*content, *more] if more else content), dock


def faces(ctx: C, table: TableScreen[C]) -> tuple[Face, ...]:
    """Return how this match can be looked at."""
    snap = ctx.snap
    there = {
        "analysis": snap.analysis is not None or snap.analysing is not None,
        "replay": table.replay is not None and bool(snap.replay),
        "record": True,
    }
    return tuple(face for face in FACES if there[face])


def face_of(back: LookBack, there: tuple[Face, ...]) -> Face:
    return back.face if back.face in there else there[0]


def turned(now: Any, face: Face) -> Any:
    """Return the choice in which another face is looked at. What a phone sends may be anything."""
    return replace(now, back=replace(now.back, face=face)) if face in FACES else now
