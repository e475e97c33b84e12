"""What the table can know of an intruder now, and after what is planned, worked out for the intruder's player alone.

It rests on the public record and on that player's own plan. A search counts as asked, not as answered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.scorpion.intruders.plan import SEARCH, Plan, path_move
from referee.scorpion.knowledge import Reason, exposure
from referee.scorpion.knowledge.known import reason
from referee.scorpion.moves import LockPath
from referee.scorpion.state import Character, State, known_as
from referee.scorpion.trackers import Event
from referee.scorpion.views.view import knowledge


@dataclass(frozen=True, slots=True)
class Exposed:
    """In how many zones an intruder can be by the open record: now, after what is planned, and after nothing of it.

    `why` is the event that tells most. Without `after` the plan cannot be walked as it is. Once the path is `locked`
    nothing is planned but searches.
    """

    who: str
    now: int
    after: int | None = None
    still: int | None = None
    why: tuple[str, Mapping[str, Any]] | None = None
    locked: bool = False


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What an intruder's player is told of each of the characters that the player moves."""

    people: tuple[Exposed, ...]


def foreseen(state: State, mine: Sequence[Character], plan: Plan) -> Foreseen:
    """Return it of nobody as long as nothing is known: in the phase in which a match was taken over."""
    return Foreseen(tuple(_exposed(state, c, plan) for c in mine if knowledge(state).names))


def _exposed(state: State, c: Character, plan: Plan) -> Exposed:
    known = knowledge(state)
    now = len(known.zones(known_as(state, c.who)))
    if state.phase != "intruders":
        return Exposed(c.who, now)
    searches = tuple(item.what for item in plan.of(c.who, SEARCH))
    if c.locked:
        return _searching(state, c, now, searches)
    found = exposure(state, c.who, LockPath.model_validate(path_move(plan, (c.who,))), searches, known)
    if found is None:
        return Exposed(c.who, now)
    still = exposure(state, c.who, LockPath(intruder=c.who), (), known) if plan.of(c.who) else None  # type: ignore[arg-type]
    return Exposed(c.who, now, found.after, None if still is None else still.after, _why(found.why))


def _searching(state: State, c: Character, now: int, searches: Sequence[str]) -> Exposed:
    """Return what is told by the zones that are to be searched after the path: that they are asked about, no answer."""
    who = known_as(state, c.who)
    told = [_event(state, "search_declared", intruder=who, zone=zone) for zone in searches]
    known, ended = knowledge(state), _event(state, "intruder_phase_ended")
    without = len(known.learn((ended,)).zones(who))
    if not told:
        return Exposed(c.who, now, without, locked=True)
    after = len(known.learn((*told, ended)).zones(who))
    return Exposed(c.who, now, after, without, _why(reason(told[-1])), locked=True)


def _event(state: State, kind: str, **data: Any) -> Event:
    return Event(turn=state.turn, phase=state.phase, kind=kind, data=data)


def _why(why: Reason | None) -> tuple[str, Mapping[str, Any]] | None:
    return None if why is None else (why.kind, dict(why.data))
