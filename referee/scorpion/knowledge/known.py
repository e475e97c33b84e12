"""What a viewer knows of both intruders from the public record, why zones are excluded, and how much a path reveals.

`exposure` computes how much the table can know of an intruder now and after the planned path (SCORPION-17, 21, 26),
from the public record and that player's own plan. A search in the plan counts as declared, not as answered. So that the
result does not depend on where missions lie, the guards' marks are removed before the plan is evaluated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import log2
from typing import Any, Final, NamedTuple

from referee.core.base import replace
from referee.core.values import PUBLIC, Notice, Refused, RulingContext, Viewer
from referee.scorpion import moves
from referee.scorpion.intruders.paths import lock_path
from referee.scorpion.knowledge.acts import ANYBODY, WHO, Phase, PublicFacts, acts_of
from referee.scorpion.knowledge.cases import MOST_HALVES, NINJA, SIDES, TRAITOR, Case, agree
from referee.scorpion.knowledge.facts import learned
from referee.scorpion.knowledge.ground import MOST, Ground, ground_of, ones, union
from referee.scorpion.knowledge.own import own_of
from referee.scorpion.knowledge.phase import BothIntruders
from referee.scorpion.knowledge.situations import Situations
from referee.scorpion.options import Options
from referee.scorpion.parts import Event
from referee.scorpion.secrecy import LAID, publish
from referee.scorpion.state import Marks, State, character, is_disputed, known_as, seats_of

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
"""The clause by which each kind of event excludes zones. Other kinds never do."""


class Reason(NamedTuple):
    """The public fact that last excluded a zone."""

    turn: int
    kind: str
    """The kind of the event; its text is `scorpion.{kind}` with `data`."""
    data: Mapping[str, Any]
    clause: str


def reason(event: Event) -> Reason:
    data = {} if event.kind == LAID else event.data  # the data of a take-over is a whole table
    return Reason(event.turn, event.kind, data, CLAUSES.get(event.kind, "SCORPION-17.1"))


ZoneAndNoise = tuple[str, int]
"""A zone or the passage, and the number of zones that the intruder moved in the last phase."""


class RemainingSituations(NamedTuple):
    """What an answer would leave: the number of situations, and the possible zones of each intruder."""

    situations: int
    zones: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Knowledge:
    """All situations that some legal secret play explains; the package's docstring lists what it offers."""

    now: Situations
    broken: int | None = None
    laid: int | None = None
    """The turn of the take-over, if any: then more may be counted as possible than is, never less."""
    _certain: Mapping[str, int] = field(default_factory=dict)
    _out: Mapping[tuple[str, str], Reason] = field(default_factory=dict)

    @property
    def ground(self) -> Ground:
        return self.now.ground

    @property
    def names(self) -> tuple[str, ...]:
        """The intruders of whom something is known, as they are named in the record."""
        if not self.cases:
            return ()
        if self.now.lone == ANYBODY:
            return (ANYBODY,)
        return tuple(who for who in WHO if self._bits(who))

    def learn(self, events: Iterable[Event]) -> Knowledge:
        """Return what is known after further public events."""
        now = self
        for event in events:
            now = now._learned(event)
        return now

    @property
    def cases(self) -> tuple[Case, ...]:
        return self._held[0]

    @property
    def rough(self) -> bool:
        """Whether there was too much to distinguish: then the sets may be too large, never too small."""
        return self._held[1]

    @cached_property
    def _held(self) -> tuple[tuple[Case, ...], bool]:
        return self._or_anything(*self.now.held())

    def _or_anything(self, found: tuple[Case, ...], rough: bool) -> tuple[tuple[Case, ...], bool]:
        if found or not self.now.cases:
            return found, rough
        return self.now.anything().cases, False  # in the middle of a declaration's events, or of a broken phase

    def zones(self, who: str) -> tuple[str, ...]:
        """Return the possible zones of an intruder, in the board's order, `PASSAGE` last; `()` once gone."""
        return self.ground.names(self.ground.folded(self._bits(who)))

    def stood(self, who: str) -> tuple[str, ...]:
        """Return the possible zones before the running intruder phase; without one, the same as `zones`."""
        cases = self.cases if self.now.phase is None else self.now.phase.cases
        return self.ground.names(self.ground.folded(self._bits_of(cases, who)))

    def places(self, who: str) -> frozenset[ZoneAndNoise]:
        """Return the possible zones with the noise of each: the number of zones moved in the last phase."""
        return frozenset(self._places(self._bits(who)))

    def pairs(self) -> frozenset[tuple[ZoneAndNoise | None, ZoneAndNoise | None]]:
        """Return the possible combinations of places of Ninja and Traitor; `None` for one who is not on the map."""
        found: set[tuple[ZoneAndNoise | None, ZoneAndNoise | None]] = set()
        for ninja, traitor in self._beside().items():
            second = tuple(self._places(traitor)) or (None,)
            for first in tuple(self._places(ninja)) or (None,):
                found.update((first, other) for other in second)
        return frozenset(found)

    def certain(self, who: str) -> int | None:
        """Return the last turn in which an intruder had only one possible zone, or `None`."""
        return self._certain.get(who)

    def why_out(self, who: str, zone: str) -> Reason | None:
        """Return the public fact that last excluded a zone for an intruder, or `None` while it is possible."""
        return None if zone in self.zones(who) else self._out.get((who, zone))

    @cached_property
    def uncertainty(self) -> float:
        """The logarithm to base 2 of the number of possible situations, by zone and noise of both.

        This is Hartley's measure, in bits. The number of histories that lead to each situation is not counted.
        """
        return log2(self.situations() or 1)

    def situations(self, without: Iterable[str] = ()) -> int:
        """Return the number of possible situations, or how many would remain if nobody were in the zones `without`."""
        zones = self.ground.at(self.ground.zones(without))
        return sum((ninja & ~zones).bit_count() * (bits & ~zones).bit_count() for bits, ninja in self._rows.items())

    def after_listening(self, zone: str, heard: bool) -> RemainingSituations:
        """Return what would remain if guards in a zone heard something now, or nothing (SCORPION-12.2)."""
        near, gone = self.ground.heard_at(zone), self.ground.gone
        out_of_earshot = self.ground.everywhere & ~near | gone
        count, places = 0, [0, 0]
        for traitor, ninja in self._rows.items():
            silent = (ninja & out_of_earshot).bit_count() * (traitor & out_of_earshot).bit_count()
            if not heard:
                count += silent
                kept = (ninja & out_of_earshot, traitor & out_of_earshot) if silent else (0, 0)
            else:
                count += ninja.bit_count() * traitor.bit_count() - silent
                kept = (ninja if traitor & near else ninja & near, traitor if ninja & near else traitor & near)
            places = [a | b for a, b in zip(places, kept, strict=True)]
        by_name = {ANYBODY: places[NINJA] | places[TRAITOR], **dict(zip(WHO, places, strict=True))}
        return RemainingSituations(
            count, {who: self.ground.names(self.ground.folded(by_name[who] & ~gone)) for who in self.names}
        )

    @cached_property
    def _rows(self) -> Mapping[int, int]:
        """Each set of the Traitor's places, with the Ninja's places that are compatible with exactly these."""
        rows: dict[int, int] = {}
        for ninja, traitor in self._beside().items():
            for i in ones(ninja):
                rows[i] = rows.get(i, 0) | traitor
        found: dict[int, int] = {}
        for i, traitor in rows.items():
            found[traitor] = found.get(traitor, 0) | 1 << i
        return found

    def _beside(self) -> dict[int, int]:
        """Return for each set of the Ninja's places the compatible places of the Traitor."""
        found: dict[int, int] = {}
        for case in self.cases:
            for a in case.ninja:
                beside = found.get(a.places, 0)
                for b in case.traitor:
                    if b.places & ~beside and agree(a, b, case.rivals):
                        beside |= b.places
                found[a.places] = beside
        return found

    def _bits(self, who: str) -> int:
        return self._bits_of(self.cases, who)

    def _bits_of(self, cases: Iterable[Case], who: str) -> int:
        sides = [side for side in SIDES if who in (WHO[side], ANYBODY)]
        return union(case.places(side) for case in cases for side in sides) & ~self.ground.gone

    def _places(self, bits: int) -> Iterable[ZoneAndNoise]:
        width = self.ground.width
        for noise in range(MOST + 1):
            for i in ones(bits >> noise * width & self.ground.all):
                yield self.ground.name(i), noise

    def _learned(self, event: Event, both: BothIntruders | None = None) -> Knowledge:
        now = learned(self.now, event, both)
        if now is self.now:
            return self
        broken = self.broken
        if self.now.cases and not now.cases and now.phase is None:
            # No legal play explains the record: knowledge starts again from everything that is possible.
            ended = event.kind == "intruder_phase_ended"
            now, broken = now.anything(after=ended), event.turn
            if event.kind == "discovered":
                now = learned(now, event)
        known = Knowledge(now, broken, event.turn if event.kind == LAID else self.laid, self._certain, self._out)
        if now.phase is None and event.kind in _TELLING:
            return _compared(self, known, event)
        unchanged = now.cases is self.now.cases and now.phase is None and now.to_meet == self.now.to_meet
        if unchanged and "_held" in self.__dict__:
            known.__dict__["_held"] = self._held
        return known


