"""The bundled faces hold what our screens and common names need."""

import ast
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from companion.paths import ASSETS, PACKAGE
from companion.ui import fonts
from tools import icons
from tools.characters import NAMES, full_characters, written

FACES = ASSETS / "fonts"
DRAWN_IN_TERMINALS = set("█▀▄")


def characters(name: str) -> set[str]:
    return set(map(chr, TTFont(FACES / name).getBestCmap()))


@pytest.mark.parametrize("name", ["Metsuke-Regular", "Metsuke-Bold"])
@pytest.mark.parametrize("suffix", [".ttf", ".woff2"])
def test_the_core_holds_every_character_of_our_words_and_of_common_names(name: str, suffix: str) -> None:
    missing = (written() | set(NAMES)) - characters(name + suffix) - DRAWN_IN_TERMINALS
    known = characters("MetsukeFull.ttf")
    assert not missing & known, "run tools/subset_fonts.py (make fonts)"


@pytest.mark.parametrize("sign", "⇅−–…’“”■●▲→←↑↓①封否勝")
def test_the_core_holds_the_signs_of_the_cards(sign: str) -> None:
    assert sign in characters("Metsuke-Regular.ttf") & characters("Metsuke-Bold.ttf")


def test_core_and_full_face_together_hold_both_levels_of_kanji() -> None:
    assert not full_characters() - characters("Metsuke-Regular.ttf") - characters("MetsukeFull.ttf") - set("´¨")


def test_a_text_needs_the_full_face_when_a_kanji_is_rare() -> None:
    assert not fonts.needs_full("目付 Metsuke ⇅ 佐藤さくら Łódź")
    assert fonts.needs_full("鬱")
    assert fonts.core() == frozenset(characters("Metsuke-Regular.ttf")) - {"\r", "\x00"}


def test_weights_say_what_they_are() -> None:
    weights = {name: TTFont(FACES / f"Metsuke-{name}.ttf")["OS/2"].usWeightClass for name in ("Regular", "Bold")}
    assert weights == {"Regular": 400, "Bold": 700}


def test_changed_fonts_do_not_go_by_the_originals_name() -> None:
    for path in FACES.glob("*.ttf"):
        names = TTFont(path)["name"]
        assert all("BIZ" not in str(names.getDebugName(number)) for number in (1, 3, 4, 6))
    assert "SIL OPEN FONT LICENSE" in (FACES / "OFL.txt").read_text(encoding="utf-8")


def named_icons(module: Path) -> set[str]:
    """Return the icons that a module names, by whatever short name it gives them."""
    nodes = list(ast.walk(ast.parse(module.read_text(encoding="utf-8"))))
    short = {
        name.id
        for each in nodes
        if isinstance(each, ast.Assign) and isinstance(each.value, ast.Attribute) and each.value.attr == "Icons"
        for name in each.targets
        if isinstance(name, ast.Name)
    }
    return {
        each.attr
        for each in nodes
        if isinstance(each, ast.Attribute)
        and (getattr(each.value, "attr", "") == "Icons" or getattr(each.value, "id", "") in short)
    }


def test_no_icon_is_overlooked_however_a_module_calls_the_icons() -> None:
    named = set[str]().union(*(named_icons(module) for module in PACKAGE.rglob("*.py")))
    assert len(named) > 100
    assert named <= icons.used()


def test_every_icon_that_our_code_names_is_in_the_cut_font() -> None:
    held = set(TTFont(FACES / "MaterialIcons-Metsuke.otf").getBestCmap().values())
    missing = {name for name in icons.used() if icons.glyph(name) not in held}
    assert not missing, "run tools/subset_fonts.py (make fonts)"
