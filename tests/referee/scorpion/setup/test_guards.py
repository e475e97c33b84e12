"""The guards' figures and secret marks before turn 1 (SCORPION-1.2, 4, 5, 24.1, 31.4)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.values import Ruling
from tests.referee.board.grid import PLAYABLE, grid_data
from tests.referee.scorpion.table import MARKS, POSTS, Table, sleeping

SMALL = {"sentries": 2, "patrols": 2, "sleepers": 2}
GUARDS = ("4.8",)
"""What a house ruling sets aside where a test places all figures before there are hands."""


def told(ruling: Ruling, viewer: str) -> list[str]:
    return [n.message.removeprefix("scorpion.") for n in ruling.notices if n.reaches(viewer)]


def grid_table(**options: Any) -> Table:
    """Return a table on the grid: posts c3 c4 c5, route loop b1 b2 c2 c1 and a line from c2 by c3 to its end c4."""
    return Table(board=grid_data(**PLAYABLE), **SMALL | options)


def marked(**changes: str) -> dict[str, str]:
    return MARKS | changes


# Sentries


@pytest.mark.clause("SCORPION-4.1")
def test_sentries_stand_on_watch_posts() -> None:
    table = Table()
    ruling = table.says("guards", "place_sentry", zone="W1", weapon="spear")
    assert ruling.notices[0].params == {"zone": "W1", "figure": "g01", "weapon": "spear"}
    assert told(ruling, "public") == ["sentry_placed"]
    assert not table.refuses("4.1", "guards", "place_sentry", zone="W2").private
    table.refuses("1.6", "guards", "place_sentry", zone="Z9")
    table.refuses("9.3", "intruders", "place_sentry", zone="W4")


@pytest.mark.clause("SCORPION-4.1", "SCORPION-31.4")
def test_there_are_as_many_sentries_as_the_table_wants() -> None:
    table = Table()
    for zone in POSTS[:8]:
        table.says("guards", "place_sentry", zone=zone)
    table.refuses("4.1", "guards", "place_sentry", zone="N8")
    more = Table(sentries=9)
    for zone in POSTS[:9]:
        more.says("guards", "place_sentry", zone=zone)
    none = Table(sentries=0)
    none.refuses("4.1", "guards", "place_sentry", zone="W1")


@pytest.mark.clause("SCORPION-4.2")
def test_a_post_has_one_sentry_but_may_have_a_patrol_too() -> None:
    table = Table()
    table.says("guards", "place_patrol", zone="S1", behind="W20")
    table.says("guards", "place_sentry", zone="S1")
    table.refuses("4.2", "guards", "place_sentry", zone="S1")
    table.says("guards", "place_sentry", ("4.2",), zone="S1")
    forbidding = Table(patrol_start_on_post="forbid")
    forbidding.refuses("4.2", "guards", "place_patrol", zone="S1", behind="W20")
    forbidding.says("guards", "place_patrol", zone="W20", behind="S1")


# Patrols


@pytest.mark.clause("SCORPION-4.3", "SCORPION-7.3")
def test_patrols_are_two_guards_on_the_route() -> None:
    table = Table()
    ruling = table.says("guards", "place_patrol", zone="W16", behind="W18", weapons=["sword", "spear"])
    assert ruling.notices[0].params == {
        "zone": "W16",
        "unit": "g01+g02",
        "behind": "W18",
        "weapons": ["sword", "spear"],
    }
    (patrol,) = table.state.patrols
    assert (patrol.members, patrol.behind) == (("g01", "g02"), "W18")
    table.refuses("4.3", "guards", "place_patrol", zone="W13", behind="W14")
    table.refuses("9.3", "intruders", "place_patrol", zone="W18", behind="W16")
    for size in ([], ["sword"], ["sword"] * 3):
        refusal = table.refuses("4.3", "guards", "place_patrol", zone="W18", behind="W16", weapons=size)
        assert (refusal.reason, refusal.firm) == ("scorpion.pairs_start", len(size) < 2)
    table.says("guards", "place_patrol", ("4.3",), zone="W18", behind="W16", weapons=["sword"] * 3)
    assert [len(patrol.members) for patrol in table.state.patrols] == [2, 3]


@pytest.mark.clause("SCORPION-4.3", "SCORPION-31.4", "SCORPION-29.2")
@pytest.mark.parametrize(("options", "count"), [({}, 3), ({"patrols": 1}, 1), ({"lone_wolf": "on"}, 2)])
def test_there_are_as_many_patrols_as_the_table_wants(options: dict[str, Any], count: int) -> None:
    table = Table(**options)
    for zone, behind in (("W16", "W18"), ("W16", "W18"), ("W14", "W16"))[:count]:
        table.says("guards", "place_patrol", zone=zone, behind=behind)
    table.refuses("4.3", "guards", "place_patrol", zone="W18", behind="W16")


@pytest.mark.clause("SCORPION-4.3")
def test_patrols_may_share_a_zone_unless_the_table_wants_them_apart() -> None:
    for option, upheld in (("any", True), ("distinct_zones", False)):
        table = Table(patrol_start=option)
        table.says("guards", "place_patrol", zone="W16", behind="W18")
        if upheld:
            table.says("guards", "place_patrol", zone="W16", behind="W14")
        else:
            table.refuses("4.3", "guards", "place_patrol", zone="W16", behind="W14")
        table.says("guards", "place_patrol", zone="W14", behind="W16")


@pytest.mark.clause("SCORPION-4.3")
def test_by_option_each_route_has_one_patrol() -> None:
    routes = (("b1", "b2"), ("c1", "c2"))
    board = grid_data(**PLAYABLE | {"route": routes})
    numbers = SMALL | {"sentries": 1}
    table = Table(board=board, **numbers, patrol_start="one_per_route")
    table.says("guards", "place_patrol", zone="b1", behind="b2")
    table.refuses("4.3", "guards", "place_patrol", zone="b2", behind="b1")
    table.says("guards", "place_patrol", zone="c1", behind="c2")
    free = Table(board=board, **numbers)
    free.says("guards", "place_patrol", zone="b1", behind="b2")
    free.says("guards", "place_patrol", zone="b2", behind="b1")


@pytest.mark.clause("SCORPION-4.4", "SCORPION-7.4")
def test_a_patrol_on_the_route_says_which_way_it_faces() -> None:
    table = Table()
    table.refuses("4.4", "guards", "place_patrol", zone="W16")
    table.refuses("4.4", "guards", "place_patrol", zone="W16", behind="W20")
    for fields, reason in (
        ({"behind": "W18", "facing": "W18"}, "facing_contradicts"),
        ({"facing": "W1"}, "no_facing"),
        ({"behind": "W20"}, "not_behind"),
        ({}, "facing_needed"),
    ):
        refusal = table.refuses("4.4", "guards", "place_patrol", zone="W16", **fields)
        assert refusal.reason == f"scorpion.{reason}"
    table.says("guards", "place_patrol", zone="W16", facing="W14")
    assert table.state.patrols[0].behind == "W18"
    table.says("guards", "place_patrol", zone="W16", behind="W14", facing="W18")
    assert table.state.patrols[1].behind == "W14"


@pytest.mark.clause("SCORPION-4.4")
def test_a_facing_that_leaves_a_doubt_at_a_fork_is_refused() -> None:
    table = Table()
    ruling = table.refuses("4.4", "guards", "place_patrol", zone="S1", facing="C1")
    assert set(ruling.params["behinds"]) == {"W20", "S3"}
    table.says("guards", "place_patrol", zone="S1", behind="W20")


@pytest.mark.clause("SCORPION-4.4")
def test_at_a_dead_end_nothing_need_lie_behind() -> None:
    table = grid_table()
    table.says("guards", "place_patrol", zone="c4")
    table.says("guards", "place_patrol", zone="c4", behind="c3")
    assert [p.behind for p in table.state.patrols] == [None, "c3"]
    one_way = grid_table()
    one_way.says("guards", "place_patrol", zone="c3", facing="c4")
    assert one_way.state.patrols[0].behind == "c2"


@pytest.mark.clause("SCORPION-4.3", "SCORPION-7.9")
def test_a_house_ruling_may_put_a_patrol_off_the_route_where_it_faces_nowhere() -> None:
    table = Table()
    table.says("guards", "place_patrol", ("4.3",), zone="W13", behind="W14")
    assert table.state.patrols[0].behind is None


# Weapons


@pytest.mark.clause("SCORPION-4.5")
def test_two_guard_players_have_as_many_swords_as_spears() -> None:
    table = Table(4)
    for zone in POSTS[:7]:
        table.says("sword", "place_sentry", zone=zone, weapon="sword")
    table.refuses("4.5", "spear", "place_sentry", zone="K1", weapon="sword")
    table.refuses("4.5", "spear", "place_patrol", zone="W16", behind="W18", weapons=["spear", "sword"])
    table.says("sword", "place_sentry", zone="K1", weapon="spear")
    table.says("sword", "place_patrol", zone="W16", behind="W18", weapons=["spear", "spear"])


@pytest.mark.clause("SCORPION-4.5")
def test_at_an_odd_number_one_weapon_has_one_more() -> None:
    table = Table(4, sentries=3, patrols=0)
    table.says("sword", "place_sentry", zone="W1", weapon="spear")
    table.says("sword", "place_sentry", zone="W4", weapon="spear")
    table.refuses("4.5", "sword", "place_sentry", zone="S1", weapon="spear")


@pytest.mark.clause("SCORPION-4.5", "SCORPION-4.6")
def test_with_one_guard_player_weapons_do_not_matter() -> None:
    table = Table()
    for zone in POSTS[:8]:
        table.says("guards", "place_sentry", zone=zone, weapon="sword")
    assert {f.weapon for f in table.state.figures} == {"sword"}


@pytest.mark.clause("SCORPION-1.2", "SCORPION-24.1")
def test_ten_figures_of_a_weapon_are_all_there_are() -> None:
    table = Table(sentries=12, patrols=4)
    for zone in POSTS:
        table.says("guards", "place_sentry", zone=zone, weapon="sword")
    assert [f.weapon for f in table.state.figures].count("sword") == 10
    assert [f.weapon for f in table.state.figures].count("spear") == 2
    four = Table(4, sentries=12, patrols=4)
    for zone in POSTS[:10]:
        four.says("sword", "place_sentry", zone=zone, weapon="sword")
    four.refuses("4.5", "sword", "place_sentry", zone="P14", weapon="sword")
    ruling = four.judge("sword", "place_sentry", ("4.5",), zone="P14", weapon="sword")
    assert (ruling.clause, ruling.firm) == ("SCORPION-1.2", True)


@pytest.mark.clause("SCORPION-24.1")
def test_a_house_ruling_places_no_21st_figure() -> None:
    table = Table(sentries=12, patrols=4)
    for zone in POSTS:
        table.says("guards", "place_sentry", zone=zone)
    for _ in range(4):
        table.says("guards", "place_patrol", GUARDS, zone="W16", behind="W18")
    ruling = table.judge("guards", "place_sentry", ("4.1", "4.2", "4.8"), zone="W1")
    assert (ruling.clause, ruling.firm) == ("SCORPION-24.1", True)


# The order, and mistakes


@pytest.mark.clause("SCORPION-4.8")
def test_the_last_figure_waits_for_all_hands() -> None:
    table = Table(sentries=1, patrols=1)
    table.says("guards", "place_sentry", zone="W1")
    refusal = table.refuses("4.8", "guards", "place_patrol", zone="W16", behind="W18")
    assert (refusal.private, refusal.params) == (False, {})
    table.missions()
    table.hands()
    table.says("guards", "place_patrol", zone="W16", behind="W18")
    sentry_last = Table(sentries=1, patrols=1)
    sentry_last.says("guards", "place_patrol", zone="W16", behind="W18")
    sentry_last.refuses("4.8", "guards", "place_sentry", zone="W1")


@pytest.mark.clause("SCORPION-4.1", "SCORPION-4.3")
def test_a_unit_placed_wrongly_is_lifted_again() -> None:
    table = Table()
    table.says("guards", "place_sentry", zone="W1")
    table.says("guards", "place_patrol", zone="W16", behind="W18")
    table.refuses("7.3", "guards", "lift_unit", unit="g02")
    table.refuses("7.3", "guards", "lift_unit", unit="g09")
    table.refuses("9.3", "intruders", "lift_unit", unit="g01")
    ruling = table.says("guards", "lift_unit", unit="g02+g03")
    assert told(ruling, "public") == ["unit_lifted"]
    assert ([f.id for f in table.state.figures], table.state.patrols) == (["g01"], ())
    table.says("guards", "lift_unit", unit="g01")
    assert table.state.figures == ()


@pytest.mark.clause("SCORPION-2.4")
def test_either_guard_player_places_for_both() -> None:
    table = Table(4)
    table.says("sword", "place_sentry", zone="W1", weapon="spear")
    table.says("spear", "place_sentry", zone="W4", weapon="sword")
    table.says("spear", "lift_unit", unit="g01")
    assert [f.zone for f in table.state.figures] == ["W4"]


@pytest.mark.clause("SCORPION-4.7")
def test_no_intruder_stands_on_the_board_yet() -> None:
    table = Table.setting_up(2, "intruders_lock")
    assert {(c.status, c.zone, c.visible) for c in table.state.characters} == {("waiting", None, False)}


# Sleepers


@pytest.mark.clause("SCORPION-5.1")
def test_sleepers_lie_in_barracks_two_at_most_in_each() -> None:
    table = Table()
    ruling = table.says("guards", "record_sleepers", sleepers={"E5": 1, "W3": 2, "K4": 2, "P3": 2, "W10": 1, "W18": 0})
    assert (told(ruling, "guards"), told(ruling, "intruders")) == (["sleepers_noted"], [])
    assert table.state.marks.sleepers == (("W3", 2), ("W10", 1), ("E5", 1), ("P3", 2), ("K4", 2))
    assert table.refuses("5.1", "guards", "record_sleepers", sleepers=sleeping() | {"W4": 0}).private
    table.refuses("1.6", "guards", "record_sleepers", sleepers=sleeping() | {"Z9": 0})
    table.refuses("9.3", "intruders", "record_sleepers", sleepers=sleeping())
    third = table.refuses("5.1", "guards", "record_sleepers", sleepers={"E5": 3, "W3": 2, "K4": 2, "P3": 1})
    assert (third.reason, third.params["zone"], third.private) == ("scorpion.two_in_barracks", "E5", True)
    table.says("guards", "record_sleepers", ("5.1",), sleepers={"E5": 3, "W3": 2, "K4": 2, "P3": 1})


@pytest.mark.clause("SCORPION-5.1", "SCORPION-31.4")
def test_as_many_sleep_as_the_table_wants() -> None:
    table = Table()
    for wrong in (sleeping(7), sleeping(9), {}):
        assert table.refuses("5.1", "guards", "record_sleepers", sleepers=wrong).private
    Table(sleepers=9).says("guards", "record_sleepers", sleepers=sleeping(9))
    Table(sleepers=0).says("guards", "record_sleepers", sleepers={})


# Marks


@pytest.mark.clause("SCORPION-5.2", "SCORPION-5.5", "SCORPION-5.6")
def test_ten_marks_are_recorded_in_secret() -> None:
    table = Table()
    ruling = table.says("guards", "record_marks", marks=MARKS)
    assert (told(ruling, "guards"), told(ruling, "intruders"), told(ruling, "public")) == (["marks_noted"], [], [])
    marks = table.state.marks
    assert dict(marks.objectives) == {letter: MARKS[letter] for letter in "ABCDEF"}
    assert (marks.traps, marks.hidden) == (("P9", "K12"), ("P15", "K5"))
    table.refuses("9.3", "intruders", "record_marks", marks=MARKS)
    four = Table(4)
    assert told(four.says("sword", "record_marks", marks=MARKS), "spear") == ["marks_noted"]


@pytest.mark.clause("SCORPION-5.2")
def test_every_mark_is_needed_once() -> None:
    table = Table()
    for mark in MARKS:
        fewer = {m: zone for m, zone in MARKS.items() if m != mark}
        ruling = table.refuses("5.2", "guards", "record_marks", marks=fewer)
        assert (ruling.private, ruling.params) == (True, {"marks": [mark]})
    with pytest.raises(ValueError, match="T3"):
        table.judge("guards", "record_marks", marks=MARKS | {"T3": "P4"})


@pytest.mark.clause("SCORPION-5.3")
@pytest.mark.parametrize("zone", ["P12", "P1"])
def test_no_mark_lies_on_a_watch_post(zone: str) -> None:
    table = Table()
    table.says("guards", "place_sentry", zone="P1")
    for mark in ("A", "T1", "H1"):
        ruling = table.refuses("5.3", "guards", "record_marks", marks=marked(**{mark: zone}))
        assert (ruling.private, ruling.params) == (True, {"mark": mark, "zone": zone})


@pytest.mark.clause("SCORPION-5.4")
def test_ten_marks_lie_in_ten_zones() -> None:
    table = Table()
    assert table.refuses("5.4", "guards", "record_marks", marks=marked(T1="P2")).params == {"zone": "P2"}
    table.refuses("5.4", "guards", "record_marks", marks=marked(H1="K5"))
    table.says("guards", "record_marks", marks=marked(T1="P4"))


@pytest.mark.clause("SCORPION-5.5")
def test_each_castle_has_three_objectives() -> None:
    table = Table()
    table.refuses("5.5", "guards", "record_marks", marks=marked(A="K3"))
    table.refuses("5.5", "guards", "record_marks", marks=marked(A="W2"))
    table.says("guards", "record_marks", marks=marked(A="K2", D="P2"))


@pytest.mark.clause("SCORPION-5.6")
def test_traps_and_hidden_sentries_lie_in_castles_and_may_share_one() -> None:
    table = Table()
    for mark in ("T1", "T2", "H1", "H2"):
        table.refuses("5.6", "guards", "record_marks", marks=marked(**{mark: "W2"}))
    table.says("guards", "record_marks", marks=marked(T2="P4", H2="P5"))


@pytest.mark.clause("SCORPION-5.7")
def test_the_board_may_keep_marks_out_of_a_zone() -> None:
    board = grid_data(**PLAYABLE | {"castle_b": ("a1", "a2", "b1", "b2", "c1", "c2")})
    marks = dict(zip(MARKS, ("a4", "a5", "b4", "a1", "a2", "b1", "b5", "b2", "c1", "c2"), strict=True))
    Table(board=board, **SMALL).says("guards", "record_marks", marks=marks)
    kept = grid_data(**PLAYABLE | {"flags": {"c2": {"secret_ok": False}, "a3": {"castle": "A"}, "b3": {"castle": "A"}}})
    table = Table(board=kept, **SMALL)
    table.refuses("5.7", "guards", "record_marks", marks=marks)
    table.says("guards", "record_marks", marks=marks | {"H2": "a3"})
    table.refuses("1.6", "guards", "record_marks", marks=marks | {"H2": "z9"})


@pytest.mark.clause("SCORPION-5.3", "SCORPION-5.6")
def test_no_flag_of_the_board_lets_marks_lie_on_posts_or_outside() -> None:
    flags = {"c5": {"secret_ok": True}, "c3": {"secret_ok": True, "post": False}}
    table = Table(board=grid_data(**PLAYABLE | {"flags": flags}), **SMALL)
    marks = dict(zip(MARKS, ("a4", "a5", "b4", "a1", "a2", "b1", "b5", "b2", "c1", "c5"), strict=True))
    table.refuses("5.3", "guards", "record_marks", marks=marks)
    table.refuses("5.6", "guards", "record_marks", marks=marks | {"H2": "c3"})


@pytest.mark.clause("SCORPION-5.8")
def test_a_mark_may_lie_where_guards_sleep_unless_the_table_forbids_it() -> None:
    table = Table()
    table.says("guards", "record_sleepers", sleepers=sleeping())
    table.says("guards", "record_marks", marks=marked(T1="P3"))
    assert dict(table.state.marks.sleepers)["P3"] == 1
    forbidding = Table(mark_on_barracks="forbid")
    forbidding.refuses("5.8", "guards", "record_marks", marks=marked(T1="P3"))
    forbidding.says("guards", "record_marks", marks=MARKS)


@pytest.mark.clause("SCORPION-5.1", "SCORPION-5.2")
def test_marks_and_sleepers_are_recorded_anew_until_the_lock() -> None:
    table = Table.setting_up(4, "guards_lock")
    table.says("spear", "record_marks", marks=marked(A="P9", T1="P2"))
    assert dict(table.state.marks.objectives)["A"] == "P9"
    assert sum(n for _, n in table.state.marks.sleepers) == 8
    table.says("spear", "lock_setup")
    for seat in ("sword", "spear"):
        assert table.refuses("4.8", seat, "record_marks", marks=MARKS).private
        table.refuses("4.8", seat, "record_sleepers", sleepers=sleeping())
        table.refuses("4.8", seat, "lift_unit", unit="g01")
        table.refuses("4.8", seat, "place_sentry", zone="N8")