_TELLING = frozenset(
    {
        *("side_ready", "discovered", "heard", "heard_nothing", "guards_moved", "guards_woke", "died", "returned"),
        *("sobered", "intruder_phase_ended", "lone_wolf_named", "entrance_found", "rope_found", "adjusted", LAID),
    }
)


def _compared(before: Knowledge, after: Knowledge, event: Event) -> Knowledge:
    """Record which zones an event has excluded, and which intruders it has located."""
    certain, out = dict(after._certain), dict(after._out)
    for who in (ANYBODY,) if after.now.lone == ANYBODY else WHO:
        was, now = {*before.stood(who)}, {*after.zones(who)}
        if event.kind == LAID and now:
            was = {*after.ground.ids}
        if len(now) == 1:
            certain[who] = event.turn
        for zone in was - now:
            out[who, zone] = reason(event)
        for zone in now - was:
            out.pop((who, zone), None)
    return replace(after, _certain=certain, _out=out)


def over(last: Knowledge, event: Event, moments: Sequence[Knowledge]) -> Knowledge:
    """Return what is known after an intruder phase, and compute what was known at some moments within it.

    Sharing the computation, each intruder's walks are evaluated only once.
    """
    phase = last.now.phase
    assert phase is not None
    both = last.now.both(phase)
    for known in moments if not both.reveals_goals else ():
        now = known.now
        if now.phase is None or now.owners != last.now.owners:
            continue
        recorded = acts_of(now.phase.table, now.phase.events, len(now.owners))
        acts = len(recorded.acts)
        if recorded == Phase(both.phase.acts[:acts], both.phase.tables[: acts + 1], both.phase.busy[: acts + 1]):
            found, rough = both.before(now.phase.cases, acts)
            known.__dict__["_held"] = known._or_anything(found, rough or now.rough)
    return last._learned(event, both)


