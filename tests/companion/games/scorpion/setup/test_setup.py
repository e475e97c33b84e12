"""The set-up of Scorpion on its seats' phones: every part from its screen, until both sides are locked."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.core.values import GAME_MASTER, PUBLIC
from referee.scorpion.views.view import view
from tests.companion.games.scorpion.setup.tables import (
    Evening,
    Phone,
    lit_of,
    main_of,
    random_until,
    says,
    settle,
    snapshot,
    table,
)
from tests.companion.screens.stage import JA
from tests.shots.tree import names

FEW = {"sentries": 2, "patrols": 1, "sleepers": 3}
TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"lone_wolf": "on"}),
    (2, {"lone_wolf": "hidden", "intruder_cards": "counted"}),
    (2, {"guard_cards": "counted", "intruder_cards": "counted"}),
    (2, {"ninja_hand": 5, "traitor_hand": 4, "sleepers": 0}),
    (3, {}),
    (3, {"disputed": "on"}),
    (4, {}),
    (4, {"disputed": "on", "ninja_start_guarded": "forbid"}),
]


def evening(players: int = 2, **options: Any) -> Evening:
    """Lay a table with few figures."""
    return Evening(table(players, **{**FEW, **options}))


def opened(at: Evening, seat: str, **more: Any) -> Phone:
    """Return a seat's phone with its cover open."""
    phone = Phone(at, seat, **more)
    phone.keep()
    return phone


def figures_stand(match: Any) -> bool:
    """Tell whether all guards of the set-up stand on the board."""
    options = match.state.options
    return len(match.state.figures) == options.sentries + 2 * options.patrol_count


@pytest.mark.clause("SCORPION-4.8")
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_each_seat_sets_up_its_part_on_its_own_phone_and_turn_1_begins(players: int, options: dict[str, Any]) -> None:
    at, random = evening(players, **options), Random(players)
    phones = [Phone(at, seat.seat) for seat in at.match.seats]
    for _ in range(4):
        for phone in phones:
            if at.match.state.phase == "setup":
                settle(phone, random)
    assert at.match.state.phase == "alert"
    done = {move["type"] for _, move in at.moves}
    assert {"draw_missions", "choose_guard_hand", "record_marks", "set_start", "set_passage", "lock_setup"} <= done


def test_a_game_master_sets_up_for_a_seat_with_the_same_choices() -> None:
    at, random = evening(), Random(1)
    master = {seat.seat: Phone(at, GAME_MASTER, acting=seat.seat) for seat in at.match.seats}
    for _ in range(3):
        for phone in master.values():
            if at.match.state.phase == "setup":
                settle(phone, random)
    assert at.match.state.phase == "alert"
    assert {seat for seat, _ in at.moves} == {"guards", "intruders"}


def test_what_is_missing_is_always_said_and_the_first_of_it_is_worked_on() -> None:
    at = evening()
    phone = opened(at, "guards")
    assert "Still missing: Hand, Figures, Asleep and Marks." in phone.names
    phone.tap("Suggested")
    phone.tap("Enter these 24 cards")
    assert "Still missing: Figures, Asleep and Marks." in phone.names
    assert "On which watch post does a sentry stand?" in phone.words
    phone.tap("Asleep")
    assert "Still missing: Figures, Asleep and Marks." in phone.names
    phone.tap("At random")
    phone.tap("Enter 3 sleepers")
    assert "Still missing: Figures and Marks." in phone.names


def test_what_the_other_side_has_done_changes_nothing_on_a_phone() -> None:
    at = evening()
    phone = opened(at, "guards")
    before = phone.names
    at.match = says(at.match, "intruders", {"type": "draw_missions", "ninja": "A", "traitor": "B"})
    assert phone.names == before


