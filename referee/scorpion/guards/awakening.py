"""Sleeping guards wake in their barracks (SCORPION-5.1, 13.1, 24.1, 24.2, Q7, OP-10, OP-31, OP-57)."""

from __future__ import annotations

from referee.core.judging import firm
from referee.core.replacing import replace
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.contact import add_guard, form_patrol, guards_enter
from referee.scorpion.guards.cards import may_play, pay, time_for_cards
from referee.scorpion.guards.steps import checked_way, walk_way
from referee.scorpion.guards.units import Unit, entitled, heading_said, own_unit, turned
from referee.scorpion.record import publish, uphold
from referee.scorpion.state import LIMIT, Moving, State, two_guard_players
from referee.scorpion.turns import guard_role, on_the_board

TOGETHER = 2
"""How many wake at most by one card, by option."""


def play_awaken(state: State, seat: str, move: moves.PlayAwaken, context: RulingContext) -> Ruling:
    """A sleeper becomes a figure in the barracks and may walk, unless an intruder is there (Q7)."""
    role = guard_role(state, seat)
    time_for_cards(state, move)
    on_the_board(state, move.zone)
    n, zone = len(move.weapons), move.zone
    firm(n > 0, "SCORPION-13.1", "scorpion.wake_somebody")
    context.require(n <= most_at_once(state), "SCORPION-13.1", "scorpion.wake_one", most=most_at_once(state))
    as_one = n == 1 or move.together
    firm(as_one or not (move.way or move.stop), "SCORPION-13.2", "scorpion.each_walks_alone")
    firm(zone in state.board.barracks, "SCORPION-5.1", "scorpion.wakes_in_barracks", zone=zone)
    firm(len(state.figures) + n <= LIMIT, "SCORPION-24.2", "scorpion.guards_at_limit", limit=LIMIT)
    asleep = dict(state.marks.sleepers).get(zone, 0)
    firm(asleep >= n, "SCORPION-5.1", "scorpion.nobody_sleeps", private=True, zone=zone)
    told: list[Notice] = []
    state = pay(state, seat, role, "awaken", told, "SCORPION-13.1", context, zone=zone)
    woken: Unit = ()
    for weapon in move.weapons:
        # By the table's ruling a guard wakes with the weapon of whoever plays the card: it is no choice then.
        own = two_guard_players(state) and state.options.awaken_weapon_4p == "own"
        state, placed = add_guard(state, zone, role if own else weapon, carded=True, woke_in=zone)
        woken = (*woken, placed.id)
    woken = tuple(sorted(woken))
    state = replace(state, marks=replace(state.marks, sleepers=_without(state, zone, n)), woken=state.woken + n)
    state = publish(
        state, told, "guards_woke", "SCORPION-5.1", guards=list(woken), zone=zone, figures=len(state.figures)
    )
    units = (woken,) if move.together and n > 1 else tuple((id,) for id in woken)
    if len(units[0]) > 1:
        state = form_patrol(state, woken, None)
    if move.heading is not None:
        firm(not move.way, "SCORPION-7.8", "scorpion.heading_too_early")
        state = turned(state, units[0], heading_said(state, units[0], zone, None, move.heading))
    if move.way or move.stop:
        own_unit(state, role, units[0], context)
    reach = int(state.options.awaken_moves)
    checked_way(state, Moving(units[0], role, "awaken", reach, zone), move.way, context)
    met = False
    if state.options.placement_discovers == "yes":
        state, met = guards_enter(state, zone, told, "SCORPION-21.10")
    for unit in reversed(units):
        mover = role if entitled(state, role, unit) else _other(role)
        moving = Moving(unit, mover, "awaken", 0 if met else reach, zone)
        # Before an intruder the way breaks off where it begins.
        state = walk_way(state, moving, () if met else move.way, move.stop, told)
    return uphold(state, told)


def _other(role: str) -> str:
    return "spear" if role == "sword" else "sword"


def _without(state: State, zone: str, n: int) -> tuple[tuple[str, int], ...]:
    left = ((z, asleep - n if z == zone else asleep) for z, asleep in state.marks.sleepers)
    return tuple((z, asleep) for z, asleep in left if asleep)


def most_at_once(state: State) -> int:
    """Return how many sleepers one card wakes at most (OP-10)."""
    return TOGETHER if state.options.awaken_count == "up_to_2" else 1


def may_awaken(state: State, role: str) -> dict[str, int]:
    """Return the barracks where a guard player may wake somebody, and how many at once."""
    room = min(most_at_once(state), LIMIT - len(state.figures))
    if room <= 0 or not may_play(state, role, "awaken"):
        return {}
    return {zone: min(n, room) for zone, n in state.marks.sleepers if n}
