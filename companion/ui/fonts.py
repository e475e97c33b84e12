"""The bundled faces, and when a phone needs the large one.

`Metsuke` (BIZ UDPGothic, cut to what our screens and most names need) comes with the client, in true Regular
and Bold. `MetsukeFull` holds the rarer kanji in Regular and is fetched only when a text needs it.
"""

from __future__ import annotations

from functools import cache, lru_cache

from companion.paths import PACKAGE

FAMILY = "Metsuke"
FULL = "MetsukeFull"


@cache
def core() -> frozenset[str]:
    return frozenset((PACKAGE / "font_core.txt").read_text(encoding="utf-8").rstrip("\n"))


@lru_cache(maxsize=4096)
def needs_full(text: str) -> bool:
    """Whether some character of `text` is in the large face only (or in none)."""
    return any(character > "\x7f" and character not in core() for character in text)


def page_fonts(web: bool, full: bool = False) -> dict[str, str]:
    """What to assign to `page.fonts`; with `full` the large face as well.

    In a browser the core face is there before the first frame and needs no line; a native window loads it here.
    """
    ending = "woff2" if web else "ttf"
    fonts = {} if web else {FAMILY: f"fonts/Metsuke-Regular.{ending}"}
    if full:
        fonts[FULL] = f"fonts/MetsukeFull.{ending}"
    return fonts
