"""The arithmetic of battles: sums, inversions, who is strongest (SHINOBAZU-6.1 to 8.3). Knows no table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.core.cards.tricks import ranked, strongest
from referee.shinobazu.model import INVERTING, colour_of, value_of


@dataclass(frozen=True)
class Outcome:
    """Who won and who lost. `ranking` is strongest first; equals keep the order they were given in."""

    inverting: tuple[str, ...]
    ranking: tuple[tuple[str, int], ...]
    strongest: tuple[str, ...]
    winner: str | None
    losers: tuple[str, ...]

    def delta(self, seat: str) -> int:
        """Return the points that the result gives or takes (SHINOBAZU-8.3)."""
        return -1 if seat == self.winner else 1 if seat in self.losers else 0


def strength(cards: Sequence[str]) -> int:
    """Return the sum of all fight cards of one player (SHINOBAZU-6.1)."""
    return sum(value_of(card) for card in cards)


def inverting(cards: Sequence[str], leads: Sequence[str]) -> tuple[str, ...]:
    """Return the cards that invert: a 2 or 4 of another colour than the lead (SHINOBAZU-6.3)."""
    return tuple(card for card in cards if value_of(card) in INVERTING and colour_of(card) not in leads)


def decide(fronts: Mapping[str, Sequence[str]], leads: Sequence[str]) -> Outcome:
    """Compare the fight cards of two or more participants (SHINOBAZU-6.1 to 6.5, 8.1 to 8.3)."""
    off = inverting([card for cards in fronts.values() for card in cards], leads)
    sign = -1 if len(off) % 2 else 1
    totals = {seat: strength(cards) for seat, cards in fronts.items()}
    keys = {seat: sign * value for seat, value in totals.items()}
    best, worst = strongest(keys), min(keys.values())
    losers = tuple(seat for seat, key in keys.items() if key == worst)
    winner = best[0] if len(best) == 1 and best != losers else None
    ranking = tuple((seat, totals[seat]) for seat in ranked(keys))
    return Outcome(off, ranking, best, winner, losers)
