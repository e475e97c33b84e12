"""The library's door: one import path, errors that say what was expected, sentences in every language."""

from __future__ import annotations

from importlib.resources import files

import pytest

import referee
from referee import Notice, Refused, Seat, UnknownGame, begin, games, languages, say

THREE = ["Aki", "Ben", "Chie"]


def test_the_door_hands_out_what_it_names() -> None:
    assert sorted(referee.__all__) == sorted(set(referee.__all__))
    assert all(hasattr(referee, name) for name in referee.__all__)
    assert all((files(package) / "py.typed").is_file() for package in ("referee", "companion", "models"))


def test_a_match_begins_by_key_or_game_and_by_names_or_seats() -> None:
    by_names = begin("shinobazu", {"depth": "scores"}, THREE)
    by_seats = begin(games["shinobazu"], by_names.options, [Seat(seat=name, name=name) for name in THREE])
    assert by_names == by_seats
    assert [seat.seat for seat in by_names.seats] == THREE


@pytest.mark.parametrize(
    ("game", "options", "seats", "error", "said"),
    [
        ("shinobazu", {}, "ABC", TypeError, "seats: expected a list of names or of Seat("),
        ("shinobazu", {}, [1, 2, 3], TypeError, "seats[0]: expected a name or a Seat; got 1, a int"),
        ("shinobazu", 3, THREE, TypeError, "options: expected a mapping"),
        ("shinobazu", {"dept": "plays"}, THREE, Refused, "options.dept: no such option; there are depth, "),
        ("shinobazu", {"depth": "all"}, THREE, Refused, "options.depth: input should be 'plays' or 'scores'"),
        ("shinobazu", {}, ["Aki"], Refused, "seats: shinobazu is played by 3 to 5, not by 1"),
        ("shinobazu", {}, ["Aki", "aki", "Ben"], Refused, "METSUKE-1.3: Somebody here is called aki already."),
        ("shinobasu", {}, THREE, UnknownGame, "no game 'shinobasu'; the games are: scroll-trick, "),
    ],
)
def test_what_does_not_fit_says_what_was_expected(
    game: str, options: object, seats: object, error: type[Exception], said: str
) -> None:
    with pytest.raises(error) as raised:
        begin(game, options, seats)  # type: ignore[arg-type]
    assert said in str(raised.value)


def test_an_unknown_type_says_which_there_are() -> None:
    match = begin("shinobazu", seats=THREE)
    same, ruling = match.declare("Aki", {"type": "leed"})
    assert same is match
    assert "There are: battle_result, " in say(ruling, match)
    assert "、" in say(ruling, match, "ja") or "：battle_result" in say(ruling, match, "ja")


def test_a_sentence_has_names_lists_and_forms_of_numbers() -> None:
    match = begin("shinobazu", seats=[Seat(seat="p1", name="Aki"), Seat(seat="p2", name="Ben"), Seat(seat="p3")])
    _, ruling = match.declare("p1", {"type": "lead", "to": "p2", "colour": "red"})
    assert say(ruling, match) == "Aki leads red, in front of Ben."
    assert say(ruling, match) == say(ruling.notices[0], match)
    assert {lang: say(ruling, match, lang) != ruling.reason for lang in languages()} == dict.fromkeys(languages(), True)
    listed = Notice(message="app.end.share", params={"names": ["p1", "p2", "p3"]})
    assert "Aki, Ben and p3" in say(listed, match)
    assert say(Notice(message="no.such_key"), match) == "no.such_key"


def test_a_language_or_a_thing_that_there_are_no_words_for_is_named() -> None:
    match = begin("shinobazu", seats=THREE)
    with pytest.raises(ValueError, match="lang: expected one of en, ja; got 'xx'"):
        say(match.prompts("Aki")[0], match, "xx")
    with pytest.raises(TypeError, match="expected a Ruling, Refused, Notice, Prompt or Result"):
        say("lead", match)  # type: ignore[arg-type]


def test_a_game_that_is_a_package_of_its_own_has_its_own_words() -> None:
    match = begin("toy", seats=["Aki", "Ben"])
    _, ruling = match.declare("Aki", {"type": "skip"})
    assert say(ruling, match) == "Aki skips."
