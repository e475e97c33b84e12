"""A plot that can be seen, heard, or read as a table: curves are distinguished by dashes, dots and letters.

It is one SVG, with the summary as its spoken name and the table one tap away. A chart of Flet's own has no words for
screen readers, and every phone would be sent its points as controls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Literal

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
    text,
)
from companion.ui.palette import PALETTES, Palette
from companion.ui.panels import panel
from companion.ui.theme import REGULAR, SVG
from companion.ui.words import aloud

if TYPE_CHECKING:
    from companion.ui.theme import Look

__all__ = ["Curve", "Plot", "plot"]


WIDE, HIGH = 330, 142
"""The size of a drawing in units: pixels on a phone 390 wide."""
_TOP, _BOTTOM, _RIGHT = 10, 20, 20
_SIZE = 11.0
_DASHES = ("", "6 4", "1.5 4", "9 3 2 3", "3 3", "12 4")
_DOTS = 9
"""The approximate number of dots along a curve: enough to follow curves where they cross."""

Ink = Literal["text", "text_2", "ninja", "traitor", "accent_text"]
INKS: tuple[Ink, ...] = ("text", "text_2", "accent_text", "text", "text_2", "accent_text")


@dataclass(frozen=True, slots=True)
class Curve:
    """One curve: a value for each place along x, None where it has none. `ink` is chosen if omitted."""

    name: str
    values: tuple[float | None, ...]
    ink: Ink | None = None


@dataclass(frozen=True, slots=True)
class Area:
    """The plotting area of a drawing in units, and the ticks from the least to the greatest value."""

    left: float
    right: float
    top: float
    bottom: float
    ticks: tuple[float, ...]
    places: int

    def x(self, at: float) -> float:
        return self.left + (self.right - self.left) * (at / (self.places - 1) if self.places > 1 else 0.5)

    def y(self, value: float) -> float:
        low, high = self.ticks[0], self.ticks[-1]
        return self.bottom - (self.bottom - self.top) * (value - low) / (high - low)


def area(curves: Sequence[Curve], places: int, scale: float) -> Area:
    """Return the plotting area. `scale` is that of numerals."""
    ticks = ticks_of([v for curve in curves for v in curve.values if v is not None])
    wide = max(len(figures(t)) for t in ticks)
    return Area(
        10 + wide * _SIZE * scale * 0.6, WIDE - _RIGHT, _TOP, HIGH - _BOTTOM * scale, ticks, max(places, 1)
    )  # fmt: skip


def ticks_of(values: Sequence[float]) -> tuple[float, ...]:
    """Return three to six round numbers that include all values, and zero unless all values are far from it."""
    low, high = min([*values, 0.0]), max([*values, 0.0])
    if len(set(values)) > 1 and min(values) > 0.6 * high:
        low = min(values)
    if len(set(values)) > 1 and max(values) < 0.6 * low:
        high = max(values)
    span = (high - low) or 1.0
    power = 10 ** floor(log10(span / 4))
    step = next(power * n for n in (1, 2, 5, 10) if power * n * 4 >= span * 0.999)
    if all(float(v).is_integer() for v in values):
        step = max(step, 1.0)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    last = max(last, first + 2)
    return tuple(round(n * step, 6) for n in range(first, last + 1))


def figures(value: float) -> str:
    """Return a number as written in plots and their tables, with a true minus sign."""
    short = f"{round(value, 1):g}" if abs(value) < 1e6 else f"{value:.0f}"
    return ("0" if short == "-0" else short).replace("-", "−")


def letters(names: Iterable[str]) -> tuple[str, ...]:
    """Return a label for each name: its first letter, with a number if several begin with the same one."""
    firsts = [(name.strip()[:1] or "?").upper() for name in names]
    common, counted = Counter(firsts), Counter[str]()
    found = []
    for first in firsts:
        counted[first] += 1
        found.append(f"{first}{counted[first]}" if common[first] > 1 else first)
    return tuple(found)


@lru_cache(maxsize=128)
def plot_picture(
    light: str, curves: tuple[Curve, ...], xs: tuple[str, ...], scale: float, at: int | None = None
) -> str:
    """Return the picture in a palette (its name); `at` marks a place along x."""
    p = palette(light)
    room = area(curves, len(xs), scale)
    parts = [*_grid(room, p, scale), *_along(room, p, xs, scale)]
    if at is not None and 0 <= at < len(xs):
        x = room.x(at)
        parts.append(
            f'<path d="M{x:.1f} {room.top}V{room.bottom:.1f}" stroke="{p.text}" stroke-width="1.4" '
            'stroke-dasharray="2 3" fill="none"/>'
        )
    ends = _ends(room, curves)
    for n, (curve, letter) in enumerate(zip(curves, letters(c.name for c in curves), strict=True)):
        color = ink(p, curve, n)
        parts.append(_line(room, curve, color, n))
        parts += _dots_along(room, curve, color, n, p.surface, at)
        if n in ends:
            parts.append(_word(room.right + 6, ends[n] + 4 * scale, letter, color, scale, "start", bold=True))
    return f'{SVG} viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}">{"".join(parts)}</svg>'


@lru_cache(maxsize=128)
def swatch(light: str, curve: Curve, n: int) -> str:
    """Return a short piece of a curve, for the legend."""
    color = ink(palette(light), curve, n)
    line = f'<path d="M1 8H33" stroke="{color}" stroke-width="2.4" fill="none"{_dashes(n)}/>'
    dot = _dot(17, 8, 4.5, n, color, palette(light).surface)
    return f'{SVG} viewBox="0 0 34 16" width="34" height="16">{line}{dot}</svg>'


def palette(name: str) -> Palette:
    return next(each for each in PALETTES if each.name == name)


def ink(p: Palette, curve: Curve, n: int) -> str:
    return str(getattr(p, curve.ink or INKS[n % len(INKS)]))


# Parts


def _grid(room: Area, p: Palette, scale: float) -> Iterable[str]:
    for tick in room.ticks:
        y = room.y(tick)
        zero = abs(tick) < 1e-9
        yield (
            f'<path d="M{room.left} {y:.1f}H{room.right}" stroke="{p.line_strong if zero else p.line}" '
            'stroke-width="1" fill="none"/>'
        )
        yield _word(room.left - 6, y + 4 * scale, figures(tick), p.text_2, scale, "end")


def _along(room: Area, p: Palette, xs: Sequence[str], scale: float) -> Iterable[str]:
    """Yield as many words along x as fit, including the first and the last."""
    wide = max((sum(2 if c >= "\u2e80" else 1 for c in x) for x in xs), default=1) * _SIZE * scale * 0.64
    last = len(xs) - 1
    step = (room.right - room.left) / max(1, last)
    # The first and the last word are aligned with the axis's ends, and need space on one side only.
    every = max(1, ceil(last / 5), ceil((1.5 * wide + 8) / step))
    shown = list(range(0, len(xs), every))
    if shown and shown[-1] != last:
        if len(shown) > 1 and (last - shown[-1]) * step < 1.5 * wide + 8:
            shown.pop()
        shown.append(last)
    for n in shown:
        anchor = "middle" if 0 < n < last or last == 0 else "start" if n == 0 else "end"
        x = room.x(n) + (-4 if anchor == "start" else 4 if anchor == "end" else 0)
        yield _word(x, room.bottom + 14 * scale, xs[n], p.text_2, scale, anchor)


def _line(room: Area, curve: Curve, color: str, n: int) -> str:
    d, pen = [], False
    for at, value in enumerate(curve.values):
        if value is not None:
            d.append(f"{'L' if pen else 'M'}{room.x(at):.1f} {room.y(value):.1f}")
        pen = value is not None
    return (
        f'<path d="{"".join(d)}" fill="none" stroke="{color}" stroke-width="2.4" stroke-linejoin="round"{_dashes(n)}/>'
    )


def _dashes(n: int) -> str:
    dashes = _DASHES[n % len(_DASHES)]
    return f' stroke-dasharray="{dashes}"' if dashes else ""


def _dots_along(room: Area, curve: Curve, color: str, n: int, ground: str, at: int | None) -> Iterable[str]:
    known = [(x, v) for x, v in enumerate(curve.values) if v is not None]
    every = max(1, round(len(known) / _DOTS))
    # Each curve's dots are offset, so that none is hidden where two coincide.
    offset = (n * every) // 3 if every > 2 else 0
    for k, (x, value) in enumerate(known):
        if x == at:
            yield _dot(room.x(x), room.y(value), 6, n, color, ground)
        elif (k + offset) % every == 0 or k == len(known) - 1:
            yield _dot(room.x(x), room.y(value), 3.4, n, color, ground)


def _dot(x: float, y: float, r: float, n: int, color: str, ground: str) -> str:
    """Return a curve's dot: a disc, a diamond, a square or a triangle, filled for the first four and then hollow."""
    paint = f'fill="{color if n < 4 else ground}" stroke="{color}" stroke-width="1.4"'
    if n % 4 == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r}" {paint}/>'
    if n % 4 == 1:
        s = r * 1.3
        return f'<path d="M{x:.1f} {y - s:.1f}l{s:.1f} {s:.1f}l{-s:.1f} {s:.1f}l{-s:.1f} {-s:.1f}z" {paint}/>'
    if n % 4 == 2:
        s = r * 0.9
        return f'<rect x="{x - s:.1f}" y="{y - s:.1f}" width="{2 * s:.1f}" height="{2 * s:.1f}" {paint}/>'
    return f'<path d="M{x:.1f} {y - r * 1.2:.1f}l{r * 1.2:.1f} {2 * r:.1f}h{-2.4 * r:.1f}z" {paint}/>'


