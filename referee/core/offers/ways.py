"""A choice for a field that is a list of steps: what may follow where, and what runs out on the way."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Literal

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
