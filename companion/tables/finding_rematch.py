"""The rematch of a match that has ended, found by its code, and who has come to it.

The code follows from the match before and from what no phone is told: of two who ask for a rematch at once, on any
process, both come to the same one.
"""

from __future__ import annotations

import hashlib
import hmac

from companion.tables.backend import Backend
from companion.tables.keys import CODE_ALPHABET, CODE_LENGTH
from models import MatchRecord, SeatRecord

MOST = 20
"""Rematches of one match at most, of which all but the last were put away or have ended."""
OPEN = ("lobby", "running")


def codes(record: MatchRecord) -> tuple[str, ...]:
    """Return the codes of the rematches of a match, in the order in which they are used."""
    return tuple(_code(record, n) for n in range(MOST))


def _code(record: MatchRecord, n: int) -> str:
    digest = hmac.new((record.host_key or "").encode(), f"{record.code} {n}".encode(), hashlib.sha256).digest()
    return "".join(CODE_ALPHABET[each % len(CODE_ALPHABET)] for each in digest[:CODE_LENGTH])


async def rematch_of(backend: Backend, record: MatchRecord) -> MatchRecord | None:
    """Return the rematch of an ended match that is open or being played; None where there is none."""
    if record.status != "ended" or record.host_key is None:
        return None
    known = await backend.run(backend.store.matches.find, codes=codes(record))
    return next((each for each in known if each.status in OPEN), None)


def missing(record: MatchRecord) -> tuple[SeatRecord, ...]:
    """Return the seats of a rematch to which nobody has come yet."""
    return tuple(each for each in record.players if each.claimed is None)


def asked_by(record: MatchRecord) -> str:
    """Return the seat that came first to a rematch; empty while nobody has."""
    come = [(each.claimed, each.position, each.seat) for each in record.players if each.claimed is not None]
    return min(come)[2] if come else ""
