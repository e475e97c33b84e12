"""Finished matches as CSV (RFC 4180), one line a match or one a seat. The columns are described in `docs/data.md`."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from statistics import median
from typing import Final

from companion.statistics.played import Played, Sat
from referee.core.analysis import Part

Cell = str | int | float | None


def _in_order(matches: Iterable[Played]) -> list[Played]:
    return sorted(matches, key=lambda each: (each.ended, each.code))


def moment(at: datetime) -> str:
    """Return a moment as clocks showed it where this host stands, and their zone: `2026-05-17T22:12:30+02:00`."""
    return at.astimezone().isoformat(timespec="seconds")


def _at(each: Played) -> str:
    return moment(each.ended)


def _parts(each: Played, sat: Sat) -> tuple[Part, ...]:
    return tuple(part for part in each.account.parts if part.seat == sat.seat)


def _reneges(each: Played, sat: Sat) -> Cell:
    reneges = each.account.reneges
    return None if reneges is None else reneges.get(sat.seat, 0)


def _median(each: Played, sat: Sat) -> Cell:
    turns = each.account.turns.get(sat.seat, ())
    return float(median(turns)) if turns else None


MATCHES: Final[Mapping[str, Callable[[Played], Cell]]] = {
    "match": lambda each: each.code,
    "game": lambda each: each.game,
    "ended": _at,
    "minutes": lambda each: round(each.seconds / 60, 1),
    "players": lambda each: len(each.seats),
    "reason": lambda each: each.reason,
    "winners": lambda each: "; ".join(sat.name or sat.seat for sat in each.seats if sat.won),
}
"""The columns of a match, each with what stands in it."""
SEATS: Final[Mapping[str, Callable[[Played, Sat], Cell]]] = {
    "match": lambda each, _: each.code,
    "game": lambda each, _: each.game,
    "ended": lambda each, _: _at(each),
    "seat": lambda _, sat: sat.seat,
    "name": lambda _, sat: sat.name,
    "side": lambda _, sat: sat.side,
    "roles": lambda each, sat: "; ".join(part.role for part in _parts(each, sat)),
    "goals": lambda each, sat: "; ".join(part.goal for part in _parts(each, sat) if part.goal),
    "endings": lambda each, sat: "; ".join(part.ending for part in _parts(each, sat) if part.ending),
    "place": lambda _, sat: sat.place,
    "points": lambda _, sat: sat.points,
    "won": lambda _, sat: int(sat.won),
    "reneges": _reneges,
    "turns": lambda each, sat: len(each.account.turns.get(sat.seat, ())),
    "turn_median_seconds": _median,
}
"""The columns of a seat."""


def matches_csv(matches: Iterable[Played]) -> bytes:
    """Return one line a match, the oldest first."""
    return written(MATCHES, ([cell(each) for cell in MATCHES.values()] for each in _in_order(matches)))


def seats_csv(matches: Iterable[Played]) -> bytes:
    """Return one line a seat, in the order of matches and of the table."""
    rows = ([cell(each, sat) for cell in SEATS.values()] for each in _in_order(matches) for sat in each.seats)
    return written(SEATS, rows)


def written(heads: Iterable[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(heads)
    writer.writerows([harmless(cell) for cell in row] for row in rows)
    # The mark at the beginning is what spreadsheets need to read names as they are.
    return out.getvalue().encode("utf-8-sig")


_SEPARATORS = ",;|\t\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
"""What readers may take for the end of a cell, whichever they were told: lines end cells too."""
_PASSED_OVER = " \"\0-\x08\x0e-\x1b\x1f\xa0\u1680\u2000-\u200f\u202a-\u202f\u205f-\u206f\u3000\ufeff"
"""What readers leave out before a cell's first character: quotes, spaces, what draws nothing."""
_BEGINS = "=+\\-@＝＋－＠﹦﹢﹣﹫"
"""What a formula begins with, in all its widths."""
_FORMULA = re.compile(f"((?:^|[{_SEPARATORS}])[{_PASSED_OVER}]*)('*[{_BEGINS}])")


def harmless(cell: Cell) -> Cell:
    """Return a cell that no spreadsheet takes for a formula, by whatever it separates cells.

    Wherever a cell might begin, an apostrophe stands before what a formula begins with, and before the apostrophes
    that stand there already: so the one that was put there can be taken away again.
    """
    return _FORMULA.sub(r"\1'\2", cell) if isinstance(cell, str) else cell
