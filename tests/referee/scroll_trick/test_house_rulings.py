"""What a table may overrule, and what not; whole acts go through the journal."""

from __future__ import annotations

import pytest

from referee import scroll_trick
from referee.core import journal
from referee.core.values import Refused, Seat
from tests.referee.scroll_trick.table import Table, at, hand, turning

SEVEN = "A2 B2 C2 D4 D5 E6 E7"


@pytest.mark.clause("SCROLL-6.4", "SCROLL-6.6", "SCROLL-6.7")
def test_a_card_that_does_not_follow_may_stand() -> None:
    table = Table().contest()
    table.says("ben", "register_hand", cards=hand(SEVEN))
    table.plays("D1")
    table.says("ben", "play_card", ("6.4",), card="E 6")
    assert table.view("ben").private[0].hand == tuple(hand("A2 B2 C2 D4 D5 E7"))
    other = Table().contest()
    other.plays("A1")
    other.says("ben", "play_card", ("6.7",), card="A 7")
    other.says("cem", "play_card", ("6.6",), card="D 7")


@pytest.mark.clause("SCROLL-6.2")
def test_a_card_outside_the_registered_hand_may_stand_and_nobody_else_can_tell() -> None:
    views = []
    for entry, waived in ((SEVEN, ("6.2",)), ("A2 B2 C2 D4 D5 E6 D7", ())):
        table = Table().contest()
        table.says("ben", "register_hand", cards=hand(entry))
        table.plays("D1")
        table.says("ben", "play_card", waived, card="D 7")
        views.append([table.view(v).model_dump_json() for v in ("public", "ann", "cem")])
        table.plays("D3")
        table.takes()
        assert table.judge("ben", "play_card", card="A 7").upheld == bool(waived)
        table.says("ben", "play_card", card="B 2")
    assert views[0] == views[1]


@pytest.mark.clause("SCROLL-6.2", "SCROLL-4.1")
def test_what_was_done_out_of_turn_may_stand() -> None:
    table = Table(4).dealt().trump()
    table.says("cem", "open_card", ("4.1",), card="A 3")
    assert table.view().active == "ann"
    for seat in ("ann", "ben", "dee"):
        assert table.view().active == seat
        table.says(seat, "open_card", card={"ann": "A 1", "ben": "A 2", "dee": "A 4"}[seat])
    assert table.view().active == "ann"
    table = Table(4).contest()
    table.plays("A1")
    table.says("cem", "play_card", ("6.2",), card="A 3")
    assert table.view().active == "ben"
    table.plays("A2 A4")
    assert table.view().now.ahead == "dee"
    lead = Table(4).contest()
    lead.says("cem", "play_card", ("6.2",), card="A 3")
    assert (lead.view().now.leader, lead.view().active) == ("cem", "dee")


@pytest.mark.clause("SCROLL-2.1")
def test_a_card_shown_twice_may_stand_and_is_reported() -> None:
    table = Table().dealt().trump()
    table.says("ann", "open_card", card="A 5")
    table.says("ben", "open_card", ("2.1",), card="A 5")
    finding = table.view().findings[0]
    assert (finding.kind, finding.player, finding.other, finding.card) == ("double_card", "ben", "ann", "A 5")
    table.says("cem", "open_card", card="A 3")
    assert table.judge("ann", "open_card", ("2.1",), card="A 5").firm


@pytest.mark.clause("SCROLL-3.4", "SCROLL-7.3")
def test_another_may_choose_trump_or_start() -> None:
    table = Table().dealt()
    table.says("ben", "choose_trump", ("3.4",), kind="A")
    table = at("between", 1).scored(p1="3", p2="5", p3="7")
    table.says("table", "give_marker", ("7.3",), player="p3")
    assert table.state.marker == "p3"


