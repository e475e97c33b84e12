"""Photos: kept small and upright; what is no photo is refused in words, with memory bounded."""

from __future__ import annotations

import math
import random
import struct
import subprocess
import sys
import tracemalloc
import zlib
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from companion.boards.tracing.photo import KEPT_SIDE, MAX_BYTES, MAX_PIXELS_WHOLE, taken
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
    with pytest.raises(Untraceable) as refused:
        taken(data)
    assert refused.value.message == why


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
        with pytest.raises(Untraceable) as refused:
            taken(bomb)
        assert refused.value.message == "trace.photo_large"
    with pytest.raises(Untraceable) as refused:
        taken(one_scan_a_colour(jpeg_claiming(9_000, 9_000)))
    assert refused.value.message == "trace.photo_large"
    large = taken(file(Image.new("RGB", (9_000, 6_000))))
    assert (large.width, large.height) == (KEPT_SIDE, KEPT_SIDE * 2 // 3)


def one_scan_a_colour(jpeg: bytes) -> bytes:
    """Return a JPEG whose first scan says that it holds one colour alone."""
    at = jpeg.index(b"\xff\xda")
    head = b"\xff\xda" + struct.pack(">HB", 8, 1) + jpeg[at + 5 : at + 7] + b"\0\x3f\0"
    return jpeg[:at] + head + jpeg[at + 14 :]


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
