"""A photo of the owner's board: taken in whatever it is, kept small, upright, and without what else it may hold.

The parts of a JPEG or PNG that its picture is made of, and how much work it is to unpack them. A decoder reads all that
a file holds: notes, colour profiles, further pictures, and the same picture over and over again. Here the work is
counted before anything is unpacked, and what the picture does not need is left out.
"""

from __future__ import annotations

import re
import struct
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from PIL import Image, UnidentifiedImageError

from companion.boards.tracing.sketch import Untraceable

MOST_SEGMENTS: Final = 4_000
"""Segments of a JPEG, chunks of a PNG: 24 MB of a PNG in chunks of 8 kB are 3,000."""
MOST_SCANS: Final = 40
"""Passes of a JPEG over its picture; encoders make 3 to 20 of them."""

_MARKER: Final = re.compile(rb"\xff([^\x00\xff\xd0-\xd7])")
"""What begins a segment, wherever it stands: `ff 00` is a byte of a picture, `ff d0` to `ff d7` stand between such.

Any number of `ff` may stand before it. To match them all would take a quadratic time where there are millions.
"""
_FRAMES: Final = (0xC0, 0xC1, 0xC2)
"""Baseline, extended, progressive."""
_TABLES: Final = (0xC4, 0xDB, 0xDD)
_START, _END, _SCAN, _LINES, _NOTE = 0xD8, 0xD9, 0xDA, 0xDC, 0xFE
_JFIF, _EXIF, _ADOBE, _LAST_APP = 0xE0, 0xE1, 0xEE, 0xEF

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_CHUNKS: Final = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")

_ORIENTATION: Final = 0x0112
_MOST_TAGS: Final = 1_000


class TooMuchWork(ValueError):
    """A file in more parts, or with more passes over its picture, than any encoder makes."""


@dataclass(frozen=True, slots=True)
class PictureParts:
    """A picture before it is unpacked."""

    data: bytes
    """The file with nothing in it but the picture."""
    width: int
    height: int
    scans: int = 1
    """How often its pixels are gone over."""
    whole: bool = True
    """Whether all of it is in memory while it is unpacked, instead of some lines at a time."""
    orientation: int = 1
    """How it lies, 1 to 8 as in EXIF; 1 is upright."""


def parts_of(data: bytes) -> PictureParts:
    """Return what a JPEG or PNG is made of. Raises `ValueError` for anything else, and `TooMuchWork`."""
    if data.startswith(b"\xff\xd8"):
        return _jpeg(data)
    if data.startswith(_PNG):
        return _png(data)
    raise ValueError("neither a JPEG nor a PNG")


# --- JPEG -----------------------------------------------------------------------------------------------------------
def _jpeg(data: bytes) -> PictureParts:
    kept, seen = [b"\xff\xd8"], set[int]()
    frame, kind, scans, together, orientation = b"", 0, 0, False, 1
    for marker, body, picture in _segments(data):
        if marker in _FRAMES:
            if frame or len(body) < 6:
                raise ValueError("no picture, or a second one")
            frame, kind = body, marker
        elif marker == _SCAN:
            scans += 1
            if scans > MOST_SCANS:
                raise TooMuchWork(f"more than {MOST_SCANS} scans")
            if scans == 1:
                together = bool(frame) and body[:1] == frame[5:6] and kind != 0xC2
        elif marker == _EXIF and marker not in seen and body.startswith(b"Exif\0\0"):
            orientation = _orientation(body[6:])
        elif marker == _END:
            kept.append(b"\xff\xd9")
        elif marker not in (*_TABLES, _LINES, _NOTE) and not _JFIF <= marker <= _LAST_APP:
            raise ValueError("not a kind of JPEG that cameras write")
        if marker in (*_FRAMES, *_TABLES, _SCAN) or (marker in (_JFIF, _ADOBE) and marker not in seen):
            kept += [bytes((0xFF, marker)), struct.pack(">H", len(body) + 2), body, picture]
        seen.add(marker)
    if not frame or not scans:
        raise ValueError("no picture")
    high, wide = struct.unpack(">HH", frame[1:5])
    return PictureParts(b"".join(kept), wide, high, scans, not (together and scans == 1), orientation)


