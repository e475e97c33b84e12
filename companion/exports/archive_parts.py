"""The files in an archive that was brought along: found in whatever it was packed with, and read one at a time.

A zip says of itself how large it is, and may lie. What it comes to is bounded before anything of it is unpacked, and
never more than one of its files is in memory.
"""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from models import BadArchive

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
