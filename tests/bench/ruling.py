"""How long the referee takes to read and judge one declaration."""

from __future__ import annotations

import gc
import time

from referee import shinobazu
from tests.bench.figures import line, median, milliseconds, percentile
from tests.players.shinobazu import playing

MATCHES = 60


def run() -> None:
    """Measure the rulings of whole random matches in *plays* and in *scores*."""
    times: list[float] = []
    for depth in ("plays", "scores"):
        for seed in range(MATCHES):
            made, _, _ = playing(seed, 3 + seed % 3, {"depth": depth})
            gc.collect()
            for one in made:
                begun = time.perf_counter()
                ruling = shinobazu.judge(one.before, one.actor, shinobazu.MOVE.validate_python(one.move))
                times.append(time.perf_counter() - begun)
                assert ruling.upheld
    line(
        "ruling",
        game="shinobazu",
        median_ms=milliseconds(median(times), 4),
        p99_ms=milliseconds(percentile(times, 99), 4),
        rulings=len(times),
    )
