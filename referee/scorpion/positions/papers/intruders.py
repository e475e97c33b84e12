"""What an intruders' seat has entered beside the map: whom it plays, missions, hands (SCORPION-2.5, 3, 29.3)."""

from __future__ import annotations

from referee.core.judging import firm
from referee.core.replacing import replace
from referee.scorpion.cards import KINDS, fits_deck, plus
from referee.scorpion.intruder_hands import deck_list
from referee.scorpion.intruders.phase import unmoved
from referee.scorpion.positions.papers.hands import as_many, named_cards, no_more
from referee.scorpion.positions.people import first_hands
from referee.scorpion.positions.reading import in_set_up
from referee.scorpion.positions.secrets import CharacterSecret, SeatSecret
from referee.scorpion.state import (
    Placing,
    Player,
    Reacting,
    State,
    character,
    with_character,
)


def named_wolf(state: State, who: str, at: str) -> State:
    """Give a nameless lone wolf the character that it plays (SCORPION-29.3)."""
    if in_set_up(state):
        other = "traitor" if who == "ninja" else "ninja"
        return with_character(state, other, status="absent")
    if character(state, who).status != "absent":
        return state
    wolf = next(c for c in state.characters if c.status != "absent")
    absent = replace(character(state, who), status="waiting")
    characters = tuple(
        replace(wolf, who=who) if c.who == who else replace(absent, who=c.who, status="absent")
        for c in state.characters
    )
    pending = tuple(
        replace(asked, who=who, queue=tuple((who, zone) for _, zone in asked.queue))
        if isinstance(asked, Reacting | Placing)
        else asked
        for asked in state.pending
    )
    return replace(state, characters=characters, searches=tuple(who for _ in state.searches), pending=pending)


def laid_character(state: State, player: Player, who: str, one: CharacterSecret, at: str) -> State:
    """Lay a mission and a hand of the deck of its character, as large as everybody sees (SCORPION-3.1 to 3.3)."""
    mine = character(state, who)
    firm(mine.seat == player.seat, "SCORPION-9.3", "scorpion.not_your_character", field=at, intruder=who)
    plays = mine.status != "absent"
    prepared = plays or state.options.lone_wolf == "hidden"
    firm(prepared and (plays or one.mission is None), "SCORPION-29.1", "scorpion.not_played", field=at, intruder=who)
    state = with_character(state, who, mission=one.mission)
    setting_up, entered = in_set_up(state), state.options.intruder_cards == "entered"
    clause = "SCORPION-23.6" if mine.life == 2 else "SCORPION-3.1" if who == "ninja" else "SCORPION-3.2"
    (first, *_) = first_hands(state.options, who, mine.life)
    # What everybody sees of a hand says nothing where it would tell who the lone wolf is.
    size = first if setting_up or not plays or not state.identity_public else mine.hand_size
    if entered:
        firm(not one.chosen, clause, "scorpion.cards_needed", field=f"{at}.chosen")
        if one.hand is None:
            return state
    else:
        firm(one.hand is None, clause, "scorpion.cards_unnamed", field=f"{at}.hand")
        early = not one.chosen or setting_up
        firm(early, "SCORPION-9.2", "scorpion.position_not_now", field=f"{at}.chosen", phase=state.phase)
        return with_character(state, who, hand_size=size, hand_chosen=True) if one.chosen else state
    hand = named_cards(one.hand)
    strange = next((card for card in hand if card not in KINDS[who]), None)  # type: ignore[index]
    firm(strange is None, "SCORPION-3.3", "scorpion.of_other_deck", field=f"{at}.hand", card=strange)
    # Of a character in play `progress` says how many cards are still to be entered.
    (no_more if mine.status == "in_play" else as_many)(hand, size, clause, f"{at}.hand")
    fits = fits_deck(who, plus(hand, mine.played), deck_list(state, who))  # type: ignore[arg-type]
    firm(fits, clause, "scorpion.more_than_deck", field=f"{at}.hand")
    return with_character(state, who, hand=hand, hand_size=size, hand_chosen=True)


def unnamed_hands(state: State) -> State:
    """Give a hidden lone wolf both hands that were prepared, where kinds are not entered (SCORPION-29.3)."""
    hidden = state.options.lone_wolf == "hidden" and state.options.intruder_cards == "counted"
    for one in state.characters if hidden and not in_set_up(state) else ():
        if one.status == "absent" or not state.identity_public:
            size = first_hands(state.options, one.who, 1)[0]
            state = with_character(state, one.who, hand_size=size, hand_chosen=True)
    return state


def declared(state: State, player: Player, secret: SeatSecret, at: str) -> State:
    """Lay who has confirmed the passage and who has ended the phase; whoever has locked may start there (6, 9.2)."""
    if secret.named:
        mine = {c.who for c in state.characters if c.seat == player.seat}
        named = tuple(
            replace(p, named_by=(*p.named_by, player.seat)) if p.owner is None or p.owner in mine else p
            for p in state.passages
        )
        state = replace(state, passages=named)
    if secret.done:
        firm(not unmoved(state, player.seat), "SCORPION-9.2", "scorpion.position_path_first", field=f"{at}.done")
        state = replace(state, intruders_done=(*state.intruders_done, player.seat))
    return state
