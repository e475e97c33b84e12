"""Guard units: who may move them, how they stand on the route, and how they join (SCORPION-4.6, 7, 11.5)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.board.board import UnsettledFacing
from referee.core.base import replace
from referee.core.judging import firm, given
from referee.core.values import Refused, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.contact import form_patrol
from referee.scorpion.parts import Patrol
from referee.scorpion.secrecy import announced
from referee.scorpion.state import Figure, State, figure, patrol_of, unit_of, unit_text, units
from referee.scorpion.turns import between_actions, guard_role

Unit = tuple[str, ...]

# Units and their players


def named_unit(state: State, text: str) -> Unit:
    """Return the unit that a declaration names. Raises `Refused` if these guards are no unit (SCORPION-7.3)."""
    unit = tuple(sorted(text.split("+")))
    firm(unit in units(state), "SCORPION-7.3", "scorpion.no_unit_of_these", unit=text)
    return unit


def able_guard(state: State, id: str, clause: str = "SCORPION-26.3") -> Figure:
    """Return a guard who can act. Raises `Refused` if there is none (SCORPION-7.1), and by `clause` if drunk."""
    found = given(figure(state, id), "SCORPION-7.1", "scorpion.guard_not_there", guard=id)
    firm(found.drunk is None, clause, "scorpion.guard_is_drunk", guard=id)
    return found


def where(state: State, unit: Unit) -> str:
    first = figure(state, unit[0])
    assert first is not None
    return first.zone


def figures_of(state: State, unit: Unit) -> tuple[Figure, ...]:
    return tuple(f for f in state.figures if f.id in unit)


def is_entitled(state: State, role: str, unit: Unit) -> bool:
    """Tell whether a guard player may use cards on a unit, and move it (SCORPION-4.6, 11.5)."""
    return role == "guards" or any(f.weapon == role for f in figures_of(state, unit))


def own_unit(state: State, role: str, unit: Unit, context: RulingContext) -> None:
    """Refuse a declaration for a unit without a figure of the player's weapon (SCORPION-11.5)."""
    context.require(is_entitled(state, role, unit), "SCORPION-11.5", "scorpion.other_weapon", unit=unit_text(unit))


# The facing of patrols


def headings_at(state: State, zone: str) -> tuple[str | None, ...]:
    """Return the possible zones behind a patrol, `None` for nothing behind; empty off the route."""
    return state.board.route.behinds(zone)


def behind_wanted(state: State, zone: str, behind: str | None, facing: str | None) -> str | None:
    """Return the declared zone behind a patrol on the route, or that implied by its facing.

    Raises `Refused` if nothing, or something impossible, is declared (SCORPION-7.8).
    """
    route = state.board.route
    if facing is not None and behind is None:
        try:
            return route.behind_facing(zone, facing)
        except UnsettledFacing:
            raise Refused("SCORPION-7.8", "scorpion.heading_doubtful", firm=True, zone=zone, facing=facing) from None
    reason = "scorpion.heading_missing" if behind is None else "scorpion.heading_not_behind"
    firm(behind in headings_at(state, zone), "SCORPION-7.8", reason, zone=zone)
    agree = facing is None or facing in route.continuations(behind, zone)
    firm(agree, "SCORPION-7.8", "scorpion.heading_doubtful", zone=zone, facing=facing)
    return behind


def heading_said(state: State, unit: Unit, zone: str, behind: str | None, facing: str | None) -> str | None:
    """Return the declared zone behind a unit at its move's end. Raises `Refused` if it has no facing (7.2, 7.9)."""
    firm(len(unit) > 1, "SCORPION-7.2", "scorpion.sentries_face_nowhere", unit=unit_text(unit))
    firm(headings_at(state, zone), "SCORPION-7.9", "scorpion.off_the_route_no_heading", zone=zone)
    return behind_wanted(state, zone, behind, facing)


def ahead(state: State, behind: str | None, at: str, *, setting_out: bool) -> tuple[str, ...]:
    """Return the zones where a patrol may go on along the route (SCORPION-15.4 to 15.6).

    A patrol that sets out from a dead end turns round, if the route allows it; by option any may turn at any step.
    """
    route = state.board.route
    onward = route.continuations(behind, at)
    if state.options.patrol_uturn == "allow":
        return (*onward, *(z for z in route.turning(behind, at) if z not in onward))
    return onward if onward or not setting_out else route.turning(behind, at)


