"""Frame, box and set-up (SCROLL-1, 2)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pydantic import ValidationError

from referee import scroll_trick
from referee.core.values import Refused, Seat
from referee.scroll_trick.cards import VALUES
from referee.scroll_trick.state import humans
from tests.referee.scroll_trick.table import Table, at, card, hand, turning

BOX = {10: 2, 7: 3, 5: 5, 3: 9, 1: 9, -1: 9, -3: 4, -5: 4}


@pytest.mark.clause("SCROLL-1.1", "SCROLL-9.1")
def test_two_to_five_people_play_and_the_shadow_joins_two() -> None:
    for count in (2, 3, 4, 5):
        table = Table(count)
        assert (table.state.shadow is not None) == (count == 2)
        assert len(table.view().order) == max(3, count)
    for count in (0, 1, 6):
        with pytest.raises(Refused, match=r"SCROLL-1\.1"):
            scroll_trick.begin(scroll_trick.OPTIONS(), [Seat(seat=f"p{n}") for n in range(count)])


@pytest.mark.clause("SCROLL-1.1")
def test_strangers_and_the_shadow_itself_declare_nothing() -> None:
    table = Table(2)
    assert table.refuses("1.1", "zoe", "take_start_scrolls").firm
    table.refuses("1.1", "shadow", "take_start_scrolls")
    table.refuses("1.1", "table", "choose_trump", kind="A")
    table.dealt()
    table.refuses("1.1", "gm", "choose_trump", kind="A")


@pytest.mark.clause("SCROLL-1.2")
def test_each_phase_has_its_declarations() -> None:
    table = Table().dealt()
    table.refuses("1.2", "ann", "play_card", card="A 1")
    table.refuses("1.2", "table", "take_trick", player="ann")
    table.trump().opened().placed()
    table.refuses("1.2", "ann", "open_card", card="D 1")
    assert table.refuses("3.2", "table", "confirm_deal").reason == "scroll_trick.dealt_already"
    assert at("ended", 3).refuses("1.2", "table", "confirm_deal").reason == "scroll_trick.three_rounds"


def one_has_laid() -> Table:
    table = Table().dealt().trump().opened()
    table.says("ann", "place_scrolls")
    return table


@pytest.mark.clause("SCROLL-1.2", "SCROLL-3.2", "SCROLL-9.1", "SCROLL-9.3", "SCROLL-8.5")
@pytest.mark.parametrize(
    ("table", "kind", "clause", "reason", "seats"),
    [
        (lambda: Table().dealt(), "open_card", "3.4", "trump_first", ["ann"]),
        (lambda: Table().dealt(), "confirm_deal", "3.2", "dealt_already", ["ann"]),
        (lambda: Table().dealt(), "take_start_scrolls", "2.7", "all_have_sets", ["ann"]),
        (lambda: Table().dealt(), "draw_scrolls", "6.18", "round_not_over", ["ann"]),
        (lambda: Table().dealt(), "claim_revoke", "6.4", "no_trick_yet", ["ann"]),
        (lambda: Table().dealt(), "place_scrolls", "1.2", "not_in_trump", ["ann"]),
        (lambda: Table().dealt(), "lay_shadow", "9.1", "no_shadow", None),
        (lambda: Table().dealt(), "shadow_play", "9.1", "no_shadow", None),
        (lambda: Table(2).dealt(), "lay_shadow", "9.3", "row_after_trump", ["ann"]),
        (lambda: Table(2).dealt().trump(), "lay_shadow", "9.3", "row_lies", ["ann"]),
        (lambda: Table().dealt().trump(), "play_card", "4.2", "open_three_first", ["ann"]),
        (lambda: Table().dealt().trump().opened(), "play_card", "5.1", "place_first", ["ann", "ben", "cem"]),
        (one_has_laid, "play_card", "5.1", "place_first", ["ben", "cem"]),
        (lambda: turning(2, points="3/3/1").placed(), "play_card", "5.9", "turn_first", ["p1", "p2"]),
        (lambda: Table().contest(), "take_trick", "6.9", "trick_not_over", ["ann"]),
        (lambda: Table().contest(), "confirm_deal", "3.2", "dealt_already", ["ann"]),
        (lambda: Table().contest(), "remedy", "6.4", "nothing_to_remedy", None),
        (lambda: Table().contest(), "break_tie", "8.5", "no_tie", ["ann"]),
        (lambda: at("resolve", 1), "register_hand", "3.2", "played_already", None),
        (lambda: at("refill", 1, 2), "take_trick", "6.15", "trick_taken", ["table"]),
        (lambda: at("between", 1), "confirm_deal", "1.2", "next_round_first", ["p1", "p2", "p3"]),
        (lambda: at("between", 1), "register_hand", "3.2", "register_after_deal", ["p1", "p2", "p3"]),
    ],
)
def test_what_comes_too_early_or_too_late_says_why_and_whose_declaration_is_due(
    table: Callable[[], Table], kind: str, clause: str, reason: str, seats: list[str] | None
) -> None:
    stands = table()
    needed = {
        "open_card": {"card": "A 1"},
        "play_card": {"card": "A 1"},
        "claim_revoke": {"accused": "ann", "trick": 1},
        "lay_shadow": {"cards": [], "value": 1},
        "take_trick": {"player": "ann"},
        "remedy": {"choice": "stand"},
        "break_tie": {"player": "ann"},
        "register_hand": {"cards": []},
    }
    refused = stands.refuses(clause, humans(stands.state)[0], kind, **needed.get(kind, {}))
    assert refused.reason == f"scroll_trick.{reason}"
    assert seats is None or refused.params["seats"] == seats


@pytest.mark.clause("SCROLL-1.1")
def test_what_a_seat_declares_itself_the_table_does_not() -> None:
    assert Table().dealt().refuses("1.1", "table", "choose_trump", kind="A").reason == "scroll_trick.seat_declares"


@pytest.mark.clause("SCROLL-1.2", "SCROLL-1.3")
def test_each_depth_has_its_declarations() -> None:
    table = Table(depth="scores")
    table.refuses("1.2", "ann", "play_card", card="A 1")
    table.refuses("1.2", "table", "take_start_scrolls")
    Table().dealt().refuses("1.2", "table", "score_trick", player="ann", values=[3])
    table.says("table", "score_trick", player="ann", values=[3])


@pytest.mark.clause("SCROLL-1.3")
def test_points_are_scrolls() -> None:
    table = Table(depth="scores")
    table.says("table", "score_trick", player="ben", values=[3, -1])
    assert (table.seat("ben").points, table.seat("ben").captured) == (2, (3, -1))
    with pytest.raises(ValidationError):
        scroll_trick.MOVE.validate_python({"type": "score_trick", "player": "ben", "points": 2})
    with pytest.raises(ValidationError):
        scroll_trick.ADJUSTMENT.model_validate({"points": {"ben": 2}})


@pytest.mark.clause("SCROLL-2.1")
def test_the_deck_is_data_with_different_numbers() -> None:
    table = Table(kinds=["Wind", "Red Fire", "水", "木", "Moon"], numbers=[0, 2, 4, 6, 8, 10, 12])
    table.dealt().says("ann", "choose_trump", kind="Red Fire")
    table.says("ann", "open_card", card="Red Fire 12")
    table.refuses("2.1", "ben", "open_card", card="Red Fire 1")
    for numbers in ([1, 1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6], [-1, 1, 2, 3, 4, 5, 6]):
        with pytest.raises(ValidationError):
            scroll_trick.OPTIONS(numbers=numbers)
    for fifth in (["a"], [], [" E"], [""]):
        with pytest.raises(ValidationError):
            scroll_trick.OPTIONS(kinds=["A", "B", "C", "D", *fifth])


@pytest.mark.clause("SCROLL-2.1")
def test_a_card_is_in_one_place_in_a_round() -> None:
    table = Table().dealt().trump()
    table.says("ann", "open_card", card="A 5")
    refused = table.refuses("2.1", "ben", "open_card", card="A 5")
    assert (refused.reason, refused.params["seat"], refused.private) == ("scroll_trick.card_shown", "ann", False)
    noted = table.refuses("2.1", "ben", "register_hand", cards=hand("A1 B2 C2 D2 E2 A5 B5"))
    assert (noted.reason, noted.params["seat"], noted.private) == ("scroll_trick.card_shown", "ann", True)
    for unknown in ("F 1", "A 8", "A5", "A  5", "a 5"):
        assert table.refuses("2.1", "ben", "open_card", card=unknown).firm
    table.says("ben", "open_card", card="A 6")


@pytest.mark.clause("SCROLL-2.1")
def test_what_the_cards_show_is_entered_before_the_deal() -> None:
    table = Table(start=None)
    table.says("ben", "configure", kinds=["V", "W", "X", "Y", "Z"], numbers=[2, 3, 4, 5, 6, 7, 8])
    assert table.view().options.kinds == ("V", "W", "X", "Y", "Z")
    for fifth in (["V"], [], [" Z"]):
        assert table.refuses("2.1", "ben", "configure", kinds=["V", "W", "X", "Y", *fifth]).firm
    for numbers in ([1, 1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]):
        assert table.refuses("2.1", "ben", "configure", numbers=numbers).firm
    table.says("table", "set_start_player", player="ann")
    table.dealt()
    table.refuses("2.1", "ben", "configure", kinds=["A", "B", "C", "D", "E"])
    table.refuses("2.5", "ben", "configure")
    table.says("ann", "choose_trump", kind="X")


@pytest.mark.clause("SCROLL-2.2")
def test_trump_is_one_of_the_five_kinds() -> None:
    table = Table().dealt()
    table.refuses("2.2", "ann", "choose_trump", kind="F")
    table.says("ann", "choose_trump", kind="C")
    assert table.view().trump == "C"


@pytest.mark.clause("SCROLL-2.3", "SCROLL-2.12")
def test_one_reference_card_marks_one_person() -> None:
    table = Table(start="ben")
    assert [s.seat for s in table.view().seats if s.marker] == ["ben"]
    table.says("cem", "set_start_player", player="cem")
    assert [s.seat for s in table.view().seats if s.marker] == ["cem"]


@pytest.mark.clause("SCROLL-2.4")
def test_scrolls_have_eight_values() -> None:
    table = Table(depth="scores")
    for value in (2, 0, 4, -7, 11, 45):
        assert table.refuses("2.4", "table", "score_trick", player="ann", values=[value]).firm
        assert table.refuses("2.4", "table", "score_round", captured={"ann": [value]}).params["value"] == value
    for value in VALUES:
        scroll_trick.MOVE.validate_python({"type": "score_trick", "player": "ann", "values": [value]})
    table.refuses("6.15", "table", "score_trick", player="ann", values=[1] * 46)
    plays = Table().dealt().trump().opened()
    assert plays.refuses("2.4", "ann", "place_scrolls", scrolls={"A 1": 2, "B 1": 1, "C 1": -1}).private
    plays.placed().plays("A1 A2 A3")
    plays.refuses("2.4", "table", "take_trick", player="cem", values={"ann": 2})
    assert at("between", 1).refuses("2.4", "p1", "draw_scrolls", values=[2, 1, 1]).private
    turning(2, points="3/1/1").placed().refuses("2.4", "p1", "turn_scroll", card="A 1", value=2)
    shadow = Table(2).dealt()
    shadow.says("ann", "choose_trump", kind="E")
    shadow.refuses("2.4", "table", "lay_shadow", cards=hand("D1 D2 D3"), value=2)
    shadow.says("table", "lay_shadow", cards=hand("D1 D2 D3"), value=1)
    shadow.opened().placed().plays("A1 A2 -")
    shadow.takes()
    shadow.refuses("2.4", "table", "refill_shadow", card="D 4", value=2)


@pytest.mark.clause("SCROLL-2.4")
def test_no_more_than_all_scrolls_are_captured() -> None:
    table = at("between", 2, 5)
    every = [v for v in VALUES for _ in range(5)]
    with pytest.raises(Refused, match=r"SCROLL-2\.4"):
        table.scored(p1=" ".join(map(str, every)), p2="1 1 1 3 3 3")
    table.scored(p1="10 7")
    assert table.seat("p1").points == 17


@pytest.mark.clause("SCROLL-2.5")
def test_a_counted_box_has_to_add_up() -> None:
    table = Table(tile_counts=BOX)
    assert {row.value: row.count for row in table.view().supply} == BOX
    wrong = (
        {**BOX, 10: 3},
        {**BOX, 3: 4, 1: 14},
        {**BOX, 10: 0, 7: 5},
        {v: n for v, n in BOX.items() if v != 10},
        {**BOX, 2: 0},
    )
    for counts in wrong:
        with pytest.raises(ValidationError):
            scroll_trick.OPTIONS(tile_counts=counts)
    again = scroll_trick.OPTIONS.model_validate(table.view().options.model_dump(mode="json"))
    assert again.tile_counts == BOX
    assert Table().refuses("2.4", "ann", "configure", tile_counts={**BOX, 2: 0}).firm
    for counts in wrong[:4]:
        assert Table().refuses("2.5", "ann", "configure", tile_counts=counts).firm
    assert scroll_trick.OPTIONS.model_validate_json(again.model_dump_json()) == again


@pytest.mark.clause("SCROLL-2.5")
def test_no_more_scrolls_come_out_than_the_box_holds() -> None:
    table = Table(2, depth="scores", tile_counts=BOX)
    table.says("table", "score_trick", player="ann", values=[10, 10])
    refused = table.refuses("2.5", "table", "score_trick", player="ben", values=[10])
    assert refused.params == {"value": 10, "count": 2}
    table.says("table", "score_trick", player="ben", values=[7])


@pytest.mark.clause("SCROLL-2.5")
def test_of_a_box_that_nobody_counted_the_bounds_hold() -> None:
    table = at("between", 2, 5)
    table.scored(p1=" ".join(["3"] * 30), p2="", p3="", p4="", p5="")
    for value, bound in ((3, 30), (10, 26)):
        table.scored(p1=" ".join([str(value)] * bound))
        with pytest.raises(Refused, match=r"SCROLL-2\.5"):
            table.scored(p1=" ".join([str(value)] * (bound + 1)))


@pytest.mark.clause("SCROLL-2.5")
def test_the_owner_may_count_the_box_later_but_not_against_what_came_out() -> None:
    table = Table(2, depth="scores")
    table.says("table", "score_trick", player="ann", values=[10, 10, 7])
    few = {**BOX, 10: 1, 7: 4}
    refused = table.refuses("2.5", "ben", "configure", tile_counts=few)
    assert refused.params == {"value": 10, "seen": 2}
    table.says("ben", "configure", tile_counts=BOX)
    assert table.view().options.tile_counts == BOX
    assert table.prompts()["configure"].offer("configure").fields["tile_counts"].of["10"].least == 2


@pytest.mark.clause("SCROLL-2.6", "SCROLL-2.8", "SCROLL-2.9")
@pytest.mark.parametrize(("count", "pile"), [(2, 36), (3, 36), (4, 33), (5, 30)])
def test_what_is_not_taken_is_the_pile(count: int, pile: int) -> None:
    table = Table(count)
    assert table.view().pile == 45
    table.dealt()
    assert table.view().pile == pile
    assert all(laid.value is None for s in table.view().seats for laid in s.cards)


@pytest.mark.clause("SCROLL-2.7", "SCROLL-9.2")
def test_everybody_takes_one_set_once() -> None:
    table = Table(2)
    for values in ([3, 3, 1], [3, 1], [3, 1, -1, 5], []):
        table.refuses("2.7", "ann", "take_start_scrolls", values=values)
    table.says("ann", "take_start_scrolls", values=[-1, 3, 1])
    assert table.refuses("2.7", "ann", "take_start_scrolls").reason == "scroll_trick.has_set"
    assert table.refuses("2.7", "ann", "take_start_scrolls", player="ben").reason == "scroll_trick.own_scrolls"
    table.refuses("1.1", "table", "take_start_scrolls", player="zoe")
    table.says("ann", "take_start_scrolls", player="shadow")
    table.says("table", "take_start_scrolls")
    assert table.state.phase == "deal"
    table.refuses("2.7", "table", "take_start_scrolls")


@pytest.mark.clause("SCROLL-2.10", "SCROLL-2.11")
def test_the_table_names_a_person_to_start_until_a_card_is_dealt() -> None:
    table = Table(2, start=None)
    assert next(iter(table.prompts())) == "set_start_player"
    table.refuses("2.11", "ann", "set_start_player", player="shadow")
    table.refuses("1.1", "ann", "set_start_player", player="zoe")
    table.refuses("2.11", "table", "confirm_deal")
    table.says("ann", "set_start_player", player="ben")
    table.says("table", "take_start_scrolls")
    table.says("ann", "set_start_player", player="ann")
    table.says("table", "confirm_deal")
    table.refuses("2.11", "ann", "set_start_player", player="ben")


@pytest.mark.clause("SCROLL-2.11")
def test_who_starts_can_be_an_option() -> None:
    assert Table(3, start="cem").state.marker == "cem"
    with pytest.raises(Refused, match=r"SCROLL-2\.11"):
        Table(3, start="zoe")
    table = Table(3, start=None, depth="scores")
    table.refuses("2.11", "table", "score_trick", player="ann", values=[3])
    table.says("table", "set_start_player", player="ben")
    table.says("table", "score_trick", player="ann", values=[3])
    table.refuses("2.11", "table", "set_start_player", player="ann")


@pytest.mark.clause("SCROLL-9.3", "SCROLL-9.13")
def test_options_and_seats_that_a_game_of_two_cannot_have() -> None:
    with pytest.raises(Refused, match=r"SCROLL-9\.13"):
        Table(2, next_lead="marker")
    with pytest.raises(Refused, match=r"SCROLL-9\.3"):
        scroll_trick.begin(scroll_trick.OPTIONS(), [Seat(seat="ann"), Seat(seat="shadow")])


def test_cards_are_written_shortly_in_these_tests() -> None:
    assert card("A5") == "A 5"
    assert hand("A5 B1") == ["A 5", "B 1"]
