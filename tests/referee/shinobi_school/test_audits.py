"""What can be proved afterwards (ledger section 8), each on a finding and on none."""

from __future__ import annotations

import pytest

from referee.shinobi_school.entries import first_breach
from tests.referee.shinobi_school.table import Table, said


def findings(table: Table) -> list[tuple[str, str | None, int | None]]:
    return [(f.kind, f.player, f.number) for f in table.view().findings]


@pytest.mark.clause("SCHOOL-3.3")
def test_a_heaven_has_room_for_what_nobody_has_seen_there_and_no_more() -> None:
    table = Table("ABC").playing("5", "6").mansion("A", 3, (9,), known=(7, 7))
    ruling = table.cannot_place("3.3", "no_room_in_heaven", "A", "heaven", "8 8")
    assert (ruling.private, ruling.params) == (False, {"number": 8, "most": 1})
    table.place("A", "heaven", "7 7 7")
    assert table.seat("A").heaven == 0
    assert table.seat("A").known == ()


@pytest.mark.clause("SCHOOL-3.3")
def test_what_is_certainly_in_a_heaven_follows_from_what_was_collected_and_placed() -> None:
    table = Table("ABC").playing("5", "9 9")
    table.says("A", "collect", side="heaven", end="top")
    assert table.seat("A").known == (5,)
    table.passes("A", "B", "C")
    table.field("7").place("A", "heaven", "5")
    assert table.seat("A").known == ()
    assert table.seat("A").heaven == 15


@pytest.mark.clause("SCHOOL-1.1")
def test_a_sixth_card_names_where_the_five_are() -> None:
    table = Table("ABC").playing("8", "9", A=[3], B=[3, 3]).mansion("C", 5, (), known=(3, 3))
    ruling = table.cannot_place("1.1", "sixth_card", "A", "heaven", "3")
    assert {k: ruling.params[k] for k in ("on_field", "swept", "earths", "heavens")} == {
        "on_field": 0,
        "swept": 0,
        "earths": 3,
        "heavens": 2,
    }
    table.place("A", "earth", "3")
    assert findings(table) == []


@pytest.mark.clause("SCHOOL-1.1", "SCHOOL-3.3")
def test_what_a_house_ruling_lets_stand_is_reported() -> None:
    table = Table("ABC").playing("8", "9", B=[3] * 5)
    ruling = table.says("A", "place", ("1.1",), side="heaven", number=3, size=1)
    assert "finding.supply" in said(ruling)
    table.passes("A")
    table.mansion("B", 2, (), known=(7, 7))
    ruling = table.says("B", "place", ("3.3",), side="heaven", number=10, size=1)
    assert "finding.capacity" in said(ruling)
    assert findings(table) == [("supply", "A", 3), ("capacity", "B", 10)]


@pytest.mark.clause("SCHOOL-1.1")
def test_a_first_field_that_the_table_lets_stand_is_reported() -> None:
    table = Table("ABC").split(B=[3] * 5)
    table.refuses("1.1", "sixth_card", "table", "first_field", cards=[3, 4])
    ruling = table.says("table", "first_field", ("1.1",), cards=[3, 4])
    assert "finding.supply" in said(ruling)
    assert findings(table) == [("supply", None, 3)]


@pytest.mark.clause("SCHOOL-12.2", "SCHOOL-3.3")
def test_a_final_heaven_that_lacks_what_was_collected_is_refused_and_if_it_stands_reported() -> None:
    table = Table("ABC", rounds=1).playing("8", "9")
    table.passes("A")
    table.says("B", "collect", side="heaven", end="top")
    table.passes("B", "C")
    table.mansion("A", 0, (10,)).mansion("C", 0, (1,))
    table.mansion("B", 2, (), known=(8,))
    table.wins("A", "earth", "10")
    ruling = table.refuses("3.3", "heaven_lacks", "B", "show_heaven", cards=[1, 2])
    assert (ruling.params["number"], ruling.params["least"]) == (8, 1)
    table.says("B", "show_heaven", ("3.3",), cards=[1, 2])
    [finding] = table.state.findings
    assert (finding.kind, finding.player, finding.number, finding.turn) == ("heaven", "B", 8, 0)


