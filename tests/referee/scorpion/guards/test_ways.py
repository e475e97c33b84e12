"""One act is one declaration: a card with its way, a stop that is said, and what is not asked where it is all one."""

from __future__ import annotations

import pytest

from referee.scorpion.parts import Splitting
from referee.scorpion.state import stock
from tests.referee.board.grid import playable_grid
from tests.referee.scorpion.guards.guarded import lay
from tests.referee.scorpion.night import Night


@pytest.mark.clause("SCORPION-13.1")
def test_a_refused_way_leaves_the_card_in_the_hand() -> None:
    table = lay("g01:c4 g02+g03:b1<b2", sleepers={"c2": 1})
    table.refuses("13.5", "guards", "play_sentry_search", guard="g01", way=["b4", "b3"])
    table.refuses("13.2", "guards", "play_patrol_search", unit="g02+g03", way=["a1", "a2", "b2"])
    table.refuses("D6", "guards", "play_awaken", zone="c2", way=["a1"])
    assert (table.state.cards_used, len(table.state.figures)) == (0, 3)
    ruling = table.says("guards", "play_sentry_search", guard="g01", way=["b4", "a4"])
    assert (table.guard("g01").zone, table.asked, ruling.told) == ("a4", "", True)
    table.says("guards", "play_awaken", zone="c2", way=["b2"], stop=True)
    assert (table.guard("g04").zone, table.asked) == ("b2", "")


@pytest.mark.clause("SCORPION-13.2")
def test_a_move_ends_when_it_is_said_and_not_by_the_form_of_a_step() -> None:
    table = lay("g01:c4 g02:b1")
    table.says("guards", "play_sentry_search", guard="g01", way=["c3"])
    table.refuses("13.2", "guards", "guard_step", to=[])
    assert table.asked == "Moving"
    table.says("guards", "guard_step", to="c2", stop=True)
    table.says("guards", "play_sentry_search", guard="g02", stop=True)
    assert (table.guard("g02").zone, table.asked) == ("b1", "")
    one = lay("g01:c4")
    one.says("guards", "play_sentry_search", guard="g01")
    one.says("guards", "guard_step", to=["c3"])
    assert one.asked == "Moving"
    one.says("guards", "guard_step", to=["c2"])
    assert one.asked == ""


@pytest.mark.clause("SCORPION-13.3")
def test_a_way_with_a_card_breaks_off_at_a_discovery() -> None:
    table = lay("g01:c4", ninja="c3")
    table.says("guards", "play_sentry_search", guard="g01", way=["c3", "c2"])
    assert (table.guard("g01").zone, table.one("ninja").visible, table.asked) == ("c3", True, "")
    woken = lay("g01:a1", ninja="c2", sleepers={"c2": 1})
    woken.says("guards", "play_awaken", zone="c2", way=["b2"])
    assert (woken.guard("g02").zone, woken.one("ninja").visible, woken.asked) == ("c2", True, "")


@pytest.mark.clause("SCORPION-7.8")
def test_the_heading_may_be_said_with_the_way() -> None:
    table = lay("g01+g02:a2")
    table.refuses("7.8", "guards", "play_patrol_search", unit="g01+g02", way=["b2", "c2"], behind="c3")
    table.refuses("7.8", "guards", "play_patrol_search", unit="g01+g02", way=["b2", "c2"], stop=True, behind="a1")
    table.refuses("7.9", "guards", "play_patrol_search", unit="g01+g02", stop=True, behind="b2")
    table.says("guards", "play_patrol_search", unit="g01+g02", way=["b2", "c2"], stop=True, behind="c3")
    assert (table.state.patrols[0].behind, table.asked) == ("c3", "")
    met = lay("g01+g02:a2", ninja="b2")
    met.says("guards", "play_patrol_search", unit="g01+g02", way=["b2", "c2"], stop=True, behind="c3")
    assert met.asked == "Heading"


@pytest.mark.clause("SCORPION-7.8")
def test_a_patrol_that_goes_on_alike_is_not_asked_how_it_stands() -> None:
    edges = (("b1", "b2"), ("c2", "b2"), ("b2", "a2"))
    board = playable_grid(route=edges, one_way=edges)
    walked = lay("g01+g02:a1", board=board)
    walked.says("guards", "play_patrol_search", unit="g01+g02", way=["a2", "b2"])
    joined = lay("g01:b2 g02:b2", board=board)
    joined.says("guards", "merge_units", guards=["g01", "g02"])
    for table in (walked, joined):
        assert table.asked == ""
        assert table.state.patrols[0].behind in ("b1", "c2")


