"""The contest phase: following, who wins, what is captured (SCROLL-6)."""

from __future__ import annotations

import pytest

from referee import scroll_trick
from referee.scroll_trick.cards import HAND
from tests.referee.scroll_trick.table import Table, at, hand, turning

SEVEN = "A2 B2 C2 A7 D4 D5 E6"


@pytest.mark.clause("SCROLL-6.1", "SCROLL-6.2")
def test_the_start_player_leads_and_all_follow_clockwise() -> None:
    table = Table(4, start="cem").contest()
    for seat, text in (("cem", "A 3"), ("dee", "A 4"), ("ann", "A 1"), ("ben", "A 2")):
        assert table.view().active == seat
        other = "ben" if seat != "ben" else "cem"
        if other not in {p.seat for p in table.view().now.plays}:
            assert table.refuses("6.2", other, "play_card", card="D 7").reason == "scroll_trick.not_your_turn"
        table.says(seat, "play_card", card=text)
        assert table.refuses("6.2", seat, "play_card", card="D 7").firm
    assert table.view().active is None


@pytest.mark.clause("SCROLL-6.2")
def test_a_card_that_is_out_or_anothers_cannot_be_played() -> None:
    table = Table().contest()
    table.refuses("2.1", "ann", "play_card", card="A 2")
    table.plays("A1 A2 A3")
    table.refuses("6.2", "cem", "play_card", card="B 3")
    table.takes()
    table.refuses("2.1", "cem", "play_card", card="A 3")
    table.refuses("2.1", "cem", "play_card", card="A 1")
    table.says("cem", "play_card", card="D 7")


@pytest.mark.clause("SCROLL-6.2")
def test_closed_cards_run_out() -> None:
    table = Table().contest()
    for cards in ("D1 D2 D3", "D4 D5 D6", "E1 E2 E3", "E4 E5 E6"):
        order = table.view().order
        leader = table.view().active
        table.plays(cards)
        table.takes()
        assert leader in order
    seat = table.view().active
    refused = table.refuses("6.2", seat, "play_card", card="E 7")
    assert refused.reason == "scroll_trick.no_closed_card"


@pytest.mark.clause("SCROLL-6.3")
@pytest.mark.parametrize("lead", ["A 1", "D 7", "E 1"])
def test_the_leader_may_play_anything(lead: str) -> None:
    table = Table().contest(trump="E")
    table.says("ann", "register_hand", cards=["A 1", "B 1", "C 1", "D 7", "E 1", "E 2", "E 3"])
    assert table.view("ann").private[0].playable == table.view("ann").private[0].hand
    table.says("ann", "play_card", card=lead)


@pytest.mark.clause("SCROLL-6.4")
def test_a_registered_closed_card_must_follow() -> None:
    table = Table().contest()
    table.says("ben", "register_hand", cards=hand("A2 B2 C2 D4 D5 E6 E7"))
    table.says("ann", "play_card", card="D 1")
    refused = table.refuses("6.4", "ben", "play_card", card="A 2")
    assert (refused.private, refused.params["cards"]) == (True, ["D 4", "D 5"])
    assert table.view("ben").private[0].playable == ("D 4", "D 5")
    assert table.view("ben").private[0].why.clause == "SCROLL-6.4"
    table.says("ben", "play_card", card="D 5")


@pytest.mark.clause("SCROLL-6.4", "SCROLL-6.5")
def test_without_a_registered_hand_a_closed_card_proves_it_later() -> None:
    table = Table().contest()
    table.says("ann", "play_card", card="D 1")
    table.says("ben", "play_card", card="A 2")
    table.says("cem", "play_card", card="D 3")
    assert table.view().findings == ()


@pytest.mark.clause("SCROLL-6.5")
def test_whoever_has_none_of_the_kind_plays_what_they_like() -> None:
    table = Table().contest()
    table.says("ben", "register_hand", cards=hand("A2 B2 C2 A6 A7 E6 E7"))
    table.says("ann", "play_card", card="D 1")
    assert len(table.view("ben").private[0].playable) == HAND
    for text in ("A2", "A7", "E6"):
        assert table.judge("ben", "play_card", card=hand(text)[0]).upheld
    table.refuses("6.2", "ben", "play_card", card="C 7")


@pytest.mark.clause("SCROLL-6.6")
def test_open_cards_must_follow() -> None:
    table = Table().contest()
    table.says("ann", "play_card", card="A 1")
    for text in ("B 2", "D 7"):
        refused = table.refuses("6.6", "ben", "play_card", card=text)
        assert (refused.private, refused.params) == (False, {"kind": "A", "cards": ["A 2"]})
    table.says("ben", "play_card", card="A 2")


