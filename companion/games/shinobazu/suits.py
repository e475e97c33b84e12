"""The three colours of the cards and their marks, drawn by canvas: a square, a disc, a triangle, and two arrows."""

from __future__ import annotations

import flet as ft
import flet.canvas as cv

from companion.ui.marks import fill, polygon, stroke

SUITS = {"black": "#23201C", "red": "#B8323A", "blue": "#2F62C9"}
FIGURE = "#FFFFFF"
"""The colour of what is drawn on them."""
EDGE = "#F3EAD8"


def suit(kind: str, size: float, color: str = FIGURE) -> ft.Control:
    """Return a suit's figure: black a square, red a disc, blue a triangle."""
    return cv.Canvas([suit_shape(kind, 0, 0, size, color)], width=size, height=size)


def suit_shape(kind: str, x: float, y: float, size: float, color: str = FIGURE) -> cv.Shape:
    """Return a suit's figure as a shape for a canvas, in the square at `x`, `y`."""
    if kind == "red":
        return cv.Circle(x + size / 2, y + size / 2, size / 2, fill(color))
    if kind == "blue":
        return polygon([(x + size / 2, y), (x + size, y + size), (x, y + size)], color)
    inset = size * 0.07
    return cv.Rect(x + inset, y + inset, size - 2 * inset, size - 2 * inset, paint=fill(color))


def reverse_shapes(x: float, y: float, size: float, color: str, width: float = 1.5) -> list[cv.Shape]:
    """Return the two arrows of a reversing card (2 and 4) as shapes: up on the left, down on the right."""
    s, w = size, size * 0.2
    left, right, top, low = x + s * 0.28, x + s * 0.72, y + s * 0.05, y + s * 0.95
    paint = stroke(color, width)
    return [
        cv.Line(left, top, left, y + s * 0.7, paint),
        cv.Line(left - w, top + w, left, top, paint),
        cv.Line(left + w, top + w, left, top, paint),
        cv.Line(right, y + s * 0.3, right, low, paint),
        cv.Line(right - w, low - w, right, low, paint),
        cv.Line(right + w, low - w, right, low, paint),
    ]


def reverse_mark(size: float, color: str, width: float = 1.5) -> ft.Control:
    return cv.Canvas(reverse_shapes(0, 0, size, color, width), width=size, height=size)
