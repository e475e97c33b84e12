"""The moment that decided a match: the discovery behind a death, or what completed the goal."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.analysis import Decided, Phrase
from referee.scorpion.analysis.told import Told, bits
from referee.scorpion.ending import result
from referee.scorpion.state import State, seats_of

GOALS = ("escaped", "mission_accomplished")


def decided(events: Sequence[Told], last: State) -> Decided | None:
    """Return what decided: for guards who won, the sighting behind a death that told most; else the last goal.

    Where nobody died and nobody reached a goal it is the sighting that told most.
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
    told = f"{bits(most.before, most.after):.1f}"
    counted = {"intruder": who, "before": before, "after": after, "bits": told}
    how = [Phrase(message="scorpion.analysis.narrowed", params=counted)]
    death = next((one for one in deaths if one.event.data["intruder"] == who and one.entry >= most.entry), None)
    if death is not None:
        how.append(Phrase(message="scorpion.died", params=dict(death.event.data), clause="SCORPION-22.11"))
    return _moment(most, tuple(how))


def _narrowed(one: Told) -> int:
    who = one.event.data["intruder"]
    return len(one.before.zones(who)) - len(one.after.zones(who))


def _moment(one: Told, how: tuple[Phrase, ...]) -> Decided:
    said = Phrase(message=f"scorpion.{one.event.kind}", params=dict(one.event.data))
    return Decided(entry=one.entry, at=str(one.event.turn), said=said, how=how)
