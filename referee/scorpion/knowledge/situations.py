"""The situations that explain the record so far, and what guards who move or stop take out of them.

What a public event tells is in `facts`; an intruder phase is taken as a whole (`phase`), from what was possible before
it and all that became public in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from referee.core.base import replace
from referee.scorpion.knowledge.acts import ANYBODY, WHO, Table
from referee.scorpion.knowledge.cases import MOST_HALVES, NINJA, TRAITOR, Case, Half, Told, joined, mated
from referee.scorpion.knowledge.ground import Ground
from referee.scorpion.knowledge.own import Own, beside
from referee.scorpion.knowledge.phase import Both, goals_told
from referee.scorpion.trackers import Event

SIDES = (NINJA, TRAITOR)
HANGS_ON = frozenset({"discovered", "alert_raised", "lone_wolf_named", "lost_sight"})
"""What tells more of the same step."""
BESIDE = frozenset(
    {"unknown_proposed", "unknown_set", "rival_concedes", "split_proposed", "wound_cards_back", "mission_redrawn"}
)
"""What may be told in the middle of anything."""
IN_A_WALK = frozenset({"guard_card", "wounded", "died", *HANGS_ON, *BESIDE})
"""What may happen while a patrol is under way: attacks (SCORPION-15.7)."""


class Moving(NamedTuple):
    """A guards' move that may go on."""

    unit: frozenset[str]
    zone: str
    left: int
    made: int
    walking: bool = False
    """Whether it is a patrol's on the route."""
    woken: frozenset[str] = frozenset()
    """Who has just been woken with whoever moves: each of them may still walk, alone or as one."""


