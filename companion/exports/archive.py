"""All finished matches of a host as one file, a zip of JSON, and importing it on another host.

An imported archive may have been unpacked and packed again by any program. The sizes in a zip's directory may be false:
they are bounded before anything is decompressed, and only one of its files is in memory at a time.

Unfinished matches and the keys of phones are not exported. Imported matches are judged again, one by one: each is kept
whole, or refused with the reason.
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
    "LARGEST", "ImportOutcome", "Refusal", "archive_bytes", "archive_of", "bring_archive", "bring_into",
    "write_archive",
]  # fmt: skip


HEAD: Final = "metsuke.json"
FOLDER: Final = "matches/"
LARGEST: Final = 64 * 1024 * 1024
"""The most bytes of an archive."""
LARGEST_PART: Final = 16 * 1024 * 1024
"""The most bytes of one file in it, decompressed; a long match has 200 kB."""
LARGEST_UNPACKED: Final = 512 * 1024 * 1024
"""The most bytes of all files that are read, decompressed: some ten thousand matches."""
MOST_PARTS: Final = 20_000
"""The most files in an archive."""
LARGEST_LIST: Final = 4 * 1024 * 1024
"""The most bytes of the zip's directory, which takes ten times as much in memory."""
MOST_TIMES: Final = 100
"""The highest compression ratio of a file: journals reach 5 and at best 50."""
_SMALL: Final = 64 * 1024
"""Files up to this many bytes may have any ratio."""

_END, _END_SIZE, _LARGE_END = b"PK\x05\x06", 22, b"PK\x06\x07"
_LOCAL, _LOCAL_SIZE = b"PK\x03\x04", 30
_LOCKED: Final = 0x1
_LEFT_BEHIND: Final = frozenset({".ds_store", "thumbs.db", "desktop.ini"})
"""Files that file managers leave in folders."""
_ASIDE: Final = frozenset({"__macosx", "$recycle.bin", "@eadir", "#recycle", "lost+found"})
"""Folders in which systems put copies, besides those whose names begin with a dot."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A readable archive: its head, and its matches by name, in order."""

    zipped: zipfile.ZipFile
    head: zipfile.ZipInfo
    matches: tuple[tuple[str, zipfile.ZipInfo], ...]

    def read(self, part: zipfile.ZipInfo) -> bytes:
        """Return one file, decompressed. Raises `ValueError` if it is damaged or differs from the directory."""
        try:
            with self.zipped.open(part) as file:
                return file.read(part.file_size)  # without a limit the reader might decompress more
        except Exception as error:  # whatever the reader raises for a damaged file
            raise ValueError("a file that cannot be unpacked") from error


def opened(data: bytes) -> Parts:
    """Return the files of an archive, also of one that was packed again by hand. Raises `BadArchive`."""
    _list_is_small(data)
    try:
        zipped = zipfile.ZipFile(io.BytesIO(data))
    except Exception as error:  # whatever the reader raises for a damaged file
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
    """Refuse an archive with a large directory before `zipfile` reads all of it into memory.

    The end of the directory is searched for as in `zipfile`. Archives in the format for more than 4 GB are too large
    anyway.
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
    """Yield the files by their paths, without those that file managers add."""
    for part in zipped.infolist():
        path = part.filename.replace("\\", "/")
        *folders, last = path.lower().split("/")
        aside = any(each in _ASIDE or (each.startswith(".") and each.strip(".")) for each in folders)
        if last and not aside and not last.startswith("._") and last not in _LEFT_BEHIND:
            yield path, part


def _bounded(data: bytes, parts: list[zipfile.ZipInfo], end: int) -> None:
    """Raise `BadArchive` if files are encrypted, overlap, or are too large in all."""
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
"""The bounds of an archive's head, including its boards."""
MOST_WORK: Final = 20_000_000
"""The most declarations judged in one import; five thousand evenings have some two million."""
STEP: Final = 25
"""The number of matches between two reports of progress."""
_DAY: Final = (2020, 1, 1, 0, 0, 0)
"""The date of every file in the zip: the same matches give the same bytes."""
_IN_MEMORY: Final = 4 * 1024 * 1024
"""The size in bytes from which on an archive being written is kept on disk."""

OnProgress = Callable[[int, int], None]
"""Called with how much is done, and of how much, possibly in another thread; an exception ends the work."""


