"""Set-up: missions and hands (SCORPION-2.5 to 2.8, 3, 29.1, 29.3, 30.2, 30.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from referee.core.judging import firm, given
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.cards import KINDS, Cards, Deck, cards, fits_deck, plus
from referee.scorpion.record import publish, uphold, whisper
from referee.scorpion.setup import guard_hands as setup_guard_hands
from referee.scorpion.setup.guard_hands import deck_list as deck_list
from referee.scorpion.setup.guard_hands import deck_of as deck_of
from referee.scorpion.setup.rules import character_open, hand_noted, hands_open, own_part_open, takes_hand
from referee.scorpion.state import (
    State,
    confidants,
    disputed,
    with_character,
)
from referee.scorpion.turns import intruder_player, own_character

LETTERS = ("A", "B", "C", "D", "E", "F")
HAND_CLAUSE = {"ninja": "SCORPION-3.1", "traitor": "SCORPION-3.2"}


# The lone wolf (SCORPION-29)


def choose_character(state: State, seat: str, move: moves.ChooseCharacter, context: RulingContext) -> Ruling:
    """The lone wolf chooses, before the mission is drawn; in the hidden form nobody hears whom (29.1, 29.3)."""
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
        whisper(told, (seat,), "character_noted", "SCORPION-29.1")
    return uphold(state, told)


# Missions (SCORPION-2.5 to 2.8)


def draw_missions(state: State, seat: str, move: moves.DrawMissions, context: RulingContext) -> Ruling:
    """A player notes the tiles drawn for their own characters, two different ones (SCORPION-2.5, 2.6, 30.2, 30.3).

    Partners may know each other's tile, so the same letter twice is refused. Rivals may not, and a refusal
    would tell: theirs are noted as they come, and only the game master hears if two equal tiles were drawn.
    Whoever draws for them takes one of `free_letters`, in secret from both.
    """
    intruder_player(state, seat)
    own_part_open(state, seat, move)
    hands_open(state)
    firm(not character_open(state), "SCORPION-29.1", "scorpion.choose_character_first", private=True)
    drawn = {who: letter for who, letter in (("ninja", move.ninja), ("traitor", move.traitor)) if letter is not None}
    for who in drawn:
        one = own_character(state, seat, who)
        firm(one.status != "absent", "SCORPION-29.1", "scorpion.one_mission", private=True)
    mine = [c for c in state.characters if c.seat == seat and c.status != "absent"]
    firm(len(drawn) == len(mine), "SCORPION-2.5", "scorpion.missions_needed", private=True, count=len(mine))
    told: list[Notice] = []
    for who, letter in drawn.items():
        state = with_character(state, who, mission=letter)
        whisper(told, confidants(state, who), "mission_noted", "SCORPION-2.5")
    tiles_differ(state, told, "SCORPION-2.5")
    return uphold(state, told)


def tiles_differ(state: State, told: list[Notice], clause: str) -> None:
    """Refuse one tile for both intruders; of rivals with drawn missions tell the game master alone (2.5, 30.3)."""
    letters = [c.mission for c in state.characters if c.mission is not None]
    if len(set(letters)) == len(letters):
        return
    firm(disputed(state), clause, "scorpion.tile_taken", private=True, letter=letters[0])
    if state.options.disputed_mission == "draw":
        told.append(Notice(to=(), message="scorpion.tiles_clash", params={"letter": letters[0]}, clause=clause))


def free_letters(state: State, *who: str) -> tuple[str, ...]:
    """Return the tiles that may be drawn for these: all but the other one's, or all where letters are noted.

    A secret of both intruders. With the character's own old tile it is what a return draws from (23.7).
    """
    if disputed(state) and state.options.disputed_mission == "note":
        return LETTERS
    taken = {c.mission for c in state.characters if c.who not in who}
    return tuple(letter for letter in LETTERS if letter not in taken)


# The intruders' hands (SCORPION-3.1 to 3.4)


def choose_intruder_hand(state: State, seat: str, move: moves.ChooseIntruderHand, context: RulingContext) -> Ruling:
    """A character's opening hand from its own deck; a hidden lone wolf prepares both (3.1 to 3.4, 29.3, 31.1)."""
    one = own_character(state, seat, move.intruder)
    own_part_open(state, seat, move)
    hands_open(state)
    firm(not character_open(state), "SCORPION-29.1", "scorpion.choose_character_first", private=True)
    firm(takes_hand(state, one.who), "SCORPION-29.1", "scorpion.not_played", private=True, intruder=one.who)
    drawn = all(c.mission is not None for c in state.characters if c.seat == seat and c.status != "absent")
    context.require(drawn, "SCORPION-4.8", "scorpion.missions_first", private=True)
    size = state.options.ninja_hand if one.who == "ninja" else state.options.traitor_hand
    hand = intruder_hand(state, one.who, move.cards, size, HAND_CLAUSE[one.who], context)
    chosen = size if hand is None else len(hand)
    before, state = state, with_character(state, one.who, hand=hand, hand_size=chosen, hand_chosen=True)
    told: list[Notice] = []
    whisper(told, confidants(state, one.who), "hand_noted", "SCORPION-3.4", intruder=one.who)
    return hand_noted(before, state, told)


def intruder_hand(
    state: State,
    who: str,
    named: Mapping[Any, int] | None,
    size: int,
    clause: str,
    context: RulingContext,
    kept: Cards = (),
) -> Cards | None:
    """Return a hand chosen from a character's whole deck, None where cards stay unnamed.

    `kept` are cards of the deck that lie elsewhere. Raises `Refused` on another size, on cards of another
    deck and on more copies than there can be (SCORPION-3.1 to 3.3, 23.6).
    """
    if state.options.intruder_cards == "counted":
        firm(named is None, clause, "scorpion.cards_unnamed", private=True)
        return None
    hand, deck = cards(given(named, clause, "scorpion.cards_needed", private=True)), cast(Deck, who)
    strange = next((card for card in hand if card not in KINDS[deck]), None)
    firm(strange is None, "SCORPION-3.3", "scorpion.of_other_deck", private=True, card=strange)
    right = len(hand) == size
    context.require(right, clause, "scorpion.hand_size", private=True, count=size, entered=len(hand))
    fits = fits_deck(deck, plus(hand, kept), deck_list(state.options, who))
    firm(fits, clause, "scorpion.more_than_deck", private=True)
    return hand


RULES: dict[type[Any], Callable[[State, str, Any, RulingContext], Ruling]] = {
    moves.DrawMissions: draw_missions,
    moves.ChooseCharacter: choose_character,
    moves.ChooseIntruderHand: choose_intruder_hand,
    **setup_guard_hands.GUARD_HAND_RULES,
}
