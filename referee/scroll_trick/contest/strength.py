"""Who wins a trick: trump before the led kind before the rest, then the higher number (SCROLL-6.10 to 6.13)."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.cards.tricks import number_of, of_suit, strongest, suit_of
from referee.core.values import Why
from referee.scroll_trick.state import Trick, led


class Won(NamedTuple):
    """Who is ahead in a trick, and why."""

    seat: str
    card: str
    clause: str
    why: str
    kind: str
    others: tuple[str, ...]
    """The cards that compete, the winning one among them."""


def strength(card: str, kind: str, trump: str | None) -> tuple[int, int]:
    """Return what decides between two cards of a trick: class 2 trump, 1 led kind, 0 the rest; then the number."""
    suit = suit_of(card)
    return (2 if suit == trump else 1 if suit == kind else 0), number_of(card)


def ahead(trick: Trick, trump: str | None) -> Won | None:
    """Return who is ahead in a trick; None before its first card."""
    kind = led(trick)
    if kind is None:
        return None
    keys = {play.seat: strength(play.card, kind, trump) for play in trick.plays}
    seat = strongest(keys)[0]
    card = next(play.card for play in trick.plays if play.seat == seat)
    trumps = keys[seat][0] == 2
    suit = trump if trumps and trump is not None else kind
    rivals = of_suit((play.card for play in trick.plays), suit)
    if trumps:
        decided = ("SCROLL-6.11", "highest_trump") if len(rivals) > 1 else ("SCROLL-6.10", "only_trump")
    else:
        decided = ("SCROLL-6.12", "highest_led") if len(rivals) > 1 else ("SCROLL-6.13", "leader_alone")
    return Won(seat, card, *decided, suit, rivals)


def because(won: Won) -> Why:
    params = {"seat": won.seat, "card": won.card, "kind": won.kind, "cards": list(won.others)}
    return Why(reason=f"scroll_trick.why.{won.why}", params=params, clause=won.clause)