@pytest.mark.clause("SCORPION-3.5")
def test_a_hand_is_counted_card_by_card_and_noted_when_it_is_complete() -> None:
    at = evening()
    phone = opened(at, "guards")
    phone.tap("Suggested")
    phone.tap("One Kenjutsu less")
    assert main_of(phone.tree) == ""
    assert "1 more needed" in phone.words
    phone.tap("One Secret Passage more")
    phone.tap("Enter these 24 cards")
    assert at.moves[-1][1]["cards"]["secret_passage"] == 1
    assert at.ruling is not None
    assert at.ruling.upheld


@pytest.mark.clause("SCORPION-3.6")
def test_two_guard_players_split_the_cards_before_either_chooses_a_hand() -> None:
    at = evening(4)
    phone = opened(at, "sword")
    phone.tap("Hand")
    assert "First the guard cards are split." in phone.words
    phone.tap("Split them")
    settle(phone, Random(3), 90)
    assert at.moves[0][1]["type"] == "split_guard_cards"
    assert sum(at.moves[0][1]["sword"].values()) == sum(at.moves[0][1]["spear"].values()) == 18


@pytest.mark.clause("SCORPION-4.1", "SCORPION-4.4")
def test_guards_are_placed_with_weapon_and_heading_and_lifted_again() -> None:
    at = evening(4, sentries=2, patrols=2)
    phone = opened(at, "sword")
    phone.tap("Figures")
    phone.zone("W4")
    phone.tap("Spear")
    phone.tap("Sentry at W4")
    assert at.moves[-1] == ("sword", {"type": "place_sentry", "zone": "W4", "weapon": "spear"})
    phone.tap("Patrol 0/2")
    phone.zone("W6")
    assert main_of(phone.tree) == ""
    phone.tap("W7")
    phone.tap("1 and 1")
    phone.tap("Patrol at W6")
    patrol = at.moves[-1][1]
    assert (patrol["type"], patrol["zone"], patrol["behind"]) == ("place_patrol", "W6", "W5")
    phone.tap("Take off")
    phone.zone("W6")
    phone.tap("Take off Patrol 2+3")
    assert at.ruling is not None
    assert at.ruling.upheld
    assert len(at.match.state.figures) == 1


@pytest.mark.clause("SCORPION-4.1")
def test_a_zone_without_a_post_is_refused_with_its_rule() -> None:
    at = evening()
    phone = opened(at, "guards")
    phone.tap("Figures")
    phone.zone("W2")
    phone.tap("Sentry at W2")
    assert at.ruling is not None
    assert (at.ruling.upheld, at.ruling.clause) == (False, "SCORPION-4.1")


@pytest.mark.clause("SCORPION-4.8")
def test_the_last_guard_waits_for_all_hands_and_the_phone_says_so() -> None:
    at = evening(sentries=1, patrols=0)
    phone = opened(at, "guards")
    phone.tap("Suggested")
    phone.tap("Enter these 24 cards")
    phone.tap("Figures")
    assert "The last guard waits until every hand is chosen." in phone.words
    assert lit_of(phone.tree) == []


@pytest.mark.clause("SCORPION-5.1")
def test_sleepers_lie_down_by_taps_two_in_a_barracks() -> None:
    at = evening()
    phone = opened(at, "guards")
    phone.tap("Asleep")
    for _ in range(2):
        phone.zone("W3")
    assert "2 of 3" in phone.words
    phone.zone("W3")
    assert "0 of 3" in phone.words
    for zone in ("W3", "W10", "W10"):
        phone.zone(zone)
    phone.tap("Enter 3 sleepers")
    assert at.moves[-1][1]["sleepers"] == {"W3": 1, "W10": 2}


@pytest.mark.clause("SCORPION-5.4", "SCORPION-5.5")
def test_marks_are_placed_one_a_zone_and_taken_up_again() -> None:
    at = evening()
    phone = opened(at, "guards")
    phone.tap("Marks")
    phone.zone("K2")
    assert "Objective B: in which zone?" in phone.words
    assert not any(name.startswith("K2, ") for name in lit_of(phone.tree))
    phone.zone("K2")
    assert "Objective A: in which zone?" in phone.words
    for zone in ("K2", "K3", "K5"):
        phone.zone(zone)
    lit = lit_of(phone.tree)
    assert lit
    assert not any(name.startswith("K") for name in lit)
    phone.tap("Trap 1")
    assert any(name.startswith("K") for name in lit_of(phone.tree))
    phone.tap("At random")
    phone.tap("Enter ten marks")
    assert at.ruling is not None
    assert at.ruling.upheld


