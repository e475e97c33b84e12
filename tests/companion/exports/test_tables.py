"""CSV as spreadsheets and RFC 4180 have it."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

from companion.exports.tables import MATCHES, SEATS, harmless, matches_csv, seats_csv
from companion.statistics.reading import all_played
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


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", " =1", "＝1", "\t=1"])
def test_a_name_is_no_formula(name: str) -> None:
    assert str(harmless(name)).startswith("'")


def test_numbers_and_plain_names_stay_as_they_are() -> None:
    assert [harmless(cell) for cell in (-3, 2.5, None, "Aki", "", "チエ", "O'Hara")] == [
        -3, 2.5, None, "Aki", "", "チエ", "O'Hara"
    ]  # fmt: skip
