"""How a match stands, on paper: the fields of the screens in their order, and a code with the open ones."""

from __future__ import annotations

import io
from random import Random
from typing import Any

import pytest
import zxingcpp
from PIL import Image, ImageDraw
from pypdf import PdfReader

from companion.contract.game_ui import Entering, in_words, ui_of
from companion.i18n import Translator, translator
from companion.printing import match_pdf as printing
from companion.printing.match_pdf import PositionSheet, position_pdf
from companion.printing.paper import A4, Paper, width_of
from companion.tables.taking_over import LinkedTable, is_unfinished, link, linked
from referee.check.player import any_match, playing
from referee.core.games import GAMES
from referee.core.journal import Match
from referee.core.reading import positions_of
from referee.core.values import PUBLIC
from tests.own_games import OWN_GAMES

ENTERED = tuple(key for key in (*OWN_GAMES, "toy") if key in GAMES and ui_of(key).take_over is not None)


def somewhere(game: str, seed: int) -> Match:
    """Return a random match half of the way to its end."""
    random = Random(f"sheet {game} {seed}")
    moments = [one.before for one in playing(any_match(GAMES[game], random, {}), random)]
    return moments[len(moments) // 2]


def sheets(match: Match, seat: str, t: Translator) -> list[PositionSheet]:
    load = ui_of(match.game.KEY).take_over
    assert load is not None
    form, options = load(), match.state.options
    known = positions_of(match.game).position_of(match.state, seat or PUBLIC)
    entered, secrets = form.entered(options, match.seats, known)
    entering = Entering(t, match.seats, options, entered)
    found = [PositionSheet("Title", "Aki, Ben", form.table(entering), entered)]
    if seat:
        found.append(PositionSheet("Title", seat, form.secret(entering, seat), secrets.get(seat, {}), secret=True))
    return found


def text_of(document: bytes) -> str:
    """Return the words of a document, without what a line's end does to them."""
    return "".join("".join(page.extract_text() for page in PdfReader(io.BytesIO(document)).pages).split())


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", ENTERED)
def test_a_sheet_has_every_field_in_the_order_in_which_it_is_entered(game: str, lang: str) -> None:
    t, match = translator(lang), somewhere(game, 1)
    for seat in ("", match.seats[0].seat):
        printed = sheets(match, seat, t)
        left = text_of(position_pdf(printed, "", t))
        for sheet in printed:
            for step in sheet.steps:
                for field in step.fields:
                    for words in (field.title, in_words(t, field, sheet.entered.get(field.key))):
                        _, found, left = left.partition("".join(words.split()))
                        assert found, f"{words!r} is not printed where it is entered"


@pytest.mark.parametrize("game", ENTERED)
def test_the_open_sheet_tells_no_secret(game: str) -> None:
    t, match = translator("en"), somewhere(game, 2)
    public, *_ = sheets(match, "", t)
    for seat in match.seats:
        mine, *_ = sheets(match, seat.seat, t)
        assert mine.entered == public.entered


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", ["giryaku", "scorpion", "shinobazu", "shinobi-school"])
def test_a_sheet_says_where_something_was_begun_that_cannot_be_entered(game: str, lang: str) -> None:
    t, moments = translator(lang), dict[bool, Match]()
    for seed in range(9):
        random = Random(f"begun {game} {seed}")
        for one in playing(any_match(GAMES[game], random, {}), random):
            moments.setdefault(is_unfinished(one.before), one.before)
            if len(moments) == 2:
                break
        if len(moments) == 2:
            break
    for begun in (False, True):
        open_, *_ = sheets(moments[begun], "", t)
        printed = text_of(position_pdf([open_._replace(unfinished=begun)], "", t))
        assert ("".join(t("app.take_over.under_way").split()) in printed) == begun


class Board:
    """Stands in the place of paper, and is looked at by a camera."""

    def __init__(self) -> None:
        self.picture = Image.new("L", (600, 600), 255)

    def box(self, left: float, top: float, wide: float, high: float, *_: Any) -> None:
        corner = (left * 10, top * 10, (left + wide) * 10 - 1, (top + high) * 10 - 1)
        ImageDraw.Draw(self.picture).rectangle(corner, fill=0)


@pytest.mark.parametrize("game", ENTERED)
def test_the_code_is_read_by_a_camera_and_holds_what_lies_open(game: str) -> None:
    match = somewhere(game, 3)
    laid = positions_of(match.game).position_of(match.state, PUBLIC).as_json()["table"]
    table = LinkedTable(game, {}, [seat.name for seat in match.seats], laid)
    address = "http://192.0.2.2:8550" + link(table)
    if len(address) > printing.LONGEST:
        pytest.skip("more lies open than a code holds")
    paper = Board()
    printing.drawn_code(paper, address, 4, 4, 52)  # type: ignore[arg-type]
    (found,) = zxingcpp.read_barcodes(paper.picture)
    assert linked(found.text.rpartition("/p/")[2]) == table


class Placed(Paper):
    """Paper that notes where words and the code come to lie."""

    def __init__(self, *args: Any) -> None:
        self.boxes: list[tuple[int, float, float, float, float, str]] = []
        self.sheet = 0
        super().__init__(*args)
        every.append(self)

    def next_page(self) -> None:
        self.sheet += 1
        super().next_page()

    def text(self, place: Any, words: str, height: float, **more: Any) -> None:
        left, foot = place
        wide = width_of(words, height, bold=more.get("bold", False))
        self.boxes.append((self.sheet, left, foot - 0.75 * height, left + wide, foot, words))
        super().text(place, words, height, **more)


every: list[Placed] = []


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("game", ENTERED)
def test_nothing_on_a_sheet_lies_over_something_else(game: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    t, match = translator(lang), somewhere(game, 3)
    every.clear()
    monkeypatch.setattr(printing, "Paper", Placed)
    names = "Aki, Benedikta of the northern watch, Chie, Dai and everybody who came along that evening"
    printed = [
        each._replace(title="NINJA: Legend of the Scorpion Clan, how it stands", who=names)
        for each in sheets(match, match.seats[0].seat, t)
    ]
    position_pdf(printed, "https://metsuke.example/take-over#" + "x" * 200, t)
    boxes = every[0].boxes
    edge, right_edge = printing.EDGE, A4.width - printing.EDGE
    code_ = (0, right_edge - printing.QR, edge, right_edge, edge + printing.QR, "the code")
    for n, (page, left, top, right, foot, words) in enumerate(boxes):
        assert right <= right_edge + 1, words
        assert foot <= A4.height - 5, words
        for other in (*boxes[n + 1 :], code_):
            apart = other[0] != page or other[1] >= right or left >= other[3] or other[2] >= foot or top >= other[4]
            assert apart, (words, other[-1])
