"""How much the table can know of an intruder now, and after the path that is planned (SCORPION-17, 21, 26).

It is worked out from the public record and that player's own plan. A search in the plan counts as asked, not as
answered, and where missions lie is asked nobody: the guards' marks are taken out before the plan is walked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.core.replacing import replace
from referee.core.values import Notice, Refused, RulingContext
from referee.scorpion import moves
from referee.scorpion.event import Event
from referee.scorpion.intruders.paths import lock_path
from referee.scorpion.knowledge.known import Knowledge, knowledge_of
from referee.scorpion.knowledge.reasons import Reason, reason
from referee.scorpion.record import publish
from referee.scorpion.state import Marks, State, character, known_as


class Exposure(NamedTuple):
    """In how many zones the table can know an intruder to be."""

    now: int
    """Where the intruder can have been when this intruder phase began."""
    after: int
    """After the planned path is locked and the phase is over, if nobody else is seen or heard in it."""
    why: Reason | None
    """The event of the plan that tells most; None where it tells nothing."""


def exposure(
    state: State,
    who: str,
    plan: moves.LockPath,
    searches: Sequence[str] = (),
    known: Knowledge | None = None,
) -> Exposure | None:
    """Return what a plan tells the table; None for one that would be refused.

    `known` is what the table knows now, where it has been worked out before.
    """
    known = known or knowledge_of(state)
    seat, name = character(state, who).seat, known_as(state, who)
    blind = replace(state, marks=Marks())
    try:
        after = lock_path(blind, seat, plan, RulingContext()).state
    except Refused:
        return None
    told: list[Notice] = []
    for zone in searches:
        after = publish(after, told, "search_declared", "SCORPION-18.6", intruder=name, zone=zone)
    if after.phase == "intruders":
        after = publish(after, told, "intruder_phase_ended", "SCORPION-9.1")
    events = tuple(e for e in after.record[len(state.record) :] if e.kind != "ended")
    then, least, why = known, len(known.stood(name)), None
    for event in events:
        then = then.learn((event,))
        zones = len(then.zones(known_as(after, who)))
        if zones < least or (why is None and telling(event)):
            least, why = zones, reason(event)
    return Exposure(len(known.stood(name)), len(then.zones(known_as(after, who))), why)


def telling(event: Event) -> bool:
    return event.kind not in ("intruder_phase_ended", "alert_raised")
