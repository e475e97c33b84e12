"""What a viewer knows beyond the record: the own walks, starts, passage and missions, or the marks of the guards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from referee.core.values import PUBLIC, Viewer
from referee.scorpion.knowledge.ground import Ground
from referee.scorpion.knowledge.nodes import Track
from referee.scorpion.knowledge.table import WHO
from referee.scorpion.setup.begin import usable_mark_zones
from referee.scorpion.state import State, Walk, confidants, disputed, seats_of


class Life(NamedTuple):
    """An intruder's own record: all walks, and where the intruder is now."""

    walks: tuple[Walk, ...]
    now: str | None


class Own(NamedTuple):
    """Nothing of it for the public."""

    lives: Mapping[str, Life]
    turn: int
    passages: Mapping[str | None, tuple[str, ...]]
    marks: frozenset[str]
    """Where objectives can lie, by all that the viewer knows."""

    def tracks(self, ground: Ground, turn: int) -> Mapping[str, Track]:
        """Return the paths of a turn that the viewer knows."""
        found = {}
        for who, life in self.lives.items():
            walk = next((w for w in life.walks if w.turn == turn), None)
            if walk is not None:
                found[who] = Track(tuple(ground.bit(zone) for zone in walk.zones), walk.steps)
            elif life.now is not None:
                # Whoever has given up stays where they are and locks nothing.
                found[who] = Track((ground.bit(life.now),), None if turn == self.turn else 0)
        return found

    def started(self, ground: Ground, side: int, zones: int, turn: int) -> int:
        """Return where a side has started that turn: the viewer may know it."""
        life = self.lives.get(WHO[side])
        if life is None:
            return zones
        here = life.now if turn == self.turn else None
        zone = next((w.zones[0] for w in life.walks if w.turn == turn), here)
        return zones if zone is None else zones & ground.bit(zone)

    def passage(self, ground: Ground, owner: str | None) -> tuple[int, ...]:
        known = self.passages.get(owner)
        if known is None:
            return ground.entrances, ground.entrances
        return tuple(sorted(ground.bit(zone) for zone in known))

    def goals(self, ground: Ground) -> tuple[int, int]:
        zones = ground.zones(self.marks)
        return zones, zones


def own_of(state: State, viewer: Viewer = PUBLIC) -> Own:
    """Return what a viewer alone knows of a state: of a rival nothing, of a partner all (SCORPION-2.8, 30.1)."""
    marks = frozenset(usable_mark_zones(state.options, state.board))
    if viewer in seats_of(state, "guards") and state.marks.recorded:
        marks = frozenset(zone for _, zone in state.marks.objectives)
    if viewer not in seats_of(state, "intruders"):
        return Own({}, 0, {}, marks)
    mine = [c for c in state.characters if viewer in confidants(state, c.who) and c.status != "absent"]
    passages = {
        p.owner: p.entrances
        for p in state.passages
        if p.entrances and (not disputed(state) or p.owner in {c.who for c in mine})
    }
    return Own({c.who: Life(c.walks, c.zone) for c in mine}, state.turn, passages, marks)
