"""The public record is enough to work out where each intruder can be, and never contradicts where they are."""

from __future__ import annotations

import pytest

from referee import scorpion
from referee.scorpion.deduction import Deduction
from referee.scorpion.moves import PASSAGE
from referee.scorpion.state import in_play
from tests.players.scorpion.match import Players, seated

MATCHES_A_CHUNK = 4


@pytest.mark.parametrize("chunk", range(6))
def test_whoever_reads_the_record_never_loses_an_intruder(chunk: int) -> None:
    narrowed = 0
    for seed in range(chunk * MATCHES_A_CHUNK, (chunk + 1) * MATCHES_A_CHUNK):
        players = 2 + seed % 3
        state = scorpion.begin(scorpion.OPTIONS(), seated(players))
        table = Players(f"record {seed}", {}, state.board)
        deduced = Deduction(state.board)
        while (said := table.next(scorpion, state)) is not None:
            known = len(state.record)
            state = scorpion.judge(state, said[0], scorpion.MOVE.validate_python(said[1])).state
            deduced.learn(state.record[known:])
            if state.phase in ("alert", "cards", "patrol"):
                for one in in_play(state):
                    at = one.zone or ""
                    places = deduced.places[one.who]
                    assert any(zone == at and (at == PASSAGE or noise == one.noise) for zone, noise in places), (
                        f"seed {seed}, turn {state.turn}: the record rules out {at} with noise {one.noise} "
                        f"after {said}, {[e.kind for e in state.record[-6:]]}"
                    )
                    narrowed += len({zone for zone, _ in places}) < len(state.board.ids) / 2
    assert narrowed
