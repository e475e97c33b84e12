"""Set-up: missions and hands of both sides (SCORPION-2.5 to 2.8, 3, 29.1, 29.3, 30.2, 30.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from referee.core.judging import firm, given
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.cards import KINDS, Cards, Deck, cards, fits_deck, holds, minus, plus
from referee.scorpion.guards.alert_phase import placed
from referee.scorpion.secrecy import publish, uphold, whisper
from referee.scorpion.setup.begin import (
    are_hands_complete,
    hand_noted,
    hands_open,
    is_character_open,
    own_part_open,
    takes_hand,
)
from referee.scorpion.state import (
    State,
    confidants,
    is_disputed,
    seats_of,
    stock,
    two_guard_players,
    with_character,
    with_stock,
)
from referee.scorpion.turns import guard_role, intruder_player, own_character


def split_guard_cards(state: State, seat: str, move: moves.SplitGuardCards, context: RulingContext) -> Ruling:
    """Judge the split of the guard cards into two stocks of 18; hands that no longer fit are cleared (SCORPION-3.6)."""
    guard_role(state, seat)
    own_part_open(state, seat, move)
    hands_open(state)
    firm(two_guard_players(state), "SCORPION-3.6", "scorpion.one_stock")
    firm(state.options.guard_cards == "entered", "SCORPION-3.6", "scorpion.cards_unnamed", private=True)
    shares = {"sword": cards(move.sword), "spear": cards(move.spear)}
    for role, share in shares.items():
        size = stock(state, role).size
        firm(len(share) == size, "SCORPION-3.6", "scorpion.stock_size", private=True, count=size, entered=len(share))
    listed = state.options.deck_list("guards")
    fits = fits_deck("guards", plus(shares["sword"], shares["spear"]), listed)
    firm(fits, "SCORPION-3.6", "scorpion.more_than_deck", private=True)
    changes = any(stock(state, role).listed != share for role, share in shares.items())
    firm(not (changes and are_hands_complete(state)), "SCORPION-4.8", "scorpion.split_stays", private=True)
    for role, share in shares.items():
        if stock(state, role).listed != share:
            state = with_stock(state, role, listed=share, chosen=False, hand=None, hand_size=0, deck_size=0)
    return uphold(state, [whisper(seats_of(state, "guards"), "cards_split", "SCORPION-3.6")])


def choose_guard_hand(state: State, seat: str, move: moves.ChooseGuardHand, context: RulingContext) -> Ruling:
    """Judge a guard player's hand, two thirds of the stock; the rest is the deck (SCORPION-3.5 to 3.7)."""
    role = guard_role(state, seat)
    own_part_open(state, seat, move)
    hands_open(state)
    mine = stock(state, role)
    clause = "SCORPION-3.6" if two_guard_players(state) else "SCORPION-3.5"
    size = mine.size * 2 // 3
    hand: Cards | None = None
    if state.options.guard_cards == "counted":
        firm(move.cards is None, clause, "scorpion.cards_unnamed", private=True)
    else:
        named = given(move.cards, clause, "scorpion.cards_needed", private=True)
        split = mine.listed is not None or not two_guard_players(state)
        firm(split, "SCORPION-3.6", "scorpion.split_first", private=True)
        hand = cards(named)
        context.require(len(hand) == size, clause, "scorpion.hand_size", private=True, count=size, entered=len(hand))
        if mine.listed is None:
            firm(fits_deck("guards", hand, None), clause, "scorpion.more_than_deck", private=True)
        else:
            other = "SCORPION-3.7" if two_guard_players(state) else clause
            firm(holds(mine.listed, hand), other, "scorpion.more_than_stock", private=True)
    n = size if hand is None else len(hand)
    firm(n <= mine.size, clause, "scorpion.more_than_deck", private=True)
    after = with_stock(state, role, chosen=True, hand=hand, hand_size=n, deck_size=mine.size - n)
    return hand_noted(state, after, [whisper((seat,), "guard_hand_noted", clause)])


def deck_of(state: State, role: str) -> Cards | None:
    """Return the cards in a guard player's deck, or `None` unless all kinds are known."""
    mine = stock(state, role)
    if mine.listed is None or mine.hand is None or mine.drawn is None:
        return None
    elsewhere = placed(state, mine)
    return minus(mine.listed, elsewhere) if holds(mine.listed, elsewhere) else None


LETTERS = ("A", "B", "C", "D", "E", "F")
HAND_CLAUSE = {"ninja": "SCORPION-3.1", "traitor": "SCORPION-3.2"}


def hand_clause(who: str, life: int) -> str:
    """Return the clause on a character's hand at the beginning of a life."""
    return HAND_CLAUSE[who] if life == 1 else "SCORPION-23.6"


# The lone wolf (SCORPION-29)


def choose_character(state: State, seat: str, move: moves.ChooseCharacter, context: RulingContext) -> Ruling:
    """Judge the lone wolf's choice of a character, before missions; secret if hidden (SCORPION-29.1, 29.3)."""
    intruder_player(state, seat)
    own_part_open(state, seat, move)
    firm(state.options.lone_wolf != "off", "SCORPION-29.1", "scorpion.no_lone_wolf")
    drawn = any(c.mission is not None for c in state.characters)
    firm(not drawn, "SCORPION-29.1", "scorpion.character_first", private=True)
    told: list[Notice] = []
    other = "traitor" if move.intruder == "ninja" else "ninja"
    state = with_character(state, move.intruder, status="waiting")
    state = with_character(state, other, status="absent")
    if state.options.lone_wolf == "on":
        state = publish(state, told, "lone_wolf_is", "SCORPION-29.1", intruder=move.intruder)
    else:
        told.append(whisper((seat,), "character_noted", "SCORPION-29.1"))
    return uphold(state, told)


