"""The record of a finished match as picture, paper and page."""

from __future__ import annotations

import io
import re
from html.parser import HTMLParser

import pytest
from PIL import Image
from pypdf import PdfReader

from companion.contract.game_ui import WalkedMap
from companion.database import match_of
from companion.exports.picture import HIGH, WIDE, picture
from companion.exports.record import Record, record_of, walked, web_page
from companion.i18n import translator
from companion.printing.record_pdf import record_pdf, wrapped
from companion.statistics import played
from models import Store
from referee.core.journal import Match
from referee.core.values import GAME_MASTER
from tests.companion.exports.conftest import RUNNING

CODES = [f"m{n}" for n in range(5)]


def of(store: Store, code: str, lang: str = "en") -> tuple[Record, Match]:
    record = store.matches.get(code)
    match = match_of(record, store.journals.entries(record.id))
    return record_of(record, played(record, store.accounts.all().get(record.id)), match, lang), match


class Reader(HTMLParser):
    """Whatever a page would load or run from elsewhere, its words by language, and its names."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.said: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.loads += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "action", "data")]

    def handle_data(self, data: str) -> None:
        self.said.append(data)


@pytest.mark.parametrize("code", CODES)
def test_a_page_has_every_line_in_both_languages_and_loads_nothing(evening: Store, code: str) -> None:
    records = [of(evening, code, lang)[0] for lang in ("en", "ja")]
    match = of(evening, code)[1]
    text = web_page(records, walked(match), match).decode()
    page = Reader(text)
    assert page.loads == []
    assert "default-src 'none'" in text
    assert not re.search(r"url\(|@import|fetch\(|XMLHttp|https?://(?!www\.w3\.org)", text)
    words = " ".join(" ".join(page.said).split())
    for record in records:
        assert len(record.lines) == len(match.log(GAME_MASTER))
        assert record.outcome in words
        for line in record.ranking:
            assert line.name in words
        for each in record.lines[:20]:
            assert " ".join(" ".join(each.words).split()) in words
    sliders = [attrs for tag, attrs in page.tags if tag == "input"]
    assert [attrs["max"] for attrs in sliders] == [str(match.number)] * 2
    assert all(attrs.get("aria-label") for attrs in sliders)
    pictures = [attrs for tag, attrs in page.tags if attrs.get("role") == "img"]
    assert all(attrs.get("aria-label") or attrs.get("aria-labelledby") for attrs in pictures)


def test_what_people_wrote_is_words_on_the_page(evening: Store) -> None:
    record, match = of(evening, "m3")
    object.__setattr__(record, "outcome", "<script>alert(1)</script>")
    text = web_page([record], None, match).decode()
    assert "<script>alert" not in text


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("code", CODES)
def test_the_picture_is_of_the_size_that_is_shared(evening: Store, code: str, lang: str) -> None:
    record, match = of(evening, code, lang)
    image = Image.open(io.BytesIO(picture(record, walked(match))))
    assert image.size == (WIDE, HIGH) == (1080, 1350)
    assert len(image.convert("RGB").resize((90, 112)).getcolors(100_000) or ()) > 20


@pytest.mark.parametrize("code", CODES)
def test_the_paper_names_everybody_and_every_line(evening: Store, code: str) -> None:
    record, match = of(evening, code)
    paper = PdfReader(io.BytesIO(record_pdf(record, walked(match), translator("en"))))
    words = " ".join(" ".join(page.extract_text().split()) for page in paper.pages)
    for line in record.ranking:
        assert line.name in words
    assert record.proof in words
    assert f"{record.lines[-1].number}" in words
    assert record.lines[-1].words[0].split()[0] in words


def test_the_map_of_both_ways_is_there_where_a_game_has_one(evening: Store) -> None:
    for code in CODES:
        match = of(evening, code)[1]
        if match.game.KEY != "scorpion":
            assert walked(match) is None
        elif match.options.depth == "plays":
            found = walked(match)
            assert found is not None
            assert isinstance(found[1], WalkedMap)
            state = match.state
            for way in found[1].ways:
                one = next(c for c in state.characters if c.who == way.who)
                assert set(way.zones) == {zone for walk in one.walks for zone in walk.zones}


def test_a_match_that_is_being_played_has_no_record(evening: Store) -> None:
    record = evening.matches.get(RUNNING)
    match = match_of(record, evening.journals.entries(record.id))
    assert walked(match) is None
    with pytest.raises(ValueError, match="being played"):
        record_of(record, played(record, None), match, "en")


def test_lines_break_between_words_or_within_japanese() -> None:
    assert wrapped("one two three", 12, 4) == ["one", "two", "three"]
    assert len(wrapped("一二三四五六七八九十", 20, 4)) == 2
    assert wrapped("", 20, 4) == []
