"""A live match from its rows, with the hash chain over them, and what does not follow from them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from companion.stored_match import begun
from companion.tables.backend import Backend
from companion.tables.journal_chain import JournalChain
from models import EntryRecord, MatchRecord
from referee.core.games import GameUnavailable
from referee.core.journal import ACT, Match


class BrokenJournal(ValueError):
    """Rows that no match is the fold of: what was written is not what lies there now."""

    def __init__(
        self, record: MatchRecord, number: int, match: Match | None, chain: JournalChain, missing: bool = False
    ) -> None:
        """`number` is the entry that does not follow, 0 for what the match began with; `match` is what comes before.

        `missing` says that there is no such entry, of a match that has ended.
        """
        super().__init__(f"entry {number} of match {record.code} does not follow")
        self.record = record
        self.number = number
        self.match = match
        self.chain = chain
        self.missing = missing


async def folded(backend: Backend, record: MatchRecord) -> tuple[Match, JournalChain] | None:
    """Return the match that a record's journal tells of, and its chain; None while its lobby is open.

    Raises `BrokenJournal`, and `GameUnavailable`.
    """
    rows = await backend.run(backend.store.journals.entries, record.id)
    if record.status == "lobby" or (record.status == "closed" and not rows and record.started is None):
        return None
    chain = JournalChain(record)
    try:
        match = begun(record)
    except GameUnavailable:
        raise
    except Exception as why:  # whatever somebody has made of the row
        raise BrokenJournal(record, 0, None, chain) from why
    for row in rows:
        match = continued(record, match, chain, (row,))
        await asyncio.sleep(0)  # all tables are told meanwhile
    if record.status == "ended" and match.result is None:
        raise BrokenJournal(record, match.number + 1, match, chain, missing=True)
    return match, chain


def continued(record: MatchRecord, match: Match, chain: JournalChain, rows: Iterable[EntryRecord]) -> Match:
    """Return a match with further rows of its journal, and lengthen its chain by them. Raises `BrokenJournal`."""
    for row in rows:
        try:
            after, ruling = match.act(row.actor, ACT.validate_python(row.act))
            if not ruling.upheld:
                raise ValueError(f"refused: {ruling.clause}")
            chain.append(row.number, row.actor, row.act, row.at)
        except Exception as why:
            raise BrokenJournal(record, match.number + 1, match, chain) from why
        match = after
    return match


async def kept_otherwise(backend: Backend, record: MatchRecord, chain: JournalChain) -> int | None:
    """Return the first entry in which the rows of a journal are not those of a chain; 0 is how the match began."""
    rows = await backend.run(backend.store.journals.entries, record.id)
    again = JournalChain(await backend.run(backend.store.matches.get, record.code))
    for row in rows:
        try:
            again.append(row.number, row.actor, row.act, row.at)
        except ValueError:
            break
    return chain.differs(again)
