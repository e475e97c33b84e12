"""Finished matches as CSV (RFC 4180), one line a match or one a seat. The columns are described in `docs/data.md`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
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
    return _written(MATCHES, (_match(each) for each in _in_order(matches)))


def seats_csv(matches: Iterable[Played]) -> bytes:
    """Return one line a seat, in the order of matches and of the table."""
    return _written(SEATS, (_seat(each, sat) for each in _in_order(matches) for sat in each.seats))


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
    """Return a moment in UTC, as `2026-05-17T20:12:30Z`."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _written(heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(heads)
    writer.writerows([harmless(cell) for cell in row] for row in rows)
    # The mark at the beginning is what spreadsheets need to read names as they are.
    return out.getvalue().encode("utf-8-sig")


def harmless(cell: Cell) -> Cell:
    """Return a cell that no spreadsheet takes for a formula: such texts get an apostrophe before them."""
    if isinstance(cell, str) and cell.lstrip()[:1] in ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n"):
        return f"'{cell}" if cell.lstrip() else cell
    return cell
