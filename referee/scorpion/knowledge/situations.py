"""The situations that explain the record so far: one fact after the other takes out what contradicts it.

In the guards' phases nobody moves in secret: a fact leaves of each box what it allows, or makes two of it. An intruder
phase is taken as a whole (`phase`), from what was possible before it and all that became public in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from referee.core.replacing import replace
from referee.scorpion.event import Event
from referee.scorpion.knowledge.cases import NINJA, TRAITOR, Case, Half, Told, joined, mated
from referee.scorpion.knowledge.ground import Ground
from referee.scorpion.knowledge.laid import beside, hung, in_play
from referee.scorpion.knowledge.loosening import MOST_HALVES
from referee.scorpion.knowledge.own import Own
from referee.scorpion.knowledge.phase import Both, goals_told
from referee.scorpion.knowledge.table import ANYBODY, WHO, Table
from referee.scorpion.moves import PASSAGE

REACH = 2
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

    def learned(self, event: Event, both: Both | None = None) -> Situations:
        """Return what is possible after one more event; `both` have walked the phase before, if it ends with that."""
        if self.phase is not None:
            if event.kind != "intruder_phase_ended":
                return self._in_phase(event)
            return self._phase_over(event, both or self.both(self.phase))
        now = self._closed(event)._counted(event)
        fact = _FACTS.get(event.kind)
        if fact is not None:
            now = fact(now, event.data, event)
        table = now.table.after(event)
        return now if table is now.table else replace(now, table=table)

    def _counted(self, event: Event) -> Situations:
        """Note who leaves the map and who comes back."""
        if event.kind not in ("died", "escaped", "returned"):
            return self
        side = {WHO.index(event.data["intruder"])}
        return replace(self, out=self.out - side if event.kind == "returned" else self.out | side)

    def anything(self) -> Situations:
        """Return what is possible where the record is one that no legal play explains, or begins: anything."""
        ground, goals = self.ground, (self.ground.all, self.ground.all)
        owners = self.owners if self.phase is None else self.both(self.phase).owners
        ropes = (ground.any_wall | ground.no_wall,) * len(owners)
        there = [side for side in SIDES if side not in self.out]
        alone = [[side] for side in there] if self.lone == ANYBODY else [there]
        cases = [
            self.case(
                [ground.everywhere if side in sides else ground.gone for side in SIDES], self._passages(), ropes, goals
            )
            for sides in alone
        ]
        whole = tuple(case.each(self._whatever_was_told) for case in cases)
        now = replace(self, cases=whole, owners=owners, to_meet={}, moving=None, phase=None)
        return replace(now, loose=frozenset(), rough=False)

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

    def _passages(self) -> tuple[tuple[int, ...], ...]:
        return tuple(self.own.passage(self.ground, owner) for owner in (WHO if self.rivals else (None,)))

    def seen(self) -> Situations:
        """Return what is possible where those who are seen are where they are seen."""

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

    def _filtered(self, allowed: Mapping[int, int]) -> Situations:
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
        return replace(self._filtered(allowed), to_meet={})

    def meeting(self, zone: str, sides: Iterable[int] = SIDES) -> Situations:
        return replace(self._met(), to_meet=dict.fromkeys(sides, self.ground.bit(zone)))

    def _closed(self, event: Event) -> Situations:
        now = self if event.kind in HANGS_ON | BESIDE else self._met()
        moving = now.moving
        if moving is None or event.kind in HANGS_ON | BESIDE or event.kind in ("entrance_found", "rope_found"):
            return now
        if event.kind == "guards_stopped":
            return replace(now, moving=moving._replace(left=0))
        goes_on = (
            event.kind == "guards_moved" and moving.left and frozenset(event.data["unit"].split("+")) == moving.unit
        )
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

    def _in_phase(self, event: Event) -> Situations:
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
        now = now._counted(event)
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
            loose=self.loose,
            most=self.most,
        )

    def _phase_over(self, event: Event, both: Both) -> Situations:
        assert self.phase is not None
        if not self.cases:  # it was under way when the match was taken over
            return replace(self.anything().seen(), table=self.table.after(event))
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


def _side_ready(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    now = replace(now, ready=now.ready | {data["side"]})
    if len(now.ready) < len(("guards", "intruders")):
        return now
    return begun(now)


def begun(now: Situations) -> Situations:
    """Turn 1 begins: both are anywhere where they may start, and seen where guards are."""
    ground, own = now.ground, now.own
    starts = [own.started(ground, side, now.starting(side), 1) for side in SIDES]
    goals = (ground.all, ground.all) if not goals_told(now.table.options) else own.goals(ground)
    played = {ANYBODY: ((0,), (1,)), "ninja": ((0,),), "traitor": ((1,),)}.get(now.lone, ((0, 1),))
    cases = [
        now.case([starts[side] if side in sides else ground.gone for side in SIDES], now._passages(), (), goals)
        for sides in played
    ]
    out = frozenset(SIDES) - {side for sides in played for side in sides}
    now = replace(now, cases=joined(cases), out=out)
    meet = {side: now.seen_at_start(side) for side in SIDES}
    return replace(now, to_meet=meet)


def _laid(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    """A match is taken over: possible is all that may be entered beside what lies open (METSUKE-5.1)."""
    named = [one["who"] for one in data["intruders"]]
    ropes = hung(data)
    now = replace(
        now,
        table=now.table.after(event),
        lone=named[0] if now.table.options.lone_wolf != "off" else "",
        owners=tuple(who for who, _ in ropes),
        out=frozenset(side for side, who in enumerate(WHO) if not in_play(data) & {who, ANYBODY}),
    )
    if event.phase == "intruders":
        return replace(now, phase=InPhase((), now.table, ()))
    now = now.anything().seen().kept(lambda case: (case.each(lambda half, side: now.entered(data, half, side)),))
    for owner, zones in data["passages"]:
        for zone, entrances in Counter(zones).items():
            now = _entrance_found(now, {"intruder": owner, "zone": zone, "entrances": entrances}, event)
    for a, b in data["ropes"]:
        now = _rope_found(now, {"a": a, "b": b}, event)
    loose = frozenset(slot for slot, (_, before) in enumerate(ropes) if before)
    return replace(now, moving=_on_the_move(data["moving"]), loose=loose, rough=bool(loose))


def _on_the_move(moving: Mapping[str, Any] | None) -> Moving | None:
    return None if moving is None else Moving(**{**moving, "unit": frozenset(moving["unit"].split("+"))})


def _discovered(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    now = now.named(data["intruder"])
    at = now.ground.at(now.ground.bit(data["zone"]))

    def seen(half: Half, _: int) -> tuple[Half]:
        return (half._replace(places=half.places & at, told=half.told._replace(decoy=0)),)

    sides = {side for case in now.cases for side in now.sides_of(data["intruder"], case)}
    left = {side: zones for side, zones in now.to_meet.items() if side not in sides}
    moving = None if now.moving is None else now.moving._replace(left=0)
    now = now.kept(lambda case: (case.each(seen, now.sides_of(data["intruder"], case)),))
    return replace(now, to_meet=left, moving=moving)


def _heard_nothing(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    silent = now.ground.everywhere & ~now.ground.heard_at(data["zone"])
    return now._filtered({NINJA: silent, TRAITOR: silent})


def _heard(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    near = now.ground.heard_at(data["zone"])
    unit = frozenset(data["unit"].split("+"))

    def one_or_other(case: Case) -> Iterable[Case]:
        yield case.at(NINJA, near)
        yield case.at(NINJA, ~near).at(TRAITOR, near)

    return replace(now.kept(one_or_other), moving=Moving(unit, data["zone"], REACH, 0))


def _guards_moved(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    unit, zone, origin = frozenset(data["unit"].split("+")), data["zone"], data["origin"]
    moving = now.moving
    if moving is None or moving.unit != unit:
        moving = Moving(unit, origin, REACH, 0, walking=event.phase == "patrol")
    board = now.ground.board
    hard = zone == PASSAGE or zone in board.moats
    hard = hard or (origin in board and zone in board and board.border(origin, zone) != "plain")
    left = 0 if hard and origin != PASSAGE else max(0, moving.left - 1)
    now = replace(now, moving=moving._replace(zone=zone, left=left, made=moving.made + 1))
    sides: Iterable[int] = SIDES
    if zone == PASSAGE and now.rivals:
        owner = now.table.owner_at(origin)
        sides = [side for side in SIDES if WHO[side] == owner]
    return now.meeting(zone, sides)


def _guards_woke(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    if len(data["guards"]) == 1:
        reach = int(now.table.options.awaken_moves)
        now = replace(now, moving=Moving(frozenset(data["guards"]), data["zone"], reach, 0))
    return now.meeting(data["zone"]) if now.table.options.placement_discovers == "yes" else now


def _guard_card(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    if data["card"] not in ("sentry_search", "patrol_search"):
        return now
    return replace(now, moving=Moving(frozenset(data["unit"].split("+")), data["zone"], REACH, 0))


def _entrance_found(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    p = WHO.index(data["intruder"]) if now.rivals else 0
    zone, both = now.ground.bit(data["zone"]), data["entrances"] > 1

    def found(half: Half, _: int) -> Iterable[Half]:
        a, b = half.entrances
        pairs = [(a & zone, b & zone)] if both else [(a & zone, b & ~zone), (a & ~zone, b & zone)]
        for pair in pairs:
            if all(pair):
                yield half._replace(entrances=tuple(sorted(pair)))

    return now.changed(found, (p,) if now.rivals else SIDES)


def _rope_found(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    wall, found = now.ground.wall(data["a"], data["b"]), now.ground.no_wall << 1

    def hangs(case: Case) -> Iterable[Case]:
        for i in range(len(now.owners)):

            def there(half: Half, _: int, i: int = i) -> Iterable[Half]:
                walls = half.ropes[i]
                if walls & wall and not walls & found:
                    yield half._replace(ropes=(*half.ropes[:i], wall | found, *half.ropes[i + 1 :]))

            yield case.each(there)

    return now.kept(hangs)


def _died(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    now, gone = now.named(data["intruder"]), now.ground.gone

    def dead(case: Case) -> Iterable[Case]:
        sides = now.sides_of(data["intruder"], case)
        for some in _missions_apart(case, sides):
            yield some.each(lambda half, _: (half._replace(places=gone),), sides)

    return now.kept(dead)


def _missions_apart(case: Case, sides: Sequence[int]) -> Iterable[Case]:
    """Yield cases apart by the mission of one whose mission will be another: the other's is not that one."""
    known = {half.goals for side in sides for half in case.halves(side) if half.goals.bit_count() == 1}
    if case.rivals or not known:
        return (case,)
    (side,) = sides
    parts = [case.put(side, [half for half in case.halves(side) if half.goals not in known])]
    for goal in sorted(known):
        one = case.put(side, [half for half in case.halves(side) if half.goals == goal])
        parts.append(one.each(lambda half, _, goal=goal: (half._replace(goals=half.goals & ~goal),), (1 - side,)))  # type: ignore[misc]
    return parts


