"""What is told of a Scorpion match after its end, against the record and the truth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from referee import scorpion
from referee.check.positions import laid_again
from referee.core.analysis import Analysis, Phrase
from referee.core.base import replace
from referee.core.game import unwatched
from referee.core.journal import Match
from referee.scorpion.analysis.after_the_end import bits, excluded, public_events
from referee.scorpion.guards.listening import may_focus, may_listen, may_patrol_listen
from referee.scorpion.guards.searching import may_patrol_search, may_search
from referee.scorpion.guards.units import where
from referee.scorpion.hearing import hears_any
from referee.scorpion.knowledge import knowledge_of
from referee.scorpion.parts import Event
from referee.scorpion.state import role_of
from tests.players.scorpion.match import random_match
from tests.referee.scorpion.positions import played

MATCHES = ((3, 3), (4, 2))


@cache
def looked_back(seed: int, seats: int) -> tuple[Match, tuple[Any, ...], Analysis]:
    match = random_match(scorpion, seed, seats)  # type: ignore[arg-type]
    frames = scorpion.EXTRAS.review.replay(match.steps)
    assert scorpion.EXTRAS.review.analysis is not None
    found = scorpion.EXTRAS.review.analysis(match.steps, frames, unwatched)
    assert found is not None
    return match, frames, found


@pytest.mark.parametrize(("seed", "seats"), MATCHES)
def test_the_curves_are_what_the_record_tells_at_the_end_of_each_turn(seed: int, seats: int) -> None:
    match, _, found = looked_back(seed, seats)
    states = {step.number: step.ruling.state for step in match.steps}
    plot = found.plots[0]
    for n in (3, len(plot.at) - 2):
        assert str(states[plot.entries[n]].turn) == plot.at[n]
        end, record = ("intruder_phase_ended", plot.at[n]), match.state.record
        told_until = max(i for i, e in enumerate(record, 1) if (e.kind, str(e.turn)) == end)
        known = knowledge_of(replace(match.state, record=record[:told_until]))
        for curve in plot.curves:
            assert curve.numbers[n] == (len(known.zones(curve.name.params["intruder"])) or None)


@pytest.mark.parametrize(("seed", "seats"), MATCHES[:1])
def test_the_best_listen_is_the_one_of_all_that_stood_open_that_would_have_told_most(seed: int, seats: int) -> None:
    match, frames, found = looked_back(seed, seats)
    steps = {step.number: step for step in match.steps}
    before = {one.entry: one.before for one in reversed(tuple(public_events(frames)))}
    listens = [each for each in found.questions if each.said.message == "scorpion.analysis.listened"]
    assert listens
    for each in listens:
        step = steps[each.entry]
        state, role = step.before, role_of(step.before, step.seat)
        most = (0.0, 0)
        for name in {*may_listen(state, role), *may_patrol_listen(state, role), *may_focus(state, role)}:
            unit = tuple(name.split("+"))
            kind = "heard" if hears_any(state, unit) else "heard_nothing"
            data = {"unit": name, "zone": where(state, unit)}
            known = before[each.entry]
            after = known.learn((Event(turn=state.turn, phase=state.phase, kind=kind, data=data),))
            most = max(most, (bits(known, after), excluded(known, after)))
        assert each.best_bits >= round(most[0], 2) - 0.06
        if not each.best_bits:
            assert each.best_out >= most[1]


@pytest.mark.parametrize(("seed", "seats"), MATCHES)
def test_no_search_that_the_referee_allows_would_have_told_more(seed: int, seats: int) -> None:
    """Every way of one unit is walked through the referee, at some of the questions."""
    match, frames, found = looked_back(seed, seats)
    steps = {step.number: step for step in match.steps}
    before = {one.entry: one.before for one in reversed(tuple(public_events(frames)))}
    listened = [one for one in found.questions if one.said.message != "scorpion.search_declared"]
    tried = 0
    for each in listened[:: max(1, len(listened) // 6)]:
        step, known = steps[each.entry], before[each.entry]
        state, role = step.before, role_of(step.before, step.seat)
        for guard in may_search(state, role)[:2]:
            play = scorpion.MOVE.validate_python({"type": "play_sentry_search", "guard": guard})
            begun = scorpion.judge(state, step.seat, play)
            for way in ways(begun.state, step.seat):
                events = [e for e in way.record[len(begun.state.record) :] if e.kind in ("guards_moved", "discovered")]
                assert each.best_bits >= bits(known, known.learn(events)) - 0.06
                tried += 1
    assert tried


def ways(state: Any, seat: str, depth: int = 2) -> Iterator[Any]:
    """Yield the table after each way of the unit that walks, over the map."""
    (unit,) = (e.data["unit"] for e in state.record[-1:])
    for zone in state.board.neighbours(where(state, (unit,)), "plain") if state.pending and depth else ():
        ruling = scorpion.judge(state, seat, scorpion.MOVE.validate_python({"type": "guard_step", "to": zone}))
        if ruling.upheld:
            yield ruling.state
            if ruling.state.pending and ruling.state.record[-1].kind == "guards_moved":
                yield from ways(ruling.state, seat, depth - 1)


@pytest.mark.parametrize(("seed", "seats"), MATCHES)
def test_a_best_search_is_a_way_of_a_unit_that_could_search(seed: int, seats: int) -> None:
    match, _, found = looked_back(seed, seats)
    steps = {step.number: step for step in match.steps}
    best = [(one, one.best.params) for one in found.questions if one.best and "way" in one.best.params]
    assert best
    for one, about in best:
        state, seat = steps[one.entry].before, steps[one.entry].seat
        role = role_of(state, seat)
        assert about["unit"] in {*may_search(state, role), *may_patrol_search(state, role)}
        path = [about["zone"], *about["way"]]
        assert path[0] == where(state, tuple(about["unit"].split("+")))
        assert all(b in state.board.neighbours(a, "plain") for a, b in pairwise(path))
        assert one.best_bits > one.bits or one.best_out > one.out


@pytest.mark.parametrize(("seed", "seats"), MATCHES)
def test_a_near_miss_is_one_zone_away_from_a_hidden_intruder(seed: int, seats: int) -> None:
    match, _, found = looked_back(seed, seats)
    states = {step.number: step.ruling.state for step in match.steps}
    for each in found.misses:
        state, about = states[each.entry], each.said.params
        one = next(c for c in state.characters if c.who == about["intruder"])
        assert one.zone == about["place"]
        assert not one.visible
        assert state.board.sound.between(about["zone"], about["place"]) == 1
        assert where(state, tuple(about["unit"].split("+"))) == about["zone"]


@pytest.mark.parametrize(("seed", "seats"), MATCHES)
def test_the_answer_of_a_puzzle_is_what_the_record_tells_and_holds_the_truth(seed: int, seats: int) -> None:
    match, _, found = looked_back(seed, seats)
    states = {step.number: step.ruling.state for step in match.steps}
    assert found.puzzles
    for puzzle in found.puzzles:
        state, who = states[puzzle.entry], puzzle.said.params["intruder"]
        assert puzzle.right == knowledge_of(state).zones(who)
        assert puzzle.choices == state.board.ids
        assert not puzzle.right or not set(puzzle.why) & set(puzzle.right)
        clauses = {clause.id for clause in scorpion.CLAUSES} | {"METSUKE-3.1"}
        assert {each.said.clause for each in puzzle.why.values()} <= clauses
        if state.phase in ("alert", "cards", "patrol"):
            assert next(c.zone for c in state.characters if c.who == who) in puzzle.right


@pytest.mark.parametrize(("seed", "seats"), MATCHES)
def test_what_decided_is_something_that_happened_then(seed: int, seats: int) -> None:
    match, _, found = looked_back(seed, seats)
    decided = found.decided
    assert decided is not None
    step = next(step for step in match.steps if step.number == decided.entry)
    assert decided.said.message in {notice.message for notice in step.ruling.notices}


@pytest.mark.clause("METSUKE-5.1")
def test_of_a_match_that_was_taken_over_it_is_said_that_too_much_may_be_possible() -> None:
    moments = next(found for found in map(played, range(20)) if _goes_far(found[-1]))
    begun = next(n for n, match in enumerate(moments) if match.state.turn > 1)
    match = laid_again(moments[begun])
    for after in moments[begun + 1 :]:
        match, _ = match.act(after.entries[-1].actor, after.entries[-1].act)
    assert match.state.phase == "ended"
    frames = scorpion.EXTRAS.review.replay(match.steps)
    assert scorpion.EXTRAS.review.analysis is not None
    found = scorpion.EXTRAS.review.analysis(match.steps, frames, unwatched)
    assert found is not None
    laid = Phrase(message="scorpion.analysis.laid", params={"turn": moments[begun].state.turn})
    assert [note for note in found.notes if note.message != "scorpion.analysis.rough"] == [laid]
    assert found.plots
    assert found.puzzles == ()


def _goes_far(match: Match) -> bool:
    return match.options.depth == "plays" and match.state.turn > 2 and match.state.phase == "ended"


def test_of_results_alone_nothing_is_told() -> None:
    match = random_match(scorpion, 1, 2, {"depth": "scores"})  # type: ignore[arg-type]
    assert scorpion.EXTRAS.review.analysis is not None
    assert scorpion.EXTRAS.review.analysis(match.steps, (), unwatched) is None
