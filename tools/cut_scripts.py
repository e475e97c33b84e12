"""Cut the faces of other scripts: python -m tools.cut_scripts FOLDER

FOLDER contains, at any depth, the whole faces: Debian's packages fonts-noto-core and fonts-noto-cjk, and
NotoEmoji_400Regular.ttf (monochrome; npm's @expo-google-fonts/noto-emoji). Writes `assets/fonts/scripts/`, a file for
each script, and `companion/font_scripts.txt`: the characters that each face, and MetsukeFull, draws.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from fontTools import subset
from fontTools.pens.boundsPen import ControlBoundsPen
from fontTools.ttLib import TTFont

from tools.characters import full_characters
from tools.subset_fonts import FONTS, ROOT, rename

LISTED = ROOT / "companion" / "font_scripts.txt"
MARKS = [*range(0x300, 0x370), 0x25CC, 0x200C, 0x200D, 0x20]
SCRIPTS: dict[str, tuple[str, list[tuple[int, int]]]] = {
    "Latin": ("NotoSans-Regular.ttf", [
        (0x20, 0x24F), (0x2B0, 0x36F), (0x370, 0x52F), (0x1E00, 0x1FFF), (0x2C60, 0x2C7F), (0x2DE0, 0x2DFF),
        (0xA640, 0xA69F), (0xA720, 0xA7FF),
    ]),
    "Arabic": ("NotoSansArabic-Regular.ttf", [(0x600, 0x6FF), (0x750, 0x77F), (0x8A0, 0x8FF)]),
    "Hebrew": ("NotoSansHebrew-Regular.ttf", [(0x590, 0x5FF), (0xFB1D, 0xFB4F)]),
    "Armenian": ("NotoSansArmenian-Regular.ttf", [(0x530, 0x58F)]),
    "Georgian": ("NotoSansGeorgian-Regular.ttf", [(0x10A0, 0x10FF), (0x1C90, 0x1CBF), (0x2D00, 0x2D2F)]),
    "Ethiopic": ("NotoSansEthiopic-Regular.ttf", [(0x1200, 0x137F)]),
    "Devanagari": ("NotoSansDevanagari-Regular.ttf", [(0x900, 0x97F)]),
    "Bengali": ("NotoSansBengali-Regular.ttf", [(0x980, 0x9FF)]),
    "Gurmukhi": ("NotoSansGurmukhi-Regular.ttf", [(0xA00, 0xA7F)]),
    "Gujarati": ("NotoSansGujarati-Regular.ttf", [(0xA80, 0xAFF)]),
    "Oriya": ("NotoSansOriya-Regular.ttf", [(0xB00, 0xB7F)]),
    "Tamil": ("NotoSansTamil-Regular.ttf", [(0xB80, 0xBFF)]),
    "Telugu": ("NotoSansTelugu-Regular.ttf", [(0xC00, 0xC7F)]),
    "Kannada": ("NotoSansKannada-Regular.ttf", [(0xC80, 0xCFF)]),
    "Malayalam": ("NotoSansMalayalam-Regular.ttf", [(0xD00, 0xD7F)]),
    "Sinhala": ("NotoSansSinhala-Regular.ttf", [(0xD80, 0xDFF)]),
    "Thai": ("NotoSansThai-Regular.ttf", [(0xE00, 0xE7F)]),
    "Lao": ("NotoSansLao-Regular.ttf", [(0xE80, 0xEFF)]),
    "Tibetan": ("NotoSerifTibetan-Regular.ttf", [(0xF00, 0xFBC)]),
    "Myanmar": ("NotoSansMyanmar-Regular.ttf", [(0x1000, 0x109F)]),
    "Khmer": ("NotoSansKhmer-Regular.ttf", [(0x1780, 0x17FF)]),
    "Emoji": ("NotoEmoji_400Regular.ttf", [
        (0x23, 0x39), (0xA9, 0xAE), (0x200D, 0x3299), (0xFE0E, 0xFE0F), (0x1F000, 0x1FAFF), (0xE0020, 0xE007F),
    ]),
    "Hangul": ("NotoSansCJK-Regular.ttc", [(0x3131, 0x318E)]),
    "Han": ("NotoSansCJK-Regular.ttc", []),
}  # fmt: skip
"""The face and the characters of each script; those of Hangul and Han are computed below."""


def encoded(codec: str, leads: Iterable[int], before: bytes = b"") -> Iterator[int]:
    """Yield the two-byte characters of a legacy encoding, which are the common ones."""
    for lead in leads:
        for trail in range(0x40, 0xFF):
            try:
                yield from map(ord, (before + bytes((lead, trail))).decode(codec))
            except UnicodeDecodeError:
                continue


def hangul() -> set[int]:
    """Return the 2,350 syllables of KS X 1001, and those of names that it lacks."""
    found = set(encoded("euc_kr", range(0xB0, 0xC9))) | set(map(ord, "뷁똠펲햏숖쌰뢔믜"))
    return {code for code in found if 0xAC00 <= code <= 0xD7A3}


def han() -> set[int]:
    """Return the kanji of Japan's levels 3 and 4, and the common ones of China and Taiwan."""
    found = set(encoded("gb2312", range(0xB0, 0xD8))) | set(encoded("big5", range(0xA4, 0xC7)))
    for before in (b"", b"\x8f"):
        found |= set(encoded("euc_jis_2004", range(0xA1, 0xFF), before))
    return {code for code in found if 0x3400 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF or code >= 0x20000}


