"""Everything that was played on a host as one file, a zip of JSON, and back in on another host.

The files in an archive that was brought along: found in whatever it was packed with, and read one at a time. A zip says
of itself how large it is, and may lie. What it comes to is bounded before anything of it is unpacked, and never more
than one of its files is in memory.

What is still being played is not in it, nor any key of a phone. What comes in is judged again match by match: each is
kept whole, or refused with the reason.
"""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from companion.exports.judged_again import NotTaken, Played, judged_again, read_match, work_of
from models import BadArchive, Store
from models.matches.archive import Moment
from models.names import MAX_HASH, MAX_NAME, name_key
from referee.board.reading import read_board
from referee.core.reading import Bounds, parse

__all__ = [
    "LARGEST", "Brought", "Refusal", "archive_bytes", "archive_of", "bring_archive", "bring_into", "write_archive",
]  # fmt: skip


HEAD: Final = "metsuke.json"
FOLDER: Final = "matches/"
LARGEST: Final = 64 * 1024 * 1024
"""Bytes of an archive that is taken in."""
LARGEST_PART: Final = 16 * 1024 * 1024
"""Bytes of one file in it, unpacked; a long match has 200 kB."""
LARGEST_UNPACKED: Final = 512 * 1024 * 1024
"""Bytes of all files that are read, unpacked: some ten thousand matches."""
MOST_PARTS: Final = 20_000
"""Files in one."""
LARGEST_LIST: Final = 4 * 1024 * 1024
"""Bytes of the list of its files; each takes ten times as much in memory."""
MOST_TIMES: Final = 100
"""How many times larger than packed a file may be, unpacked: journals shrink to a fifth, and to a fiftieth at best."""
_SMALL: Final = 64 * 1024
"""Bytes of a file that may shrink to anything."""

_END, _END_SIZE, _LARGE_END = b"PK\x05\x06", 22, b"PK\x06\x07"
_LOCAL, _LOCAL_SIZE = b"PK\x03\x04", 30
_LOCKED: Final = 0x1
_LEFT_BEHIND: Final = frozenset({".ds_store", "thumbs.db", "desktop.ini"})
"""What the systems' own windows leave in folders."""
_ASIDE: Final = frozenset({"__macosx", "$recycle.bin", "@eadir", "#recycle", "lost+found"})
"""Folders that systems put copies in, beside those whose names begin with a dot."""


@dataclass(frozen=True, slots=True)
class Parts:
    """An archive that can be read: what it says of itself, and its matches by name, in their order."""

    zipped: zipfile.ZipFile
    head: zipfile.ZipInfo
    matches: tuple[tuple[str, zipfile.ZipInfo], ...]

    def read(self, part: zipfile.ZipInfo) -> bytes:
        """Return one file, unpacked. Raises `ValueError` when it is damaged or other than the list says."""
        try:
            with self.zipped.open(part) as file:
                return file.read(part.file_size)  # asked for more, the reader would unpack more
        except Exception as error:  # whatever a damaged file makes of the reader
            raise ValueError("a file that cannot be unpacked") from error


def opened(data: bytes) -> Parts:
    """Return the files of an archive, also where it was unpacked and packed again by hand. Raises `BadArchive`."""
    _list_is_small(data)
    try:
        zipped = zipfile.ZipFile(io.BytesIO(data))
    except Exception as error:  # whatever a damaged file makes of the reader
        raise BadArchive("archive.bad") from error
    if len(zipped.infolist()) > MOST_PARTS:
        raise BadArchive("archive.beyond")
    named = list(_named(zipped))
    heads = [path for path, _ in named if PurePosixPath(path).name == HEAD]
    if not heads:
        raise BadArchive("archive.bad")
    above = heads[0].removesuffix(HEAD)
    mine = [(path.removeprefix(above), part) for path, part in named if path.startswith(above)]
    wanted = [
        (path, part) for path, part in mine if path == HEAD or (path.startswith(FOLDER) and path.endswith(".json"))
    ]
    if len(heads) > 1 or len({path for path, _ in wanted}) < len(wanted):
        raise BadArchive("archive.twice")
    _bounded(data, [part for _, part in wanted], zipped.start_dir)
    head = next(part for path, part in wanted if path == HEAD)
    matches = ((path.removeprefix(FOLDER).removesuffix(".json"), part) for path, part in wanted if path != HEAD)
    return Parts(zipped, head, tuple(matches))


def _list_is_small(data: bytes) -> None:
    """Refuse an archive whose list of files is large before it is read: all of it comes into memory.

    The list's end is looked for where `zipfile` does. What needs the form for files beyond 4 GB is too large anyway.
    """
    at = len(data) - _END_SIZE
    if at < 0 or data[at : at + 4] != _END or data[-2:] != b"\0\0":
        at = data.rfind(_END, max(0, len(data) - _END_SIZE - 0xFFFF))
    if at < 0 or at + _END_SIZE > len(data):
        raise BadArchive("archive.bad")
    if data[max(0, at - 20) : at].startswith(_LARGE_END):
        raise BadArchive("archive.beyond")
    if int.from_bytes(data[at + 12 : at + 16], "little") > LARGEST_LIST:
        raise BadArchive("archive.beyond")


def _named(zipped: zipfile.ZipFile) -> Iterator[tuple[str, zipfile.ZipInfo]]:
    """Yield the files by their paths, without what windows and Finder add."""
    for part in zipped.infolist():
        path = part.filename.replace("\\", "/")
        *folders, last = path.lower().split("/")
        aside = any(each in _ASIDE or (each.startswith(".") and each.strip(".")) for each in folders)
        if last and not aside and not last.startswith("._") and last not in _LEFT_BEHIND:
            yield path, part


def _bounded(data: bytes, parts: list[zipfile.ZipInfo], end: int) -> None:
    """Raise `BadArchive` where files are locked, lie over each other, or come to more than is read."""
    at = 0
    for part in sorted(parts, key=lambda part: part.header_offset):
        if part.flag_bits & _LOCKED:
            raise BadArchive("archive.locked")
        if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise BadArchive("archive.bad")
        head = data[part.header_offset : part.header_offset + _LOCAL_SIZE]
        if part.header_offset < 0 or len(head) < _LOCAL_SIZE or not head.startswith(_LOCAL):
            raise BadArchive("archive.bad")
        if part.header_offset < at:
            raise BadArchive("archive.twice")
        at = part.header_offset + _LOCAL_SIZE + sum(struct.unpack_from("<HH", head, 26)) + part.compress_size
        if at > end:
            raise BadArchive("archive.bad")
        if part.file_size > LARGEST_PART or part.file_size > max(_SMALL, MOST_TIMES * part.compress_size):
            raise BadArchive("archive.beyond")
    if sum(part.file_size for part in parts) > LARGEST_UNPACKED:
        raise BadArchive("archive.beyond")


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
