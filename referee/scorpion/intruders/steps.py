"""Single steps of an intruder, and the steps possible next on an unfinished path (SCORPION-17, 20.1, 25, D7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from referee.core.base import replace
from referee.core.judging import firm, given, passes
from referee.core.values import RulingContext
from referee.scorpion.intruder_hands import may_hold
from referee.scorpion.moves import PASSAGE, GoOff, GoTo, Movement, Step, Use
from referee.scorpion.state import Passage, Rope, State, is_disputed, is_in_passage, needs_passage_card

MOST_STEPS: Final = 3
"""The maximum number of zones moved in a turn: 0 still, 1 sneak, 2 walk, 3 run (SCORPION-17.1)."""
OUTSIDE: Final = "outside"
"""Stands for the zone of an intruder who has left the map (SCORPION-20.1)."""


@dataclass(frozen=True)
class WalkedPath:
    """The part of a path walked so far: its zones in order, from the start."""

    zones: tuple[str, ...]
    steps: int = 0
    ended: tuple[str, str] | None = None
    """Why the path cannot go on, as clause and reason; `None` while it can."""

    @property
    def at(self) -> str:
        return self.zones[-1]

    @property
    def touched(self) -> tuple[str, ...]:
        """The zones of the map that were entered or left (SCORPION-18.2, 18.16)."""
        zones = dict.fromkeys(self.zones if self.steps else ())
        return tuple(z for z in zones if z not in (PASSAGE, OUTSIDE))


@dataclass(frozen=True)
class Group:
    """One movement, or none, with the cards that the intruder uses there."""

    who: str
    movement: Movement | None
    cards: tuple[Use, ...]
    goes_on: bool
    """Whether the intruder moves again later in the list."""


def groups(items: Iterable[tuple[str, Step]]) -> tuple[Group, ...]:
    """Group a list of steps with their intruders: cards belong to the movement directly before them."""
    listed = tuple(items)
    last = {who: i for i, (who, step) in enumerate(listed) if isinstance(step, GoTo | GoOff)}
    found: list[Group] = []
    for i, (who, step) in enumerate(listed):
        goes_on = i < last.get(who, -1)
        if isinstance(step, GoTo | GoOff):
            found.append(Group(who, step, (), goes_on))
        elif found and found[-1].who == who:
            found[-1] = replace(found[-1], cards=(*found[-1].cards, step))
        else:
            found.append(Group(who, None, (step,), goes_on))
    return tuple(found)


# One step


def passage_of(state: State, who: str) -> Passage | None:
    """Return the passage that an intruder may use: the common one, or a rival's own (SCORPION-30.6)."""
    return next((p for p in state.passages if p.owner in (None, who)), None)


def rope_between(state: State, who: str, a: str, b: str) -> Rope | None:
    """Return a rope between two zones that an intruder may use without a card (SCORPION-17.8, 30.5, OP-11)."""
    for rope in state.ropes:
        mine = rope.owner == who or not is_disputed(state)
        may_be_used = state.options.rope_same_turn == "yes" or rope.turn < state.turn
        if {rope.a, rope.b} == {a, b} and mine and may_be_used:
            return rope
    return None


def check_step(state: State, who: str, way: WalkedPath, step: Movement, context: RulingContext) -> str:
    """Return where a movement leads: a zone, the passage or outside. Raises `Refused` if it is not allowed.

    The cards for a new rope and for the passage are checked when they are played.
    """
    if way.ended is not None:
        firm(way.at != OUTSIDE, *way.ended)
        context.refuse(*way.ended)
    context.require(way.steps < MOST_STEPS, "SCORPION-17.1", "scorpion.too_many_steps", most=MOST_STEPS)
    if isinstance(step, GoTo):
        if step.do == "leave_passage":
            return _out_of_passage(state, who, way, step)
        return _over_border(state, who, way, step, context)
    if step.do == "enter_passage":
        return _into_passage(state, who, way)
    firm(not is_in_passage(way.at), "SCORPION-25.2", "scorpion.only_by_entrance")
    context.require(state.board.zone(way.at).edge, "SCORPION-20.1", "scorpion.not_on_edge", zone=way.at)
    return OUTSIDE


