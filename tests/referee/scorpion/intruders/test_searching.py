"""Searching zones for missions and traps."""

from __future__ import annotations

from typing import Any

import pytest

from tests.referee.scorpion.night import HIDDEN, LETTERS, TRAPS, Night, about, named, said


def moved(who: str = "ninja", *path: str, start: str = "b2", **options: Any) -> Night:
    night = Night(start, "c3", **options) if who == "ninja" else Night("c3", start, **options)
    night.goes(who, *path)
    return night


@pytest.mark.clause("SCORPION-18.2")
@pytest.mark.parametrize("zone", ["b2", "a2", "a1"])
def test_zones_entered_or_left_this_turn_are_searched(zone: str) -> None:
    moved("ninja", "a2", "a1").searches("ninja", zone)


@pytest.mark.clause("SCORPION-18.2")
def test_other_zones_are_not() -> None:
    night = moved("ninja", "a2", "a1")
    for zone in ("b1", "c3", "a3"):
        night.may_not_search("18.2", "ninja", zone)


@pytest.mark.clause("SCORPION-18.2")
def test_whoever_did_not_move_searches_nothing() -> None:
    moved("ninja").may_not_search("18.2", "ninja", "b2")


@pytest.mark.clause("SCORPION-18.2")
def test_what_was_touched_in_an_earlier_turn_is_not_searched() -> None:
    night = moved("ninja", "a2")
    night.goes("traitor")
    night.ends()
    night.change(phase="intruders", pending=()).goes("ninja")
    night.may_not_search("18.2", "ninja", "a2")


@pytest.mark.clause("SCORPION-18.3")
def test_the_own_move_comes_first() -> None:
    Night().may_not_search("18.3", "ninja", "b2")


@pytest.mark.clause("SCORPION-18.3")
@pytest.mark.parametrize(("timing", "allowed"), [("own_move", True), ("both_moves", False)])
def test_by_option_both_move_before_either_searches(timing: str, allowed: bool) -> None:
    night = moved("ninja", "b1", search_timing=timing)
    if allowed:
        night.searches("ninja", "b1")
        return
    night.may_not_search("18.3", "ninja", "b1")
    night.goes("traitor")
    night.searches("ninja", "b1")


@pytest.mark.clause("SCORPION-18.4", "SCORPION-7.1")
def test_two_zones_are_searched_by_the_side() -> None:
    night = moved("ninja", "a2", "a1")
    night.may_not_search("18.4", "ninja", "b2", "a2", "a1")
    night.searches("ninja", "a2")
    night.goes("traitor", "c4", "b4")
    night.may_not_search("18.4", "traitor", "c4", "b4")
    night.searches("traitor", "b4")


@pytest.mark.clause("SCORPION-18.4")
def test_by_option_each_searches_two() -> None:
    night = moved("ninja", "a2", "a1", search_limit="each_2")
    night.searches("ninja", "a2", "a1")
    night.goes("traitor", "c4", "b4")
    night.searches("traitor", "b4", "c4")
    third = moved("ninja", "a2", "a1", search_limit="each_2")
    third.may_not_search("18.4", "ninja", "b2", "a2", "a1")


@pytest.mark.clause("SCORPION-18.4")
def test_the_partner_of_whoever_was_ruled_a_third_zone_still_searches() -> None:
    night = moved("traitor", "b4", start="c4", search_limit="each_2")
    night.goes("ninja", "b3")
    night.change(searches=("ninja",) * 3)
    night.may_not_search("18.4", "ninja", "b3")
    night.searches("traitor", "b4", "c4")


@pytest.mark.clause("SCORPION-18.5")
def test_a_guarded_zone_that_was_passed_is_searched() -> None:
    night = Night("b2", "c3", ["a2"])
    night.goes("ninja", "a2", "a1")
    assert about(night.searches("ninja", "a2"), "search_answered")["found"] == "E"


@pytest.mark.clause("SCORPION-18.6", "SCORPION-18.7", "SCORPION-18.8")
def test_all_zones_are_named_in_their_order_before_the_first_answer() -> None:
    ruling = moved("ninja", "a2", "a1").searches("ninja", "a1", "b2")
    kinds = ["search_declared", "search_declared", "search_answered", "search_answered", "alert_raised"]
    assert said(ruling) == kinds
    assert [about(ruling, "search_declared", n) for n in (0, 1)] == named("ninja", ("a1", "b2"))
    assert [about(ruling, "search_answered", n)["zone"] for n in (0, 1)] == ["a1", "b2"]
    assert ruling.told


