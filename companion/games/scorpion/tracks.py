"""The head of every Scorpion screen: the turn, the alert and the phase, always in the same 120 px.

All of it is public. A change stays visible for a while: the alert level that was just left has a bright edge until the
next phase. Larger text needs more space: then the turn is above the alert, a level's box is as wide as its word, and
phases that do not fit side by side are shown two by two.
"""

from __future__ import annotations

import flet as ft
import flet.canvas as cv

from companion.games.scorpion.facts import Ctx
from companion.ui import aloud, block, column, edge, icon, named, text, theme
from companion.ui.base import about_wide
from companion.ui.theme import Look
from referee.scorpion.state import TURNS
from referee.scorpion.views.view_model import View

PHASES = ("alert", "cards", "patrol", "intruders")
LEVELS = range(4)
_GROUP = 5
"""The number of turns between two gaps of the track."""
_BESIDE = 1.15
"""The largest text scale at which turn and alert are side by side on a phone."""
_TICK = 18
"""The width in pixels of a tick and its margin."""


def tracks(ctx: Ctx) -> ft.Control:
    """Return the tracks of turn, alert and phase."""
    view = ctx.view
    return tracks_face(ctx.look, view.turn, view.alert, left_level(view), view.phase)


def spoken(ctx: Ctx) -> str:
    """Return the spoken text of the tracks."""
    return _spoken(ctx.look, ctx.view.turn, ctx.view.alert, ctx.view.phase)


def _spoken(look: Look, turn: int, alert: int, phase: str) -> str:
    t = look.t
    level = t(f"scorpion.screen.track.alert_{alert}")
    return aloud(
        t("scorpion.screen.track.turn", turn=turn, of=TURNS), t("scorpion.screen.track.alert", level=level),
        t(f"scorpion.phase.{phase}"),
    )  # fmt: skip


def left_level(view: View) -> int:
    """Return the alert level at the start of this phase if it has changed since; else -1."""
    now = [e for e in view.record if (e.turn, e.phase) == (view.turn, view.phase)]
    before = next((int(e.data["before"]) for e in now if e.kind in ("alert_raised", "alert_fell")), view.alert)
    return before if before != view.alert else -1


@block
def tracks_face(look: Look, turn: int, alert: int, left: int, phase: str) -> ft.Control:
    """Draw the three tracks with one spoken name. `left` is the alert level that was just left, or -1."""
    return named(
        _spoken(look, turn, alert, phase),
        _stack(look, [_head(look, turn, alert, left), _turns(look, turn), _phases(look, phase)]),
    )


def _stack(look: Look, tracks: list[ft.Control]) -> ft.Control:
    return column(tracks, 14 if look.wide else 8)


@block
def _head(look: Look, turn: int, alert: int, left: int) -> ft.Control:
    """Draw the turn's number and the alert, side by side if there is space."""
    steps = ft.Row([_level(look, n, n == alert, n == left) for n in LEVELS], spacing=4, expand=True)
    if look.wide or look.scale > _BESIDE:
        return _stack(look, [_turn(look, turn), ft.Row([steps], spacing=0)])
    return ft.Row([_turn(look, turn), steps], spacing=8)


def _turn(look: Look, turn: int) -> ft.Control:
    """Draw the turn's numeral in a box that fits two digits, and the number of turns."""
    t = look.t
    numeral = text(look, "numeral_xl" if look.wide else "numeral_m", str(turn), lines=1)
    if not look.wide:
        grown, beside = theme.numeral_scale(look), look.scale <= _BESIDE
        numeral.no_wrap, numeral.overflow = True, ft.TextOverflow.VISIBLE
        box = ft.Container(numeral, width=(57 if beside else 60) * grown, alignment=ft.Alignment.CENTER)
        of = text(look, "mark", t("scorpion.screen.track.of", of=TURNS), look.p.text_2, size=13, bold=False)
        return ft.Row([box, of], spacing=4, width=98 * grown if beside else None, tight=True)
    of = text(look, "body", t("scorpion.screen.track.of", of=TURNS), look.p.text_2, size=22)
    dawn = text(look, "body", t("scorpion.screen.track.dawn", n=TURNS - turn), look.p.text_2)
    return ft.Row([numeral, ft.Column([of, dawn], spacing=4, tight=True)], spacing=20)


