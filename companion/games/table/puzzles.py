"""Puzzles from one's own match: a question to tap an answer to, checked against what could be known then."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.table.context import LookBack
from companion.games.table.plots import when
from companion.games.table.table_screen import C, Controls, TableScreen
from companion.ui import button_side, chip, column, label_row, panel, row, ruling_row, text
from companion.ui.look import Look
from companion.ui.map.board_map import board_map
from referee.core.analysis import Analysis, Puzzle

MAP, MAP_WIDE = 284.0, 460.0


def puzzles(ctx: C, told: Analysis) -> Controls:
    """Return the puzzles of a match as a list."""
    if not told.puzzles:
        return []
    head = label_row(ctx.look, ctx.look.t("analysis.puzzles"), str(len(told.puzzles)))
    rows = [
        button_side(ctx.look, asks(ctx, each), ctx.change(opened, n), ft.Icons.HELP_OUTLINE_SHARP, 48)
        for n, each in enumerate(told.puzzles, 1)
    ]
    return [head, *rows]


def open_puzzle(ctx: C, table: TableScreen[C], told: Analysis) -> ft.Control | None:
    """Return the puzzle that is open, if any: nothing else is shown beside it."""
    at = ctx.pick.back.puzzle
    return _open(ctx, table, told, told.puzzles[at - 1]) if 0 < at <= len(told.puzzles) else None


def asks(ctx: C, puzzle: Puzzle) -> str:
    return ctx.say(puzzle.said.message, puzzle.said.params)


def _open(ctx: C, table: TableScreen[C], told: Analysis, puzzle: Puzzle) -> ft.Control:
    look, t, back = ctx.look, ctx.look.t, ctx.pick.back
    guess = tuple(each for each in back.guess if each in puzzle.choices)
    tap = ctx.change(asked if back.checked else guessed, puzzle.choices)
    parts: Controls = [
        text(look, "subject", asks(ctx, puzzle)),
        text(look, "caption", when(look, told.axis, puzzle.at), look.p.text_2),
    ]
    if puzzle.board and table.puzzle_map is not None:
        facts = table.puzzle_map(ctx, puzzle)
        marked = replace(
            facts, targets=tuple((zone, "") for zone in guess), chosen=back.asked,
            cloud=puzzle.right if back.checked else (),
        )  # fmt: skip
        parts.append(board_map(look, marked, tap, MAP_WIDE if look.wide else MAP))
        parts.append(text(look, "caption", t("analysis.marked", n=len(guess)), look.p.text_2))
    else:
        chips = [chip(look, ctx.say("analysis.choice", {"card": each}), _with(tap, each), each in guess)
                 for each in puzzle.choices]  # fmt: skip
        parts.append(ft.Row(list(chips), spacing=8, run_spacing=8, wrap=True))
    if back.checked:
        parts += [verdict(look, puzzle, guess), *why(ctx, told.axis, puzzle, back)]
    check = None if back.checked or not guess else ctx.change(checked)
    parts.append(
        row(
            [
                button_side(look, t("analysis.close_puzzle"), ctx.change(opened, 0), ft.Icons.CLOSE_SHARP, 48),
                button_side(look, t("analysis.check"), check, ft.Icons.CHECK_SHARP, 48),
            ],
            8,
        )
    )
    return panel(look, column(parts, 8), padding=12)


def _with(tap: Any, choice: str) -> Any:
    return replace(tap, args=(*tap.args, choice))


def verdict(look: Look, puzzle: Puzzle, guess: tuple[str, ...]) -> ft.Control:
    """Return how much of a guess could be, and what it lacked."""
    right = sum(each in puzzle.right for each in guess)
    told = look.t("analysis.checked", n=len(puzzle.right), right=right, wrong=len(guess) - right)
    return ft.Semantics(content=text(look, "body", told), live_region=True)


def why(ctx: C, axis: str, puzzle: Puzzle, back: LookBack) -> Controls:
    """Return why the choice that was tapped last is right or wrong."""
    if back.asked not in puzzle.choices:
        return [text(ctx.look, "caption", ctx.look.t("analysis.tap_why"), ctx.look.p.text_2)]
    key = "analysis.could_be" if back.asked in puzzle.right else "analysis.could_not"
    reason = puzzle.why.get(back.asked)
    told: Controls = [text(ctx.look, "body", ctx.say(key, {"zone": back.asked}))]
    if reason is not None:
        moment, fact = when(ctx.look, axis, reason.at), ctx.say(reason.said.message, reason.said.params)
        clause = reason.said.clause or ""
        told.append(ruling_row(ctx.look, ft.Icons.GAVEL_SHARP, moment, fact, clause, ctx.actions))
    return told


def opened(now: Any, n: int) -> Any:
    return replace(now, back=replace(now.back, puzzle=n, guess=(), checked=False, asked=""))


def guessed(now: Any, choices: tuple[str, ...], choice: str) -> Any:
    """Return the choice in which one more answer is marked, or one less. What a phone sends may be anything."""
    back: LookBack = now.back
    if choice not in choices:
        return now
    without = tuple(each for each in back.guess if each != choice)
    return replace(now, back=replace(back, guess=without if choice in back.guess else (*back.guess, choice)))


def asked(now: Any, choices: tuple[str, ...], choice: str) -> Any:
    return replace(now, back=replace(now.back, asked=choice)) if choice in choices else now


def checked(now: Any) -> Any:
    return replace(now, back=replace(now.back, checked=True))
