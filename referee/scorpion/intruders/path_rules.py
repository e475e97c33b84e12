"""A path under construction: what may come next on it, and where it has led (SCORPION-17)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.values import Bench, Refused
from referee.scorpion.contact import leave_patrol, remove_guard
from referee.scorpion.intruder_hands import card_of, may_hold, take_card
from referee.scorpion.intruders.cards import cover_turn
from referee.scorpion.intruders.steps import (
    MOST_STEPS,
    OUTSIDE,
    Way,
    check_step,
    passage_of,
    rope_between,
    rope_hung,
    walked,
)
from referee.scorpion.moves import Aim, Cover, GoOff, GoTo, Movement, Step, Strike, Use
from referee.scorpion.state import (
    FOR_THE_GAME,
    State,
    character,
    in_passage,
    needs_passage_card,
    with_character,
    with_figures,
)

# What may come next


def steps_from(state: State, who: str, way: Way) -> tuple[Movement, ...]:
    """Return the movements that may follow where a path under construction has led, in the state that it led to."""
    if way.ended is not None or way.steps >= MOST_STEPS:
        return ()
    return tuple(step for step in _imaginable(state, who, way) if _allowed(state, who, way, step))


def _allowed(state: State, who: str, way: Way, step: Movement) -> bool:
    try:
        check_step(state, who, way, step, Bench())
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


# Following the steps


def begun(state: State, who: str) -> Way:
    """Return a path without steps yet."""
    return Way((character(state, who).zone or OUTSIDE,))


def followed(state: State, who: str, way: Way, step: Step) -> tuple[State, Way]:
    """Follow one step of an intruder, with what it takes away. Raises `Refused`."""
    if not isinstance(step, GoTo | GoOff):
        return _card_used(take_card(state, who, card_of(step)), who, step), way
    to = check_step(state, who, way, step, Bench())
    if step.do == "rope_new":
        state = rope_hung(take_card(state, who, "rope"), who, way.at, to)
    elif step.do == "enter_passage" and needs_passage_card(state, who):
        state = with_character(take_card(state, who, "secret_passage"), who, permitted=True)
    return with_character(state, who, zone=to), walked(state, way, step, to)


def _card_used(state: State, who: str, step: Use) -> State:
    match step:
        case Strike() | Aim(do="shuriken"):
            for id in step.guards:
                state = remove_guard(state, id)
        case Aim():
            for id in step.guards:
                state = with_figures(leave_patrol(state, id), (id,), drunk=FOR_THE_GAME)
        case Cover():
            state = cover_turn(state, who)
    return state
