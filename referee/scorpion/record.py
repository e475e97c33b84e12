"""The public record: every public event as data, what was asked, by whom, where, and what was answered.

Replay, deduction and the players' notes are made from it alone. Whoever publishes something writes one
event here and one notice with the same words, so that nothing is said that is not recorded.
"""

from __future__ import annotations

from typing import Any, Final

from referee.core.replacing import replace
from referee.core.values import PUBLIC, Notice, Ruling
from referee.scorpion.event import Event
from referee.scorpion.state import State

LAID: Final = "laid"
"""The event with which the record of a match begins that was taken over in the middle: nothing is known from before."""


def taken_over(state: State) -> bool:
    """Tell whether the record lacks what was before (METSUKE-5.1)."""
    return bool(state.record) and state.record[0].kind == LAID


def publish(state: State, told: list[Notice], kind: str, clause: str, **data: Any) -> State:
    """Tell everybody, and write it into the record. Zones, figures and names in `data` are public by this."""
    told.append(Notice(to=PUBLIC, message=f"scorpion.{kind}", params=data, clause=clause))
    return replace(state, record=(*state.record, Event(turn=state.turn, phase=state.phase, kind=kind, data=data)))


def whisper(told: list[Notice], to: tuple[str, ...], kind: str, clause: str, **data: Any) -> None:
    """Tell some seats alone; nothing of it is recorded."""
    if to:
        told.append(Notice(to=to, message=f"scorpion.{kind}", params=data, clause=clause))


def uphold(state: State, told: list[Notice], *, clause: str = "", reason: str = "") -> Ruling:
    """Make an upheld ruling; it speaks with its first notice unless it says something itself."""
    first = told[0] if told else None
    return Ruling(
        True,
        clause or (first.clause if first and first.clause else "SCORPION-9.1"),
        reason or (first.message if first else "scorpion.noted"),
        dict(first.params) if first and not reason else {},
        tuple(told),
        state,
    )
