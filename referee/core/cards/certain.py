"""What the open cards already say of the hidden ones: what lies where in every deal that explains them.

Cards and places are the two sides of a bipartite graph: a card may be at a place that nothing seen there excludes. A
deal is a perfect matching, and certain are the edges that all of them have: those that no alternating cycle of the
residual graph leaves (Dulmage and Mendelsohn 1958; as a filter for `alldifferent`: Régin 1994). Cards that nobody can
tell apart are one node with their number, and the matching is a flow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping
from typing import Final, Generic, NamedTuple, TypeVar

Card = TypeVar("Card", bound=Hashable)
Place = TypeVar("Place", bound=Hashable)


ASIDE: Final = "aside"
"""The place of what nobody holds: undealt cards, or those left over. What is certain there is not told."""


class Room(NamedTuple):
    """A place that holds so many hidden cards, none of those that are `out`."""

    size: int
    out: Collection[Hashable] = frozenset()


def certain_cards(cards: Mapping[Card, int], rooms: Mapping[Place, Room]) -> Mapping[tuple[Card, Place], int] | None:
    """Return how many of each card are at a place for certain, where any is; None where no deal fits.

    `cards` are the hidden ones by number. Raises `ValueError` unless the places hold just as many.
    """
    if sum(cards.values()) != sum(room.size for room in rooms.values()):
        raise ValueError("the places hold more or fewer cards than are hidden")
    deal: _Deal[Card, Place] = _Deal(rooms)
    for card, number in cards.items():
        if not all(deal.take_in(card) for _ in range(number)):
            return None
    found = {edge: deal.kept(*edge) for edge in tuple(deal.lying)}
    return {edge: number for edge, number in found.items() if number and edge[1] != ASIDE}


class _Deal(Generic[Card, Place]):
    """Some deal, and how it can be changed into others."""

    def __init__(self, rooms: Mapping[Place, Room]) -> None:
        self.rooms = {place: room for place, room in rooms.items() if room.size}
        self.free = {place: room.size for place, room in self.rooms.items()}
        self.lying: Counter[tuple[Card, Place]] = Counter()

    def take_in(self, card: Card) -> bool:
        """Find room for one more card, moving others; False where there is none."""
        end = self._shift(card, lambda place: self.free[place] > 0)
        if end is not None:
            self.free[end] -= 1
        return end is not None

    def kept(self, card: Card, place: Place) -> int:
        """Return how many of a card stay at a place whatever is moved."""
        before = self.lying.copy()
        while self.lying[card, place]:
            self.lying[card, place] -= 1
            if self._shift(card, lambda to: to == place, (card, place)) is None:
                self.lying[card, place] += 1
                break
        number = self.lying[card, place]
        self.lying = before
        return number

    def _shift(
        self, card: Card, ends: Callable[[Place], bool], barred: tuple[Card, Place] | None = None
    ) -> Place | None:
        """Bring a card in along a shortest alternating path to a place where it `ends`; return that place, if any."""
        came: dict[Place, tuple[Card, Place | None]] = {}
        queue: list[tuple[Card, Place | None]] = [(card, None)]
        for mover, origin in queue:
            for place, room in self.rooms.items():
                if place in came or mover in room.out or (mover, place) == barred:
                    continue
                came[place] = mover, origin
                if ends(place):
                    self._move(place, came)
                    return place
                queue += [(other, at) for (other, at), number in self.lying.items() if at == place and number]
        return None

    def _move(self, end: Place, came: Mapping[Place, tuple[Card, Place | None]]) -> None:
        to: Place | None = end
        while to is not None:
            mover, origin = came[to]
            self.lying[mover, to] += 1
            if origin is not None:
                self.lying[mover, origin] -= 1
            to = origin