@pytest.mark.clause("SCROLL-6.7")
def test_open_cards_of_the_kind_go_first() -> None:
    table = Table().contest(ben="A2 A4 C2")
    table.says("ann", "play_card", card="A 1")
    assert table.refuses("6.7", "ben", "play_card", card="A 7").reason == "scroll_trick.open_first"
    for text in ("A 2", "A 4"):
        assert table.judge("ben", "play_card", card=text).upheld
    loose = Table(follow_open="any_card").contest(ben="A2 A4 C2")
    loose.says("ann", "play_card", card="A 1")
    loose.refuses("6.6", "ben", "play_card", card="D 7")
    loose.says("ben", "play_card", card="A 7")


@pytest.mark.clause("SCROLL-6.7")
def test_open_first_binds_neither_the_leader_nor_whoever_cannot_follow() -> None:
    table = Table().contest()
    table.says("ann", "play_card", card="A 7")
    table.says("ben", "play_card", card="A 2")
    table.says("cem", "play_card", card="A 3")
    table.takes()
    table.plays("D5")
    table.says("ben", "play_card", card="E 2")


@pytest.mark.clause("SCROLL-6.7")
def test_my_phone_says_why_open_goes_first() -> None:
    table = Table().contest()
    table.says("ben", "register_hand", cards=hand(SEVEN))
    table.says("ann", "play_card", card="A 1")
    private = table.view("ben").private[0]
    assert (private.playable, private.why.clause) == (("A 2",), "SCROLL-6.7")
    asked = table.prompts()["play_card"].params
    assert (asked["open"], asked["closed"]) == (["A 2"], False)


@pytest.mark.clause("SCROLL-6.8", "SCROLL-6.15")
def test_the_scroll_of_an_open_card_comes_along_and_a_closed_one_brings_none() -> None:
    table = Table().contest(cem="B3 C3 D3")
    table.plays("A1 A2 A7")
    assert [(p.seat, p.tile) for p in table.view().now.plays] == [("ann", True), ("ben", True), ("cem", False)]
    table.refuses("6.8", "ann", "take_trick", player="cem", values={"ann": 3, "ben": 1, "cem": 3})
    table.refuses("6.15", "ann", "take_trick", player="cem", values={"ann": 3})
    table.refuses("6.8", "ann", "take_trick", player="cem", values={"ann": 3, "ben": 1, "zoe": 3})
    table.says("ann", "take_trick", player="cem", values={"ann": 3, "ben": 1})
    assert table.seat("cem").captured == (3, 1)


@pytest.mark.clause("SCROLL-6.9")
def test_a_trick_is_judged_when_all_have_played() -> None:
    table = Table().contest()
    table.refuses("6.9", "ann", "take_trick", player="ann")
    table.plays("A1 A2")
    table.refuses("6.9", "ann", "take_trick", player="ben")
    table.plays("A3")
    table.says("ann", "take_trick", player="cem", values={"ann": 3, "ben": 1, "cem": -1})


@pytest.mark.clause("SCROLL-6.10", "SCROLL-6.11", "SCROLL-6.12", "SCROLL-6.13")
@pytest.mark.parametrize(
    ("trump", "cards", "winner", "clause"),
    [
        ("E", "D1 E2 D7", "ben", "6.10"),
        ("E", "E3 E2 E7", "cem", "6.11"),
        ("E", "D7 E2 E1", "ben", "6.11"),
        ("E", "E1 D7 D6", "ann", "6.10"),
        ("E", "D4 D6 D5", "ben", "6.12"),
        ("E", "D4 C2 D5", "cem", "6.12"),
        ("E", "D1 A7 B7", "ann", "6.13"),
    ],
)
def test_who_wins_a_trick_and_why(trump: str, cards: str, winner: str, clause: str) -> None:
    table = Table().contest(trump=trump)
    table.plays(cards)
    now = table.view().now
    assert (now.ahead, now.why[0].clause) == (winner, f"SCROLL-{clause}")
    for other in {"ann", "ben", "cem"} - {winner}:
        table.refuses(clause, "ann", "take_trick", player=other)
    table.takes()
    assert table.view().leader == winner


