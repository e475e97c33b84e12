"""Hands that players register on their phones, and the checks that use only them.

A refusal here rests on the declaring player's own secret or on public facts; the entries of two players are compared
only to tell the game master.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.core.base import replace
from referee.core.cards import followers, of_suit, suit_of
from referee.core.judging import firm, given, uphold
from referee.core.values import Notice, Refused, Ruling, RulingContext
from referee.scroll_trick.cards import HAND, deck
from referee.scroll_trick.moves import CheckCard, RegisterHand, WithdrawEntry
from referee.scroll_trick.ranking import found
from referee.scroll_trick.state import (
    Player,
    State,
    active,
    has_played,
    led,
    open_cards,
    played,
    player,
    seat_of,
    shown_cards,
    tell,
    tell_one,
    trick_now,
    with_seat,
    with_trick,
)
from referee.scroll_trick.view_model import Finding


def register_hand(state: State, seat: str, move: RegisterHand, context: RulingContext) -> Ruling:
    """Judge a player's secret note of seven cards, against which plays of this round are checked (SCROLL-3.2, 6.4)."""
    me, entry = player(state, seat), move.cards
    firm(me.hand is None, "SCROLL-3.2", "scroll_trick.hand_registered_already")
    firm(not me.withdrawn, "SCROLL-3.2", "scroll_trick.hand_given_up")
    firm(not has_played(state, seat), "SCROLL-3.2", "scroll_trick.played_already")
    size = len(entry)
    firm(size == HAND, "SCROLL-3.2", "scroll_trick.hand_size", private=True, count=HAND, entered=size)
    for card in entry:
        in_box(state, card)
        firm(entry.count(card) == 1, "SCROLL-2.1", "scroll_trick.card_twice", private=True, card=card)
    elsewhere = shown_cards(state)
    seen = next((c for c in entry if elsewhere.get(c, seat) != seat), None)
    where = elsewhere.get(seen or "")
    firm(seen is None, "SCROLL-2.1", "scroll_trick.card_shown", private=True, card=seen, seat=where)
    missing = next((c for c in open_cards(me) if c not in entry), None)
    firm(missing is None, "SCROLL-4.3", "scroll_trick.open_missing", private=True, card=missing)
    told = [tell("hand_registered", "SCROLL-3.2", seat=seat)]
    told.append(tell_one(seat, "hand_noted", "SCROLL-3.2", cards=list(entry)))
    told += clashes(state, seat, entry)
    return uphold(with_seat(state, seat, hand=entry), told)


def withdraw_entry(state: State, seat: str, move: WithdrawEntry, context: RulingContext) -> Ruling:
    """Judge the withdrawal of a wrong entry; everybody is told that, and nothing else (ledger A7)."""
    me = player(state, seat)
    if move.what == "hand":
        firm(me.hand is not None, "SCROLL-3.2", "scroll_trick.no_hand_registered")
        state = with_seat(state, seat, hand=None, doubted=False, withdrawn=True)
        return uphold(state, [tell("hand_withdrawn", "SCROLL-3.2", seat=seat)])
    firm(me.noted or me.held is not None, "SCROLL-5.2", "scroll_trick.no_scrolls_noted")
    return uphold(scrolls_forgotten(state, seat), [tell("scrolls_withdrawn", "SCROLL-5.2", seat=seat)])


def scrolls_forgotten(state: State, seat: str) -> State:
    """Return the state without a player's notes of scrolls, including one in the trick."""
    me, trick = player(state, seat), trick_now(state)
    state = with_seat(state, seat, noted=False, held=None, open=tuple(replace(one, recorded=None) for one in me.open))
    if trick is None:
        return state
    plays = (replace(p, laid=replace(p.laid, recorded=None)) if p.seat == seat else p for p in trick.plays)
    return with_trick(state, replace(trick, plays=tuple(plays)))


def in_box(state: State, card: str) -> None:
    """Refuse a card that this box does not contain (SCROLL-2.1)."""
    kinds, numbers = state.options.kinds, state.options.numbers
    there = card in deck(kinds, numbers)
    firm(there, "SCROLL-2.1", "scroll_trick.no_such_card", card=card, kinds=list(kinds), numbers=list(numbers))


def require_new(state: State, card: str, context: RulingContext, told: list[Notice], seat: str) -> State:
    """Refuse a card that was shown elsewhere in this round (SCROLL-2.1; ledger A3).

    The table finds out which of the two was mistyped; if a house ruling upholds it, a finding is added.
    """
    where = shown_cards(state).get(card)
    if where is None:
        return state
    me = seat_of(state, seat)
    own = {*open_cards(me), *(play.card for _, play in played(state, seat))}
    firm(card not in own, "SCROLL-2.1", "scroll_trick.shown_by_you", card=card)
    firm(where, "SCROLL-2.1", "scroll_trick.card_out", card=card)
    context.refuse("SCROLL-2.1", "scroll_trick.card_shown", card=card, seat=where)
    trick = len(state.tricks)
    double = Finding(kind="double_card", player=seat, round=state.round, trick=trick, card=card, other=where)
    return found(state, double, "SCROLL-2.1", told)


