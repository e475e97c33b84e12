"""A match as the database has it: its record, and what its journal tells."""

from __future__ import annotations

from collections.abc import Iterable

from models import EntryRecord, MatchRecord
from referee.core.games import game
from referee.core.journal import Entry, Match, begin, fold
from referee.core.values import Seat


def begun(record: MatchRecord) -> Match:
    """Return a record's match before its first entry. Raises `Refused` when it cannot begin, `GameUnavailable`."""
    return begin(game(record.game), record.options, _seats(record))


def match_of(record: MatchRecord, rows: Iterable[EntryRecord]) -> Match:
    """Return the match that a record's journal tells of, all of it judged once more.

    Raises `GameUnavailable`, `Refused` and `ValueError` where it is no journal of a match that was played.
    """
    entries = (Entry.model_validate({"number": row.number, "actor": row.actor, "act": row.act}) for row in rows)
    return fold(game(record.game), record.options, _seats(record), entries)


def _seats(record: MatchRecord) -> tuple[Seat, ...]:
    return tuple(Seat(seat=s.seat, name=s.name) for s in record.players)
