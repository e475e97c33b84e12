"""Small statistics, and the line that every measurement prints."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any


def median(values: Sequence[float]) -> float:
    """Return the middle value, of an even number the mean of the two in the middle."""
    ordered, half = sorted(values), len(values) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the smallest value that at least `percent` of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]


def milliseconds(seconds: float, digits: int = 2) -> float:
    """Return seconds as rounded milliseconds."""
    return round(seconds * 1000, digits)


def line(name: str, **figures: Any) -> None:
    """Print one measurement."""
    print(json.dumps({"name": name, **figures}), flush=True)
