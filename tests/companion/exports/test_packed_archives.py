"""Archives as others pack them: by hand on every system, and by somebody who wants the host to choke on one."""

from __future__ import annotations

import io
import json
import struct
import subprocess
import sys
import tracemalloc
import warnings
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from companion.exports import archive as archive_parts
from companion.exports.archive import (
    HEAD,
    LARGEST_LIST,
    LARGEST_PART,
    MOST_PARTS,
    ImportOutcome,
    Refusal,
    bring_archive,
    opened,
)
from models import BadArchive, Store, default_url
from tests.companion.exports.test_archive import files_of

_LOCAL, _CENTRAL = b"PK\x03\x04", b"PK\x01\x02"


def packed_as(files: Mapping[str, bytes], kind: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", kind) as zipped:
        for name, content in files.items():
            zipped.writestr(zipfile.ZipInfo(name), content, kind)
    return out.getvalue()


# --- Packed by hand -------------------------------------------------------------------------------------------------
def as_finder(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files as Finder packs a folder."""
    beside = {f"__MACOSX/metsuke-archive/{name}": b"\0\5\x16\7" for name in files}
    hidden = {f"__MACOSX/metsuke-archive/matches/._{name.split('/')[-1]}": b"\0\5\x16\7" for name in files}
    left = {"metsuke-archive/": b"", "metsuke-archive/.DS_Store": b"Bud1", "metsuke-archive/matches/.DS_Store": b"Bud1"}
    return left | {f"metsuke-archive/{name}": content for name, content in files.items()} | beside | hidden


def as_explorer(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files as tools on Windows pack a folder."""
    mine = {f"metsuke-archive\\{name}".replace("/", "\\"): content for name, content in files.items()}
    return {"metsuke-archive\\Thumbs.db": b"", "metsuke-archive\\matches\\Desktop.ini": b"[.Shell]"} | mine


def as_a_volume(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of a disk that a Mac has written on, two folders down, with something else beside them."""
    mine = {f"evenings/2026 春/{name}": content for name, content in files.items()}
    spoilt = {f"evenings/2026 春/matches/._{name.split('/')[-1]}": b"\0\5\x16\7" for name in files}
    return {"evenings/photo.jpg": b"\xff\xd8", "evenings/2026 春/matches/notes.txt": b"won"} | spoilt | mine


@pytest.mark.parametrize("again", [as_finder, as_explorer, as_a_volume])
@pytest.mark.parametrize("kind", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_an_archive_that_was_unpacked_and_packed_again_is_taken(
    packed: bytes, other: Store, again: Callable[[Mapping[str, bytes]], dict[str, bytes]], kind: int
) -> None:
    assert bring_archive(other, packed_as(again(files_of(packed)), kind)) == ImportOutcome(5, 0)


@pytest.mark.parametrize("aside", ["__macosx/", "$RECYCLE.BIN/", ".Trashes/501/", "evening/@eaDir/", "evening/.git/"])
def test_what_a_system_has_put_aside_is_not_read(packed: bytes, other: Store, aside: str) -> None:
    files = files_of(packed)
    assert bring_archive(other, packed_as({f"{aside}{name}": b"{}" for name in files} | files)) == ImportOutcome(5, 0)


def test_an_archive_behind_something_else_or_with_a_comment_is_taken(packed: bytes, other: Store) -> None:
    out = io.BytesIO(packed)
    with zipfile.ZipFile(out, "a") as zipped:
        zipped.comment = b"our evenings " * 1_000
    assert bring_archive(other, b"#!/bin/sh\n" + out.getvalue()) == ImportOutcome(5, 0)


# --- Packed to do harm ----------------------------------------------------------------------------------------------
def why(data: bytes) -> str:
    with pytest.raises(BadArchive) as refused:
        opened(data)
    return refused.value.message


def patched(data: bytes, name: str, field: int, form: str, value: int, mark: bytes = _CENTRAL) -> bytes:
    """Return an archive in whose list, or before whose file, something else is said of a file."""
    size = 46 if mark == _CENTRAL else 30
    at = data.index(name.encode(), data.index(mark)) if mark == _LOCAL else data.rindex(name.encode())
    head = at - size
    assert data[head : head + 4] == mark
    return data[: head + field] + struct.pack(form, value) + data[head + field + struct.calcsize(form) :]


M4 = "matches/m4.json"


@pytest.mark.parametrize("size", [LARGEST_PART + 1, 2**32 - 2])
def test_a_file_that_says_it_is_too_large_is_not_unpacked(packed: bytes, size: int) -> None:
    assert why(patched(packed, M4, 24, "<I", size)) == "archive.beyond"


@pytest.mark.parametrize("size", [0, 10, 30_000])
def test_a_file_that_lies_about_its_size_is_refused_alone(packed: bytes, other: Store, size: int) -> None:
    brought = bring_archive(other, patched(packed, M4, 24, "<I", size))
    assert brought == ImportOutcome(4, 0, (Refusal("m4", "archive.why.unreadable"),))


def test_no_more_is_unpacked_of_a_file_than_the_list_says(packed: bytes) -> None:
    bomb = packed_as(files_of(packed) | {M4: b"[" + b"[]," * 5_000_000 + b"0]"})
    parts = opened(patched(bomb, M4, 24, "<I", 60_000))
    (part,) = (part for name, part in parts.matches if name == "m4")
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match="cannot be unpacked"):
            parts.read(part)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 1024 * 1024


def test_a_file_that_shrinks_as_no_journal_does_is_not_unpacked(packed: bytes) -> None:
    files = files_of(packed)
    assert why(packed_as(files | {M4: b" " * 100_000})) == "archive.beyond"
    assert opened(packed_as(files | {M4: b" " * 60_000})).matches


def test_files_that_come_to_too_much_together_are_not_unpacked(packed: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    together = sum(map(len, files_of(packed).values()))
    monkeypatch.setattr(archive_parts, "LARGEST_UNPACKED", together)
    assert len(opened(packed).matches) == 5
    monkeypatch.setattr(archive_parts, "LARGEST_UNPACKED", together - 1)
    assert why(packed) == "archive.beyond"


@pytest.mark.parametrize("name", ["matches/m3.json", HEAD, "matches\\m3.json"])
def test_two_files_of_one_name_are_refused(packed: bytes, name: str) -> None:
    out = io.BytesIO(packed)
    with warnings.catch_warnings(), zipfile.ZipFile(out, "a") as zipped:
        warnings.simplefilter("ignore")
        zipped.writestr(name, b"{}")
    assert why(out.getvalue()) == "archive.twice"


def test_two_archives_in_one_are_refused(packed: bytes) -> None:
    files = files_of(packed)
    twice = {f"{folder}/{name}": content for folder in ("a", "b") for name, content in files.items()}
    assert why(packed_as(twice)) == "archive.twice"


def test_files_that_share_their_bytes_are_refused(packed: bytes) -> None:
    """As bombs do that come to much without packing anything twice: many names for one file."""
    first = packed.index(_LOCAL)
    assert why(patched(packed, M4, 42, "<I", first)) == "archive.twice"
    inner = packed_as({"matches/x.json": b"{}"})
    local = inner[: inner.index(_CENTRAL)]
    outer = packed_as({HEAD: b"{}", "matches/a.json": local, "matches/x.json": b"{}"}, zipfile.ZIP_STORED)
    inside = outer.index(local)
    assert why(patched(outer, "matches/x.json", 42, "<I", inside)) == "archive.twice"


def test_a_file_whose_bytes_are_not_there_or_are_the_list_is_refused(packed: bytes) -> None:
    assert why(patched(packed, M4, 42, "<I", len(packed) - 9)) == "archive.bad"
    assert why(patched(packed, M4, 42, "<I", packed.index(_CENTRAL))) == "archive.bad"
    assert why(patched(packed, "matches/m4.json", 20, "<I", len(packed))) in ("archive.bad", "archive.twice")


def test_what_is_locked_or_packed_in_another_way_is_refused(packed: bytes) -> None:
    assert why(patched(packed, M4, 8, "<H", 1)) == "archive.locked"
    for kind in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        assert why(packed_as(files_of(packed), kind)) == "archive.bad"


def test_a_file_that_is_called_otherwise_where_it_lies_is_refused_alone(packed: bytes, other: Store) -> None:
    at = packed.index(M4.encode())
    renamed = packed[:at] + b"matches/mX.json" + packed[at + len(M4) :]
    assert bring_archive(other, renamed) == ImportOutcome(4, 0, (Refusal("m4", "archive.why.unreadable"),))


def ended(count: int, size: int) -> bytes:
    return b"PK\x05\x06" + struct.pack("<4H2IH", 0, 0, count, count, size, 0, 0)


def test_a_long_list_of_files_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*args: object) -> None:
        raise AssertionError("the list was read")

    line = _CENTRAL + bytes(24) + struct.pack("<H", 1) + bytes(16) + b"x"
    many = line * (LARGEST_LIST // len(line) + 1)
    monkeypatch.setattr(archive_parts.zipfile, "ZipFile", read)
    assert why(many + ended(1, len(many))) == "archive.beyond"
    # The end that `zipfile` finds counts, not another one within it or behind it.
    within = b"PK\x05\x06" + bytes(8) + struct.pack("<I", len(many)) + b"PK\x05\x06" + b"\0\0"
    assert why(many + within) == "archive.beyond"
    assert why(many + ended(1, len(many))[:-2] + b"\x03\0abc") == "archive.beyond"
    assert why(b"PK\x06\x07" + bytes(16) + ended(1, 0)) == "archive.beyond"
    for none in (b"", b"PK\x05\x06", many, ended(1, 0)[:-1]):
        assert why(none) == "archive.bad"


def test_more_files_than_any_archive_has_are_refused(packed: bytes) -> None:
    assert why(packed_as({str(n): b"" for n in range(MOST_PARTS + 1)})) == "archive.beyond"


MEASURED = """
import resource, sys
from companion.exports.archive import bring_archive
from models import Store
data = sys.stdin.buffer.read()
with Store.open(sys.argv[1]) as store:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    brought = bring_archive(store, data)
    print(brought.new, len(brought.refused), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
MOST_KB = 250_000


def filled(kind: str, chance: Random) -> bytes:
    """Return a match that takes as much memory as one may: full of values, of lines that are none, or of texts."""
    match kind:
        case "values":
            return json.dumps({"entries": [{f"{chance.getrandbits(40):x}": {}} for _ in range(95_000)]}).encode()
        case "numbers":
            return json.dumps({"entries": [chance.getrandbits(30) for _ in range(290_000)]}).encode()
        case _:
            texts = [f"🎲{chance.randbytes(9_900).hex()}" for _ in range(700)]
            return json.dumps({"options": texts}, ensure_ascii=False).encode()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems count memory in other units, or not at all")
@pytest.mark.parametrize("kind", ["values", "numbers", "texts"])
def test_however_many_large_files_there_are_one_at_a_time_is_in_memory(
    packed: bytes, tmp_path: Path, kind: str
) -> None:
    one = filled(kind, Random(kind))
    assert len(one) < LARGEST_PART
    data = packed_as(files_of(packed) | {f"matches/x{n}.json": one for n in range(4)})
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, default_url(tmp_path)], input=data, capture_output=True, check=True
    )
    new, refused, more = map(int, done.stdout.split())
    assert (new, refused) == (5, 4)
    assert more < MOST_KB


@pytest.mark.parametrize("seed", range(40))
def test_bytes_changed_at_random_never_do_more_than_be_refused(packed: bytes, seed: int) -> None:
    chance = Random(seed)
    data = bytearray(packed)
    start = chance.choice((0, data.index(_CENTRAL)))
    for _ in range(chance.randint(1, 8)):
        data[chance.randrange(start, len(data))] = chance.randrange(256)
    with suppress(BadArchive):
        parts = opened(bytes(data))
        for part in (parts.head, *(part for _, part in parts.matches)):
            with suppress(ValueError):
                assert len(parts.read(part)) <= LARGEST_PART
