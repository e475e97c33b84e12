"""Hands recorded on phones, the live checks that use them, and records found to be wrong.

A refusal here rests on the declaring player's own secret or on public facts; the records of two players are compared
only to tell the game master.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.core.base import replace
from referee.core.cards import followers, owed
from referee.core.judging import firm, one, tell, tell_one, uphold
from referee.core.values import Notice, Refused, Ruling, RulingContext
from referee.shinobazu.cards import CARDS, colour_of
from referee.shinobazu.moves import EnterHand, OneCard, WithdrawHand
from referee.shinobazu.state import (
    FightCard,
    Player,
    State,
    all_remembered,
    distinct_cards,
    elsewhere,
    laid_by,
    ninja_cards,
    player,
    round_led,
    surely_held,
    with_player,
)


def enter_hand(state: State, seat: str, move: EnterHand, context: RulingContext) -> Ruling:
    """Judge a player's secret note of the hand, against which plays of this set are checked (SHINOBAZU-2.1, 1.2)."""
    me = player(state, seat)
    cards, size, entered = move.cards, me.hand_size, len(move.cards)
    firm(me.hand is None, "SHINOBAZU-2.1", "shinobazu.hand_already_entered")
    firm(not me.withdrawn, "SHINOBAZU-2.1", "shinobazu.hand_withdrawn_already")
    firm(size, "SHINOBAZU-2.1", "shinobazu.hand_empty")
    firm(entered == size, "SHINOBAZU-2.1", "shinobazu.hand_size", private=True, count=size, entered=entered)
    distinct_cards(cards, private=True)
    gone = elsewhere(state, seat) | own_laid(state, seat)
    seen = next((card for card in cards if card in gone), None)
    firm(seen is None, "SHINOBAZU-1.2", "shinobazu.card_elsewhere", private=True, card=seen)
    missing = next((card for card in surely_held(state, seat) if card not in cards), None)
    firm(missing is None, "SHINOBAZU-9.5", "shinobazu.returned_missing", private=True, card=missing)
    told = [tell("shinobazu.hand_entered", "SHINOBAZU-2.1", seat=seat)]
    told.append(tell_one(seat, "shinobazu.hand_noted", "SHINOBAZU-2.1", cards=list(cards)))
    told += clashes(state, seat, cards)
    return uphold(with_player(state, seat, hand=cards), told)


def withdraw_hand(state: State, seat: str, move: WithdrawHand, context: RulingContext) -> Ruling:
    """Judge the withdrawal of a hand: no live checks until the next deal; laid cards stay recorded."""
    me = player(state, seat)
    firm(me.hand is not None, "SHINOBAZU-2.1", "shinobazu.no_hand_entered")
    told = [tell("shinobazu.hand_withdrawn", "SHINOBAZU-2.1", seat=seat)]
    return uphold(with_player(state, seat, hand=None, doubted=False, withdrawn=True), told)


def lay_down(
    state: State, seat: str, to: str, named: OneCard, lead: str, context: RulingContext, told: list[Notice]
) -> State:
    """Move one card from a hand to a front, after the checks of SHINOBAZU-3.1, 4.1, 4.4 and 4.5.

    `lead` is the lead colour, or the one that a leader announces.
    A house ruling may uphold a card that is not in the noted hand. The note is then wrong and no longer used, which
    nobody else can tell.
    """
    me = player(state, seat)
    doubted, withdrawn = me.doubted, me.withdrawn
    card = one(named, "SHINOBAZU-3.1", "shinobazu.one_card")
    if card is None:
        if me.hand is not None:
            context.require(None in cards_to_lay(state, me), "SHINOBAZU-3.1", "shinobazu.card_needed")
            withdrawn = True
    else:
        ninja_cards([card], private=True)
        gone = elsewhere(state, seat) | own_laid(state, seat)
        firm(card not in gone, "SHINOBAZU-3.1", "shinobazu.card_elsewhere", private=True, card=card)
        noted = binding(state, me)
        if noted is not None and card not in noted:
            context.refuse("SHINOBAZU-3.1", "shinobazu.not_in_hand", private=True, card=card)
        doubted = doubted or (me.hand is not None and card not in me.hand)
        if state.lead is None:
            follows_lead = colour_of(card) == lead
            context.require(follows_lead, "SHINOBAZU-4.1", "shinobazu.false_lead", private=True, card=card, colour=lead)
        else:
            follow = list(owed(bound_to(state, me), card, lead))
            context.require(
                not follow, "SHINOBAZU-4.4", "shinobazu.must_follow", private=True, colour=lead, cards=follow
            )
        told += clashes(state, seat, (card,))
    left = None if me.hand is None or withdrawn else tuple(c for c in me.hand if c != card)
    state = with_player(
        state, seat, hand=left, doubted=doubted, withdrawn=withdrawn, hand_size=me.hand_size - 1, laid=True
    )
    return replace(state, cards=(*state.cards, FightCard(to, seat, state.round, card)))


