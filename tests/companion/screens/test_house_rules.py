"""House rules of every kind: numbers within their range, counts of what is in the box, groups that fold."""

from __future__ import annotations

from typing import Any

import pytest

from companion.contract.snapshot import Draft
from companion.screens.new_match import house_rules
from companion.screens.seating import unfit
from companion.tables.match_draft import box_facts, elsewhere, options_of
from companion.ui.options import control
from referee.core.games import GAMES
from referee.core.values import Seat
from tests.companion.screens.stage import EN, JA, Shown, type_into
from tests.own_games import OWN_GAMES
from tests.shots.scenes import Still

GAME_KEYS = list(OWN_GAMES)
DEALS = {"3": {"cards": 15, "highest": 11}, "4": {"cards": 13, "highest": 13}, "5": {"cards": 11, "highest": 13}}
CELLS = {"1": ["1L", "2U"], "2": ["1U", "2L", "3U"], "3": ["2U", "3L"]}
OWN = {"deal_table": DEALS, "nin_shi_range": CELLS}
"""What a table begins with that does not do as the rules or the box say."""


def rules(game: str, look: Any = EN, **chosen: Any) -> tuple[Shown, Still]:
    """Return a game's house rules by themselves, open."""
    actions = Still()
    return Shown(lambda: house_rules(look, actions, game, tuple(sorted(chosen.items())), True)), actions


def changed(actions: Still) -> dict[str, Any]:
    """Return the options that the last act asked for."""
    return dict(actions.told[-1][2]["options"])


@pytest.mark.parametrize("game", GAME_KEYS)
def test_every_option_of_a_game_can_be_chosen(game: str) -> None:
    offered = {each.key for each in options_of(game)}
    assert offered == set(GAMES[game].OPTIONS.model_fields) - elsewhere(game)


@pytest.mark.parametrize("look", [EN, JA])
@pytest.mark.parametrize("game", GAME_KEYS)
def test_every_option_is_said_in_words(game: str, look: Any) -> None:
    for option in options_of(game):
        known = dict(zip(option.things, option.known, strict=True)) or None
        for value in (option.standard, known, OWN.get(option.key)):
            given = option.standard if value is None else value
            said = Shown(lambda option=option, given=given: control(look, game, option, given, print)).words  # type: ignore[misc]
            assert said
            assert ".option." not in said
            assert "new." not in said
            assert "_" not in said


@pytest.mark.parametrize("game", GAME_KEYS)
def test_every_value_that_is_offered_is_one_the_referee_takes(game: str) -> None:
    for option in options_of(game):
        for value in (*option.values, *(option.span if not option.numbers and option.span else ())):
            GAMES[game].OPTIONS.model_validate({option.key: value})


def test_a_number_counts_up_and_down() -> None:
    screen, actions = rules("shinobi-school")
    screen.tap("Rounds, one more")
    assert changed(actions) == {"rounds": 4}
    screen.tap("Rounds, one less")
    assert changed(actions) == {"rounds": 2}


def test_a_number_stays_in_its_range() -> None:
    screen, actions = rules("shinobi-school", rounds=9)
    with pytest.raises(LookupError):
        screen.tap("Rounds, one more")
    assert actions.told == []


def test_a_number_that_is_the_standard_again_is_no_change() -> None:
    screen, actions = rules("shinobi-school", rounds=4)
    screen.tap("Rounds, one less")
    assert changed(actions) == {}


def test_what_is_counted_begins_with_what_every_box_has() -> None:
    screen, actions = rules("scroll-trick")
    screen.tap("Counted")
    counts = changed(actions)["tile_counts"]
    assert counts["3"] == 5
    assert counts["10"] == 1


def test_each_thing_is_counted_by_itself_and_the_sum_is_shown() -> None:
    counts = {"10": 2, "7": 3, "5": 5, "3": 10, "1": 10, "-1": 8, "-3": 4, "-5": 2}
    screen, actions = rules("scroll-trick", tile_counts=counts)
    assert "44 of 45" in screen.words
    screen.tap("+10, one more")
    assert changed(actions)["tile_counts"] == counts | {"10": 3}
    screen.tap("Not counted")
    assert changed(actions) == {}


def test_a_table_may_deal_as_it_likes_to_each_number_of_players() -> None:
    screen, actions = rules("shinobi-school")
    assert "Cards each" not in screen.words.splitlines()
    screen.tap("Our own")
    assert changed(actions) == {"deal_table": DEALS}

    screen, actions = rules("shinobi-school", deal_table=DEALS)
    assert screen.words.count("10 cards are left over.") == 2
    screen.tap("4 players, Highest number, one less")
    assert changed(actions)["deal_table"] == DEALS | {"4": {"cards": 13, "highest": 12}}
    screen.tap("By the rules")
    assert changed(actions) == {}


