"""What may be declared now, as data: moves by their type, and what each field of one may hold.

An `Offer` is one kind of move with a choice for each of its fields. Every combination of its choices is a legal
move: where one field's choices depend on another's, there are several offers. Whoever reads offers needs no table
of his own: `fits` tells whether a move is offered, `any_of` makes one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field

from referee.core.base import Value
from referee.core.ways import Way


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
    these, each as often as it stands there. `shares` say how many of some keys hold one of some values.
    """

    kind: Literal["each"] = "each"
    of: dict[str, Choice]
    different: bool = False
    total: int | None = None
    supply: tuple[Any, ...] | None = None
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
    """Whatever the schema of the field allows; not every value is legal, and the referee judges it."""

    kind: Literal["free"] = "free"


Choice = Annotated[One | Some | Number | Each | Chain | Counts | Way | Free, Field(discriminator="kind")]


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
            and all(_allows(choice, given.get(name)) for name, choice in self.fields.items())
            and len(given) >= self.least
            and self._are_apart(given)
        )

    def any_of(self, random: Random) -> dict[str, Any]:
        """Return one of the moves that are offered, as JSON. Raises `ValueError` at a choice that lists nothing."""
        for _ in range(1000):
            made = {name: _pick(choice, random) for name, choice in self.fields.items()}
            given = {name: value for name, value in made.items() if value is not None}
            if len(given) >= self.least and self._are_apart(given):
                return {"type": self.move} | {name: _json(value) for name, value in given.items()}
        raise ValueError("these choices do not go together")

    def _are_apart(self, given: Mapping[str, Any]) -> bool:
        """Tell whether no two of the fields that stay apart hold the same value."""
        held = [given[name] for name in self.apart if given.get(name) is not None]
        sets = [set(map(_key, value if isinstance(value, list | tuple) else (value,))) for value in held]
        return len(set().union(*sets)) == sum(map(len, sets))


Each.model_rebuild()


def _allows(choice: Any, value: Any) -> bool:
    match choice:
        case One():
            return _any_same(value, choice.of)
        case Some():
            if value is None:
                return choice.optional
            if not isinstance(value, list | tuple) or not choice.least <= len(value) <= choice.most:
                return False
            listed = Counter(map(_key, value))
            return listed <= Counter(map(_key, choice.of)) and Counter(map(_key, choice.always)) <= listed
        case Number():
            return isinstance(value, int) and not isinstance(value, bool) and choice.least <= value <= choice.most
        case Each():
            return (value is None and choice.optional) or _allows_each(choice, value)
        case Chain():
            return _allows_chain(choice, value)
        case Counts():
            return (value is None and not choice.total) or _allows_counts(choice, value)
        case Way():
            return value is None or (isinstance(value, list | tuple) and choice.allows(value))
        case _:
            return True


def _allows_each(choice: Each, value: Any) -> bool:
    if not isinstance(value, Mapping) or not value.keys() <= choice.of.keys():
        return False
    if not all(_allows(inner, value.get(key)) for key, inner in choice.of.items()):
        return False
    held = [v for v in value.values() if v is not None]
    if choice.different and len(set(map(_key, held))) < len(held):
        return False
    listed = Counter(map(_key, _values(value)))
    if choice.supply is not None and not listed <= Counter(map(_key, choice.supply)):
        return False
    if listed.total() < choice.least or (choice.most is not None and listed.total() > choice.most):
        return False
    if any(sum(_any_same(value.get(key), s.of) for key in s.keys) != s.count for s in choice.shares):
        return False
    return choice.total is None or sum(held) == choice.total


def _allows_chain(choice: Chain, value: Any) -> bool:
    if value is None:
        return choice.optional
    if not isinstance(value, list | tuple) or not choice.least <= len(value) <= choice.most:
        return False
    after = [choice.first, *(choice.then.get(text, ()) if isinstance(text, str) else () for text in value)]
    return all(text in there for text, there in zip(value, after, strict=False))


def _values(value: Mapping[str, Any]) -> Iterator[Any]:
    """Return what stands in a mapping, in its lists, and in the mappings in it."""
    for inner in value.values():
        if isinstance(inner, Mapping):
            yield from _values(inner)
        elif isinstance(inner, list | tuple):
            yield from inner
        elif inner is not None:
            yield inner


def _allows_counts(choice: Counts, value: Any) -> bool:
    if not isinstance(value, Mapping) or not value.keys() <= {key for group in choice.groups for key in group.keys}:
        return False
    if any(not isinstance(n, int) or isinstance(n, bool) or n < 0 for n in value.values()):
        return False
    taken = [sum(value.get(key, 0) for key in group.keys) for group in choice.groups]
    over = sum(max(0, n - group.most) for n, group in zip(taken, choice.groups, strict=True))
    return sum(taken) == choice.total and over <= choice.spare


def _pick(choice: Any, random: Random, supply: Counter[Any] | None = None) -> Any:
    """Return one of the values; what is picked is taken from the supply, if there is one."""
    match choice:
        case One():
            return _pick_one(choice, random, supply)
        case Some():
            if choice.optional and (not choice.most or random.random() < 0.3):
                return None
            return _pick_some(choice, random, supply)
        case Number():
            return random.randint(choice.least, choice.most)
        case Each():
            if choice.optional and random.random() < 0.3:
                return None
            return _pick_each(choice, random, supply)
        case Chain():
            return _pick_chain(choice, random)
        case Counts():
            return _pick_counts(choice, random)
        case Way():
            return choice.any_of(random)
    raise ValueError("a free choice lists nothing")


