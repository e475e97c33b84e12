"""The score sheet: one line a round, the points of every seat after it."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.games.shinobazu.frame import Ctx
from companion.ui import aloud, edge, icon, named, still, text, theme
from companion.ui.look import Look


@dataclass(frozen=True, slots=True)
class Line:
    """One round: its name, each seat's points after it, and which seats won or lost."""

    round: str
    points: tuple[int, ...]
    tones: tuple[str, ...]
    duel: str


def sheet_rows(ctx: Ctx) -> tuple[tuple[str, ...], tuple[Line, ...]]:
    """Return the seats' names and the lines of the sheet, the newest last."""
    names = tuple(s.name or s.seat for s in ctx.view.seats)
    lines = []
    for r in ctx.view.rounds:
        tones = tuple("win" if s.seat == r.winner else "lose" if s.seat in r.losers else "" for s in ctx.view.seats)
        duel = ctx.t(f"sheet_duel.{r.duel}") if r.duel else ""
        lines.append(Line(f"{r.set}.{r.round}", r.points, tones, duel))
    return names, tuple(lines)


@still
def score_sheet(look: Look, names: tuple[str, ...], lines: tuple[Line, ...]) -> ft.Control:
    """Draw the sheet. A winner's points are bold, a loser's vermilion with a mark."""
    p, t = look.p, look.t
    head = [ft.Container(text(look, "caption", t("shinobazu.screen.round"), p.tx2, lines=1), width=64)]
    head += [ft.Container(text(look, "over", n, p.tx2, lines=1, align=ft.TextAlign.CENTER), expand=True) for n in names]
    rows: list[ft.Control] = [ft.Container(ft.Row([*head], spacing=4), height=theme.grown(look, 30))]
    for line in lines:
        cells: list[ft.Control] = [ft.Container(text(look, "caption", line.round, p.tx2, lines=1), width=64)]
        for points, tone in zip(line.points, line.tones, strict=True):
            ink = p.seal_text if tone == "lose" else p.tx if tone == "win" else p.tx2
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
        rows.append(
            named(
                aloud(f"{t('shinobazu.screen.round')} {line.round}: {said}", line.duel),
                ft.Container(
                    ft.Row(cells, spacing=4),
                    height=theme.grown(look, 30),
                    border=ft.Border(top=ft.BorderSide(theme.HAIR, p.ln)),
                ),
            )
        )
    return ft.Container(
        ft.Column(rows, spacing=0, tight=True),
        bgcolor=p.sf,
        border=edge(theme.HAIR, p.ln),
        border_radius=theme.R_PANEL,
        padding=ft.Padding.symmetric(horizontal=12, vertical=4),
    )