@pytest.mark.clause("SCROLL-6.14", "SCROLL-6.16")
def test_cards_are_discarded_and_scrolls_lie_open() -> None:
    table = Table().contest()
    table.plays("A1 A2 A3")
    assert table.view().discards == 0
    told = table.takes(ann=-1, ben=-1, cem=-1)
    assert table.view().discards == 3
    for viewer in ("public", "ann", "ben"):
        assert next(s for s in table.view(viewer).seats if s.seat == "cem").captured == (-1, -1, -1)
    points = [n for n in told.notices if n.message == "scroll_trick.points"]
    assert [(n.to, n.params["before"], n.params["after"]) for n in points] == [("public", 0, -3)]


@pytest.mark.clause("SCROLL-6.14")
def test_discards_cannot_come_again_in_the_round() -> None:
    table = Table().contest()
    table.plays("D1 D2 D3")
    table.takes()
    table.refuses("2.1", "cem", "play_card", card="D 1")


@pytest.mark.clause("SCROLL-6.15")
def test_no_scroll_nothing_gained_and_a_face_up_one_is_known() -> None:
    table = Table().contest()
    table.plays("D1 D2 D3")
    told = table.says("cem", "take_trick", player="cem")
    assert told.notices[0].message == "scroll_trick.took_nothing"
    later = turning(2, points="3/1/5").placed()
    later.says("p3", "turn_scroll", card="A 3", value=5)
    assert later.view().active == "p2"
    later.plays("A2 A3 A1")
    assert [p.value for p in later.view().now.plays] == [None, 5, None]
    later.refuses("6.15", "table", "take_trick", player="p3", values={"p1": 1, "p2": 1, "p3": 3})
    later.says("table", "take_trick", player="p3", values={"p1": 1, "p2": -3})
    assert later.seat("p3").in_round == (-3, 5, 1)


@pytest.mark.clause("SCROLL-6.15")
def test_a_noted_value_need_not_be_named_and_the_scroll_decides() -> None:
    table = Table().dealt().trump().opened().placed({"ann": "3 1 -1", "ben": "3 1 -1"})
    table.plays("A1 A2 A3")
    ruling = table.says("cem", "take_trick", player="cem", values={"ben": 1, "cem": 1})
    assert ruling.told
    assert table.seat("cem").captured == (3, 1, 1)
    finding = table.view().findings[0]
    assert (finding.kind, finding.player, finding.card) == ("wrong_entry", "ben", "A 2")
    assert not table.seat("ben").noted
    assert table.seat("ann").noted


@pytest.mark.clause("SCROLL-6.17")
def test_the_winner_leads_or_by_option_always_the_start_player() -> None:
    table = Table().contest()
    table.plays("A1 A2 A3")
    table.takes()
    assert table.view().active == "cem"
    assert table.seat("ann").marker
    table.refuses("6.2", "ann", "play_card", card="B 1")
    fixed = Table(next_lead="marker").contest()
    fixed.plays("A1 A2 A3")
    fixed.takes()
    assert fixed.view().active == "ann"


@pytest.mark.clause("SCROLL-6.18")
def test_a_round_has_seven_tricks() -> None:
    table = at("between", 1)
    assert len(table.state.tricks) == HAND
    assert all((s.closed, s.cards) == (0, ()) for s in table.view().seats)
    refused = table.refuses("6.18", "p1", "play_card", card="A 1")
    assert refused.reason == "scroll_trick.seven_tricks"
    early = Table().contest()
    early.refuses("6.18", "ann", "draw_scrolls")
    early.refuses("6.18", "table", "give_marker", player="ann")
    table.says("table", "draw_scrolls")


@pytest.mark.clause("SCROLL-6.2")
def test_the_next_trick_waits_until_the_last_is_taken() -> None:
    table = Table().contest()
    table.plays("A1 A2 A3")
    assert table.refuses("6.2", "cem", "play_card", card="B 3").reason == "scroll_trick.take_first"
    table.takes()
    table.says("cem", "play_card", card="B 3")


@pytest.mark.clause("SCROLL-6.4")
def test_a_player_may_ask_about_a_card_and_nobody_else_hears_the_answer() -> None:
    table = Table().contest()
    table.refuses("6.4", "ben", "check_card", card="D 4")
    table.says("ben", "register_hand", cards=hand(SEVEN))
    table.says("ann", "play_card", card="A 1")
    before = table.state
    for text, message in (("A 2", "may_play"), ("A 7", "open_first"), ("D 4", "must_follow_open")):
        ruling = table.says("ben", "check_card", card=text)
        assert table.state == before
        assert (ruling.clause, ruling.notices[0].message) == ("SCROLL-6.4", "scroll_trick.checked")
        assert [(n.to, n.message) for n in ruling.notices[1:]] == [(("ben",), f"scroll_trick.{message}")]
    assert table.refuses("6.4", "ben", "check_card", card="E 1").private


