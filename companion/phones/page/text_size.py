"""In which text size a phone's screens are drawn: its browser's own, times the one that is chosen in the app."""

from __future__ import annotations

from contextvars import ContextVar
from math import isfinite

from companion.contract.snapshot import SCALES

asked_text_size: ContextVar[float] = ContextVar("asked_text_size", default=1.0)
"""The text size of the browser whose connection is being served; 1 is the standard."""
NEAR = 0.05
"""By how much a size may be missed: 20 pixels of 16 are 1.25, and drawn as 1.3; 25 are drawn as 1.5."""


def read_text_size(said: str) -> float:
    """Return the text size that a browser tells of, from 1 to 2; 1 where it tells nothing that can be."""
    try:
        size = float(said[:20])
    except ValueError:
        return 1.0
    return min(SCALES[-1], max(1.0, size)) if isfinite(size) else 1.0


def drawn_text_size(chosen: float, browsers: float) -> float:
    """Return the size among those that screens are made for that comes up to both together, or the largest."""
    wanted = chosen * browsers
    return next((scale for scale in SCALES if scale >= wanted - NEAR), SCALES[-1])
