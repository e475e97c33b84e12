"""The choices for a move's field, as data: one class for each shape of value.

Each tells whether it `allows` a value, as JSON; `None` means that the field is left out. `any_of` returns a random
value and takes it from the supply, if there is one; it raises `ValueError` if the choice allows no value.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field

from referee.core.base import Value

LONGEST = 12
"""Maximum length of a random list."""
TRIES = 1000
"""Maximum number of attempts to pick values that fit together."""
TRIES_INSIDE = 20
"""The same for a nested mapping, for which the values picked before may leave nothing."""
LEFT_OUT = 0.3
"""Probability of leaving out an optional field."""
_At = tuple[tuple[str, ...], Mapping[str, int]]
"""The current place of each figure, and the remaining supply."""
Supply = Counter[Any] | None
"""The values that several choices share, by `key_of`, with their numbers."""


class Leg(Value):
    """One item of a list, possible while a figure is at the place that lists it."""

    item: dict[str, Any]
    to: str | None = None
    """The place that the figure moves to; `None` if nobody moves."""
    costs: tuple[str, ...] = ()
    """What it uses up, one of the supply for each name."""
    needs: tuple[str, ...] = ()
    """What must be left in the supply, without being used up."""
    gains: tuple[str, ...] = ()
    """What it adds to the supply, one for each name."""


class Way(Value):
    """A list of items that moves one or several figures from place to place.

    Figure n begins at `starts[n]` and moves by the legs of the place it has reached; the figures' places are disjoint.
    The list may end with no figure at an `unfinished` place.
    """

    kind: Literal["way"] = "way"
    starts: tuple[str, ...]
    legs: dict[str, tuple[Leg, ...]]
    like: dict[str, str] = Field(default_factory=dict)
    """For some places, another place whose legs are possible there as well."""
    supply: dict[str, int] = Field(default_factory=dict)
    """The number of each name that legs may cost or need; names not listed have none."""
    unfinished: tuple[str, ...] = ()
    interrupted: dict[str, str] = Field(default_factory=dict)
    """For some places, the place that a figure there is moved to when an item of another figure follows."""
    known: dict[str, Any] = Field(default_factory=dict)
    """Fields that any item may contain in addition, because they are implied."""

    def allows(self, items: Any) -> bool:
        if not isinstance(items, list | tuple):
            return items is None
        return any(map(self._finished, self._ends((self.starts, self.supply), [self._said(item) for item in items])))

    def begins(self, items: Sequence[Any]) -> bool:
        """Tell whether a list of items, as JSON, begins a possible list; it may end at an unfinished place."""
        return any(True for _ in self._ends((self.starts, self.supply), [self._said(item) for item in items]))

    def any_of(self, random: Random, supply: Supply = None) -> list[dict[str, Any]]:
        at: _At = (self.starts, self.supply)
        made: list[dict[str, Any]] = []
        finished = 0
        for _ in range(random.randint(0, LONGEST)):
            next_ = [(leg, after) for n, leg in self._here(at) if (after := self._after(at, n, leg))]
            if not next_:
                break
            onward = [each for each in next_ if each[0].to is not None]
            leg, at = random.choice(onward if onward and random.random() < 0.6 else next_)
            made.append(leg.item)
            if self._finished(at):
                finished = len(made)
        return made[:finished]

    def onward(self, place: str) -> tuple[dict[str, Any], ...]:
        """Return the items that lead away from a place, whatever they cost."""
        legs = (leg for leg in self._at(place) if leg.to is not None)
        return tuple({_text(leg.item): leg.item for leg in legs}.values())

    def _said(self, item: Any) -> str:
        if not isinstance(item, Mapping):
            return _text(item)
        known = self.known
        return _text({k: v for k, v in item.items() if v is not None and not (k in known and known[k] == v)})

    def _ends(self, at: _At, items: Sequence[str]) -> Iterator[_At]:
        """Yield the places and supplies to which a list can lead."""
        if not items:
            yield at
            return
        for n, leg in self._here(at):
            if _text(leg.item) == items[0] and (after := self._after(at, n, leg)):
                yield from self._ends(after, items[1:])

    def _here(self, at: _At) -> Iterator[tuple[int, Leg]]:
        return ((n, leg) for n, place in enumerate(at[0]) for leg in self._at(place))

    def _at(self, place: str) -> Iterator[Leg]:
        yield from self.legs.get(place, ())
        yield from self.legs.get(self.like.get(place, ""), ())

    def _after(self, at: _At, n: int, leg: Leg) -> _At | None:
        """Return the result of a leg by the n-th figure, or `None` if the supply lacks what it needs."""
        places, left = at
        if any(left.get(token, 0) < 1 for token in leg.needs):
            return None
        if leg.costs or leg.gains:
            left = dict(left)
            for token in leg.costs:
                left[token] = left.get(token, 0) - 1
                if left[token] < 0:
                    return None
            for token in leg.gains:
                left[token] = left.get(token, 0) + 1
        others = (self.interrupted.get(place, place) for place in places)
        mine = places[n] if leg.to is None else leg.to
        return tuple(mine if m == n else place for m, place in enumerate(others)), left

    def _finished(self, at: _At) -> bool:
        return not any(place in self.unfinished for place in at[0])


def _text(item: Any) -> str:
    return json.dumps(item, sort_keys=True)


class One(Value):
    """One of these values. If `None` is among them, the field may be left out."""

    kind: Literal["one"] = "one"
    of: tuple[Any, ...]

    def allows(self, value: Any) -> bool:
        return key_of(value) in map(key_of, self.of)

    def any_of(self, random: Random, supply: Supply = None) -> Any:
        left = [value for value in self.of if supply is None or value is None or supply[key_of(value)] > 0]
        picked = random.choice(_listed(left))
        if supply is not None and picked is not None:
            supply[key_of(picked)] -= 1
        return picked


class Some(Value):
    """A list of `least` to `most` of these values, each at most as often as in `of`."""

    kind: Literal["some"] = "some"
    of: tuple[Any, ...]
    least: int = 0
    most: int
    always: tuple[Any, ...] = ()
    """The values that must be in the list."""
    optional: bool = False
    """Whether the field may be left out."""

    def allows(self, value: Any) -> bool:
        if value is None:
            return self.optional
        if not isinstance(value, list | tuple) or not self.least <= len(value) <= self.most:
            return False
        return heap(self.always) <= heap(value) <= heap(self.of)

    def any_of(self, random: Random, supply: Supply = None) -> list[Any] | None:
        if self.optional and (random.random() < LEFT_OUT or self.most == 0):
            return None
        needed, left = heap(self.always), heap(self.of) if supply is None else +supply
        rest = []
        for value in self.of:
            key = key_of(value)
            if needed[key] > 0:
                needed[key] -= 1
            elif left[key] > 0:
                left[key] -= 1
                rest.append(value)
        least = max(0, self.least - len(self.always))
        most = min(self.most - len(self.always), len(rest))
        if supply is not None:
            most = random.randint(min(least, most), most)  # leaves some for the others that share the supply
        if least > most:
            raise ValueError("nothing is left of what is shared")
        made = [*self.always, *random.sample(rest, random.randint(least, most))]
        if supply is not None:
            supply.subtract(map(key_of, made))
        return made


class Number(Value):
    """A whole number from `least` to `most`."""

    kind: Literal["number"] = "number"
    least: int
    most: int

    def allows(self, value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most

    def any_of(self, random: Random, supply: Supply = None) -> int:
        return random.randint(self.least, self.most)


class Share(Value):
    """Exactly `count` of `keys` hold one of the values in `of`."""

    keys: tuple[str, ...]
    of: tuple[Any, ...]
    count: int


class Each(Value):
    """A mapping: for every key in `of`, a value of its choice.

    With `different`, all values differ; with `total`, the numbers add up to it. The values, including those inside
    nested lists and mappings, number from `least` to `most`. With `supply`, they are taken from it, each at most as
    often as it is listed; those in `always` must be among them. `shares` fix how many of some keys hold one of some
    values.
    """

    kind: Literal["each"] = "each"
    of: dict[str, Choice]
    different: bool = False
    total: int | None = None
    supply: tuple[Any, ...] | None = None
    always: tuple[Any, ...] = ()
    least: int = 0
    most: int | None = None
    shares: tuple[Share, ...] = ()
    optional: bool = False
    """Whether the field may be left out."""

    def allows(self, value: Any) -> bool:
        if value is None:
            return self.optional
        if not isinstance(value, Mapping) or not value.keys() <= self.of.keys():
            return False
        if not all(inner.allows(value.get(key)) for key, inner in self.of.items()):
            return False
        held = [v for v in value.values() if v is not None]
        if self.different and len(heap(held)) < len(held):
            return False
        listed = heap(_values(value))
        if not heap(self.always) <= listed or (self.supply is not None and not listed <= heap(self.supply)):
            return False
        if listed.total() < self.least or (self.most is not None and listed.total() > self.most):
            return False
        if any(sum(One(of=s.of).allows(value.get(key)) for key in s.keys) != s.count for s in self.shares):
            return False
        return self.total is None or sum(held) == self.total

    def any_of(self, random: Random, supply: Supply = None) -> dict[str, Any] | None:
        if self.optional and random.random() < LEFT_OUT:
            return None
        for _ in range(TRIES if supply is None else TRIES_INSIDE):
            shared = supply if self.supply is None else heap(self.supply)
            shared = None if shared is None else +shared
            try:
                made = self._mapping(random, shared)
            except ValueError:
                if self.supply is None:
                    raise
                continue  # the first keys have taken what the others need
            made = {key: value for key, value in made.items() if value is not None}
            if self.allows(made):
                if supply is not None and shared is not None and self.supply is None:
                    supply.clear()
                    supply.update(shared)
                return made
        raise ValueError("these choices do not go together")

    def _mapping(self, random: Random, supply: Supply) -> dict[str, Any]:
        if self.total is not None:
            return _summed(self.of, self.total, random)
        if self.different:
            return _different(self.of, random)
        if self.least and self.supply is not None and all(isinstance(inner, Some) for inner in self.of.values()):
            most = len(self.supply) if self.most is None else self.most
            dealt = Some(of=self.supply, least=self.least, most=most, always=self.always)
            made: dict[str, list[Any]] = {key: [] for key in self.of}
            for value in dealt.any_of(random) or ():
                made[random.choice(_listed(list(made)))].append(value)
            return made
        return {key: inner.any_of(random, supply) for key, inner in self.of.items()}


class Chain(Value):
    """A list of `least` to `most` strings: the first from `first`, each further one from `then` of the one before."""

    kind: Literal["chain"] = "chain"
    first: tuple[str, ...]
    then: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    least: int = 0
    most: int
    optional: bool = False
    """Whether the field may be left out."""

    def allows(self, value: Any) -> bool:
        if value is None:
            return self.optional
        if not isinstance(value, list | tuple) or not self.least <= len(value) <= self.most:
            return False
        after = [self.first, *(self.then.get(text, ()) if isinstance(text, str) else () for text in value)]
        return all(text in there for text, there in zip(value, after, strict=False))

    def any_of(self, random: Random, supply: Supply = None) -> list[str] | None:
        if self.optional and random.random() < LEFT_OUT:
            return None
        made, there = list[str](), self.first
        wanted = random.randint(self.least, self.most)
        while there and len(made) < wanted:
            made.append(random.choice(there))
            there = self.then.get(made[-1], ())
        if len(made) < self.least:
            raise ValueError("nothing is offered")
        return made


class Group(Value):
    """Keys whose numbers add up to at most `most`."""

    keys: tuple[str, ...]
    most: int


class Counts(Value):
    """A mapping of keys to numbers from 0 that add up to `total`. A missing key has 0.

    The groups together may exceed their `most` by `spare`. The field may be left out only if `total` is 0.
    """

    kind: Literal["counts"] = "counts"
    groups: tuple[Group, ...]
    total: int
    spare: int = 0

    def allows(self, value: Any) -> bool:
        if value is None:
            return not self.total
        if not isinstance(value, Mapping) or not value.keys() <= {key for group in self.groups for key in group.keys}:
            return False
        if any(not isinstance(n, int) or isinstance(n, bool) or n < 0 for n in value.values()):
            return False
        taken = [sum(value.get(key, 0) for key in group.keys) for group in self.groups]
        over = sum(max(0, n - group.most) for n, group in zip(taken, self.groups, strict=True))
        return sum(taken) == self.total and over <= self.spare

    def any_of(self, random: Random, supply: Supply = None) -> dict[str, int]:
        most = [(group.keys, group.most) for group in self.groups if group.keys]
        every = [keys for keys, n in most for _ in range(n)] + [sum((keys for keys, _ in most), ())] * self.spare
        if len(every) < self.total:
            raise ValueError("there are not so many")
        return dict(Counter(random.choice(keys) for keys in random.sample(every, self.total)))


class Free(Value):
    """Any value that the field's schema allows, for what only the referee can judge."""

    kind: Literal["free"] = "free"

    def allows(self, value: Any) -> bool:
        return True

    def any_of(self, random: Random, supply: Supply = None) -> Any:
        raise ValueError("a free choice lists nothing")


