"""Set-up: the guards' secret marks (SCORPION-5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.core.judging import firm
from referee.core.replacing import replace
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.record import uphold, whisper
from referee.scorpion.setup.begin import usable_mark_zones
from referee.scorpion.setup.rules import common_part_open, is_zone
from referee.scorpion.state import Marks, State, seats_of
from referee.scorpion.turns import guard_role

LETTERS = ("A", "B", "C", "D", "E", "F")
TRAPS = ("T1", "T2")
HIDDEN = ("H1", "H2")
OBJECTIVES_IN_A_CASTLE = 3
BEDS = 2
"""How many guards sleep in a barracks (SCORPION-5.1)."""


def record_sleepers(state: State, seat: str, move: moves.RecordSleepers, context: RulingContext) -> Ruling:
    """Sleeping guards in barracks, at most two in each (SCORPION-5.1, 5.8, 31.4). Replaces what was recorded."""
    guard_role(state, seat)
    common_part_open(state, "guards", move)
    for zone in move.sleepers:
        is_zone(state, zone)
        in_barracks = zone in state.board.barracks
        firm(in_barracks, "SCORPION-5.1", "scorpion.no_barracks", private=True, zone=zone)
    crowded = next((zone for zone, n in move.sleepers.items() if n > BEDS), None)
    context.require(crowded is None, "SCORPION-5.1", "scorpion.two_in_barracks", private=True, zone=crowded, most=BEDS)
    total, wanted = sum(move.sleepers.values()), state.options.sleepers
    right = total == wanted
    context.require(right, "SCORPION-5.1", "scorpion.sleepers_count", private=True, count=wanted, entered=total)
    order = state.board.in_order(zone for zone, n in move.sleepers.items() if n)
    sleepers = tuple((zone, move.sleepers[zone]) for zone in order)
    state = replace(state, marks=replace(state.marks, sleepers=sleepers, sleepers_recorded=True))
    told: list[Notice] = []
    whisper(told, seats_of(state, "guards"), "sleepers_noted", "SCORPION-5.1")
    return uphold(state, told)


def record_marks(state: State, seat: str, move: moves.RecordMarks, context: RulingContext) -> Ruling:
    """Six objectives, two traps, two hidden sentries (SCORPION-5.2 to 5.8). Replaces what was recorded."""
    guard_role(state, seat)
    common_part_open(state, "guards", move)
    marks = dict(move.marks)
    lacking = [mark for mark in (*LETTERS, *TRAPS, *HIDDEN) if mark not in marks]
    firm(not lacking, "SCORPION-5.2", "scorpion.marks_lacking", private=True, marks=lacking)
    usable = frozenset(usable_mark_zones(state.options, state.board))
    for mark, zone in marks.items():
        is_zone(state, zone)
        if zone not in usable:
            refuse_mark(state, mark, zone, context)
    in_different_zones(marks, context)
    inside = [state.board.zone(marks[letter]).castle for letter in LETTERS]  # type: ignore[index]
    even = all(inside.count(castle) == OBJECTIVES_IN_A_CASTLE for castle in ("A", "B"))
    context.require(even, "SCORPION-5.5", "scorpion.objectives_even", private=True, count=OBJECTIVES_IN_A_CASTLE)
    recorded = Marks(
        tuple((letter, marks[letter]) for letter in LETTERS),  # type: ignore[index]
        tuple(marks[trap] for trap in TRAPS),  # type: ignore[index]
        tuple(marks[hidden] for hidden in HIDDEN),  # type: ignore[index]
        state.marks.sleepers,
        recorded=True,
        sleepers_recorded=state.marks.sleepers_recorded,
    )
    told: list[Notice] = []
    whisper(told, seats_of(state, "guards"), "marks_noted", "SCORPION-5.2")
    return uphold(replace(state, marks=recorded), told)


def refuse_mark(state: State, mark: str, zone: str, context: RulingContext) -> None:
    """Refuse a mark by the first rule that it breaks (SCORPION-5.3, 5.5 to 5.8)."""
    at = state.board.zone(zone)
    about = {"private": True, "mark": mark, "zone": zone}
    context.require(not at.post, "SCORPION-5.3", "scorpion.mark_on_post", **about)  # type: ignore[arg-type]
    outside = "SCORPION-5.5" if mark in LETTERS else "SCORPION-5.6"
    context.require(at.castle is not None, outside, "scorpion.mark_outside", **about)  # type: ignore[arg-type]
    context.require(at.takes_mark, "SCORPION-5.7", "scorpion.mark_forbidden", **about)  # type: ignore[arg-type]
    spared = not at.barracks or state.options.mark_on_barracks == "allow"
    context.require(spared, "SCORPION-5.8", "scorpion.mark_on_barracks", **about)  # type: ignore[arg-type]


def in_different_zones(marks: dict[Any, str], context: RulingContext) -> None:
    """Refuse two marks in one zone (SCORPION-5.4)."""
    zones = list(marks.values())
    twice = next((zone for zone in zones if zones.count(zone) > 1), None)
    context.require(twice is None, "SCORPION-5.4", "scorpion.marks_share", private=True, zone=twice)


MARK_RULES: dict[type[Any], Callable[[State, str, Any, RulingContext], Ruling]] = {
    moves.RecordSleepers: record_sleepers,
    moves.RecordMarks: record_marks,
}
