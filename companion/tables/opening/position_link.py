"""What lies open on a table as a link: a sheet of paper carries it as a code, and brings it to another host."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from referee.core.reading import Bounds, parse
from referee.core.values import Refused

ROUTE: Final = "p"
"""The first part of such a link's path."""
MOST: Final = 4096
"""Characters of the longest link that is read."""
LARGEST: Final = 200_000
"""Bytes of what one may hold, unpacked."""
BOUNDS: Final = Bounds(size=LARGEST, parts=20_000, depth=40, text=1_000)


class LinkedTable(NamedTuple):
    """A match without its secrets: enough to open it again, and to enter what only the seats know."""

    game: str
    options: Mapping[str, Any]
    names: Sequence[str]
    table: Mapping[str, Any]


def link(table: LinkedTable) -> str:
    """Return the path of a link, `/p/…`."""
    packed = zlib.compress(json.dumps(list(table), ensure_ascii=False, separators=(",", ":")).encode(), 9)
    return f"/{ROUTE}/{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def linked(text: str) -> LinkedTable:
    """Return what the last part of a link's path holds. Raises `Refused` when it cannot be read (METSUKE-1.4)."""
    try:
        if len(text) > MOST:
            raise ValueError
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), LARGEST)
        game, options, names, table = parse(data, "", BOUNDS)
        if not (isinstance(game, str) and isinstance(options, dict) and isinstance(table, dict)):
            raise ValueError
        if not (isinstance(names, list) and all(isinstance(name, str) for name in names) and len(names) <= 10):
            raise ValueError
    except (ValueError, TypeError, zlib.error):
        raise Refused("METSUKE-1.4", "table.unreadable", firm=True, field="link") from None
    return LinkedTable(game, options, [name[:200] for name in names], table)
