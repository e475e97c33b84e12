"""The choices for a move's field, as data: one class for each shape of value, and whether a value fits."""

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
_At = tuple[tuple[str, ...], Mapping[str, int]]
"""The current place of each figure, and the remaining supply."""


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

    def allows(self, items: Sequence[Any]) -> bool:
        """Tell whether a list of items, as JSON, is possible."""
        return any(map(self._finished, self._ends((self.starts, self.supply), [self._said(item) for item in items])))

    def begins(self, items: Sequence[Any]) -> bool:
        """Tell whether a list of items, as JSON, begins a possible list; it may end at an unfinished place."""
        return any(True for _ in self._ends((self.starts, self.supply), [self._said(item) for item in items]))

    def any_of(self, random: Random) -> list[dict[str, Any]]:
        """Return a random possible list, as JSON."""
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
        for n, place in enumerate(at[0]):
            for leg in self._at(place):
                yield n, leg

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


class Number(Value):
    """A whole number from `least` to `most`."""

    kind: Literal["number"] = "number"
    least: int
    most: int


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


class Chain(Value):
    """A list of `least` to `most` strings: the first from `first`, each further one from `then` of the one before."""

    kind: Literal["chain"] = "chain"
    first: tuple[str, ...]
    then: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    least: int = 0
    most: int
    optional: bool = False
    """Whether the field may be left out."""


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


class Free(Value):
    """Any value that the field's schema allows, for what only the referee can judge."""

    kind: Literal["free"] = "free"


Choice = Annotated[One | Some | Number | Each | Chain | Counts | Way | Free, Field(discriminator="kind")]
Each.model_rebuild()


def allows(choice: Choice, value: Any) -> bool:
    """Tell whether a field may hold a value, as JSON; `None` means that it is left out."""
    match choice:
        case One():
            return key_of(value) in map(key_of, choice.of)
        case Some():
            return choice.optional if value is None else _allows_some(choice, value)
        case Number():
            return isinstance(value, int) and not isinstance(value, bool) and choice.least <= value <= choice.most
        case Each():
            return choice.optional if value is None else _allows_each(choice, value)
        case Chain():
            return choice.optional if value is None else _allows_chain(choice, value)
        case Counts():
            return not choice.total if value is None else _allows_counts(choice, value)
        case Way():
            return value is None or (isinstance(value, list | tuple) and choice.allows(value))
        case Free():
            return True


def _allows_some(choice: Some, value: Any) -> bool:
    if not isinstance(value, list | tuple) or not choice.least <= len(value) <= choice.most:
        return False
    listed = heap(value)
    return heap(choice.always) <= listed <= heap(choice.of)


def _allows_each(choice: Each, value: Any) -> bool:
    if not isinstance(value, Mapping) or not value.keys() <= choice.of.keys():
        return False
    if not all(allows(inner, value.get(key)) for key, inner in choice.of.items()):
        return False
    held = [v for v in value.values() if v is not None]
    if choice.different and len(heap(held)) < len(held):
        return False
    listed = heap(_values(value))
    if not heap(choice.always) <= listed or (choice.supply is not None and not listed <= heap(choice.supply)):
        return False
    if listed.total() < choice.least or (choice.most is not None and listed.total() > choice.most):
        return False
    if any(sum(allows(One(of=s.of), value.get(key)) for key in s.keys) != s.count for s in choice.shares):
        return False
    return choice.total is None or sum(held) == choice.total


def _values(value: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the values in a mapping, including those in its lists and nested mappings."""
    for inner in value.values():
        if isinstance(inner, Mapping):
            yield from _values(inner)
        elif isinstance(inner, list | tuple):
            yield from inner
        elif inner is not None:
            yield inner


def _allows_chain(choice: Chain, value: Any) -> bool:
    if not isinstance(value, list | tuple) or not choice.least <= len(value) <= choice.most:
        return False
    after = [choice.first, *(choice.then.get(text, ()) if isinstance(text, str) else () for text in value)]
    return all(text in there for text, there in zip(value, after, strict=False))


def _allows_counts(choice: Counts, value: Any) -> bool:
    if not isinstance(value, Mapping) or not value.keys() <= {key for group in choice.groups for key in group.keys}:
        return False
    if any(not isinstance(n, int) or isinstance(n, bool) or n < 0 for n in value.values()):
        return False
    taken = [sum(value.get(key, 0) for key in group.keys) for group in choice.groups]
    over = sum(max(0, n - group.most) for n, group in zip(taken, choice.groups, strict=True))
    return sum(taken) == choice.total and over <= choice.spare


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
