"""Names, languages, light and size: what is typed and chosen stays, and can be read."""

from __future__ import annotations

import re

import pytest
from fontTools.ttLib import TTFont
from PIL import Image, ImageStat

from companion.i18n import translator
from referee.core.reading import MAX_NAME
from tests.browser.conftest import NewPhone
from tests.browser.match import NAMES, hand_of, journal_of, open_table, script, sit
from tests.browser.phones import HEIGHT, WIDTH, BrowserPhone
from tests.browser.prepared import prepare
from tests.hosted import PROJECT, Hosted

pytestmark = pytest.mark.browser


def test_names_that_cannot_be_are_told_in_words_and_lose_nothing(host: Hosted, phone: NewPhone) -> None:
    mine = phone("host").open(host.address)
    t = mine.t
    mine.tap(t("app.home.open"))
    mine.is_offered(t("app.new.open"))
    mine.write(2, "Ben")
    mine.write(1, "A" * 10_000)
    mine.sees(re.compile(re.escape(t("table.name_length", most=MAX_NAME))))
    mine.write(1, "A\u0007ki")
    mine.sees(re.compile(re.escape(t("table.name_characters"))))
    mine.write(1, "Ben")
    mine.sees(re.compile(re.escape(t("app.new.name_twice"))))
    mine.write(1, "Aki")
    mine.does_not_see(re.compile(re.escape(t("app.new.name_twice"))))
    mine.tap(t("app.depth.scores"))  # the screen is drawn anew; what was typed stays
    mine.sees(re.compile(re.escape(t("app.new.depth.scores.cost"))))
    assert mine.field(1).input_value() == "Aki"
    assert mine.field(2).input_value() == "Ben"
    mine.tap(t("app.new.open"))
    mine.sees(re.compile("^Aki, "))
    mine.sees(re.compile("^Ben, "))
    assert not mine.troubles


def test_language_and_light_stay_over_a_reload(host: Hosted, phone: NewPhone) -> None:
    mine = phone("mine").open(host.address)
    dark = brightness(mine.settled())

    def is_light(picture: Image.Image) -> bool:
        return brightness(picture) > dark + 100

    mine.tap(mine.t("app.language.name", language="日本語"))
    t = mine.t = translator("ja")
    mine.is_offered(t("app.home.open"))
    mine.tap(re.compile("^" + re.escape(t("app.home.settings"))))
    mine.tap(t("app.settings.light"))
    mine.tap(t("app.back"))
    mine.is_offered(t("app.home.open"))
    mine.looks(is_light)
    mine.reload()
    mine.is_offered(t("app.home.open"))
    mine.looks(is_light)


def brightness(picture: Image.Image) -> float:
    """Return how bright a screen is, from 0 to 255."""
    return float(ImageStat.Stat(picture.convert("L")).mean[0])


def test_japanese_screens_have_a_glyph_for_every_character(host: Hosted, phone: NewPhone) -> None:
    mine = phone("アキ", lang="ja").open(host.address)
    read = mine.spoken()
    open_table(mine, ("アキ", "健", "千恵"))
    read += mine.spoken()
    sit(mine, "アキ")
    for name in ("健", "千恵"):
        sit(mine, name)
    mine.tap(mine.t("app.lobby.start"))
    mine.tap(mine.t("shinobazu.screen.enter_my_cards"))
    mine.is_offered(mine.t("table_screen.cover"))
    read += mine.spoken()
    # Rare kanji are in a font of their own, which is sent when a name needs it.
    fonts = [url for url in mine.requests if re.search(r"\.(ttf|otf|woff2?)(\?|$)", url)]
    files = ["Metsuke-Regular", *(["MetsukeFull"] if any("MetsukeFull" in url for url in fonts) else [])]
    known = set().union(*(glyphs(file) for file in files))
    missing = {character for character in read if ord(character) not in known and character not in "\n\u200b"}
    assert not missing
    # The engine would ask for other fonts if it had met a character that ours lack.
    assert any("Metsuke" in url for url in fonts)
    assert not [url for url in mine.requests if re.search("noto", url, re.IGNORECASE)]
    assert not mine.elsewhere


def test_a_rare_kanji_in_a_name_brings_the_font_that_has_it(host: Hosted, phone: NewPhone) -> None:
    mine = phone("host").open(host.address)
    mine.tap(mine.t("app.home.open"))
    mine.is_offered(mine.t("app.new.open"))
    rare = next(chr(c) for c in sorted(glyphs("MetsukeFull") - glyphs("Metsuke-Regular")) if c > 0x4E00)
    with mine.page.expect_response(re.compile("MetsukeFull")):
        open_table_names(mine, rare)


@pytest.mark.parametrize(
    ("name", "face"),
    [("한국", "Hangul"), ("محمد", "Arabic"), ("กนก", "Thai"), ("Nguyễn", "Latin"), ("🎲", "Emoji"), ("𠮷田", "Han")],
)
def test_a_name_in_another_script_brings_the_face_that_draws_it(
    host: Hosted, phone: NewPhone, name: str, face: str
) -> None:
    mine = phone("host").open(host.address)
    mine.tap(mine.t("app.home.open"))
    mine.is_offered(mine.t("app.new.open"))
    with mine.page.expect_response(re.compile(rf"/scripts/{face}\.[ot]tf")) as answered:
        open_table_names(mine, name)
    assert answered.value.status == 200
    assert not mine.elsewhere


def glyphs(font: str) -> set[int]:
    """Return the characters that one of our fonts can draw."""
    return set(TTFont(PROJECT / "assets" / "fonts" / f"{font}.ttf").getBestCmap())


def open_table_names(phone: BrowserPhone, first: str) -> None:
    """Name the first seat and open the table."""
    phone.write(1, first)
    phone.tap(phone.t("app.new.open"))
    phone.sees(re.compile(re.escape(first)))


def test_twice_the_text_leaves_the_dock_in_reach(host: Hosted, phone: NewPhone) -> None:
    steps = script(273, 3)
    match = prepare(host, steps[:3])
    mine = phone("Aki", storage=match.storage("p1", scale=2.0)).open(match.address)
    lead, receiver = steps[3].move, NAMES[int(steps[3].move["to"][1:]) - 1]
    mine.sees(re.compile(re.escape(mine.t("shinobazu.screen.ask.leads"))))
    colour = mine.t(f"shinobazu.colour.{lead['colour']}").capitalize()
    main = mine.button(colour)
    main.wait_for(state="attached")
    box = main.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= WIDTH
    assert box["y"] + box["height"] <= HEIGHT
    assert box["height"] >= 48
    place = hand_of(steps[2].after, "p1").index(lead["card"]) + 1
    for choice in (mine.t("shinobazu.screen.card_covered", n=place), receiver):
        mine.bring(choice, box["y"] - 96)  # above the dock's question
        mine.choose(choice)
    mine.tap(colour)
    mine.sees(re.compile(re.escape(mine.t("table_screen.waiting_asleep", name=receiver))))
    assert journal_of(host, match.code).number == 4