def is_supported(options: Options) -> bool:
    """Tell whether knowledge can be computed: only if the referee itself holds the secrets."""
    return options.depth == "plays"


def nothing_known(state: State, viewer: Viewer = PUBLIC, most: int = MOST_HALVES) -> Knowledge:
    """Return what is known before the first event; `most` is the maximum number of halves."""
    ground = ground_of(state.board)
    lone = {"off": "", "on": "", "hidden": ANYBODY}[state.options.lone_wolf]
    situations = Situations(
        ground,
        PublicFacts(ground, state.options),
        is_disputed(state),
        len(seats_of(state, "intruders")) == 1,
        lone,
        own_of(state, viewer),
        most=most,
    )
    return Knowledge(situations)


def knowledge_of(state: State, viewer: Viewer = PUBLIC) -> Knowledge:
    """Return what a viewer knows of both intruders, from the record and the viewer's own secrets."""
    return nothing_known(state, viewer).learn(state.record)


class Exposure(NamedTuple):
    """The number of zones that the table considers possible for an intruder."""

    now: int
    """At the beginning of this intruder phase."""
    after: int
    """After the planned path is locked and the phase is over, if nobody else is seen or heard."""
    why: Reason | None
    """The event of the plan that reveals most; `None` if none reveals anything."""


def exposure(
    state: State,
    who: str,
    plan: moves.LockPath,
    searches: Sequence[str] = (),
    known: Knowledge | None = None,
) -> Exposure | None:
    """Return how much a plan reveals to the table; `None` if it would be refused.

    `known` is what the table knows now, if already computed.
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
