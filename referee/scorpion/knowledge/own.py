"""What a viewer knows beyond the record: own walks, starts, passage, missions, marks.

Also which secrets of an intruder are compatible with the public table of a take-over: those that positions admit
(`referee.scorpion.positions`), or more, since the past is unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.core.values import PUBLIC, Viewer
from referee.scorpion.contact import unseen_among_guards
from referee.scorpion.knowledge.acts import WHO, PublicFacts
from referee.scorpion.knowledge.cases import Half
from referee.scorpion.knowledge.ground import Ground
from referee.scorpion.knowledge.steps import Track
from referee.scorpion.setup.begin import usable_mark_zones
from referee.scorpion.state import Character, State, Walk, confidants, is_disputed, seats_of


def in_play(data: Mapping[str, Any]) -> set[str]:
    return {one["who"] for one in data["intruders"] if one["status"] in ("hidden", "visible", "passage")}


def hung(data: Mapping[str, Any]) -> list[tuple[str, bool]]:
    """Return for each Rope card that may hang its owner, and whether it was played in an earlier life."""
    cards = ((one["who"], one["ropes"], one["ropes_before"]) for one in data["intruders"])
    return [(who, before) for who, now, then in cards for before in (False,) * now + (True,) * then]


def beside(ground: Ground, table: PublicFacts, one: Mapping[str, Any], half: Half) -> Half:
    """Return the part of a half that is compatible with what a take-over shows of its intruder."""
    options, shown, zones = table.options, half.shown, ground.all
    hidden = ground.all & ~ground.passage
    if not unseen_among_guards(options):
        hidden &= ~table.watched(one["who"])
    inside = one["status"] == "passage" and one["zone"] is None
    if shown.decoy:
        zones = hidden if inside else 0
    elif shown.permitted != (options.passage_bluff == "figure_shown" and one["permitted"]):
        zones = 0
    elif inside:
        zones = ground.passage
    elif one["status"] == "hidden":
        zones = hidden
    return half._replace(places=half.places & ground.at(zones))


class OwnWalks(NamedTuple):
    """A viewer's record of an own intruder: all walks of both lives, and the current zone."""

    walks: tuple[Walk, ...]
    start: str | None
    now: str | None
    noise: int
    back: int
    """The turn in which the second life began, or 0."""
    mission: str | None = None
    raised: tuple[tuple[int, int], ...] = ()
    """The alerts raised by entering the mission's zone: the turn, and the number of earlier such alerts in it."""

    def walk(self, turn: int) -> Walk | None:
        return next((walk for walk in self.walks if walk.turn == turn), None)

    def zone(self, turn: int) -> str | None:
        """Return the zone before the intruder phase of a turn; `None` if no walk shows it.

        An intruder who has given up locks no path and stays.
        """
        second = bool(self.back) and turn >= self.back
        lived = [walk for walk in self.walks if (bool(self.back) and walk.turn >= self.back) is second]
        before = [walk for walk in lived if walk.turn < turn]
        if before:
            return before[-1].zones[-1]
        if lived:
            return lived[0].zones[0]
        return (self.now or self.start) if second or not self.back else None


class OwnSecrets(NamedTuple):
    """What a viewer knows beyond the public record; empty for the public."""

    lives: Mapping[str, OwnWalks]
    turn: int
    passages: Mapping[str | None, tuple[str, ...]]
    marks: frozenset[str]
    """The possible zones of objectives, by what the viewer knows."""
    absent: frozenset[int] = frozenset()
    """The sides that the viewer knows not to take part."""

    def tracks(self, ground: Ground, turn: int) -> Mapping[str, Track]:
        """Return the paths of a turn that the viewer knows."""
        found = {}
        for who, life in self.lives.items():
            walk, zone = life.walk(turn), life.zone(turn)
            if walk is not None:
                found[who] = Track(tuple(ground.bit(zone) for zone in walk.zones), walk.steps)
            elif zone is not None:
                found[who] = Track((ground.bit(zone),), None if turn == self.turn else 0)
        return found

    def started(self, ground: Ground, side: int, zones: int, turn: int) -> int:
        """Return the possible start zones of a side in that turn, one if the viewer knows it."""
        life = self.lives.get(WHO[side])
        zone = None if life is None else life.zone(turn)
        return zones if zone is None else zones & ground.bit(zone)

    def places(self, ground: Ground, side: int, turn: int, *, after: bool) -> int:
        """Return the possible places of a side before the intruder phase of a turn, or after it."""
        life = self.lives.get(WHO[side])
        if life is None:
            return ground.everywhere
        if life.now is not None and self.turn in (turn, turn + after):
            return ground.bit(life.now) << life.noise * ground.width
        zone, walk = life.zone(turn + after), life.walk(turn + after - 1)
        if zone is None:
            return ground.everywhere
        return ground.bit(zone) << (walk.steps if walk else 0) * ground.width

    def letters(self, turn: int) -> tuple[str | None, ...]:
        """Return the missions of both in the lives they had in a turn, `None` where the viewer does not know them."""
        lives = (self.lives.get(who) for who in WHO)
        return tuple(None if life is None or turn < life.back else life.mission for life in lives)

    def raised(self, turn: int) -> Mapping[str, int | None]:
        """Return which of a turn's mission alerts each known intruder raised; `None` for none of them."""
        return {who: dict(life.raised).get(turn) for who, life in self.lives.items()}

    def passage(self, ground: Ground, owner: str | None) -> tuple[int, ...]:
        known = self.passages.get(owner)
        if known is None:
            return ground.entrances, ground.entrances
        return tuple(sorted(ground.bit(zone) for zone in known))

    def goals(self, ground: Ground) -> int:
        return ground.zones(self.marks)


def own_of(state: State, viewer: Viewer = PUBLIC) -> OwnSecrets:
    """Return what a viewer alone knows: nothing of a rival, everything of a partner (SCORPION-2.8, 30.1)."""
    marks = frozenset(usable_mark_zones(state.options, state.board))
    if viewer in seats_of(state, "guards") and state.marks.recorded:
        marks = frozenset(zone for _, zone in state.marks.objectives)
    if viewer not in seats_of(state, "intruders"):
        return OwnSecrets({}, 0, {}, marks)
    known = [c for c in state.characters if viewer in confidants(state, c.who)]
    mine = [c for c in known if c.status != "absent"]
    passages = {
        p.owner: p.entrances
        for p in state.passages
        if p.entrances and (not is_disputed(state) or p.owner in {c.who for c in mine})
    }
    absent = frozenset(WHO.index(c.who) for c in known if c.status == "absent")
    return OwnSecrets({c.who: _life(state, c) for c in mine}, state.turn, passages, marks, absent)


def _life(state: State, one: Character) -> OwnWalks:
    back = (e.turn for e in state.record if e.kind == "returned" and e.data["intruder"] == one.who)
    return OwnWalks(one.walks, one.start, one.zone, one.noise, next(back, 0), one.mission, one.raised)
