"""Photos: kept small and upright; what is no photo is refused in words, with memory bounded."""

from __future__ import annotations

import math
import pickle
import random
import struct
import subprocess
import sys
import tracemalloc
import zlib
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageOps

from companion.boards.tracing.photo import (
    KEPT_SIDE,
    MAX_BYTES,
    MAX_PIXELS_WHOLE,
    MAX_WORK,
    MOST_SCANS,
    MOST_SEGMENTS,
    Photo,
    parts_of,
    taken,
)
from companion.boards.tracing.sketch import Untraceable

ORIENTATION = 0x0112


def file(picture: Image.Image, kind: str = "JPEG", **more: object) -> bytes:
    out = BytesIO()
    picture.save(out, kind, **more)
    return out.getvalue()


def png_claiming(wide: int, high: int, rows: bytes = b"") -> bytes:
    """Return a PNG that says it is of some size, whatever it holds."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = struct.pack(">IIBBBBB", wide, high, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_large_photo_is_scaled_down_and_a_small_one_is_not(kind: str) -> None:
    large = taken(file(Image.new("RGB", (4000, 3000), "#885522"), kind))
    assert (large.width, large.height) == (KEPT_SIDE, KEPT_SIDE * 3 // 4)
    small = taken(file(Image.new("RGB", (640, 480), "#885522"), kind))
    assert (small.width, small.height) == (640, 480)
    with Image.open(BytesIO(small.jpeg)) as kept:
        assert kept.format == "JPEG"
        assert kept.size == (640, 480)


def test_a_photo_taken_sideways_stands_upright_and_says_nothing_of_where_it_was_taken() -> None:
    picture = Image.new("RGB", (60, 40), "white")
    picture.paste("black", (0, 0, 20, 20))
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    exif[0x010F] = "a maker"
    kept = taken(file(picture, exif=exif))
    assert (kept.width, kept.height) == (40, 60)
    with Image.open(BytesIO(kept.jpeg)) as upright:
        assert not upright.getexif()
        assert upright.getpixel((35, 5))[0] < 80  # type: ignore[index]
        assert upright.getpixel((5, 5))[0] > 180  # type: ignore[index]


def test_what_is_clear_becomes_white() -> None:
    clear = taken(file(Image.new("RGBA", (10, 10), (0, 0, 0, 0)), "PNG"))
    with Image.open(BytesIO(clear.jpeg)) as kept:
        assert kept.getpixel((5, 5)) == (255, 255, 255)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "trace.photo_unreadable"),
        (b"no picture at all", "trace.photo_unreadable"),
        (b"%PDF-1.7", "trace.photo_unreadable"),
        (file(Image.new("RGB", (10, 10)), "GIF"), "trace.photo_unreadable"),
        (file(Image.new("RGB", (400, 400), "red"))[:200], "trace.photo_unreadable"),
        (png_claiming(20_000, 20_000), "trace.photo_large"),
        (png_claiming(2_000_000_000, 2), "trace.photo_large"),
        (png_claiming(9_000, 9_000), "trace.photo_large"),
        (b"\xff" * (MAX_BYTES + 1), "trace.photo_heavy"),
    ],
    ids=["empty", "text", "pdf", "gif", "broken", "20000", "bomb-side", "bomb", "heavy"],
)
def test_what_cannot_be_taken_is_refused_in_words(data: bytes, why: str) -> None:
    assert refused(data) == why


def test_a_bomb_is_not_unpacked() -> None:
    bomb = png_claiming(20_000, 20_000, b"\0" * 20_001 * 200)
    tracemalloc.start()
    try:
        with pytest.raises(Untraceable):
            taken(bomb)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 4 * 1024 * 1024


def jpeg_claiming(wide: int, high: int, kind: str = "RGB", **how: Any) -> bytes:
    """Return a small JPEG that says it is of another size."""
    jpeg = file(Image.new(kind, (16, 8)), **how)
    return jpeg.replace(struct.pack(">HH", 8, 16), struct.pack(">HH", high, wide), 1)


def test_what_is_unpacked_whole_may_be_smaller_than_what_is_not() -> None:
    for bomb in (jpeg_claiming(9_000, 9_000, progressive=True), jpeg_claiming(9_000, 9_000, "CMYK", progressive=True)):
        assert refused(bomb) == "trace.photo_large"
    assert refused(one_scan_a_colour(jpeg_claiming(9_000, 9_000))) == "trace.photo_large"
    large = taken(file(Image.new("RGB", (9_000, 6_000))))
    assert (large.width, large.height) == (KEPT_SIDE, KEPT_SIDE * 2 // 3)


def one_scan_a_colour(jpeg: bytes) -> bytes:
    """Return a JPEG whose first scan says that it holds one colour alone."""
    at = jpeg.index(b"\xff\xda")
    head = b"\xff\xda" + struct.pack(">HB", 8, 1) + jpeg[at + 5 : at + 7] + b"\0\x3f\0"
    return jpeg[:at] + head + jpeg[at + 14 :]


# --- Work that a file makes, out of proportion to its size ----------------------------------------------------------
def scanned_again(jpeg: bytes, times: int) -> bytes:
    """Return a progressive JPEG that goes over its picture again and again, with nothing new each time."""
    at = jpeg.rindex(b"\xff\xda")
    return jpeg[:-2] + jpeg[at:-2] * times + b"\xff\xd9"


@pytest.fixture
def unpacked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the sizes of the files that a decoder is given."""
    sizes: list[int] = []
    opened = Image.open

    def noted(file: BytesIO, **how: Any) -> Image.Image:
        sizes.append(len(file.getvalue()))
        return opened(file, **how)

    monkeypatch.setattr(Image, "open", noted)
    return sizes


