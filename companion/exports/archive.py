"""Everything that was played on a host as one file, a zip of JSON, and back in on another host.

What is still being played is not in it, nor any key of a phone. Reading checks all of it before anything is kept.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from companion.statistics.account import Account
from models import BadArchive, Store
from models.columns import Written
from models.matches.archive import EntryDocument, MatchDocument
from models.names import name
from referee.board.problems import BadBoard
from referee.board.reading import read_board
from referee.core.journal import Act
from referee.core.reading.seating import check_name, name_key
from referee.core.values import Result

FORMAT: Final = 1
LARGEST: Final = 64 * 1024 * 1024
"""Bytes of an archive that is taken in."""
LARGEST_UNPACKED: Final = 1024 * 1024 * 1024
LARGEST_PART: Final = 16 * 1024 * 1024
MOST: Final = 50_000
"""Files in one."""
HEAD: Final = "metsuke.json"
_DAY: Final = (2020, 1, 1, 0, 0, 0)
"""The date of every file in it: the same matches give the same bytes."""

Told = Callable[[int, int], None]
"""Hears how much is done, of how much. May be called from another thread."""


class BoardDocument(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str
    hash: str
    document: dict[str, Any]
    created: datetime


class Head(BaseModel):
    """What an archive says of itself."""

    model_config = ConfigDict(extra="forbid")

    format: int
    matches: int
    left_out: list[str] = Field(default_factory=list)
    boards: list[BoardDocument] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Brought:
    """What came of bringing an archive along."""

    new: int
    known: int


def _silent(done: int, of: int) -> None:
    """Tell nobody."""


def write_archive(store: Store, told: Told = _silent) -> bytes:
    """Return all finished matches of a store, people who are left out, and its boards."""
    codes = store.archive.codes()
    done = 0
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as zipped:
        for done, (code, text) in enumerate(store.archive.texts(codes), 1):
            _put(zipped, f"matches/{code}.json", text)
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
    return out.getvalue()


def _put(zipped: zipfile.ZipFile, part: str, text: str) -> None:
    zipped.writestr(zipfile.ZipInfo(part, _DAY), text.encode(), zipfile.ZIP_DEFLATED)


def bring_archive(store: Store, data: bytes, told: Told = _silent) -> Brought:
    """Keep the matches of an archive that are not in a store yet, all or none.

    Raises `BadArchive` when it cannot be read or something in it cannot be; nothing is changed then.
    """
    head, names, zipped = _opened(data)
    with zipped:
        many = len(names)
        documents = []
        for n, document in enumerate(_documents(zipped, names), 1):
            documents.append(document)
            told(n, 2 * many)
        boards = [_board(each) for each in head.boards]
    try:
        new = store.archive.bring(documents, head.left_out, lambda done: told(many + done, 2 * many))
    except ValueError as error:
        raise BadArchive(f"The archive holds a name that cannot be: {error} Nothing was kept.") from error
    for board in boards:
        store.boards.save(board.name, board.document, board.hash, board.created)
    return Brought(new, many - new)


def _opened(data: bytes) -> tuple[Head, list[str], zipfile.ZipFile]:
    try:
        zipped = zipfile.ZipFile(io.BytesIO(data))
        parts = zipped.infolist()
        if len(parts) > MOST or sum(part.file_size for part in parts) > LARGEST_UNPACKED:
            raise BadArchive("The archive is larger than any that Metsuke writes; nothing was kept.")
        if any(part.file_size > LARGEST_PART for part in parts):
            raise BadArchive("The archive holds a file that is too large; nothing was kept.")
        head = Head.model_validate_json(zipped.read(HEAD))
    except BadArchive:
        raise
    except Exception as error:  # whatever a damaged file makes of the reader
        raise BadArchive("This is no archive of Metsuke, or it is damaged; nothing was kept.") from error
    names = [part.filename for part in parts if part.filename.startswith("matches/") and not part.is_dir()]
    if head.format != FORMAT:
        raise BadArchive("A newer Metsuke wrote this archive; update this one, nothing was kept.")
    if len(names) != head.matches:
        raise BadArchive("Matches are missing in this archive; nothing was kept.")
    return head, names, zipped


class _Line(EntryDocument):
    """A line whose act is one that the referee knows: read and written once, with no other form between."""

    act: Act

    def written(self) -> Written:
        return Written(self.act.model_dump_json())


class _Played(MatchDocument):
    entries: list[_Line]


def _documents(zipped: zipfile.ZipFile, names: list[str]) -> Iterator[MatchDocument]:
    for part in names:
        try:
            text = zipped.read(part)
            if b"NaN" in text or b"Infinity" in text:
                json.loads(text, parse_constant=_no_number)
            document = _Played.model_validate_json(text)
            Result.model_validate(document.result)
            if document.account is not None:
                Account.model_validate(document.account)
            called = [name_key(check_name(seat.name)) for seat in document.seats if seat.kind == "player"]
            if len(set(called)) < len(called) or len({seat.seat for seat in document.seats}) < len(document.seats):
                raise ValueError("a name or a seat twice")
        except Exception as error:
            raise BadArchive(f"The file {part} in the archive cannot be read; nothing was kept.") from error
        yield document


def _no_number(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def _board(each: BoardDocument) -> BoardDocument:
    try:
        board = read_board(json.dumps(each.document).encode())
        if board.hash != each.hash or each.created.tzinfo is None or not name(each.name):
            raise ValueError("another board")
    except (BadBoard, ValueError) as error:
        raise BadArchive("A board in the archive cannot be read; nothing was kept.") from error
    return each