def _ends(room: Area, curves: Sequence[Curve]) -> dict[int, float]:
    """Return the height of each curve's letter: beside its last value, without overlaps."""
    last = {n: next((v for v in reversed(c.values) if v is not None), None) for n, c in enumerate(curves)}
    wanted = sorted((room.y(v), n) for n, v in last.items() if v is not None)
    found: dict[int, float] = {}
    below = room.top - 13
    for y, n in wanted:
        below = max(y, below + 13)
        found[n] = below
    over = below - (room.bottom + 2)
    return {n: y - over for n, y in found.items()} if over > 0 and len(found) > 1 else found


def _word(x: float, y: float, words: str, color: str, scale: float, anchor: str, *, bold: bool = False) -> str:
    escaped = words.replace("&", "&amp;").replace("<", "&lt;")
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="{REGULAR}" font-size="{_SIZE * scale:g}" text-anchor="{anchor}" '
        f'fill="{color}"{weight}>{escaped}</text>'
    )


ROWS = 30
"""The lines of a table that are shown at first, and that a tap adds."""


@dataclass(frozen=True, slots=True)
class Plot:
    """The contents of a plot, in words of the reader's language.

    `along` names the places along x, one for each value of a curve, and `x_name` what they are ("Turn"). `summary` is
    what a screen reader says instead of the picture, in a sentence or two.
    """

    title: str
    unit: str
    x_name: str
    along: tuple[str, ...]
    curves: tuple[Curve, ...]
    summary: str
    marks: tuple[str, ...] = ()
    """The words along the axis, if they are shorter than `along`."""


