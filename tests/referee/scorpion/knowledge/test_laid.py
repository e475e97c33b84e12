"""Of a match that is taken over in the middle anything is possible that fits the table; then knowledge begins anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

import pytest

from referee import scorpion
from referee.check.positions import laid_again
from referee.core.reading import lay
from referee.core.values import GAME_MASTER, PUBLIC, Seat
from referee.scorpion.knowledge import Reason, knowledge_of
from referee.scorpion.knowledge.known import nothing_known
from referee.scorpion.knowledge.witness import Unwitnessed, witness
from referee.scorpion.positions import POSITIONS
from referee.scorpion.state import State, in_play, is_disputed, known_as, seats_of
from tests.players.scorpion.match import Played, any_options, judged
from tests.referee.scorpion.knowledge.comparing import outside
from tests.referee.scorpion.positions import played
from tests.shares import parts

MATCHES = range(6)
FEW = 20_000
"""Situations that are looked through one by one."""


@cache
def running(seed: int) -> tuple[Played, ...]:
    """Return what was declared in a match from turn 1 on, every second one of rivals."""
    random = Random(f"laid {seed}")
    players = random.choice((2, 3, 4))
    options = any_options(random, players) | ({"disputed": "on"} if players > 2 and seed % 2 else {})
    return tuple(act for act in judged(f"laid {seed}", players, options) if act.before.phase != "setup")


def laid(state: State) -> State:
    seats = [Seat(seat=player.seat, name=player.name) for player in state.players]
    found: State = lay(scorpion, state.options, seats, POSITIONS.position_of(state, GAME_MASTER))
    return found


def goes_on(acts: Sequence[Played]) -> Iterator[tuple[State, State]]:
    """Yield a match that is laid where another stands, as it goes on, each time beside the other's state."""
    state = laid(acts[0].before)
    yield state, acts[0].before
    for act in acts:
        ruling = scorpion.judge(state, act.seat, act.parsed)
        assert ruling.upheld
        state = ruling.state
        yield state, act.ruling.state


def cut(seed: int) -> tuple[Played, ...]:
    acts = running(seed)
    return acts[Random(f"cut {seed}").randrange(len(acts)) :]


def guarding(state: State) -> bool:
    return state.phase in ("alert", "cards", "patrol")


@pytest.mark.soak
@pytest.mark.clause("METSUKE-5.1")
@pytest.mark.parametrize("seeds", parts("KNOWN_LAID", 10), ids=str)
def test_what_the_whole_record_allows_is_possible_when_half_of_it_is_lost(seeds: range) -> None:
    compared = 0
    for seed in seeds:
        acts = cut(seed)
        known, whole = nothing_known(acts[0].before), nothing_known(acts[0].before)
        told = before = 0
        for state, truth in goes_on(acts):
            known, whole = known.learn(state.record[told:]), whole.learn(truth.record[before:])
            told, before = len(state.record), len(truth.record)
            where = f"match {seed}, turn {state.turn}, {state.phase}, event {before}"
            assert known.broken is None, where
            if not guarding(state) or not in_play(state):
                continue
            if not known.names:  # laid in the middle of the intruders' phase, which is not over
                assert acts[0].before.phase == "intruders", where
                assert state.turn == acts[0].before.turn, where
                continue
            assert known.situations() > FEW or outside(known, state) == [], where
            for who in whole.names if not whole.rough else ():
                assert whole.places(who) <= known.places(who), where  # and so the truth, which is among them
                compared += 1
    assert compared


@pytest.mark.clause("METSUKE-5.1")
def test_it_begins_with_whom_everybody_sees() -> None:
    begun = 0
    for seed in MATCHES:
        for act in running(seed):
            if guarding(act.before) and any(one.visible for one in in_play(act.before)):
                known = knowledge_of(laid(act.before))
                assert known.laid == act.before.turn
                for one in in_play(act.before):
                    who = known_as(act.before, one.who)
                    assert one.zone in known.zones(who)
                    if one.visible:
                        assert known.zones(who) == (one.zone,)
                        assert known.certain(who) == act.before.turn
                        begun += 1
                break
    assert begun


@pytest.mark.clause("METSUKE-5.1")
def test_it_begins_anew_with_the_next_sighting() -> None:
    sighted = 0
    for seed in MATCHES:
        told = 0
        for state, _ in goes_on(running(seed)):
            if not guarding(state):
                continue
            fresh = {event.data["intruder"] for event in state.record[told:] if event.kind == "discovered"}
            for one in in_play(state):
                who = known_as(state, one.who)
                if one.visible and who in fresh:
                    known = knowledge_of(state)
                    assert known.zones(who) == (one.zone,), (seed, state.turn)
                    assert known.certain(who) is not None
                    sighted += 1
            if sighted > seed:
                break
            told = len(state.record)
    assert sighted


@pytest.mark.clause("METSUKE-5.1")
def test_guards_and_rivals_who_took_over_begin_with_what_they_know() -> None:
    sharper = 0
    for seed in MATCHES:
        truth = next((act.before for act in cut(seed) if guarding(act.before)), None)
        if truth is None:
            continue
        state = laid(truth)
        public = knowledge_of(state)
        rivals = seats_of(state, "intruders") if is_disputed(state) else ()
        for viewer in (PUBLIC, *seats_of(state, "guards"), *rivals):
            known = knowledge_of(state, viewer)
            assert known.situations() > FEW or outside(known, state) == [], (seed, viewer)
            assert known.situations() <= public.situations()
            sharper += known.situations() < public.situations()
    assert sharper


@pytest.mark.clause("METSUKE-5.1")
def test_nobody_hides_where_the_table_does_not_allow_it() -> None:
    out = 0
    for seed in MATCHES:
        truth = next((act.before for act in cut(seed) if guarding(act.before)), None)
        known = knowledge_of(laid(truth)) if truth is not None else None
        for who in known.names if known is not None and truth is not None else ():
            for zone in truth.board.ids:
                reason = known.why_out(who, zone)
                assert reason in (None, Reason(truth.turn, "laid", {}, "METSUKE-5.1"))
                out += reason is not None
    assert out


def test_no_witness_is_made_of_a_match_whose_beginning_nobody_has() -> None:
    moments = played(3)
    begun = next(n for n, match in enumerate(moments) if match.state.phase == "cards")
    after = moments[begun + 1]
    match, _ = laid_again(moments[begun]).act(after.entries[-1].actor, after.entries[-1].act)
    with pytest.raises(Unwitnessed, match="began in the middle"):
        witness(scorpion, match.steps, PUBLIC, "ninja", match.state.board.ids[0])
