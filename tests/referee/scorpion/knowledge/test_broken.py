"""A house ruling may make a record that no legal play explains: knowledge says so, and begins anew."""

from __future__ import annotations

from random import Random

import pytest

from referee import scorpion
from referee.scorpion import moves
from referee.scorpion.knowledge import knowledge_of
from referee.scorpion.moves import GoTo
from referee.scorpion.state import State, in_play
from tests.players.scorpion.match import Players
from tests.referee.scorpion.knowledge.comparing import outside
from tests.referee.scorpion.knowledge.small_matches import small
from tests.shares import count


def anywhere(random: Random, state: State) -> State | None:
    """Let an intruder walk by house ruling to a zone that is not beside."""
    one = next((c for c in in_play(state) if not c.locked and c.zone in state.board), None)
    if one is None or state.pending:
        return None
    path = moves.LockPath(intruder=one.who, steps=(GoTo(do="walk", to=random.choice(state.board.ids)),))  # type: ignore[arg-type]
    ruling = scorpion.judge(state, one.seat, path, waived=frozenset({"SCORPION-17.3"}))
    return ruling.state if ruling.upheld else None


def begins_anew(seed: int) -> int:
    """Play on after a match with house rulings in it; return how often its record became one that nothing explains."""
    random, broken = Random(f"broken {seed}"), 0
    state = small(f"broken {seed}", 1)[-1].ruling.state
    table = Players(f"broken {seed}", {}, state.board)
    before: int | None = None
    for _ in range(120):
        ruled = anywhere(random, state) if state.phase == "intruders" and random.random() < 0.5 else None
        if ruled is None:
            said = table.next(scorpion, state)
            if said is None or state.phase == "ended":
                break
            ruled = scorpion.judge(state, said[0], scorpion.MOVE.validate_python(said[1])).state
            if ruled is None:
                break  # who comes in the middle draws from a whole deck
        fresh, state = ruled.record[len(state.record) :], ruled
        if state.phase in ("intruders", "ended"):
            continue
        known = knowledge_of(state)
        where = f"match 'broken {seed}', turn {state.turn}, {state.phase}, event {len(state.record)}"
        for one in in_play(state):
            who = one.who if state.identity_public else "intruder"
            assert known.zones(who), where
            seen = any(e.kind == "discovered" and e.data["intruder"] == who for e in fresh)
            if one.visible and seen and known.broken == before:
                assert known.zones(who) == (one.zone,), where
        if known.broken != before:
            broken += 1
            assert not outside(known, state), where
        before = known.broken
    return broken


@pytest.mark.soak
@pytest.mark.clause("METSUKE-3.1")
def test_after_a_house_ruling_nothing_is_shown_that_is_disproved() -> None:
    assert sum(begins_anew(seed) for seed in range(count("KNOWN_BROKEN")))


@pytest.mark.clause("METSUKE-3.1")
def test_who_is_met_where_the_partner_should_have_been_is_known_to_be_there() -> None:
    assert begins_anew(82)