def _segments(data: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Yield the markers of a JPEG with what they hold, and of scans the packed picture behind it, up to its end.

    Whatever else stands between segments is passed over, as decoders do.
    """
    at, count = 2, 0
    while (found := _MARKER.search(data, at)) is not None:
        marker, at = found[1][0], found.end()
        if marker == _END:
            yield _END, b"", b""
            return
        if marker == 0x01:  # it stands alone, and says nothing
            continue
        count += 1
        if count > MOST_SEGMENTS:
            raise TooMuchWork(f"more than {MOST_SEGMENTS} segments")
        length = int.from_bytes(data[at : at + 2], "big")
        if length < 2 or at + length > len(data) or marker == _START:
            raise ValueError("a segment that goes nowhere")
        body, at = data[at + 2 : at + length], at + length
        picture = b""
        if marker == _SCAN:
            after = _MARKER.search(data, at)
            end = len(data) if after is None else after.start()
            picture, at = data[at:end], end
        yield marker, body, picture


# --- PNG ------------------------------------------------------------------------------------------------------------
def _png(data: bytes) -> PictureParts:
    kept, orientation, size = [_PNG], 1, (0, 0)
    at = len(_PNG)
    for _ in range(MOST_SEGMENTS):
        length, name = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        end = at + 12 + length
        if end > len(data):
            raise ValueError("a chunk that goes nowhere")
        if name == b"IHDR" and length >= 8:
            size = struct.unpack(">II", data[at + 8 : at + 16])
        elif name == b"eXIf":
            orientation = _orientation(data[at + 8 : end - 4])
        if name in _CHUNKS:
            kept.append(data[at:end])
        if name == b"IEND":
            return PictureParts(b"".join(kept), *size, orientation=orientation)
        at = end
    raise TooMuchWork(f"more than {MOST_SEGMENTS} chunks")


# --- EXIF -----------------------------------------------------------------------------------------------------------
def _orientation(exif: bytes) -> int:
    """Return how a picture lies: the one thing that is read of what a camera writes about it."""
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(exif[:4])
    if order is None:
        return 1
    try:
        (first,) = struct.unpack_from(f"{order}I", exif, 4)
        (count,) = struct.unpack_from(f"{order}H", exif, first)
        for n in range(min(count, _MOST_TAGS)):
            tag, kind, _, value = struct.unpack_from(f"{order}HHIH", exif, first + 2 + 12 * n)
            if tag == _ORIENTATION and kind == 3 and 1 <= value <= 8:
                return int(value)
    except struct.error:
        pass
    return 1


MAX_BYTES = 24 * 1024 * 1024
"""The largest file that is taken."""
MAX_SIDE = 16_000
"""Pixels of the longest side that is looked at."""
MAX_PIXELS = 170_000_000
"""Pixels of a JPEG in one scan, which is unpacked line by line at a fraction of its size."""
MAX_PIXELS_WHOLE = 25_000_000
"""Pixels of what is unpacked whole, at eight bytes for each: a PNG, and a JPEG in several scans."""
MAX_WORK = 500_000_000
"""Pixels times how often they are gone over: a progressive JPEG goes over its picture 10 to 18 times."""
FORMATS = ("JPEG", "PNG")
KEPT_SIDE = 2_000
"""Pixels of the longest side of what is kept."""
QUALITY = 82


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo as it is kept: a JPEG, and its size in pixels."""

    jpeg: bytes
    width: int
    height: int


def taken(data: bytes) -> Photo:
    """Return a photo as it is kept, the right way up and at most `KEPT_SIDE` pixels long.

    Raises `Untraceable` for what is no photo, is too large or too much work, or is broken. What a file claims is looked
    at before anything is unpacked: no photo takes more than some 250 MB of memory while it is. Nothing but bytes comes
    in, and nothing but values goes out: it may be called in another process.
    """
    if len(data) > MAX_BYTES:
        raise Untraceable("trace.photo_heavy", most=MAX_BYTES // 1024 // 1024)
    try:
        parts = parts_of(data)
        pixels = parts.width * parts.height
        if max(parts.width, parts.height) > MAX_SIDE or pixels > (MAX_PIXELS_WHOLE if parts.whole else MAX_PIXELS):
            raise Untraceable("trace.photo_large", most=MAX_SIDE)
        if pixels * parts.scans > MAX_WORK:
            raise TooMuchWork
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(BytesIO(parts.data), formats=FORMATS) as picture:
                return _kept(picture, parts)
    except TooMuchWork:
        raise Untraceable("trace.photo_passes") from None
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError, MemoryError) as wrong:
        if isinstance(wrong, Untraceable):
            raise
        raise Untraceable("trace.photo_unreadable") from None


_UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_270, 7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}  # fmt: skip
"""How a picture that lies so comes to stand upright."""


def _kept(picture: Image.Image, parts: PictureParts) -> Photo:
    if picture.size != (parts.width, parts.height):
        raise ValueError("another size than was looked at")
    picture.draft("RGB", (KEPT_SIDE, KEPT_SIDE))
    picture.thumbnail((KEPT_SIDE, KEPT_SIDE), Image.Resampling.LANCZOS)
    upright = picture.transpose(_UPRIGHT[parts.orientation]) if parts.orientation in _UPRIGHT else picture
    plain = Image.new("RGB", upright.size, "white")
    seen = upright.convert("RGBA") if upright.mode in ("P", "LA", "PA", "RGBA") else upright.convert("RGB")
    plain.paste(seen, mask=seen.getchannel("A") if seen.mode == "RGBA" else None)
    out = BytesIO()
    plain.save(out, "JPEG", quality=QUALITY, optimize=True)
    return Photo(out.getvalue(), *plain.size)
