"""One person's finished matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import accumulate

from companion.contract.statistics import Against, OverTime, PersonFigures
from companion.statistics.common import day, pace, points_of, roles
from companion.statistics.played import Played

SHOWN = 200
"""Matches of which the course of wins is drawn: the last ones."""


def person_figures(
    matches: Iterable[Played], person: int, names: Mapping[int, str], left_out: Collection[int] = ()
) -> PersonFigures:
    """Return what somebody's matches come to. `names` are everybody's; who is left out is nobody's rival here."""
    mine = sorted((each for each in matches if person in each.people), key=lambda each: (each.ended, each.id))
    if not mine:
        return PersonFigures()
    won = [each.won_by(person) for each in mine]
    best = [each.best(person) for each in mine]
    turns = [
        seconds for each in mine for sat in each.people[person] for seconds in each.account.turns.get(sat.seat, ())
    ]
    audited = [each for each in mine if each.account.reneges is not None]
    return PersonFigures(
        matches=len(mine),
        since=day(mine[0].ended),
        won=sum(won),
        chance=sum(each.chance(person) for each in mine),
        row=_row(won[::-1]),
        longest=_longest(won),
        places=tuple(sorted(Counter(sat.place for sat in best if sat.place is not None).items())),
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
    """Return how many are won from the first on."""
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
) -> tuple[Against, ...]:
    """Return how matches with each other person went, the one met most often first. A partner is nobody's rival."""
    tally: dict[int, Counter[str]] = {}
    for each in mine:
        me = each.best(person)
        sides = {sat.side for sat in each.people[person]}
        for other, seats in each.people.items():
            if other == person or other in left_out or sides & {sat.side for sat in seats}:
                continue
            rival = each.best(other)
            if me.place is None or rival.place is None:
                continue
            how = "shared" if me.place == rival.place else "won" if me.place < rival.place else "lost"
            tally.setdefault(other, Counter())[how] += 1
    found = [
        Against(other, names.get(other, ""), how["won"], how["lost"], how["shared"]) for other, how in tally.items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.matches, each.name.casefold(), each.person)))
