"""What players register on their phones, the supply of each number, checks that use both, and audits.

A refusal here rests on the declaring player's own secret or on public facts; the entries of two players are compared
only to tell the game master.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from referee.core.judging import firm, given, tell, tell_one, uphold
from referee.core.values import Notice, Ruling, RulingContext
from referee.shinobi_school.cards import COPIES, HIGHEST, Cards, heap, less, of_number, too_many
from referee.shinobi_school.moves import CountHeaven, RegisterHand, RegisterHeaven, Side, WithdrawEntry
from referee.shinobi_school.state import Player, State, found, numbers, player, turn_number, with_seat
from referee.shinobi_school.view_model import Turn


def in_heaven(p: Player) -> Cards:
    """Return the cards known to be in a heaven: all of them once it is shown."""
    shown = None if p.left is None else p.left.heaven
    return p.known if shown is None else shown


def accounted(state: State, number: int, but: str | None = None) -> dict[str, Any]:
    """Return where the cards of a number publicly are; `but` leaves out one seat's heaven."""
    return {
        "on_field": sum(tier.size for tier in state.field if tier.number == number),
        "swept": state.swept.count(number),
        "earths": sum(p.earth.count(number) for p in state.players),
        "heavens": sum(in_heaven(p).count(number) for p in state.players if p.seat != but),
    }


def elsewhere(state: State, number: int, but: str) -> int:
    """Return how many cards of a number are certainly not in one seat's heaven."""
    return sum(accounted(state, number, but).values())


def unknown(p: Player) -> int:
    """Return the number of cards in a heaven that nobody has seen there (ledger A1)."""
    return p.heaven_size - len(p.known)


def most_in_heaven(state: State, p: Player, number: int) -> int:
    """Return the most cards of a number that a heaven can hold, by public knowledge (ledger A1)."""
    certain = p.known.count(number)
    free = COPIES - elsewhere(state, number, p.seat)
    return max(0, min(certain + unknown(p), free))


def possible_heaven(state: State, p: Player) -> Cards:
    """Return each number as often as a heaven may hold it by public knowledge; the heaven is among these cards."""
    return tuple(number for number in numbers(state) for _ in range(most_in_heaven(state, p, number)))


def certain_heaven(p: Player, possible: Cards) -> Cards:
    """Return the cards known to be in a heaven, without those that a house ruling has let others show."""
    return tuple((Counter(p.known) & Counter(possible)).elements())


def require_room(state: State, p: Player, number: int, size: int, context: RulingContext, told: list[Notice]) -> State:
    """Refuse a set that this heaven cannot hold (SCHOOL-3.3), or a sixth card of a number (SCHOOL-1.1; ledger A1).

    If a house ruling upholds the move, a finding is added: something was declared wrongly before.
    """
    certain, free = p.known.count(number), unknown(p)
    if size - certain > free:
        most = certain + free
        context.refuse("SCHOOL-3.3", "shinobi_school.no_room_in_heaven", number=number, most=most)
        state = with_seat(state, p.seat, known=())
        where = {"number": number, "size": size, "turn": turn_number(state)}
        state = found(state, "capacity", p.seat, "SCHOOL-3.3", told, **where)
    return require_supply(state, p.seat, number, max(size, certain), context, told)


def require_supply(
    state: State, seat: str | None, number: int, size: int, context: RulingContext, told: list[Notice]
) -> State:
    """Refuse a sixth card of a number, with the places of the five (SCHOOL-1.1).

    `size` is the number of cards in the heaven of `seat`, or from the stock.
    """
    places = accounted(state, number, seat)
    if sum(places.values()) + size <= COPIES:
        return state
    context.refuse("SCHOOL-1.1", "shinobi_school.sixth_card", number=number, size=size, **places)
    return found(state, "supply", seat, "SCHOOL-1.1", told, number=number, size=size, turn=turn_number(state))


def gone_from(known: Cards, number: int, size: int) -> Cards:
    """Return the cards still certainly in a heaven after a set has left it (ledger A1)."""
    rest = max(0, known.count(number) - size)
    return heap((*(card for card in known if card != number), *of_number(number, rest)))


def in_deck(state: State, cards: Cards, *, private: bool = False) -> None:
    """Refuse numbers that are not in this deck, and six cards of one (SCHOOL-1.1, 1.3)."""
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
    """Judge a player's secret note of the dealt hand, before the earth is laid (SCHOOL-6.2)."""
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
    """Judge a secret note of the heaven, made after the earth is known and before the heaven changes (SCHOOL-6.2)."""
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
    told = [tell("shinobi_school.heaven_registered", "SCHOOL-6.2", seat=seat), side_noted(seat, "heaven", cards)]
    return uphold(state, told + clashes(state, seat))


def side_noted(seat: str, side: Side, cards: Cards) -> Notice:
    message = f"shinobi_school.{side}_noted" if cards else f"shinobi_school.{side}_noted_empty"
    return tell_one(seat, message, "SCHOOL-6.2" if side == "heaven" else "SCHOOL-9.3", cards=list(cards))


def in_mansion(state: State, heaven: Cards, earth: Cards) -> None:
    """Refuse, privately, a mansion with six cards of a number, or with cards of another deck (SCHOOL-1.1, 1.3)."""
    for side in (heaven, earth):
        in_deck(state, side, private=True)
    six = too_many((*heaven, *earth))
    firm(six is None, "SCHOOL-1.1", "shinobi_school.six_in_mansion", private=True, number=six)


