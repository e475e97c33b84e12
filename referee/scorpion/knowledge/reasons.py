"""Why a zone is out: the public fact, with the clause that makes it one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from referee.scorpion.event import Event
from referee.scorpion.record import LAID

CLAUSES: Final[Mapping[str, str]] = {
    "adjusted": "METSUKE-3.1",
    "alert_raised": "SCORPION-31.2",
    "died": "SCORPION-22.11",
    "discovered": "SCORPION-21.1",
    "entrance_found": "SCORPION-25.11",
    "escaped": "SCORPION-20.3",
    "guard_drunk": "SCORPION-21.3",
    "guard_killed": "SCORPION-22.3",
    "guards_moved": "SCORPION-21.1",
    "guards_stopped": "SCORPION-25.11",
    "guards_woke": "SCORPION-21.10",
    "heard": "SCORPION-12.5",
    "heard_nothing": "SCORPION-12.8",
    "hidden_sentry_declined": "SCORPION-24.5",
    "hidden_sentry_placed": "SCORPION-19.6",
    "intruder_phase_ended": "SCORPION-17.1",
    "laid": "METSUKE-5.1",
    "lost_sight": "SCORPION-21.5",
    "passage_entered": "SCORPION-25.7",
    "passage_left": "SCORPION-25.9",
    "returned": "SCORPION-23.1",
    "rope_found": "SCORPION-31.6",
    "search_declared": "SCORPION-18.2",
    "side_ready": "SCORPION-6.1",
    "sobered": "SCORPION-21.9",
}
"""The clause by which each kind of event excludes zones; the others never do."""


class Reason(NamedTuple):
    """The public fact that last put a zone out."""

    turn: int
    kind: str
    """The event's kind; its text is `scorpion.{kind}` with `data`."""
    data: Mapping[str, Any]
    clause: str


def reason(event: Event) -> Reason:
    data = {} if event.kind == LAID else event.data  # a whole table
    return Reason(event.turn, event.kind, data, CLAUSES.get(event.kind, "SCORPION-17.1"))