def makes_no_difference(state: State, zone: str, behinds: Sequence[str | None]) -> bool:
    """Tell whether all these zones behind a patrol leave it the same continuations."""
    return len({frozenset(ahead(state, behind, zone, setting_out=True)) for behind in behinds}) < 2


def whichever(behinds: Sequence[str | None]) -> str | None:
    """Return one of several equivalent ways to stand, preferably with nothing behind."""
    return None if None in behinds else behinds[0]


def turned(state: State, unit: Unit, behind: str | None) -> State:
    """Return the state with another zone behind a patrol; sentries have no facing (SCORPION-7.2)."""
    return replace(state, patrols=tuple(replace(p, behind=behind) if p.members == unit else p for p in state.patrols))


# Joining


def merge_units(state: State, seat: str, move: moves.MergeUnits, context: RulingContext) -> Ruling:
    """Judge the joining of guards in one zone to a patrol, between complete actions (SCORPION-7.6 to 7.12)."""
    role = guard_role(state, seat)
    between_actions(state, move)
    members = tuple(sorted(set(move.guards)))
    firm(len(members) > 1, "SCORPION-7.3", "scorpion.patrol_of_two")
    firm(len(members) == len(move.guards), "SCORPION-7.3", "scorpion.guard_twice")
    some = [able_guard(state, id, "SCORPION-7.11") for id in members]
    zone = some[0].zone
    firm(all(f.zone == zone for f in some), "SCORPION-7.7", "scorpion.not_together")
    joined = dict.fromkeys(unit_of(state, id) for id in members)
    firm(len(joined) > 1, "SCORPION-7.11", "scorpion.one_unit_already", unit=unit_text(members))
    members_fit = {id for unit in joined for id in unit} == set(members)
    context.require(members_fit, "SCORPION-7.12", "scorpion.no_free_splitting")
    mine = any(is_entitled(state, role, unit) for unit in joined)
    context.require(mine, "SCORPION-11.5", "scorpion.other_weapon", unit=unit_text(members))
    old = [p for unit in joined if (p := patrol_of(state, unit[0])) is not None]
    behind = _joined_heading(state, zone, old, move)
    about = {"seat": seat, "unit": unit_text(members), "zone": zone, "behind": behind}
    return announced(form_patrol(state, members, behind), "units_merged", "SCORPION-7.7", **about)


def _joined_heading(state: State, zone: str, old: list[Patrol], move: moves.MergeUnits) -> str | None:
    """Return the facing of a joined patrol: the declared one, or that of an old patrol (SCORPION-7.6, 7.8)."""
    said = move.behind is not None or move.facing is not None
    offered = headings_to_join(state, zone, old)
    if not offered:
        firm(not said, "SCORPION-7.9", "scorpion.off_the_route_no_heading", zone=zone)
        return None
    if not said and makes_no_difference(state, zone, offered):
        return whichever(offered)
    behind = behind_wanted(state, zone, move.behind, move.facing)
    firm(behind in offered, "SCORPION-7.6", "scorpion.takes_its_facing", zone=zone)
    return behind


def headings_to_join(state: State, zone: str, old: Sequence[Patrol]) -> tuple[str | None, ...]:
    """Return the possible zones behind a patrol formed of these patrols and others; none off the route (7.6)."""
    behinds = headings_at(state, zone)
    return tuple(dict.fromkeys(p.behind for p in old)) if behinds and old else behinds


def may_merge(state: State, role: str) -> dict[str, tuple[str, ...]]:
    """Return the zones where a guard player may join units, with the units there, one of them the player's own."""
    there: dict[str, list[Unit]] = {}
    for unit in units(state):
        there.setdefault(where(state, unit), []).append(unit)
    return {
        zone: tuple(unit_text(u) for u in found)
        for zone, found in there.items()
        if len(found) > 1 and any(is_entitled(state, role, u) for u in found)
    }
