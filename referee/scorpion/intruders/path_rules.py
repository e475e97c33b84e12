"""What may come next on a path under construction (SCORPION-17)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.values import Refused, RulingContext
from referee.scorpion.intruder_hands import may_hold
from referee.scorpion.intruders.steps import (
    MOST_STEPS,
    Way,
    check_step,
    passage_of,
    rope_between,
)
from referee.scorpion.moves import GoOff, GoTo, Movement
from referee.scorpion.state import (
    State,
    in_passage,
    needs_passage_card,
)


def steps_from(state: State, who: str, way: Way) -> tuple[Movement, ...]:
    """Return the movements that may follow where a path under construction has led, in the state that it led to."""
    if way.ended is not None or way.steps >= MOST_STEPS:
        return ()
    return tuple(step for step in _imaginable(state, who, way) if _allowed(state, who, way, step))


def _allowed(state: State, who: str, way: Way, step: Movement) -> bool:
    try:
        check_step(state, who, way, step, RulingContext())
    except Refused:
        return False
    return True


def _imaginable(state: State, who: str, way: Way) -> Iterator[Movement]:
    mine = passage_of(state, who)
    entrances = () if mine is None else mine.entrances
    if in_passage(way.at):
        for zone in dict.fromkeys(entrances):
            yield GoTo(do="leave_passage", to=zone)
        return
    if way.at not in state.board:
        return
    for zone in state.board.neighbours(way.at, "plain"):
        yield GoTo(do="walk", to=zone)
    roped = may_hold(state, who, "rope")
    for zone in state.board.neighbours(way.at, "wall"):
        if rope_between(state, who, way.at, zone):
            yield GoTo(do="rope_old", to=zone)
        if roped:
            yield GoTo(do="rope_new", to=zone)
    if way.at in entrances and (not needs_passage_card(state, who) or may_hold(state, who, "secret_passage")):
        yield GoOff(do="enter_passage")
    yield GoOff(do="exit_map")
