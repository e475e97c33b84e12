"""A match as the database has it: its record, and what its journal tells."""

from __future__ import annotations

from companion.tables.backend import Backend
from models import MatchRecord
from referee.core.games import game as game_of
from referee.core.journal import Entry, Match, begin, fold
from referee.core.values import Seat


def begun(record: MatchRecord) -> Match:
    """Return a record's match before its first entry. Raises `Refused` when it cannot begin."""
    return begin(game_of(record.game), record.options, _seats(record))


async def folded(backend: Backend, record: MatchRecord) -> Match | None:
    """Return the match that a record's journal tells of; None while its lobby is open."""
    rows = await backend.run(backend.store.journals.entries, record.id)
    if record.status == "lobby" or (record.status == "closed" and not rows and record.started is None):
        return None
    entries = (Entry.model_validate({"number": r.number, "actor": r.actor, "act": r.act}) for r in rows)
    return fold(game_of(record.game), record.options, _seats(record), entries)


def _seats(record: MatchRecord) -> tuple[Seat, ...]:
    return tuple(Seat(seat=s.seat, name=s.name) for s in record.players)
