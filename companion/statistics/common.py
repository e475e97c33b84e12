"""What figures of people and of games have in common: roles, points, turns, days."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from statistics import median

from companion.contract.offered import ui_of
from companion.contract.statistics import Course, Pace, PointFigures, RoleFigures, Share
from companion.statistics.played import Played
from referee.core.analysis import Part


def day(moment: datetime) -> str:
    """Return a day where this host stands, as `2026-05-03`."""
    return moment.astimezone().strftime("%Y-%m-%d")


def pace(matches: Iterable[Played], turns: Sequence[int]) -> Pace:
    minutes = round(sum(each.seconds for each in matches) / 60)
    return Pace(minutes, len(turns), float(median(turns)) if turns else None)


def points_of(game: str, points: Sequence[int]) -> PointFigures | None:
    """Return the average and the best of some points; None where points say no more than who has won."""
    ui = ui_of(game)
    if not points or ui.no_points:
        return None
    best = min(points) if ui.fewest_points else max(points)
    return PointFigures(game, len(points), sum(points) / len(points), best)


def roles(parts: Iterable[tuple[Played, Part]]) -> tuple[RoleFigures, ...]:
    """Return how each role went, the one that was played most first."""
    by_role: dict[tuple[str, str], list[tuple[Played, Part]]] = {}
    for match, part in parts:
        by_role.setdefault((match.game, part.role), []).append((match, part))
    found = [_role(game, role, some) for (game, role), some in by_role.items()]
    return tuple(sorted(found, key=lambda each: (each.game, -each.matches, each.role)))


def _role(game: str, role: str, some: list[tuple[Played, Part]]) -> RoleFigures:
    turns = [part.turn for _, part in some if part.turn is not None]
    endings = Counter(part.ending for _, part in some if part.ending)
    return RoleFigures(
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
    """Return everybody's points on the way through a match."""
    along = tuple(".".join(map(str, at)) for at in match.account.at)
    known = match.account.points
    curves = tuple((sat.name or sat.seat, known[sat.seat]) for sat in match.seats if sat.seat in known)
    return Course(along, curves) if len(along) > 1 else Course()
