"""House rules of every kind: numbers within their range, counts of what is in the box, groups that fold."""

from __future__ import annotations

from typing import Any

import pytest

from companion.options import ELSEWHERE, box_facts, options_of
from companion.screens.house_rules import house_rules
from companion.screens.option_controls import control
from referee.games import GAMES
from tests.companion.screens.stage import EN, JA, Shown, type_into
from tests.shots.scenes import Still

GAME_KEYS = list(GAMES)
LEFT_OUT = {"shinobi-school": {"deal_table"}}
"""Options that no screen offers yet."""


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
    assert offered == set(GAMES[game].OPTIONS.model_fields) - ELSEWHERE - LEFT_OUT.get(game, set())


@pytest.mark.parametrize("look", [EN, JA])
@pytest.mark.parametrize("game", GAME_KEYS)
def test_every_option_is_said_in_words(game: str, look: Any) -> None:
    for option in options_of(game):
        for value in (option.standard, dict(zip(option.things, option.known, strict=True)) or None):
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
