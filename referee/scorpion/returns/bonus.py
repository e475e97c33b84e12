"""What the guards gain by a return, and when the turn goes on to its alert phase (SCORPION-23.9 to 23.11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.core.judging import firm
from referee.core.moves import Move
from referee.core.replacing import replace
from referee.core.values import Notice, Refused, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.cards import Cards, cards, counts, fits_deck, holds, minus, plus
from referee.scorpion.guards.alert_phase import open_alert_phase
from referee.scorpion.guards.stocks import placed
from referee.scorpion.record import publish, uphold, whisper
from referee.scorpion.setup.guard_hands import deck_list, deck_of
from referee.scorpion.setup.marks import BEDS
from referee.scorpion.state import LAST_RETURN, State, Stock, known_as, seats_of, stock, two_guard_players, with_stock
from referee.scorpion.turns import during, guard_role

BONUS_CARDS = 5
BONUS_SLEEPERS = 3


# What is due


def second_deaths(state: State, turn: int) -> int:
    """Return for how many characters lost for good the guards have a bonus all the same, by option (OP-25)."""
    if state.options.bonus_on_second_death == "no" or turn > LAST_RETURN:
        return 0
    return sum(c.status == "dead" and c.life > 1 and c.died == turn for c in state.characters)


def bonus_due(state: State, times: int) -> State:
    """Note what the guards take: fewer only where there are fewer cards or places (SCORPION-23.9, 23.10, OP-25)."""
    sleepers = min(BONUS_SLEEPERS * times, sum(free_beds(state).values())) if times else 0
    due = _shares(state, BONUS_CARDS * times)
    return replace(state, bonus_cards_due=due, bonus_sleepers_due=sleepers)


def _shares(state: State, wanted: int) -> tuple[tuple[str, int], ...]:
    """Share bonus cards among the guard players: evenly, the odd one to the smaller hand (23.9, OP-22)."""
    there = {s.role: s.deck_size + len(s.discard) for s in state.stocks}
    total = min(wanted, sum(there.values()))
    if not two_guard_players(state):
        return tuple((s.role, total) for s in state.stocks if total)
    sword, spear = stock(state, "sword"), stock(state, "spear")
    sword_first = state.options.split_fallback == "sword_first" or sword.hand_size <= spear.hand_size
    swords = (total + 1) // 2 if sword_first else total // 2
    swords = max(total - there["spear"], min(swords, there["sword"]))
    return tuple((role, n) for role, n in (("sword", swords), ("spear", total - swords)) if n)


def free_beds(state: State) -> dict[str, int]:
    """Return the barracks with free places: neither asleep nor, by option, woken there and still there (23.11, OP-26).

    A secret of the guards; only its sum is public.
    """
    asleep = dict(state.marks.sleepers)
    waking = state.options.sleeper_slot == "left"
    free: dict[str, int] = {}
    for zone in state.board.in_order(state.board.barracks):
        standing = sum(f.woke_in == zone for f in state.figures) if waking else 0
        places = BEDS - asleep.get(zone, 0) - standing
        if places > 0:
            free[zone] = places
    return free


def go_on(state: State, told: list[Notice]) -> State:
    """Begin the alert phase once nothing is due any more (section 6)."""
    due = any(c.status == "due" or (c.status == "in_play" and not c.redrawn) for c in state.characters)
    if due or state.bonus_cards_due or state.bonus_sleepers_due:
        return state
    return open_alert_phase(state, told)


# The guards' bonus (SCORPION-23.9 to 23.11)


def _bonus_time(state: State, move: Move, due: bool) -> None:
    """Refuse a bonus where none is due: late and second deaths bring none, and else it is too early (23.9, 23.13)."""
    late = state.options.bonus_on_second_death == "no"
    lost = (c for c in state.characters if c.status == "dead" and c.died is not None)
    none = next((c for c in lost if c.died > LAST_RETURN or (late and c.life > 1)), None)  # type: ignore[operator]
    if none is not None and not due:
        raise Refused("SCORPION-23.13", "scorpion.no_bonus", firm=True, intruder=known_as(state, none.who))
    during(state, move)


def bonus_cards(state: State, seat: str, move: moves.BonusCards, context: RulingContext) -> Ruling:
    """A guard player takes cards from their deck and discard pile into their hand (SCORPION-23.9, OP-21, OP-58)."""
    role = guard_role(state, seat)
    _bonus_time(state, move, bool(state.bonus_cards_due))
    due = dict(state.bonus_cards_due).get(role, 0)
    firm(due, "SCORPION-23.9", "scorpion.no_bonus_due")
    mine = stock(state, role)
    due = min(due, mine.deck_size + len(mine.discard))
    unseen, seen = cards(move.deck), cards(move.discard)
    entered = state.options.guard_cards == "entered"
    if entered:
        from_deck = len(unseen)
        firm(move.deck_count in (None, from_deck), "SCORPION-23.9", "scorpion.cards_needed", private=True)
    else:
        firm(not unseen, "SCORPION-23.9", "scorpion.cards_unnamed", private=True)
        from_deck = move.deck_count or 0
    taken = from_deck + len(seen)
    context.require(taken == due, "SCORPION-23.9", "scorpion.bonus_count", private=True, count=due, entered=taken)
    firm(holds(mine.discard, seen), "SCORPION-23.9", "scorpion.not_discarded", private=True)
    there = from_deck <= mine.deck_size and (not entered or _in_deck(state, mine, unseen))
    firm(there, "SCORPION-23.9", "scorpion.not_in_own_deck", private=True)
    hand = None if mine.hand is None else plus(mine.hand, (*unseen, *seen))
    state = with_stock(
        state,
        role,
        hand=hand,
        hand_size=mine.hand_size + taken,
        deck_size=mine.deck_size - from_deck,
        discard=minus(mine.discard, seen),
    )
    state = replace(state, bonus_cards_due=tuple((r, n) for r, n in state.bonus_cards_due if r != role))
    told: list[Notice] = []
    # The discard pile lies open: everybody sees what is taken from it.
    state = publish(state, told, "bonus_cards_taken", "SCORPION-23.9", seat=seat, count=taken, discard=counts(seen))
    return uphold(go_on(state, told), told)


def _in_deck(state: State, mine: Stock, wanted: Cards) -> bool:
    """Tell whether cards can lie in a guard player's deck, by what that player knows of all their cards (16.2)."""
    deck = deck_of(state, mine.role)
    if deck is not None:
        return holds(deck, wanted)
    return fits_deck("guards", (*placed(state, mine), *wanted), deck_list(state.options, "guards"))


