"""What is remembered of a finished match beside its result, made once from its journal and kept in the store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from referee.core.analysis import Part
from referee.core.base import Value
from referee.core.journal import Match
from referee.core.values import GAME_MASTER, TABLE

PAUSE: Final = 15 * 60
"""Seconds from which on a turn is a pause, and no longer."""
_NOBODY = frozenset({GAME_MASTER, TABLE})


class Account(Value):
    """One match. Seats by their ids; nothing in it is secret once the match has ended."""

    version: int = 1
    parts: tuple[Part, ...] = ()
    at: tuple[tuple[int, ...], ...] = ()
    """The places of the match at which points are known, in its own counts, such as set and round."""
    points: Mapping[str, tuple[int, ...]] = {}
    """By seat, the points at each of them."""
    reneges: Mapping[str, int] | None = None
    """By seat, how often it was proved not to have followed suit; None in games that do not look for it."""
    turns: Mapping[str, tuple[int, ...]] = {}
    """By seat, the seconds of its turns."""


def account_of(match: Match, started: datetime, times: Iterable[tuple[str, datetime]]) -> Account:
    """Return what is remembered of a match that has ended; `times` are its entries' actors and moments, in order."""
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
    """Return the points at the end of each place of the match."""
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
    """Return the seconds of everybody's turns: from another's last declaration to the last of one's own in a row."""
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