def binding(state: State, me: Player) -> tuple[str, ...] | None:
    """Return the part of a player's note that can still be in hand; `None` without a valid one.

    A note of which every card is elsewhere is no longer used: the cards on the table are true.
    """
    if me.hand is None or me.doubted:
        return None
    gone = elsewhere(state, me.seat) | own_laid(state, me.seat)
    return tuple(card for card in me.hand if card not in gone) or None


def bound_to(state: State, me: Player) -> tuple[str, ...]:
    """Return the cards in hand that checks may rely on.

    These are the noted cards, or else those that everybody saw return to the hand and that cannot have been laid since.
    """
    noted = binding(state, me)
    if noted is not None:
        return noted
    mine = [c.card or c.recorded for c in laid_by(state, me.seat)]
    if me.withdrawn or me.doubted or None in mine or not all_remembered(state, me.seat):
        return surely_held(state, me.seat)
    return tuple(card for card in me.returned if card not in mine)


def playable(state: State, me: Player) -> tuple[str, ...] | None:
    """Return the cards of their own note that a player may lay now; `None` without a valid one (SHINOBAZU-4.4, 4.5)."""
    noted = binding(state, me)
    return None if noted is None else followers(noted, state.lead)


def cards_to_lay(state: State, me: Player) -> tuple[str | None, ...]:
    """Return the cards that a player may name when laying now, `None` among them if it may be left unnamed.

    A leader still announces the colour. If every noted card is elsewhere, the note is wrong: the card is laid unnamed,
    and the note is dropped.
    """
    gone = elsewhere(state, me.seat) | own_laid(state, me.seat)
    known = binding(state, me) or CARDS
    held = bound_to(state, me)
    may = tuple(c for c in known if c not in gone and (state.lead is None or not owed(held, c, state.lead)))
    return may if may and me.hand is not None else (None, *may)


def own_laid(state: State, seat: str) -> set[str]:
    """Return the face-down cards that their player has recorded, which are that player's secret."""
    return {c.recorded for c in laid_by(state, seat) if c.card is None and c.recorded is not None}


def noted_by(state: State, card: str) -> list[str]:
    """Return the seats whose secret records hold a card, in hand or face down."""
    return [p.seat for p in state.players if card in (p.hand or ()) or card in own_laid(state, p.seat)]


def clashes(state: State, seat: str, cards: Iterable[str]) -> Iterator[Notice]:
    """Tell only the game master if another player's secret records hold the same card."""
    for card in cards:
        others = [each for each in noted_by(state, card) if each != seat]
        if others:
            params = {"card": card, "seats": [seat, *others]}
            yield Notice(to=(), message="shinobazu.entries_clash", params=params, clause="SHINOBAZU-1.2")


def disputed(state: State, seat: str) -> Iterator[Refused]:
    """Yield the contradictions in a seat's records, each as a private refusal with its field (1.2, 4.1, 9.5).

    During play, reveals can cause one: then the record stands, and its player was told.
    """
    hand, gone = player(state, seat).hand, elsewhere(state, seat)
    for card in hand or ():
        if card in gone | own_laid(state, seat):
            yield _wrong(seat, "hand", "SHINOBAZU-1.2", "shinobazu.card_elsewhere", card=card)
    for card in surely_held(state, seat) if hand is not None else ():
        if card not in (hand or ()):
            yield _wrong(seat, "hand", "SHINOBAZU-9.5", "shinobazu.returned_missing", card=card)
    for fight in laid_by(state, seat):
        if fight.card is not None or fight.recorded is None:
            continue
        field, led = "laid" if fight.round == state.round else "gone", round_led(state, fight.round)
        if fight.recorded in gone:
            yield _wrong(seat, field, "SHINOBAZU-1.2", "shinobazu.card_elsewhere", card=fight.recorded)
        if led is not None and led.start == seat and colour_of(fight.recorded) != led.lead:
            params = {"card": fight.recorded, "colour": led.lead}
            yield _wrong(seat, field, "SHINOBAZU-4.1", "shinobazu.false_lead", **params)


def _wrong(seat: str, field: str, clause: str, reason: str, **params: str) -> Refused:
    return Refused(clause, reason, private=True, firm=True, field=f"secrets.{seat}.{field}", **params)