def test_what_is_begun_outlives_the_cover_and_is_not_on_a_covered_phone() -> None:
    at = evening()
    phone = opened(at, "guards")
    phone.tap("Marks")
    phone.zone("K2")
    phone.cover()
    covered = phone.names
    fresh = Phone(at, "guards")
    assert covered == fresh.names
    phone.keep()
    assert "Objective B: in which zone?" in phone.words


@pytest.mark.clause("SCORPION-2.5")
def test_the_app_draws_two_different_missions() -> None:
    for _ in range(20):
        at = evening()
        opened(at, "intruders").tap("Draw both missions")
        drawn = at.moves[-1][1]
        assert drawn["ninja"] != drawn["traitor"]
        assert {drawn["ninja"], drawn["traitor"]} <= set("ABCDEF")


@pytest.mark.clause("SCORPION-2.8")
def test_a_partners_mission_is_known_and_can_be_neither_drawn_nor_keyed_in() -> None:
    at = evening(3)
    at.match = says(at.match, "ninja", {"type": "draw_missions", "ninja": "C"})
    phone = opened(at, "traitor")
    assert "C, not available" in phone.names
    phone.tap("D")
    phone.tap("Enter D")
    assert at.moves[-1][1] == {"type": "draw_missions", "traitor": "D"}
    for _ in range(20):
        phone.tap("Mission")
        phone.tap("Draw a mission")
        assert at.moves[-1][1]["traitor"] != "C"


@pytest.mark.clause("SCORPION-30.1")
def test_a_rivals_mission_is_struck_nowhere() -> None:
    at = evening(3, disputed="on")
    at.match = says(at.match, "ninja", {"type": "draw_missions", "ninja": "C"})
    assert "C" in opened(at, "traitor").names


@pytest.mark.clause("SCORPION-30.2")
def test_a_rival_draws_once_and_partners_as_often_as_they_like() -> None:
    rivals = {"disputed": "on"}
    for options, again in ((rivals, False), (rivals | {"disputed_mission": "note"}, True), ({}, True)):
        phone = opened(evening(3, **options), "traitor")
        phone.tap("Draw a mission")
        phone.tap("Mission")
        assert ("Draw a mission" in phone.may()) is again
        assert ("The tile you drew stays yours." in phone.words) is not again


@pytest.mark.clause("SCORPION-29.1")
def test_the_lone_wolf_chooses_a_character_first() -> None:
    at = evening(lone_wolf="hidden")
    phone = opened(at, "intruders")
    phone.tap("Mission")
    assert "First choose your character." in phone.words
    phone.tap("Choose")
    phone.tap("Traitor")
    phone.tap("Play the Traitor")
    phone.tap("Draw a mission")
    assert [move["type"] for _, move in at.moves] == ["choose_character", "draw_missions"]
    assert "ninja" not in at.moves[-1][1]


@pytest.mark.clause("SCORPION-3.8")
def test_the_suggested_hand_takes_the_kenjutsu_cards_that_the_box_holds() -> None:
    deck = {"cat": 1, "kenjutsu2": 2, "potent_sake": 4, "rope": 2, "secret_passage": 1}
    at = evening(3, traitor_deck=deck)
    phone = opened(at, "traitor")
    phone.tap("Draw a mission")
    phone.tap("Suggested")
    phone.tap("Enter these 7 cards")
    assert at.moves[-1][1]["cards"]["kenjutsu2"] == 2
    assert at.ruling is not None
    assert at.ruling.upheld


