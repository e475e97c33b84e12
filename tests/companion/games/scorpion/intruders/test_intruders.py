"""The intruders' phones as they look and answer, moment by moment."""

from __future__ import annotations

from dataclasses import replace

import flet as ft
import pytest

from companion.games.scorpion.intruders.map import intruders_map
from companion.ui.theme import make_look
from referee.board.reading import bundled
from referee.scorpion.state import State, with_character
from tests.companion.games.scorpion.intruders.stage import Held, Phone, context, snap_of
from tests.companion.screens.stage import JA
from tests.referee.scorpion.night import Night
from tests.referee.scorpion.table import Table
from tests.shots.scenes import Still

GUARDS = ("K9", "K9", "W1", "E4")


def night(*more: str, **options: object) -> Night:
    """Both intruders are about to move on the bundled board."""
    return Night("K10", "W6", (*GUARDS, *more), board=bundled(), entrances=("K10", "N9"), **options)  # type: ignore[arg-type]


def pad(phone: Phone) -> ft.GestureDetector:
    """Return the pad that opens the cover."""
    found = [each for each in phone.tree if isinstance(each, ft.GestureDetector) and each.on_vertical_drag_down]
    assert len(found) == 1
    return found[0]


# Covered and open


def test_covered_it_shows_the_tracks_and_what_everybody_knows_to_be_asked() -> None:
    phone = Phone(night().state, "intruders", "covered")
    assert "Move the Ninja and the Traitor, in secret." in phone.words
    assert "Hold to look" in phone.words
    assert any(name.startswith("Turn 3 of 20") for name in phone.names)
    assert not any(name.startswith("K10, ") for name in phone.names)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("shape", ["phone", "column", "tablet"])
def test_the_pad_stands_at_the_same_place_of_the_dock_in_every_state(shape: str, scale: float) -> None:
    def place(held: Held, seat: str) -> list[int]:
        """Return where the pad stands among the controls around it, counted from the end."""
        phone = Phone(state, seat, held, make_look(shape=shape, scale=scale))  # type: ignore[arg-type]
        dock = [n for n, each in enumerate(phone.tree) if isinstance(each, ft.SafeArea)][-1]
        at = phone.tree.index(pad(phone))
        return [at - dock, sum(isinstance(each, ft.OutlinedButton) for each in phone.tree[at:])]

    state = night(players=3).state
    for seat in ("ninja", "traitor"):
        assert place("covered", seat) == place("held", seat) == place("kept", seat)


@pytest.mark.clause("SCORPION-30.1")
@pytest.mark.parametrize(("role", "words"), [("ninja", "Move the Ninja, in secret."), ("traitor", "Move the Traitor,")])
def test_each_of_two_players_is_asked_for_their_own(role: str, words: str) -> None:
    assert words in Phone(night(players=3).state, role, "covered").words


def test_who_is_gone_is_not_to_be_moved() -> None:
    def asked(state: State, seat: str = "intruders") -> str:
        return next(name for name in Phone(state, seat, "covered").names if name.startswith("Your turn: intruders."))

    state = night().state
    gone = with_character(state, "ninja", status="escaped", zone=None)
    assert "Move the Traitor, in secret." in asked(gone)
    assert "Move the Ninja, in secret." in asked(with_character(state, "traitor", status="dead", zone=None))
    alone = with_character(night(players=3).state, "ninja", status="escaped", zone=None)
    assert "No intruder of yours is on the map." in asked(alone, "ninja")
    assert "has left the map" in Phone(alone, "ninja").words
    wolf = night(lone_wolf="hidden").state
    wolf = with_character(replace(wolf, identity_public=False), "traitor", status="absent")
    assert "Move your intruder, in secret." in asked(wolf)


def test_while_the_guards_act_the_map_can_be_looked_at_and_nothing_be_declared() -> None:
    state = Table.ready(2).state
    covered = Phone(state, "intruders", "covered")
    assert "The guards draw and use cards." in covered.words
    phone = Phone(state, "intruders")
    phone.tap_zone("K1")
    assert "K1, Yagura-mon Gate" in phone.words
    assert phone.declared is None
    assert phone.actions.told == []


