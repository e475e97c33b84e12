"""The situations that explain the record so far, and how guards who move or stop restrict them.

What each public event says is in `facts`. An intruder phase is evaluated as a whole (`phase`), from the situations
before it and all its public events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from referee.core.base import replace
from referee.scorpion.knowledge.acts import ANYBODY, WHO, PublicFacts, figures_of
from referee.scorpion.knowledge.cases import MOST_HALVES, NINJA, SIDES, TRAITOR, Case, Half, ShownActs, joined, mated
from referee.scorpion.knowledge.ground import Ground
from referee.scorpion.knowledge.own import OwnSecrets, beside
from referee.scorpion.knowledge.phase import BothIntruders, reveals_goals
from referee.scorpion.parts import Event

HANGS_ON = frozenset({"discovered", "alert_raised", "lone_wolf_named", "lost_sight"})
"""Events that say more about the same step."""
BESIDE = frozenset(
    {"unknown_proposed", "unknown_set", "rival_concedes", "split_proposed", "wound_cards_back", "mission_redrawn"}
)
"""Events that may occur in the middle of anything."""
IN_A_WALK = frozenset({"guard_card", "wounded", "died", *HANGS_ON, *BESIDE})
"""Events that may occur while a patrol is moving: attacks (SCORPION-15.7)."""


class Moving(NamedTuple):
    """A guards' move that may continue."""

    unit: frozenset[str]
    zone: str
    left: int
    made: int
    walking: bool = False
    """Whether it is a patrol's move along the route."""
    woken: frozenset[str] = frozenset()
    """The guards woken together with the moving unit: each may still move, separately or together."""