def bonus_sleepers(state: State, seat: str, move: moves.BonusSleepers, context: RulingContext) -> Ruling:
    """Three more guards sleep where barracks have free places (SCORPION-23.10, 23.11, OP-26, OP-58)."""
    guard_role(state, seat)
    due = state.bonus_sleepers_due
    _bonus_time(state, move, bool(due))
    firm(due, "SCORPION-23.10", "scorpion.no_bonus_due")
    free = free_beds(state)
    for zone, n in move.sleepers.items():
        firm(zone in state.board.barracks, "SCORPION-23.10", "scorpion.no_barracks", private=True, zone=zone)
        clause = "SCORPION-23.11" if zone not in free else "SCORPION-23.10"
        context.require(n <= free.get(zone, 0), clause, "scorpion.barracks_full", private=True, zone=zone)
    total = sum(move.sleepers.values())
    context.require(
        total == due, "SCORPION-23.10", "scorpion.bonus_sleepers_count", private=True, count=due, entered=total
    )
    asleep = dict(state.marks.sleepers)
    more = {zone: asleep.get(zone, 0) + move.sleepers.get(zone, 0) for zone in {*asleep, *move.sleepers}}
    order = state.board.in_order(zone for zone, n in more.items() if n)
    marks = replace(state.marks, sleepers=tuple((zone, more[zone]) for zone in order))
    told: list[Notice] = []
    state = replace(state, marks=marks, bonus_sleepers_due=0)
    state = publish(state, told, "bonus_sleepers_taken", "SCORPION-23.10", count=total)
    whisper(told, seats_of(state, "guards"), "sleepers_noted", "SCORPION-23.10")
    return uphold(go_on(state, told), told)


BONUS_RULES: dict[type[Any], Callable[[State, str, Any, RulingContext], Ruling]] = {
    moves.BonusCards: bonus_cards,
    moves.BonusSleepers: bonus_sleepers,
}
