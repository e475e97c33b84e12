"""The table display and the game master's screen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.ui.theme import make_look
from referee.core.journal import Difference
from referee.core.values import GAME_MASTER, PUBLIC
from tests.companion.games.shinobazu import tables
from tests.companion.games.shinobazu.test_turn import declared
from tests.companion.screens.stage import Shown, shown
from tests.shots.scenes import Still
from tests.shots.tree import press, spoken, usable

TABLET = make_look(shape="tablet")


def ruled(gm: str = "referee") -> tables.Table:
    """A table with a game master, where Dai's phone sleeps."""
    return replace(tables.my_turn(), gm=gm, asleep=frozenset({"p4"}))  # type: ignore[arg-type]


def done(actions: Still) -> list[Any]:
    """What was asked for, without the touches that keep a cover open."""
    return [told for told in actions.told if told[0] != "touch"]


def test_the_display_says_whose_decision_is_awaited_and_offers_no_act() -> None:
    screen, _ = shown(tables.my_turn().snap(PUBLIC), TABLET)
    assert "Aki must act. Aki chooses a card." in screen.names
    assert usable(screen.tree) == []
    assert "Dai, 4 points, fights, in front: blue 2 and a face-down card" in screen.names


def test_the_display_shows_the_last_result_with_its_reasons() -> None:
    screen, _ = shown(tables.showdown().snap(PUBLIC), TABLET)
    assert "Smallest is strongest" in screen.words
    assert "Jutsu of three" in screen.words
    assert {spoken(each).split()[0] for each in usable(screen.tree)} == {"Clause"}


def test_a_phone_may_be_the_display() -> None:
    screen, _ = shown(tables.my_turn().snap(PUBLIC))
    assert "Aki must act. Aki chooses a card." in screen.names


def test_a_covered_game_master_only_opens() -> None:
    screen, actions = shown(ruled().snap(GAME_MASTER), TABLET)
    assert "Covered. Safe to lay down. 3 of 4 here" in screen.names
    screen.tap("Open everything")
    assert actions.told == [("keep", (), {})]


def test_a_game_master_answers_for_a_seat_with_the_card_itself() -> None:
    screen, actions = shown(ruled().snap(GAME_MASTER, "kept"))
    screen.tap("Answer")
    screen.tap("card 1, red 1")
    screen.tap("Aki")
    screen.tap("Pass")
    move = {"type": "lay", "to": "p1", "declare": "pass", "card": "red 1"}
    assert declared(actions) == [(move, "p1")]


def test_a_game_master_turns_cards_over_for_the_table() -> None:
    table = replace(tables.first_battle(tables.entered(tables.begun())), gm="referee")
    screen, actions = shown(table.snap(GAME_MASTER, "kept"))
    screen.tap("Answer")
    screen.tap("Turn the cards over")
    assert declared(actions) == [({"type": "turn_over"}, "table")]


def test_points_are_set_by_a_house_ruling() -> None:
    screen, actions = shown(ruled().snap(GAME_MASTER, "kept"), TABLET)
    screen.tap("House ruling")
    assert "Change a number first" in screen.names
    screen.tap("One point more for Aki")
    screen.tap("One point less for Ben")
    screen.tap("Set Aki 2, Ben 2")
    assert done(actions)[-1] == ("house_ruling", (), {"adjust": {"points": {"p1": 2, "p2": 2}}})


def test_a_correction_shows_what_it_would_change_before_it_is_made() -> None:
    table = ruled()
    snap = table.snap(GAME_MASTER, "kept")
    line = next(x for x in snap.log if x.move and x.move["type"] == "lay" and x.seat == "p4" and x.number > 10)
    assert line.move is not None
    screen, actions = shown(snap, TABLET)
    screen.tap("Correct a move")
    row = next(name for name in screen.names if name.startswith((f"{line.number}, ", "Dai, Dai lays")))
    screen.tap(row)
    screen.tap("Pass")
    assert done(actions)[-1][:2] == ("correct", (line.number, {**line.move, "declare": "pass"}))
    assert "No later ruling would differ." in screen.words
    screen.tap(f"Change entry {line.number}")
    assert done(actions)[-1] == ("correct", (line.number, {**line.move, "declare": "pass"}), {"confirm": True})
    told = replace(snap, differences=(Difference(14, "p1", "upheld", "refused", "SHINOBAZU-3.2"),))
    again, _ = shown(told, TABLET)
    again.tap("Correct a move")
    again.tap(row)
    again.tap("Strike out")
    assert "1 later ruling would differ. Only you see which." in again.words
    assert "Aki. was upheld, would be refused" in again.names


def test_a_seat_is_freed() -> None:
    screen, actions = shown(ruled().snap(GAME_MASTER, "kept"), TABLET)
    screen.tap("Free a seat")
    screen.tap("Free seat")
    assert "Another phone may then take the seat. Nothing of the match is lost." in screen.words
    screen.tap("Close")
    screen.tap("Free a seat")
    press_last(screen, "Free seat")
    assert ("free", ("p4",), {}) in actions.told


def press_last(screen: Shown, name: str) -> None:
    """Press the last control of a name: in a list, that of the last seat."""
    press(screen.tree[::-1], name)


def test_undo_and_cover_are_at_hand() -> None:
    screen, actions = shown(ruled().snap(GAME_MASTER, "kept"), TABLET)
    screen.tap("Undo last")
    screen.tap("Cover")
    assert [told[0] for told in actions.told] == ["undo", "cover"]


def test_an_observer_only_looks() -> None:
    screen, _ = shown(ruled("observer").snap(GAME_MASTER, "kept"), TABLET)
    offered = {spoken(each) for each in usable(screen.tree)}
    assert not offered & {"Answer", "House ruling", "Correct a move", "Free a seat", "Undo last", "Free seat"}
    assert "red 1" in " ".join(screen.names)
