"""Units: sentries and patrols, how they join and part, and how patrols stand."""

from __future__ import annotations

import pytest

from referee.scorpion.guards.units import may_merge
from referee.scorpion.parts import Patrol
from referee.scorpion.state import unit_of
from tests.referee.scorpion.guards.guarded import Guarded, lay, with_flags


def behind(table: Guarded, id: str) -> str | None:
    return next(p.behind for p in table.state.patrols if id in p.members)


@pytest.mark.clause("SCORPION-7.3")
def test_two_guards_are_a_patrol_and_one_is_a_sentry() -> None:
    table = lay("g01:c5 g02:c5")
    table.refuses("7.3", "guards", "merge_units", guards=["g01", "g01"])
    table.refuses("7.3", "guards", "play_patrol_search", unit="g01")
    table.says("guards", "merge_units", guards=["g02", "g01"])
    assert unit_of(table.state, "g01") == ("g01", "g02")
    table.says("guards", "play_sentry_search", guard="g01")
    assert unit_of(table.state, "g02") == ("g02",)


@pytest.mark.clause("SCORPION-7.2")
def test_a_sentry_moves_only_by_a_card() -> None:
    table = lay("g01:b1", phase="patrol")
    table.refuses("7.2", "guards", "guard_step", to="b2", unit="g01")
    card = lay("g01:b1")
    card.refuses("13.2", "guards", "guard_step", to="b2")
    card.says("guards", "play_sentry_search", guard="g01")
    card.says("guards", "guard_step", to="b2")


@pytest.mark.clause("SCORPION-7.5")
@pytest.mark.clause("SCORPION-13.10")
def test_sentry_search_takes_one_guard_out_of_a_patrol_and_sentry_listen_does_not() -> None:
    table = lay("g01+g02+g03:c2<b2")
    table.refuses("12.1", "guards", "play_sentry_listen", guard="g01")
    table.says("guards", "play_sentry_search", guard="g01")
    assert table.state.patrols == (Patrol(("g02", "g03"), "b2"),)


@pytest.mark.clause("SCORPION-7.6")
def test_a_sentry_joins_a_patrol_and_takes_its_facing_or_stays_apart() -> None:
    table = lay("g01+g02:c2<b2 g03:c2", phase="patrol")
    assert may_merge(table.state, "guards") == {"c2": ("g01+g02", "g03")}
    table.refuses("7.6", "guards", "merge_units", guards=["g01", "g02", "g03"], behind="c3")
    table.says("guards", "merge_units", guards=["g01", "g02", "g03"])
    assert behind(table, "g03") == "b2"


@pytest.mark.clause("SCORPION-7.7")
@pytest.mark.clause("SCORPION-13.9")
def test_sentries_of_one_zone_form_a_patrol_and_those_of_two_do_not() -> None:
    table = lay("g01:a4 g02:a4 g03:a5")
    table.refuses("7.7", "guards", "merge_units", guards=["g01", "g03"])
    table.says("guards", "merge_units", guards=["g01", "g02"])
    assert behind(table, "g01") is None


@pytest.mark.clause("SCORPION-7.8")
def test_a_patrol_formed_on_the_route_says_how_it_stands() -> None:
    table = lay("g01:c2 g02:c2")
    table.refuses("7.8", "guards", "merge_units", guards=["g01", "g02"])
    table.refuses("7.8", "guards", "merge_units", guards=["g01", "g02"], behind="a2")
    table.refuses("7.8", "guards", "merge_units", guards=["g01", "g02"], facing="c1")
    table.refuses("7.8", "guards", "merge_units", guards=["g01", "g02"], behind="c1", facing="c1")
    table.says("guards", "merge_units", guards=["g01", "g02"], behind="c1", facing="c3")
    assert behind(table, "g01") == "c1"


@pytest.mark.clause("SCORPION-7.8")
def test_where_its_facing_leaves_no_doubt_that_is_enough() -> None:
    table = lay("g01:c3 g02:c3")
    table.says("guards", "merge_units", guards=["g01", "g02"], facing="c4")
    assert behind(table, "g01") == "c2"


@pytest.mark.clause("SCORPION-7.4")
def test_two_patrols_join_facing_as_one_of_them_did() -> None:
    table = lay("g01+g02:c2<b2 g03+g04:c2<c1")
    everybody = ["g01", "g02", "g03", "g04"]
    table.refuses("7.6", "guards", "merge_units", guards=everybody, behind="c3")
    table.refuses("7.8", "guards", "merge_units", guards=everybody)
    table.says("guards", "merge_units", guards=everybody, behind="c1")
    assert table.state.patrols == (Patrol(("g01", "g02", "g03", "g04"), "c1"),)


@pytest.mark.clause("SCORPION-7.9")
def test_off_the_route_a_patrol_faces_nowhere() -> None:
    table = lay("g01+g02:b2<b1")
    table.says("guards", "play_patrol_search", unit="g01+g02")
    table.says("guards", "guard_step", to=["a2"], stop=True)
    assert (behind(table, "g01"), table.asked) == (None, "")


@pytest.mark.clause("SCORPION-7.10")
def test_what_was_done_this_turn_goes_with_each_figure() -> None:
    table = with_flags(lay("g01:a4 g02:a4"), "g01", carded=True, moved=True, attacked=True)
    table.says("guards", "merge_units", guards=["g01", "g02"])
    assert table.guard("g01").moved
    assert not table.guard("g02").moved
    table.refuses("11.2", "guards", "play_patrol_search", unit="g01+g02")


@pytest.mark.clause("SCORPION-7.11")
def test_guards_join_in_their_own_phases_between_actions_and_sober() -> None:
    lay("g01:a4 g02:a4", phase="intruders").refuses("9.2", "guards", "merge_units", guards=["g01", "g02"])
    table = lay("g01:a4 g02:a4 g03:a4", phase="alert")
    table.refuses("9.3", "intruders", "merge_units", guards=["g01", "g02"])
    table.says("guards", "merge_units", guards=["g01", "g02"])
    assert table.state.cards_used == 0
    table.refuses("7.11", "guards", "merge_units", guards=["g01", "g02"])
    with_flags(table, "g03", drunk=99).refuses("7.11", "guards", "merge_units", guards=["g01", "g02", "g03"])


@pytest.mark.clause("SCORPION-7.12")
def test_a_patrol_is_not_split_to_join_another() -> None:
    table = lay("g01+g02:c2<b2 g03:c2")
    table.refuses("7.12", "guards", "merge_units", guards=["g02", "g03"])
    table.says("guards", "merge_units", guards=["g02", "g03", "g01"])


@pytest.mark.clause("SCORPION-11.5")
def test_a_guard_player_joins_no_units_that_are_the_partners_alone() -> None:
    table = lay("g01:a4 g02p:a4 g03p:a4", players=4)
    table.refuses("11.5", "sword", "merge_units", guards=["g02", "g03"])
    assert may_merge(table.state, "sword") == {"a4": ("g01", "g02", "g03")}
    table.says("sword", "merge_units", guards=["g01", "g02"])
    table.says("spear", "merge_units", guards=["g01", "g02", "g03"])
