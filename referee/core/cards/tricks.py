"""What trick-taking games have in common: suits, the duty to follow, reneges, who is strongest.

Knows no game and no table. A card is written as its suit, a space and its number: `"red 5"`, `"black -3"`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def suit_of(card: str) -> str:
    """Return the suit of a card: its colour or kind."""
    return card.rpartition(" ")[0]


def number_of(card: str) -> int:
    """Return the number on a card."""
    return int(card.rpartition(" ")[2])


def of_suit(cards: Iterable[str], suit: str | None) -> tuple[str, ...]:
    """Return those of some cards that are of a suit, in their order."""
    return tuple(card for card in cards if suit_of(card) == suit)


def followers(hand: Iterable[str], lead: str | None) -> tuple[str, ...]:
    """Return what a hand may play under a led suit: its cards of that suit, or all when it has none."""
    cards = tuple(hand)
    return of_suit(cards, lead) or cards


def owed(held: Iterable[str], card: str, lead: str) -> tuple[str, ...]:
    """Return the cards of the led suit that were held while another suit was played; none when `card` follows.

    Asked of a hand it is the duty to follow; asked of what a player shows later it is the proof of a renege.
    """
    return () if suit_of(card) == lead else of_suit((c for c in held if c != card), lead)


def strongest(strengths: Mapping[str, Any]) -> tuple[str, ...]:
    """Return who has the greatest strength; several when equal, in the order given."""
    best = max(strengths.values())
    return tuple(seat for seat, strength in strengths.items() if strength == best)


def ranked(strengths: Mapping[str, Any]) -> tuple[str, ...]:
    """Return everybody, strongest first; equals keep the order given."""
    return tuple(sorted(strengths, key=strengths.__getitem__, reverse=True))
