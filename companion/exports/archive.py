"""Everything that was played on a host as one file, a zip of JSON, and back in on another host.

What is still being played is not in it, nor any key of a phone. What comes in is judged again match by match: each is
kept whole, or refused with the reason.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Collection
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from companion.exports.archive_parts import FOLDER, HEAD, LARGEST, Parts, opened
from companion.exports.judged_again import NotTaken, Played, judged_again, read_match, work_of
from models import BadArchive, Store
from models.matches.archive import Moment
from models.names import MAX_HASH, MAX_NAME, name_key
from referee.board.reading import read_board
from referee.core.reading import Bounds, parse

__all__ = [
    "LARGEST", "Brought", "Refusal", "archive_bytes", "archive_of", "bring_archive", "bring_into", "write_archive",
]  # fmt: skip

FORMAT: Final = 1
BOUNDS: Final = Bounds(parts=1_500_000, depth=24)
"""Of what an archive says of itself, the boards among it."""
MOST_WORK: Final = 20_000_000
"""Declarations that are judged at most at one time; five thousand evenings have some two millions."""
STEP: Final = 25
"""Matches after which whoever waits is told how far it is."""
_DAY: Final = (2020, 1, 1, 0, 0, 0)
"""The date of every file in it: the same matches give the same bytes."""
_IN_MEMORY: Final = 4 * 1024 * 1024
"""Bytes of an archive that is written from which on it lies on the disk."""

Told = Callable[[int, int], None]
"""Hears how much is done, of how much. May be called from another thread; what it raises ends the work."""


class BoardDocument(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str = Field(max_length=MAX_NAME)
    hash: str = Field(max_length=MAX_HASH)
    document: dict[str, Any]
    created: Moment


class Head(BaseModel):
    """What an archive says of itself."""

    model_config = ConfigDict(extra="forbid")

    format: int
    matches: int
    left_out: list[str] = Field(default_factory=list)
    boards: list[BoardDocument] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Refusal:
    """What of an archive was not kept, by its name in it, and the key of the sentence that says why."""

    what: str
    why: str


@dataclass(frozen=True, slots=True)
class Brought:
    """What came of bringing an archive along: how many matches are new, how many were here, what was refused."""

    new: int
    known: int
    refused: tuple[Refusal, ...] = ()


def _silent(done: int, of: int) -> None:
    """Tell nobody."""


def archive_bytes(store: Store, told: Told = _silent) -> bytes:
    """Return what `write_archive` writes."""
    with SpooledTemporaryFile(_IN_MEMORY) as file:
        write_archive(store, file, told)
        file.seek(0)
        return file.read()


def archive_of(database: str, progress: Callable[[float], None]) -> bytes:
    """Return all of a database as an archive, in a process of its own. `progress` hears from 0 to 1."""
    with Store.open(database) as store:
        return archive_bytes(store, lambda done, of: progress(done / of) if done % STEP == 0 else None)


def bring_into(database: str, data: bytes, progress: Callable[[float], None]) -> Brought:
    """Bring an archive into a database, in a process of its own; see `bring_archive`. `progress` hears from 0 to 1."""
    with Store.open(database) as store:
        return bring_archive(store, data, lambda done, of: progress(done / of) if done % STEP == 0 else None)


def write_archive(store: Store, file: IO[bytes], told: Told = _silent) -> None:
    """Write all finished matches of a store, people who are left out, and its boards; some matches at a time."""
    codes = store.archive.codes()
    done = 0
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as zipped:
        for done, (code, text) in enumerate(store.archive.texts(codes), 1):
            _put(zipped, f"{FOLDER}{code}.json", text)
            told(done, len(codes))
        head = Head(
            format=FORMAT,
            matches=done,
            left_out=[person.name for person in store.people.all() if person.left_out],
            boards=[
                BoardDocument(name=b.name, hash=b.source_hash, document=dict(b.document), created=b.created)
                for b in store.boards.all()
            ],
        )
        _put(zipped, HEAD, head.model_dump_json(indent=1))


def _put(zipped: zipfile.ZipFile, part: str, text: str) -> None:
    zipped.writestr(zipfile.ZipInfo(part, _DAY), text.encode(), zipfile.ZIP_DEFLATED)


def bring_archive(store: Store, data: bytes, told: Told = _silent) -> Brought:
    """Keep the matches of an archive that are not in a store yet, and its boards, each whole or not at all.

    Raises `BadArchive` when it is none or cannot be opened; nothing is changed then. A match that cannot be read, or
    that its journal does not bear out, is refused; the others are kept, each in a transaction of its own. So are
    those that came before a `StoreError`, or before `told` raised anything: brought again, they are known.
    """
    parts = opened(data)
    head = _head(parts)
    left_out = frozenset(map(name_key, head.left_out))
    new, known, work, refused = 0, 0, 0, list[Refusal]()
    for n, (called, part) in enumerate(parts.matches, 1):
        try:
            document = _document(parts, part)
            kept = False
            if not store.archive.has(document):
                work += work_of(document)
                kept = _keep(store, document, left_out, work)
            new, known = new + kept, known + (not kept)
        except NotTaken as not_taken:
            refused.append(Refusal(_shown(called), not_taken.why))
        told(n, len(parts.matches))
    for board in head.boards:
        try:
            store.boards.save(board.name, _board(board), board.hash, board.created)
        except ValueError:  # a bad board is one too
            refused.append(Refusal(_shown(board.name), "archive.why.board"))
    return Brought(new, known, tuple(refused))


def _head(parts: Parts) -> Head:
    try:
        said = parse(parts.read(parts.head), "", BOUNDS)
        if isinstance(said, dict) and isinstance(said.get("format"), int) and said["format"] > FORMAT:
            raise BadArchive("archive.newer")
        head = Head.model_validate(said)
    except ValueError as error:
        raise BadArchive("archive.bad") from error
    if head.format != FORMAT:
        raise BadArchive("archive.bad")
    if len(parts.matches) < head.matches:
        raise BadArchive("archive.missing", n=head.matches - len(parts.matches), of=head.matches)
    return head


def _document(parts: Parts, part: zipfile.ZipInfo) -> Played:
    """Return one match as it says it is. Raises `NotTaken`."""
    try:
        text = parts.read(part)
    except ValueError:
        raise NotTaken("archive.why.unreadable") from None
    return read_match(text)


def _keep(store: Store, document: Played, left_out: Collection[str], work: int) -> bool:
    """Keep one match; return False where it is here already. Raises `NotTaken`.

    `work` is what has been judged of the archive, this match among it.
    """
    if work > MOST_WORK:
        raise NotTaken("archive.why.later")
    judged = judged_again(document)
    try:
        return store.archive.keep(document, judged.result, judged.account, left_out)
    except ValueError:  # a name that cannot be
        raise NotTaken("archive.why.seats") from None


def _board(each: BoardDocument) -> dict[str, Any]:
    """Return a board as it is kept. Raises `ValueError` where it is none, or another one than it says."""
    board = read_board(each.document)
    if board.hash != each.hash:
        raise ValueError("another board")
    return board.model_dump(mode="json")


def _shown(called: str) -> str:
    """Return a name out of an archive as it is told: short, and nothing in it that nobody sees."""
    return "".join(sign for sign in called[:40] if sign.isprintable()) or "?"
