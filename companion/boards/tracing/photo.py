"""A photo of the owner's board: taken in whatever it is, kept small, upright, and without what else it may hold."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, UnidentifiedImageError

from companion.boards.tracing.picture_parts import PictureParts, TooMuchWork, parts_of
from companion.boards.tracing.sketch import Untraceable

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
