"""Deal, trump, opening cards (SCROLL-3, 4)."""

from __future__ import annotations

import pytest

from tests.referee.scroll_trick.table import Table, at, hand

SEVEN = "A5 A7 B4 C6 D1 D2 E3"


@pytest.mark.clause("SCROLL-3.1", "SCROLL-3.2")
def test_every_round_all_cards_are_dealt_anew() -> None:
    table = Table()
    table.says("table", "take_start_scrolls")
    table.refuses("3.2", "table", "confirm_deal", cards=6)
    table.refuses("3.2", "table", "confirm_deal", cards=8)
    ruling = table.says("ann", "confirm_deal")
    assert ruling.told
    assert [s.closed for s in table.view().seats] == [7, 7, 7]
    later = at("deal", 2)
    later.says("table", "confirm_deal")
    assert [(s.closed, s.cards) for s in later.view().seats] == [(7, ())] * 3
    assert later.view().discards == 0
    assert later.view().trump is None


@pytest.mark.clause("SCROLL-3.2")
def test_a_registered_hand_has_seven_cards_and_stays() -> None:
    table = Table().dealt()
    table.refuses("3.2", "ann", "register_hand", cards=hand("A5 A7 B4"))
    table.refuses("3.2", "ann", "register_hand", cards=hand(SEVEN + " E4"))
    assert table.refuses("2.1", "ann", "register_hand", cards=hand("A5 A5 B4 C6 D1 D2 E3")).private
    assert table.refuses("2.1", "ann", "register_hand", cards=hand("A9 A7 B4 C6 D1 D2 E3")).firm
    ruling = table.says("ann", "register_hand", cards=hand(SEVEN))
    assert {n.to for n in ruling.notices if "cards" in n.params} == {("ann",)}
    table.refuses("3.2", "ann", "register_hand", cards=hand(SEVEN))
    assert table.view("ann").private[0].hand == tuple(hand(SEVEN))
    assert table.view("ben").private[0].hand is None
    assert table.seat("ann").registered


@pytest.mark.clause("SCROLL-3.2", "SCROLL-4.3")
def test_a_hand_is_registered_with_its_open_cards_and_before_the_first_play() -> None:
    table = Table().contest(ann="A5 A7 B4", ben="A1 A2 A3", cem="B1 B2 B3")
    refused = table.refuses("4.3", "ann", "register_hand", cards=hand("A6 A7 B4 C6 D1 D2 E3"))
    assert (refused.params["card"], refused.private) == ("A 5", True)
    elsewhere = table.refuses("2.1", "ann", "register_hand", cards=hand("A5 A7 B4 A3 D1 D2 E3"))
    assert (elsewhere.params, elsewhere.private) == ({"card": "A 3", "seat": "ben"}, True)
    table.says("ann", "register_hand", cards=hand(SEVEN))
    table.says("ann", "play_card", card="A 5")
    table.says("ben", "play_card", card="A 1")
    table.refuses("3.2", "ben", "register_hand", cards=hand("A1 A2 A3 D3 D4 D5 D6"))
    assert table.view("ann").private[0].hand == tuple(hand("A7 B4 C6 D1 D2 E3"))


@pytest.mark.clause("SCROLL-3.2")
def test_a_wrong_entry_is_given_up_openly_and_once() -> None:
    table = Table().dealt()
    table.refuses("3.2", "ann", "withdraw_entry", what="hand")
    table.says("ann", "register_hand", cards=hand(SEVEN))
    told = table.says("ann", "withdraw_entry", what="hand")
    assert [n.message for n in told.notices] == ["scroll_trick.hand_withdrawn"]
    assert not table.seat("ann").registered
    assert table.refuses("3.2", "ann", "register_hand", cards=hand(SEVEN)).reason == "scroll_trick.hand_given_up"
    table.says("ann", "choose_trump", kind="E")
    table.says("ann", "open_card", card="C 7")


@pytest.mark.clause("SCROLL-3.3")
@pytest.mark.parametrize(("count", "left"), [(2, 14), (3, 14), (4, 7), (5, 0)])
def test_what_is_left_over_lies_aside_unseen(count: int, left: int) -> None:
    table = Table(count).dealt()
    assert table.view().undealt == left
    assert all(not s.cards for s in table.view("gm").seats)