def _level(look: Look, n: int, now: bool, left: bool) -> ft.Control:
    """Draw one level: its bars, filled up to its height, above its word. The highest is vermilion."""
    p, said = look.p, look.t(f"scorpion.screen.track.alert_{n}")
    fill = None if not now else p.accent if n == LEVELS[-1] else p.text
    ink = p.text if fill is None else p.on_accent if n == LEVELS[-1] else p.background
    word = text(
        look, "mark", said, ink if now or left else p.text_2,
        size=18 if look.wide else 13, bold=now, lines=1, align=ft.TextAlign.CENTER,
    )  # fmt: skip
    word.no_wrap, word.overflow = True, ft.TextOverflow.VISIBLE
    return ft.Container(
        ft.Column(
            [_bars(n, ink), word],
            spacing=1,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        height=68 if look.wide else round(42 * theme.numeral_scale(look)),
        expand=True if look.wide or look.scale == 1 else round(about_wide(said, 10)) + 10,
        bgcolor=fill or p.surface,
        border=edge(theme.LINE, fill or (p.text if left else p.line)),
        border_radius=theme.R_CARD,
    )


def _bars(n: int, ink: str) -> ft.Control:
    """Draw three rising bars, the first `n` of them filled."""
    shapes: list[cv.Shape] = []
    for at in range(3):
        tall = 4 + 4 * at
        style = ft.PaintingStyle.FILL if at < n else ft.PaintingStyle.STROKE
        shapes.append(cv.Rect(1 + 6 * at, 13 - tall, 5, tall, paint=ft.Paint(color=ink, style=style, stroke_width=1)))
    return cv.Canvas(shapes, width=19, height=14)


@block
def _turns(look: Look, turn: int) -> ft.Control:
    """Draw the twenty turns: past ones are filled, the current one is wide and numbered."""
    p, tall = look.p, 28 if look.wide else 20
    wide = 32 if look.wide else 27 * theme.numeral_scale(look)
    cells: list[ft.Control] = []
    for n in range(1, TURNS + 1):
        apart = ft.Margin.only(left=4) if n % _GROUP == 1 and n > 1 else None
        if n == turn:
            figure = text(look, "mark", str(n), p.background, size=18 if look.wide else 15, lines=1)
            cells.append(
                ft.Container(
                    figure,
                    width=wide,
                    height=tall,
                    bgcolor=p.text,
                    border_radius=theme.R_TRACK,
                    alignment=ft.Alignment.CENTER,
                    margin=apart,
                )
            )
            continue
        past = n < turn
        cells.append(
            ft.Container(
                height=tall - 8,
                expand=True,
                bgcolor=p.line_strong if past else None,
                border=edge(1, p.line_strong),
                border_radius=theme.R_TRACK,
                margin=apart,
            )
        )
    return ft.Row(cells, spacing=2)


@block
def _phases(look: Look, phase: str) -> ft.Control:
    """Draw the four phases: completed ones have a tick, the current one is filled."""
    grown = theme.numeral_scale(look)
    at = PHASES.index(phase) if phase in PHASES else len(PHASES) if phase == "ended" else -1
    said = [look.t(f"scorpion.screen.track.phase_{each}") for each in PHASES]
    if look.wide or about_wide("".join(said), 15 * grown) + len(said) * _TICK <= theme.ROOM:
        shown: ft.Control = _cells(look, said, 0, at)
        height = 48 if look.wide else round(36 * grown)
    else:
        line = ft.Container(height=theme.HAIR, bgcolor=look.p.line_strong)
        shown = ft.Column([_cells(look, said[:2], 0, at), line, _cells(look, said[2:], 2, at)], spacing=0)
        height = round(62 * grown)
    return ft.Container(
        shown,
        height=height,
        border=edge(theme.HAIR, look.p.line_strong),
        border_radius=theme.R_CARD,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def _cells(look: Look, said: list[str], first: int, at: int) -> ft.Control:
    """Draw phases side by side; `first` is the number of the first one, and `at` that of the current one."""
    p = look.p
    cells: list[ft.Control] = []
    for n, word in enumerate(said, first):
        ink = p.background if n == at else p.text_2
        shown = text(look, "mark", word, ink, size=18 if look.wide else 15, bold=n == at, lines=1)
        ticked = [icon(look, ft.Icons.CHECK_SHARP, 16, p.text_2)] if n < at else []
        cells.append(
            ft.Container(
                ft.Row([*ticked, shown], spacing=2, alignment=ft.MainAxisAlignment.CENTER),
                bgcolor=p.text if n == at else None,
                border=ft.Border(left=ft.BorderSide(theme.HAIR, p.line_strong)) if n > first else None,
                expand=round(about_wide(word, 10)) + 44 if len(said) == len(PHASES) else 1,
            )
        )
    return ft.Row(cells, spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH, expand=True)
