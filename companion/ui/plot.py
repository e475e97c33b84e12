"""A plot to look at, to have read aloud, or to be read as a table: the same numbers three times.

Drawn by ourselves: a chart of Flet's own is one picture without a word in it for screen readers, and every phone would
be sent its points as controls. Ours is one SVG, with the summary as its name and the table one tap away.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import flet as ft

from companion.ui import theme
from companion.ui.base import (
    Act,
    about_wide,
    act,
    block,
    column,
    icon,
    inset,
    named,
    on,
    pressable,
    row,
    rule,
    still,
    text,
)
from companion.ui.panels import panel
from companion.ui.plot_drawing import HIGH, WIDE, Curve, area, figures, letters, plot_picture, swatch
from companion.ui.words.aloud import aloud

if TYPE_CHECKING:
    from companion.ui.look import Look

__all__ = ["Curve", "Plot", "plot"]

ROWS = 30
"""Lines of a table that are shown at first, and that a tap adds."""


@dataclass(frozen=True, slots=True)
class Plot:
    """What a plot tells. All is in words of the reader's language.

    `along` names the places along x, one for each value of a curve, and `x_name` what they are ("Turn").
    `summary` is what a screen reader says for the picture: what to see in it, in a sentence or two.
    """

    title: str
    unit: str
    x_name: str
    along: tuple[str, ...]
    curves: tuple[Curve, ...]
    summary: str
    marks: tuple[str, ...] = ()
    """What stands along the axis, where it is shorter than `along`."""


@block
def plot(look: Look, facts: Plot, at: int | None = None, on_x: Act | None = None) -> ft.Control:
    """Return a plot in its panel. `at` marks a place along x; `on_x(place)` is called with the place that is tapped."""
    as_table, turn = ft.use_state(False)
    rows, more = ft.use_state(ROWS)
    t = look.t
    switch = _quiet(look, t("kit.plot_drawn" if as_table else "kit.plot_table"), act(turn, not as_table), facts.title)
    if as_table:
        body = table(look, facts, rows, on_x)
        left = len(facts.along) - rows
        more_ = [_quiet(look, t("kit.plot_more", n=left), act(more, rows + ROWS))] if left > 0 else []
        foot: list[ft.Control] = [*more_, switch]
    else:
        legend = _legend(look, facts)
        body = [_picture(look, facts, at, on_x)]
        foot = [legend, switch] if look.scale > 1.15 else [row([legend, switch], 8)]
    return panel(look, column([_head(look, facts.title, facts.unit), *body, *foot], spacing=4), padding=inset(13, 8))


@still
def _head(look: Look, title: str, unit: str) -> ft.Control:
    apart = about_wide(title, 14) + about_wide(unit, 13) > (theme.ROOM - 40) / look.scale
    words: list[ft.Control] = [text(look, "label", title, look.p.text_2, lines=3, expand=None if apart else True)]
    if unit:
        words.append(text(look, "caption", unit, look.p.text_2, lines=2 if apart else 1))
    return ft.Semantics(
        content=column(words) if apart else row(words, 10, vertical_alignment=ft.CrossAxisAlignment.START),
        label=aloud(title, unit), heading_level=3, container=True, exclude_semantics=True,
    )  # fmt: skip


def _picture(look: Look, facts: Plot, at: int | None, on_x: Act | None) -> ft.Control:
    drawn = _drawing(look, facts, at)
    if on_x is None:
        return drawn
    room = area(facts.curves, len(facts.along), theme.numeral_scale(look))
    step = (room.right - room.left) / max(1, len(facts.along) - 1)
    edges = [0.0, *(room.x(n) - step / 2 for n in range(1, len(facts.along))), float(WIDE)]
    zones = [
        ft.Container(expand=max(1, round(10 * (right - left))), on_click=on(on_x, n), bgcolor=ft.Colors.TRANSPARENT)
        for n, (left, right) in enumerate(pairwise(edges))
    ]
    # Read aloud, the table does what a finger does here.
    touch = ft.Row(list(zones), spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH)
    over = ft.Semantics(content=touch, exclude_semantics=True)
    return ft.Stack([drawn, ft.Container(over, left=0, top=0, right=0, bottom=0)])


@still
def _drawing(look: Look, facts: Plot, at: int | None) -> ft.Control:
    source = plot_picture(look.p.name, facts.curves, facts.marks or facts.along, theme.numeral_scale(look), at)
    image = ft.Image(src=source, fit=ft.BoxFit.FILL, aspect_ratio=round(WIDE / HIGH, 4), gapless_playback=True)
    return named(aloud(facts.title, facts.summary), image, image=True)


@still
def _legend(look: Look, facts: Plot) -> ft.Control:
    signs = letters(curve.name for curve in facts.curves)
    shown = []
    for n, (curve, sign) in enumerate(zip(facts.curves, signs, strict=True)):
        name = text(look, "label", curve.name if sign == curve.name else f"{sign}  {curve.name}", lines=1)
        name.expand, name.expand_loose = True, True
        shown.append(row([ft.Image(src=swatch(look.p.name, curve, n), width=34, height=16), name], 6, tight=True))
    return ft.Semantics(
        content=ft.Row(list(shown), spacing=16, run_spacing=2, wrap=True), exclude_semantics=True, container=True,
        expand=None if look.scale > 1.15 else True,
    )  # fmt: skip


def table(look: Look, facts: Plot, rows: int = ROWS, on_x: Act | None = None) -> list[ft.Control]:
    """Return the same numbers as lines, one for each place along x."""
    heads = (facts.x_name, *(curve.name for curve in facts.curves))
    lines: list[ft.Control] = [_line(look, heads, (), True)]
    for n, x in enumerate(facts.along[:rows]):
        cells = (x, *("–" if (v := curve.values[n]) is None else figures(v) for curve in facts.curves))
        line = _line(look, cells, heads, False)
        if on_x is not None:
            said = _spoken(cells, heads)
            box = ft.Container(line, on_click=on(on_x, n), ink=True, height=theme.grown(look, theme.TOUCH))
            line = pressable(said, box, act(on_x, n))
        lines.append(line)
    return lines


@still
def _line(look: Look, cells: tuple[str, ...], heads: tuple[str, ...], head: bool) -> ft.Control:
    p = look.p
    style = "caption" if head else "label"
    parts = [
        text(
            look, style, cell, p.text_2 if head or not n else p.text, bold=bool(n) and not head, lines=1,
            align=ft.TextAlign.END if n else ft.TextAlign.START, expand=3 if not n else 2,
        )
        for n, cell in enumerate(cells)
    ]  # fmt: skip
    said = ", ".join(cells) if head else _spoken(cells, heads)
    return named(said, ft.Container(row(list(parts), 8), padding=inset(0, 5), border=rule("bottom", p.line)))


def _spoken(cells: tuple[str, ...], heads: tuple[str, ...]) -> str:
    return ", ".join(f"{name} {cell}" for name, cell in zip(heads, cells, strict=True))


@block
def _quiet(look: Look, label: str, handler: Act, about: str = "") -> ft.Control:
    words = [text(look, "label", label, look.p.text), icon(look, ft.Icons.CHEVRON_RIGHT_SHARP, 20)]
    box = ft.Container(
        row(words, 4, alignment=ft.MainAxisAlignment.END, tight=True),
        height=theme.grown(look, theme.TOUCH),
        alignment=ft.Alignment.CENTER_RIGHT,
        border_radius=theme.R_BUTTON,
        on_click=on(handler),
        ink=True,
    )
    return pressable(aloud(label, about) if about else label, box, handler)