@pytest.mark.clause("SCROLL-6.16")
@pytest.mark.parametrize(("option", "shown"), [("last_trick", 1), ("all", 2), ("none", 0)])
def test_which_tricks_the_app_shows_again(option: str, shown: int) -> None:
    table = Table(history_visible=option).contest()
    table.plays("A1 A2 A3")
    table.takes()
    table.plays("B3 B1 B2")
    table.takes()
    assert len(table.view().tricks) == shown
    assert len(table.view("gm").tricks) == 2
    assert table.seat("cem").tiles == 6


@pytest.mark.clause("SCROLL-6.15", "SCROLL-2.5")
def test_who_knows_of_a_note_that_cannot_be_is_offered_no_trick_without_that_scroll() -> None:
    box = {10: 1, 7: 1, 5: 9, 3: 8, 1: 8, -1: 8, -3: 5, -5: 5}
    table = turning(2, points="1/1/3", tile_counts=box).placed({"p1": "10 3 1", "p2": "7 3 1"})
    table.says("p3", "turn_scroll", card="A 3", value=10)
    while table.state.phase == "trick":
        seat = table.view().active
        table.says(seat, "play_card", card=f"A {seat[1]}")
    unsaid, said = ({"type": "take_trick", "player": "p3", "values": values} for values in ({}, {"p1": 5}))
    for viewer, offered in (("gm", False), ("p1", False), ("p2", True), ("p3", True), ("public", True)):
        asked = [o for p in scroll_trick.prompts(table.state, viewer) if p.seat == "table" for o in p.offers]
        assert any(offer.fits(unsaid) for offer in asked) is offered, viewer
        assert any(offer.fits(said) for offer in asked)
    assert table.refuses("6.15", "p3", "take_trick", player="p3", values={}).private


@pytest.mark.clause("SCROLL-6.15", "SCROLL-2.5")
def test_of_scrolls_that_cannot_all_be_as_noted_one_is_asked_for_and_nothing_told() -> None:
    box = {10: 1, 7: 1, 5: 9, 3: 8, 1: 8, -1: 8, -3: 5, -5: 5}
    table = turning(2, points="1/1/3", tile_counts=box).placed({"p1": "10 3 1", "p2": "10 3 1"})
    table.says("p3", "turn_scroll", card="A 3", value=1)
    while table.state.phase == "trick":
        seat = table.view().active
        table.says(seat, "play_card", card=f"A {seat[1]}")
    for named, missing in (({}, {"p1", "p2"}), ({"p1": 10}, {"p2"}), ({"p2": 10}, {"p1"})):
        refused = table.refuses("6.15", "p3", "take_trick", player="p3", values=named)
        assert refused.reason == "scroll_trick.scroll_left"
        assert refused.params["seat"] in missing
        assert refused.private
        assert refused.firm
    openly = table.refuses("2.5", "p3", "take_trick", player="p3", values={"p1": 10, "p2": 10})
    assert not openly.private
    table.says("p3", "take_trick", player="p3", values={"p2": 5})
    assert sorted(table.seat("p3").in_round) == [1, 5, 10]


@pytest.mark.clause("SCROLL-6.15", "SCROLL-2.5")
def test_where_the_box_is_short_of_a_value_the_offers_of_a_trick_say_so() -> None:
    box = {10: 1, 7: 1, 5: 9, 3: 8, 1: 8, -1: 8, -3: 5, -5: 5}
    table = turning(2, points="1/1/3", tile_counts=box).placed()
    table.says("p3", "turn_scroll", card="A 3", value=1)
    while table.state.phase == "trick":
        seat = table.view().active
        table.says(seat, "play_card", card=f"A {seat[1]}")
    offers = table.prompts()["take_trick"].offers

    def offered(**values: int) -> bool:
        move = {"type": "take_trick", "player": "p3", "values": values}
        return any(offer.fits(move) for offer in offers)

    for values, legal in (
        ({"p1": 10, "p2": 5}, True),
        ({"p1": 10, "p2": 5, "p3": 1}, True),
        ({"p1": 10, "p2": 10}, False),
        ({"p1": 10, "p2": 5, "p3": 3}, False),
        ({"p1": 10}, False),
    ):
        assert offered(**values) == legal == table.judge("p3", "take_trick", player="p3", values=values).upheld
