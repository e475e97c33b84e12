"""What players register on their phones, and the checks that rest on it alone.

What a refusal here rests on is the declaring player's own secret or known to everybody; the entries of two
players are never held against each other, except to tell the game master.
"""

from __future__ import annotations

from collections import Counter

from referee.core.judging import firm, given, tell, tell_one, uphold
from referee.core.values import Notice, Ruling, RulingContext
from referee.shinobi_school.cards import COPIES, HIGHEST, Cards, heap, less, of_number, too_many
from referee.shinobi_school.moves import RegisterHand, RegisterHeaven, WithdrawEntry
from referee.shinobi_school.state import Player, State, player, with_seat
from referee.shinobi_school.supply import elsewhere


def in_deck(state: State, cards: Cards, *, private: bool = False) -> None:
    """Refuse a number that is not in this deck, and a sixth card of one (SCHOOL-1.1, 1.3)."""
    highest = state.deal.highest
    odd = next((number for number in cards if not 1 <= number <= highest), None)
    clause = "SCHOOL-1.1" if odd is None or not 1 <= odd <= HIGHEST else "SCHOOL-1.3"
    firm(odd is None, clause, "shinobi_school.not_in_deck", private=private, number=odd, highest=highest)
    six = too_many(cards)
    firm(six is None, "SCHOOL-1.1", "shinobi_school.six_named", private=private, number=six)


def may_register(p: Player) -> None:
    """Refuse a second entry in a round (SCHOOL-6.2)."""
    firm(not p.noted, "SCHOOL-6.2", "shinobi_school.registered_already")
    firm(not p.withdrawn, "SCHOOL-6.2", "shinobi_school.entry_given_up")


def register_hand(state: State, seat: str, move: RegisterHand, context: RulingContext) -> Ruling:
    """A player notes their deal secretly, before they lay their earth (SCHOOL-6.2)."""
    me, cards = player(state, seat), heap(move.cards)
    may_register(me)
    firm(not me.ready, "SCHOOL-9.3", "shinobi_school.earth_lies")
    each = state.deal.cards
    entered = len(cards)
    firm(entered == each, "SCHOOL-6.2", "shinobi_school.hand_size", private=True, count=each, entered=entered)
    in_deck(state, cards, private=True)
    state = with_seat(state, seat, hand=cards, noted=True)
    told = [tell("shinobi_school.hand_registered", "SCHOOL-6.2", seat=seat)]
    told.append(tell_one(seat, "shinobi_school.hand_noted", "SCHOOL-6.2", cards=list(cards)))
    return uphold(state, told + clashes(state, seat))


def register_heaven(state: State, seat: str, move: RegisterHeaven, context: RulingContext) -> Ruling:
    """A player notes their heaven secretly, once the app knows their earth and before the heaven changes (6.2)."""
    me, cards = player(state, seat), heap(move.cards)
    may_register(me)
    split = state.phase in ("split", "reveal")
    earth = given(me.laid if split else me.earth, "SCHOOL-6.2", "shinobi_school.earth_first")
    firm(not me.heaven_changed, "SCHOOL-6.2", "shinobi_school.heaven_has_changed")
    size, entered = state.deal.cards - len(earth) if split else me.heaven_size, len(cards)
    firm(entered == size, "SCHOOL-6.2", "shinobi_school.heaven_size", private=True, count=size, entered=entered)
    in_mansion(state, cards, earth)
    gone = None if split else seen_elsewhere(state, me, cards)
    firm(gone is None, "SCHOOL-1.1", "shinobi_school.seen_elsewhere", private=True, number=gone)
    state = with_seat(state, seat, heaven=cards, noted=True)
    told = [tell("shinobi_school.heaven_registered", "SCHOOL-6.2", seat=seat), heaven_noted(seat, cards)]
    return uphold(state, told + clashes(state, seat))


def heaven_noted(seat: str, cards: Cards) -> Notice:
    message = "shinobi_school.heaven_noted" if cards else "shinobi_school.heaven_noted_empty"
    return tell_one(seat, message, "SCHOOL-6.2", cards=list(cards))


def in_mansion(state: State, heaven: Cards, earth: Cards) -> None:
    """Refuse, to its owner alone, a mansion with a sixth card of a number, or one of another deck (SCHOOL-1.1, 1.3)."""
    for side in (heaven, earth):
        in_deck(state, side, private=True)
    six = too_many((*heaven, *earth))
    firm(six is None, "SCHOOL-1.1", "shinobi_school.six_in_mansion", private=True, number=six)


def withdraw_entry(state: State, seat: str, move: WithdrawEntry, context: RulingContext) -> Ruling:
    """A player whose entry was wrong gives it up for this round; all hear that, and nothing else."""
    me = player(state, seat)
    firm(me.noted, "SCHOOL-6.2", "shinobi_school.nothing_registered")
    state = with_seat(state, seat, hand=None, heaven=None, noted=False, doubted=False, withdrawn=True)
    return uphold(state, [tell("shinobi_school.entry_withdrawn", "SCHOOL-6.2", seat=seat)])


def require_in_heaven(state: State, p: Player, number: int, size: int, context: RulingContext) -> State:
    """Refuse, to its owner alone, a set that the registered heaven does not hold (SCHOOL-3.3; ledger A6)."""
    if p.heaven is None:
        return state
    held = p.heaven.count(number)
    if held >= size:
        return with_seat(state, p.seat, heaven=less(p.heaven, of_number(number, size)))
    context.refuse("SCHOOL-3.3", "shinobi_school.not_in_heaven", private=True, number=number, held=held)
    return with_seat(state, p.seat, heaven=None, doubted=True)


def seen_elsewhere(state: State, p: Player, cards: Cards) -> int | None:
    """Return a number of which an entry and what everybody sees make more than five, if there is one."""
    for number, n in sorted(Counter(cards).items()):
        if n + elsewhere(state, number, p.seat) > COPIES:
            return number
    return None


def doubts(state: State, *, but: str | None = None, of: int | None = None) -> list[Notice]:
    """Tell those, each alone, whose registered heaven holds cards that everybody sees elsewhere (ledger A6).

    `but` leaves out the seat that has just acted; `of` looks at one number alone.
    """
    told = []
    for p in state.players:
        if p.heaven is None or p.seat == but:
            continue
        number = seen_elsewhere(state, p, tuple(n for n in p.heaven if of in (None, n)))
        if number is not None:
            told.append(tell_one(p.seat, "shinobi_school.entry_seen_elsewhere", "SCHOOL-1.1", number=number))
    return told


def clashes(state: State, seat: str) -> list[Notice]:
    """Tell the game master alone when registered entries together hold a sixth card of a number (ledger A6)."""
    entries = {p.seat: p.hand or (*(p.laid or ()), *(p.heaven or ())) for p in state.players}
    together = Counter(number for cards in entries.values() for number in cards)
    told = []
    for number in sorted(set(entries[seat])):
        if together[number] > COPIES:
            holders = [who for who, cards in entries.items() if number in cards]
            params = {"number": number, "seats": holders}
            told.append(Notice(to=(), message="shinobi_school.entries_clash", params=params, clause="SCHOOL-1.1"))
    return told
