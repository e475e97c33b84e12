"""Sketches to work on: a grid of rooms, and a row of them."""

from __future__ import annotations

from companion.boards.tracing.shapes import drawn
from companion.boards.tracing.sketch import Sketch

SIDE = 100


def grid(across: int, down: int) -> Sketch:
    """Return a grid of square zones `Z1`, `Z2`… row by row, each `SIDE` units wide."""
    sketch = Sketch(size=(across * SIDE, down * SIDE))
    for row in range(down):
        for column in range(across):
            x, y = column * SIDE, row * SIDE
            sketch = drawn(sketch, ((x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)), 5)
    return sketch
