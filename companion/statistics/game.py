"""One game's finished matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median

from companion.contract.statistics import Course, GameFigures
from companion.statistics.common import course_of, day, pace, points_of, roles
from companion.statistics.played import Played

MONTHS = 24
"""Months that are drawn: the last ones."""


def game_figures(matches: Iterable[Played], game: str) -> GameFigures:
    """Return what a game's matches come to."""
    some = sorted((each for each in matches if each.game == game), key=lambda each: (each.ended, each.id))
    if not some:
        return GameFigures()
    turns = [seconds for each in some for seat in each.account.turns.values() for seconds in seat]
    audited = [each for each in some if each.account.reneges is not None]
    endings = Counter(each.reason for each in some if each.reason)
    courses = ((course_of(each), day(each.ended)) for each in reversed(some))
    last, last_day = next(((course, at) for course, at in courses if course.curves), (Course(), ""))
    return GameFigures(
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
