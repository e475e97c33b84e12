"""How many cards of a hand may be entered: as many as everybody sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.judging import firm
from referee.scorpion.cards import Cards, cards


def no_more(held: Cards, size: int, clause: str, at: str) -> None:
    """Refuse more cards than everybody sees; that fewer are entered so far is `progress`'s to say."""
    firm(len(held) <= size, clause, "scorpion.hand_size", field=at, count=size, entered=len(held))


def as_many(held: Cards, size: int, clause: str, at: str) -> None:
    firm(len(held) == size, clause, "scorpion.hand_size", field=at, count=size, entered=len(held))


def named_cards(named: Mapping[Any, int]) -> Cards:
    return cards({str(kind): n for kind, n in named.items()})
