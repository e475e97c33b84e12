"""Statistics of finished matches, for people and games: what is remembered of each match, and how it is counted."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import accumulate
from statistics import median
from typing import Any, Final

from pydantic import ValidationError

from companion.contract.game_ui import ui_of
from companion.contract.statistics import (
    Course,
    GameStatistics,
    OpponentRecord,
    OverTime,
    Pace,
    PersonStatistics,
    PointStatistics,
    RoleStatistics,
    Share,
)
from companion.database import match_of
from models import EntryRecord, MatchRecord, Store
from referee.core.analysis import Part
from referee.core.base import Value
from referee.core.games import GameUnavailable
from referee.core.journal import Match
from referee.core.values import GAME_MASTER, TABLE, Refused

PAUSE: Final = 15 * 60
"""The longest turn in seconds: a longer one, such as a pause, is counted as this."""
_NOBODY = frozenset({GAME_MASTER, TABLE})


class Account(Value):
    """What is remembered of one match, by the ids of its seats; nothing in it is secret once the match has ended."""

    version: int = 1
    parts: tuple[Part, ...] = ()
    at: tuple[tuple[int, ...], ...] = ()
    """The stages of the match at which points are known, in its own units, such as set and round."""
    points: Mapping[str, tuple[int, ...]] = {}
    """By seat, the points at each of these stages."""
    reneges: Mapping[str, int] | None = None
    """By seat, the number of proven reneges; None in games without an audit for them."""
    turns: Mapping[str, tuple[int, ...]] = {}
    """By seat, the lengths of its turns in seconds."""


def account_of(match: Match, started: datetime, times: Iterable[tuple[str, datetime]]) -> Account:
    """Return the account of a match that has ended; `times` holds its entries' actors and times, in order."""
    offered = match.game.EXTRAS.statistics
    at, points = _course(match)
    return Account(
        parts=() if offered.parts is None else offered.parts(match.state),
        at=at,
        points=points,
        reneges=None if offered.reneges is None else _counted(offered.reneges(match.state)),
        turns=turns(started, times),
    )


def _course(match: Match) -> tuple[tuple[tuple[int, ...], ...], dict[str, tuple[int, ...]]]:
    """Return the stages at which points are known, and by seat the points at each."""
    found: dict[tuple[int, ...], Mapping[str, int]] = {}
    standing_of = match.game.EXTRAS.statistics.standing
    for step in match.steps:
        standing = None if standing_of is None else standing_of(step.ruling.state)
        if standing is not None:
            found[standing.at] = standing.points
    seats = [seat.seat for seat in match.seats] if found else []
    return tuple(found), {seat: tuple(points.get(seat, 0) for points in found.values()) for seat in seats}


def _counted(seats: Iterable[str]) -> dict[str, int]:
    counted: dict[str, int] = {}
    for seat in seats:
        counted[seat] = counted.get(seat, 0) + 1
    return counted


def turns(started: datetime, times: Iterable[tuple[str, datetime]]) -> dict[str, tuple[int, ...]]:
    """Return the seconds of each seat's turns, at most `PAUSE`: from the declaration before a turn to its last one."""
    found: dict[str, list[int]] = {}
    last, since, actor = started, started, ""
    for who, moment in times:
        if who != actor:
            since, actor = last, who
            if who not in _NOBODY:
                found.setdefault(who, []).append(0)
        if who not in _NOBODY:
            seconds = max(0, round((moment - since).total_seconds()))
            found[who][-1] = min(seconds, PAUSE)
        last = max(last, moment)
    return {seat: tuple(each) for seat, each in found.items()}


NOTHING = Account()


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """One seat of a finished match, its person and its result."""

    seat: str
    person: int | None
    name: str
    side: str
    won: bool
    rank: int | None = None
    points: int | None = None


@dataclass(frozen=True)
class Played:
    """A finished match as the statistics count it."""

    id: int
    code: str
    game: str
    ended: datetime
    seconds: int
    reason: str
    seats: tuple[PlayedSeat, ...]
    sides: int
    """The number of sides that could have won, including ranked ones without a seat."""
    account: Account

    @cached_property
    def people(self) -> dict[int, tuple[PlayedSeat, ...]]:
        """The seats of each person."""
        found: dict[int, list[PlayedSeat]] = {}
        for sat in self.seats:
            if sat.person is not None:
                found.setdefault(sat.person, []).append(sat)
        return {person: tuple(mine) for person, mine in found.items()}

    def chance(self, person: int) -> float:
        """Return a person's probability of winning by lot: the share of their sides among all sides."""
        return len({sat.side for sat in self.people[person]}) / self.sides

    def won_by(self, person: int) -> bool:
        return any(sat.won for sat in self.people[person])

    def best(self, person: int) -> PlayedSeat:
        """Return the person's best-placed seat."""
        return min(self.people[person], key=lambda sat: (not sat.won, sat.rank or 99))


