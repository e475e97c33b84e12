"""A replay of an ended match: the whole table after every declaration, and what was known; and the parts of the seats.

It is made when nothing is secret any more, from the states along the journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from referee.core.analysis import DecidingMoment, Part, Phrase
from referee.core.values import GAME_MASTER
from referee.scorpion.knowledge import Knowledge, is_supported
from referee.scorpion.knowledge.known import nothing_known, over
from referee.scorpion.parts import Event
from referee.scorpion.state import Character, State, is_disputed, seats_of
from referee.scorpion.turns import result
from referee.scorpion.views.view import view
from referee.scorpion.views.view_model import View


def parts(state: State) -> tuple[Part, ...]:
    """Return the parts of an ended match; an empty tuple before its end."""
    over = result(state)
    if over is None:
        return ()
    found = next((e.turn for e in state.record if e.kind == "discovered"), None)
    guards = [
        Part(seat=seat, side="guards", role="guards", won=seat in over.winners, ending=over.reason, turn=found)
        for seat in seats_of(state, "guards")
    ]
    taking_part = [c for c in state.characters if c.status != "absent"]
    return (*guards, *(_of_character(state, one) for one in taking_part))


def _of_character(state: State, one: Character) -> Part:
    done = one.accomplished and one.status == "escaped"
    left = {"escaped": "escaped", "dead": "dead", "due": "dead"}.get(one.status, "inside")
    turns = (e.turn for e in reversed(state.record) if e.kind in ("died", "escaped") and _about(e.data, one.who))
    scored = next((c.mission for c in state.scores.characters if c.who == one.who), None) if state.scores else None
    return Part(
        seat=one.seat,
        side=one.who if is_disputed(state) else "intruders",
        role=one.who,
        won=done,
        goal=one.mission or scored or "",
        ending="scorpion.part.done" if done else f"scorpion.part.{left}",
        turn=None if left == "inside" else next(turns, None),
    )


def _about(data: Mapping[str, Any], who: str) -> bool:
    """Tell whether an event is about a character, possibly as a hidden lone wolf."""
    return data.get("intruder") in (who, "intruder")


@dataclass(frozen=True, eq=False)
class Frame:
    """The table after one declaration: `number` is its journal entry, `seat` its seat."""

    number: int
    seat: str
    state: State
    events: tuple[Event, ...]
    """The events that it made public."""
    learnt: tuple[Knowledge, ...]
    """What was known after each of these events, from the public record."""
    knowledge: Knowledge
    """What was known after the last event."""

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def phase(self) -> str:
        return self.state.phase

    @cached_property
    def view(self) -> View:
        """The table as the game master saw it."""
        return view(self.state, GAME_MASTER)

    @cached_property
    def cloud(self) -> Mapping[str, tuple[str, ...]]:
        """Each intruder's possible zones by the public record."""
        return {who: self.knowledge.zones(who) for who in self.knowledge.names}


def replay(steps: Iterable[tuple[int, str, State]]) -> tuple[Frame, ...]:
    """Return the frames of a match from the end of the set-up on; none where nothing can be computed.

    `steps` are the declarations in force, as entry number, seat and the state after it.
    """
    return tuple(frame for frame in course(steps) if frame.phase != "setup")


def course(steps: Iterable[tuple[int, str, State]]) -> Iterator[Frame]:
    """Yield a frame after every step, as far as knowledge can be computed."""
    known: Knowledge | None = None
    read = 0
    asked: dict[int, Knowledge] = {}
    """What was known before and after each search of the running intruder phase, which `over` will need."""
    for number, seat, state in steps:
        if not is_supported(state.options):
            return
        known = known or nothing_known(state)
        learnt: list[Knowledge] = []
        for event in state.record[read:]:
            before = known
            if event.kind == "intruder_phase_ended":
                known = over(before, event, tuple(asked.values()))
                asked.clear()
            else:
                known = before.learn((event,))
            if event.kind == "search_declared":
                asked |= {id(before): before, id(known): known}
            learnt.append(known)
        yield Frame(number, seat, state, state.record[read:], tuple(learnt), known)
        read = len(state.record)


class PublicEvent(NamedTuple):
    """A public event; `entry` is the declaration that made it public."""

    entry: int
    event: Event
    before: Knowledge
    after: Knowledge


def public_events(frames: Sequence[Frame]) -> Iterator[PublicEvent]:
    """Yield the events of frames in order, except the first, before which nothing is known."""
    known = ((f.number, event, after) for f in frames for event, after in zip(f.events, f.learnt, strict=True))
    for (_, _, before), (entry, event, after) in pairwise(known):
        yield PublicEvent(entry, event, before, after)


def excluded(before: Knowledge, after: Knowledge) -> int:
    """Return the number of zones that were excluded, of all intruders together."""
    return sum(len(set(before.zones(who)) - set(after.zones(who))) for who in before.names)


def bits(before: Knowledge, after: Knowledge) -> float:
    """Return the information gained: the base-2 logarithm of the factor by which the situations decreased."""
    return max(0.0, before.uncertainty - after.uncertainty)


GOALS = ("escaped", "mission_accomplished")


def decided(events: Sequence[PublicEvent], last: State) -> DecidingMoment | None:
    """Return the deciding moment: if the guards won, the most telling sighting of a dead intruder, else the last goal.

    If nobody died and no goal was reached, it is the sighting that told most.
    """
    ended = result(last)
    guards = ended is not None and set(ended.winners) == set(seats_of(last, "guards"))
    deaths = [one for one in events if one.event.kind == "died"]
    goals = [one for one in events if one.event.kind in GOALS]
    if not guards and goals:
        return _moment(goals[-1], ())
    dead = {one.event.data["intruder"] for one in deaths}
    sightings = [one for one in events if one.event.kind == "discovered"]
    behind = [one for one in sightings if one.event.data["intruder"] in dead | {"intruder"}] or sightings
    if not behind:
        return None
    most = max(behind, key=lambda one: bits(one.before, one.after) or _narrowed(one))
    who = most.event.data["intruder"]
    before, after = (len(known.zones(who)) for known in (most.before, most.after))
    most_bits = f"{bits(most.before, most.after):.1f}"
    counted = {"intruder": who, "before": before, "after": after, "bits": most_bits}
    how = [Phrase(message="scorpion.analysis.narrowed", params=counted)]
    death = next((one for one in deaths if one.event.data["intruder"] == who and one.entry >= most.entry), None)
    if death is not None:
        how.append(Phrase(message="scorpion.died", params=dict(death.event.data), clause="SCORPION-22.11"))
    return _moment(most, tuple(how))


def _narrowed(one: PublicEvent) -> int:
    who = one.event.data["intruder"]
    return len(one.before.zones(who)) - len(one.after.zones(who))


def _moment(one: PublicEvent, how: tuple[Phrase, ...]) -> DecidingMoment:
    said = Phrase(message=f"scorpion.{one.event.kind}", params=dict(one.event.data))
    return DecidingMoment(entry=one.entry, at=str(one.event.turn), said=said, how=how)
