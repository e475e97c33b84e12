"""Which cells of the other board N×O strikes (GIRYAKU-7.12, OP-4)."""

from __future__ import annotations

from referee.giryaku.cards import COLUMNS, INDEX, lower, upper
from referee.giryaku.options import NIN_SHI_RANGE, Options

SIDES = {"left": -1, "right": 1}


def diagonal(options: Options, column: int) -> tuple[int, ...] | None:
    """Return the cells, None where a side must be chosen first: in column 2 under `one_diagonal`."""
    way = options.nin_shi_range or NIN_SHI_RANGE
    if isinstance(way, dict):
        return tuple(INDEX[cell] for cell in way[column])
    beside = tuple(upper(c) for c in (column - 1, column + 1) if c in COLUMNS)
    if way == "neighbours_only":
        return beside
    if way == "one_diagonal" and len(beside) > 1:
        return None
    return lower(column), *beside