# Missions (SCORPION-2.5 to 2.8)


def draw_missions(state: State, seat: str, move: moves.DrawMissions, context: RulingContext) -> Ruling:
    """Judge the missions of a player's characters, two different tiles (SCORPION-2.5, 2.6, 30.2, 30.3).

    Partners may know each other's tile, so the same letter twice is refused. For rivals a refusal would reveal the
    other's tile: theirs are accepted, and only the game master is told of equal ones. A draw for rivals uses
    `free_letters`, which is secret from both.
    """
    intruder_player(state, seat)
    own_part_open(state, seat, move)
    hands_open(state)
    firm(not is_character_open(state), "SCORPION-29.1", "scorpion.choose_character_first", private=True)
    drawn = {who: letter for who, letter in (("ninja", move.ninja), ("traitor", move.traitor)) if letter is not None}
    for who in drawn:
        one = own_character(state, seat, who)
        firm(one.status != "absent", "SCORPION-29.1", "scorpion.one_mission", private=True)
    mine = [c for c in state.characters if c.seat == seat and c.status != "absent"]
    firm(len(drawn) == len(mine), "SCORPION-2.5", "scorpion.missions_needed", private=True, count=len(mine))
    told: list[Notice] = []
    for who, letter in drawn.items():
        state = with_character(state, who, mission=letter)
        told.append(whisper(confidants(state, who), "mission_noted", "SCORPION-2.5"))
    tiles_differ(state, told, "SCORPION-2.5")
    return uphold(state, told)


def tiles_differ(state: State, told: list[Notice], clause: str) -> None:
    """Refuse equal tiles of both intruders; for rivals who draw, tell only the game master (SCORPION-2.5, 30.3)."""
    letters = [c.mission for c in state.characters if c.mission is not None]
    if len(set(letters)) == len(letters):
        return
    firm(is_disputed(state), clause, "scorpion.tile_taken", private=True, letter=letters[0])
    if state.options.disputed_mission == "draw":
        told.append(Notice(to=(), message="scorpion.tiles_clash", params={"letter": letters[0]}, clause=clause))


def free_letters(state: State, *who: str) -> tuple[str, ...]:
    """Return the tiles that these characters may draw: all but the other's, or all if rivals note their letters.

    A secret of both intruders. A returning character may draw its old tile again (SCORPION-23.7).
    """
    if is_disputed(state) and state.options.disputed_mission == "note":
        return LETTERS
    taken = {c.mission for c in state.characters if c.who not in who}
    return tuple(letter for letter in LETTERS if letter not in taken)


# The intruders' hands (SCORPION-3.1 to 3.4)


def choose_intruder_hand(state: State, seat: str, move: moves.ChooseIntruderHand, context: RulingContext) -> Ruling:
    """Judge a character's opening hand; a hidden lone wolf prepares both (SCORPION-3.1 to 3.4, 29.3, 31.1)."""
    one = own_character(state, seat, move.intruder)
    own_part_open(state, seat, move)
    hands_open(state)
    firm(not is_character_open(state), "SCORPION-29.1", "scorpion.choose_character_first", private=True)
    firm(takes_hand(state, one.who), "SCORPION-29.1", "scorpion.not_played", private=True, intruder=one.who)
    drawn = all(c.mission is not None for c in state.characters if c.seat == seat and c.status != "absent")
    context.require(drawn, "SCORPION-4.8", "scorpion.missions_first", private=True)
    size = state.options.hand_size(one.who)
    hand = intruder_hand(state, one.who, move.cards, size, HAND_CLAUSE[one.who], context)
    chosen = size if hand is None else len(hand)
    after = with_character(state, one.who, hand=hand, hand_size=chosen, hand_chosen=True)
    told = [whisper(confidants(state, one.who), "hand_noted", "SCORPION-3.4", intruder=one.who)]
    return hand_noted(state, after, told)


def intruder_hand(
    state: State,
    who: str,
    named: Mapping[Any, int] | None,
    size: int,
    clause: str,
    context: RulingContext,
    kept: Cards = (),
) -> Cards | None:
    """Return a hand chosen from a character's deck, `None` if kinds are not entered.

    `kept` are cards of the deck that are elsewhere. Raises `Refused` for a wrong size, cards of another deck and more
    copies than possible (SCORPION-3.1 to 3.3, 23.6).
    """
    if state.options.intruder_cards == "counted":
        firm(named is None, clause, "scorpion.cards_unnamed", private=True)
        return None
    hand, deck = cards(given(named, clause, "scorpion.cards_needed", private=True)), cast(Deck, who)
    strange = next((card for card in hand if card not in KINDS[deck]), None)
    firm(strange is None, "SCORPION-3.3", "scorpion.of_other_deck", private=True, card=strange)
    context.require(len(hand) == size, clause, "scorpion.hand_size", private=True, count=size, entered=len(hand))
    fits = fits_deck(deck, plus(hand, kept), state.options.deck_list(who))
    firm(fits, clause, "scorpion.more_than_deck", private=True)
    return hand
