"""The other phones of a Shinobi School table: the game master's, the display, whoever waits, sleeps or watches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.ui.phrases import progress
from companion.ui.theme import make_look
from referee.core.offers import Some
from referee.core.values import GAME_MASTER, PUBLIC, TABLE
from tests.companion.games.shinobi_school import tables
from tests.companion.screens.stage import EN, JA, Shown, shown
from tests.shots.scenes import Still


def mastered(table: tables.Table, gm: Any = "referee") -> tuple[Shown, Still]:
    """Show a table to its game master, open."""
    return shown(replace(table, gm=gm).snap(GAME_MASTER, "kept"))


def declared(actions: Still) -> list[Any]:
    """What was declared, in order."""
    return [(*args, *kwargs.values()) for name, args, kwargs in actions.told if name == "declare"]


def test_the_game_master_answers_for_the_table() -> None:
    screen, actions = mastered(tables.begun())
    screen.tap("Answer")
    screen.tap("Dealt, 13 each")
    assert declared(actions) == [({"type": "confirm_deal"},)]


def test_the_game_master_names_the_earths_the_field_and_the_start() -> None:
    table = tables.begun().says(TABLE, "confirm_deal")
    for seat in ("p1", "p2", "p3", "p4"):
        table = table.says(seat, "lay_earth", **({"cards": [5]} if seat != "p3" else {}))
    screen, actions = mastered(table)
    screen.tap("Answer")
    screen.tap("One more 7")
    screen.tap("Enter 1 card")
    table = table.says(TABLE, "reveal_earths", earths={"p3": [7]})
    other, more = mastered(table)
    other.tap("Answer")
    other.tap("4")
    other.tap("9")
    other.tap("Make the field")
    third, last = mastered(table.says(TABLE, "first_field", cards=[4, 9]))
    third.tap("Answer")
    third.tap("Chie")
    third.tap("Chie starts")
    assert declared(actions) == [({"type": "reveal_earths", "earths": {"p3": [7]}}, "p3")]
    assert declared(more) == [({"type": "first_field", "cards": [4, 9]},)]
    assert declared(last) == [({"type": "set_start_player", "player": "p3"}, TABLE)]


def test_the_game_master_lays_an_earth_for_a_seat() -> None:
    screen, actions = mastered(tables.splitting(4, tables.NAMES, "p1", "p2", "p3"))
    screen.tap("Answer")
    screen.tap("Laid face down, unnamed")
    screen.tap("One more 6")
    screen.tap("Confirm 1 card")
    assert declared(actions) == [({"type": "lay_earth"}, "p4"), ({"type": "lay_earth", "cards": [6]}, "p4")]


def test_the_game_master_plays_a_turn_for_a_seat() -> None:
    screen, actions = mastered(tables.my_turn())
    screen.tap("Answer")
    screen.tap("1")
    screen.tap("Place 1 at the top")
    assert declared(actions) == [({"type": "place", "side": "earth", "number": 1, "size": 1}, "p1")]


@pytest.mark.clause("SCHOOL-2.4")
def test_a_won_round_waits_for_the_one_button_that_scores_it() -> None:
    table = tables.played("won")
    winner, name = table.view.winner, next(s.name for s in table.view.seats if s.seat == table.view.winner)
    other = next(s.seat for s in table.view.seats if s.seat != winner)
    for viewer in (winner, other):
        screen, actions = shown(table.snap(viewer))
        assert f"{name} wins round 1" in screen.words
        assert [said for said in screen.names if said.startswith(("top end", "bottom end", "only"))]
        screen.tap("Score the round")
        assert declared(actions) == [({"type": "score_round"},)]
    master, by_master = mastered(table)
    master.tap("Answer")
    master.tap("Score the round")
    assert declared(by_master) == [({"type": "score_round"},)]
    display, _ = shown(table.snap(PUBLIC))
    assert "For the whole table. Score the round." in display.names
    assert f"{name} wins round 1" in display.words


@pytest.mark.clause("SCHOOL-12.2")
def test_the_game_master_and_the_others_name_a_heaven_for_a_loser() -> None:
    table = tables.played("scoring")
    prompt = next(p for p in table.match.prompts(PUBLIC) if p.must)
    left = prompt.offers[0].fields["cards"]
    assert isinstance(left, Some)
    cards, more = list(left.always), list(left.of)
    for number in cards:
        more.remove(number)
    more = more[: left.most - len(cards)]
    waiting = next(s.seat for s in table.view.seats if s.seat == table.view.winner)
    name = next(s.name for s in table.view.seats if s.seat == prompt.seat)
    master, by_master = mastered(table)
    master.tap("Answer")
    other, by_other = shown(table.snap(waiting))
    other.tap(name)
    for screen in (master, other):
        now = list(cards)
        for number in more:
            held = now.count(number)
            screen.tap(f"{number} ×{held}" if held > 1 else f"One more {number}")
            now.append(number)
        screen.tap("Show them")
    cards = sorted([*cards, *more])
    assert declared(by_master) == [({"type": "show_heaven", "cards": cards}, prompt.seat)]
    assert declared(by_other) == [({"type": "show_heaven", "cards": cards, "player": prompt.seat}, TABLE)]


def test_a_house_ruling_sets_totals_below_nought_too() -> None:
    screen, actions = mastered(tables.my_turn())
    screen.tap("House ruling")
    screen.tap("One point less for Aki")
    label = next(name for name in screen.names if name.startswith("Set "))
    screen.tap(label)
    assert ("house_ruling", (), {"adjust": {"points": {"p1": -7}}}) in actions.told


def test_an_entry_may_be_corrected_to_the_other_side_or_another_size() -> None:
    screen, actions = mastered(tables.my_turn())
    screen.tap("Correct a move")
    screen.tap(next(name for name in screen.names if "places 9 ×2 from heaven" in name))
    screen.tap("1 card")
    prepared = next(args for name, args, _ in actions.told if name == "correct")
    assert prepared[1] == {"type": "place", "side": "heaven", "number": 9, "size": 1, "end": None}


@pytest.mark.clause("SCHOOL-9.2")
def test_a_heaven_is_counted_aloud_for_the_table() -> None:
    screen, actions = mastered(tables.my_turn())
    screen.tap("Count a heaven")
    screen.tap("Chie")
    screen.tap("One card less")
    screen.tap("Chie: 9 cards")
    assert declared(actions) == [({"type": "count_heaven", "player": "p3", "size": 9}, TABLE)]


@pytest.mark.clause("SCHOOL-8.6")
def test_the_game_master_sweeps_the_first_field_when_all_have_said_that_they_agree() -> None:
    table = tables.fielded()
    for seat in ("p2", "p3", "p4", "p1"):
        table = table.says(seat, "end_turn")
    screen, actions = mastered(table)
    screen.tap("All agree: sweep the field")
    assert declared(actions) == [({"type": "agree_flush"}, TABLE)]


@pytest.mark.clause("SCHOOL-2.3")
def test_whoever_asks_about_a_move_reads_what_the_field_says() -> None:
    screen, actions = shown(tables.my_turn().snap("p3", "covered"))
    screen.tap("More")
    screen.tap("Ask about a move, Secretly, before you declare it")
    screen.tap("12")
    assert "The field does not allow it. The bottom is sealed" in screen.words
    screen.tap("1")
    assert "The field allows it." in screen.words
    screen.tap("Earth")
    assert "Cards of number 1 in earth: 0." in screen.words
    screen.tap("Ask the referee secretly")
    move = {"type": "place", "side": "earth", "number": 1, "size": 1}
    assert declared(actions) == [({"type": "check_move", "move": move},)]


def test_an_observer_looks_and_rules_nothing() -> None:
    screen, _ = mastered(tables.my_turn(), "observer")
    assert "You observe. Aki acts with earth." in screen.names
    assert not {"Answer", "House ruling", "Count a heaven"} & set(screen.names)


def test_a_phone_that_sleeps_is_named_to_whoever_waits() -> None:
    table = replace(tables.my_turn(), asleep=frozenset({"p1"}))
    assert "Waiting for Aki, whose phone is asleep. Tell Aki to look at it." in shown(table.snap("p2"))[0].names


def test_a_phone_with_all_seats_hands_over_to_whoever_acts() -> None:
    every = ("p1", "p2", "p3", "p4")
    screen, actions = shown(tables.my_turn().snap("p3", my_seats=every))
    screen.tap("Hand to Aki")
    assert ("hand_over", ("p1",), {}) in actions.told
    split, told = shown(tables.splitting(4, tables.NAMES, "p1", "p2").snap("p1", my_seats=every))
    split.tap("Hand to Chie")
    assert ("hand_over", ("p3",), {}) in told.told


def test_the_display_names_who_must_act_and_offers_nothing_to_declare() -> None:
    for look in (EN, make_look(shape="tablet")):
        screen, actions = shown(tables.my_turn().snap(PUBLIC), look)
        assert "Aki must act. Aki acts with earth." in screen.names
        assert "Top: below 2, one or more" in screen.names
        assert declared(actions) == []
    both = shown(tables.splitting(4, tables.NAMES, "p1", "p2").snap(PUBLIC))[0]
    assert "For the whole table. All split their cards." in both.names


def test_home_says_how_far_a_match_has_come() -> None:
    reached = tables.second_deal().match.game.EXTRAS.counts(tables.second_deal().match.state).items()
    assert progress(EN, "shinobi-school", reached) == "Round 2"
    assert progress(JA, "shinobi-school", reached) == "第2ラウンド"


@pytest.mark.clause("SCHOOL-13.2")
def test_equal_totals_are_explained_at_the_end() -> None:
    table = tables.begun(3, depth="scores", rounds=2, final_tie="rounds_won")
    table = table.says("p1", "round_points", winner="p1", points={"p2": -1, "p3": -9})
    table = table.says("p1", "round_points", winner="p3", points={"p1": -6, "p2": -1}).says("p1", "close_game")
    assert "Equal totals" not in shown(table.snap())[0].words
    even = tables.begun(3, depth="scores", rounds=2, final_tie="rounds_won")
    even = even.says("p1", "round_points", winner="p1", points={"p2": -1, "p3": -9})
    even = even.says("p1", "round_points", winner="p2", points={"p1": -1, "p3": -9}).says("p1", "close_game")
    said = shown(even.snap())[0].words
    assert "More rounds won decides. Aki: 1. Ben: 1." in said
    assert "Round 1*" in said


@pytest.mark.clause("SCHOOL-12.5")
def test_points_that_were_counted_by_hand_are_marked() -> None:
    table = tables.begun(3, depth="scores").says("p1", "round_points", winner="p1", points={"p2": -1, "p3": -9})
    said = shown(table.snap("p2"))[0].words
    assert "Counted by hand" in said
    assert "Round 1*" in said
