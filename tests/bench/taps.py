"""Taps of usual acts in each game, counted on the screens that phones draw, and the seconds of drawing them."""

from __future__ import annotations

import importlib
import time

from tests.bench.figures import line

ACTS = {"scorpion": "tests.companion.games.scorpion.usual_acts"}
"""Where each game's usual acts are: a mapping `ACTS` of their names to functions that do one and return its taps."""


def run() -> None:
    """Print a line for each act of each game. People add the time that they read and think."""
    for game, module in ACTS.items():
        for act, taps in importlib.import_module(module).ACTS.items():
            begun = time.perf_counter()
            line("taps", game=game, act=act, taps=taps(), s=round(time.perf_counter() - begun, 1))
