"""What each public event says about the situations that were possible before it.

In the guards' phases nobody moves secretly: a fact restricts each case or splits it into two. An intruder phase is
evaluated as a whole (`phase`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from referee.core.base import replace
from referee.scorpion.knowledge.acts import ANYBODY, WHO, figures_of
from referee.scorpion.knowledge.cases import NINJA, SIDES, TRAITOR, Case, Half, ShownActs, joined
from referee.scorpion.knowledge.ground import with_item
from referee.scorpion.knowledge.own import hung, in_play
from referee.scorpion.knowledge.phase import BothIntruders, reveals_goals
from referee.scorpion.knowledge.situations import Moving, RunningPhase, Situations
from referee.scorpion.moves import PASSAGE
from referee.scorpion.parts import Event

REACH: Final = 2
"""The number of zones that guards may move to search, or after hearing somebody."""


def learned(now: Situations, event: Event, both: BothIntruders | None = None) -> Situations:
    """Return the situations after one more event; `both` are the intruders of the phase that it ends, if known."""
    if now.phase is not None:
        if event.kind != "intruder_phase_ended":
            return now.in_phase(event)
        return now.phase_over(event, both or now.both(now.phase))
    now = now.closed(event).counted(event)
    fact = FACTS.get(event.kind)
    if fact is not None:
        now = fact(now, event.data, event)
    table = now.table.after(event)
    return now if table is now.table else replace(now, table=table)


def _side_ready(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    now = replace(now, ready=now.ready | {data["side"]})
    if len(now.ready) < len(("guards", "intruders")):
        return now
    return begun(now)


def begun(now: Situations) -> Situations:
    """Return the situations at the beginning of turn 1: all permitted starts, except where guards would see them."""
    ground, own = now.ground, now.own
    starts = [own.started(ground, side, now.starting(side), 1) for side in SIDES]
    goals = own.goals(ground) if reveals_goals(now.table.options) else ground.all
    alone: Mapping[str, tuple[tuple[int, ...], ...]] = {ANYBODY: ((0,), (1,)), "ninja": ((0,),), "traitor": ((1,),)}
    played = [sides for sides in alone.get(now.lone, ((0, 1),)) if not own.absent & {*sides}]
    cases = [
        now.case(
            [starts[side] if side in sides else ground.gone for side in SIDES],
            now.passages(),
            (),
            [goals if side in sides else ground.all for side in SIDES],  # an absent intruder has no mission
        )
        for sides in played
    ]
    out = frozenset(SIDES) - {side for sides in played for side in sides}
    now = replace(now, cases=joined(cases), out=out)
    meet = {side: now.seen_at_start(side) for side in SIDES}
    return replace(now, to_meet=meet)


def _laid(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    """Return the situations after a take-over: all secrets that may be entered with this table (METSUKE-5.1)."""
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
        return replace(now, phase=RunningPhase((), now.table, ()))
    now = now.anything().changed(lambda half, side: now.entered(data, half, side))
    for owner, zones in data["passages"]:
        for zone, entrances in Counter(zones).items():
            now = _entrance_found(now, {"intruder": owner, "zone": zone, "entrances": entrances}, event)
    for a, b in data["ropes"]:
        now = _rope_found(now, {"a": a, "b": b}, event)
    ropes_apart = frozenset(slot for slot, (_, before) in enumerate(ropes) if before)
    return replace(now, moving=_on_the_move(data["moving"]), ropes_apart=ropes_apart, rough=bool(ropes_apart))


def _on_the_move(moving: Mapping[str, Any] | None) -> Moving | None:
    return None if moving is None else Moving(**{**moving, "unit": frozenset(moving["unit"].split("+"))})


def _discovered(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    now = now.named(data["intruder"])
    at = now.ground.at(now.ground.bit(data["zone"]))

    def seen(half: Half, _: int) -> tuple[Half]:
        return (half._replace(places=half.places & at, shown=half.shown._replace(decoy=0)),)

    zone = now.ground.bit(data["zone"])
    unmet = [side for side in SIDES if now.to_meet and not now.to_meet.get(side, 0) & zone]
    """The sides that cannot have been discovered: no guards have come to the zone, nor stood at their start there
    (SCORPION-6.5, 21.1)."""
    if unmet and data["intruder"] == ANYBODY:
        now = now.kept(lambda case: (case,) if all(case.places(side) == now.ground.gone for side in unmet) else ())
    sides = {side for case in now.cases for side in now.sides_of(data["intruder"], case)}
    left = {side: zones for side, zones in now.to_meet.items() if side not in sides}
    moving = None if now.moving is None else now.moving._replace(left=0)
    now = now.kept(lambda case: (case.each(seen, now.sides_of(data["intruder"], case)),))
    return replace(now, to_meet=left, moving=moving)


def _heard_nothing(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    silent = now.ground.everywhere & ~now.ground.heard_at(data["zone"])
    return now.filtered({NINJA: silent, TRAITOR: silent})


def _heard(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    near = now.ground.heard_at(data["zone"])
    unit = frozenset(figures_of(data))

    def one_or_other(case: Case) -> Iterable[Case]:
        yield case.at(NINJA, near)
        yield case.at(NINJA, ~near).at(TRAITOR, near)

    now = now.kept(one_or_other)
    if unit & now.table.moved:
        return now  # it has moved and already looked where it stands (SCORPION-13.4)
    return replace(now, moving=Moving(unit, data["zone"], REACH, 0))


def _guards_moved(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    unit, zone, origin = frozenset(figures_of(data)), data["zone"], data["origin"]
    moving, options = now.moving, now.table.options
    if moving is None or moving.unit != unit:
        woken = moving.woken if moving is not None and unit <= moving.woken else frozenset()
        reach = int(options.awaken_moves) if woken else REACH
        moving = Moving(unit, origin, reach, 0, walking=event.phase == "patrol", woken=woken)
    board = now.ground.board
    hard = zone == PASSAGE or zone in board.moats
    hard = hard or (origin in board and zone in board and board.border(origin, zone) != "plain")
    left = 0 if hard and origin != PASSAGE else max(0, moving.left - 1)
    if moving.walking and options.patrol_uturn != "allow":
        behind = origin if (origin, zone) in board.route.steps else None
        left = left if board.route.continuations(behind, zone) else 0  # a dead end stops the patrol (OP-3)
    now = replace(now, moving=moving._replace(zone=zone, left=left, made=moving.made + 1))
    sides: Iterable[int] = SIDES
    if zone == PASSAGE and now.rivals:
        owner = now.table.owner_at(origin)
        sides = [side for side in SIDES if WHO[side] == owner]
    return now.meeting(zone, sides)


def _guards_woke(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    reach, woken = int(now.table.options.awaken_moves), frozenset(data["guards"])
    now = replace(now, moving=Moving(woken, data["zone"], reach, 0, woken=woken))
    return now.meeting(data["zone"]) if now.table.options.placement_discovers == "yes" else now


def _guard_card(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    if data["card"] not in ("sentry_search", "patrol_search"):
        return now
    return replace(now, moving=Moving(frozenset(figures_of(data)), data["zone"], REACH, 0))


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
                    yield half._replace(ropes=with_item(half.ropes, i, wall | found))

            yield case.each(there)

    return now.kept(hangs)


def _died(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    now, gone = now.named(data["intruder"]), now.ground.gone

    def dead(case: Case) -> Iterable[Case]:
        sides = now.sides_of(data["intruder"], case)
        for some in _missions_apart(case, sides):
            yield some.each(lambda half, _: (half._replace(places=gone, shown=half.shown._replace(decoy=0)),), sides)

    return now.kept(dead)


def _missions_apart(case: Case, sides: Sequence[int]) -> Iterable[Case]:
    """Split a case by the dead intruder's mission, which is discarded, and exclude it from the partner's."""
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
    """Return the situations with a new life: any start, and a mission other than the partner's (SCORPION-23)."""
    side = WHO.index(data["intruder"])
    starts = now.own.started(now.ground, side, now.starting(side), event.turn)
    keeps = now.table.options.passage_after_return == "keeps"
    everything = now.own.goals(now.ground) if reveals_goals(now.table.options) else now.ground.all
    letter = now.own.letters(event.turn)[side]
    if letter is not None and reveals_goals(now.table.options):
        for zone, found in now.table.answers.items():
            everything &= now.ground.bit(zone) if found == letter else ~now.ground.bit(zone)

    def back(half: Half, _: int) -> tuple[Half]:
        shown = ShownActs(permitted=half.shown.permitted and keeps)
        return (half._replace(places=starts, goals=everything, shown=shown),)

    def again(case: Case) -> Iterable[Case]:
        return _missions_apart(case.each(back, (side,)), (1 - side,))

    return replace(now.kept(again), to_meet={side: now.seen_at_start(side)})


def _intruder_phase(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    if now.table.options.passage_found_by_staying == "yes":
        now = now.nothing_found(now.table.stands(able=True) & ~now.ground.passage)
    return replace(now, phase=RunningPhase(now.cases, replace(now.table, turn=event.turn), ()), moving=None)


def _sobered(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    return now.meeting(data["zone"])


def _lone_wolf(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    return replace(now, lone=data["intruder"])


def _named(now: Situations, data: Mapping[str, Any], event: Event) -> Situations:
    return now.named(data["intruder"])


FACTS: Mapping[str, Callable[[Situations, Mapping[str, Any], Event], Situations]] = {
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
