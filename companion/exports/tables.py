"""Finished matches as CSV (RFC 4180), one line a match or one a seat. The columns are described in `docs/data.md`."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from statistics import median
from typing import Final

from companion.statistics.played import Played, Sat
from referee.core.accounts import Part

MATCHES: Final = ("match", "game", "ended", "minutes", "players", "reason", "winners")
SEATS: Final = (
    "match", "game", "ended", "seat", "name", "side", "roles", "goals", "endings", "place", "points", "won", "reneges",
    "turns", "turn_median_seconds",
)  # fmt: skip
Cell = str | int | float | None


def matches_csv(matches: Iterable[Played]) -> bytes:
    """Return one line a match, the oldest first."""
    return written(MATCHES, (_match(each) for each in _in_order(matches)))


def seats_csv(matches: Iterable[Played]) -> bytes:
    """Return one line a seat, in the order of matches and of the table."""
    return written(SEATS, (_seat(each, sat) for each in _in_order(matches) for sat in each.seats))


def _in_order(matches: Iterable[Played]) -> list[Played]:
    return sorted(matches, key=lambda each: (each.ended, each.code))


def _match(each: Played) -> Sequence[Cell]:
    winners = "; ".join(sat.name or sat.seat for sat in each.seats if sat.won)
    return (
        each.code, each.game, moment(each.ended), round(each.seconds / 60, 1), len(each.seats), each.reason, winners
    )  # fmt: skip


def _seat(each: Played, sat: Sat) -> Sequence[Cell]:
    parts: tuple[Part, ...] = tuple(part for part in each.account.parts if part.seat == sat.seat)
    turns = each.account.turns.get(sat.seat, ())
    reneges = each.account.reneges
    return (
        each.code,
        each.game,
        moment(each.ended),
        sat.seat,
        sat.name,
        sat.side,
        "; ".join(part.role for part in parts),
        "; ".join(part.goal for part in parts if part.goal),
        "; ".join(part.ending for part in parts if part.ending),
        sat.place,
        sat.points,
        int(sat.won),
        None if reneges is None else reneges.get(sat.seat, 0),
        len(turns),
        float(median(turns)) if turns else None,
    )


def moment(at: datetime) -> str:
    """Return a moment as clocks showed it where this host stands, and their zone: `2026-05-17T22:12:30+02:00`."""
    return at.astimezone().isoformat(timespec="seconds")


def written(heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
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
