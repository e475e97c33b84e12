"""Where the five cards of a number are, as everybody knows, and what a heaven can hold (ledger A1, I1)."""

from __future__ import annotations

from typing import Any

from referee.core.values import Notice, RulingContext
from referee.shinobi_school.cards import COPIES, Cards, heap, of_number
from referee.shinobi_school.state import Player, State, found, turn_number, with_seat
from referee.shinobi_school.view_model import Finding


def in_heaven(p: Player) -> Cards:
    """Return what everybody knows to be in a heaven: all of it once it is shown."""
    shown = None if p.left is None else p.left.heaven
    return p.known if shown is None else shown


def accounted(state: State, number: int, but: str | None = None) -> dict[str, Any]:
    """Return how many cards of a number lie where, as everybody knows; `but` leaves one seat's heaven out."""
    return {
        "on_field": sum(tier.size for tier in state.field if tier.number == number),
        "swept": state.swept.count(number),
        "earths": sum(p.earth.count(number) for p in state.players),
        "heavens": sum(in_heaven(p).count(number) for p in state.players if p.seat != but),
    }


def elsewhere(state: State, number: int, but: str) -> int:
    """Return how many cards of a number are certainly not in the heaven of one seat."""
    return sum(accounted(state, number, but).values())


def unknown(p: Player) -> int:
    """Return how many cards of a heaven nobody has seen there (ledger A1)."""
    return p.heaven_size - len(p.known)


def most_in_heaven(state: State, p: Player, number: int) -> int:
    """Return how many cards of a number a heaven can hold, as everybody knows (ledger A1)."""
    certain = p.known.count(number)
    free = COPIES - elsewhere(state, number, p.seat)
    return max(0, min(certain + unknown(p), free))


def require_room(state: State, p: Player, number: int, size: int, context: RulingContext, told: list[Notice]) -> State:
    """Refuse a set that this heaven cannot hold (SCHOOL-3.3), or a sixth card of a number (SCHOOL-1.1; ledger A1).

    What a house ruling lets stand all the same is reported: something was declared wrongly before.
    """
    certain, free = p.known.count(number), unknown(p)
    if size - certain > free:
        most = certain + free
        context.refuse("SCHOOL-3.3", "shinobi_school.no_room_in_heaven", number=number, most=most)
        state = with_seat(state, p.seat, known=())
        state = _found(state, "capacity", p.seat, number, size, "SCHOOL-3.3", told)
    return require_supply(state, p.seat, number, max(size, certain), context, told)


def require_supply(
    state: State, seat: str | None, number: int, size: int, context: RulingContext, told: list[Notice]
) -> State:
    """Refuse a sixth card of a number, naming where the five are (SCHOOL-1.1).

    `size` cards are in the heaven of `seat`, or come from the stock.
    """
    places = accounted(state, number, seat)
    if sum(places.values()) + size <= COPIES:
        return state
    context.refuse("SCHOOL-1.1", "shinobi_school.sixth_card", number=number, size=size, **places)
    return _found(state, "supply", seat, number, size, "SCHOOL-1.1", told)


def _found(state: State, kind: str, seat: str | None, number: int, size: int, clause: str, told: list[Notice]) -> State:
    params = {"kind": kind, "round": state.round, "player": seat, "number": number, "size": size}
    return found(state, Finding.model_validate({**params, "turn": turn_number(state)}), clause, told)


def gone_from(known: Cards, number: int, size: int) -> Cards:
    """Return what is still certainly in a heaven after a set left it (ledger A1)."""
    rest = max(0, known.count(number) - size)
    return heap((*(card for card in known if card != number), *of_number(number, rest)))
