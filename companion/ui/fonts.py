"""The bundled faces: which of them draws a character, and what a name may be made of.

`Metsuke` (BIZ UDPGothic, cut to what our screens and most names need) comes with the client, in true Regular
and Bold. `Full` holds the other kanji of Japan's levels 1 and 2, `Han` the rarer ones and those of China and Taiwan:
a phone loads them when a text needs them, and so `Latin` and `Emoji`, for which a browser's engine may ask a face of
kanji. The other scripts it asks for by itself, under the names that it knows them by (`asked_for`); a window of this
device takes the system's own.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from companion.paths import ASSETS, PACKAGE
from referee.core.reading import check_name, without_joins
from referee.core.values import Refused

FAMILY = "Metsuke"
FULL = "Full"
LOADED = {FULL: "F", "Han": "H", "Latin": "L", "Emoji": "E"}
"""The faces that a phone loads when a text needs them, and the families they are: short, for every text names them."""
_FOLDER = ASSETS / "fonts"
_JOINER = "\u200d"


@cache
def core() -> frozenset[str]:
    return frozenset((PACKAGE / "font_core.txt").read_text(encoding="utf-8").rstrip("\n"))


@cache
def scripts() -> dict[str, frozenset[str]]:
    """Return which characters each face draws that is not loaded at once: `Full`, and one for each script."""
    found = {}
    for line in (PACKAGE / "font_scripts.txt").read_text(encoding="utf-8").splitlines():
        name, *spans = line.split()
        ends = (span.partition("-") for span in spans)
        codes = (range(int(first, 16), int(last or first, 16) + 1) for first, _, last in ends)
        found[name] = frozenset(chr(code) for span in codes for code in span)
    return found


def file_of(face: str) -> Path:
    """Return the file of the face of a script, as paper, pictures and phones read it."""
    return next((_FOLDER / "scripts").glob(f"{face}.?tf"))


def asked_for(name: str) -> str:
    """Return the file with the characters of a face that a browser's engine asks for; empty if we have none.

    `name` is the engine's: `notosansarabic`.
    """
    if name in ("notosansjp", "notosanssc", "notosanstc", "notosanshk"):
        return "fonts/MetsukeFull.woff2"
    script = name.removeprefix("noto").removeprefix("sans").removeprefix("serif").removeprefix("color") or "latin"
    script = {"kr": "hangul", "symbols": "emoji"}.get(script, script)
    face = next((face for face in scripts() if face.casefold() == script), FULL)
    return "" if face == FULL else f"fonts/scripts/{file_of(face).name}"


@lru_cache(maxsize=4096)
def needs(text: str) -> frozenset[str]:
    """Return which of the faces that are loaded when they are needed a text needs."""
    return frozenset(face for sign in text if sign > "\x7f" and (face := face_of(sign)) in LOADED)


@lru_cache(maxsize=4096)
def face_of(sign: str) -> str:
    """Return the face that draws a character; empty if none does."""
    if sign in core():
        return FAMILY
    return next((face for face, signs in scripts().items() if sign in signs), "")


def runs(words: str) -> list[tuple[str, str]]:
    """Return words in parts of one face each. A letter and its marks, and emoji that are one, stay together."""
    found: list[tuple[str, str]] = []
    for cluster in _clusters(words):
        faces = [FAMILY, *scripts()]
        shown = [sign for sign in cluster if face_of(sign)]
        face = next((f for f in faces if all(sign in _signs(f) for sign in shown)), "") or face_of(cluster[0])
        if found and found[-1][0] == face:
            found[-1] = face, found[-1][1] + cluster
        else:
            found.append((face or FAMILY, cluster))
    return found


def _signs(face: str) -> frozenset[str]:
    return core() if face == FAMILY else scripts()[face]


def _clusters(words: str) -> Iterator[str]:
    """Return a character with the marks and joiners behind it, and with what these join to it."""
    cluster = ""
    for sign in words:
        joins = unicodedata.category(sign) in ("Mn", "Mc", "Me", "Cf") or "\U0001f3fb" <= sign <= "\U0001f3ff"
        if cluster and not joins and not cluster.endswith(_JOINER):
            yield cluster
            cluster = ""
        cluster += sign
    if cluster:
        yield cluster


def check_entered(name: str) -> str:
    """Return a name as it is kept, composed (NFC). Raises `Refused` when it cannot be read or drawn (METSUKE-1.3)."""
    name = check_name("".join(" " if _is_space(sign) else sign for sign in unicodedata.normalize("NFC", name)))
    at = 1
    for cluster in _clusters(without_joins(name)):
        if not cluster.isspace() and not any(_signs(face).issuperset(cluster) for face in (FAMILY, *scripts())):
            raise Refused("METSUKE-1.3", "table.name_drawn", firm=True, at=at)
        at += len(cluster)
    return name


def _is_space(sign: str) -> bool:
    """Tell whether a sign is a space that no face has; the one of Japanese is drawn."""
    return sign.isspace() and not face_of(sign)


def page_fonts(web: bool, more: frozenset[str] = frozenset()) -> dict[str, str]:
    """What to assign to `page.fonts`; `more` are those of `LOADED` that are needed as well.

    In a browser the core face is there before the first frame and needs no line; a native window loads it here.
    """
    fonts = {} if web else {FAMILY: "fonts/Metsuke-Regular.ttf"}
    full = f"fonts/MetsukeFull.{'woff2' if web else 'ttf'}"
    more_files = {LOADED[face]: full if face == FULL else f"fonts/scripts/{file_of(face).name}" for face in more}
    return fonts | dict(sorted(more_files.items()))