def _pick_one(choice: One, random: Random, supply: Counter[Any] | None) -> Any:
    if supply is None:
        return random.choice(_some(choice.of))
    picked = random.choice(_some([value for value in choice.of if value is None or supply[_key(value)] > 0]))
    if picked is not None:
        supply[_key(picked)] -= 1
    return picked


def _pick_some(choice: Some, random: Random, supply: Counter[Any] | None) -> list[Any]:
    needed, left = Counter(map(_key, choice.always)), Counter(map(_key, choice.of)) if supply is None else +supply
    rest = []
    for value in choice.of:
        key = _key(value)
        if needed[key] > 0:
            needed[key] -= 1
        elif left[key] > 0:
            left[key] -= 1
            rest.append(value)
    least = max(0, choice.least - len(choice.always))
    most = min(choice.most - len(choice.always), len(rest))
    if supply is not None:
        most = random.randint(min(least, most), most)  # whoever shares it is to have some too
    if least > most:
        raise ValueError("nothing is left of what is shared")
    made = [*choice.always, *random.sample(rest, random.randint(least, most))]
    if supply is not None:
        supply.subtract(map(_key, made))
    return made


def _pick_each(choice: Each, random: Random, supply: Counter[Any] | None) -> dict[str, Any]:
    for _ in range(1000 if supply is None else 20):
        shared = supply if choice.supply is None else Counter(map(_key, choice.supply))
        shared = None if shared is None else +shared
        try:
            made = _different(choice, random) if choice.different else _picked(choice, random, shared)
        except ValueError:
            if choice.supply is None:
                raise
            continue  # the first have taken all that the others need
        made = {key: value for key, value in made.items() if value is not None}
        if choice.total is not None:
            made = _summed(choice, made, random)
        if _allows_each(choice, made):
            if supply is not None and shared is not None and choice.supply is None:
                supply.clear()
                supply.update(shared)
            return made
    raise ValueError("these choices do not go together")


def _pick_chain(choice: Chain, random: Random) -> list[str] | None:
    if choice.optional and random.random() < 0.3:
        return None
    made, there = list[str](), choice.first
    wanted = random.randint(choice.least, choice.most)
    while there and len(made) < wanted:
        made.append(random.choice(there))
        there = choice.then.get(made[-1], ())
    if len(made) < choice.least:
        raise ValueError("nothing is offered")
    return made


def _picked(choice: Each, random: Random, supply: Counter[Any] | None) -> dict[str, Any]:
    return {key: _pick(inner, random, supply) for key, inner in choice.of.items()}


def _different(choice: Each, random: Random) -> dict[str, Any]:
    """Return a value for each key, one after the other, and none twice as far as that can be."""
    made: dict[str, Any] = {}
    taken: set[Any] = set()
    for key in random.sample(list(choice.of), len(choice.of)):
        inner = choice.of[key]
        if isinstance(inner, One) and (free := tuple(v for v in inner.of if v is None or _key(v) not in taken)):
            inner = One(of=free)
        made[key] = _pick(inner, random)
        taken.add(_key(made[key]))
    return made


def _pick_counts(choice: Counts, random: Random) -> dict[str, int]:
    """Return numbers that add up to the total: out of each group as many as it has, and of any key what is spare."""
    most = [(group.keys, group.most) for group in choice.groups if group.keys]
    every = [keys for keys, n in most for _ in range(n)] + [sum((keys for keys, _ in most), ())] * choice.spare
    if len(every) < choice.total:
        raise ValueError("there are not so many")
    return dict(Counter(random.choice(keys) for keys in random.sample(every, choice.total)))


def _summed(choice: Each, made: dict[str, Any], random: Random) -> dict[str, Any]:
    """Return the numbers changed one by one until they add up to the total."""
    assert choice.total is not None
    bounds = {key: inner for key, inner in choice.of.items() if isinstance(inner, Number)}
    made = {key: inner.least for key, inner in bounds.items()}
    while (missing := choice.total - sum(made.values())) > 0:
        room = [key for key, inner in bounds.items() if made[key] < inner.most]
        made[random.choice(_some(room))] += min(1, missing)
    return made


def _some(values: Sequence[Any]) -> Sequence[Any]:
    if not values:
        raise ValueError("nothing is offered")
    return values


def _json(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _json(inner) for key, inner in value.items()}
    return [_json(inner) for inner in value] if isinstance(value, tuple | list) else value


def _any_same(value: Any, values: Sequence[Any]) -> bool:
    return any(_same(value, one) for one in values)


def distinct(values: Iterable[Any]) -> tuple[Any, ...]:
    """Return values, each once."""
    return tuple({_key(value): value for value in values}.values())


def _same(value: Any, one: Any) -> bool:
    return _key(value) == _key(one)


def _key(value: Any) -> Any:
    """Return a value that compares and hashes as its JSON does; true is not 1, and a field that is None is left out."""
    if isinstance(value, Mapping):
        return tuple(sorted((k, _key(v)) for k, v in value.items() if v is not None))
    if isinstance(value, list | tuple):
        return tuple(_key(v) for v in value)
    return (type(value) is bool, value)