def cut(source: Path, wanted: set[int], script: str, number: int) -> set[int]:
    """Write the part of a face that draws these characters, with its joining features; return the characters drawn."""
    options = subset.Options()
    options.layout_features = ["*"]
    options.drop_tables += ["DSIG", "STAT", "MATH", "BASE", "vhea", "vmtx", "VORG", "meta"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.hinting = False
    options.desubroutinize = False
    options.notdef_outline = True
    options.recalc_timestamp = False
    options.font_number = number
    if script in ("Han", "Hangul"):
        options.layout_features = []
    font = subset.load_font(str(source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[*wanted, *MARKS])
    cutter.subset(font)
    rename(font, f"Metsuke{script}", "Regular")
    target = FONTS / "scripts" / f"{script}.{'otf' if 'CFF ' in font else 'ttf'}"
    subset.save_font(font, str(target), options)
    print(target.name, target.stat().st_size)
    return set(font.getBestCmap()) & wanted


def blank(font: TTFont, code: int) -> bool:
    """Tell whether a face draws nothing for a character."""
    glyphs = font.getGlyphSet()
    pen = ControlBoundsPen(glyphs)
    glyphs[font.getBestCmap()[code]].draw(pen)
    return pen.bounds is None


def ranges(codes: set[int]) -> str:
    """Return numbers as hexadecimal ranges."""
    written: list[list[int]] = []
    for code in sorted(codes):
        if written and written[-1][1] == code - 1:
            written[-1][1] = code
        else:
            written.append([code, code])
    return " ".join(f"{first:x}" if first == last else f"{first:x}-{last:x}" for first, last in written)


def main() -> None:
    folder = Path(sys.argv[1])
    (FONTS / "scripts").mkdir(exist_ok=True)
    whole = (TTFont(FONTS / f"{name}.ttf") for name in ("Metsuke-Regular", "MetsukeFull"))
    known = {code for font in whole for code in font.getBestCmap()}
    # All of both levels, including the core's: what only the core has changes with our words.
    lines = [f"Full {ranges({code for code in map(ord, full_characters()) if code in known})}\n"]
    for script, (name, spans) in SCRIPTS.items():
        wanted = {code for first, last in spans for code in range(first, last + 1)}
        wanted |= hangul() if script == "Hangul" else han() - known if script == "Han" else set()
        source = next(folder.rglob(name))
        drawn = cut(source, wanted, script, 1 if script == "Hangul" else 0)
        font = TTFont(next((FONTS / "scripts").glob(f"{script}.*")))
        lines.append(f"{script} {ranges({code for code in drawn if not blank(font, code)})}\n")
    LISTED.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
