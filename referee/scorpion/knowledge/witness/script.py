"""The parts of a match that a witness keeps or declares differently, and the referee that judges the witness.

Where entering a mission's zone raises the alert (SCORPION-31.2, OP-30), a chain of situations also determines the
missions of each life. For a viewer who knows the marks, these stay and the letters are drawn anew; for others, as many
marks as necessary are moved within their castle (SCORPION-5.5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from referee.core.base import replace
from referee.core.moves import secret
from referee.core.values import PUBLIC, Refused, Ruling, Viewer
from referee.scorpion import moves
from referee.scorpion.knowledge.acts import WHO
from referee.scorpion.knowledge.cases import SIDES, Case
from referee.scorpion.knowledge.ground import Ground
from referee.scorpion.knowledge.witness.chain import EventsBetween
from referee.scorpion.parts import Event
from referee.scorpion.setup.guards import LETTERS
from referee.scorpion.state import State, is_disputed, seats_of


@dataclass(frozen=True)
class Declared:
    """A declaration in force, or a house ruling."""

    seat: str
    move: Any = None
    ruled: bool = False
    """Whether a house ruling upheld it against the rules."""
    adjustment: Any = None


class Referee(Protocol):
    """The rules that a witness needs."""

    def judge(self, state: State, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling: ...

    def view(self, state: State, viewer: Viewer) -> Any: ...

    def adjust(self, state: State, adjustment: Any) -> State: ...


def after(referee: Referee, state: State, one: Declared) -> State | None:
    """Return the state after a declaration; `None` if it is refused."""
    if one.adjustment is not None:
        try:
            return referee.adjust(state, one.adjustment)
        except Refused:
            return None
    waived: frozenset[str] = frozenset()
    ruling = referee.judge(state, one.seat, one.move)
    while one.ruled and not (ruling.upheld or ruling.firm or ruling.clause in waived):
        waived |= {ruling.clause}
        ruling = referee.judge(state, one.seat, one.move, waived)
    return ruling.state if ruling.upheld else None


def course_of(referee: Referee, begun: State, declared: Sequence[Declared]) -> list[State] | None:
    """Return the state after each declaration; `None` if one is refused."""
    states = []
    for one in declared:
        state = after(referee, begun, one)
        if state is None:
            return None
        states.append(state)
        begun = state
    return states


def tells(state: State, before: int, record: Sequence[Event]) -> bool:
    """Tell whether the new events in a state's record match `record`."""
    return state.record[before:] == record[before : len(state.record)]


PLACES = (moves.SetStart, moves.SetPassage, moves.SetEntrance)


class FixedDeclaration(NamedTuple):
    """A fixed declaration, with the number of events before and after it."""

    at: int
    to: int
    one: Declared


class Script(NamedTuple):
    """A match from its beginning, in which the secrets of some seats are free."""

    begun: State
    before: tuple[Declared, ...]
    """All declarations before turn 1."""
    opens: tuple[FixedDeclaration, ...]
    returning: tuple[Any, ...]
    """The declarations with which characters returned."""
    free: frozenset[str]


def strangers(state: State, viewer: Viewer) -> frozenset[str]:
    """Return the intruder seats whose secrets a viewer may not know (SCORPION-2.8, 30.1)."""
    intruders = seats_of(state, "intruders")
    if viewer == PUBLIC or viewer in seats_of(state, "guards"):
        return frozenset(intruders)
    if viewer in intruders and is_disputed(state):
        return frozenset(intruders) - {viewer}
    return frozenset()


def script_of(begun: State, declared: Sequence[Declared], states: Sequence[State], viewer: Viewer) -> Script:
    """Divide a match that has reached turn 1 into fixed and free declarations; `states` are those after each."""
    first = next(i for i, state in enumerate(states) if state.phase != "setup")
    free = strangers(states[first], viewer)
    opens, returning = [], []
    for i in range(first + 1, len(states)):
        one = declared[i]
        if one.seat in free and secret(one.move):
            if isinstance(one.move, moves.Respawn | moves.RedrawMission):
                returning.append(one.move)
        else:
            opens.append(FixedDeclaration(len(states[i - 1].record), len(states[i].record), one))
    return Script(begun, tuple(declared[: first + 1]), tuple(opens), tuple(returning), free)