@pytest.mark.clause("SCORPION-18.6")
def test_a_player_of_both_names_the_searcher() -> None:
    night = moved("ninja", "b1")
    assert night.refuses("18.6", "intruders", "declare_searches", searches=[{"zone": "b1"}]).private
    three = Night(players=3)
    three.goes("ninja", "b1")
    assert about(three.says("ninja", "declare_searches", searches=[{"zone": "b1"}]), "search_declared") == {
        "intruder": "ninja",
        "zone": "b1",
    }


@pytest.mark.clause("SCORPION-18.8")
def test_nobody_declares_twice() -> None:
    night = moved("ninja", "a2", "a1")
    night.searches("ninja", "a2")
    night.may_not_search("18.8", "ninja", "a1")


@pytest.mark.clause("SCORPION-18.8", "SCORPION-18.15")
def test_one_declaration_holds_both_of_one_player() -> None:
    night = Night("b2", "b2")
    night.goes("ninja", "a2")
    night.goes("traitor", "a2")
    searches = [*named("traitor", ("a2",)), *named("ninja", ("a2",))]
    ruling = night.says("intruders", "declare_searches", searches=searches)
    assert [about(ruling, "search_declared", n)["intruder"] for n in (0, 1)] == ["traitor", "ninja"]
    assert night.state.searches == ("traitor", "ninja")
    night.may_not_search("18.8", "ninja", "b2")


@pytest.mark.clause("SCORPION-18.15")
def test_a_zone_is_named_once() -> None:
    night = moved("ninja", "a2")
    night.may_not_search("18.15", "ninja", "a2", "a2")
    night.searches("ninja", "a2", "b2")


@pytest.mark.clause("SCORPION-18.16")
@pytest.mark.parametrize("zone", ["passage", "outside", "z9"])
def test_only_zones_of_the_map_are_searched(zone: str) -> None:
    moved("ninja", "a2").may_not_search("18.16", "ninja", zone)


@pytest.mark.clause("SCORPION-18.9", "SCORPION-18.13")
@pytest.mark.parametrize("zone", [*LETTERS.values(), *TRAPS, *HIDDEN, "a3", "c3", "c4"])
def test_the_answer_is_what_the_guards_have_marked(zone: str) -> None:
    night = Night(zone, "c3", missions={"ninja": "A", "traitor": "B"}).set("ninja", locked=True, touched=(zone,))
    ruling = night.searches("ninja", zone)
    marked = {**{z: letter for letter, z in LETTERS.items()}, **dict.fromkeys(TRAPS, "trap")}
    marked |= dict.fromkeys(HIDDEN, "hidden_sentry")
    found = {"intruder": "ninja", "zone": zone, "found": marked.get(zone, "nothing")}
    assert about(ruling, "search_answered") == found
    assert night.state.marks.objectives == tuple(LETTERS.items())


@pytest.mark.clause("SCORPION-18.9")
def test_nothing_is_said_in_one_form_for_every_kind_of_zone() -> None:
    told = set()
    for zone in ("a3", "c3", "c5"):
        night = Night(zone).set("ninja", locked=True, touched=(zone,))
        ruling = night.searches("ninja", zone)
        told.add(str([n.model_dump() for n in ruling.notices]).replace(zone, "Z"))
    assert len(told) == 1


@pytest.mark.clause("SCORPION-18.1", "SCORPION-18.10")
def test_the_own_objective_is_shown_and_accomplished_at_once() -> None:
    night = Night("a5")
    night.goes("ninja", "a4")
    ruling = night.searches("ninja", "a4")
    assert said(ruling) == ["search_declared", "search_answered", "mission_accomplished"]
    assert about(ruling, "mission_accomplished") == {"intruder": "ninja", "letter": "A"}
    assert night.one("ninja").accomplished
    assert not night.one("traitor").accomplished


@pytest.mark.clause("SCORPION-18.1")
def test_being_there_accomplishes_nothing() -> None:
    night = Night("a5")
    night.goes("ninja", "a4")
    assert not night.one("ninja").accomplished