def require_own(state: State, me: Player, card: str, clause: str, context: RulingContext) -> State:
    """Refuse, privately, a card that is not in the registered hand (ledger A7)."""
    noted = binding(state, me)
    context.require(noted is None or card in noted, clause, "scroll_trick.not_in_hand", private=True, card=card)
    other = me.hand is not None and card not in me.hand
    return with_seat(state, me.seat, doubted=True) if other else state


def binding(state: State, me: Player) -> tuple[str, ...] | None:
    """Return the part of a registered hand that can still be in it; `None` without a valid one (ledger A7).

    A hand of which every card was seen elsewhere is no longer used: the cards on the table are true. So is an own open
    card, even if a house ruling has let somebody else play it.
    """
    if me.hand is None or me.doubted:
        return None
    elsewhere, mine = shown_cards(state), (None,) if state.phase == "open" else (None, me.seat)
    lying = () if state.phase == "open" else open_cards(me)
    return tuple(card for card in me.hand if card in lying or elsewhere.get(card) in mine) or None


def doubts(state: State, seat: str, card: str) -> list[Notice]:
    """Tell each player privately whose registered hand holds a card that is now seen elsewhere (ledger A3)."""
    return [tell_one(each, "entry_seen_elsewhere", "SCROLL-2.1", card=card) for each in _others(state, seat, card)]


def _others(state: State, seat: str, card: str) -> list[str]:
    """Return the other seats whose registered hand holds a card."""
    return [p.seat for p in state.players if p.seat != seat and card in (p.hand or ())]


def clashes(state: State, seat: str, entry: Iterable[str]) -> Iterator[Notice]:
    """Tell only the game master if another registered hand holds the same card (ledger A3)."""
    for card in entry:
        others = _others(state, seat, card)
        if others:
            params = {"card": card, "seats": [seat, *others]}
            yield Notice(to=(), message="scroll_trick.entries_clash", params=params, clause="SCROLL-2.1")


# The duty to follow


def open_duty(state: State, me: Player, kind: str | None) -> tuple[str, ...]:
    """Return the open cards of the led kind, one of which must be played (SCROLL-6.6, 6.7); none for the leader."""
    return () if kind is None else of_suit(open_cards(me), kind)


def playable(state: State, me: Player) -> tuple[str, ...] | None:
    """Return the cards of a registered hand that may be played now; `None` without one (SCROLL-6.3 to 6.7)."""
    trick, noted = trick_now(state), binding(state, me)
    if noted is None or trick is None:
        return None
    kind = led(trick)
    if kind is None:
        return noted
    opened = open_duty(state, me, kind)
    if opened and state.options.follow_open == "open_first":
        return opened
    return followers(noted, kind)


def require_follow(state: State, me: Player, card: str, kind: str, context: RulingContext) -> None:
    """Refuse a card that does not follow although another could (SCROLL-6.4 to 6.7).

    A refusal by open cards is public, one by registered cards private; other closed cards may prove a revoke later.
    """
    opened = open_duty(state, me, kind)
    if suit_of(card) != kind:
        context.require(not opened, "SCROLL-6.6", "scroll_trick.must_follow_open", kind=kind, cards=list(opened))
        held = list(of_suit(binding(state, me) or (), kind))
        context.require(not held, "SCROLL-6.4", "scroll_trick.must_follow", private=True, kind=kind, cards=held)
    elif opened and card not in opened and state.options.follow_open == "open_first":
        context.refuse("SCROLL-6.7", "scroll_trick.open_first", kind=kind, cards=list(opened))


def check_card(state: State, seat: str, move: CheckCard, context: RulingContext) -> Ruling:
    """Tell a player privately whether a card may be played now (SCROLL-6.4). Nothing changes."""
    me, card = player(state, seat), move.card
    hand = given(me.hand, "SCROLL-6.4", "scroll_trick.check_needs_hand")
    firm(card in hand, "SCROLL-6.4", "scroll_trick.not_in_hand", private=True, card=card)
    told = [tell("checked", "SCROLL-6.4", seat=seat)]
    kind = led(trick_now(state))
    try:
        if kind is not None:
            require_follow(state, me, card, kind, RulingContext())
        turn = active(state) == seat
        params = {"card": card, "now": turn}
        told.append(tell_one(seat, "may_play", "SCROLL-6.3" if kind is None else "SCROLL-6.4", **params))
    except Refused as refused:
        told.append(Notice(to=(seat,), message=refused.reason, params=refused.params, clause=refused.clause))
    return uphold(state, told)
