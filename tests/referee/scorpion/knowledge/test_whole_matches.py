"""In whole random matches of every kind of table the truth is never ruled out."""

from __future__ import annotations

from random import Random

import pytest

from referee import scorpion
from referee.core.values import PUBLIC
from referee.scorpion.analysis.after_the_end import course
from referee.scorpion.knowledge import exposure, is_supported, knowledge_of
from referee.scorpion.knowledge.known import nothing_known
from referee.scorpion.parts import Event
from referee.scorpion.state import known_as
from tests.players.scorpion.match import any_options, judged, random_match


@pytest.mark.parametrize("seed", range(6))
def test_the_truth_is_never_ruled_out(seed: int) -> None:
    players = 2 + seed % 3
    options = any_options(Random(seed), players) if seed % 2 else {}
    steps = ((n, one.seat, one.ruling.state) for n, one in enumerate(judged(seed, players, options)))
    for known in course(steps):
        assert known.knowledge is not None
        assert known.knowledge.broken is None
        for one in known.state.characters:
            name = known_as(known.state, one.who)
            if known.state.phase in ("setup", "ended"):
                continue
            if one.status == "in_play":
                assert one.zone in known.knowledge.zones(name), (seed, known.number, one)
            if one.status == "in_play" and known.state.phase != "intruders":
                assert (one.zone, one.noise) in known.knowledge.places(name), (seed, known.number, one)
            assert one.zone is None or known.knowledge.why_out(name, one.zone) is None


def test_what_is_folded_at_once_is_what_was_learnt_by_and_by() -> None:
    match = random_match(scorpion, 3, 2)  # type: ignore[arg-type]
    states = [step.ruling.state for step in match.steps]
    known = [k.knowledge for k in course((n, "", state) for n, state in enumerate(states))]
    for n in range(0, len(states), 20):
        whole, step = knowledge_of(states[n], PUBLIC), known[n]
        assert step is not None
        assert is_supported(states[n].options)
        for who in whole.names:
            assert whole.places(who) == step.places(who)
            assert whole.certain(who) == step.certain(who)
        assert whole.pairs() == step.pairs()


def test_what_is_worked_out_with_its_whole_phase_is_what_is_worked_out_alone() -> None:
    looked = 0
    for seed in range(2):
        acts = list(judged(seed, 2 + seed))
        alone = nothing_known(acts[0].before)
        for known in list(course((n, one.seat, one.ruling.state) for n, one in enumerate(acts))):
            for event, learnt in zip(known.events, known.learnt, strict=True):
                alone = alone.learn((event,))
                if event.kind == "search_declared":
                    assert learnt.situations() == alone.situations(), (seed, event.turn)
                    assert all(learnt.places(who) == alone.places(who) for who in alone.names), (seed, event.turn)
                    looked += 1
    assert looked


def test_a_plan_tells_no_less_than_nothing() -> None:
    for one in judged(3, 2):
        if one.move["type"] == "lock_path":
            who = one.move["intruder"] or "ninja"
            told = exposure(one.before, who, one.parsed)
            assert told is not None
            assert told.now >= 1
            leaves = "escaped" in {event.kind for event in one.ruling.state.record[len(one.before.record) :]}
            assert told.after >= (not leaves)


@pytest.mark.clause("SCORPION-12.2")
def test_what_a_listen_would_leave_is_what_it_leaves_once_it_is_answered() -> None:
    left = 0
    for known in course((n, one.seat, one.ruling.state) for n, one in enumerate(judged(1, 3))):
        state, before = known.state, known.knowledge
        if before is None or not before.names or state.phase != "cards" or not state.figures:
            continue
        about = {"unit": state.figures[0].id, "zone": state.figures[0].zone}
        declared = before.learn((Event(turn=state.turn, phase="cards", kind="listen_declared", data=about),))
        for heard, kind in ((True, "heard"), (False, "heard_nothing")):
            after = before.learn((Event(turn=state.turn, phase="cards", kind=kind, data=about),))
            if about["zone"] in state.board and after.broken is None:
                told = declared.after_listening(about["zone"], heard)
                assert told.situations == after.situations()
                assert told.zones == {who: after.zones(who) for who in after.names}
                left += 1
    assert left
