"""A photo of the owner's board: any JPEG or PNG, reduced, turned upright, and without other contents.

A decoder reads everything in a file: notes, colour profiles, further pictures, and the same picture many times over. So
the work of decoding is computed before anything is decoded, and what the picture does not need is left out.
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
"""The most segments of a JPEG or chunks of a PNG: 24 MB of a PNG in chunks of 8 kB are 3,000."""
MOST_SCANS: Final = 40
"""The most scans of a JPEG; encoders make 3 to 20."""

_MARKER: Final = re.compile(rb"\xff([^\x00\xff\xd0-\xd7])")
"""The beginning of a segment: `ff 00` is a byte of picture data, and `ff d0` to `ff d7` are markers within that.

Any number of `ff` may precede it. Matching them all would take quadratic time if there are millions.
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
    """A file with more parts, or more scans, than any encoder makes."""


@dataclass(frozen=True, slots=True)
class PictureParts:
    """A picture before it is decoded."""

    data: bytes
    """The file with only the picture in it."""
    width: int
    height: int
    scans: int = 1
    """The number of scans."""
    whole: bool = True
    """Whether it is decoded as a whole in memory, instead of some lines at a time."""
    orientation: int = 1
    """The orientation, 1 to 8 as in EXIF; 1 is upright."""


def parts_of(data: bytes) -> PictureParts:
    """Return the parts of a JPEG or PNG. Raises `ValueError` for anything else, and `TooMuchWork`."""
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
    """Yield the markers of a JPEG with their contents and, for scans, the compressed data after them.

    Anything else between segments is skipped, as decoders do.
    """
    at, count = 2, 0
    while (found := _MARKER.search(data, at)) is not None:
        marker, at = found[1][0], found.end()
        if marker == _END:
            yield _END, b"", b""
            return
        if marker == 0x01:  # a marker without contents
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
    """Return the orientation, the only thing that is read of a camera's metadata."""
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
"""The most bytes of a file."""
MAX_SIDE = 16_000
"""The most pixels of a side."""
MAX_PIXELS = 170_000_000
"""The most pixels of a JPEG with one scan, which is decoded line by line at a reduced size."""
MAX_PIXELS_WHOLE = 25_000_000
"""The most pixels of a PNG, or a JPEG with several scans, which is decoded whole, at eight bytes per pixel."""
MAX_WORK = 500_000_000
"""The most pixels times scans: a progressive JPEG has 10 to 18 scans."""
FORMATS = ("JPEG", "PNG")
KEPT_SIDE = 2_000
"""The longest side of a stored photo in pixels."""
QUALITY = 82


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo as it is stored: a JPEG, and its size in pixels."""

    jpeg: bytes
    width: int
    height: int


def taken(data: bytes) -> Photo:
    """Return a photo as it is stored: upright, and its longest side at most `KEPT_SIDE` pixels.

    Raises `Untraceable` for what is no photo, is too large or too much work, or is broken. The file's own claims are
    checked before it is decoded, so that decoding takes at most some 250 MB of memory. Arguments and result are plain
    values: this may run in another process.
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
"""The transposition that turns each orientation upright."""


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