Choice = Annotated[One | Some | Number | Each | Chain | Counts | Way | Free, Field(discriminator="kind")]
Each.model_rebuild()


def _values(value: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the values in a mapping, including those in its lists and nested mappings."""
    for inner in value.values():
        if isinstance(inner, Mapping):
            yield from _values(inner)
        elif isinstance(inner, list | tuple):
            yield from inner
        elif inner is not None:
            yield inner


def _summed(of: Mapping[str, Choice], total: int, random: Random) -> dict[str, int]:
    """Return numbers that add up to the total, raised one by one from their minimum."""
    bounds = {key: inner for key, inner in of.items() if isinstance(inner, Number)}
    made = {key: inner.least for key, inner in bounds.items()}
    while sum(made.values()) < total:
        made[random.choice(_listed([key for key, inner in bounds.items() if made[key] < inner.most]))] += 1
    return made


def _different(of: Mapping[str, Choice], random: Random) -> dict[str, Any]:
    """Return a value for each key in random order, without duplicates as far as possible."""
    made: dict[str, Any] = {}
    taken: set[Any] = set()
    for key in random.sample(list(of), len(of)):
        inner = of[key]
        if isinstance(inner, One) and (free := tuple(v for v in inner.of if v is None or key_of(v) not in taken)):
            inner = One(of=free)
        made[key] = inner.any_of(random)
        taken.add(key_of(made[key]))
    return made


def _listed(values: Sequence[Any]) -> Sequence[Any]:
    if not values:
        raise ValueError("nothing is offered")
    return values


def distinct(values: Iterable[Any]) -> tuple[Any, ...]:
    """Return the values without duplicates."""
    return tuple({key_of(value): value for value in values}.values())


def heap(values: Iterable[Any]) -> Counter[Any]:
    """Return how often each value occurs."""
    return Counter(map(key_of, values))


def key_of(value: Any) -> Any:
    """Return a key that compares and hashes like the value's JSON; `True` is not 1, and `None` fields are left out."""
    if isinstance(value, Mapping):
        return tuple(sorted((k, key_of(v)) for k, v in value.items() if v is not None))
    if isinstance(value, list | tuple):
        return tuple(key_of(v) for v in value)
    return (type(value) is bool, value)