@pytest.mark.clause("SCROLL-3.4", "SCROLL-3.5")
def test_only_the_start_player_chooses_and_first() -> None:
    table = Table(start="ben").dealt()
    table.says("ben", "register_hand", cards=hand(SEVEN))
    table.refuses("3.4", "ann", "choose_trump", kind="A")
    table.refuses("3.4", "ben", "open_card", card="A 5")
    table.says("ben", "choose_trump", kind="A")
    table.says("ben", "open_card", card="A 5")


@pytest.mark.clause("SCROLL-3.4")
def test_a_kind_of_an_earlier_round_may_be_trump_again() -> None:
    table = at("trump", 2)
    for kind in table.view().options.kinds:
        assert table.judge(table.state.marker or "", "choose_trump", kind=kind).upheld


@pytest.mark.clause("SCROLL-3.6")
def test_trump_stays_for_the_round() -> None:
    table = Table().dealt().trump("B")
    table.refuses("3.6", "ann", "choose_trump", kind="C")
    table.opened().placed()
    table.refuses("3.6", "ann", "choose_trump", kind="B")
    assert table.view().trump == "B"


@pytest.mark.clause("SCROLL-4.1")
def test_cards_are_opened_in_three_laps() -> None:
    table = Table(3, start="cem").dealt().trump()
    said = []
    for n, text in enumerate(["A1", "A2", "A3", "A4", "A5", "A6", "A7", "B1", "B2"]):
        seat = table.view().active
        said.append(seat)
        other = "ann" if seat != "ann" else "ben"
        if n < 8:
            table.refuses("4.1", other, "open_card", card="E 7")
        table.says(seat, "open_card", card=hand(text)[0])
        assert sum(len(s.cards) for s in table.view().seats) == n + 1
    assert said == ["cem", "ann", "ben"] * 3
    assert table.state.phase == "place"


@pytest.mark.clause("SCROLL-4.1")
def test_a_card_that_is_not_in_the_registered_hand_is_refused_to_its_owner_alone() -> None:
    table = Table().dealt().trump()
    table.says("ann", "register_hand", cards=hand(SEVEN))
    refused = table.refuses("4.1", "ann", "open_card", card="C 7")
    assert (refused.reason, refused.private, refused.firm) == ("scroll_trick.not_in_hand", True, False)
    table.says("ann", "open_card", card="A 5")


@pytest.mark.clause("SCROLL-4.2")
def test_everybody_opens_exactly_three() -> None:
    table = Table().dealt().trump()
    table.says("ann", "open_card", card="A 1")
    table.refuses("4.2", "ann", "place_scrolls")
    table.refuses("4.2", "ben", "play_card", card="A 2")
    table.says("ben", "open_card", card="A 2")
    table.says("cem", "open_card", card="A 3")
    table.opened(ann="B1 C1", ben="B2 C2", cem="B3 C3")
    table.refuses("4.2", "ann", "open_card", card="D 1")
    assert [len(s.cards) for s in table.view().seats] == [3, 3, 3]


@pytest.mark.clause("SCROLL-4.3")
def test_open_cards_are_part_of_the_hand() -> None:
    table = Table().contest()
    assert [(len(s.cards), s.closed) for s in table.view().seats] == [(3, 4)] * 3
    table.says("ann", "play_card", card="A 1")
    assert (len(table.seat("ann").cards), table.seat("ann").closed) == (2, 4)
    table.says("ben", "play_card", card="A 2")
    table.says("cem", "play_card", card="A 3")
    table.takes()
    table.says("cem", "play_card", card="D 7")
    assert (len(table.seat("cem").cards), table.seat("cem").closed) == (2, 3)


@pytest.mark.clause("SCROLL-2.1")
def test_two_registered_hands_may_clash_and_only_the_game_master_hears_it() -> None:
    table = Table().dealt().trump()
    table.says("ann", "register_hand", cards=hand(SEVEN))
    ruling = table.says("ben", "register_hand", cards=hand("A5 A1 A2 A3 B1 B2 B3"))
    assert [n.to for n in ruling.notices if n.message == "scroll_trick.entries_clash"] == [()]
    told = table.says("ann", "open_card", card="A 5")
    assert [n.to for n in told.notices if n.message == "scroll_trick.entry_seen_elsewhere"] == [("ben",)]
    table.refuses("2.1", "ben", "open_card", card="A 5")