def withdraw_entry(state: State, seat: str, move: WithdrawEntry, context: RulingContext) -> Ruling:
    """Judge the withdrawal of a wrong entry for this round; everybody is told that, and nothing else."""
    me = player(state, seat)
    firm(me.noted, "SCHOOL-6.2", "shinobi_school.nothing_registered")
    state = with_seat(state, seat, hand=None, heaven=None, noted=False, doubted=False, withdrawn=True)
    return uphold(state, [tell("shinobi_school.entry_withdrawn", "SCHOOL-6.2", seat=seat)])


def require_in_heaven(state: State, p: Player, number: int, size: int, context: RulingContext) -> State:
    """Refuse, privately, a set that the registered heaven does not hold (SCHOOL-3.3; ledger A6)."""
    if p.heaven is None:
        return state
    held = p.heaven.count(number)
    if held >= size:
        return with_seat(state, p.seat, heaven=less(p.heaven, of_number(number, size)))
    context.refuse("SCHOOL-3.3", "shinobi_school.not_in_heaven", private=True, number=number, held=held)
    return with_seat(state, p.seat, heaven=None, doubted=True)


def seen_elsewhere(state: State, p: Player, cards: Cards) -> int | None:
    """Return a number of which an entry and public cards together have more than five, or `None`."""
    counted = sorted(Counter(cards).items())
    return next((number for number, n in counted if n + elsewhere(state, number, p.seat) > COPIES), None)


def doubts(state: State, *, but: str | None = None, of: int | None = None) -> list[Notice]:
    """Tell each player privately whose registered heaven holds cards that are seen elsewhere (ledger A6).

    `but` leaves out the seat that has just acted; `of` restricts it to one number.
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
    """Tell only the game master if registered entries together hold six cards of a number (ledger A6)."""
    entries = {p.seat: p.hand or (*(p.laid or ()), *(p.heaven or ())) for p in state.players}
    together = Counter(number for cards in entries.values() for number in cards)
    told = []
    for number in sorted(set(entries[seat])):
        if together[number] > COPIES:
            holders = [who for who, cards in entries.items() if number in cards]
            params = {"number": number, "seats": holders}
            told.append(Notice(to=(), message="shinobi_school.entries_clash", params=params, clause="SCHOOL-1.1"))
    return told


def heaven_changes(state: State, seat: str, number: int) -> Iterator[tuple[int, int]]:
    """Yield the turn and size of each change of a player's heaven in cards of a number."""
    now = Turn(state.active or state.winner or "", state.actions)
    for at, turn in enumerate((*state.turns, now), state.earlier + 1):
        if turn.seat != seat:
            continue
        for action in turn.actions:
            if action.side == "heaven" and action.number == number:
                yield at, action.size if action.kind == "collect" else -action.size


def first_breach(state: State, seat: str, number: int, final: int) -> tuple[int, int] | None:
    """Return the turn and size of the first placement that the final heaven contradicts (ledger A2), or `None`.

    Turn 0 stands for the split: cards collected later are missing although they were never placed.
    """
    changes = list(heaven_changes(state, seat, number))
    held = final - sum(change for _, change in changes)
    if held < 0:
        return 0, -held
    for at, change in changes:
        held += change
        if held < 0:
            return at, -change
    return None


def audit_heaven(state: State, seat: str, final: Cards, told: list[Notice]) -> State:
    """Report each number whose cards cannot have been where declared (ledger A2, A3)."""
    me = player(state, seat)
    turns = [action.number for turn in state.turns if turn.seat == seat for action in turn.actions]
    turns += [action.number for action in state.actions if state.winner == seat]
    for number in sorted({n for n in (*turns, *me.known, *final) if n is not None}):
        breach = first_breach(state, seat, number, final.count(number))
        if breach is not None:
            state = found(state, "heaven", seat, "SCHOOL-3.3", told, number=number, turn=breach[0], size=breach[1])
    return state


def audit_entry(state: State, seat: str, final: Cards, told: list[Notice]) -> State:
    """Report, without its content, an entry that an open heaven proves wrong (ledger A6)."""
    me = player(state, seat)
    if not me.doubted and me.heaven in (None, final):
        return state
    return found(state, "entry", seat, "SCHOOL-6.2", told)


def count_heaven(state: State, seat: str, move: CountHeaven, context: RulingContext) -> Ruling:
    """Judge the table's count of a heaven; a difference shows that a declaration is missing since the last (A4)."""
    p = player(state, move.player)
    params: dict[str, Any] = {"seat": p.seat, "size": move.size}
    firm(move.size or p.earth, "SCHOOL-2.5", "shinobi_school.only_one_winner", seat=p.seat)
    told = [tell("shinobi_school.counted", "SCHOOL-9.2", **params)]
    if move.size != p.heaven_size:
        context.refuse("SCHOOL-9.2", "shinobi_school.count_differs", count=p.heaven_size, turn=p.counted, **params)
        certain = p.known if len(p.known) <= move.size else ()
        entry = {"heaven": None, "doubted": p.noted} if p.heaven is not None else {}
        state = with_seat(state, p.seat, heaven_size=move.size, known=certain, **entry)
        state = miscounted(state, p, move.size, "SCHOOL-9.2", told)
    return uphold(with_seat(state, p.seat, counted=turn_number(state)), told)


def miscounted(state: State, p: Player, size: int, clause: str, told: list[Notice]) -> State:
    """Report a heaven of another size than declared since its last count (ledger A4)."""
    return found(state, "count", p.seat, clause, told, size=size, turn=turn_number(state), counted=p.counted)