# Building a path


@pytest.mark.clause("SCORPION-17.1")
def test_zones_are_tapped_one_by_one_and_the_dock_repeats_the_path() -> None:
    phone = Phone(night().state, "intruders")
    assert "Ninja: stay?" in phone.words
    phone.tap_zone("K6")
    phone.tap_zone("K5")
    assert "Ninja: K6, K5?" in phone.words
    assert "Can be heard from 2 zones away next turn." in phone.words
    phone.tap("Confirm")
    assert phone.ruling is not None
    assert phone.ruling.upheld
    assert "Traitor: stay?" in phone.words


@pytest.mark.clause("SCORPION-17.3")
def test_a_zone_that_cannot_be_entered_says_why_with_its_clause() -> None:
    phone = Phone(night().state, "intruders")
    phone.tap_zone("K1")
    assert "K1 is not beside K10." in phone.words
    assert "17.3" in phone.words
    phone.tap_zone("K6")
    assert "is not beside" not in phone.words


def test_steps_are_taken_back_until_the_path_is_locked() -> None:
    phone = Phone(night().state, "intruders")
    phone.tap_zone("K6")
    phone.tap_zone("K5")
    phone.tap("One step back")
    assert "Ninja: K6?" in phone.words
    phone.tap_zone("K5")
    assert "Your turn. Walk 2" in phone.words
    phone.tap("One step back")
    phone.tap("One step back")
    assert "Ninja: stay?" in phone.words
    assert "One step back" not in phone.names


@pytest.mark.clause("SCORPION-21.4")
def test_a_player_is_warned_where_guards_will_see_the_intruder_and_not_with_shadow_walk() -> None:
    phone = Phone(night().state, "intruders")
    phone.tap_zone("K9")
    assert "Seen by guards on this way." in phone.words
    phone.tap("Shadow Walk, 1 left")
    phone.tap("Pass the guards here unseen")
    phone.tap_zone("K5")
    assert "Seen by guards on this way." not in phone.words
    assert "Ninja: K9 + Shadow Walk, K5?" in phone.words


@pytest.mark.clause("SCORPION-17.6")
def test_a_zone_behind_a_wall_takes_a_rope_from_the_hand() -> None:
    phone = Phone(night().state, "intruders")
    phone.tap_zone("M23")
    assert "Ninja: M23 by rope?" in phone.words
    assert "Rope, 1 left" in phone.names
    phone.tap("Confirm")
    assert phone.ruling is not None
    assert phone.ruling.upheld


def test_two_characters_are_locked_in_the_order_of_the_plan() -> None:
    phone = Phone(night("W5").state, "intruders")
    phone.tap_zone("K6")
    phone.tap("Traitor seeks D. 0 of 2 wounds")
    phone.tap_zone("W7")
    assert "Traitor: W7?" in phone.words
    phone.tap("Lock both")
    assert phone.ruling is not None
    assert phone.ruling.upheld
    assert [step.intruder for step in phone.declared.steps] == ["ninja", "traitor"]


@pytest.mark.clause("SCORPION-26.2")
def test_a_card_is_played_by_itself_before_the_path_and_asked_for_first() -> None:
    phone = Phone(night().state, "intruders")
    phone.tap("Shuriken, 2 left")
    phone.tap("Shuriken: only a bluff")
    assert "Ninja throws Shuriken as a bluff?" in phone.words
    phone.tap("Play Shuriken")
    assert phone.declared.bluff
    assert phone.ruling is not None
    assert phone.ruling.upheld


def test_the_list_of_zones_does_what_the_map_does() -> None:
    phone = Phone(night().state, "intruders")
    phone.tap("Zones as a list")
    phone.tap(next(name for name in phone.names if name.startswith("K6, ")))
    assert "Ninja: K6?" in phone.words
    phone.tap("Zones as a map")
    assert "Zones as a list" in phone.names


