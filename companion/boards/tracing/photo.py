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
MAX_PIXELS = {"JPEG": 210_000_000, "PNG": 40_000_000}
"""Pixels that may be unpacked. A JPEG is unpacked at a fraction of its size, a PNG only whole."""
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

    Raises `Untraceable` for what is no photo, is too large, or is broken. No more is unpacked than `MAX_PIXELS`:
    the size that a file claims is looked at before anything else.
    """
    if len(data) > MAX_BYTES:
        raise Untraceable("trace.photo_heavy", most=MAX_BYTES // 1024 // 1024)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(BytesIO(data), formats=tuple(MAX_PIXELS)) as picture:
                return _kept(picture)
    except Image.DecompressionBombError:
        raise Untraceable("trace.photo_large", most=MAX_SIDE) from None
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError, MemoryError) as wrong:
        if isinstance(wrong, Untraceable):
            raise
        raise Untraceable("trace.photo_unreadable") from None


def _kept(picture: Image.Image) -> Photo:
    wide, high = picture.size
    most = MAX_PIXELS[picture.format or "PNG"]
    if max(wide, high) > MAX_SIDE or wide * high > most:
        raise Untraceable("trace.photo_large", most=MAX_SIDE)
    picture.draft("RGB", (KEPT_SIDE, KEPT_SIDE))
    upright = ImageOps.exif_transpose(picture)
    upright.thumbnail((KEPT_SIDE, KEPT_SIDE), Image.Resampling.LANCZOS)
    plain = Image.new("RGB", upright.size, "white")
    seen = upright.convert("RGBA") if upright.mode in ("P", "LA", "PA", "RGBA") else upright.convert("RGB")
    plain.paste(seen, mask=seen.getchannel("A") if seen.mode == "RGBA" else None)
    out = BytesIO()
    plain.save(out, "JPEG", quality=QUALITY, optimize=True)
    return Photo(out.getvalue(), *plain.size)
