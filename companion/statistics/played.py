"""A finished match as statistics count it: its result from the store, and what its account remembers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from pydantic import ValidationError

from companion.statistics.account import Account
from models import MatchRecord

NOTHING = Account()


@dataclass(frozen=True, slots=True)
class Sat:
    """Who sat where, and how it went."""

    seat: str
    person: int | None
    name: str
    side: str
    won: bool
    place: int | None = None
    points: int | None = None


@dataclass(frozen=True)
class Played:
    """A finished match."""

    id: int
    code: str
    game: str
    ended: datetime
    seconds: int
    reason: str
    seats: tuple[Sat, ...]
    sides: int
    """How many could have won: sides, and whoever is ranked without a seat."""
    account: Account

    @cached_property
    def people(self) -> dict[int, tuple[Sat, ...]]:
        """The seats of each person."""
        found: dict[int, list[Sat]] = {}
        for sat in self.seats:
            if sat.person is not None:
                found.setdefault(sat.person, []).append(sat)
        return {person: tuple(mine) for person, mine in found.items()}

    def chance(self, person: int) -> float:
        """Return how likely a person was to win by lot: their sides of all sides."""
        return len({sat.side for sat in self.people[person]}) / self.sides

    def won_by(self, person: int) -> bool:
        return any(sat.won for sat in self.people[person])

    def best(self, person: int) -> Sat:
        """Return the seat with which a person came out best."""
        return min(self.people[person], key=lambda sat: (not sat.won, sat.place or 99))


def played(record: MatchRecord, account: Mapping[str, Any] | None) -> Played:
    """Return a finished match as it is counted; without its account its seats are its sides."""
    result: Mapping[str, Any] = record.result or {}
    ranking = {line["seat"]: line for line in result.get("ranking", ())}
    winners = set(result.get("winners", ()))
    read = account_from(account)
    sides = {part.seat: part.side for part in read.parts}
    both = {part.seat for part in read.parts if part.side != sides[part.seat]}
    seats = tuple(
        Sat(
            seat=s.seat,
            person=s.player_id,
            name=s.name,
            side=s.seat if s.seat in both else sides.get(s.seat, s.seat),
            won=s.seat in winners,
            place=ranking.get(s.seat, {}).get("place"),
            points=ranking.get(s.seat, {}).get("points"),
        )
        for s in record.players
    )
    seated = {s.seat for s in seats}
    return Played(
        id=record.id,
        code=record.code,
        game=record.game,
        ended=record.ended or record.created,
        seconds=record.seconds or 0,
        reason=str(result.get("reason", "")),
        seats=seats,
        sides=max(1, len({s.side for s in seats}) + sum(seat not in seated for seat in ranking)),
        account=read,
    )


def account_from(kept: Mapping[str, Any] | None) -> Account:
    """Return an account as it was kept; an empty one where there is none that this version reads."""
    if not kept:
        return NOTHING
    try:
        return Account.model_validate(kept)
    except ValidationError:
        return NOTHING
