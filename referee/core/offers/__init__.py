"""What may be declared now, as data: moves by type, the values of each field, and random samples.

An `Offer` is one kind of move with a choice for each of its fields. Every combination of its choices is a legal move:
where one field's choices depend on another's, there are several offers. `fits` tells whether a move is offered,
`any_of` makes one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

from pydantic import Field
from pydantic_core import to_jsonable_python

from referee.core.base import Value
from referee.core.offers.choices import TRIES, heap
from referee.core.offers.choices import Chain as Chain
from referee.core.offers.choices import Choice as Choice
from referee.core.offers.choices import Counts as Counts
from referee.core.offers.choices import Each as Each
from referee.core.offers.choices import Free as Free
from referee.core.offers.choices import Group as Group
from referee.core.offers.choices import Leg as Leg
from referee.core.offers.choices import Number as Number
from referee.core.offers.choices import One as One
from referee.core.offers.choices import Share as Share
from referee.core.offers.choices import Some as Some
from referee.core.offers.choices import Way as Way
from referee.core.offers.choices import distinct as distinct


def split(together: Counts, totals: Mapping[str, int], random: Random) -> dict[str, dict[str, int]]:
    """Return counts that add up to `together`, split over several fields by their totals."""
    every = list(Counter(together.any_of(random)).elements())
    random.shuffle(every)
    dealt = iter(every)
    return {name: dict(Counter(islice(dealt, total))) for name, total in totals.items()}


class Offer(Value):
    """A move that may be declared: its `type`, and for each field the values it may hold.

    A field without a choice is left out of the move, or rests on a secret of the seat. At least `least` of the fields
    must be given.
    """

    move: str
    fields: dict[str, Choice] = Field(default_factory=dict)
    least: int = 0
    apart: tuple[str, ...] = ()
    """Fields that share no value."""
    together: Counts | None = None
    """What the counts in all fields add up to."""

    def choices(self, field: str) -> tuple[Any, ...]:
        """Return the values that a field may hold; empty if they are not listed individually."""
        choice = self.fields.get(field)
        if isinstance(choice, One | Some):
            return distinct(choice.of)
        if isinstance(choice, Counts):
            return tuple(key for group in choice.groups for key in group.keys)
        return tuple(choice.of) if isinstance(choice, Each) else ()

    def fits(self, move: Mapping[str, Any]) -> bool:
        """Tell whether a move, as JSON, is offered. A field that is `None` counts as left out."""
        given = {name: value for name, value in move.items() if name != "type" and value is not None}
        return (
            move.get("type") == self.move
            and given.keys() <= self.fields.keys()
            and all(choice.allows(given.get(name)) for name, choice in self.fields.items())
            and self._go_together(given)
        )

    def any_of(self, random: Random) -> dict[str, Any]:
        """Return a random offered move, as JSON. Raises `ValueError` if a choice allows no value."""
        for _ in range(TRIES):
            made = {name: choice.any_of(random) for name, choice in self.fields.items()}
            if self.together is not None:
                made |= split(self.together, {name: counts.total for name, counts in self._counts()}, random)
            given = {name: value for name, value in made.items() if value is not None}
            if self._go_together(given):
                return {"type": self.move} | to_jsonable_python(given)
        raise ValueError("these choices do not go together")

    def _go_together(self, given: Mapping[str, Any]) -> bool:
        """Tell whether values that each fit their own field may be combined in one move."""
        return len(given) >= self.least and self._are_apart(given) and self._add_up(given)

    def _are_apart(self, given: Mapping[str, Any]) -> bool:
        held = [given[name] for name in self.apart if name in given]
        sets = [set(heap(value if isinstance(value, list | tuple) else (value,))) for value in held]
        return len(set().union(*sets)) == sum(map(len, sets))

    def _add_up(self, given: Mapping[str, Any]) -> bool:
        if self.together is None:
            return True
        counted = Counter[str]()
        for name, choice in self._counts():
            if not choice.allows(given.get(name)):
                return False
            counted.update(given.get(name, {}))
        return self.together.allows(counted)

    def _counts(self) -> Iterator[tuple[str, Counts]]:
        return ((name, choice) for name, choice in self.fields.items() if isinstance(choice, Counts))


def offer(move: str, /, **fields: Choice) -> Offer:
    return Offer(move=move, fields=fields)
