"""What is told of a match after its end, in every game of ours: whole, true, and nothing before."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from referee.__main__ import main
from referee.check.player import any_match, played_to_end
from referee.core.analysis import Analysis, Curve, Phrase, Plot
from referee.core.cards import leading_since
from referee.core.game import unwatched
from referee.core.games import game
from referee.core.journal import Match
from referee.core.rulebook import needed_by
from referee.core.transcripts import dump
from referee.shinobazu.rounds import ANALYSIS
from referee.shinobazu.rounds import result as shinobazu_result
from tests.catalogues import LOCALE
from tests.own_games import OWN_GAMES

CARDS = tuple(key for key in OWN_GAMES if key != "scorpion")


def ended(key: str, seed: int, **options: Any) -> Match:
    """Return a match played at random to its end."""
    random = Random(f"{key} {seed}")
    return played_to_end(any_match(game(key), random, options), random)


@cache
def standard(key: str, seed: int) -> tuple[Match, Analysis | None]:
    """Return a match of the standard options, played to its end, and its analysis."""
    match = ended(key, seed)
    return match, analysis_of(match)


def analysis_of(match: Match) -> Analysis | None:
    review = match.game.EXTRAS.review
    assert review.analysis is not None
    frames = review.replay(match.steps)
    return review.analysis(match.steps, frames, unwatched)


def phrases(value: Any) -> Iterator[Phrase]:
    """Yield every sentence of an analysis."""
    if isinstance(value, Phrase):
        yield value
    elif isinstance(value, tuple | list):
        for each in value:
            yield from phrases(each)
    elif isinstance(value, dict):
        for each in value.values():
            yield from phrases(each)
    elif hasattr(type(value), "model_fields"):
        for name in type(value).model_fields:
            yield from phrases(getattr(value, name))


@pytest.mark.parametrize("depth", ["plays", "scores"])
@pytest.mark.parametrize("key", CARDS)
def test_the_course_of_points_ends_as_the_match_did(key: str, depth: str) -> None:
    match = ended(key, 1, depth=depth)
    found = analysis_of(match)
    assert found is not None
    assert match.result is not None
    plot = found.plots[0]
    last = {curve.name.params["seat"]: curve.numbers[-1] for curve in plot.curves}
    assert {line.seat: line.points for line in match.result.ranking}.items() <= last.items()
    assert all(len(curve.numbers) == len(plot.at) == len(plot.entries) for curve in plot.curves)
    assert plot.entries == tuple(sorted(plot.entries))


@pytest.mark.parametrize("key", OWN_GAMES)
def test_whatever_is_said_has_words_in_every_language_for_what_it_says(key: str) -> None:
    words = needed_by([LOCALE])
    said = 0
    for seed in range(2):
        for each in phrases(standard(key, seed)[1]):
            for known in words.values():
                assert known[each.message] <= each.params.keys(), each
            said += 1
    assert said > 10


@pytest.mark.parametrize("key", OWN_GAMES)
def test_of_a_match_that_has_not_ended_nothing_is_told(key: str) -> None:
    random = Random(f"{key} unended")
    begun = any_match(game(key), random, {})
    for until in (0, 5, 15):
        match = played_to_end(begun, random, until=until)
        if match.result is None:
            assert analysis_of(match) is None


@pytest.mark.parametrize("key", OWN_GAMES)
def test_what_became_provable_is_what_the_audits_found(key: str) -> None:
    for seed in range(2):
        match, found = standard(key, seed)
        if found is None:
            continue
        reported = [(n.message, n.params) for s in match.steps for n in s.ruling.notices if ".finding." in n.message]
        if key != "scorpion":
            assert [(proof.said.message, proof.said.params) for proof in found.proofs] == reported


@pytest.mark.parametrize("key", CARDS)
def test_it_is_said_what_was_certain_of_closed_cards_or_that_nothing_was(key: str) -> None:
    for seed in range(2):
        _, found = standard(key, seed)
        assert found is not None
        assert found.decided is not None
        silent = [note.message for note in found.notes] == ["analysis.nothing_certain"]
        assert silent != bool(found.certain)


def test_it_is_said_how_cards_come_to_be_certain_and_where_more_may_have_been() -> None:
    sure = {key: found.sure.message for key in CARDS if (found := standard(key, 0)[1]) is not None and found.sure}
    assert sure == {**dict.fromkeys(CARDS, "analysis.sure"), "shinobazu": "shinobazu.analysis.sure"}


def test_where_nobody_was_ahead_for_good_it_is_said_by_which_rule_the_match_was_won() -> None:
    match, found = standard("shinobazu", 1)
    assert found is not None
    assert match.result is not None
    tied = match.result.model_copy(update={"winners": (match.result.ranking[-1].seat,)})
    told = replace(ANALYSIS, result=lambda state: tied if shinobazu_result(state) else None)
    decided = told.analysis(match.steps, (), unwatched)
    assert decided is not None
    assert decided.decided is not None
    assert decided.decided.said == Phrase(message=tied.reason, clause=tied.clause)
    assert decided.decided.entry == match.steps[-1].number


def plot_of(*rows: tuple[int, ...]) -> Plot:
    curves = tuple(Curve(name=Phrase(message="x"), mark="x", numbers=row) for row in rows)
    at = tuple(str(n) for n in range(len(rows[0])))
    return Plot(title="x", unit="x", axis="x", at=at, entries=tuple(range(len(at))), curves=curves, how=curves[0].name)


@pytest.mark.parametrize(
    ("rows", "winners", "fewest", "since"),
    [
        (((0, 5, 2, 9), (0, 1, 3, 4)), ["a"], False, 3),
        (((0, 5, 6, 9), (0, 1, 3, 4)), ["a"], False, 1),
        (((0, 1, 1, 1), (0, 0, 2, 2)), ["a"], True, 2),
        (((0, 1, 1, 3), (0, 0, 2, 3)), ["a"], False, None),
        (((3, 3), (1, 2), (2, 3)), ["a", "c"], False, 0),
    ],
)
def test_winners_are_ahead_since_the_moment_after_which_nobody_else_was(
    rows: tuple[tuple[int, ...], ...], winners: list[str], fewest: bool, since: int | None
) -> None:
    seats = "abc"[: len(rows)]
    assert leading_since(plot_of(*rows), list(seats), winners, fewest=fewest) == since


def test_a_match_is_analysed_from_its_file_and_an_export_with_its_analysis_is_read_as_well(tmp_path, capsys) -> None:
    match, found = standard("shinobazu", 1)
    assert found is not None
    file = tmp_path / "match.json"
    file.write_text(json.dumps(dump(match) | {"analysis": found.model_dump(mode="json")}), "utf-8")
    assert main(["analyse", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(found.model_dump_json())
    running = dump(played_to_end(any_match(game("shinobazu"), Random(1), {}), Random(1), until=3))
    file.write_text(json.dumps(running), "utf-8")
    assert main(["analyse", str(file)]) == 2
    assert "has not ended" in capsys.readouterr().err
