"""CSV as spreadsheets and RFC 4180 have it."""

from __future__ import annotations

import csv
import io
import re
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.exports.tables import MATCHES, SEATS, harmless, matches_csv, moment, seats_csv, written
from companion.statistics import all_played
from models import Store

DOCUMENTED = Path(__file__).parents[3] / "docs" / "data.md"


def rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_there_is_a_line_for_each_finished_match_and_each_of_its_seats(evening: Store) -> None:
    played = all_played(evening)
    matches, seats = rows(matches_csv(played)), rows(seats_csv(played))
    assert [line["match"] for line in matches] == [f"m{n}" for n in range(5)]
    assert len(seats) == sum(int(line["players"]) for line in matches)
    for line in matches:
        mine = [seat for seat in seats if seat["match"] == line["match"]]
        winners = [seat["name"] for seat in mine if seat["won"] == "1"]
        assert line["winners"].split("; ") == (winners or [""])
    roles = {seat["roles"] for seat in seats if seat["game"] == "scorpion"}
    assert "guards" in roles


def test_lines_end_as_the_standard_says_and_columns_are_those_of_the_documentation(evening: Store) -> None:
    played = all_played(evening)
    for data, heads in ((matches_csv(played), MATCHES), (seats_csv(played), SEATS)):
        text = data.decode("utf-8-sig")
        assert text.split("\r\n")[0] == ",".join(heads)
        assert not re.search(r"(?<!\r)\n", text)
        for head in heads:
            assert f"`{head}`" in DOCUMENTED.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), (" =1", " '=1"), ("＝1", "'＝1"),
        ("\t=1", "\t'=1"), ("\r\n=1", "\r\n'=1"), ("x;=HYPERLINK(1)", "x;'=HYPERLINK(1)"), ("x; -1", "x; '-1"),
        ("﹢1", "'﹢1"), ("a|@b", "a|'@b"), ('a,"=b"', "a,\"'=b\""), ("a\t+b\t+c", "a\t'+b\t'+c"),
        ("\u3000\u200b=1", "\u3000\u200b'=1"),
        ("'=1", "''=1"), ("''=1", "'''=1"), ("a;'-b", "a;''-b"), ("=;=", "'=;'="),
    ],
)  # fmt: skip
def test_a_name_is_no_formula(name: str, written: str) -> None:
    assert harmless(name) == written


def test_numbers_and_plain_names_stay_as_they_are() -> None:
    plain = (-3, 2.5, None, "Aki", "", "チエ", "O'Hara", "Jean-Luc", "a=b", "Aki; Ben", "'x", "22:12:30+02:00")
    assert [harmless(cell) for cell in plain] == list(plain)


FORMULA = tuple("=+-@＝＋－＠﹦﹢﹣﹫")
NASTY = st.text(st.sampled_from("=+-@＝＠ab'\"\\ ,;|\t\r\n\x0b\x85\u2028\u200b\u3000\ufeff\0"), max_size=12)
cells = st.lists(NASTY | st.text(max_size=8) | st.none(), min_size=1, max_size=4)


def unescaped(cell: str) -> str:
    """Return a cell as it was, as `docs/data.md` says."""
    begins = re.escape("".join(FORMULA))
    separators = ",;|\t\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
    blank = " \"\0-\x08\x0e-\x1b\x1f\xa0\u1680\u2000-\u200f\u202a-\u202f\u205f-\u206f\u3000\ufeff"
    return re.sub(f"((?:^|[{separators}])[{blank}]*)'('*[{begins}])", r"\1\2", cell)


@settings(deadline=None, derandomize=True, max_examples=400)
@given(st.lists(cells, max_size=4), st.sampled_from([",", ";", "\t", "|"]), st.sampled_from(["read", "ignored"]))
def test_no_cell_begins_as_a_formula_whatever_separates_cells_and_whether_quotes_are_read(
    lines: list[list[str | None]], separator: str, quotes: str
) -> None:
    text = written(["head"], lines).decode("utf-8-sig")
    if quotes == "read":
        found = [cell for line in csv.reader(io.StringIO(text, newline=""), delimiter=separator) for cell in line]
    else:
        found = [cell for line in text.splitlines() for cell in line.split(separator)]
    for cell in found:
        first = cell.lstrip(BLANK)
        assert not first.startswith(FORMULA), (cell, text)


BLANK = "".join(map(chr, [*range(33), 0x85, 0xA0, 0x200B, 0x2028, 0x2029, 0x3000, 0xFEFF])) + '"'
"""What a reader might leave out before a cell."""


@settings(deadline=None, derandomize=True, max_examples=400)
@given(NASTY)
def test_what_was_put_before_a_formula_can_be_taken_away_again(cell: str) -> None:
    assert unescaped(str(harmless(cell))) == cell


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("UTC", "2026-05-17T20:12:30+00:00"),
        ("Asia/Tokyo", "2026-05-18T05:12:30+09:00"),
        ("Europe/Berlin", "2026-05-17T22:12:30+02:00"),
        ("America/St_Johns", "2026-05-17T17:42:30-02:30"),
    ],
)
def test_times_carry_the_zone_of_the_host(monkeypatch: pytest.MonkeyPatch, zone: str, shown: str) -> None:
    at = datetime(2026, 5, 17, 20, 12, 30, 400_000, tzinfo=UTC)
    with monkeypatch.context() as patch:
        patch.setenv("TZ", zone)
        time.tzset()
        told = moment(at)
    time.tzset()
    assert told == shown
    assert datetime.fromisoformat(told) == at.replace(microsecond=0)
