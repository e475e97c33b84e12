"""One value at random of what a choice allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

from referee.core.offers.choices import Chain, Choice, Counts, Each, Number, One, Some, allows, heap, key_of
from referee.core.offers.ways import Way

TRIES = 1000
"""How often values are picked that may not go together."""
TRIES_INSIDE = 20
"""The same of a mapping in a mapping: what the others picked may leave it nothing."""
LEFT_OUT = 0.3
"""How likely a field is left out that may be."""


def pick(choice: Choice, random: Random, supply: Counter[Any] | None = None) -> Any:
    """Return one of the values; what is picked is taken from the supply, if there is one.

    Raises `ValueError` where nothing is listed or can be made of it.
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
        most = random.randint(min(least, most), most)  # whoever shares it is to have some too
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
            continue  # the first have taken all that the others need
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
    """Return numbers that add up to the total, raised one by one from the least."""
    bounds = {key: inner for key, inner in of.items() if isinstance(inner, Number)}
    made = {key: inner.least for key, inner in bounds.items()}
    while sum(made.values()) < total:
        made[random.choice(_listed([key for key, inner in bounds.items() if made[key] < inner.most]))] += 1
    return made


def _different(choice: Each, random: Random) -> dict[str, Any]:
    """Return a value for each key, one after the other, and none twice as far as that can be."""
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
    """Return lists of what must be among them and of some more of the supply, dealt to any key."""
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
    """Return numbers that add up to the total: out of each group as many as it has, and of any key what is spare."""
    most = [(group.keys, group.most) for group in choice.groups if group.keys]
    every = [keys for keys, n in most for _ in range(n)] + [sum((keys for keys, _ in most), ())] * choice.spare
    if len(every) < choice.total:
        raise ValueError("there are not so many")
    return dict(Counter(random.choice(keys) for keys in random.sample(every, choice.total)))


def split(together: Counts, totals: Mapping[str, int], random: Random) -> dict[str, dict[str, int]]:
    """Return counts that add up to `together`, dealt to several fields, to each as many as its total."""
    every = list(Counter(_counts(together, random)).elements())
    random.shuffle(every)
    dealt = iter(every)
    return {name: dict(Counter(islice(dealt, total))) for name, total in totals.items()}


def _listed(values: Sequence[Any]) -> Sequence[Any]:
    if not values:
        raise ValueError("nothing is offered")
    return values
