"""Refusals of what a seat entered that all have seen to be otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.values import Refused
from referee.shinobazu.hands import own_laid
from referee.shinobazu.model import colour_of
from referee.shinobazu.state import State, elsewhere, laid_by, player, round_led, surely_held


def disputed_entry(state: State, seat: str) -> Refused | None:
    """Return the first contradiction of a seat's entries, if any (SHINOBAZU-1.2, 4.1, 9.5): private, by its field.

    In play later reveals can bring one about: then the entry stands, and whoever entered it was told.
    """
    return next(_disputed(state, seat), None)


def _disputed(state: State, seat: str) -> Iterator[Refused]:
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
        if led is not None and led.start == seat and colour_of(fight.recorded) != led.colour:
            params = {"card": fight.recorded, "colour": led.colour}
            yield _wrong(seat, field, "SHINOBAZU-4.1", "shinobazu.false_lead", **params)


def _wrong(seat: str, field: str, clause: str, reason: str, **params: str) -> Refused:
    return Refused(clause, reason, private=True, firm=True, field=f"secrets.{seat}.{field}", **params)
