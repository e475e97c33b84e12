"""What a phone holds on to of a match's journal, and what it tells when it is shown another one.

For each reader it is the last digest of the chain (`companion.tables.journal_chain`) and the beginnings of those before
it, by which the first entry that differs is found. It is one short text in the device's own storage for each match.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, Self

from companion.tables.journal_chain import DIGEST, JournalChain, Reading
from referee.core.acts import MAX_SEAT
from referee.core.journal import Match
from referee.core.values import PUBLIC, Viewer

FORMAT: Final = 1
SHORT: Final = 3
"""Characters that are kept of each digest but the last: one of 262,144 changes is named an entry too late."""
MOST_READ: Final = 1000
"""Of how many of them; of a longer journal the newest."""
MOST_READERS: Final = 12
LONGEST: Final = 16_000
"""Characters of a text that is read at all."""
_MANY: Final = 1_000_000
_DIGITS: Final = re.compile(r"[A-Za-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class Followed:
    """What one reader has read, as far as a phone has followed it."""

    since: int
    """From which reading on the phone has followed it, counted from 1."""
    count: int
    """How many readings there were when it last looked."""
    head: str
    """The digest at the last of them, whole."""
    digests: str
    """The beginnings of the digests at each of them, or at the newest."""

    @classmethod
    def begun(cls, reading: Reading, late: bool) -> Self | None:
        """Return what a phone holds on to that has come `late`, or before anything was there; None while nothing is."""
        return cls(len(reading) if late else 1, 0, "", "").on(reading, 0) if reading.entries else None

    def on(self, reading: Reading, place: int) -> Self:
        """Return the same with what was read after the first `place` readings."""
        if place == len(reading):
            return self
        digests = self.digests + "".join(each[:SHORT] for each in reading.digests[place:])
        count = self.count + len(reading) - place
        return replace(self, count=count, head=reading.digests[-1], digests=digests[-SHORT * MOST_READ :])

    def differs(self, reading: Reading) -> int | None:
        """Return the first place, from 0, at which a journal is not what was read; None where it goes on from there."""
        if self.head in reading.place:
            return None
        first = self.count - len(self.digests) // SHORT
        for n in range(first, self.count):
            here = (n - first) * SHORT
            if n >= len(reading) or reading.digests[n][:SHORT] != self.digests[here : here + SHORT]:
                return n
        return self.count - 1


class Difference(NamedTuple):
    """Where a journal is no longer what was read: behind one entry, and up to another at the latest."""

    behind: int
    upto: int
    alone: bool
    """Whether only its own seat had that entry to read."""
    missing: bool
    """Whether the journal ends before it."""


@dataclass(frozen=True, slots=True)
class JournalMemory:
    """What a phone holds on to of one match."""

    start: str
    """The digest of what the match began with."""
    names: str
    at: int
    """When it last looked, in seconds since 1970 by the host's clock."""
    readers: Mapping[Viewer, Followed] = field(default_factory=dict)

    def goes_on(self, chain: JournalChain, match: Match) -> bool:
        """Tell whether a journal goes on from what was read."""
        readings = ((followed, chain.reading(match, viewer)) for viewer, followed in self.readers.items())
        return chain.start == self.start and all(followed.head in reading.place for followed, reading in readings)

    def on(
        self, chain: JournalChain, match: Match, viewers: Iterable[Viewer], at: int, late: bool = False
    ) -> JournalMemory:
        """Return the same with what is new of a journal that goes on from it; itself where nothing is.

        `late` says that nobody looked here before.
        """
        readers = dict(self.readers)
        for viewer in viewers:
            reading, known = chain.reading(match, viewer), readers.get(viewer)
            after = Followed.begun(reading, late) if known is None else known.on(reading, reading.place[known.head])
            if after is not None:
                readers[viewer] = after
        return self if readers == self.readers else replace(self, at=at, readers=readers)

    def difference(self, chain: JournalChain, match: Match) -> Difference | None:
        """Return where a journal first differs from what was read, or None where it goes on from it."""
        public, found = chain.reading(match, PUBLIC), []
        for viewer, followed in self.readers.items():
            reading = chain.reading(match, viewer)
            at = followed.differs(reading)
            if at is None:
                continue
            missing = at >= len(reading)
            upto = chain.number + 1 if missing else reading.entries[at]
            behind = reading.entries[min(at, len(reading)) - 1] if at and reading.entries else 0
            seen = self.readers[PUBLIC].differs(public) if PUBLIC in self.readers else 0
            agreed = public.entries if seen is None else public.entries[:seen]
            behind = max([behind, *(n for n in agreed if n < upto)])
            found.append(Difference(behind, upto, viewer != PUBLIC, missing))
        return min(found, key=lambda each: (each.upto, each.alone), default=None)

    def dumps(self) -> str:
        readers = {viewer: [f.since, f.count, f.head, f.digests] for viewer, f in self.readers.items()}
        whole = {"v": FORMAT, "s": self.start, "n": self.names, "t": self.at, "r": readers}
        return json.dumps(whole, separators=(",", ":"))


def followed(held: JournalMemory | None, chain: JournalChain, match: Match) -> tuple[int, int] | None:
    """Return from which line to which one a device has followed a journal that goes on from what it holds on to."""
    if held is None or PUBLIC not in held.readers:
        return None
    own, entries = held.readers[PUBLIC], chain.reading(match, PUBLIC).entries
    if own.count > len(entries):
        return None
    since, until = entries[own.since - 1], entries[own.count - 1]
    if match.result is not None:
        return (1 if own.since == 1 else since), until
    return match.lines_until(PUBLIC, since), match.lines_until(PUBLIC, until)


def loads(text: Any) -> JournalMemory | None:
    """Read a stored text. It comes from a device that is not trusted: what is not one of ours is none at all."""
    if not isinstance(text, str) or len(text) > LONGEST:
        return None
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(raw, dict) or raw.get("v") != FORMAT or not _number(raw.get("t"), 0, 1 << 40):
        return None
    readers = raw.get("r")
    if not _digest(raw.get("s")) or not _digest(raw.get("n")) or not isinstance(readers, dict):
        return None
    found = {viewer: _followed(each) for viewer, each in readers.items() if len(viewer) <= MAX_SEAT}
    known = {viewer: each for viewer, each in found.items() if each is not None}
    if len(known) < len(readers) or len(known) > MOST_READERS:
        return None
    return JournalMemory(raw["s"], raw["n"], raw["t"], known)


def _followed(raw: Any) -> Followed | None:
    if not isinstance(raw, list) or len(raw) != 4:
        return None
    since, count, head, digests = raw
    if not _number(count, 1, _MANY) or not _number(since, 1, count) or not _digest(head):
        return None
    if not isinstance(digests, str) or not _DIGITS.fullmatch(digests) or not digests:
        return None
    if len(digests) % SHORT or len(digests) // SHORT > min(count, MOST_READ):
        return None
    return Followed(since, count, head, digests)


def _number(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _digest(value: Any) -> bool:
    return isinstance(value, str) and len(value) == DIGEST and _DIGITS.fullmatch(value) is not None