class BoardDocument(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str = Field(max_length=MAX_NAME)
    hash: str = Field(max_length=MAX_HASH)
    document: dict[str, Any]
    created: Moment


class HeadFile(BaseModel):
    """The contents of an archive's head file."""

    model_config = ConfigDict(extra="forbid")

    format: int
    matches: int
    left_out: list[str] = Field(default_factory=list)
    boards: list[BoardDocument] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something in an archive that was refused: its name there, and the message key of the reason."""

    what: str
    why: str


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """The outcome of an import: the number of new matches, the number that were here already, and the refusals."""

    new: int
    known: int
    refused: tuple[Refusal, ...] = ()


def _silent(done: int, of: int) -> None:
    """Report nothing."""


def archive_bytes(store: Store, on_progress: OnProgress = _silent) -> bytes:
    """Return the archive that `write_archive` writes."""
    with SpooledTemporaryFile(_IN_MEMORY) as file:
        write_archive(store, file, on_progress)
        file.seek(0)
        return file.read()


def archive_of(database: str, progress: Callable[[float], None]) -> bytes:
    """Return a whole database as an archive; runs in a worker process. `progress` gets values from 0 to 1."""
    with Store.open(database) as store:
        return archive_bytes(store, lambda done, of: progress(done / of) if done % STEP == 0 else None)


def bring_into(database: str, data: bytes, progress: Callable[[float], None]) -> ImportOutcome:
    """Import an archive into a database; runs in a worker process; see `bring_archive`. `progress` gets 0 to 1."""
    with Store.open(database) as store:
        return bring_archive(store, data, lambda done, of: progress(done / of) if done % STEP == 0 else None)


def write_archive(store: Store, file: IO[bytes], on_progress: OnProgress = _silent) -> None:
    """Write all finished matches of a store, the people left out, and its boards; some matches at a time."""
    codes = store.archive.codes()
    done = 0
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as zipped:
        for done, (code, text) in enumerate(store.archive.texts(codes), 1):
            _put(zipped, f"{FOLDER}{code}.json", text)
            on_progress(done, len(codes))
        head = HeadFile(
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


def bring_archive(store: Store, data: bytes, on_progress: OnProgress = _silent) -> ImportOutcome:
    """Keep the matches of an archive that are not in a store yet, and its boards, each whole or not at all.

    Raises `BadArchive` if it is none or cannot be opened; nothing is changed then. A match that cannot be read, or that
    its journal contradicts, is refused; the others are kept, each in a transaction of its own. Those kept before a
    `StoreError`, or before `on_progress` raised, stay, and are known in the next import.
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
        on_progress(n, len(parts.matches))
    for board in head.boards:
        try:
            store.boards.save(board.name, _board(board), board.hash, board.created)
        except ValueError:  # also a bad board
            refused.append(Refusal(_shown(board.name), "archive.why.board"))
    return ImportOutcome(new, known, tuple(refused))


def _head(parts: Parts) -> HeadFile:
    try:
        said = parse(parts.read(parts.head), "", BOUNDS)
        if isinstance(said, dict) and isinstance(said.get("format"), int) and said["format"] > FORMAT:
            raise BadArchive("archive.newer")
        head = HeadFile.model_validate(said)
    except ValueError as error:
        raise BadArchive("archive.bad") from error
    if head.format != FORMAT:
        raise BadArchive("archive.bad")
    if len(parts.matches) < head.matches:
        raise BadArchive("archive.missing", n=head.matches - len(parts.matches), of=head.matches)
    return head


def _document(parts: Parts, part: zipfile.ZipInfo) -> Played:
    """Return one match as its document describes it. Raises `NotTaken`."""
    try:
        text = parts.read(part)
    except ValueError:
        raise NotTaken("archive.why.unreadable") from None
    return read_match(text)


def _keep(store: Store, document: Played, left_out: Collection[str], work: int) -> bool:
    """Keep one match; return False if it is here already. Raises `NotTaken`.

    `work` is the number of declarations judged for the archive, including this match.
    """
    if work > MOST_WORK:
        raise NotTaken("archive.why.later")
    judged = judged_again(document)
    try:
        return store.archive.keep(document, judged.result, judged.account, left_out)
    except ValueError:  # an invalid name
        raise NotTaken("archive.why.seats") from None


def _board(each: BoardDocument) -> dict[str, Any]:
    """Return a board in its stored form. Raises `ValueError` if it is invalid, or its hash is another."""
    board = read_board(each.document)
    if board.hash != each.hash:
        raise ValueError("another board")
    return board.model_dump(mode="json")


def _shown(called: str) -> str:
    """Return a name from an archive for display: short, without invisible characters."""
    return "".join(sign for sign in called[:40] if sign.isprintable()) or "?"