def _over_border(state: State, who: str, way: WalkedPath, step: GoTo, context: RulingContext) -> str:
    to = given(step.to, "SCORPION-17.3", "scorpion.step_without_zone")
    firm(to in state.board, "SCORPION-1.6", "scorpion.no_such_zone", zone=to)
    firm(not is_in_passage(way.at), "SCORPION-25.2", "scorpion.only_by_entrance")
    border = state.board.border(way.at, to)
    if step.do == "walk":
        reason = "scorpion.wall_needs_rope" if border == "wall" else "scorpion.not_beside"
        context.require(border == "plain", "SCORPION-17.3", reason, zone=way.at, to=to)
    elif step.do == "rope_new":
        context.require(border == "wall", "SCORPION-17.6", "scorpion.no_wall_there", zone=way.at, to=to)
    else:
        # A rival gets the same refusal whether the other's rope hangs there or not (L5).
        clause = "SCORPION-30.5" if is_disputed(state) else "SCORPION-17.8"
        rope = rope_between(state, who, way.at, to)
        context.require(rope is not None, clause, "scorpion.no_rope_there", zone=way.at, to=to)
    return to


def _into_passage(state: State, who: str, way: WalkedPath) -> str:
    mine = passage_of(state, who)
    clause = "SCORPION-30.6" if is_disputed(state) else "SCORPION-25.2"
    firm(mine is not None and way.at in mine.entrances, clause, "scorpion.no_entrance_here", zone=way.at)
    return PASSAGE


def _out_of_passage(state: State, who: str, way: WalkedPath, step: GoTo) -> str:
    mine = passage_of(state, who)
    clause = "SCORPION-30.6" if is_disputed(state) else "SCORPION-25.2"
    firm(is_in_passage(way.at), "SCORPION-25.2", "scorpion.not_in_passage")
    leads = mine is not None and step.to in mine.entrances
    return given(step.to if leads else None, clause, "scorpion.no_exit_there", zone=step.to)


def walked(state: State, way: WalkedPath, step: Movement, to: str) -> WalkedPath:
    """Return the way after one more movement, with `ended` set if it must stop (SCORPION-17.5, 17.7, 25.6, 27.1)."""
    ended = None
    if step.do in ("rope_new", "rope_old"):
        ended = ("SCORPION-17.7", "scorpion.rope_stops")
    elif step.do == "enter_passage":
        ended = ("SCORPION-25.6", "scorpion.passage_stops")
    elif step.do == "exit_map":
        ended = ("SCORPION-20.2", "scorpion.has_left")
    elif to in state.board.moats:
        ended = ("SCORPION-17.5", "scorpion.moat_stops")
    return WalkedPath((*way.zones, to), way.steps + 1, ended)


def rope_hung(state: State, who: str, a: str, b: str) -> State:
    """Record a rope between two zones (SCORPION-17.6).

    Sorting hides the order in which ropes were hung, and the side from which each was.
    """
    first, last = sorted((a, b))
    ropes = (*state.ropes, Rope(first, last, who, state.turn))
    return replace(state, ropes=tuple(sorted(ropes, key=lambda rope: (rope.a, rope.b, rope.owner))))


def steps_from(state: State, who: str, way: WalkedPath) -> tuple[Movement, ...]:
    """Return the movements that may follow on an unfinished path, in the state that it has led to."""
    if way.ended is not None or way.steps >= MOST_STEPS:
        return ()
    steps = _imaginable(state, who, way)
    return tuple(step for step in steps if passes(check_step, state, who, way, step, RulingContext()))


def _imaginable(state: State, who: str, way: WalkedPath) -> Iterator[Movement]:
    mine = passage_of(state, who)
    entrances = () if mine is None else mine.entrances
    if is_in_passage(way.at):
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
