"""A photo of the owner's board: taken in whatever it is, kept small, upright, and without what else it may hold."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError

from companion.boards.tracing.sketch import Untraceable

MAX_BYTES = 24 * 1024 * 1024
"""The largest file that is taken."""
MAX_SIDE = 16_000
"""Pixels of the longest side that is looked at."""
MAX_PIXELS = 170_000_000
"""Pixels of a JPEG in one scan, which is unpacked line by line at a fraction of its size."""
MAX_PIXELS_WHOLE = 25_000_000
"""Pixels of what is unpacked whole, at eight bytes for each: a PNG, and a JPEG in several scans."""
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

    Raises `Untraceable` for what is no photo, is too large, or is broken. The size that a file claims is looked at
    before anything is unpacked: no photo takes more than some 250 MB of memory while it is.
    """
    if len(data) > MAX_BYTES:
        raise Untraceable("trace.photo_heavy", most=MAX_BYTES // 1024 // 1024)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(BytesIO(data), formats=FORMATS) as picture:
                return _kept(picture, MAX_PIXELS if _in_one_scan(data) else MAX_PIXELS_WHOLE)
    except Image.DecompressionBombError:
        raise Untraceable("trace.photo_large", most=MAX_SIDE) from None
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError, MemoryError) as wrong:
        if isinstance(wrong, Untraceable):
            raise
        raise Untraceable("trace.photo_unreadable") from None


def _in_one_scan(data: bytes) -> bool:
    """Tell whether this is a JPEG whose lines come one after the other with all their colours."""
    at, colours = 2, 0
    while data[:2] == b"\xff\xd8" and at + 4 <= len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if marker in (0xC0, 0xC1):
            colours = data[at + 9] if at + 9 < len(data) else 0
        elif marker == 0xDA:
            return at + 4 < len(data) and 0 < colours == data[at + 4]
        at += 1 if marker == 0xFF else 2 + length
    return False


def _kept(picture: Image.Image, most: int) -> Photo:
    wide, high = picture.size
    if max(wide, high) > MAX_SIDE or wide * high > most:
        raise Untraceable("trace.photo_large", most=MAX_SIDE)
    picture.draft("RGB", (KEPT_SIDE, KEPT_SIDE))
    picture.thumbnail((KEPT_SIDE, KEPT_SIDE), Image.Resampling.LANCZOS)
    upright = ImageOps.exif_transpose(picture)
    plain = Image.new("RGB", upright.size, "white")
    seen = upright.convert("RGBA") if upright.mode in ("P", "LA", "PA", "RGBA") else upright.convert("RGB")
    plain.paste(seen, mask=seen.getchannel("A") if seen.mode == "RGBA" else None)
    out = BytesIO()
    plain.save(out, "JPEG", quality=QUALITY, optimize=True)
    return Photo(out.getvalue(), *plain.size)
