"""The end of a Scorpion match: who won, both secret maps open, and the whole match once more under a slider."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.scorpion.after.audits import audited
from companion.games.scorpion.after.replay import frame_at, frames, slider_row, told_frame
from companion.games.scorpion.display.display import concerned, whole_map
from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.gm import master_map
from companion.games.scorpion.map import public_map
from companion.games.table.context import Screen
from companion.games.table.end import end_dock, outcome
from companion.ui import aloud, label_row, named, panel, row, still, text, theme
from companion.ui.base import figure, fill_column
from companion.ui.choices import chip
from companion.ui.look import Look
from companion.ui.map.board_map import board_map
from companion.ui.map.facts import MapFacts
from referee.core.analysis import Puzzle
from referee.scorpion.analysis.after_the_end import Frame
from referee.scorpion.views.view_model import CharacterView

MAP, MAP_WIDE = 284.0, 580.0


def ended(ctx: Ctx) -> Screen:
    """Draw the record of the end: the result, how each intruder fared, where all stood at last, the audits."""
    head = [*outcome(ctx), fates(ctx)]
    dock = end_dock(ctx)
    if ctx.view.options.depth != "plays":
        return [*head, *audited(ctx)], dock
    return beside_map(ctx, master_map(ctx), head, audited(ctx)), dock


def replayed(ctx: Ctx) -> list[ft.Control]:
    """Draw the whole match once more under a slider, with what the guards could know at each moment."""
    frame = frame_at(ctx)
    if frame is None:
        return []
    rest = [slider_row(ctx), *told_frame(ctx, frame), *guards_knew(ctx, frame)]
    return beside_map(ctx, frame_map(ctx, frame), outcome(ctx), rest)


def beside_map(ctx: Ctx, facts: MapFacts, head: list[ft.Control], rest: list[ft.Control]) -> list[ft.Control]:
    """Return a map between what stands above and below it; on a tablet at their left."""
    if not ctx.look.wide:
        return [*head, board_map(ctx.look, facts, None, MAP), *rest]
    side = ft.Column([*head, *rest], spacing=14, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return [ft.Row([whole_map(ctx.look, facts, MAP_WIDE), side], spacing=24, vertical_alignment=_TOP)]


_TOP = ft.CrossAxisAlignment.START


def puzzle_map(ctx: Ctx, puzzle: Puzzle) -> MapFacts:
    """Return the map as it lay open to everybody at the moment of a puzzle: without intruders who were not seen."""
    frame = next((frame for frame in frames(ctx) if frame.number == puzzle.entry), None)
    if frame is None:
        return MapFacts(board=puzzle.board)
    return public_map(replace(ctx, snap=replace(ctx.snap, view=frame.view)))


def sought(ctx: Ctx, entry: int) -> Mapping[str, Any]:
    """Return what is chosen when the replay stands at an entry of the journal."""
    at = max((n for n, frame in enumerate(frames(ctx)) if frame.number <= entry), default=0)
    return {"step": at + 1}


def guards_knew(ctx: Ctx, frame: Frame) -> list[ft.Control]:
    """Return in how many zones the guards could know each intruder to be; tapped, the map shows where."""
    if not frame.cloud:
        return []
    chips = [
        chip(
            ctx.look,
            ctx.t("replay.zones", who=ctx.look.t(f"scorpion.{who}"), n=len(zones)),
            ctx.toggle("who", who),
            ctx.pick.who == who,
            name=ctx.t("replay.could_be", who=ctx.look.t(f"scorpion.{who}"), n=len(zones)),
        )
        for who, zones in frame.cloud.items()
    ]
    return [label_row(ctx.look, ctx.t("replay.guards_knew")), row(chips, 8)]


def frame_map(ctx: Ctx, frame: Frame) -> MapFacts:
    then = replace(ctx, snap=replace(ctx.snap, view=frame.view, held="kept"))
    newest = replace(then, snap=replace(then.snap, view=frame.view.model_copy(update={"record": frame.events})))
    cloud = frame.cloud.get(ctx.pick.who, ())
    return replace(master_map(then), tone="replay", cloud=cloud, concerned=concerned(newest), chosen="")


def fates(ctx: Ctx) -> ft.Control:
    tiles = [fate(ctx.look, *_fate(ctx, c)) for c in ctx.view.characters if c.who in ("ninja", "traitor")]
    if ctx.look.scale >= 1.5:
        return ft.Column(list(tiles), spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Row([ft.Container(tile, expand=True) for tile in tiles], spacing=8)


def _fate(ctx: Ctx, c: CharacterView) -> tuple[str, str, str]:
    turn = next((e.turn for e in ctx.view.record[::-1] if _left(e.kind, e.data, c.who)), 0)
    status = c.status if c.status in ("escaped", "dead") else "inside"
    secret = ctx.view.intruders
    mission = next((o.mission for o in (secret.characters if secret else ()) if o.who == c.who), None)
    how = ctx.t(f"fate.{status}", turn=turn)
    done = ctx.t("fate.done" if c.accomplished else "fate.not_done", letter=mission or "?")
    return c.who, how, done


def _left(kind: str, data: Any, who: str) -> bool:
    return kind in ("died", "escaped") and data.get("intruder") == who


@still
def fate(look: Look, who: str, how: str, mission: str) -> ft.Control:
    p = look.p
    ninja = who == "ninja"
    sign = ft.Container(
        figure(look, who[0].upper(), p.background, 16), width=30, height=30, alignment=ft.Alignment.CENTER,
        bgcolor=p.ninja if ninja else p.traitor, border_radius=15 if ninja else theme.R_TRACK,
    )  # fmt: skip
    words = fill_column(text(look, "subject", how, lines=2), text(look, "caption", mission, p.text_2, lines=2))
    return named(aloud(look.t(f"scorpion.{who}"), how, mission), panel(look, row([sign, words], 10), padding=8))