@pytest.mark.clause("SCORPION-6.1")
def test_whoever_starts_among_guards_is_warned() -> None:
    at = Evening(random_until(table(2, **FEW, patrol_start_on_post="allow"), 2, figures_stand))
    phone = opened(at, "intruders")
    phone.tap("Starts")
    edge = next(zone for zone in at.match.state.board.ids if zone in at.match.state.board.edge_zones)
    phone.zone(edge)
    assert "No guard stands there." in phone.words
    phone.tap(f"Start at {edge}")
    assert at.moves[-1][1] == {"type": "set_start", "intruder": "ninja", "zone": edge}


@pytest.mark.clause("SCORPION-6.8")
def test_a_partner_agrees_with_one_tap_or_proposes_anew() -> None:
    at = evening(4)
    ninja, traitor = opened(at, "ninja"), opened(at, "traitor")
    for phone in (ninja, traitor):
        phone.tap("Passage")
    ninja.zone("W2")
    ninja.zone("E3")
    ninja.tap("W2 and E3")
    ninja.tap("Passage")
    assert "Your partner has not agreed yet. Tap others to propose anew." in ninja.words
    assert "Your partner proposes these entrances. Agree, or tap others?" in traitor.words
    traitor.tap("Agree")
    assert at.match.state.passages[0].named_by == ("ninja", "traitor")


@pytest.mark.clause("SCORPION-6.10")
def test_partners_who_do_not_agree_place_one_entrance_each() -> None:
    at = evening(4)
    for seat, zone in (("ninja", "W2"), ("traitor", "E3")):
        phone = opened(at, seat)
        phone.tap("Passage")
        phone.tap("One each")
        phone.zone(zone)
        phone.tap(f"My entrance at {zone}")
        assert at.ruling is not None
        assert at.ruling.upheld
    assert at.match.state.passages[0].entrances == ("W2", "E3")


@pytest.mark.clause("SCORPION-4.8")
def test_the_intruders_wait_until_the_guards_have_locked() -> None:
    at, random = evening(), Random(5)
    guards, intruders = Phone(at, "guards"), Phone(at, "intruders")
    settle(guards, random)
    settle(intruders, random)
    at.match = random_until(at.match, 1, figures_stand)
    settle(intruders, random)
    assert "The guards lock first" in intruders.words
    assert main_of(intruders.tree) == ""
    settle(guards, random)
    assert "Your set-up is locked. Nothing of it changes any more." in guards.words
    assert main_of(intruders.tree) == "Confirm"


def test_a_shared_phone_is_handed_to_whom_one_waits_for() -> None:
    at = evening(sentries=1, patrols=0)
    phone = Phone(at, "guards", my_seats=("guards", "intruders"))
    settle(phone, Random(4))
    assert "The last guard waits until every hand is chosen." in phone.words
    phone.tap("Hand to Kage")
    assert phone.noted[-1] == ("hand_over", ("intruders",), {})


def test_the_host_may_still_change_seats_board_and_options() -> None:
    at = evening()
    phone = Phone(at, "guards", host=True)
    phone.tap("Seats, board and options")
    phone.tap("Intruders")
    phone.tap("Take these seats")
    assert at.moves[-1][1] == {"type": "seat_players", "roles": {"guards": "intruders", "intruders": "guards"}}
    phone.tap("Nijō by Night")
    assert at.moves[-1][1] == {"type": "load_board", "board": "nijo"}
    assert "Seats, board and options" not in Phone(at, "intruders").words


def test_every_phrase_of_the_set_up_is_also_in_japanese() -> None:
    at = evening(4)
    for seat in ("sword", "ninja"):
        phone = opened(at, seat, look=JA)
        for part in [
            name for name in phone.names if name in ("分配", "手札", "配置", "寝る護衛", "印", "使命", "開始", "抜け穴")
        ]:
            phone.tap(part)
            assert not [name for name in names(phone.tree) if "scorpion." in name or "{" in name]
            assert "scorpion." not in phone.words


def test_the_table_display_knows_nothing_of_a_set_up() -> None:
    at = evening()
    assert view(at.match.state, PUBLIC).guards == ()
    assert snapshot(at.match, PUBLIC).entering == ()
