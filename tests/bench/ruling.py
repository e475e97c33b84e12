"""How long the referee takes to judge one declaration, and to fold a whole match again, in every game."""

from __future__ import annotations

import gc
import time

from referee.core.journal import fold
from tests.bench.figures import line, median, milliseconds, percentile
from tests.golden import read, transcripts
from tests.own_games import OWN_GAMES
from tests.transcripts import imported

ROUNDS = 20


def run() -> None:
    """Measure the declarations of the golden matches, read and judged, then the fold of each whole journal."""
    for game in OWN_GAMES:
        rulings: list[float] = []
        folds: list[float] = []
        for path in transcripts(game):
            match = imported(read(path))
            for _ in range(ROUNDS):
                gc.collect()
                for step in match.steps:
                    begun = time.perf_counter()
                    ruling = match.game.judge(step.before, step.seat, match.game.MOVE.validate_python(step.act.move))
                    rulings.append(time.perf_counter() - begun)
                    assert ruling.upheld
            begun = time.perf_counter()
            assert fold(match.game, match.options.model_dump(mode="json"), match.seats, match.entries).result
            folds.append(time.perf_counter() - begun)
        line(
            "ruling",
            game=game,
            median_ms=milliseconds(median(rulings), 4),
            p99_ms=milliseconds(percentile(rulings, 99), 4),
            rulings=len(rulings),
            longest_fold_ms=milliseconds(max(folds)),
        )
