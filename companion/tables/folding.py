"""A live match folded from its rows, and the hash chain over them from which phones remember digests.

Each link is the hash of the link before it and one whole row: number, actor, act with its salt, time. The first link is
made of what the match began with. A phone is never given a link, but a digest of one, and only for entries of which its
reader has something to read. The row of a secret move holds 128 random bits that nobody is told before the end: even
all digests together reveal neither what lies between two of them nor whether anything does.
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
"""The length of a digest in characters: 128 bits."""


@dataclass(slots=True)
class Reading:
    """What one reader has read of a journal: the entries' numbers in order, and the digest of the chain at each."""

    entries: list[int] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    place: dict[str, int] = field(default_factory=dict)
    """The index of each digest, counted from 1."""
    _looked: int = 0

    def __len__(self) -> int:
        return len(self.entries)


class JournalChain:
    """The hash chain of one match, as far as this process has read or written its rows."""

    def __init__(self, record: MatchRecord) -> None:
        """Begin the chain of a match that has begun: its game, options and seats change no more."""
        begun = {
            "game": record.game,
            "options": record.options,
            "seats": [seat.seat for seat in record.players],
            "game_master": record.game_master,
        }
        self._links = [_hash("metsuke journal 1", canonical(begun))]
        self.start = _digest("start", self._links[0])
        """The digest of what the match began with."""
        self._readings: dict[Viewer, Reading] = {}

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self._links) - 1

    def append(self, number: int, actor: str, act: Mapping[str, Any], at: datetime) -> None:
        """Add a row to the chain. Raises `ValueError` if it is not the next one."""
        if number != self.number + 1:
            raise ValueError(f"entry {number} follows entry {self.number}")
        row = [number, actor, dict(act), at.astimezone(UTC).isoformat()]
        self._links.append(_hash(self._links[-1].hex(), canonical(row)))

    def differs(self, other: JournalChain) -> int | None:
        """Return the first entry in which another chain of this match differs, 0 for the start; None if none does."""
        pairs = zip(self._links, other._links, strict=False)
        differing = next((n for n, (one, two) in enumerate(pairs) if one != two), None)
        if differing is None and len(self._links) != len(other._links):
            return min(len(self._links), len(other._links))
        return differing

    def reading(self, match: Match, viewer: Viewer) -> Reading:
        """Return what everybody has read of this chain's match (`public`), or what this viewer alone has read."""
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


def names_digest(record: MatchRecord) -> str:
    """Return a digest of the seats' names. They are not in the chain: those of a finished match may be changed."""
    return _digest("names", canonical([seat.name for seat in record.players]).encode())


def _hash(before: str, text: str) -> bytes:
    return hashlib.sha256(f"{before}\n{text}".encode("utf-8", "surrogatepass")).digest()


def _digest(reader: str, link: bytes) -> str:
    """Return a 128-bit digest for a reader, from which the link cannot be computed."""
    made = hashlib.sha256(f"{reader}\n".encode() + link).digest()[:16]
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


class BrokenJournal(ValueError):
    """Rows that fold into no match: they were changed after they were written."""

    def __init__(
        self, record: MatchRecord, number: int, match: Match | None, chain: JournalChain, missing: bool = False
    ) -> None:
        """`number` is the first entry that does not fit, 0 for the start; `match` is the fold of those before it.

        `missing`: there is no such entry, although the match has ended.
        """
        super().__init__(f"entry {number} of match {record.code} does not follow")
        self.record = record
        self.number = number
        self.match = match
        self.chain = chain
        self.missing = missing


async def folded(backend: Backend, record: MatchRecord) -> tuple[Match, JournalChain] | None:
    """Return the match of a record's journal, and its chain; None while its lobby is open.

    Raises `BrokenJournal` and `GameUnavailable`.
    """
    rows = await backend.run(backend.store.journals.entries, record.id)
    if record.status == "lobby" or (record.status == "closed" and not rows and record.started is None):
        return None
    chain = JournalChain(record)
    try:
        match = begun(record)
    except GameUnavailable:
        raise
    except Exception as why:  # the row may hold anything
        raise BrokenJournal(record, 0, None, chain) from why
    for row in rows:
        match = continued(record, match, chain, (row,))
        await asyncio.sleep(0)  # let other tasks run
    if record.status == "ended" and match.result is None:
        raise BrokenJournal(record, match.number + 1, match, chain, missing=True)
    return match, chain


def continued(record: MatchRecord, match: Match, chain: JournalChain, rows: Iterable[EntryRecord]) -> Match:
    """Return the match after further rows of its journal, and add them to its chain. Raises `BrokenJournal`."""
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
    """Return the number of the first entry in which the stored rows differ from a chain, 0 for the start, else None."""
    rows = await backend.run(backend.store.journals.entries, record.id)
    again = JournalChain(await backend.run(backend.store.matches.get, record.code))
    for row in rows:
        try:
            again.append(row.number, row.actor, row.act, row.at)
        except ValueError:
            break
    return chain.differs(again)
