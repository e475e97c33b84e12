"""The game master's own sheets of Shinobazu: points set by hand, and what an entry may be corrected into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flet as ft

from companion.games.shinobazu.frame import Ctx
from companion.games.table.game_master_sheets import points_sheet
from companion.games.table.table_screen import Change
from referee.shinobazu.model import COLOURS


def ruling(ctx: Ctx) -> ft.Control:
    return points_sheet(ctx, [(s.seat, s.points) for s in ctx.view.seats])


def changes(ctx: Ctx, move: Mapping[str, Any]) -> tuple[Change, ...]:
    t = ctx.t
    found: list[Change] = []
    if move.get("type") == "lead":
        for colour in COLOURS:
            if colour != move.get("colour"):
                found.append((colour, ctx.look.t(f"shinobazu.colour.{colour}"), {**move, "colour": colour}))
    for field in ("declare", "choice"):
        for value in ("fight", "pass"):
            if move.get(field) in ("fight", "pass") and move.get(field) != value:
                found.append((value, t(value), {**move, field: value}))
    for value in ("accept", "refuse"):
        if move.get("type") == "duel_answer" and move.get("answer") != value:
            found.append((value, t(value), {**move, "answer": value}))
    return tuple(found)