@pytest.mark.clause("SCROLL-5.3", "SCROLL-5.9", "SCROLL-2.5")
def test_scrolls_on_the_table_win_over_the_app() -> None:
    table = Table().dealt().trump().opened()
    table.says("ann", "place_scrolls", ("5.3",), scrolls={"A 1": 3, "B 1": 3, "C 1": -1})
    table.placed()
    table.plays("A1 A2 A3")
    table.says("cem", "take_trick", ("5.3",), player="cem", values={"ben": 5, "cem": 7})
    assert table.seat("cem").captured == (3, 5, 7)
    turned = turning(2, points="3/1/1").placed()
    turned.says("p2", "turn_scroll", ("5.9",), card="A 2", value=5)
    assert turned.state.phase == "turn"
    turned.says("p1", "turn_scroll", card="A 1", value=5)


@pytest.mark.clause("SCROLL-6.10", "SCROLL-6.12")
def test_another_winner_may_stand_if_they_played() -> None:
    table = Table().contest()
    table.plays("D1 D2 D3")
    table.says("ann", "take_trick", ("6.12",), player="ben")
    assert table.view().active == "ben"
    table = Table(2).contest()
    table.plays("A1 A2 -")
    assert table.judge("ann", "take_trick", ("6.12",), player="zoe").firm


@pytest.mark.clause("SCROLL-6.15")
def test_a_face_up_scroll_may_be_found_to_be_another() -> None:
    table = turning(2, points="3/1/5").placed()
    table.says("p3", "turn_scroll", card="A 3", value=5)
    table.plays("A2 A3 A1")
    table.says("p3", "take_trick", ("6.15",), player="p3", values={"p1": 1, "p2": 1, "p3": -3})
    assert sorted(table.seat("p3").in_round) == [-3, 1, 1]


@pytest.mark.clause("SCROLL-9.11")
def test_another_card_of_the_shadow_may_stand() -> None:
    table = Table(2).contest(row="A6 B7 A4")
    table.plays("A1 A2")
    table.says("ann", "shadow_play", ("9.11",), card="A 4")
    assert [laid.card for laid in table.seat("shadow").cards] == ["A 6", "B 7"]


@pytest.mark.clause("SCROLL-5.1", "SCROLL-9.16", "SCROLL-1.3")
def test_a_scroll_may_be_missing_at_the_end_of_a_round() -> None:
    table = Table(depth="scores")
    table.says("table", "score_trick", player="ann", values=[3, 1, -1])
    table.says("table", "close_round", ("5.1",))
    table.scored(ann="3 1", ben="3")
    assert [s.points for s in table.view().seats] == [4, 3, 0]
    table.says("table", "give_marker", player="cem")
    assert [s.in_round for s in table.view().seats] == [(), (), ()]
    table.scored(ann="3 1 10")
    assert table.seat("ann").in_round == (10,)


@pytest.mark.clause("SCROLL-1.1", "SCROLL-8.1")
def test_captured_scrolls_are_set_by_hand_while_the_match_runs() -> None:
    match = journal.begin(scroll_trick, {}, [Seat(seat=s) for s in ("ann", "ben", "cem")])
    match, ruling = match.act("gm", journal.HouseRuling(adjust={"captured": {"ben": [7, -1]}}))
    assert ruling.upheld
    assert match.view("public").seats[1].points == 6
    match, ruling = match.act("gm", journal.HouseRuling(adjust={"captured": {"zoe": [7]}}))
    assert (ruling.upheld, ruling.clause) == (False, "SCROLL-1.1")
    match, ruling = match.act("gm", journal.HouseRuling(adjust={"captured": {"ben": [2]}}))
    assert (ruling.upheld, ruling.clause) == (False, "METSUKE-1.4")
    with pytest.raises(Refused, match=r"SCROLL-8\.1"):
        at("ended", 3).scored(p1="3")