@pytest.mark.clause("SCORPION-20.5")
def test_the_intruders_go_on_while_two_guard_players_share_wound_cards() -> None:
    night = Night("b1", "c3", players=4, wounds={"ninja": 2})
    night.goes("ninja", "exit_map")
    asks = night.prompts("traitor")
    assert {"assign_wound_cards", "intruders"} <= asks.keys()
    night.goes("traitor", "c2")
    night.says("sword", "assign_wound_cards", sword=1, spear=1)
    assert night.prompts("spear")["assign_wound_cards"].params["proposed"] == {"sword": 1, "spear": 1, "by": ["sword"]}
    night.ends()
    assert night.state.phase == "alert"
    assert night.state.pending == (Splitting(("sword", "sword"), late=True),)
    night.refuses("22.13", "sword", "end_alert_phase")
    before = sum(s.deck_size for s in night.state.stocks)
    night.says("spear", "assign_wound_cards", sword=1, spear=1)
    assert sum(s.deck_size for s in night.state.stocks) == before + 2
    assert not any(s.discard for s in night.state.stocks)
    assert stock(night.state, "spear").size == 19


@pytest.mark.clause("SCORPION-10.4")
def test_a_refused_draw_says_what_is_wrong() -> None:
    none = lay("g01:c4", phase="alert", alert=0)
    none.refuses("10.3", "guards", "play_sentry_search", guard="g01")
    nothing = none.refuses("10.4", "guards", "draw_cards", n=1, cards={"awaken": 1})
    assert nothing.reason == "scorpion.draws_at_no_alert"
    held = lay("g01:c4", phase="alert", hand={"sentry_search": 1}, drawn={"awaken": 1})
    lies = held.refuses("10.3", "guards", "play_sentry_search", guard="g01")
    assert (lies.reason, lies.private) == ("scorpion.hand_lies_face_down", True)


@pytest.mark.clause("SCORPION-11.2")
def test_a_card_on_a_patrol_counts_for_whoever_has_left_it() -> None:
    table = lay("g01+g02+g03:c4<c3")
    table.says("guards", "play_patrol_search", unit="g01+g02+g03", stop=True)
    table.refuses("11.1", "guards", "play_patrol_listen", unit="g01+g02+g03")
    apart = lay("g01 g02:c4".replace("g01 ", "g01:c4 "))
    apart.says("guards", "play_sentry_search", guard="g01", stop=True)
    apart.says("guards", "play_sentry_search", guard="g02", stop=True)
    apart.says("guards", "merge_units", guards=["g01", "g02"], behind="c3")
    apart.refuses("11.2", "guards", "focus_listen", unit="g01+g02", waived=("14.4",))


@pytest.mark.clause("SCORPION-25.18")
def test_a_guard_in_the_passage_does_not_walk_in_the_patrol_phase() -> None:
    table = lay("g01:passage", phase="patrol", found=("b1",), front=1)
    table.refuses("25.18", "guards", "guard_step", to="b1", unit="g01")
    lay("g01:c2", phase="patrol").refuses("7.2", "guards", "guard_step", to="c1", unit="g01")


@pytest.mark.clause("SCORPION-15.4")
def test_a_patrols_third_zone_is_judged_by_the_rule() -> None:
    table = lay("g01+g02:b1<c1", phase="patrol")
    table.refuses("15.4", "guards", "guard_step", to=["b2", "c2", "c3"])
    table.refuses("7.3", "guards", "merge_units", guards=["g01"])
    table.refuses("7.3", "guards", "merge_units", guards=["g01", "g01", "g02"])


@pytest.mark.clause("SCORPION-10.4")
def test_a_draw_of_four_is_judged_by_the_rule() -> None:
    from referee.scorpion.guards.alert_phase import open_alert_phase

    table = lay("g01:c4", phase="start", alert=3)
    table.state = open_alert_phase(table.state, [])
    ruling = table.refuses("10.4", "guards", "draw_cards", n=4, cards={"awaken": 4})
    assert ruling.params == {"n": 4, "due": 3, "level": 3}
