"""Attacks on visible intruders, the return of wound cards, and the waking of sleeping guards."""

from __future__ import annotations

from referee.core.base import replace
from referee.core.judging import firm
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.contact import add_guard, form_patrol, give_back, guards_enter, own_share, raise_alert, wound
from referee.scorpion.guards.cards import may_play, pay, time_for_cards
from referee.scorpion.guards.steps import checked_way, walk_way
from referee.scorpion.guards.units import Unit, able_guard, heading_said, is_entitled, own_unit, turned
from referee.scorpion.parts import Heading, Moving, Split, Splitting
from referee.scorpion.secrecy import announced, publish, uphold
from referee.scorpion.state import (
    LIMIT,
    Character,
    Figure,
    State,
    character,
    in_play,
    known_as,
    two_guard_players,
    unit_of,
    with_figures,
)
from referee.scorpion.turns import (
    GUARD_PHASES,
    answered_first,
    asked,
    closed,
    during,
    end_if_over,
    guard_role,
    nothing_open,
    on_the_board,
)

# Attacks


def attack_intruder(state: State, seat: str, move: moves.AttackIntruder, context: RulingContext) -> Ruling:
    """Judge a guard's attack on a visible intruder in its zone with a Kenjutsu card (SCORPION-22.6 to 22.10)."""
    role = guard_role(state, seat)
    during(state, move)
    if must_answer_first(state):
        nothing_open(state)
    guard = able_guard(state, move.guard, "SCORPION-22.6")
    context.require(may_use_kenjutsu(state, role, guard), "SCORPION-22.15", "scorpion.other_weapon", unit=guard.id)
    one = _target(state, move.intruder)
    firm(one.visible and beside(guard, one), "SCORPION-22.6", "scorpion.nobody_to_attack", guard=guard.id)
    context.require(not guard.attacked, "SCORPION-22.8", "scorpion.attacked_already", guard=guard.id)
    told: list[Notice] = []
    about = {"unit": guard.id, "zone": guard.zone, "intruder": known_as(state, one.who)}
    state = pay(state, seat, role, "kenjutsu", told, "SCORPION-22.6", context, **about)
    state = with_figures(state, (guard.id,), attacked=True)
    state = raise_alert(state, told, "high", "SCORPION-22.9", "attack")
    state = wound(state, one.who, role, told)
    return uphold(end_if_over(state, told), told)


def must_answer_first(state: State) -> bool:
    """Tell whether an answer, or the move of a card, must be completed before an attack (SCORPION-14.3)."""
    last = answered_first(state)
    if isinstance(last, Moving):
        return last.cause != "patrol"
    return last is not None and not isinstance(last, Heading)


def beside(guard: Figure, one: Character) -> bool:
    """Tell whether a guard and an intruder share a zone, or the same passage of rivals (SCORPION-22.1, 30.6)."""
    return guard.zone == one.zone and guard.inside in (None, one.who)


def may_use_kenjutsu(state: State, role: str, guard: Figure) -> bool:
    """Tell whether a player may use Kenjutsu for a guard (SCORPION-22.15, OP-37)."""
    return state.options.kenjutsu_4p == "any" or is_entitled(state, role, unit_of(state, guard.id))


def _target(state: State, named: str) -> Character:
    """Return the attacked intruder. A hidden lone wolf can only be named `intruder` (SCORPION-29.5)."""
    if not state.identity_public:
        firm(named == "intruder", "SCORPION-29.5", "scorpion.name_unknown")
        return in_play(state)[0]
    firm(named != "intruder", "SCORPION-22.14", "scorpion.name_the_target")
    one = character(state, named)
    firm(one.status == "in_play", "SCORPION-22.6", "scorpion.not_in_play_now", intruder=named)
    return one


