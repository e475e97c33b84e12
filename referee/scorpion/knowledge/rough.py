"""Where each intruder can be, worked out for each alone: never too little, sometimes too much."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from referee.board.board import Board
from referee.scorpion.event import Event
from referee.scorpion.moves import PASSAGE
from referee.scorpion.options import Options

Place = tuple[str, int]
STEPS = 3
PASSES = frozenset({"passage_entered", "passage_left"})


class Rough(NamedTuple):
    """What is known of each intruder so far; `before` and `phase` are those of the intruder phase that is under way."""

    board: Board
    options: Options
    places: Mapping[str, frozenset[Place]]
    before: Mapping[str, frozenset[Place]]
    phase: tuple[Event, ...] = ()
    visible: frozenset[str] = frozenset()

    def learned(self, event: Event) -> Rough:
        about = event.data
        match event.kind:
            case "side_ready" if about["side"] == "intruders":
                return self._begun()
            case "lone_wolf_is" | "lone_wolf_named":
                return self._named(about["intruder"])
            case "intruder_phase":
                return self._replace(before=self.places, phase=())._opened(event)
            case "intruder_phase_ended":
                return self._replace(places=self._after(), phase=())
            case "discovered":
                return self._noted(event)._only(about["intruder"], about["zone"])
            case "lost_sight":
                return self._noted(event)._replace(visible=self.visible - {about["intruder"]})._opened(event)
            case "heard_nothing":
                return self._kept(lambda place: not self._hears(about["zone"], *place))
            case "guards_moved" if about["zone"] in self.board:
                return self._kept(lambda place: place[0] != about["zone"])
            case "guards_woke" if self.options.placement_discovers == "yes":
                return self._kept(lambda place: place[0] != about["zone"])
            case "died" | "escaped":
                gone = self._replace(places={w: p for w, p in self.places.items() if w != about["intruder"]})
                return gone._replace(visible=self.visible - {about["intruder"]})
            case "returned":
                starts = {about["intruder"]: self._starts(about["intruder"])}
                return self._replace(places={**self.places, **starts})
            case _:
                return self._noted(event)._opened(event)

    def _begun(self) -> Rough:
        lone = "intruder" in self.places or len(self.places) == 1
        names = tuple(self.places) if lone else ("ninja", "traitor")
        return self._replace(places={who: self._starts(who) for who in names})

    def _named(self, who: str) -> Rough:
        known = self.places.get("intruder", frozenset())
        before = self.before.get("intruder", frozenset())
        visible = self.visible - {"intruder"} | ({who} if "intruder" in self.visible else set())
        return self._replace(places={who: known}, before={who: before}, visible=visible)

    def _starts(self, who: str) -> frozenset[Place]:
        zones = self.board.edge_zones if who == "ninja" else self.board.traitor_starts
        if who == "intruder":
            zones = self.board.edge_zones | self.board.traitor_starts
        return frozenset((zone, 0) for zone in zones)

    def _noted(self, event: Event) -> Rough:
        return self if event.phase != "intruders" else self._replace(phase=(*self.phase, event))

    def _opened(self, event: Event) -> Rough:
        """Within the phase anybody may have moved already."""
        return (
            self if event.phase != "intruders" or not self.before else self._replace(places=self._after(under_way=True))
        )

    def _only(self, who: str, zone: str) -> Rough:
        noises = {noise for at, noise in self.places.get(who, ()) if at == zone} or set(range(STEPS + 1))
        seen = {who: frozenset((zone, noise) for noise in noises)}
        return self._replace(places={**self.places, **seen}, visible=self.visible | {who})

    def _kept(self, fits: Callable[[Place], bool]) -> Rough:
        def kept(who: str, places: frozenset[Place]) -> frozenset[Place]:
            return places if who in self.visible else frozenset(filter(fits, places))

        return self._replace(places={who: kept(who, places) for who, places in self.places.items()})

    def _hears(self, zone: str, at: str, noise: int) -> bool:
        return at != PASSAGE and self.board.sound.between(zone, at) <= noise

    def _after(self, *, under_way: bool = False) -> dict[str, frozenset[Place]]:
        return {who: self._moved(who, under_way) for who in self.places}

    def _moved(self, who: str, under_way: bool) -> frozenset[Place]:
        own = [e for e in self.phase if e.data.get("intruder") in (who, "intruder")]
        before = self.before.get(who, self.before.get("intruder", frozenset()))
        if who in self.visible:
            seen = [e.data["zone"] for e in own if e.kind == "discovered"]
            zones = {seen[-1]} if seen else {at for at, _ in before}
            return frozenset((zone, noise) for zone in zones for noise in range(STEPS + 1))
        zones = {at for at, _ in before}
        passes = any(e.kind in PASSES for e in own)
        if passes or PASSAGE in zones:
            zones |= self.board.entrance_zones
        searched = [e.data["zone"] for e in own if e.kind == "search_declared"]
        found = {(at, n) for at, n in self._walks(zones) if all(self._within(at, zone, n) for zone in searched)}
        if passes or PASSAGE in {at for at, _ in before}:
            found |= {(PASSAGE, noise) for noise in range(STEPS + 1)}
        return frozenset(found | set(before) if under_way else found)

    def _within(self, at: str, zone: str, noise: int) -> bool:
        return at == PASSAGE or self.board.sound.between(at, zone) <= noise

    def _walks(self, zones: set[str]) -> frozenset[Place]:
        found: set[Place] = set()
        edge = zones & set(self.board.ids)
        for noise in range(STEPS + 1):
            found |= {(zone, noise) for zone in edge}
            edge = {n for z in edge for n in self.board.neighbours(z) if self.board.border(z, n) != "sound"}
        return frozenset(found)


def rough(board: Board, options: Options) -> Rough:
    names = ("ninja", "traitor") if options.lone_wolf == "off" else ("intruder",)
    return Rough(board, options, {who: frozenset() for who in names}, {})