def test_a_deal_of_one_number_of_players_leaves_the_others_as_they_are() -> None:
    screen, actions = rules("shinobi-school", deal_table={"3": {"cards": 2, "highest": 8}})
    screen.tap("5 players, Cards each, one less")
    assert changed(actions)["deal_table"] == DEALS | {
        "3": {"cards": 2, "highest": 8},
        "5": {"cards": 10, "highest": 13},
    }


@pytest.mark.parametrize(
    ("deal", "tap"),
    [
        ({"cards": 16, "highest": 11}, "3 players, Cards each, one more"),
        ({"cards": 15, "highest": 11}, "3 players, Highest number, one less"),
        ({"cards": 1, "highest": 11}, "3 players, Cards each, one less"),
        ({"cards": 15, "highest": 13}, "3 players, Highest number, one more"),
    ],
)
def test_no_tap_leaves_too_few_cards_for_the_first_field(deal: dict[str, int], tap: str) -> None:
    screen, actions = rules("shinobi-school", deal_table={"3": deal})
    with pytest.raises(LookupError):
        screen.tap(tap)
    assert actions.told == []
    school = GAMES["shinobi-school"]
    seats = [Seat(seat=f"p{n}", name=f"P{n}") for n in range(3)]
    school.begin(school.OPTIONS.model_validate({"deal_table": {"3": deal}}), seats)


def test_a_deal_that_leaves_too_few_cards_says_so() -> None:
    screen, _ = rules("shinobi-school", deal_table={"4": {"cards": 15, "highest": 13}})
    assert "Too few are left over: the first field needs 6." in screen.words


def test_a_table_may_name_the_cells_that_a_pair_strikes() -> None:
    screen, actions = rules("giryaku")
    screen.tap("Cells of our own")
    assert changed(actions) == {"nin_shi_range": CELLS}

    screen, actions = rules("giryaku", nin_shi_range=CELLS)
    screen.tap("completed in column 1: strikes upper 3")
    assert changed(actions)["nin_shi_range"] == CELLS | {"1": ["1L", "2U", "3U"]}
    screen.tap("completed in column 3: strikes lower 3")
    assert changed(actions)["nin_shi_range"] == CELLS | {"3": ["2U"]}
    screen.tap("Facing lower cell and one diagonal")
    assert changed(actions) == {"nin_shi_range": "one_diagonal"}


def test_a_column_without_cells_is_asked_for_and_keeps_the_table_closed() -> None:
    given = {"nin_shi_range": CELLS | {"2": []}}
    screen, _ = rules("giryaku", **given)
    assert "Name at least one cell for each column." in screen.words
    assert "Cells struck by ninja and onmyoji" in unfit(EN, Draft(game="giryaku", options=given))
    assert unfit(EN, Draft(game="giryaku", options={"nin_shi_range": CELLS})) == ""


def test_a_name_of_a_list_is_typed_by_itself() -> None:
    screen, actions = rules("scroll-trick")
    type_into(screen.tree, "Crow", 1)
    assert changed(actions)["kinds"] == ["A", "Crow", "C", "D", "E"]


def test_a_fact_of_the_box_may_be_left_unknown() -> None:
    screen, actions = rules("giryaku", consume_map="S_raids")
    screen.tap("Not known yet")
    assert changed(actions) == {}
    screen.tap("Ninja")
    assert changed(actions) == {"consume_map": "N_raids"}


def test_many_options_fold_into_groups() -> None:
    screen, actions = rules("scorpion", sentries=9)
    assert "Sentries at the start" not in screen.words
    screen.tap("Set-up, 1 of 7 changed")
    assert "standard: 8" in screen.words
    screen.tap("Sentries at the start, one more")
    assert changed(actions) == {"sentries": 10}


def test_who_starts_is_kept_when_all_is_standard_again() -> None:
    screen, actions = rules("shinobi-school", rounds=5, start="p2")
    screen.tap("All standard again")
    assert changed(actions) == {"start": "p2"}


def test_what_a_box_says_is_told_apart_from_what_a_table_rules() -> None:
    assert box_facts("giryaku") == {"consume_map", "nin_shi_range"}
    assert {"tile_counts"} <= box_facts("scroll-trick")
    assert {"guard_deck", "ninja_deck", "traitor_deck"} <= box_facts("scorpion")
    assert not box_facts("shinobazu")
