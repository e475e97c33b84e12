"""Guards attack visible intruders, and wound cards come back (SCORPION-20.5, 22.6 to 22.15, OP-6, OP-8, OP-37)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.core.judging import firm
from referee.core.replacing import replace
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.contact import raise_alert, wound
from referee.scorpion.ending import end_if_over
from referee.scorpion.guards.cards import may_play, pay
from referee.scorpion.guards.units import able_guard, entitled
from referee.scorpion.record import publish, uphold
from referee.scorpion.state import (
    Character,
    Figure,
    Heading,
    Moving,
    Splitting,
    State,
    character,
    in_play,
    known_as,
    unit_of,
    with_figures,
)
from referee.scorpion.turns import GUARD_PHASES, answered_first, asked, closed, during, guard_role, nothing_open
from referee.scorpion.wound_cards import give_back, own_share

# Attacks


def attack_intruder(state: State, seat: str, move: moves.AttackIntruder, context: RulingContext) -> Ruling:
    """A guard wounds a visible intruder of the zone with a Kenjutsu card; it never misses (SCORPION-22.6 to 22.10)."""
    role = guard_role(state, seat)
    during(state, move)
    if busy(state):
        nothing_open(state)
    guard = able_guard(state, move.guard, "SCORPION-22.6")
    mine = may_use_kenjutsu(state, role, guard)
    context.require(mine, "SCORPION-22.15", "scorpion.other_weapon", unit=guard.id)
    one = _target(state, move.intruder)
    firm(one.visible and beside(guard, one), "SCORPION-22.6", "scorpion.nobody_to_attack", guard=guard.id)
    context.require(not guard.attacked, "SCORPION-22.8", "scorpion.attacked_already", guard=guard.id)
    told: list[Notice] = []
    about = {"unit": guard.id, "zone": guard.zone, "intruder": known_as(state, one.who)}
    state = pay(state, seat, role, "kenjutsu", told, "SCORPION-22.6", context, **about)
    state = with_figures(state, (guard.id,), attacked=True)
    state = raise_alert(state, told, "high", "SCORPION-22.9", "attack")
    state = wound(state, one.who, role, told)
    state = end_if_over(state, told)
    return uphold(state, told)


def busy(state: State) -> bool:
    """Tell whether something else must be done before an attack: an answer, or a card's move (SCORPION-14.3)."""
    last = answered_first(state)
    if isinstance(last, Moving):
        return last.cause != "patrol"
    return last is not None and not isinstance(last, Heading)


def beside(guard: Figure, one: Character) -> bool:
    """Tell whether a guard and an intruder share a zone; the passages of rivals are two (SCORPION-22.1, 30.6)."""
    return guard.zone == one.zone and guard.inside in (None, one.who)


def may_use_kenjutsu(state: State, role: str, guard: Figure) -> bool:
    """Tell whether a player's Kenjutsu may be used for a guard (SCORPION-22.15, OP-37)."""
    return state.options.kenjutsu_4p == "any" or entitled(state, role, unit_of(state, guard.id))


def _target(state: State, named: str) -> Character:
    """Return the intruder who is attacked. A hidden lone wolf may be named only as everybody knows them (29.5)."""
    if not state.identity_public:
        firm(named == "intruder", "SCORPION-29.5", "scorpion.name_unknown")
        return in_play(state)[0]
    firm(named != "intruder", "SCORPION-22.14", "scorpion.name_the_target")
    one = character(state, named)
    firm(one.status == "in_play", "SCORPION-22.6", "scorpion.not_in_play_now", intruder=named)
    return one


def may_attack(state: State, role: str) -> dict[str, tuple[str, ...]]:
    """Return the guards for whom a player may play Kenjutsu, each with the intruders in reach."""
    if state.phase not in GUARD_PHASES or busy(state) or not may_play(state, role, "kenjutsu"):
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
    """Two guard players say whose discard pile the wound cards go to (SCORPION-20.5, 22.13, OP-22).

    Both must say the same, unless each gets their own back, which is also what a contradiction comes to.
    """
    role = guard_role(state, seat)
    waiting = asked(state, move, Splitting)
    total = len(waiting.roles)
    firm(move.sword + move.spear == total, "SCORPION-22.13", "scorpion.wrong_sum", total=total)
    wanted, own = (move.sword, move.spear), own_share(waiting.roles)
    before = next((s for s in state.splits if s[0] == "wounds"), None)
    told: list[Notice] = []
    if wanted != own and (before is None or before[3] == (role,)):
        rest = tuple(s for s in state.splits if s is not before)
        state = replace(state, splits=(*rest, ("wounds", *wanted, (role,))))
        clause = "SCORPION-22.13"
        state = publish(
            state, told, "split_proposed", clause, seat=seat, what="wounds", sword=move.sword, spear=move.spear
        )
        return uphold(state, told)
    agreed = before is not None and before[1:3] == wanted
    return uphold(_share(state, waiting, wanted if agreed else own, told), told)


def _share(state: State, waiting: Splitting, shares: tuple[int, int], told: list[Notice]) -> State:
    sword, spear = shares
    state = replace(closed(state, waiting), splits=tuple(s for s in state.splits if s[0] != "wounds"))
    state = give_back(state, waiting, shares)
    return publish(state, told, "wound_cards_back", "SCORPION-22.13", sword=sword, spear=spear)


RULES: dict[type[Any], Callable[[State, str, Any, RulingContext], Ruling]] = {
    moves.AttackIntruder: attack_intruder,
    moves.AssignWoundCards: assign_wound_cards,
}
