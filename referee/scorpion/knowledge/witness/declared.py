"""Declarations as they stand in a match, and the referee that judges them again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from referee.core.values import Refused, Ruling, Viewer
from referee.scorpion.event import Event
from referee.scorpion.state import State


@dataclass(frozen=True)
class Declared:
    """A declaration in force, or what a house ruling let stand or set by hand."""

    seat: str
    move: Any = None
    ruled: bool = False
    """Whether the table let it stand against the rules."""
    adjustment: Any = None


class Referee(Protocol):
    """What is asked of the game's rules."""

    def judge(self, state: State, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling: ...

    def view(self, state: State, viewer: Viewer) -> Any: ...

    def adjust(self, state: State, adjustment: Any) -> State: ...


def after(referee: Referee, state: State, one: Declared) -> State | None:
    """Return the state after a declaration; None if it is refused."""
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
    """Return the state after each declaration; None if one is refused."""
    states = []
    for one in declared:
        state = after(referee, begun, one)
        if state is None:
            return None
        states.append(state)
        begun = state
    return states


def tells(state: State, before: int, record: Sequence[Event]) -> bool:
    """Tell whether what is new in a state's record is what a record says."""
    return state.record[before:] == record[before : len(state.record)]