def played(record: MatchRecord, account: Mapping[str, Any] | None) -> Played:
    """Return a finished match as the statistics count it; without its account each seat is a side of its own."""
    result: Mapping[str, Any] = record.result or {}
    ranking = {line["seat"]: line for line in result.get("ranking", ())}
    winners = set(result.get("winners", ()))
    read = account_from(account)
    sides = {part.seat: part.side for part in read.parts}
    both = {part.seat for part in read.parts if part.side != sides[part.seat]}
    seats = tuple(
        PlayedSeat(
            seat=s.seat,
            person=s.player_id,
            name=s.name,
            side=s.seat if s.seat in both else sides.get(s.seat, s.seat),
            won=s.seat in winners,
            rank=ranking.get(s.seat, {}).get("place"),
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
    """Return a stored account; an empty one if there is none that this version can read."""
    if not kept:
        return NOTHING
    try:
        return Account.model_validate(kept)
    except ValidationError:
        return NOTHING


log = logging.getLogger("metsuke")


def read_account(record: MatchRecord, rows: Sequence[EntryRecord]) -> dict[str, Any]:
    """Return a finished match's account in the form in which it is stored, made from its journal.

    It takes as long as judging the match again. For an unreadable match the account is empty and is not tried again:
    the match then counts by its result alone.
    """
    try:
        account = account_from_journal(record, rows)
    except (GameUnavailable, Refused, ValueError):
        log.warning("a finished match cannot be read for the statistics")
        account = None
    return (account or Account()).model_dump(mode="json", exclude_defaults=True)


def account_from_journal(record: MatchRecord, rows: Sequence[EntryRecord]) -> Account | None:
    """Return the account of a match; None if it has not ended. Raises `GameUnavailable` and `Refused`."""
    match = match_of(record, rows)
    if match.result is None:
        return None
    return account_of(match, record.started or record.created, ((row.actor, row.at) for row in rows))


def all_played(store: Store) -> tuple[Played, ...]:
    """Return all finished matches, each with its account if it has been made."""
    accounts = store.accounts.all()
    return tuple(played(record, accounts.get(record.id)) for record in store.matches.find(status="ended"))


def day(moment: datetime) -> str:
    """Return a date in this host's time zone, such as `2026-05-03`."""
    return moment.astimezone().strftime("%Y-%m-%d")


def pace(matches: Iterable[Played], turns: Sequence[int]) -> Pace:
    minutes = round(sum(each.seconds for each in matches) / 60)
    return Pace(minutes, len(turns), float(median(turns)) if turns else None)


def points_of(game: str, points: Sequence[int]) -> PointStatistics | None:
    """Return the average and the best of some points; None if there are none, or they say only who has won."""
    ui = ui_of(game)
    if not points or ui.no_points:
        return None
    best = min(points) if ui.fewest_points else max(points)
    return PointStatistics(game, len(points), sum(points) / len(points), best)


def roles(parts: Iterable[tuple[Played, Part]]) -> tuple[RoleStatistics, ...]:
    """Return the figures of each role: by game, the most played first."""
    by_role: dict[tuple[str, str], list[tuple[Played, Part]]] = {}
    for match, part in parts:
        by_role.setdefault((match.game, part.role), []).append((match, part))
    found = [_role(game, role, some) for (game, role), some in by_role.items()]
    return tuple(sorted(found, key=lambda each: (each.game, -each.matches, each.role)))


def _role(game: str, role: str, some: list[tuple[Played, Part]]) -> RoleStatistics:
    turns = [part.turn for _, part in some if part.turn is not None]
    endings = Counter(part.ending for _, part in some if part.ending)
    return RoleStatistics(
        game=game,
        role=role,
        matches=len(some),
        won=sum(part.won for _, part in some),
        goals=_shares((part.goal, part.won) for _, part in some if part.goal),
        sizes=_shares((str(len(match.seats)), part.won) for match, part in some),
        endings=tuple(sorted(endings.items(), key=lambda item: (-item[1], item[0]))),
        turn=float(median(turns)) if turns else None,
    )


def _shares(pairs: Iterable[tuple[str, bool]]) -> tuple[Share, ...]:
    counted: dict[str, list[bool]] = {}
    for of, won in pairs:
        counted.setdefault(of, []).append(won)
    return tuple(Share(of, sum(each), len(each)) for of, each in sorted(counted.items()))


def course_of(match: Played) -> Course:
    """Return the points of all players in the course of a match."""
    along = tuple(".".join(map(str, at)) for at in match.account.at)
    known = match.account.points
    curves = tuple((sat.name or sat.seat, known[sat.seat]) for sat in match.seats if sat.seat in known)
    return Course(along, curves) if len(along) > 1 else Course()


MONTHS = 24
"""The number of months drawn, up to the latest."""


def game_statistics(matches: Iterable[Played], game: str) -> GameStatistics:
    """Return the statistics of one game's matches."""
    some = sorted((each for each in matches if each.game == game), key=lambda each: (each.ended, each.id))
    if not some:
        return GameStatistics()
    turns = [seconds for each in some for seat in each.account.turns.values() for seconds in seat]
    audited = [each for each in some if each.account.reneges is not None]
    endings = Counter(each.reason for each in some if each.reason)
    courses = ((course_of(each), day(each.ended)) for each in reversed(some))
    last, last_day = next(((course, at) for course, at in courses if course.curves), (Course(), ""))
    return GameStatistics(
        matches=len(some),
        since=day(some[0].ended),
        length=float(median(each.seconds for each in some)) / 60,
        sizes=tuple(sorted(Counter(len(each.seats) for each in some).items())),
        endings=tuple(sorted(endings.items(), key=lambda item: (-item[1], item[0]))),
        points=points_of(game, [sat.points for each in some for sat in each.seats if sat.points is not None]),
        roles=roles((each, part) for each in some for part in each.account.parts),
        reneges=sum(sum((each.account.reneges or {}).values()) for each in audited),
        suited=len(audited),
        pace=pace(some, turns),
        months=_months(some),
        last=last,
        last_day=last_day,
    )


def _months(some: Sequence[Played]) -> tuple[tuple[str, int], ...]:
    counted = Counter(day(each.ended)[:7] for each in some)
    year, month = map(int, min(counted).split("-"))
    found: list[tuple[str, int]] = []
    while (at := f"{year:04}-{month:02}") <= max(counted):
        found.append((at, counted[at]))
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    return tuple(found[-MONTHS:])


SHOWN = 200
"""The number of latest matches whose course of wins is drawn."""


def person_statistics(
    matches: Iterable[Played], person: int, names: Mapping[int, str], left_out: Collection[int] = ()
) -> PersonStatistics:
    """Return a person's statistics. `names`: everybody's names; people in `left_out` are not counted as opponents."""
    mine = sorted((each for each in matches if person in each.people), key=lambda each: (each.ended, each.id))
    if not mine:
        return PersonStatistics()
    won = [each.won_by(person) for each in mine]
    best = [each.best(person) for each in mine]
    turns = [
        seconds for each in mine for sat in each.people[person] for seconds in each.account.turns.get(sat.seat, ())
    ]
    audited = [each for each in mine if each.account.reneges is not None]
    return PersonStatistics(
        matches=len(mine),
        since=day(mine[0].ended),
        won=sum(won),
        chance=sum(each.chance(person) for each in mine),
        row=_row(won[::-1]),
        longest=_longest(won),
        ranks=tuple(sorted(Counter(sat.rank for sat in best if sat.rank is not None).items())),
        over_time=_over_time(mine, won, person),
        against=_against(mine, person, names, left_out),
        points=tuple(
            figures
            for game in sorted({each.game for each in mine})
            if (figures := points_of(game, _points(mine, person, game))) is not None
        ),
        roles=roles(
            (each, part)
            for each in mine
            for part in each.account.parts
            if any(sat.seat == part.seat for sat in each.people[person])
        ),
        reneges=sum((each.account.reneges or {}).get(sat.seat, 0) for each in audited for sat in each.people[person]),
        suited=len(audited),
        pace=pace(mine, turns),
    )


def _row(won: Sequence[bool]) -> int:
    """Return how many matches are won in a row from the start of `won`."""
    return next((n for n, each in enumerate(won) if not each), len(won))


def _longest(won: Sequence[bool]) -> int:
    return max((_row(won[n:]) for n in range(len(won))), default=0)


def _points(mine: Sequence[Played], person: int, game: str) -> list[int]:
    best = (each.best(person) for each in mine if each.game == game)
    return [sat.points for sat in best if sat.points is not None]


def _over_time(mine: Sequence[Played], won: Sequence[bool], person: int) -> OverTime:
    shown = mine[-SHOWN:]
    return OverTime(
        tuple(day(each.ended) for each in shown),
        tuple(accumulate(map(int, won[-SHOWN:]))),
        tuple(round(sum_, 2) for sum_ in accumulate(each.chance(person) for each in shown)),
    )


def _against(
    mine: Sequence[Played], person: int, names: Mapping[int, str], left_out: Collection[int]
) -> tuple[OpponentRecord, ...]:
    """Return the results against each opponent, the most frequent first. Partners are not counted."""
    tally: dict[int, Counter[str]] = {}
    for each in mine:
        me = each.best(person)
        sides = {sat.side for sat in each.people[person]}
        for other, seats in each.people.items():
            if other == person or other in left_out or sides & {sat.side for sat in seats}:
                continue
            rival = each.best(other)
            if me.rank is None or rival.rank is None:
                continue
            how = "shared" if me.rank == rival.rank else "won" if me.rank < rival.rank else "lost"
            tally.setdefault(other, Counter())[how] += 1
    found = [
        OpponentRecord(other, names.get(other, ""), how["won"], how["lost"], how["shared"])
        for other, how in tally.items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.matches, each.name.casefold(), each.person)))
