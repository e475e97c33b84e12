"""A result handed to BG Stats, as another phone scans it."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import zxingcpp
from PIL import Image

from companion.exports.tables import LONGEST, guest_id, link
from companion.i18n import translator
from companion.statistics import Played, played
from companion.ui import qr
from models import MatchRecord, Store

T = translator("en")


def both(store: Store, code: str) -> tuple[MatchRecord, Played]:
    record = store.matches.get(code)
    return record, played(record, store.accounts.all()[record.id])


def data_of(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    assert (parts.scheme, parts.netloc, parts.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    (data,) = parse_qs(parts.query)["data"]
    return json.loads(data)  # type: ignore[no-any-return]


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("code", [f"m{n}" for n in range(5)])
def test_a_scanned_code_decodes_to_the_documented_fields(evening: Store, code: str, lang: str) -> None:
    record, counted = both(evening, code)
    url = link(record, counted, translator(lang))
    picture = Image.open(io.BytesIO(qr.png(url, 4, dense=True)))
    (found,) = zxingcpp.read_barcodes(picture)
    assert found.text == url
    data = data_of(found.text)
    assert data["sourceName"] == "Metsuke"
    assert data["sourcePlayId"] == code
    assert record.ended is not None
    assert data["playDate"] == record.ended.strftime("%Y-%m-%d %H:%M:%S")
    assert data["game"]["sourceGameId"] == record.game
    assert data["game"]["highestWins"] == (record.game not in ("shinobazu", "giryaku"))
    assert data["game"]["noPoints"] == (record.game == "scorpion")
    assert len(data["players"]) == len(record.players)
    for seat, player in zip(record.players, data["players"], strict=True):
        assert player["name"] == seat.name
        assert player["sourcePlayerId"] == guest_id(seat.name)
        assert player["winner"] == (seat.seat in (record.result or {})["winners"])
        assert isinstance(player["startPlayer"], bool)
        assert player["rank"] >= 1
        assert ("score" in player) == (record.game != "scorpion")
    teams = [player.get("team") for player in data["players"]]
    assert ("guards" in teams) == (record.game == "scorpion" and len(record.players) > 2)


def test_a_person_has_one_id_however_the_name_is_written_and_wherever() -> None:
    assert guest_id("Aki") == guest_id("ＡＫＩ") != guest_id("Ben")


def test_what_can_be_spared_is_left_out_before_a_link_is_too_long(evening: Store) -> None:
    record, _ = both(evening, "m3")
    many = replace(record, seats=tuple(replace(record.seats[0], seat=f"p{n}", name="長" * 40) for n in range(15)))
    url = link(many, played(many, None), translator("ja"))
    assert len(url) <= LONGEST
    assert "comments" not in data_of(url)
    more = replace(record, seats=tuple(replace(record.seats[0], seat=f"p{n}", name="長" * 40) for n in range(40)))
    assert link(more, played(more, None), T) == ""


def test_a_text_that_no_code_holds_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match=r"."):
        qr.png("x" * 5000, dense=True)
