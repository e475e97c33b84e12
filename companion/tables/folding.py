"""A live match from its rows, with the hash chain over them, and what of it each reader may hold on to.

The hash chain over a match's journal, and what of it each reader may hold on to. Each link is the hash of the link
before it and one whole row: number, actor, act with its salt, time. The first one is made of what the match began with.
A phone is never given a link, but a digest of one, and that only of entries that its reader has something to read of. A
row of a secret move holds 128 random bits that nobody is told before the end: whoever knows all digests can neither try
out what lies between two of them nor whether anything does.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Final

from companion.database import begun
from companion.tables.backend import Backend
from models import EntryRecord, MatchRecord
from referee.core.games import GameUnavailable
from referee.core.journal import ACT, Match
from referee.core.reading import canonical
from referee.core.values import PUBLIC, Viewer

DIGEST: Final = 22
"""Characters of a digest: 128 bits."""


@dataclass(slots=True)
class Reading:
    """What one reader has read of a journal, in order: the entries, and a digest of the chain at each."""

    entries: list[int] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    place: dict[str, int] = field(default_factory=dict)
    """The digests' places, counted from 1."""
    _looked: int = 0

    def __len__(self) -> int:
        return len(self.entries)


class JournalChain:
    """The chain of one match as far as its rows have been read or written by this process."""

    def __init__(self, record: MatchRecord) -> None:
        """Begin the chain of a match that has begun: its game, options and seats do not change any more."""
        begun = {
            "game": record.game,
            "options": record.options,
            "seats": [seat.seat for seat in record.players],
            "game_master": record.game_master,
        }
        self._links = [_hash("metsuke journal 1", canonical(begun))]
        self.start = _digest("start", self._links[0])
        """A digest of what the match began with."""
        self._readings: dict[Viewer, Reading] = {}

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self._links) - 1

    def append(self, number: int, actor: str, act: Mapping[str, Any], at: datetime) -> None:
        """Lengthen the chain by a row. Raises `ValueError` where it is not the next one."""
        if number != self.number + 1:
            raise ValueError(f"entry {number} follows entry {self.number}")
        row = [number, actor, dict(act), at.astimezone(UTC).isoformat()]
        self._links.append(_hash(self._links[-1].hex(), canonical(row)))

    def differs(self, other: JournalChain) -> int | None:
        """Return the first entry in which another chain of this match is not the same; 0 is how it began."""
        pairs = zip(self._links, other._links, strict=False)
        differing = next((n for n, (one, two) in enumerate(pairs) if one != two), None)
        if differing is None and len(self._links) != len(other._links):
            return min(len(self._links), len(other._links))
        return differing

    def reading(self, match: Match, viewer: Viewer) -> Reading:
        """Return what everybody has read of this chain's match (`public`), or what a seat or game master read alone."""
        found = self._readings.setdefault(viewer, Reading())
        for n, written in enumerate(islice(match.written, found._looked, self.number), found._looked + 1):
            often = written.readings(PUBLIC) if viewer == PUBLIC else written.readings_alone(viewer)
            for each in range(often):
                digest = _digest(f"{viewer} {each}", self._links[n])
                found.entries.append(n)
                found.digests.append(digest)
                found.place[digest] = len(found.entries)
            found._looked = n
        return found


def names_of(record: MatchRecord) -> str:
    """Return a digest of the seats' names. Those of a finished match may be tidied: they are no part of the chain."""
    return _digest("names", canonical([seat.name for seat in record.players]).encode())


def _hash(before: str, text: str) -> bytes:
    return hashlib.sha256(f"{before}\n{text}".encode("utf-8", "surrogatepass")).digest()


def _digest(reader: str, link: bytes) -> str:
    """Return 128 bits that a reader may hold on to, and that nobody comes back from to the link."""
    made = hashlib.sha256(f"{reader}\n".encode() + link).digest()[:16]
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


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