# After the path


@pytest.mark.clause("SCORPION-18.4")
def test_zones_on_the_path_can_be_searched_and_two_at_most() -> None:
    table = night()
    steps = [{"do": "walk", "to": "K6"}, {"do": "walk", "to": "K5"}]
    table.says("intruders", "lock_path", intruder="ninja", steps=steps)
    table.says("intruders", "lock_path", intruder="traitor", steps=[])
    phone = Phone(table.state, "intruders")
    assert "Ninja may search 2 lit zones: tap them." in phone.words
    assert "End the turn" in phone.words
    for zone in ("K10", "K6", "K5"):
        phone.tap_zone(zone)
    assert "Ninja searches K10 and K5?" in phone.words
    phone.tap("Search")
    assert phone.ruling is not None
    assert phone.ruling.upheld


@pytest.mark.clause("SCORPION-9.2")
def test_the_turn_ends_when_all_have_moved() -> None:
    table = night(players=3)
    table.says("ninja", "lock_path", intruder="ninja", steps=[])
    phone = Phone(table.state, "ninja")
    assert "Not every intruder has moved yet." in phone.words
    table.says("traitor", "lock_path", intruder="traitor", steps=[])
    phone = Phone(table.state, "ninja")
    phone.tap("End the turn")
    assert phone.ruling is not None
    assert phone.ruling.upheld
    assert phone.asked == ["declare", "cover"], "the map closes: nothing is left to look at"


@pytest.mark.clause("SCORPION-19.3")
def test_a_hidden_sentry_is_killed_with_a_card_that_is_chosen_while_open() -> None:
    table = hidden_found()
    covered = Phone(table.state, "intruders", "covered")
    assert "Kill it with a card?" in covered.words
    assert "Shuriken" not in covered.words
    phone = Phone(table.state, "intruders")
    phone.tap("Shuriken")
    phone.tap("Use Shuriken")
    assert phone.ruling is not None
    assert phone.ruling.upheld


def hidden_found() -> Night:
    """The Ninja has found a hidden sentry."""
    table = Night("K9", "W6", board=bundled(), entrances=("K10", "N9"))
    table.state = replace(table.state, marks=replace(table.state.marks, hidden=("K6",)))
    table.says("intruders", "lock_path", intruder="ninja", steps=[{"do": "walk", "to": "K6"}])
    table.says("intruders", "declare_searches", searches=[{"intruder": "ninja", "zone": "K6"}])
    return table


# The game master, the map, other languages and shapes


def test_a_game_master_answers_with_the_same_choices_and_keeps_their_own_plan() -> None:
    phone = Phone(night(players=3).state, "traitor", master=True)
    assert "For Traitor" in phone.words
    phone.tap_zone("W7")
    assert phone.entering == ()
    assert "Traitor: W7?" in phone.words
    phone.tap("Confirm")
    assert phone.ruling is not None
    assert phone.ruling.upheld
    assert "Back" in phone.words


def test_a_covered_map_is_the_public_one() -> None:
    state = night().state
    covered = intruders_map(context(snap_of(state, "intruders", "covered"), Still()))
    assert covered.tone == "public"
    assert {figure.kind for figure in covered.figures} <= {"sentry", "patrol"}
    opened = intruders_map(context(snap_of(state, "intruders", "kept"), Still()), targets=(("K6", "1"),))
    assert opened.tone == "intruders"
    assert {figure.zone for figure in opened.figures if figure.kind in ("ninja", "traitor")} == {"K10", "W6"}
    assert opened.targets == (("K6", "1"),)


def test_every_word_is_there_in_japanese() -> None:
    for held in ("covered", "kept"):
        for state in (night().state, Table.ready(3).state, hidden_found().state):
            seat = "intruders" if len(state.players) == 2 else "ninja"
            phone = Phone(state, seat, held, JA)
            assert not any("scorpion." in word or "{" in word for word in (*phone.names, *phone.words.split("\n")))
