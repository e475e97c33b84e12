"""The hash chain over a match's journal, and what of it each reader may hold on to.

Each link is the hash of the link before it and one whole row: number, actor, act with its salt, time. The first one
is made of what the match began with. A phone is never given a link, but a digest of one, and that only of entries
that its reader has something to read of. A row of a secret move holds 128 random bits that nobody is told before the
end: whoever knows all digests can neither try out what lies between two of them nor whether anything does.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Final

from models import MatchRecord
from referee.core.journal import Match
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
