"""The rules: every clause can be found and read, in both languages."""

from __future__ import annotations

import pytest

from companion.contract.snapshot import Snapshot
from companion.ui.overlays import TABLE, clause_of, group_of, grouped, rulebook, title, total
from referee.core.games import GAMES
from tests.companion.screens.stage import EN, JA, shown, type_into
from tests.shots.scenes_shell import info

RULES = Snapshot("rules", rules_game="shinobazu")


def test_the_choice_offers_the_games_that_are_there_and_the_table() -> None:
    screen, actions = shown(Snapshot("rules"))
    screen.tap(next(n for n in screen.names if n.startswith("Shinobazu, ")))
    screen.tap(next(n for n in screen.names if n.startswith("The table")))
    assert actions.told == [("go", ("rules",), {"game": "shinobazu"}), ("go", ("rules",), {"game": "table"})]


def test_every_clause_is_in_a_group_that_has_a_title_in_both_languages() -> None:
    for game in ("shinobazu", TABLE):
        for look in (EN, JA):
            groups = grouped(look, game)
            assert total(groups) == len(rulebook(game)) > 0
            assert not [g.title for g in groups if g.title == look.t("app.rules.group", n=g.number)]


@pytest.mark.parametrize("game", list(GAMES))
def test_the_groups_of_every_game_have_titles_of_their_own(game: str) -> None:
    for look in (EN, JA):
        titles = {number: title(look, game, number) for number in map(group_of, GAMES[game].CLAUSES)}
        assert not [t for number, t in titles.items() if t == look.t("app.rules.group", n=number)]
        assert len(set(titles.values())) == len(titles)


def test_a_clause_with_a_letter_belongs_to_the_group_of_its_letter() -> None:
    distances = [c for c in GAMES["scorpion"].CLAUSES if c.id.startswith("SCORPION-D")]
    assert len(distances) > 5
    assert {group_of(clause) for clause in distances} == {"D"}


def test_a_group_unfolds_to_its_clauses_in_full() -> None:
    screen, _ = shown(RULES)
    assert "stronger" not in screen.words
    screen.tap(next(n for n in screen.names if n.startswith("6, Strength")))
    assert clause_of("SHINOBAZU-6.4") is not None
    assert next(c.text("en") for c in rulebook("shinobazu") if c.id == "SHINOBAZU-6.4") in screen.words


def test_a_search_finds_words_and_numbers_in_either_language() -> None:
    assert [c.id for g in grouped(EN, "shinobazu", "6.4") for c in g.clauses] == ["SHINOBAZU-6.4"]
    assert total(grouped(EN, "shinobazu", "参の術")) == total(grouped(JA, "shinobazu", "参の術")) > 0
    assert grouped(EN, "shinobazu", "no such words at all") == ()


def test_a_search_opens_what_it_finds_and_says_how_much() -> None:
    screen, actions = shown(RULES)
    type_into(screen.tree, "shinobazu-6.4")
    screen.again()
    assert "1 clause found" in screen.words
    screen.tap(next(n for n in screen.names if n.startswith("6.4. ")))
    assert actions.told == [("clause", ("SHINOBAZU-6.4",), {})]


def test_a_search_that_finds_nothing_says_so() -> None:
    screen, _ = shown(RULES)
    type_into(screen.tree, "zzzz")
    screen.again()
    assert "No clause has these words." in screen.words


@pytest.mark.parametrize(("look", "words"), [(EN, "odd number"), (JA, "奇数回")])
def test_a_clause_is_read_in_this_phones_language(look: object, words: str) -> None:
    screen, actions = shown(Snapshot("rules", rules_game="shinobazu", clause="SHINOBAZU-6.4"), look)  # type: ignore[arg-type]
    assert words in screen.words
    assert "SHINOBAZU-6.4" in screen.words
    screen.tap(EN.t("kit.close") if look is EN else JA.t("kit.close"))
    assert actions.told == [("clause", ("",), {})]


def test_a_clause_of_the_table_is_found_too() -> None:
    found = clause_of("METSUKE-2.3")
    assert found is not None
    assert found[0] == TABLE


def test_a_number_that_no_clause_has_is_said_to_be_none() -> None:
    read, _ = shown(Snapshot("rules", rules_game="shinobazu", clause="SHINOBAZU-99.1"))
    assert EN.t("app.rules.unknown") in read.words


def test_during_a_match_its_games_rules_come_first() -> None:
    screen, _ = shown(Snapshot("rules", match=info("en", "here", "here", "here", status="running")))
    assert "Rules of Shinobazu" in screen.words
