"""The course of a match in points, and since when its winner was ahead for good."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from referee.core.analysis import Curve, Decided, Phrase, Plot
from referee.core.cards.certainties import FINDING
from referee.core.steps import Step


class Reached(NamedTuple):
    """Where the points stood after an entry; `at` names the moment, and several entries may share it."""

    entry: int
    at: str
    points: Mapping[str, int]


def by_round(steps: Sequence[Step], at: Callable[[Any, Any], str]) -> Iterator[Reached]:
    """Yield the points of each round, and after whatever else has changed them: `at` names it by before and after."""
    yield Reached(steps[0].number - 1, "0", {p.seat: p.points for p in steps[0].before.players})
    for step in steps:
        before, state = step.before, step.ruling.state
        points = {p.seat: p.points for p in state.players}
        if len(state.rounds) > len(before.rounds) or points != {p.seat: p.points for p in before.players}:
            yield Reached(step.number, at(before, state), points)


class Course(NamedTuple):
    """Numbers of each seat from moment to moment, to be plotted."""

    reached: Callable[[Sequence[Step]], Iterable[Reached]]
    how: Phrase
    axis: str
    title: str = "analysis.points"
    unit: str = "analysis.points_unit"


def plot_of(course: Course, steps: Sequence[Step], names: Mapping[str, str]) -> Plot | None:
    """Return a course, each moment as it ended; None where there are fewer than two."""
    last: dict[str, Reached] = {}
    for each in course.reached(steps):
        last[each.at] = each
    moments = tuple(last.values())
    if len(moments) < 2:
        return None
    marks = marks_of(names)
    curves = tuple(
        Curve(name=of_seat(seat), mark=marks[seat], numbers=tuple(m.points.get(seat) for m in moments))
        for seat in names
    )
    entries = tuple(m.entry for m in moments)
    return Plot(
        title=course.title,
        unit=course.unit,
        axis=course.axis,
        at=tuple(last),
        entries=entries,
        curves=curves,
        how=course.how,
    )


def of_seat(seat: str) -> Phrase:
    return Phrase(message="analysis.of_seat", params={"seat": seat})


def marks_of(names: Mapping[str, str]) -> Mapping[str, str]:
    """Return a letter for each seat: the first of its name, or its number where two would be the same."""
    first = {seat: (name.strip() or seat)[0].upper() for seat, name in names.items()}
    if len(set(first.values())) == len(first):
        return first
    return {seat: str(n) for n, seat in enumerate(names, 1)}


def ahead_since(plot: Plot, seats: Sequence[str], winners: Sequence[str], *, fewest: bool = False) -> int | None:
    """Return the place of the moment since which the winners were ahead of everybody else; None where they are not.

    `seats` are those of the curves. Winners who share the win need not be equal on the way.
    """
    sign = -1 if fewest else 1
    since: int | None = None
    for n in range(len(plot.at)):
        points = {s: sign * (c.numbers[n] or 0) for s, c in zip(seats, plot.curves, strict=True)}
        others = [p for s, p in points.items() if s not in winners]
        leads = bool(winners) and bool(others) and min(points[w] for w in winners) > max(others)
        since = (n if since is None else since) if leads else None
    return since


TOLD: Final = 3
"""How many sentences of a ruling tell what happened in it."""


def told_by(step: Step) -> tuple[Phrase, ...]:
    """Return what a ruling told, without what its audits found."""
    told = (n for n in step.ruling.notices if FINDING not in n.message)
    return tuple(Phrase(message=n.message, params=n.params, clause=n.clause) for n in told)[:TOLD]


def decided_by_lead(
    plot: Plot, steps: Iterable[Step], seats: Sequence[str], winners: Sequence[str], *, fewest: bool = False
) -> Decided | None:
    """Return the moment since which the winners were ahead: what was told at it, and the points before and after."""
    since = ahead_since(plot, seats, winners, fewest=fewest)
    if since is None:
        return None

    def stood(n: int) -> dict[str, int]:
        return {seat: curve.numbers[n] or 0 for seat, curve in zip(seats, plot.curves, strict=True)}

    entry = plot.entries[since]
    how = [told for step in steps if step.number == entry for told in told_by(step)]
    if since:
        how.append(Phrase(message="analysis.points_before", params={"points": stood(since - 1)}))
    how.append(Phrase(message="analysis.points_after", params={"points": stood(since)}))
    said = Phrase(message="analysis.ahead_since", params={"winners": list(winners)})
    return Decided(entry=entry, at=plot.at[since], said=said, how=tuple(how))
