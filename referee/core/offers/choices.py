"""What a field of a move may hold, as data: one kind of choice for each shape of value, and whether a value fits."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field

from referee.core.base import Value

LONGEST = 12
"""Items of the longest list that is made up."""
_At = tuple[tuple[str, ...], Mapping[str, int]]
"""Where everybody is, and what is left."""


class Leg(Value):
    """One item of a list, that may stand in it where somebody is at a place."""

    item: dict[str, Any]
    to: str | None = None
    """The place that it leads to; None: nobody moves."""
    costs: tuple[str, ...] = ()
    """What it uses up, each one of the supply."""
    needs: tuple[str, ...] = ()
    """What there must be one left of, and still is afterwards."""
    gains: tuple[str, ...] = ()
    """What there is one more of afterwards."""


class Way(Value):
    """A list of items that lead one or several from place to place.

    Each begins at one of `starts` and goes by the legs of the place reached; nobody's places are another's. The list
    may end anywhere but with somebody at an `unfinished` place.
    """

    kind: Literal["way"] = "way"
    starts: tuple[str, ...]
    legs: dict[str, tuple[Leg, ...]]
    like: dict[str, str] = Field(default_factory=dict)
    """Places at which, beside their own legs, those of another place may be gone."""
    supply: dict[str, int] = Field(default_factory=dict)
    """How often each of what legs cost or need is there; what is not named is not."""
    unfinished: tuple[str, ...] = ()
    interrupted: dict[str, str] = Field(default_factory=dict)
    """The place that somebody's place turns into once an item of somebody else follows."""
    known: dict[str, Any] = Field(default_factory=dict)
    """What any item may say besides, because it goes without saying."""

    def allows(self, items: Sequence[Any]) -> bool:
        """Tell whether a list, as JSON, is one of these."""
        return any(map(self._finished, self._ends((self.starts, self.supply), [self._said(item) for item in items])))

    def begins(self, items: Sequence[Any]) -> bool:
        """Tell whether a list, as JSON, is one of these as far as it goes: it may end where nobody may stay."""
        return any(True for _ in self._ends((self.starts, self.supply), [self._said(item) for item in items]))

    def any_of(self, random: Random) -> list[dict[str, Any]]:
        """Return one of these lists, as JSON."""
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
        """Return the items that lead on from a place, whatever they cost."""
        legs = (leg for leg in self._at(place) if leg.to is not None)
        return tuple({_text(leg.item): leg.item for leg in legs}.values())

    def _said(self, item: Any) -> str:
        if not isinstance(item, Mapping):
            return _text(item)
        known = self.known
        return _text({k: v for k, v in item.items() if v is not None and not (k in known and known[k] == v)})

    def _ends(self, at: _At, items: Sequence[str]) -> Iterator[_At]:
        """Yield where a list leads, and what is left there."""
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
        """Return where a leg of the n-th leads, or None where something for it is not left."""
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
    """One of these values. None among them: the field may be left out."""

    kind: Literal["one"] = "one"
    of: tuple[Any, ...]


class Some(Value):
    """A list of `least` to `most` of these values; each as often as it stands here."""

    kind: Literal["some"] = "some"
    of: tuple[Any, ...]
    least: int = 0
    most: int
    always: tuple[Any, ...] = ()
    """Those that must be among them."""
    optional: bool = False
    """Whether the field may be left out."""


class Number(Value):
    """A whole number from `least` to `most`."""

    kind: Literal["number"] = "number"
    least: int
    most: int


class Share(Value):
    """Exactly `count` of these keys hold one of these values."""

    keys: tuple[str, ...]
    of: tuple[Any, ...]
    count: int


class Each(Value):
    """A mapping: for every key here a value of its choice.

    With `different` no two values are the same; with `total` the numbers add up to it. It holds `least` to
    `most` values altogether, those in lists and mappings of it counted one by one; with `supply` they are some of
    these, each as often as it stands there, and with `always` those are among them. `shares` say how many of some
    keys hold one of some values.
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
    """A list of `least` to `most` texts: the first is one of `first`, each next one of `then` for the one before it."""

    kind: Literal["chain"] = "chain"
    first: tuple[str, ...]
    then: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    least: int = 0
    most: int
    optional: bool = False
    """Whether the field may be left out."""


class Group(Value):
    """Keys that together come to no more than `most`."""

    keys: tuple[str, ...]
    most: int


class Counts(Value):
    """How many of each key, as a mapping: numbers from 0 up that add up to `total`. A key left out has 0.

    Over all groups together `spare` more may be taken than their `most`. Only where `total` is 0 may the field be
    left out.
    """

    kind: Literal["counts"] = "counts"
    groups: tuple[Group, ...]
    total: int
    spare: int = 0


class Free(Value):
    """Whatever the schema of the field allows: any value of it, or such as only the referee can judge."""

    kind: Literal["free"] = "free"


Choice = Annotated[One | Some | Number | Each | Chain | Counts | Way | Free, Field(discriminator="kind")]
Each.model_rebuild()


def allows(choice: Choice, value: Any) -> bool:
    """Tell whether a field may hold a value, as JSON; None: it is left out."""
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
    """Return what stands in a mapping, in its lists, and in the mappings in it."""
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
    """Return values, each once."""
    return tuple({key_of(value): value for value in values}.values())


def heap(values: Iterable[Any]) -> Counter[Any]:
    """Return how often each value is there."""
    return Counter(map(key_of, values))


def key_of(value: Any) -> Any:
    """Return a value that compares and hashes as its JSON does; true is not 1, and a field that is None is left out."""
    if isinstance(value, Mapping):
        return tuple(sorted((k, key_of(v)) for k, v in value.items() if v is not None))
    if isinstance(value, list | tuple):
        return tuple(key_of(v) for v in value)
    return (type(value) is bool, value)
