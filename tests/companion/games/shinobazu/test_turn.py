"""A player's turns on the phone: what is asked, what is chosen, what the one button declares."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import flet as ft
import pytest

from companion.ui import theme
from companion.ui.theme import Look
from tests.companion.games.shinobazu import tables
from tests.companion.screens.stage import EN, JA, shown
from tests.shots.scenes import Still
from tests.shots.tree import drawn, names, spoken, usable


def declared(actions: Still) -> list[Any]:
    """What was declared, in order."""
    return [(*args, *kwargs.values()) for name, args, kwargs in actions.told if name == "declare"]


def test_a_card_is_laid_with_two_taps_and_fight_and_pass_are_always_there() -> None:
    screen, actions = shown(tables.my_turn().snap())
    assert {"Fight", "Pass"} <= set(screen.names)
    screen.tap("card 1, covered")
    screen.tap("Pass")
    assert declared(actions) == [({"type": "lay", "to": "p1", "declare": "pass", "card": "#1"},)]


def test_a_button_that_lacks_a_card_shows_it_and_declares_nothing() -> None:
    screen, actions = shown(tables.my_turn().snap())
    screen.tap("Fight")
    assert declared(actions) == []
    assert any("Choose a card" in name for name in screen.names)
    screen.tap("card 1, covered")
    assert not any("Choose a card" in name for name in screen.names)
    screen.tap("Fight")
    assert declared(actions) == [({"type": "lay", "to": "p1", "declare": "fight", "card": "#1"},)]


def test_a_push_needs_no_declaration_of_mine() -> None:
    screen, actions = shown(tables.my_turn().snap())
    screen.tap("card 2, covered")
    screen.tap("Ben")
    assert "Ben declares, without looking." in screen.words
    screen.tap("Push card 2 on Ben")
    assert declared(actions) == [({"type": "lay", "to": "p2", "card": "#2"},)]


def test_a_place_that_is_taken_is_not_chosen() -> None:
    screen, _ = shown(tables.my_turn().snap())
    screen.tap("Chie, not available")
    screen.tap("card 1, covered")
    assert {"Fight", "Pass"} <= set(screen.names)


def test_the_start_player_names_a_colour_and_fights_before_themselves() -> None:
    table = tables.second_round(tables.entered(tables.begun()))
    screen, actions = shown(table.snap("p3"))
    screen.tap("card 2, covered")
    screen.tap("Red")
    screen.tap("Dai")
    screen.tap("Red")
    lead = {"type": "lead", "colour": "red", "card": "#2"}
    assert declared(actions) == [({**lead, "to": "p3"},), ({**lead, "to": "p4"},)]


def test_a_choice_does_not_outlive_its_turn() -> None:
    snaps = [tables.my_turn().snap()]
    screen, _ = shown(snaps[0])
    screen.tap("Ben")
    later = (
        tables.my_turn()
        .says("p1", "lay", to="p1", card="red 1", declare="fight")
        .says("p2", "lay", to="p2", card="black -3", declare="fight")
    )
    again = later.says("p1", "turn_over")
    screen.show(again.snap())
    assert "Push" not in " ".join(names(screen.again()))


def test_without_an_entered_hand_the_card_is_left_open() -> None:
    screen, actions = shown(_unentered().snap())
    screen.tap("Fight")
    assert declared(actions) == [({"type": "lay", "to": "p1", "declare": "fight"},)]


def _unentered() -> tables.Table:
    table = tables.entered(tables.begun(), "p1")
    table = table.says("p1", "lead", to="p1", colour="blue").says("p2", "lay", to="p2", card="red 4", declare="fight")
    table = table.says("p3", "lay", to="p3", card="black 2", declare="fight")
    table = table.says("p4", "lay", to="p4", card="blue 2", declare="pass").says("p1", "turn_over")
    table = table.says("p1", "reveal", card="blue 5").says("p3", "duel_decline").says("p1", "turn_over")
    table = table.says("p1", "end_round").says("p3", "lead", to="p3", colour="red", card="red 5")
    return table.says("p4", "lay", to="p4", card="black 1", declare="fight")


def test_a_new_deal_asks_for_the_hand_and_may_be_played_without() -> None:
    screen, actions = shown(tables.begun().snap("p2"))
    assert any(name.endswith("Enter your 3 cards in secret?") for name in screen.names)
    assert "slide up to keep it open" in screen.words
    screen.tap("Enter my cards")
    assert ("keep", (), {}) in actions.told
    screen.tap("Play without")
    assert "Waiting for Aki. Aki leads a card." in screen.names
    # The way to record it stays.
    screen.tap("Enter")
    assert [told[0] for told in actions.told].count("keep") == 2


def test_the_entry_keeps_what_is_tapped_with_the_server_and_locks_it() -> None:
    screen, actions = shown(tables.begun().snap("p1", "kept", entering=("red 1", "blue 4")))
    assert "1 card more" in screen.names
    screen.tap("blue 5")
    assert ("hands", (["red 1", "blue 4", "blue 5"],), {}) in actions.told
    screen.tap("red 1")
    assert ("hands", (["blue 4"],), {}) in actions.told
    full, told = shown(tables.begun().snap("p1", "kept", entering=("red 1", "blue 4", "blue 5")))
    full.tap("Confirm")
    assert declared(told) == [({"type": "enter_hand", "cards": ["red 1", "blue 4", "blue 5"]},)]


def test_returned_cards_are_chosen_already_and_say_why() -> None:
    table = tables.set_end().says("p1", "end_round")
    screen, actions = shown(table.snap("p4", "kept"))
    assert "Confirm" in screen.names  # Dai took all three back
    screen.tap("blue 2")
    assert "blue 2 came back to your hand: all saw it." in screen.words
    other, told = shown(table.snap("p1", "kept"))
    other.tap("blue 2, elsewhere")
    assert "blue 2 returned to the hand of Dai." in other.words
    assert not [t for t in (*actions.told, *told.told) if t[0] == "hands"]


def test_a_receiver_gets_two_equal_answers() -> None:
    table = tables.second_round(tables.entered(tables.begun()))
    table = table.says("p3", "lead", to="p1", colour="red", card="red 5")
    screen, actions = shown(table.snap())
    both = [each for each in usable(screen.tree) if spoken(each) in ("Fight", "Pass")]
    assert len(both) == 2
    assert {type(each) for each in both} == {ft.OutlinedButton}
    screen.tap("Fight")
    screen.tap("Pass")
    assert declared(actions) == [({"type": "declare", "choice": c},) for c in ("fight", "pass")]
    assert EN.p.accent not in {str(c.bgcolor) for c in screen.tree if isinstance(c, ft.Container) and c.on_click}


def test_a_receiver_without_an_entered_hand_answers_first_and_is_offered_the_entry_then() -> None:
    table = tables.begun().says("p1", "lead", to="p2", colour="red")
    screen, actions = shown(table.snap("p2"))
    assert any(name.endswith("Without looking: fight or pass?") for name in screen.names)
    assert "Play without" not in screen.names
    screen.tap("Enter")
    assert ("keep", (), {}) in actions.told
    screen.tap("Fight")
    assert declared(actions) == [({"type": "declare", "choice": "fight"},)]
    after, _ = shown(table.says("p2", "declare", choice="fight").snap("p2"))
    assert any(name.endswith("Enter your 3 cards in secret?") for name in after.names)


def test_waiting_says_for_whom_and_whether_the_phone_sleeps() -> None:
    table = tables.my_turn()
    assert "Waiting for Aki. Aki chooses a card." in shown(table.snap("p2"))[0].names
    asleep = replace(table, asleep=frozenset({"p1"}))
    assert "Waiting for Aki, whose phone is asleep. Tell Aki to look at it." in shown(asleep.snap("p2"))[0].names


def test_one_phone_hands_itself_over() -> None:
    screen, actions = shown(replace(tables.my_turn().snap("p2"), my_seats=("p1", "p2")))
    screen.tap("Hand to Aki")
    assert ("hand_over", ("p1",), {}) in actions.told


def test_an_undo_that_is_not_allowed_says_why() -> None:
    screen, actions = shown(tables.my_turn().snap())
    screen.tap("More")
    assert EN.t("table_screen.undo") in screen.words
    assert EN.t("table_screen.menu.undo_about") not in screen.words
    assert not actions.told
    mine, told = shown(tables.my_turn().says("p1", "lay", to="p1", card="red 1", declare="pass").snap())
    mine.tap("Undo mine")
    assert told.told == [("undo", (), {})]


def test_what_may_be_played_is_told_while_open_only() -> None:
    table = tables.my_turn()
    covered, opened = (shown(table.snap("p1", held))[0] for held in ("covered", "held"))
    assert "Only card 1 may be laid" in opened.words
    assert "You hold red and must follow it." in opened.words
    assert "card 2, blue 4, may not be laid now" in opened.names
    assert "may" not in " ".join(name for name in covered.names if name.startswith("card"))


@pytest.mark.parametrize("count", [3, 4, 5])
def test_nothing_moves_when_the_cover_opens(count: int) -> None:
    table = tables.my_turn(count)

    def boxes(held: str) -> list[Any]:
        tree = shown(table.snap("p1", held))[0].tree
        fixed = [each for each in tree if isinstance(each, ft.Container) and each.height]
        return [(each.width, each.height) for each in fixed if (each.height or 0) >= theme.TOUCH]

    covered, opened = boxes("covered"), boxes("held")
    # The frame's four edges and the strip's place are an overlay's; every block has its size.
    assert [box for box in covered if box in opened] == covered


@pytest.mark.parametrize("look", [EN, JA])
@pytest.mark.parametrize("count", [3, 4, 5])
def test_a_turn_fits_without_scrolling(look: Look, count: int) -> None:
    """At 390×844 there are 600 px between strip and dock."""
    from companion.games.shinobazu.points import FULL, GAP, LOW

    rows = (count + 1) // 2
    grid = rows * (LOW if count > 4 else FULL) + (rows - 1) * GAP
    banner, hand, bars, dock = 44, 124, 2 * 48, 156
    room = 844 - theme.BAR - theme.STRIP - dock - theme.EDGE
    assert 12 + banner + grid + hand + bars + 4 * 10 + 12 <= room


def test_a_screen_reader_hears_the_strip_then_the_table_then_the_answer() -> None:
    heard = shown(tables.my_turn().snap())[0].names
    strip = heard.index("Safe to show. Your cards are covered.")
    seat = next(n for n, name in enumerate(heard) if name.startswith("Ben, 3 points, to come"))
    card, ask = heard.index("card 1, covered"), heard.index("Your turn. Lay one card. Fight or pass?")
    assert strip < seat < card < ask < heard.index("Fight")


def test_a_seat_is_spoken_in_one_sentence() -> None:
    heard = shown(tables.my_turn().snap())[0].names
    assert "Chie, 0 points, fights, leads red, in front: a face-down card" in heard
    assert "Dai, 4 points, fights, in front: blue 2 and a face-down card" in heard


def test_the_first_start_player_may_still_be_changed() -> None:
    screen, actions = shown(tables.begun().snap())
    screen.tap("Change starter")
    screen.tap("Chie")
    assert declared(actions) == [({"type": "configure", "start": "p3"}, "table")]


def test_a_refusal_offers_what_may_be_done_instead() -> None:
    shown_move = {"type": "lay", "to": "p3", "card": "#1"}
    table = tables.my_turn().tries("p1", "lay", to="p3", card="red 1", shown=shown_move)
    screen, actions = shown(table.snap())
    assert "A card in front of Chie" in screen.words
    assert "SHINOBAZU-3.4" in screen.words
    screen.tap("Push it on Ben. Ben then fights or passes, unseen")
    assert declared(actions) == [({"type": "lay", "to": "p2", "card": "#1"},)]
    screen.tap("Lay it in front of yourself. then fight or pass")
    assert ("dismiss", (), {}) in actions.told


def test_more_opens_the_log_and_gives_up_an_entry() -> None:
    screen, actions = shown(tables.my_turn().snap())
    screen.tap("More")
    screen.tap("What happened so far, Every declaration, with its rule")
    assert ("go", ("log",), {}) in actions.told
    screen.tap("Wrong cards entered, No checks until the next deal")
    assert declared(actions) == [({"type": "withdraw_hand"},)]


def test_drawing_a_snapshot_twice_gives_the_same_tree() -> None:
    snap = tables.my_turn().snap()
    assert names(drawn(lambda: shown(snap)[0]._root)) == names(drawn(lambda: shown(snap)[0]._root))


def test_who_starts_can_be_drawn_by_lot() -> None:
    screen, actions = shown(tables.begun().snap())
    screen.tap("Change starter")
    screen.tap("Draw by lot")
    ((move, seat),) = declared(actions)
    assert (move["type"], seat) == ("configure", "table")
    assert move["start"] in ("p1", "p2", "p3", "p4")