@pytest.mark.clause("SCROLL-3.2", "SCROLL-4.2", "SCROLL-2.2", "SCROLL-5.1")
def test_what_cannot_be_is_firm() -> None:
    table = Table()
    table.says("table", "take_start_scrolls")
    assert table.refuses("3.2", "table", "confirm_deal", cards=6).firm
    table.dealt()
    assert table.refuses("2.2", "ann", "choose_trump", kind="F").firm
    table.trump().opened()
    assert table.refuses("4.2", "ann", "open_card", card="D 1").firm
    assert table.refuses("5.1", "ann", "place_scrolls", scrolls={"A 1": 3}).firm


@pytest.mark.clause("SCROLL-6.6")
def test_the_journal_waives_what_may_be_waived_and_no_more() -> None:
    match = journal.begin(scroll_trick, {"start": "p1"}, [Seat(seat=f"p{n}") for n in (1, 2, 3)])
    said = [("table", {"type": "take_start_scrolls"}), ("table", {"type": "confirm_deal"})]
    said.append(("p1", {"type": "choose_trump", "kind": "E"}))
    for lap in "ABC":
        said += [(f"p{seat}", {"type": "open_card", "card": f"{lap} {seat}"}) for seat in (1, 2, 3)]
    said += [("table", {"type": "place_scrolls"}), ("p1", {"type": "play_card", "card": "A 1"})]
    for seat, move in said:
        match, ruling = match.declare(seat, move)
        assert ruling.upheld, ruling
    off = {"type": "play_card", "card": "D 7"}
    assert match.declare("p2", off)[1].clause == "SCROLL-6.6"
    match, ruling = match.act("gm", journal.HouseRuling(seat="p2", move=off))
    assert ruling.upheld
    same, ruling = match.act("gm", journal.HouseRuling(seat="p2", move=off))
    assert same is match
    assert ruling.firm


@pytest.mark.clause("SCROLL-6.7", "SCROLL-2.1")
def test_an_open_card_can_be_played_though_somebody_else_was_let_play_the_same() -> None:
    table = Table().contest(ann="D1 A5 B5", ben="D2 A6 B6", cem="A3 A7 B7")
    table.says("ben", "register_hand", cards=hand("D2 A6 B6 C2 D5 E6 E7"))
    table.plays("D1")
    table.says("cem", "play_card", ("6.2", "2.1"), card="D 2")
    offer = table.prompts("ben")["play_card"].offer("play_card")
    assert offer.fits({"type": "play_card", "card": "D 2"})
    table.says("ben", "play_card", card="D 2")


@pytest.mark.clause("SCROLL-5.3")
def test_captures_outside_the_sets_may_stand_and_the_round_goes_on() -> None:
    table = Table(3, depth="scores")
    table.refuses("5.3", "table", "score_trick", player="ann", values=[10])
    table.says("table", "score_trick", ("5.3",), player="ann", values=[10])
    asked = table.prompts("ann")["score_trick"].offer("score_trick")
    for values, fits in (([], True), ([3, 1, -1], True), ([10], False)):
        assert asked.fits({"type": "score_trick", "player": "cem", "values": values}) == fits
        assert table.judge("table", "score_trick", player="cem", values=values).upheld == fits
    table.says("table", "score_trick", ("5.3",), player="ben", values=[10])
    table.says("table", "score_trick", player="cem", values=[3])


@pytest.mark.clause("SCROLL-2.5")
def test_more_scrolls_than_the_box_holds_may_stand_and_the_round_goes_on() -> None:
    counts = {10: 1, 7: 1, 5: 9, 3: 8, 1: 8, -1: 8, -3: 5, -5: 5}
    table = Table(3, depth="scores", tile_counts=counts)
    table.says("table", "score_trick", ("2.5", "5.3"), player="ann", values=[10, 10])
    assert table.judge("table", "score_trick", ("5.3",), player="ben", values=[10]).clause == "SCROLL-2.5"
    table.says("table", "score_trick", player="ben", values=[3, 1, -1])
    assert table.scored(cem="3").seat("cem").points == 3