@pytest.mark.clause("SCORPION-18.10")
def test_an_accomplished_mission_is_not_accomplished_again() -> None:
    night = Night("a5").set("ninja", accomplished=True)
    night.goes("ninja", "a4")
    assert said(night.searches("ninja", "a4")) == ["search_declared", "search_answered"]


@pytest.mark.clause("SCORPION-18.11", "SCORPION-18.12")
def test_the_partners_objective_is_only_known_to_the_side() -> None:
    for players in (2, 3):
        night = Night("a5", "a5", players=players)
        night.goes("traitor", "a4")
        ruling = night.searches("traitor", "a4")
        assert said(ruling) == ["search_declared", "search_answered"]
        private = [n for n in ruling.notices if n.to != "public"]
        assert [(n.to, n.message, n.params) for n in private] == [
            (night.seats("intruders"), "scorpion.partners_mission", {"intruder": "ninja"})
        ]
        assert not any(c.accomplished for c in night.state.characters)
        night.goes("ninja", "a4")
        assert "mission_accomplished" in said(night.searches("ninja", "a4"))


@pytest.mark.clause("SCORPION-18.11")
def test_an_objective_of_nobody_is_told_to_nobody_alone() -> None:
    ruling = moved("ninja", "a2").searches("ninja", "a2")
    assert all(n.to == "public" for n in ruling.notices)


@pytest.mark.clause("SCORPION-31.2")
@pytest.mark.parametrize(("level", "alert"), [("0", 0), ("1", 1), ("2", 2), ("high", 3)])
def test_by_option_an_accomplished_mission_raises_the_alert(level: str, alert: int) -> None:
    night = Night("a5", alert_on_mission=level)
    night.goes("ninja", "a4")
    night.searches("ninja", "a4")
    assert night.state.alert == alert


@pytest.mark.clause("SCORPION-18.14")
def test_whatever_was_searched_and_found_stays_in_the_record() -> None:
    night = moved("ninja", "a2")
    night.searches("ninja", "a2", "b2")
    noted = [(e.data["zone"], e.data["found"]) for e in night.state.record if e.kind == "search_answered"]
    assert noted == [("a2", "E"), ("b2", "trap")]


@pytest.mark.clause("SCORPION-19.1", "SCORPION-8.5")
def test_a_trap_raises_the_alert_by_one() -> None:
    night = moved("ninja", "b1")
    ruling = night.searches("ninja", "b2")
    assert about(ruling, "alert_raised") == {"cause": "trap", "before": 0, "after": 1}


@pytest.mark.clause("SCORPION-19.2", "SCORPION-8.3")
def test_a_trap_stays_and_springs_each_time() -> None:
    night = moved("ninja", "b1", alert=2)
    night.searches("ninja", "b2")
    night.goes("traitor", "c2", "b2")
    assert about(night.searches("traitor", "b2"), "alert_raised") == {"cause": "trap", "before": 3, "after": 3}
    assert night.state.marks.traps == TRAPS


@pytest.mark.clause("SCORPION-9.3", "SCORPION-9.2")
def test_only_the_own_player_declares_in_a_phase() -> None:
    night = Night(players=3)
    night.goes("ninja", "b1")
    for seat in ("guards", "traitor"):
        assert night.refuses("9.3", seat, "declare_searches", searches=named("ninja", ("b1",))).private
    night.change(phase="cards").may_not_search("9.2", "ninja", "b1")


@pytest.mark.clause("SCORPION-20.2")
@pytest.mark.parametrize(("option", "allowed"), [("no", False), ("yes", True)])
def test_whoever_has_left_searches_only_by_option(option: str, allowed: bool) -> None:
    night = Night("a1", search_after_escape=option)
    night.goes("ninja", "a2", "a1", "exit_map")
    if allowed:
        assert about(night.searches("ninja", "a2"), "search_answered")["found"] == "E"
    else:
        night.may_not_search("20.2", "ninja", "a2")


@pytest.mark.clause("SCORPION-18.2")
def test_a_house_ruling_lets_another_zone_be_searched() -> None:
    night = moved("ninja", "b1")
    night.says("intruders", "declare_searches", waived=("18.2",), searches=named("ninja", ("a4",)))
    assert night.one("ninja").accomplished
