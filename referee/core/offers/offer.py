"""What may be declared now, as data: moves by type, the values of each field, and random samples.

An `Offer` is one kind of move with a choice for each of its fields. Every combination of its choices is a legal move:
where one field's choices depend on another's, there are several offers. `fits` tells whether a move is offered,
`any_of` makes one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

from pydantic import Field

from referee.core.base import Value
from referee.core.offers.choices import (
    Chain,
    Choice,
    Counts,
    Each,
    Number,
    One,
    Some,
    Way,
    allows,
    distinct,
    heap,
    key_of,
)

TRIES = 1000
"""Maximum number of attempts to pick values that fit together."""
TRIES_INSIDE = 20
"""The same for a nested mapping, for which the values picked before may leave nothing."""
LEFT_OUT = 0.3
"""Probability of leaving out an optional field."""


def pick(choice: Choice, random: Random, supply: Counter[Any] | None = None) -> Any:
    """Return a random value of a choice and take it from the supply, if there is one.

    Raises `ValueError` if the choice allows no value.
    """
    match choice:
        case One():
            return _one(choice, random, supply)
        case Some(optional=True) | Each(optional=True) | Chain(optional=True) if random.random() < LEFT_OUT:
            return None
        case Some(optional=True, most=0):
            return None
        case Some():
            return _some(choice, random, supply)
        case Number():
            return random.randint(choice.least, choice.most)
        case Each():
            return _each(choice, random, supply)
        case Chain():
            return _chain(choice, random)
        case Counts():
            return _counts(choice, random)
        case Way():
            return choice.any_of(random)
    raise ValueError("a free choice lists nothing")


def _one(choice: One, random: Random, supply: Counter[Any] | None) -> Any:
    left = [value for value in choice.of if supply is None or value is None or supply[key_of(value)] > 0]
    picked = random.choice(_listed(left))
    if supply is not None and picked is not None:
        supply[key_of(picked)] -= 1
    return picked


def _some(choice: Some, random: Random, supply: Counter[Any] | None) -> list[Any]:
    needed, left = heap(choice.always), heap(choice.of) if supply is None else +supply
    rest = []
    for value in choice.of:
        key = key_of(value)
        if needed[key] > 0:
            needed[key] -= 1
        elif left[key] > 0:
            left[key] -= 1
            rest.append(value)
    least = max(0, choice.least - len(choice.always))
    most = min(choice.most - len(choice.always), len(rest))
    if supply is not None:
        most = random.randint(min(least, most), most)  # leaves some for the others that share the supply
    if least > most:
        raise ValueError("nothing is left of what is shared")
    made = [*choice.always, *random.sample(rest, random.randint(least, most))]
    if supply is not None:
        supply.subtract(map(key_of, made))
    return made


def _each(choice: Each, random: Random, supply: Counter[Any] | None) -> dict[str, Any]:
    for _ in range(TRIES if supply is None else TRIES_INSIDE):
        shared = supply if choice.supply is None else heap(choice.supply)
        shared = None if shared is None else +shared
        try:
            made = _mapping(choice, random, shared)
        except ValueError:
            if choice.supply is None:
                raise
            continue  # the first keys have taken what the others need
        made = {key: value for key, value in made.items() if value is not None}
        if allows(choice, made):
            if supply is not None and shared is not None and choice.supply is None:
                supply.clear()
                supply.update(shared)
            return made
    raise ValueError("these choices do not go together")


def _mapping(choice: Each, random: Random, supply: Counter[Any] | None) -> dict[str, Any]:
    if choice.total is not None:
        return _summed(choice.of, choice.total, random)
    if choice.different:
        return _different(choice, random)
    if choice.least and choice.supply is not None and all(isinstance(inner, Some) for inner in choice.of.values()):
        return _dealt(choice, choice.supply, random)
    return {key: pick(inner, random, supply) for key, inner in choice.of.items()}


def _summed(of: Mapping[str, Choice], total: int, random: Random) -> dict[str, int]:
    """Return numbers that add up to the total, raised one by one from their minimum."""
    bounds = {key: inner for key, inner in of.items() if isinstance(inner, Number)}
    made = {key: inner.least for key, inner in bounds.items()}
    while sum(made.values()) < total:
        made[random.choice(_listed([key for key, inner in bounds.items() if made[key] < inner.most]))] += 1
    return made


def _different(choice: Each, random: Random) -> dict[str, Any]:
    """Return a value for each key in random order, without duplicates as far as possible."""
    made: dict[str, Any] = {}
    taken: set[Any] = set()
    for key in random.sample(list(choice.of), len(choice.of)):
        inner = choice.of[key]
        if isinstance(inner, One) and (free := tuple(v for v in inner.of if v is None or key_of(v) not in taken)):
            inner = One(of=free)
        made[key] = pick(inner, random)
        taken.add(key_of(made[key]))
    return made


def _dealt(choice: Each, supply: Sequence[Any], random: Random) -> dict[str, list[Any]]:
    """Return lists with the values that must be included and some more of the supply, each under a random key."""
    most = len(supply) if choice.most is None else choice.most
    dealt = Some(of=tuple(supply), least=choice.least, most=most, always=choice.always)
    made: dict[str, list[Any]] = {key: [] for key in choice.of}
    for value in _some(dealt, random, None):
        made[random.choice(_listed(list(made)))].append(value)
    return made


def _chain(choice: Chain, random: Random) -> list[str]:
    made, there = list[str](), choice.first
    wanted = random.randint(choice.least, choice.most)
    while there and len(made) < wanted:
        made.append(random.choice(there))
        there = choice.then.get(made[-1], ())
    if len(made) < choice.least:
        raise ValueError("nothing is offered")
    return made


def _counts(choice: Counts, random: Random) -> dict[str, int]:
    """Return numbers that add up to the total, within each group's maximum plus what is spare."""
    most = [(group.keys, group.most) for group in choice.groups if group.keys]
    every = [keys for keys, n in most for _ in range(n)] + [sum((keys for keys, _ in most), ())] * choice.spare
    if len(every) < choice.total:
        raise ValueError("there are not so many")
    return dict(Counter(random.choice(keys) for keys in random.sample(every, choice.total)))


def split(together: Counts, totals: Mapping[str, int], random: Random) -> dict[str, dict[str, int]]:
    """Return counts that add up to `together`, split over several fields by their totals."""
    every = list(Counter(_counts(together, random)).elements())
    random.shuffle(every)
    dealt = iter(every)
    return {name: dict(Counter(islice(dealt, total))) for name, total in totals.items()}


def _listed(values: Sequence[Any]) -> Sequence[Any]:
    if not values:
        raise ValueError("nothing is offered")
    return values


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
            and all(allows(choice, given.get(name)) for name, choice in self.fields.items())
            and self._go_together(given)
        )

    def any_of(self, random: Random) -> dict[str, Any]:
        """Return a random offered move, as JSON. Raises `ValueError` if a choice allows no value."""
        for _ in range(TRIES):
            made = {name: pick(choice, random) for name, choice in self.fields.items()}
            if self.together is not None:
                made |= split(self.together, {name: counts.total for name, counts in self._counts()}, random)
            given = {name: value for name, value in made.items() if value is not None}
            if self._go_together(given):
                return {"type": self.move} | {name: _json(value) for name, value in given.items()}
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
