"""The bundled faces hold what our screens and common names need."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from flet_web import get_package_web_dir
from fontTools.ttLib import TTFont
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from companion.exports.picture import WIDE, _write
from companion.i18n import ASSETS, PACKAGE
from companion.printing.paper import A4, Paper, width_of
from companion.ui import fonts
from companion.ui.fonts import outline, parts
from referee.core.values import Refused
from tests.names import ALL
from tests.names import NAMES as NAMES_OF
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
    assert fonts.needs("目付 Metsuke ⇅ 佐藤さくら Łódź 한국 محمد") == frozenset()
    assert fonts.needs("鬱") == {fonts.FULL}
    assert fonts.needs("Nguyễn 🎲") == {"Latin", "Emoji"}
    assert fonts.page_fonts(True, frozenset({"Han"})) == {"H": "fonts/scripts/Han.otf"}
    assert fonts.needs("𠮷鬱") == {fonts.FULL, "Han"}
    assert fonts.core() == frozenset(characters("Metsuke-Regular.ttf")) - {"\r", "\x00"}


def test_the_list_says_what_each_face_draws_and_no_file_lacks_its_line() -> None:
    files = {path.stem: path for path in (FACES / "scripts").iterdir()}
    assert files.keys() | {fonts.FULL} == fonts.scripts().keys()
    for script, path in files.items():
        assert fonts.scripts()[script] <= set(map(chr, TTFont(path).getBestCmap())), "python -m tools.cut_scripts"
    whole = characters("Metsuke-Regular.ttf") | characters("MetsukeFull.ttf")
    assert fonts.scripts()[fonts.FULL] <= whole, "run tools/subset_fonts.py (make fonts)"


def test_names_of_all_scripts_are_drawn_and_others_refused_with_a_sentence() -> None:
    """540 names of 27 scripts: no box on paper and in pictures, which are drawn from the same parts."""
    paper = Paper(A4, "names")
    image = Image.new("RGB", (WIDE, 100))
    assert (len(ALL), len(NAMES_OF)) == (540, 27)
    for script, name in ALL:
        entered = fonts.check_entered(name)
        for part in parts(entered):
            if part.outline is not None:
                assert part.outline.missing == 0, (script, name)
                assert part.outline.contours, (script, name)
            else:
                file = "MetsukeFull.ttf" if part.face == fonts.FULL else "Metsuke-Bold.ttf"
                assert set(part.words) <= known(file), (script, name)
        assert width_of(entered, 5) > 0
        paper.text((10, 10), entered, 5)
        image.paste("#000000", (0, 0, WIDE, 100))
        _write(ImageDraw.Draw(image), (20, 20), entered, 36, "#ffffff", bold=True)
        assert image.getbbox() is not None, (script, name)
    assert paper.done().startswith(b"%PDF")


@cache
def known(file: str) -> frozenset[str]:
    return frozenset(characters(file))


@pytest.mark.clause("METSUKE-1.3")
@pytest.mark.parametrize(
    ("name", "at"),
    [
        ("𓂀", 1), ("Aki ᠮ", 5), ("Ben\U0001fbff", 4), ("A𞤀", 2), ("x\uffff", 2), ("𪚥", 1),
        ("Aki م\u0301", 5), ("กนก\u0301", 3), ("李\u0308", 1), ("A\u064e", 1), ("A\u20e3", 1),
    ],
)  # fmt: skip
def test_a_name_that_no_face_draws_is_refused_on_entry_and_says_which_character(name: str, at: int) -> None:
    with pytest.raises(Refused) as refused:
        fonts.check_entered(name)
    assert (refused.value.clause, refused.value.reason) == ("METSUKE-1.3", "table.name_drawn")
    assert refused.value.params == {"at": at}


@settings(derandomize=True, deadline=None, max_examples=300)
@given(st.text(max_size=12))
def test_any_name_that_is_taken_can_be_drawn(text: str) -> None:
    try:
        name = fonts.check_entered(text)
    except Refused:
        return
    assert not any(part.outline.missing for part in parts(name) if part.outline is not None)


@pytest.mark.parametrize("space", ["\u2003", "\u2007", "\u202f", "\u205f", "\u1680", "\u2009", "\u00a0"])
def test_a_space_that_no_face_has_is_kept_as_one_that_is_drawn(space: str) -> None:
    name = fonts.check_entered(f"A{space}B")
    assert name.replace("\u00a0", " ") == "A B"


def test_a_character_that_no_face_has_is_a_mark_in_a_name_that_was_taken_elsewhere() -> None:
    assert [part.words for part in parts("Aki 𓂀\u3164")] == ["Aki 〓〓"]


def test_names_from_right_to_left_stand_right() -> None:
    """The last word of Arabic stands first, its letters run to the left; numbers and Latin words keep their order."""
    shown = [part.words for part in parts("Ali: محمد رضا 12, Ben")]
    assert [words.strip() for words in shown if words.strip()] == ["Ali:", "12", "رضا", "محمد", ", Ben"]
    joined, apart = outline("Arabic", "محمد", True), [outline("Arabic", letter, True) for letter in "محمد"]
    assert joined.wide != sum(letter.wide for letter in apart)
    assert [part.words for part in parts("א(ב)") if part.outline is None] == ["(", ")"]


@pytest.mark.parametrize(
    ("asked", "face"),
    [("notosansarabic", "Arabic.ttf"), ("notosanskr", "Hangul.otf"), ("notocoloremoji", "Emoji.ttf"),
     ("notosans", "Latin.ttf"), ("notoseriftibetan", "Tibetan.ttf"), ("notosansjp", "MetsukeFull.woff2"),
     ("notosanscuneiform", "")],
)  # fmt: skip
def test_what_a_browsers_engine_asks_for_is_ours_or_is_not_there(asked: str, face: str) -> None:
    assert fonts.asked_for(asked).rpartition("/")[2] == face


def test_every_script_is_one_that_the_engine_of_this_flet_asks_for() -> None:
    client = Path(get_package_web_dir(), "main.dart.js").read_text("utf-8")
    asked = set(re.findall(r"\b(noto[a-z]+)/v\d+/", client))
    assert {Path(fonts.asked_for(name)).stem for name in asked} - {""} == fonts.scripts().keys() - {"Full", "Han"} | {
        "MetsukeFull"
    }


def test_weights_say_what_they_are() -> None:
    weights = {name: TTFont(FACES / f"Metsuke-{name}.ttf")["OS/2"].usWeightClass for name in ("Regular", "Bold")}
    assert weights == {"Regular": 400, "Bold": 700}


def test_changed_fonts_do_not_go_by_the_originals_name() -> None:
    for path in (*FACES.glob("*.ttf"), *FACES.glob("scripts/*")):
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
