"""How long a public fact and an intruder phase take to be thought through on nijo, and how large what is known is."""

from __future__ import annotations

import pickle
import time

from referee.scorpion.knowledge.known import nothing_known
from tests.bench.figures import line, median, milliseconds, percentile
from tests.players.scorpion.match import judged

MATCHES = 8


def run() -> None:
    """Fold the records of random matches of 2 to 4 players with the base game's options, event by event."""
    facts: list[float] = []
    phases: list[float] = []
    sizes: list[float] = []
    matches: list[float] = []
    moments = rough = 0
    for seed in range(MATCHES):
        *_, last = judged(f"knowledge {seed}", 2 + seed % 3)
        known, whole = nothing_known(last.before), time.process_time()
        for event in last.ruling.state.record:
            begun = time.process_time()
            known = known.learn((event,))
            took = time.process_time() - begun
            moments, rough = moments + 1, rough + known.now.rough
            over = event.kind == "intruder_phase_ended"
            (phases if over else facts).append(took)
            if over:
                sizes.append(len(pickle.dumps(known.cases)) / 1024)
        matches.append(time.process_time() - whole)
    line(
        "knowledge",
        fact_median_ms=milliseconds(median(facts), 4),
        phase_median_ms=milliseconds(median(phases)),
        phase_p95_ms=milliseconds(percentile(phases, 95)),
        phase_p99_ms=milliseconds(percentile(phases, 99)),
        phase_worst_ms=milliseconds(max(phases)),
        match_median_ms=milliseconds(median(matches)),
        situations_median_kb=round(median(sizes), 1),
        situations_p95_kb=round(percentile(sizes, 95), 1),
        phases=len(phases),
        rough_moments=rough,
        moments=moments,
    )
