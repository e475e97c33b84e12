"""What a guards' seat has entered: marks, sleepers, and cards (SCORPION-3.5 to 3.7, 5)."""

from __future__ import annotations

from collections import Counter

from referee.core.judging import firm, naming
from referee.core.replacing import replace
from referee.core.values import RulingContext
from referee.scorpion.cards import plus
from referee.scorpion.guards.stocks import possible
from referee.scorpion.positions.open_table import OpenTable
from referee.scorpion.positions.papers.hands import as_many, named_cards, no_more
from referee.scorpion.positions.reading import in_set_up
from referee.scorpion.positions.secrets import MarksSecret, SeatSecret
from referee.scorpion.returns.bonus import free_beds
from referee.scorpion.setup.begin import usable_mark_zones
from referee.scorpion.setup.marks import BEDS, LETTERS, OBJECTIVES_IN_A_CASTLE, in_different_zones, refuse_mark
from referee.scorpion.state import (
    Marks,
    State,
    Stock,
    stock,
    two_guard_players,
)

TRAPS = 2
HIDDEN = 2


def marks(state: State, table: OpenTable, entered: MarksSecret, at: str) -> Marks:
    setting_up, context = in_set_up(state), RulingContext()
    named = {**entered.objectives}
    for kind, zones in (("T", entered.traps), ("H", entered.hidden)):
        named |= {f"{kind}{n}": zone for n, zone in enumerate(zones, 1)}  # type: ignore[misc]
    usable = frozenset(usable_mark_zones(state.options, state.board))
    for mark, zone in named.items():
        field = f"{at}.objectives.{mark}" if mark in LETTERS else f"{at}.{'traps' if mark[0] == 'T' else 'hidden'}"
        firm(zone in state.board, "SCORPION-1.6", "scorpion.no_such_zone", field=field, zone=zone)
        if zone not in usable:
            with naming(field, private=True):
                refuse_mark(state, mark, zone, context)
    with naming(f"{at}.objectives", private=True):
        in_different_zones(named, context)
    lacking = [letter for letter in LETTERS if letter not in entered.objectives]
    # What is recorded before turn 1 is recorded whole; later nothing is lost by what is still to be entered.
    whole = not setting_up or not named or len(named) == len(LETTERS) + TRAPS + HIDDEN
    firm(whole, "SCORPION-5.2", "scorpion.marks_lacking", field=f"{at}.objectives", marks=lacking)
    inside = Counter(state.board.zone(zone).castle for zone in entered.objectives.values())
    even = all(inside[castle] <= OBJECTIVES_IN_A_CASTLE for castle in ("A", "B"))
    count = OBJECTIVES_IN_A_CASTLE
    firm(even, "SCORPION-5.5", "scorpion.objectives_even", field=f"{at}.objectives", count=count)
    _as_found(table, entered, at)
    sleepers = _sleepers(state, entered, f"{at}.sleepers")
    objectives = tuple((x, entered.objectives[x]) for x in LETTERS if x in entered.objectives)
    found = Marks(
        objectives,
        entered.traps,
        entered.hidden,
        sleepers,
        bool(named) or not setting_up,
        bool(sleepers) or not setting_up,
    )
    beds = sum(free_beds(replace(state, marks=found)).values())
    due = table.bonus_sleepers_due
    firm(due <= beds, "SCORPION-23.10", "scorpion.barracks_full", field=f"{at}.sleepers", zone="")
    return found


def _as_found(table: OpenTable, entered: MarksSecret, at: str) -> None:
    """What searches have found lies there, and nothing where nothing was found (SCORPION-18.9, 18.13, 19.2, 19.5)."""
    lies = {zone: letter for letter, zone in entered.objectives.items()} | dict.fromkeys(entered.traps, "trap")
    for note in table.found:
        there = lies.get(note.zone, "nothing")
        expected = "nothing" if note.found == "hidden_sentry" else note.found
        right = there == expected and note.zone not in entered.hidden
        field = f"{at}.objectives"
        firm(right, "SCORPION-18.13", "scorpion.position_found", field=field, zone=note.zone, found=note.found)


def _sleepers(state: State, entered: MarksSecret, at: str) -> tuple[tuple[str, int], ...]:
    for zone, n in entered.sleepers.items():
        firm(zone in state.board.barracks, "SCORPION-5.1", "scorpion.no_barracks", field=at, zone=zone)
        firm(n <= BEDS, "SCORPION-5.1", "scorpion.two_in_barracks", field=at, zone=zone, most=BEDS)
    total, wanted = sum(entered.sleepers.values()), state.options.sleepers
    right = not in_set_up(state) or total in (0, wanted)
    firm(right, "SCORPION-5.1", "scorpion.sleepers_count", field=at, count=wanted, entered=total)
    order = state.board.in_order(zone for zone, n in entered.sleepers.items() if n)
    return tuple((zone, entered.sleepers[zone]) for zone in order)


def guard_cards(state: State, role: str, secret: SeatSecret, at: str) -> State:
    """Lay a hand and what was drawn: as many as everybody sees, and none too often (SCORPION-1.3, 3.5, 3.6)."""
    mine, entered = stock(state, role), state.options.guard_cards == "entered"
    clause = "SCORPION-3.6" if two_guard_players(state) else "SCORPION-3.5"
    unnamed = entered or (secret.hand is None and secret.listed is None and not secret.drawn)
    firm(unnamed, clause, "scorpion.cards_unnamed", field=f"{at}.hand")
    if secret.listed is not None:
        mine = replace(mine, listed=named_cards(secret.listed))
    if in_set_up(state):
        firm(not secret.drawn, "SCORPION-9.2", "scorpion.position_not_now", field=f"{at}.drawn", phase="setup")
        mine = _first_hand(mine, secret, clause, f"{at}.hand")
    elif entered:
        hand, drawn = named_cards(secret.hand or {}), named_cards(secret.drawn)
        no_more(hand, mine.hand_size, "SCORPION-14.1", f"{at}.hand")
        no_more(drawn, mine.drawn_size, "SCORPION-10.5", f"{at}.drawn")
        mine = replace(mine, hand=None if secret.hand is None and mine.hand_size else hand, drawn=drawn)
    empty = replace(mine, hand=None, drawn=None)
    known = plus(mine.hand or (), mine.drawn or ())
    firm(possible(state, empty, known), "SCORPION-1.3", "scorpion.more_than_deck", field=f"{at}.hand")
    if mine.listed is not None:
        n, size, field = len(mine.listed), mine.size, f"{at}.listed"
        firm(n == size, "SCORPION-3.6", "scorpion.stock_size", field=field, count=size, entered=n)
    return replace(state, stocks=tuple(mine if s.role == role else s for s in state.stocks))


def _first_hand(mine: Stock, secret: SeatSecret, clause: str, at: str) -> Stock:
    """Two thirds of the cards are the hand, the rest the deck (SCORPION-3.5, 3.6)."""
    size = mine.size * 2 // 3
    if secret.hand is not None:
        as_many(named_cards(secret.hand), size, clause, at)
    elif not secret.chosen:
        return mine
    hand = None if secret.hand is None else named_cards(secret.hand)
    return replace(mine, chosen=True, hand=hand, hand_size=size, deck_size=mine.size - size)