@pytest.mark.clause("SCHOOL-3.3")
def test_the_first_placement_that_cannot_have_been_is_found() -> None:
    table = Table("ABC").playing("8", "9")
    table.says("A", "collect", side="heaven", end="bottom")
    table.passes("A", "B", "C")
    table.field("8").place("A", "heaven", "9 9")
    assert first_breach(table.state, "A", 9, 0) is None
    assert first_breach(table.state, "A", 9, 1) is None
    table.passes("A", "B", "C")
    table.field("8 8", "9 9").says("A", "collect", side="heaven", end="bottom")
    assert first_breach(table.state, "A", 9, 2) is None
    assert first_breach(table.state, "A", 9, 1) == (4, 2)
    assert first_breach(table.state, "A", 9, 0) == (0, 1)
    assert first_breach(table.state, "A", 8, 0) is None


@pytest.mark.clause("SCHOOL-9.2", "SCHOOL-12.2")
def test_a_count_that_differs_says_since_when() -> None:
    table = Table("ABC", rounds=1).playing("8", "9")
    table.says("table", "count_heaven", player="B", size=15)
    table.passes("A", "B")
    ruling = table.refuses("9.2", "count_differs", "C", "count_heaven", player="B", size=14)
    assert (ruling.params["count"], ruling.params["turn"]) == (15, 1)
    assert findings(table) == []
    table.refuses("2.5", "only_one_winner", "C", "count_heaven", player="B", size=0)
    table.says("C", "count_heaven", ("9.2",), player="B", size=14)
    assert table.seat("B").heaven == 14
    [finding] = table.state.findings
    assert (finding.kind, finding.player, finding.size, finding.turn, finding.counted) == ("count", "B", 14, 3, 1)
    table.mansion("A", 0, (10,)).mansion("C", 0, (1,)).passes("C")
    table.wins("A", "earth", "10")
    table.refuses("12.2", "shown_size", "B", "show_heaven", cards=[1, 2])
    table.says("B", "show_heaven", ("12.2",), cards=[1, 2])
    assert [f.kind for f in table.state.findings] == ["count", "count"]


@pytest.mark.clause("SCHOOL-6.2")
def test_that_an_entry_was_wrong_is_told_at_the_scoring_without_what_was_entered() -> None:
    table = Table("ABC", rounds=1).dealt()
    hand = [1, 1, 2, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11]
    table.says("B", "register_hand", cards=hand)
    table.playing("6", "7", B=hand[3:])
    table.passes("A")
    ruling = table.says("B", "place", ("3.3",), side="heaven", number=5, size=1)
    assert not table.state.findings
    assert said(ruling) == ["placed_heaven_top"]
    table.passes("B", "C")
    table.mansion("A", 0, (10,)).mansion("C", 0, (1,)).wins("A", "earth", "10")
    assert table.seat("B").shown is None
    ruling = table.says("B", "show_heaven", cards=[1, 1])
    assert "finding.entry" in said(ruling)
    [finding] = table.state.findings
    assert finding.model_dump(exclude_none=True) == {"kind": "entry", "round": 1, "player": "B"}


@pytest.mark.clause("SCHOOL-1.1", "SCHOOL-12.2")
def test_registered_heavens_that_cannot_all_be_true_are_shown_by_hand() -> None:
    table = Table("ABC", rounds=1).split(B=[2] * 5 + [1] * 5, C=[10] * 5 + [11] * 5)
    table.says("B", "register_heaven", cards=[8, 8, 8, 4, 5])
    table.says("C", "register_heaven", cards=[8, 8, 8, 6, 7])
    table.says("table", "first_field", cards=[6, 7])
    table.mansion("A", 0, (9,))
    ruling = table.wins("A", "earth", "9")
    assert "heaven_shown" not in said(ruling)
    table.says("B", "show_heaven", cards=[8, 8, 8, 4, 5])
    table.refuses("1.1", "sixth_card", "C", "show_heaven", cards=[8, 8, 8, 6, 7])
    table.says("C", "show_heaven", cards=[8, 8, 3, 6, 7])
    assert findings(table) == [("entry", "C", None)]