def may_attack(state: State, role: str) -> dict[str, tuple[str, ...]]:
    """Return the guards for which a player may play Kenjutsu, each with the intruders in reach."""
    if state.phase not in GUARD_PHASES or must_answer_first(state) or not may_play(state, role, "kenjutsu"):
        return {}
    seen = [one for one in in_play(state) if one.visible]
    found = {
        f.id: tuple(known_as(state, one.who) for one in seen if beside(f, one))
        for f in state.figures
        if f.drunk is None and not f.attacked and may_use_kenjutsu(state, role, f)
    }
    return {guard: targets for guard, targets in found.items() if targets}


# Wound cards (SCORPION-20.5, 22.13)


def assign_wound_cards(state: State, seat: str, move: moves.AssignWoundCards, context: RulingContext) -> Ruling:
    """Judge how two guard players divide returned wound cards (SCORPION-20.5, 22.13, OP-22).

    Both must say the same, unless each takes their own cards, which is also the result of a contradiction.
    """
    role = guard_role(state, seat)
    waiting = asked(state, move, Splitting)
    total = len(waiting.roles)
    firm(move.sword + move.spear == total, "SCORPION-22.13", "scorpion.wrong_sum", total=total)
    wanted, own = (move.sword, move.spear), own_share(waiting.roles)
    before = next((s for s in state.splits if s.what == "wounds"), None)
    if wanted != own and (before is None or before.by == (role,)):
        rest = tuple(s for s in state.splits if s is not before)
        state = replace(state, splits=(*rest, Split("wounds", *wanted, (role,))))
        about = {"seat": seat, "what": "wounds", "sword": move.sword, "spear": move.spear}
        return announced(state, "split_proposed", "SCORPION-22.13", **about)
    shares = wanted if before is not None and before.shares == wanted else own
    state = replace(closed(state, waiting), splits=tuple(s for s in state.splits if s is not before))
    sword, spear = shares
    return announced(give_back(state, waiting, shares), "wound_cards_back", "SCORPION-22.13", sword=sword, spear=spear)


TOGETHER = 2
"""The maximum number of guards woken by one card, with the option for two."""


def play_awaken(state: State, seat: str, move: moves.PlayAwaken, context: RulingContext) -> Ruling:
    """Judge the waking of a sleeper, who may then move unless an intruder is in the barracks (Q7)."""
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
        # By option, with two guard players, a guard wakes with the weapon of the player of the card.
        wakes_own_weapon = two_guard_players(state) and state.options.awaken_weapon_4p == "own"
        state, placed = add_guard(state, zone, role if wakes_own_weapon else weapon, carded=True, woke_in=zone)
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
    checked_way(state, Moving(units[0], "awaken", role, reach, zone), move.way, context)
    met = False
    if state.options.placement_discovers == "yes":
        state, met = guards_enter(state, zone, told, "SCORPION-21.10")
    for unit in reversed(units):
        mover = role if is_entitled(state, role, unit) else _other(role)
        moving = Moving(unit, "awaken", mover, 0 if met else reach, zone)
        # An intruder in the barracks ends the move before its first step.
        state = walk_way(state, moving, () if met else move.way, move.stop, told)
    return uphold(state, told)


def _other(role: str) -> str:
    return "spear" if role == "sword" else "sword"


def _without(state: State, zone: str, n: int) -> tuple[tuple[str, int], ...]:
    left = ((z, asleep - n if z == zone else asleep) for z, asleep in state.marks.sleepers)
    return tuple((z, asleep) for z, asleep in left if asleep)


def most_at_once(state: State) -> int:
    """Return the maximum number of sleepers woken by one card (OP-10)."""
    return TOGETHER if state.options.awaken_count == "up_to_2" else 1


def may_awaken(state: State, role: str) -> dict[str, int]:
    """Return the barracks where a guard player may wake somebody, with the maximum number at once."""
    room = min(most_at_once(state), LIMIT - len(state.figures))
    if room <= 0 or not may_play(state, role, "awaken"):
        return {}
    return {zone: min(n, room) for zone, n in state.marks.sleepers if n}