class RunningPhase(NamedTuple):
    """A running intruder phase: the cases before it, the table at its beginning, and its events."""

    cases: tuple[Case, ...]
    table: PublicFacts
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Situations:
    """The possible situations after a part of the record."""

    ground: Ground
    table: PublicFacts
    rivals: bool
    one_player: bool
    lone: str
    own: OwnSecrets
    cases: tuple[Case, ...] = ()
    ready: frozenset[str] = frozenset()
    owners: tuple[str, ...] = ()
    """The owners of the Rope cards played."""
    to_meet: Mapping[int, int] = field(default_factory=dict)
    """By side, the zones where an intruder would be discovered next."""
    moving: Moving | None = None
    phase: RunningPhase | None = None
    out: frozenset[int] = frozenset()
    """The sides that are not on the map: dead, escaped, or not part of the match."""
    ropes_apart: frozenset[int] = frozenset()
    """Ropes for which the dependence between places and wall is not kept."""
    most: int = MOST_HALVES
    """The maximum number of halves."""
    rough: bool = False
    """Whether situations were `loosened`, so that the cases may include too much."""

    def counted(self, event: Event) -> Situations:
        """Record that an intruder leaves the map or returns."""
        if event.kind not in ("died", "escaped", "returned"):
            return self
        side = {WHO.index(event.data["intruder"])}
        return replace(self, out=self.out - side if event.kind == "returned" else self.out | side)

    def anything(self, *, after: bool = False) -> Situations:
        """Return all situations compatible with the public table, at the beginning or for an inexplicable record.

        A visible intruder is where it is seen. The viewer's own intruder is where it was before this turn's intruder
        phase, or `after` it.
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
        whole = tuple(case.each(self._whatever_was_shown) for case in cases)
        now = replace(self, cases=whole, owners=owners, to_meet={}, moving=None, phase=None)
        return replace(now, ropes_apart=frozenset(), rough=False)._seen()

    def _whatever_was_shown(self, half: Half, _: int) -> Iterable[Half]:
        """Yield a half with each combination of what its intruder may have shown: a bluff, the alert of the mission."""
        options, ground = self.table.options, self.ground
        if half.places == ground.gone:
            return (half,)
        shows = options.passage_bluff == "figure_shown"
        shown = (
            [ShownActs(decoy, permitted) for decoy in (0, 1) for permitted in (False, True)] if shows else [ShownActs()]
        )
        if reveals_goals(options):
            shown += [one._replace(alerted=True) for one in shown]
        outside = half.places & ~ground.at(ground.passage)
        return (half._replace(places=outside if one.decoy else half.places, shown=one) for one in shown)

    def entered(self, data: Mapping[str, Any], half: Half, side: int) -> Iterable[Half]:
        """Yield the part of a half that may be entered secretly at a take-over."""
        if half.places == self.ground.gone:
            return (half,)
        one = next(one for one in data["intruders"] if one["who"] in (WHO[side], ANYBODY))
        zones = self.own.started(self.ground, side, self.ground.all, self.table.turn)
        known = half._replace(places=half.places & self.ground.at(zones))
        if reveals_goals(self.table.options):
            known = known._replace(goals=self.own.goals(self.ground))
        return (beside(self.ground, self.table, one, known),)

    def passages(self) -> tuple[tuple[int, ...], ...]:
        return tuple(self.own.passage(self.ground, owner) for owner in (WHO if self.rivals else (None,)))

    def _seen(self) -> Situations:
        def there(half: Half, side: int) -> tuple[Half]:
            zone = self.table.visible.get(ANYBODY if self.lone == ANYBODY else WHO[side])
            if zone is None or half.places == self.ground.gone:
                return (half,)
            return (half._replace(places=half.places & self.ground.at(self.ground.bit(zone))),)

        return self.changed(there)

    def case(
        self, places: Sequence[int], passages: Sequence[tuple[int, ...]], ropes: tuple[int, ...], goals: Sequence[int]
    ) -> Case:
        """Return a case with one half each; `passages` has the common passage only, or one for each rival."""
        ninja, traitor = (
            Half(places[side], passages[side if self.rivals else 0], ropes, goals[side]) for side in SIDES
        )
        return Case((ninja,), (traitor,), self.rivals)

    def held(self) -> tuple[tuple[Case, ...], bool]:
        """Return the cases possible now, with everything told so far, and whether they may include too much."""
        if self.phase is not None:
            both = self.both(self.phase)
            return both.after(self.phase.cases, over=False), self.rough or both.rough
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
        """Restrict both sides to the allowed places; being off the map stays possible."""
        gone = self.ground.gone
        ninja, traitor = allowed.get(NINJA, -1) | gone, allowed.get(TRAITOR, -1) | gone
        cases = [case.at(NINJA, ninja).at(TRAITOR, traitor) for case in self.cases]
        if all(a is b for a, b in zip(cases, self.cases, strict=True)):
            return self
        # Excluding places does not make halves overlap that did not.
        return replace(self, cases=tuple(dict.fromkeys(one for case in cases if (one := mated(case)) is not None)))

    def sides_of(self, who: str, case: Case) -> tuple[int, ...]:
        """Return the sides that a name may mean in a case: a nameless lone wolf is any intruder on the map."""
        if who != ANYBODY:
            return (WHO.index(who),)
        return tuple(side for side in SIDES if case.places(side) != self.ground.gone)

    def changed(self, change: Callable[[Half, int], Iterable[Half]], sides: Sequence[int] = SIDES) -> Situations:
        """Change each half of some sides. For a fact about something shared, both sides are given."""
        return self.kept(lambda case: (case.each(change, sides),))

    def named(self, who: str) -> Situations:
        """Use that an intruder is called by name and so is not a nameless lone wolf."""
        if self.lone != ANYBODY or who == ANYBODY:
            return self
        now = replace(self, lone=who, out=self.out | {1 - WHO.index(who)}, owners=(who,) * len(self.owners))
        return now.kept(lambda case: now.of_lone_wolf((case,)))

    def of_lone_wolf(self, cases: Iterable[Case]) -> tuple[Case, ...]:
        """Return the cases in which the lone wolf's other character is not on the map."""
        other = 1 - WHO.index(self.lone)
        return tuple(case for case in cases if case.places(other) == self.ground.gone)

    def _met(self) -> Situations:
        """Exclude zones that guards have come to: an intruder there would have been discovered."""
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
        if event.kind == "adjusted":  # a unit that is placed by hand moves no more; it found nothing if it had stopped
            if not moving.unit & {*event.data["touched"]}:
                return now
            return replace(now if moving.left else now._stopped(), moving=None)
        unit = frozenset(figures_of(event.data)) if event.kind == "guards_moved" else frozenset()
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
        """Exclude entrances and ropes that guards ending a move in these zones would find (SCORPION-25.11, 31.6)."""
        now = self
        if zones and self.table.options.passage_discoverable == "yes":
            owners = (*WHO,) if self.rivals else (None,)
            known = [self.ground.zones(z for owner, z in self.table.found if owner == o) for o in owners]

            def without_entrance(half: Half, side: int) -> tuple[Half]:
                out = zones & ~known[side if now.rivals else 0]
                kept = tuple(sorted(entrance & ~out for entrance in half.entrances))
                return (half if kept == half.entrances else half._replace(entrances=kept),)

            now = now.changed(without_entrance)
        if zones and self.owners and self.table.options.ropes_discoverable != "off":
            walls = self.ground.walls_at(zones)
            found = self.ground.no_wall << 1

            def bare(half: Half, side: int) -> tuple[Half]:
                kept = tuple(r if r & found else r & ~walls for r in half.ropes)
                return (half if kept == half.ropes else half._replace(ropes=kept),)

            now = now.changed(bare)
        return now

    # The intruders' phase

    def in_phase(self, event: Event) -> Situations:
        who, phase = event.data.get("intruder"), self.phase
        assert phase is not None
        now = self.named(who) if who in WHO else self
        if now.lone != self.lone:
            phase = phase._replace(cases=now.of_lone_wolf(phase.cases))
        phase = phase._replace(events=(*phase.events, event))
        return replace(now.counted(event), table=now.table.after(event), phase=phase)

    def both(self, phase: RunningPhase) -> BothIntruders:
        """Return both intruders in a phase, as far as it is public."""
        return BothIntruders(
            self.ground,
            phase.table,
            phase.events,
            self.owners,
            rivals=self.rivals,
            one_player=self.one_player,
            tracks=self.own.tracks(self.ground, phase.table.turn),
            letters=self.own.letters(phase.table.turn),
            raised=self.own.raised(phase.table.turn),
            ropes_apart=self.ropes_apart,
            most=self.most,
        )

    def phase_over(self, event: Event, both: BothIntruders) -> Situations:
        assert self.phase is not None
        if not self.cases:  # it was already running at the take-over
            return replace(self.anything(), table=self.table.after(event))
        cases = both.after(self.phase.cases, over=True)
        return replace(
            self,
            cases=cases,
            ropes_apart=both.ropes_apart,
            rough=self.rough or both.rough,
            owners=both.owners,
            phase=None,
            table=self.table.after(event),
        )

    def starting(self, side: int) -> int:
        """Return the zones where a side may start or return, given the guards' places (SCORPION-6.1, 6.5, 23.3)."""
        zones = self.ground.edges if side == NINJA else self.ground.traitor_starts
        if side == NINJA and self.table.options.ninja_start_guarded != "forbid":
            return zones
        return zones & ~self.table.stands() or zones

    def seen_at_start(self, side: int) -> int:
        if side == NINJA and self.table.options.ninja_start_guarded == "hidden":
            return 0
        return self.table.watched(WHO[side])
