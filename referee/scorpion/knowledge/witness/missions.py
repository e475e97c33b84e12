"""Missions and marks of a witness, where the alert answers whoever comes to a mission (SCORPION-31.2, OP-30).

A chain of situations says in which zone the mission of each life lies. To whoever knows the marks they stay, and the
letters are drawn anew; to all others as many marks are moved as need be, within their castle (SCORPION-5.5).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.replacing import replace
from referee.scorpion import moves
from referee.scorpion.event import Event
from referee.scorpion.knowledge.cases import Box
from referee.scorpion.knowledge.ground import Ground
from referee.scorpion.knowledge.table import WHO
from referee.scorpion.knowledge.witness.chain import Leap
from referee.scorpion.knowledge.witness.script import Script
from referee.scorpion.setup.marks import LETTERS
from referee.scorpion.state import State

Lives = tuple[str, ...]
"""The zone of the mission in each life."""


def lives(ground: Ground, way: Sequence[Leap], chain: Sequence[Box], record: Sequence[Event]) -> Mapping[str, Lives]:
    """Return where the missions of each character lie, from turn 1 on and after its return."""
    stations = (way[0].a, *(leap.b for leap in way))
    found: dict[str, Lives] = {}
    for side, who in enumerate(WHO):
        back = [n for n, e in enumerate(record) if e.kind == "returned" and e.data["intruder"] == who]
        begun = [next((i for i, one in enumerate(stations) if one.at > at), None) for at in (-1, *back)]
        zones = [ground.names(chain[i].goals[side])[0] for i in begun if i is not None]
        if chain[0].places(side) != ground.gone:
            found[who] = tuple(zones)
    return found


def with_missions(script: Script, last: State, ground: Ground, wanted: Mapping[str, Lives]) -> Script:
    """Return a script with the marks and the letters by which the missions lie where they are wanted.

    `last` is the match as it stands: nothing is moved where something was searched.
    """
    zones = [zone for life in wanted.values() for zone in life]
    searched = {e.data["zone"] for e in last.record if e.kind == "search_answered"}
    (marks,) = [one.move.marks for one in script.before if isinstance(one.move, moves.RecordMarks)][-1:]
    moved = _moved(ground, dict(marks), zones, searched)
    letter = {zone: mark for mark, zone in moved.items() if mark in LETTERS}

    def drawn(one: Any) -> Any:
        if isinstance(one.move, moves.RecordMarks):
            return replace(one, move=moves.RecordMarks(marks=moved))
        if isinstance(one.move, moves.DrawMissions) and one.seat in script.free:
            return replace(one, move=moves.DrawMissions(**_letters(one.move, wanted, letter)))
        return one

    returning = tuple(
        moves.RedrawMission(intruder=one.intruder, letter=letter.get(wanted[one.intruder][1], one.letter))
        if isinstance(one, moves.RedrawMission) and len(wanted.get(one.intruder, ())) > 1
        else one
        for one in script.returning
    )
    return script._replace(before=tuple(map(drawn, script.before)), returning=returning)


def _letters(move: moves.DrawMissions, wanted: Mapping[str, Lives], letter: Mapping[str, str]) -> dict[str, Any]:
    """Return the letters of those who drew: a lone wolf's for either name."""
    drew = [who for who in WHO if getattr(move, who) is not None]
    if len(wanted) == 1 and len(drew) == 1:
        ((zone, *_),) = wanted.values()
        return {drew[0]: letter.get(zone, "A")}
    return {who: letter.get(wanted[who][0]) if who in wanted else getattr(move, who) for who in drew}


def _moved(ground: Ground, marks: dict[Any, str], wanted: Sequence[str], searched: set[str]) -> dict[Any, str]:
    """Return marks with an objective in each zone where one is wanted; what was searched stays as it was."""
    for zone in wanted:
        at = {place: mark for mark, place in marks.items()}
        if at.get(zone, "") in LETTERS and zone in at:
            continue
        castle = ground.board.zone(zone).castle
        free = (
            mark
            for mark in LETTERS
            if mark in marks
            and marks[mark] not in searched
            and marks[mark] not in wanted
            and ground.board.zone(marks[mark]).castle == castle
        )
        mark = next(free, None)
        if mark is None:
            continue  # the referee will refuse what comes of it
        if zone in at:
            marks[at[zone]] = marks[mark]
        marks[mark] = zone
    return marks