def refused(data: bytes) -> str:
    with pytest.raises(Untraceable) as why:
        taken(data)
    return why.value.message


def test_three_thousand_scans_are_counted_and_none_is_unpacked(unpacked: list[int]) -> None:
    jpeg = file(Image.new("RGB", (640, 480), "#885522"), progressive=True)
    assert taken(jpeg).width == 640
    assert parts_of(jpeg).scans == 10
    again = scanned_again(jpeg, MOST_SCANS - 10)
    assert parts_of(again).scans == MOST_SCANS
    unpacked.clear()
    for times in (MOST_SCANS - 9, 3_000):
        assert refused(scanned_again(jpeg, times)) == "trace.photo_passes"
    # Rubbish between the scans, which decoders pass over, hides none of them.
    between = scanned_again(jpeg, 3_000).replace(b"\xff\xda", b"\xff\x00rubbish\xff\xff\xff\xda")
    assert refused(between) == "trace.photo_passes"
    assert unpacked == []


def test_scans_of_a_large_picture_count_by_its_pixels(unpacked: list[int]) -> None:
    side = math.isqrt(MAX_WORK // MOST_SCANS) + 1
    jpeg = scanned_again(jpeg_claiming(side, side, progressive=True), MOST_SCANS - 10)
    assert refused(jpeg) == "trace.photo_passes"
    assert unpacked == []


def test_scans_in_a_jpeg_that_needs_one_alone_are_counted_too() -> None:
    jpeg = file(Image.new("RGB", (16, 8)))
    at = jpeg.index(b"\xff\xda")
    assert parts_of(jpeg[:-2] + jpeg[at:]).whole
    assert not parts_of(jpeg).whole
    assert refused(jpeg[:-2] + jpeg[at:-2] * MOST_SCANS + b"\xff\xd9") == "trace.photo_passes"


def test_millions_of_bytes_that_may_stand_before_a_marker_are_gone_over_once() -> None:
    jpeg = file(Image.new("RGB", (16, 8)))
    filling = b"\xff" * (MAX_BYTES // 2 - 1_000)
    assert refused(jpeg[:2] + filling + b"\0" + filling) == "trace.photo_unreadable"
    filled = jpeg[:-2] + filling + jpeg[-2:]
    assert taken(jpeg[:2] + filling[:9_000_000] + jpeg[2:]) == taken(filled) == taken(jpeg)


def with_segments(jpeg: bytes, *segments: tuple[int, bytes]) -> bytes:
    """Return a JPEG with further segments at its beginning."""
    more = b"".join(bytes((0xFF, marker)) + struct.pack(">H", len(body) + 2) + body for marker, body in segments)
    return jpeg[:2] + more + jpeg[2:]


def exif(tags: int, at: int = 8) -> bytes:
    """Return EXIF data of so many notes, each of which claims the whole of it as its own."""
    notes = b"".join(struct.pack("<HHII", 0x8000 + n, 1, 60_000, 8) for n in range(tags))
    return b"Exif\0\0II*\0" + struct.pack("<IH", at, tags) + notes


def test_what_is_no_picture_is_left_out_before_it_is_opened(unpacked: list[int]) -> None:
    jpeg = file(Image.new("RGB", (16, 8)))
    notes = [(0xE1, exif(5_000)), (0xE2, b"MPF\0" + exif(4_000)[6:]), (0xE2, b"ICC_PROFILE\0\1\1" + b"x" * 60_000)]
    heavy = with_segments(jpeg, *notes, *[(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + b"<" * 60_000)] * 200)
    assert taken(heavy) == taken(jpeg)
    assert unpacked == [len(jpeg)] * 2
    assert refused(with_segments(jpeg, *[(0xFE, b"")] * MOST_SEGMENTS)) == "trace.photo_passes"


def chunked(png: bytes, *chunks: tuple[bytes, bytes]) -> bytes:
    """Return a PNG with further chunks behind its head."""
    more = b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in chunks
    )
    return png[:33] + more + png[33:]


def test_packed_notes_and_further_pictures_of_a_png_are_left_out(unpacked: list[int]) -> None:
    png = file(Image.new("RGB", (16, 8), "#885522"), "PNG")
    bomb = zlib.compress(b"x" * 10_000_000, 9)
    animated = (b"acTL", struct.pack(">II", 1_000_000, 0)), (b"fcTL", bytes(26))
    heavy = chunked(png, *animated, (b"iCCP", b"x\0\0" + bomb), *[(b"zTXt", b"x\0\0" + bomb)] * 100)
    assert taken(heavy) == taken(png)
    assert unpacked == [len(png)] * 2
    assert refused(chunked(png, *[(b"tEXt", b"")] * MOST_SEGMENTS)) == "trace.photo_passes"
    assert refused(chunked(png, *[(b"IDAT", b"")] * MOST_SEGMENTS)) == "trace.photo_passes"


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_every_way_to_lie_is_put_upright_as_cameras_mean_it(kind: str, orientation: int) -> None:
    picture = Image.new("RGB", (64, 32), "white")
    picture.paste("black", (0, 0, 32, 16))
    notes = Image.Exif()
    notes[ORIENTATION] = orientation
    data = file(picture, kind, exif=notes)
    assert parts_of(data).orientation == orientation
    with Image.open(BytesIO(data)) as lying, Image.open(BytesIO(taken(data).jpeg)) as kept:
        upright = ImageOps.exif_transpose(lying)
        assert kept.size == upright.size
        at = [(x, y) for x in (4, kept.width - 5) for y in (4, kept.height - 5)]
        assert [kept.getpixel(spot)[0] > 128 for spot in at] == [upright.getpixel(spot)[0] > 128 for spot in at]  # type: ignore[index]


@pytest.mark.parametrize(
    "notes",
    [exif(3, at=2**32 - 1), exif(3)[:20], b"Exif\0\0", b"Exif\0\0XX*\0", exif(0), b"Exif\0\0II*\0" + b"\xff" * 60],
)
def test_broken_notes_of_a_camera_are_passed_over(notes: bytes) -> None:
    jpeg = file(Image.new("RGB", (16, 8)))
    assert taken(with_segments(jpeg, (0xE1, notes))) == taken(jpeg)


def test_photos_and_their_refusals_go_from_process_to_process() -> None:
    assert isinstance(pickle.loads(pickle.dumps(taken(file(Image.new("RGB", (16, 8)))))), Photo)
    again = pickle.loads(pickle.dumps(Untraceable("trace.photo_heavy", most=24)))
    assert (again.message, again.params) == ("trace.photo_heavy", {"most": 24})


MEASURED = """
import resource, sys
from companion.boards.tracing.photo import taken
data = sys.stdin.buffer.read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
kept = taken(data)
print(kept.width, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
MOST_KB = 300_000


@pytest.mark.skipif(sys.platform != "linux", reason="other systems count memory in other units, or not at all")
@pytest.mark.parametrize(("kind", "how"), [("PNG", "RGBA"), ("JPEG", "CMYK")])
def test_the_largest_that_is_unpacked_whole_stays_within_bounds(kind: str, how: str) -> None:
    side = math.isqrt(MAX_PIXELS_WHOLE)
    largest = file(Image.new(how, (side, side)), kind, **({"progressive": True} if kind == "JPEG" else {}))
    done = subprocess.run([sys.executable, "-c", MEASURED], input=largest, capture_output=True, check=True)
    wide, more = map(int, done.stdout.split())
    assert wide == KEPT_SIDE
    assert more < MOST_KB


@pytest.mark.parametrize("seed", range(30))
def test_bytes_changed_at_random_never_do_more_than_be_refused(seed: int) -> None:
    chance = random.Random(seed)
    whole = bytearray(file(Image.effect_noise((80, 60), 60).convert("RGB"), chance.choice(("JPEG", "PNG"))))
    for _ in range(chance.randint(1, 40)):
        whole[chance.randrange(len(whole))] = chance.randrange(256)
    try:
        kept = taken(bytes(whole))
    except Untraceable:
        return
    assert max(kept.width, kept.height) <= KEPT_SIDE