def set_up(script: Script, begun: State, ground: Ground, start: Case) -> Iterator[Declared]:
    """Yield the declarations before turn 1 for a start; only starts, entrances and a lone wolf's name are changed.

    `begun` is the actual state at turn 1.
    """
    alone = next((c.who for c in begun.characters if c.status == "absent"), None)
    swapped = alone is not None and start.places(WHO.index(alone)) != ground.gone
    named = any(isinstance(one.move, moves.SetPassage | moves.SetEntrance) for one in script.before)
    set_already = False
    for one in script.before:
        if one.seat in script.free and isinstance(one.move, PLACES):
            continue
        if one.seat in script.free and isinstance(one.move, moves.LockSetup):
            if named and not set_already:
                yield from _entrances(script, begun, ground, start)
                set_already = True
            yield from _starts(begun, ground, start, one.seat)
        yield Declared(one.seat, _swapped(one.move)) if swapped and one.seat in script.free else one


def _starts(begun: State, ground: Ground, start: Case, seat: str) -> Iterator[Declared]:
    for side, who in enumerate(WHO):
        mine = any(c.who == who and c.seat == seat for c in begun.characters)
        if mine and start.places(side) != ground.gone:
            (zone,) = ground.names(ground.folded(start.places(side)))
            yield Declared(seat, moves.SetStart(intruder=who, zone=zone))  # type: ignore[arg-type]


def _entrances(script: Script, begun: State, ground: Ground, start: Case) -> Iterator[Declared]:
    """Yield declarations of entrances: both by each partner, or a rival's own passage (SCORPION-6.9, 30.6)."""
    for passage, side in zip(begun.passages, SIDES, strict=False):
        zones = tuple(zone for bits in start.halves(side)[0].entrances for zone in ground.names(bits))
        for seat in sorted(script.free):
            mine = passage.owner is None or any(c.who == passage.owner and c.seat == seat for c in begun.characters)
            if mine and passage.entrances:
                yield Declared(seat, moves.SetPassage(entrances=zones))


def _swapped(move: Any) -> Any:
    """Return the declaration that a hidden lone wolf would make as the other character (SCORPION-29.3)."""
    other = {"ninja": "traitor", "traitor": "ninja"}
    if isinstance(move, moves.ChooseCharacter):
        return move.model_copy(update={"intruder": other[move.intruder]})
    if isinstance(move, moves.DrawMissions):
        return moves.DrawMissions(ninja=move.traitor, traitor=move.ninja)
    return move


Lives = tuple[str, ...]
"""The zone of the mission in each life."""


def lives(
    ground: Ground, course: Sequence[EventsBetween], chain: Sequence[Case], record: Sequence[Event]
) -> Mapping[str, Lives]:
    """Return the zones of each character's missions, from turn 1 on and after its return."""
    stations = (course[0].a, *(leap.b for leap in course))
    found: dict[str, Lives] = {}
    for side, who in enumerate(WHO):
        back = [n for n, e in enumerate(record) if e.kind == "returned" and e.data["intruder"] == who]
        begun = [next((i for i, one in enumerate(stations) if one.at > at), None) for at in (-1, *back)]
        zones = [ground.names(chain[i].halves(side)[0].goals)[0] for i in begun if i is not None]
        if chain[0].places(side) != ground.gone:
            found[who] = tuple(zones)
    return found


def with_missions(script: Script, last: State, ground: Ground, wanted: Mapping[str, Lives]) -> Script:
    """Return a script with marks and letters that place the missions in the wanted zones.

    `last` is the current state: marks in searched zones are not moved.
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
    """Return the letters for those who drew; for a lone wolf under either name."""
    drew = [who for who in WHO if getattr(move, who) is not None]
    if len(wanted) == 1 and len(drew) == 1:
        ((zone, *_),) = wanted.values()
        return {drew[0]: letter.get(zone, "A")}
    return {who: letter.get(wanted[who][0]) if who in wanted else getattr(move, who) for who in drew}


def _moved(ground: Ground, marks: dict[Any, str], wanted: Sequence[str], searched: set[str]) -> dict[Any, str]:
    """Return marks with an objective in each wanted zone; marks in searched zones stay."""
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
            continue  # the referee will refuse the result
        if zone in at:
            marks[at[zone]] = marks[mark]
        marks[mark] = zone
    return marks
