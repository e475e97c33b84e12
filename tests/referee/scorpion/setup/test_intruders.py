"""The intruders' secret marks before turn 1 (SCORPION-4.8, 6, 29.1, 30.6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee.core.values import Ruling
from referee.scorpion.setup.intruders import legal_starts
from tests.referee.board.grid import PLAYABLE, grid_data
from tests.referee.scorpion.table import ENTRANCES, POSTS, Table

SMALL = {"sentries": 2, "patrols": 1, "sleepers": 2}


def told(ruling: Ruling, viewer: str) -> list[str]:
    return [n.message.removeprefix("scorpion.") for n in ruling.notices if n.reaches(viewer)]


def marking(players: int = 2, **options: Any) -> Table:
    """Return a table at which the guards have locked and the intruders set their starts."""
    return Table.setting_up(players, "intruder_marks", **options)


def on_grid(sentries: tuple[str, ...] = ("c4", "c5"), **options: Any) -> Table:
    """Return a table on the grid with all guards placed, a patrol at b1; the Traitor starts at c3 or c4."""
    table = Table(board=grid_data(**PLAYABLE), **SMALL | {"sentries": len(sentries)} | options)
    table.missions()
    table.hands()
    for zone in sentries:
        table.says("guards", "place_sentry", zone=zone)
    table.says("guards", "place_patrol", zone="b1", behind="b2")
    return table


# The Ninja's start


@pytest.mark.clause("SCORPION-6.1", "SCORPION-1.5")
def test_the_ninja_starts_at_the_edge() -> None:
    table = marking()
    ruling = table.says("intruders", "set_start", intruder="ninja", zone="T7")
    assert (told(ruling, "intruders"), told(ruling, "guards"), told(ruling, "public")) == (["start_noted"], [], [])
    assert "T7" not in str((ruling.params, ruling.notices))
    assert table.one("ninja").start == "T7"
    for zone in ("M1", "W6", "P2"):
        assert table.refuses("6.1", "intruders", "set_start", intruder="ninja", zone=zone).private
    table.refuses("1.6", "intruders", "set_start", intruder="ninja", zone="T99")


@pytest.mark.clause("SCORPION-6.1")
def test_an_edge_zone_may_be_a_moat() -> None:
    flags = {"a3": {"edge": True}}
    table = Table(board=grid_data(**PLAYABLE | {"flags": flags}), **SMALL | {"sentries": 0, "patrols": 0})
    table.says("intruders", "set_start", intruder="ninja", zone="a3")


@pytest.mark.clause("SCORPION-6.1")
@pytest.mark.parametrize(("option", "upheld"), [("discovered", True), ("hidden", True), ("forbid", False)])
def test_whether_the_ninja_may_start_among_guards_is_an_option(option: str, upheld: bool) -> None:
    table = on_grid(ninja_start_guarded=option)
    assert ("b1" in legal_starts(table.state, "ninja")) is upheld
    if upheld:
        table.says("intruders", "set_start", intruder="ninja", zone="b1")
    else:
        assert table.refuses("6.1", "intruders", "set_start", intruder="ninja", zone="b1").private
    table.says("intruders", "set_start", intruder="ninja", zone="c1")


@pytest.mark.clause("SCORPION-6.1")
def test_where_guards_stand_all_along_the_edge_the_ninja_starts_among_them() -> None:
    data = grid_data(**PLAYABLE | {"edge": ("b1",)})
    table = Table(board=data, sentries=0, patrols=1, sleepers=2, ninja_start_guarded="forbid")
    table.missions()
    table.hands()
    table.says("guards", "place_patrol", zone="b1", behind="b2")
    assert legal_starts(table.state, "ninja") == ("b1",)
    table.says("intruders", "set_start", intruder="ninja", zone="b1")
    table.refuses("6.1", "intruders", "set_start", intruder="ninja", zone="c1")


# The Traitor's start


@pytest.mark.clause("SCORPION-6.2", "SCORPION-6.3", "SCORPION-6.4", "SCORPION-6.5", "SCORPION-6.6")
@pytest.mark.parametrize(
    ("number", "zone"),
    [
        ("6.2", "T1"),
        ("6.2", "G1"),
        ("6.3", "P2"),
        ("6.4", "M21"),
        ("6.4", "M1"),
        ("6.5", "W1"),
        ("6.5", "W16"),
        ("6.6", "C2"),
    ],
)
def test_where_the_traitor_may_not_start(number: str, zone: str) -> None:
    table = marking()
    ruling = table.refuses(number, "intruders", "set_start", intruder="traitor", zone=zone)
    assert (ruling.private, ruling.params) == (True, {"zone": zone})
    assert zone not in legal_starts(table.state, "traitor")


@pytest.mark.clause("SCORPION-6.2", "SCORPION-6.3", "SCORPION-6.4", "SCORPION-6.5", "SCORPION-6.6")
def test_the_traitor_starts_inside_the_outer_moat() -> None:
    table = marking()
    legal = legal_starts(table.state, "traitor")
    assert {"W6", "N8", "G5"} <= set(legal)
    for zone in legal[:5]:
        table.says("intruders", "set_start", intruder="traitor", zone=zone)
        assert table.one("traitor").start == zone


@pytest.mark.clause("SCORPION-6.5")
def test_where_guards_stand_in_all_start_zones_the_traitor_starts_among_them() -> None:
    table = on_grid(("c4",))
    assert legal_starts(table.state, "traitor") == ("c3",)
    table.refuses("6.5", "intruders", "set_start", intruder="traitor", zone="c4")
    full = on_grid(("c3", "c4"))
    assert legal_starts(full.state, "traitor") == ("c3", "c4")
    full.says("intruders", "set_start", intruder="traitor", zone="c4")
    full.refuses("6.3", "intruders", "set_start", intruder="traitor", zone="a4")


@pytest.mark.clause("SCORPION-6.2")
def test_the_board_may_name_the_traitors_start_zones_itself() -> None:
    flags = {"b2": {"traitor_start": True}, "c3": {"traitor_start": False}}
    table = Table(board=grid_data(**PLAYABLE | {"flags": flags}), **SMALL | {"sentries": 0, "patrols": 0})
    table.says("intruders", "set_start", intruder="traitor", zone="b2")
    table.refuses("6.2", "intruders", "set_start", intruder="traitor", zone="c3")


# Both


@pytest.mark.clause("SCORPION-6.7", "SCORPION-9.3")
def test_both_records_are_kept_apart_and_nobody_sets_anothers_start() -> None:
    table = marking()
    table.says("intruders", "set_start", intruder="ninja", zone="T7")
    table.says("intruders", "set_start", intruder="traitor", zone="W6")
    assert [c.start for c in table.state.characters] == ["T7", "W6"]
    three = marking(3)
    three.refuses("9.3", "traitor", "set_start", intruder="ninja", zone="T7")
    three.refuses("9.3", "guards", "set_start", intruder="ninja", zone="T7")


@pytest.mark.clause("SCORPION-4.8")
def test_starts_wait_until_all_guards_stand_on_the_board() -> None:
    table = Table.setting_up(2, "guard_figures")
    assert table.refuses("4.8", "intruders", "set_start", intruder="ninja", zone="T7").private
    table.guard_figures()
    table.says("intruders", "set_start", intruder="ninja", zone="T7")
    table.says("guards", "lift_unit", unit="g01")
    table.refuses("4.8", "intruders", "set_start", intruder="ninja", zone="T8")


@pytest.mark.clause("SCORPION-29.1")
def test_only_the_lone_wolfs_character_starts() -> None:
    table = marking(lone_wolf="hidden", character="traitor")
    table.says("intruders", "set_start", intruder="traitor", zone="W6")
    assert table.refuses("29.1", "intruders", "set_start", intruder="ninja", zone="T7").private
    early = Table(lone_wolf="on", sentries=0, patrols=0)
    early.refuses("29.1", "intruders", "set_start", intruder="ninja", zone="T7")


@pytest.mark.clause("SCORPION-2.8", "SCORPION-30.1")
@pytest.mark.parametrize(("rivals", "hears"), [("off", ["start_noted"]), ("on", [])])
def test_partners_hear_of_each_others_start_and_rivals_do_not(rivals: str, hears: list[str]) -> None:
    table = marking(3, disputed=rivals)
    assert told(table.says("ninja", "set_start", intruder="ninja", zone="T7"), "traitor") == hears


# The secret passage


@pytest.mark.clause("SCORPION-6.8", "SCORPION-6.9")
def test_entrances_lie_anywhere_but_in_a_moat_also_both_in_one_zone() -> None:
    table = marking()
    for pair in (("P2", "W1"), ("T1", POSTS[0]), ("E4", "E4"), ("W3", "C2")):
        ruling = table.says("intruders", "set_passage", entrances=pair)
        assert table.state.passages[0].entrances == pair
        assert (told(ruling, "intruders"), told(ruling, "guards")) == (["passage_noted"], [])
    assert table.refuses("6.8", "intruders", "set_passage", entrances=["P2", "M1"]).private
    assert table.refuses("6.8", "intruders", "set_passage", entrances=["M21", "P2"]).params == {"zone": "M21"}
    table.refuses("1.6", "intruders", "set_passage", entrances=["P2", "X"])
    table.refuses("9.3", "guards", "set_passage", entrances=["P2", "P3"])
    for number in ([], ["P2"], ["P2", "P3", "P4"]):
        refusal = table.refuses("6.8", "intruders", "set_passage", entrances=number)
        assert (refusal.reason, refusal.private) == ("scorpion.two_entrances", True)


@pytest.mark.clause("SCORPION-23.5")
def test_the_passage_keeps_its_entrances_also_when_somebody_returns() -> None:
    table = Table.ready(4)
    for phase in ("alert", "start", "intruders"):
        table.state = replace(table.state, phase=phase)
        assert table.refuses("23.5", "ninja", "set_passage", entrances=ENTRANCES).reason == "scorpion.passage_stays"
        table.refuses("23.5", "traitor", "set_entrance", zone="P2")


@pytest.mark.clause("SCORPION-6.10")
@pytest.mark.parametrize("players", [3, 4])
def test_partners_agree_by_declaring_the_same(players: int) -> None:
    table = marking(players)
    table.says("ninja", "set_passage", entrances=["P2", "W6"])
    assert table.state.passages[0].named_by == ("ninja",)
    table.says("traitor", "set_passage", entrances=["W6", "P2"])
    assert set(table.state.passages[0].named_by) == {"ninja", "traitor"}
    table.says("traitor", "set_passage", entrances=["W6", "P3"])
    assert table.state.passages[0].named_by == ("traitor",)


@pytest.mark.clause("SCORPION-6.10")
@pytest.mark.parametrize("players", [3, 4])
def test_partners_who_do_not_agree_place_one_entrance_each(players: int) -> None:
    table = marking(players)
    table.says("ninja", "set_passage", entrances=["P2", "W6"])
    table.says("traitor", "set_entrance", zone="K2")
    assert table.state.passages[0].named_by == ("traitor",)
    assert table.refuses("6.10", "traitor", "set_entrance", zone="K3").private
    table.refuses("6.8", "ninja", "set_entrance", zone="M1")
    table.says("ninja", "set_entrance", zone="P2")
    assert table.state.passages[0].entrances == ("K2", "P2")
    table.refuses("6.10", "ninja", "set_entrance", zone="P4")
    table.says("ninja", "set_passage", entrances=["P4", "K2"])
    table.says("traitor", "set_entrance", zone="K2")


@pytest.mark.clause("SCORPION-6.10", "SCORPION-30.6")
def test_one_entrance_alone_is_for_partners_only() -> None:
    marking().refuses("6.10", "intruders", "set_entrance", zone="P2")
    marking(3, disputed="on").refuses("6.10", "ninja", "set_entrance", zone="P2")
    marking(3, passage_split_3p="no").refuses("6.10", "ninja", "set_entrance", zone="P2")
    marking(4, passage_split_3p="no").says("ninja", "set_entrance", zone="P2")
    marking(3).refuses("9.3", "guards", "set_entrance", zone="P2")


@pytest.mark.clause("SCORPION-30.6")
def test_rivals_have_a_passage_each_that_the_other_hears_nothing_of() -> None:
    table = marking(3, disputed="on")
    ruling = table.says("ninja", "set_passage", entrances=["P2", "W6"])
    assert told(ruling, "traitor") == []
    table.says("traitor", "set_passage", entrances=["P2", "K2"], intruder="traitor")
    table.refuses("9.3", "traitor", "set_passage", entrances=["P2", "K2"], intruder="ninja")
    assert [(p.owner, p.entrances) for p in table.state.passages] == [
        ("ninja", ("P2", "W6")),
        ("traitor", ("P2", "K2")),
    ]