@block
def plot(look: Look, facts: Plot, at: int | None = None, on_x: Act | None = None) -> ft.Control:
    """Return a plot in its panel. `at` marks a place along x; `on_x(place)` is called with the place that is tapped."""
    as_table, turn = ft.use_state(False)
    rows, more = ft.use_state(ROWS)
    t = look.t
    switch = _text_button(
        look, t("kit.plot_drawn" if as_table else "kit.plot_table"), act(turn, not as_table), facts.title
    )
    if as_table:
        body = table(look, facts, rows, on_x)
        left = len(facts.along) - rows
        more_ = [_text_button(look, t("kit.plot_more", n=left), act(more, rows + ROWS))] if left > 0 else []
        foot: list[ft.Control] = [*more_, switch]
    else:
        legend = _legend(look, facts)
        body = [_picture(look, facts, at, on_x)]
        foot = [legend, switch] if look.scale > 1.15 else [row([legend, switch], 8)]
    return panel(look, column([_head(look, facts.title, facts.unit), *body, *foot], spacing=4), padding=inset(13, 8))


@block
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
    # Screen readers use the table instead of these touch areas.
    touch = ft.Row(list(zones), spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH)
    over = ft.Semantics(content=touch, exclude_semantics=True)
    return ft.Stack([drawn, ft.Container(over, left=0, top=0, right=0, bottom=0)])


@block
def _drawing(look: Look, facts: Plot, at: int | None) -> ft.Control:
    source = plot_picture(look.p.name, facts.curves, facts.marks or facts.along, theme.numeral_scale(look), at)
    image = ft.Image(src=source, fit=ft.BoxFit.FILL, aspect_ratio=round(WIDE / HIGH, 4), gapless_playback=True)
    return named(aloud(facts.title, facts.summary), image, image=True)


@block
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
    """Return the same numbers as a table, with one line for each place along x."""
    heads = (facts.x_name, *(curve.name for curve in facts.curves))
    lines: list[ft.Control] = [_table_row(look, heads, (), True)]
    for n, x in enumerate(facts.along[:rows]):
        cells = (x, *("–" if (v := curve.values[n]) is None else figures(v) for curve in facts.curves))
        line = _table_row(look, cells, heads, False)
        if on_x is not None:
            said = _spoken(cells, heads)
            box = ft.Container(line, on_click=on(on_x, n), ink=True, height=theme.grown(look, theme.TOUCH))
            line = pressable(said, box, act(on_x, n))
        lines.append(line)
    return lines


@block
def _table_row(look: Look, cells: tuple[str, ...], heads: tuple[str, ...], head: bool) -> ft.Control:
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
def _text_button(look: Look, label: str, handler: Act, about: str = "") -> ft.Control:
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
