"""How long it takes to look back at a match that has ended, by game: the replay first, then the analysis."""

from __future__ import annotations

from random import Random
from time import perf_counter

from referee.check.player import any_match, played_to_end
from referee.core.game import unwatched
from referee.core.games import game
from tests.bench.figures import line, median
from tests.own_games import OWN_GAMES
from tests.players.scorpion.match import random_match

MATCHES = 10


def run() -> None:
    """Print the median time of the replay and of the analysis of random matches of each game, in milliseconds."""
    for key in OWN_GAMES:
        rules = game(key)
        replayed, analysed, steps = [], [], []
        for seed in range(MATCHES):
            random = Random(f"{key} {seed}")
            match = (
                random_match(rules, seed, 3)
                if key == "scorpion"
                else played_to_end(any_match(rules, random, {}), random)
            )
            began = perf_counter()
            frames = rules.EXTRAS.review.replay(match.steps)
            seen = perf_counter()
            assert rules.EXTRAS.review.analysis is not None
            rules.EXTRAS.review.analysis(match.steps, frames, unwatched)
            replayed.append(1000 * (seen - began))
            analysed.append(1000 * (perf_counter() - seen))
            steps.append(len(match.steps))
        line("looking back", game=key, declarations=round(median(steps)), replay_ms=round(median(replayed), 1),
             analysis_ms=round(median(analysed), 1), most_ms=round(max(analysed), 1))  # fmt: skip
