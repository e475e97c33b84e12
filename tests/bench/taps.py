"""Taps of usual acts in each game, counted on the screens that phones draw, and the seconds of drawing them."""

from __future__ import annotations

import time

from tests.bench.figures import line


def run() -> None:
    """Print a line for each act of each game. People add the time that they read and think."""
    from tests.companion.games.card_acts import ACTS
    from tests.companion.games.scorpion.usual_acts import ACTS as SCORPION

    for game, acts in {**ACTS, "scorpion": SCORPION}.items():
        for act, taps in acts.items():
            begun = time.perf_counter()
            line("taps", game=game, act=act, taps=taps(), s=round(time.perf_counter() - begun, 1))
