"""What may be declared now, as data: moves by their type, and what each field of one may hold.

An `Offer` is one kind of move with a choice for each of its fields. Every combination of its choices is a legal
move: where one field's choices depend on another's, there are several offers. Whoever reads offers needs no table
of its own: `fits` tells whether a move is offered, `any_of` makes one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from pydantic import Field

from referee.core.base import Value
from referee.core.offers.choices import Choice, Counts, Each, One, Some, allows, distinct, heap
from referee.core.offers.picks import TRIES, pick, split


class Offer(Value):
    """A move that may be declared: its `type`, and by field name what each field may hold.

    A field that is not named is left out of the move, or rests on a secret of the seat that is asked. At `least`
    so many of the fields are given.
    """

    move: str
    fields: dict[str, Choice] = Field(default_factory=dict)
    least: int = 0
    apart: tuple[str, ...] = ()
    """Fields that share no value: what one of them holds, no other does."""
    together: Counts | None = None
    """What the counts in all fields come to, added up."""

    def choices(self, field: str) -> tuple[Any, ...]:
        """Return the values that a field may hold; empty where they are not listed one by one."""
        choice = self.fields.get(field)
        if isinstance(choice, One | Some):
            return distinct(choice.of)
        if isinstance(choice, Counts):
            return tuple(key for group in choice.groups for key in group.keys)
        return tuple(choice.of) if isinstance(choice, Each) else ()

    def fits(self, move: Mapping[str, Any]) -> bool:
        """Tell whether a move, as JSON, is one that is offered. A field that is None counts as left out."""
        given = {name: value for name, value in move.items() if name != "type" and value is not None}
        return (
            move.get("type") == self.move
            and given.keys() <= self.fields.keys()
            and all(allows(choice, given.get(name)) for name, choice in self.fields.items())
            and self._go_together(given)
        )

    def any_of(self, random: Random) -> dict[str, Any]:
        """Return one of the moves that are offered, as JSON. Raises `ValueError` at a choice that lists nothing."""
        for _ in range(TRIES):
            made = {name: pick(choice, random) for name, choice in self.fields.items()}
            if self.together is not None:
                made |= split(self.together, {name: counts.total for name, counts in self._counts()}, random)
            given = {name: value for name, value in made.items() if value is not None}
            if self._go_together(given):
                return {"type": self.move} | {name: _json(value) for name, value in given.items()}
        raise ValueError("these choices do not go together")

    def _go_together(self, given: Mapping[str, Any]) -> bool:
        """Tell whether fields that may hold these values one by one may hold them in one move."""
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
            if not allows(choice, given.get(name)):
                return False
            counted.update(given.get(name, {}))
        return allows(self.together, counted)

    def _counts(self) -> Iterator[tuple[str, Counts]]:
        return ((name, choice) for name, choice in self.fields.items() if isinstance(choice, Counts))


def _json(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _json(inner) for key, inner in value.items()}
    return [_json(inner) for inner in value] if isinstance(value, tuple | list) else value


def offer(move: str, /, **fields: Choice) -> Offer:
    return Offer(move=move, fields=fields)