def _returned(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    """A new life: somewhere among the starts, a new mission that is not the other's (SCORPION-23)."""
    side = WHO.index(data["intruder"])
    starts = now.own.started(now.ground, side, now.starting(side), event.turn)
    keeps = now.table.options.passage_after_return == "keeps"
    everything = now.own.goals(now.ground)[side] if goals_told(now.table.options) else now.ground.all

    def back(half: Half, _: int) -> tuple[Half]:
        told = Told(permitted=half.told.permitted and keeps)
        return (half._replace(places=starts, goals=everything, told=told),)

    def again(case: Case) -> Iterable[Case]:
        return _missions_apart(case.each(back, (side,)), (1 - side,))

    return replace(now.kept(again), to_meet={side: now.seen_at_start(side)})


def _intruder_phase(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    if now.table.options.passage_found_by_staying == "yes":
        now = now.nothing_found(now.table.stands(able=True) & ~now.ground.passage)
    return replace(now, phase=InPhase(now.cases, replace(now.table, turn=event.turn), ()), moving=None)


def _sobered(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    return now.meeting(data["zone"])


def _lone_wolf(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    return replace(now, lone=data["intruder"])


def _named(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    return now.named(data["intruder"])


_FACTS: Mapping[str, Callable[[Situations, Mapping[str, Any], Event], Situations]] = {
    "lone_wolf_is": _lone_wolf,
    "lone_wolf_named": _named,
    "laid": _laid,
    "side_ready": _side_ready,
    "discovered": _discovered,
    "heard_nothing": _heard_nothing,
    "heard": _heard,
    "guards_moved": _guards_moved,
    "guards_woke": _guards_woke,
    "guard_card": _guard_card,
    "entrance_found": _entrance_found,
    "rope_found": _rope_found,
    "died": _died,
    "returned": _returned,
    "intruder_phase": _intruder_phase,
    "sobered": _sobered,
}
