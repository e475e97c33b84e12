"""The score sheet: one line a round, the points of every seat after it."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.games.shinobazu.frame import Ctx
from companion.games.table.panels import score_line, score_sheet
from companion.ui import aloud, icon, label_row, still, text
from companion.ui.look import Look

FIRST = 64
"""The width of a round's name, in pixels."""


@dataclass(frozen=True, slots=True)
class Line:
    """One round: its name, each seat's points after it, and which seats won or lost."""

    round: str
    points: tuple[int, ...]
    tones: tuple[str, ...]
    duel: str


def score_rows(ctx: Ctx) -> list[ft.Control]:
    """Return the sheet with its head, the newest line last."""
    names = tuple(s.name or s.seat for s in ctx.view.seats)
    lines = []
    for r in ctx.view.rounds:
        tones = tuple("win" if s.seat == r.winner else "lose" if s.seat in r.losers else "" for s in ctx.view.seats)
        duel = ctx.t(f"sheet_duel.{r.duel}") if r.duel else ""
        lines.append(Line(f"{r.set}.{r.round}", r.points, tones, duel))
    return [label_row(ctx.look, ctx.t("score_sheet")), sheet(ctx.look, names, tuple(lines))]


@still
def sheet(look: Look, names: tuple[str, ...], lines: tuple[Line, ...]) -> ft.Control:
    """Draw the sheet. A winner's points are bold, a loser's vermilion with a mark."""
    p, t = look.p, look.t
    rows: list[ft.Control] = []
    for line in lines:
        cells: list[ft.Control] = []
        for points, tone in zip(line.points, line.tones, strict=True):
            ink = p.accent_text if tone == "lose" else p.text if tone == "win" else p.text_2
            glyph = {"lose": ft.Icons.ARROW_DROP_UP_SHARP, "win": ft.Icons.ARROW_DROP_DOWN_SHARP}.get(tone)
            figure = text(look, "subject", str(points), ink, bold=bool(tone), align=ft.TextAlign.CENTER)
            cells.append(
                ft.Container(
                    ft.Row(
                        [figure, icon(look, glyph, 18, ink)], spacing=0, tight=True,
                        alignment=ft.MainAxisAlignment.CENTER,
                    ) if glyph is not None else figure,
                    expand=True, alignment=ft.Alignment.CENTER,
                )
            )  # fmt: skip
        said = ", ".join(f"{n} {x}" for n, x in zip(names, line.points, strict=True))
        spoken = aloud(f"{t('shinobazu.screen.round')} {line.round}: {said}", line.duel)
        rows.append(score_line(look, spoken, line.round, cells, first=FIRST))
    return score_sheet(look, names, rows, first=FIRST, over=t("shinobazu.screen.round"))
