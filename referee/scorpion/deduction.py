"""Where each intruder can be, worked out from the public record and the board alone.

Anybody could do it on paper: a set of (zone, noise) for each character grows with every intruder phase and
shrinks with every answer. It may hold too much, never too little.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.board.board import Board
from referee.scorpion.event import Event
from referee.scorpion.moves import PASSAGE
from referee.scorpion.options import Options

Place = tuple[str, int]
STEPS = 3


USUAL = {"disputed": "off", "lone_wolf": "off", "passage_bluff": "discard_only", "ropes_discoverable": "off"}
"""Options without which more has to be known than is worked out here."""


def deducible(options: Options) -> bool:
    return all(getattr(options, name) == value for name, value in USUAL.items())


class Deduction:
    """What is known of both intruders so far, in a match whose options are `deducible`."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.places: dict[str, frozenset[Place]] = {who: self._starts(who) for who in ("ninja", "traitor")}
        self.before = dict(self.places)
        self.phase: list[Event] = []
        self.seen: dict[str, str | None] = {"ninja": None, "traitor": None}

    def _starts(self, who: str) -> frozenset[Place]:
        zones = self.board.edge_zones if who == "ninja" else self.board.traitor_starts
        return frozenset((zone, 0) for zone in zones)

    def learn(self, events: Sequence[Event]) -> None:
        met = {e.data["zone"] for e in events if e.kind == "discovered"}
        for event in events:
            about = event.data
            if event.phase == "intruders" and event.kind != "intruder_phase_ended":
                self.phase.append(event)
            match event.kind:
                case "discovered":
                    self._only(about["intruder"], about["zone"])
                case "lost_sight":
                    self.seen[about["intruder"]] = None
                case "heard_nothing":
                    self._silent(about["zone"])
                case "guards_moved" | "guards_woke" if about["zone"] not in met:
                    self._empty(about["zone"])
                case "died" | "escaped":
                    self.places.pop(about["intruder"], None)
                case "returned":
                    self.places[about["intruder"]] = self._starts(about["intruder"])
                    self.seen[about["intruder"]] = None
                case "intruder_phase":
                    self.before, self.phase = dict(self.places), []
                case "intruder_phase_ended":
                    for who in list(self.places):
                        self.places[who] = self._after_phase(who)

    def zones(self, who: str) -> tuple[str, ...]:
        """Return the zones in which an intruder can be, in the order of the board; none once the intruder is gone."""
        return self.board.in_order(zone for zone, _ in self.places.get(who, ()) if zone in self.board)

    def _only(self, who: str, zone: str) -> None:
        self.seen[who] = zone
        noises = {noise for at, noise in self.places.get(who, ()) if at == zone} or set(range(STEPS + 1))
        self.places[who] = frozenset((zone, noise) for noise in noises)

    def _silent(self, zone: str) -> None:
        for who, places in self.places.items():
            self.places[who] = frozenset((at, noise) for at, noise in places if not self._hears(zone, at, noise))

    def _hears(self, zone: str, at: str, noise: int) -> bool:
        return at != PASSAGE and self.board.sound.between(zone, at) <= noise

    def _empty(self, zone: str) -> None:
        for who, places in self.places.items():
            self.places[who] = frozenset(place for place in places if place[0] != zone)

    def _after_phase(self, who: str) -> frozenset[Place]:
        own = [e for e in self.phase if e.data.get("intruder") == who]
        sights = [e for e in own if e.kind in ("discovered", "lost_sight", "passage_entered", "passage_left")]
        last = sights[-1] if sights else None
        if last is not None and last.kind == "lost_sight" and len(sights) > 1 and sights[-2].kind == "passage_entered":
            last = sights[-2]  # whoever was seen on the way is lost to sight, and in the passage all the same
        if last is not None and last.kind == "passage_entered":
            return frozenset((PASSAGE, noise) for noise in range(1, STEPS + 1))
        if last is not None and last.kind == "discovered" and last.data["zone"] != PASSAGE:
            return frozenset((last.data["zone"], noise) for noise in range(STEPS + 1))
        searched = [e.data["zone"] for e in own if e.kind == "search_declared"]
        reached = self._walks(self.before.get(who, frozenset()), left=any(e.kind == "passage_left" for e in own))
        return frozenset(
            (at, noise)
            for at, noise in reached
            if all(at == PASSAGE or self.board.sound.between(at, zone) <= noise for zone in searched)
        )

    def _walks(self, places: frozenset[Place], left: bool) -> frozenset[Place]:
        """Walls are no obstacle here: where ropes hang is not public."""
        zones = {at for at, _ in places}
        found: set[Place] = set()
        if left:
            zones, first = set(self.board.entrance_zones), 1
        else:
            first = 0
        edge = zones
        for noise in range(first, STEPS + 1):
            found |= {(zone, noise) for zone in edge}
            edge = {
                n for zone in edge if zone in self.board for n in self.board.neighbours(zone) if self._open(zone, n)
            }
        return frozenset(found)

    def _open(self, a: str, b: str) -> bool:
        return self.board.border(a, b) != "sound"
