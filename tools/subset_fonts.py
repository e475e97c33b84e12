"""Cut the bundled fonts: python tools/subset_fonts.py [folder of the whole BIZ UDPGothic]

From the whole faces it makes, in assets/fonts/:

    Metsuke-Regular, Metsuke-Bold   what nearly every screen needs: Latin, kana, signs, the kanji of our own words
                                    and clauses and those common in names
    MetsukeFull                     the other kanji of JIS levels 1 and 2, Regular, fetched when a name needs one

each as .woff2 for browsers and as .ttf for apps; in companion/ the list of what the core holds; and from Flet's
client the icons that our code uses. Run it after changing translations, clauses or icons; a test says when.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools import icons  # noqa: E402
from tools.characters import core_characters, full_characters  # noqa: E402

FONTS = ROOT / "assets" / "fonts"
DEBIAN = Path("/usr/share/fonts/truetype/bizud-gothic")


def cut(source: Path, characters: set[str], family: str, style: str, target: Path) -> None:
    """Write the part of a face with these characters under its own family name, as .ttf and .woff2."""
    options = subset.Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "vert", "palt"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.hinting = False
    options.notdef_outline = True
    options.recalc_timestamp = False
    font = subset.load_font(str(source), options)
    add_both_ways(font)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[ord(character) for character in characters])
    cutter.subset(font)
    rename(font, family, style)
    for suffix, flavor in ((".ttf", None), (".woff2", "woff2")):
        options.flavor = flavor
        font.flavor = flavor
        subset.save_font(font, str(target.with_suffix(suffix)), options)
        print(target.with_suffix(suffix).name, target.with_suffix(suffix).stat().st_size)


def add_both_ways(font: TTFont) -> None:
    """Add the sign ⇅, which the face lacks and reversible cards carry, made of its own ↑ and ↓."""
    glyphs, cmap = font.getGlyphSet(), font.getBestCmap()
    pen = TTGlyphPen(glyphs)
    apart = font["head"].unitsPerEm * 0.19
    for sign, shift in (("↑", -apart), ("↓", apart)):
        glyphs[cmap[ord(sign)]].draw(TransformPen(pen, (0.85, 0, 0, 1, 154 + shift, 0)))
    name = "uni21C5"
    glyph = pen.glyph()
    glyph.recalcBounds(font["glyf"])
    font["glyf"][name] = glyph
    font["hmtx"][name] = font["hmtx"][cmap[ord("↑")]]
    if "vmtx" in font:
        font["vmtx"][name] = font["vmtx"][cmap[ord("↑")]]
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[0x21C5] = name


def rename(font: TTFont, family: str, style: str) -> None:
    """Rename a font: a changed one may not have the original's name (SIL OFL, clause 3)."""
    for record in font["name"].names:
        text = {1: family, 3: f"Metsuke:{family} {style}", 4: f"{family} {style}", 6: f"{family}-{style}"}
        if record.nameID in text:
            record.string = text[record.nameID]
        if record.nameID in (16, 17):
            font["name"].names.remove(record)


def cut_icons(target: Path) -> None:
    """Write the part of Flet's Material icons that our code names."""
    from flet_web import get_package_web_dir

    source = Path(get_package_web_dir()) / "assets" / "fonts" / "MaterialIcons-Regular.otf"
    options = subset.Options()
    options.notdef_outline = True
    options.recalc_timestamp = False
    options.glyph_names = True
    font = subset.load_font(str(source), options)
    cutter = subset.Subsetter(options)
    codes = {name: code for code, name in font.getBestCmap().items()}
    cutter.populate(unicodes=[0x20, *(codes[icons.glyph(name)] for name in sorted(icons.used()))])
    cutter.subset(font)
    subset.save_font(font, str(target), options)
    print(target.name, target.stat().st_size)


def main() -> None:
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else DEBIAN
    whole = set(map(chr, TTFont(source / "BIZUDPGothic-Regular.ttf").getBestCmap())) | {"⇅"}
    core = core_characters() & whole
    FONTS.mkdir(parents=True, exist_ok=True)
    for style in ("Regular", "Bold"):
        cut(source / f"BIZUDPGothic-{style}.ttf", core, "Metsuke", style, FONTS / f"Metsuke-{style}")
    full = (full_characters() & whole) - core
    cut(source / "BIZUDPGothic-Regular.ttf", full, "MetsukeFull", "Regular", FONTS / "MetsukeFull")
    (ROOT / "companion" / "font_core.txt").write_text("".join(sorted(core)) + "\n", encoding="utf-8")
    cut_icons(FONTS / "MaterialIcons-Metsuke.otf")


if __name__ == "__main__":
    main()
