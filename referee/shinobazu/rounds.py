"""From one round to the next, from set to set, and after the end (SHINOBAZU-9.4 to 9.10)."""

from __future__ import annotations

from referee.core.judging import firm, tell, uphold
from referee.core.replacing import replace
from referee.core.values import Ruling, RulingContext
from referee.shinobazu.audits import audit, found, open_checks
from referee.shinobazu.ending import next_start
from referee.shinobazu.model import HAND, ShowHand
from referee.shinobazu.state import (
    FightCard,
    State,
    elsewhere,
    lies_open,
    ninja_cards,
    open_cards,
    player,
    surely_held,
    with_player,
)


def cleared(state: State) -> State:
    """Return the table after a round: a new start player (SHINOBAZU-9.1 to 9.3), nothing laid or declared."""
    plays = state.options.depth == "plays"
    start = next_start(state)
    return replace(
        state,
        phase="turns" if plays else "battle",
        start=start,
        active=start if plays else None,
        lead=None,
        stays=(),
        answer=None,
        duel_leads=(),
        battle=None,
        duel=None,
        refused=None,
        gained=(),
        players=tuple(
            replace(p, laid=False, declared=None, kept=p.kept + 1 if p.seat in state.stays else 0)
            for p in state.players
        ),
    )


def next_round(state: State) -> Ruling:
    """The remaining passers' cards stay, open, in front of them (SHINOBAZU-9.4, 9.9)."""
    state = replace(state, round=state.round + 1)
    told = [tell("shinobazu.round_begins", "SHINOBAZU-9.9", set=state.set, round=state.round, seat=state.start)]
    return uphold(state, told)


def next_set(state: State) -> Ruling:
    """Kept cards return to their owner's hand, and all hands are filled to three (SHINOBAZU-9.5, 9.6)."""
    told = [tell("shinobazu.set_begins", "SHINOBAZU-9.6", set=state.set + 1, round=1, seat=state.start)]
    players = []
    for p in state.players:
        back = open_cards(state, p.seat)
        if back:
            told.append(tell("shinobazu.returned", "SHINOBAZU-9.5", seat=p.seat, cards=list(back)))
        players.append(replace(p, hand_size=HAND, hand=None, doubted=False, withdrawn=False, returned=back, kept=0))
    unproved = open_checks(state)
    state = replace(state, set=state.set + 1, round=1, players=tuple(players), cards=(), leads=(), open_before=unproved)
    return uphold(state, told)


def show_hand(state: State, seat: str, move: ShowHand, context: RulingContext) -> Ruling:
    """After the end a player shows what they still hold, for the last audit (SHINOBAZU-9.10)."""
    me, cards = player(state, seat), move.cards
    firm(me.shown_hand is None, "SHINOBAZU-9.10", "shinobazu.hand_already_shown")
    size = me.hand_size
    firm(size, "SHINOBAZU-9.10", "shinobazu.hand_empty")
    firm(len(cards) == size, "SHINOBAZU-9.10", "shinobazu.hand_size", count=size, entered=len(cards))
    ninja_cards(cards)
    twice = next((card for card in cards if cards.count(card) > 1), None)
    firm(twice is None, "SHINOBAZU-1.2", "shinobazu.card_twice", card=twice)
    seen = [card for card in cards if card in elsewhere(state, seat)]
    if seen:
        context.refuse("SHINOBAZU-1.2", "shinobazu.card_elsewhere", card=seen[0])
    missing = [card for card in surely_held(state, seat) if card not in cards]
    if missing:
        context.refuse("SHINOBAZU-9.5", "shinobazu.returned_missing", card=missing[0])
    told = [tell("shinobazu.hand_shown", "SHINOBAZU-9.10", seat=seat, cards=list(cards))]
    state = with_player(state, seat, shown_hand=cards)
    for card in cards:
        held = FightCard(seat, seat, state.round, card=card)
        if card in seen:
            state = found(lies_open(state, seat, card), "double_card", held, told, proving=card)
        if me.hand is not None and not me.doubted and card not in me.hand:
            state = found(state, "wrong_entry", held, told)
    return uphold(audit(state, seat, told), told)