class InPhase(NamedTuple):
    """An intruder phase under way: what was possible before it, the table then, and its events."""

    cases: tuple[Case, ...]
    table: Table
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Situations:
    """What is possible after a part of the record."""

    ground: Ground
    table: Table
    rivals: bool
    one_player: bool
    lone: str
    own: Own
    cases: tuple[Case, ...] = ()
    ready: frozenset[str] = frozenset()
    owners: tuple[str, ...] = ()
    """Whose the Rope cards were that were played."""
    to_meet: Mapping[int, int] = field(default_factory=dict)
    """The zones in which an intruder would be discovered next."""
    moving: Moving | None = None
    phase: InPhase | None = None
    out: frozenset[int] = frozenset()
    """Who is not on the map: lost, away, or no part of the match."""
    loose: frozenset[int] = frozenset()
    """Ropes of which it is not kept which places go with which wall."""
    most: int = MOST_HALVES
    """Halves that are told apart at most."""
    rough: bool = False
    """Whether there were too many to tell all apart (`loosening`), so that the cases may hold too much."""

    def counted(self, event: Event) -> Situations:
        """Note who leaves the map and who comes back."""
        if event.kind not in ("died", "escaped", "returned"):
            return self
        side = {WHO.index(event.data["intruder"])}
        return replace(self, out=self.out - side if event.kind == "returned" else self.out | side)

    def anything(self, *, after: bool = False) -> Situations:
        """Return what is possible where the record is one that no legal play explains, or begins.

        It is anything beside what lies open: whoever is seen is where they are seen. Whoever looks knows, too, where
        the own intruder is before this turn's intruder phase, or `after` it.
        """
        ground, goals = self.ground, (self.ground.all, self.ground.all)
        owners = self.owners if self.phase is None else self.both(self.phase).owners
        ropes = (ground.any_wall | ground.no_wall,) * len(owners)
        there = [side for side in SIDES if side not in self.out | self.own.absent]
        alone = [[side] for side in there] if self.lone == ANYBODY else [there]
        turn, after = self.table.turn, after or self.phase is not None
        own = [self.own.places(ground, side, turn, after=after) for side in SIDES]
        cases = [
            self.case([own[side] if side in sides else ground.gone for side in SIDES], self.passages(), ropes, goals)
            for sides in alone
        ]
        whole = tuple(case.each(self._whatever_was_told) for case in cases)
        now = replace(self, cases=whole, owners=owners, to_meet={}, moving=None, phase=None)
        return replace(now, loose=frozenset(), rough=False)._seen()

    def _whatever_was_told(self, half: Half, _: int) -> Iterable[Half]:
        """Yield a half with all that its intruder may have shown before: a bluff, the alert of the mission."""
        options, ground = self.table.options, self.ground
        if half.places == ground.gone:
            return (half,)
        shows = options.passage_bluff == "figure_shown"
        shown = [Told(decoy, permitted) for decoy in (0, 1) for permitted in (False, True)] if shows else [Told()]
        if goals_told(options):
            shown += [told._replace(alerted=True) for told in shown]
        outside = half.places & ~ground.at(ground.passage)
        return (half._replace(places=outside if told.decoy else half.places, told=told) for told in shown)

    def entered(self, data: Mapping[str, Any], half: Half, side: int) -> Iterable[Half]:
        """Return what of a half may be entered beside the open table of a match that is taken over."""
        if half.places == self.ground.gone:
            return (half,)
        one = next(one for one in data["intruders"] if one["who"] in (WHO[side], ANYBODY))
        zones = self.own.started(self.ground, side, self.ground.all, self.table.turn)
        known = half._replace(places=half.places & self.ground.at(zones))
        if goals_told(self.table.options):
            known = known._replace(goals=self.own.goals(self.ground)[side])
        return (beside(self.ground, self.table, one, known),)

    def passages(self) -> tuple[tuple[int, ...], ...]:
        return tuple(self.own.passage(self.ground, owner) for owner in (WHO if self.rivals else (None,)))

    def _seen(self) -> Situations:
        def there(half: Half, side: int) -> tuple[Half]:
            zone = self.table.visible.get(ANYBODY if self.lone == ANYBODY else WHO[side])
            if zone is None or half.places == self.ground.gone:
                return (half,)
            return (half._replace(places=half.places & self.ground.at(self.ground.bit(zone))),)

        return self.kept(lambda case: (case.each(there),))

    def case(
        self, places: Sequence[int], passages: Sequence[tuple[int, ...]], ropes: tuple[int, ...], goals: Sequence[int]
    ) -> Case:
        """Return a case of one half each; `passages` has the common one alone, or one for each rival."""
        ninja, traitor = (
            Half(places[side], passages[side if self.rivals else 0], ropes, goals[side]) for side in SIDES
        )
        return Case((ninja,), (traitor,), self.rivals)

    def possible(self) -> tuple[Case, ...]:
        """Return what is possible now, with all that has been told."""
        return self.held()[0]

    def held(self) -> tuple[tuple[Case, ...], bool]:
        """Return `possible`, and whether it may hold too much."""
        if self.phase is not None:
            both = self.both(self.phase)
            cases = both.after(self.phase.cases, over=False)
            return cases, self.rough or both.rough
        now = self._met()
        if now.moving is not None and not now.moving.left:
            now = now._stopped()
        return now.cases, self.rough

    # Facts of the guards' phases

    def kept(self, keep: Callable[[Case], Iterable[Case]]) -> Situations:
        cases = tuple(found for case in self.cases for found in keep(case))
        if len(cases) == len(self.cases) and all(a is b for a, b in zip(cases, self.cases, strict=True)):
            return self
        return replace(self, cases=joined(cases))

    def filtered(self, allowed: Mapping[int, int]) -> Situations:
        """Leave of both sides what is allowed, or nowhere."""
        gone = self.ground.gone
        ninja, traitor = allowed.get(NINJA, -1) | gone, allowed.get(TRAITOR, -1) | gone
        cases = [case.at(NINJA, ninja).at(TRAITOR, traitor) for case in self.cases]
        if all(a is b for a, b in zip(cases, self.cases, strict=True)):
            return self
        # Where places are taken out alone, halves that had none in common still have none.
        return replace(self, cases=tuple(dict.fromkeys(one for case in cases if (one := mated(case)) is not None)))

    def sides_of(self, who: str, case: Case) -> tuple[int, ...]:
        """Return whom a name means in a case: the nameless lone wolf is whoever is there."""
        if who != ANYBODY:
            return (WHO.index(who),)
        return tuple(side for side in SIDES if case.places(side) != self.ground.gone)

    def changed(self, change: Callable[[Half, int], Iterable[Half]], sides: Sequence[int] = SIDES) -> Situations:
        """Change each half of some sides; a fact about what both share is told to both."""
        return self.kept(lambda case: (case.each(change, sides),))

    def named(self, who: str) -> Situations:
        """Whoever is called by name is no nameless lone wolf any more."""
        if self.lone != ANYBODY or who == ANYBODY:
            return self
        other, gone = 1 - WHO.index(who), self.ground.gone
        now = replace(self, lone=who, out=self.out | {other}, owners=tuple(who for _ in self.owners))
        return now.kept(lambda c: (c,) if c.places(other) == gone else ()) if now.cases else now

    def _met(self) -> Situations:
        """Whoever was where guards have come would have been discovered."""
        if not self.to_meet:
            return self
        everywhere = self.ground.everywhere
        allowed = {side: everywhere & ~self.ground.at(zones) for side, zones in self.to_meet.items()}
        return replace(self.filtered(allowed), to_meet={})

    def meeting(self, zone: str, sides: Iterable[int] = SIDES) -> Situations:
        return replace(self._met(), to_meet=dict.fromkeys(sides, self.ground.bit(zone)))

    def closed(self, event: Event) -> Situations:
        now = self if event.kind in HANGS_ON | BESIDE else self._met()
        moving = now.moving
        if moving is None or event.kind in HANGS_ON | BESIDE or event.kind in ("entrance_found", "rope_found"):
            return now
        if event.kind == "guards_stopped":
            return replace(now, moving=moving._replace(left=0))
        if event.kind == "adjusted":  # whoever the table takes in hand has no move any more, and nothing was found
            return replace(now, moving=None) if moving.unit & {*event.data["touched"]} else now
        unit = frozenset(event.data["unit"].split("+")) if event.kind == "guards_moved" else frozenset()
        if unit and unit <= moving.woken and unit != moving.unit:
            return now if moving.left else now._stopped()
        goes_on = unit == moving.unit and moving.left
        if goes_on or (moving.walking and moving.left and event.kind in IN_A_WALK):
            return now
        return replace(now._stopped(), moving=None)

    def _stopped(self) -> Situations:
        moving = self.moving
        staying = self.table.options.passage_found_by_staying == "yes"
        if moving is None or not (moving.made or staying):
            return self
        return self.nothing_found(self.ground.bit(moving.zone) if moving.zone in self.ground.board else 0)

    def nothing_found(self, zones: int) -> Situations:
        """Where guards end a move there is nothing but what was told (SCORPION-25.11, 31.6)."""
        now = self
        if zones and self.table.options.passage_discoverable == "yes":
            owners = (*WHO,) if self.rivals else (None,)
            known = [self.ground.zones(z for owner, z in self.table.found if owner == o) for o in owners]

            def dry(half: Half, side: int) -> tuple[Half]:
                out = zones & ~known[side if now.rivals else 0]
                kept = tuple(sorted(entrance & ~out for entrance in half.entrances))
                return (half if kept == half.entrances else half._replace(entrances=kept),)

            now = now.changed(dry)
        if zones and self.owners and self.table.options.ropes_discoverable != "off":
            walls = 0
            for zone in self.ground.names(zones):
                walls |= self.ground.walls_at(zone)
            found = self.ground.no_wall << 1

            def bare(half: Half, side: int) -> tuple[Half]:
                kept = tuple(r if r & found else r & ~walls for r in half.ropes)
                return (half if kept == half.ropes else half._replace(ropes=kept),)

            now = now.changed(bare)
        return now

    # The intruders' phase

    def in_phase(self, event: Event) -> Situations:
        assert self.phase is not None
        now = self
        if event.data.get("intruder") in WHO:
            now = now.named(event.data["intruder"])
            assert now.phase is not None
            if now.lone != self.lone:
                gone, other = self.ground.gone, 1 - WHO.index(now.lone)
                kept = tuple(c for c in now.phase.cases if c.places(other) == gone)
                now = replace(now, phase=now.phase._replace(cases=kept))
        assert now.phase is not None
        now = now.counted(event)
        assert now.phase is not None
        return replace(now, table=now.table.after(event), phase=now.phase._replace(events=(*now.phase.events, event)))

    def both(self, phase: InPhase) -> Both:
        """Return both intruders in a phase, as far as it has become public."""
        return Both(
            self.ground,
            phase.table,
            phase.events,
            self.owners,
            rivals=self.rivals,
            one_player=self.one_player,
            tracks=self.own.tracks(self.ground, phase.table.turn),
            letters=self.own.letters(phase.table.turn),
            raised=self.own.raised(phase.table.turn),
            loose=self.loose,
            most=self.most,
        )

    def phase_over(self, event: Event, both: Both) -> Situations:
        assert self.phase is not None
        if not self.cases:  # it was under way when the match was taken over
            return replace(self.anything(), table=self.table.after(event))
        cases = both.after(self.phase.cases, over=True)
        return replace(
            self,
            cases=cases,
            loose=both.loose,
            rough=self.rough or both.rough,
            owners=both.owners,
            phase=None,
            table=self.table.after(event),
        )

    def starting(self, side: int) -> int:
        """Return where a side may start, or begin again, as the guards stand now (SCORPION-6.1, 6.5, 23.3)."""
        zones = self.ground.edges if side == NINJA else self.ground.traitor_starts
        if side == NINJA and self.table.options.ninja_start_guarded != "forbid":
            return zones
        return zones & ~self.table.stands() or zones

    def seen_at_start(self, side: int) -> int:
        if side == NINJA and self.table.options.ninja_start_guarded == "hidden":
            return 0
        return self.table.watched(WHO[side])
