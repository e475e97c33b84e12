"""What guards are told where the app helps them to reason: only they, only by the option, no secret of the others."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

from referee import scorpion
from referee.core.journal import begin
from referee.core.values import GAME_MASTER, PUBLIC
from referee.scorpion.knowledge import knowledge_of
from referee.scorpion.knowledge.own import own_of
from referee.scorpion.state import State
from referee.scorpion.views import view
from tests.players.scorpion.match import judged, seated
from tests.referee.scorpion.secrecy.twins import HELPED, Pair

HELP = {"reasoning": "guards"}
GUARDS = frozenset({"guards", "sword", "spear"})


@cache
def running() -> tuple[State, ...]:
    """Return the states of the first turns of a random match of four, at a table that helps its guards."""
    states = (one.before for one in judged(1, 4, dict(HELP)))
    return tuple(islice((state for state in states if state.phase not in ("setup", "ended")), 60))


def tables(**options: Any) -> list[State]:
    """Return the same match at another table."""
    chosen = running()[0].options.model_copy(update=options)
    return [replace(state, options=chosen) for state in running()]


def test_only_guards_are_told_and_both_of_them_the_same() -> None:
    for state in running()[::10]:
        told = {viewer: scorpion.view(state, viewer).reasoning for viewer in ("sword", "spear", "ninja", "traitor")}
        assert told["sword"] == told["spear"] is not None
        assert told["ninja"] is told["traitor"] is None
        assert scorpion.view(state, PUBLIC).reasoning is None
        assert scorpion.view(state, GAME_MASTER).reasoning is None


def test_what_they_are_told_is_what_can_be_known() -> None:
    for state in running()[::10]:
        known, told = knowledge_of(state, "sword"), scorpion.view(state, "spear").reasoning
        assert told is not None
        for where in told.intruders:
            assert where.zones == known.zones(where.who)
            assert where.certain == known.certain(where.who)
            assert not {out.zone for out in where.out} & set(where.zones)
            assert {out.zone for out in where.out} | set(where.zones) >= set(state.board.ids)


def test_what_is_out_has_a_fact_of_the_record_with_its_turn_and_clause() -> None:
    state = running()[-1]
    told = scorpion.view(state, "sword").reasoning
    assert told is not None
    facts = {(e.turn, e.kind) for e in state.record}
    outs = [out for where in told.intruders for out in where.out if out.kind]
    assert outs
    assert all((out.turn, out.kind) in facts for out in outs)
    assert {out.clause for out in outs} <= {clause.id for clause in scorpion.CLAUSES} | {"METSUKE-3.1"}


@pytest.mark.parametrize("option", ["nobody", "end"])
def test_with_the_option_off_nothing_is_worked_out_for_any_view(option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any, **__: Any) -> Any:
        raise AssertionError("worked out for a table that does not want it")

    states = tables(reasoning=option)
    monkeypatch.setattr(view, "knowledge_of", fails)
    for state in states[::10]:
        for viewer in (PUBLIC, "sword", "spear", "ninja", "traitor", GAME_MASTER):
            assert scorpion.view(state, viewer).reasoning is None


def test_nothing_is_told_before_the_first_turn_or_after_the_end() -> None:
    match = begin(scorpion, HELP, seated(2))
    assert match.view("guards").reasoning is None
    last = running()[-1]
    assert scorpion.view(last, "sword").reasoning is not None
    assert scorpion.view(replace(last, phase="ended", conceded="guards"), "sword").reasoning is None


def test_of_a_record_that_has_grown_only_what_is_new_is_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[State] = []

    def counted(state: State, viewer: str) -> Any:
        asked.append(state)
        return knowledge_of(state, viewer)

    states = running()
    monkeypatch.setattr(view, "knowledge_of", counted)
    monkeypatch.setattr(view, "_kept", type(view._kept)(maxlen=view.KEPT))
    for state in states:
        for viewer in ("sword", "spear"):
            scorpion.view(state, viewer)
    assert len(asked) == len(own_secrets(states)) < len(states) / 4


def own_secrets(states: tuple[State, ...]) -> list[Any]:
    """Return what guards alone know, each time that it has changed: what was learnt beside it counts no longer."""
    known: list[Any] = []
    for state in states:
        if not known or own_of(state, "sword") != known[-1]:
            known.append(own_of(state, "sword"))
    return known


def test_the_twins_of_tables_that_are_helped_differ_in_what_guards_may_not_know() -> None:
    helped = [pair for pair in map(Pair, range(0, 40 * HELPED, HELPED)) if pair.viewer in GUARDS]
    pair = next(pair for pair in helped if _until_turn_two(pair))
    told = [match.view(pair.viewer).reasoning for match in (pair.a, pair.b)]
    assert told[0] == told[1] is not None
    one, other = pair.secrets()
    assert one != other


def _until_turn_two(pair: Pair) -> bool:
    for _ in range(250):
        if pair.a.state.turn > 1:
            return True
        if not pair.declare():
            return False
    return False


def test_two_states_that_differ_in_what_can_be_known_say_so() -> None:
    first, last = running()[0], running()[-1]
    assert view.relearnt(first, first) == ()
    changed = view.relearnt(first, last)
    assert changed
    assert all(one.before != one.after for one in changed)


def test_the_option_is_frozen_with_the_set_up() -> None:
    state = running()[0]
    move = scorpion.MOVE.validate_python({"type": "set_options", "options": dict(HELP)})
    assert not scorpion.judge(state, "table", move).upheld
    unknown = scorpion.MOVE.validate_python({"type": "set_unknown", "options": dict(HELP)})
    assert not scorpion.judge(state, "sword", unknown).upheld


def test_what_was_worked_out_beforehand_is_not_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "_kept", type(view._kept)(maxlen=view.KEPT))
    grown = [state for state in running() if len(state.record) > 20][:2]
    for state in grown:
        if (work := view.prepare(state)) is not None:
            work()
        assert view.prepare(state) is None

    def fails(*_: Any) -> Any:
        raise AssertionError("worked out twice")

    monkeypatch.setattr(view, "knowledge_of", fails)
    assert scorpion.view(grown[0], "sword").reasoning is not None


def test_nothing_is_worked_out_beforehand_for_a_table_that_does_not_want_it() -> None:
    assert all(view.prepare(state) is None for state in tables(reasoning="end"))
