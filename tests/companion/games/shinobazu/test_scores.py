"""Depth scores: what can be chosen is what the referee upholds, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

import pytest

from companion.games.shinobazu.facts import Pick
from companion.games.shinobazu.scores import (
    duel_pick,
    entered,
    entered_duel,
    is_complete,
    is_duel_complete,
    is_three_possible,
    participants,
    toggled,
)
from referee import shinobazu as game
from tests.companion.games.shinobazu import tables
from tests.companion.games.shinobazu.test_turn import declared
from tests.companion.screens.stage import JA, shown


def subsets(items: list[str]) -> Iterator[tuple[str, ...]]:
    """All subsets."""
    return chain.from_iterable(combinations(items, n) for n in range(len(items) + 1))


def third_round(count: int) -> tables.Table:
    """A match in its second round, with a carried card before the last seat."""
    table = tables.begun(count, depth="scores")
    table = table.says("p1", "battle_result", passers=[f"p{count}"], winner="p1", losers=["p2"])
    return table.says("p1", "no_duel").says("p1", "end_round")


@pytest.mark.parametrize("count", [3, 4])
def test_exactly_the_results_that_can_be_chosen_are_upheld(count: int) -> None:
    """Every combination of passers, winner, losers, three and pushed, held against the referee."""
    table = third_round(count)
    view, state = table.view, table.match.state
    ids = [s.seat for s in view.seats]
    tried = chosen = 0
    for passers in subsets(ids):
        for winner in ("", *ids):
            for losers in subsets(ids):
                for three in (False, True):
                    pick = Pick(
                        passers=passers, winner=winner, losers=losers, three=three, pushed=view.start in passers
                    )
                    fought = participants(view, pick)
                    fits = set(losers) <= fought and (not winner or winner in fought - set(losers))
                    fits = fits and is_complete(view, pick) and (not three or is_three_possible(view, pick))
                    move = game.MOVE.validate_python(entered(pick))
                    tried, chosen = tried + 1, chosen + fits
                    assert game.judge(state, "p1", move).upheld == fits, pick
    assert 0 < chosen < tried


def test_tapping_drops_what_no_longer_fits() -> None:
    view = third_round(4).view
    pick = Pick(winner="p3", losers=("p4",))
    assert toggled(pick, view, "passers", "p3").winner == ""
    assert toggled(pick, view, "losers", "p3").losers == ("p4",)
    alone = Pick(passers=("p1", "p3"), losers=("p4",), pushed=True)
    assert toggled(alone, view, "passers", "p4").losers == ("p4",)
    assert toggled(Pick(passers=(view.start,), pushed=True), view, "pushed").passers == ()


def test_a_result_is_entered_by_tapping() -> None:
    screen, actions = shown(third_round(4).snap("p3"))
    assert "Choose who won and lost" in screen.names
    screen.tap("Chie: Wins")
    screen.tap("Aki: Loses")
    screen.tap("Dai: Pass")
    screen.tap("Chie wins, Aki loses")
    (said,) = declared(actions)
    assert said[0] == {
        "type": "battle_result", "passers": ["p4"], "winner": "p3", "losers": ["p1"], "three": False,
        "start_pushed": False,
    }  # fmt: skip


def test_the_start_player_passes_only_after_a_push() -> None:
    screen, _ = shown(third_round(4).snap())
    start = screen_start()
    with pytest.raises(LookupError):
        screen.tap(f"{start}: Pass")
    screen.tap(f"{start} pushed the lead")
    screen.tap(f"{start}: Pass")
    assert f"{start}: Pass" in screen.names


def screen_start() -> str:
    """The name of who starts."""
    view = third_round(4).view
    return next(s.name for s in view.seats if s.seat == view.start)


def test_a_duel_is_entered_with_its_cost() -> None:
    table = third_round(4).says("p2", "battle_result", passers=["p4"], winner="p3", losers=["p2"])
    screen, actions = shown(table.snap())
    screen.tap("Refused")
    assert "If Dai refuses: 2 points for Dai." in screen.words
    screen.tap("Dai refuses")
    screen.tap("Ben wins")
    screen.tap("No duel")
    assert declared(actions) == [
        ({"type": "duel_result", "target": "p4", "outcome": "refused", "k": 2},),
        ({"type": "no_duel"},),
    ]


def duel_of_two_passers(**options: str) -> tables.Table:
    """Chie lost the second battle; Aki, and Dai with a carried card, passed."""
    table = tables.begun(4, depth="scores", **options)
    table = table.says("p1", "battle_result", passers=["p4"], winner="p1", losers=["p2"]).says("p1", "no_duel")
    table = table.says("p1", "end_round")
    return table.says("p2", "battle_result", passers=["p1", "p4"], winner="p2", losers=["p3"])


@pytest.mark.parametrize("options", [{"duel_three": "on"}, {"duel_three": "off"}])
def test_exactly_the_duels_that_can_be_chosen_are_upheld(options: dict[str, str]) -> None:
    """Every target, outcome, winner and losers, held against the referee."""
    table = duel_of_two_passers(**options)
    view, state = table.view, table.match.state
    ids = [s.seat for s in view.seats]
    tried = by_three = 0
    for target in ("p1", "p4"):
        for outcome in ("challenger_wins", "target_wins", "tie", "refused", "three"):
            for winner in ("", *ids):
                for losers in subsets(ids):
                    pick = Pick(choice=outcome, winner=winner, losers=losers)
                    fits = duel_pick(view, pick, target) == pick and is_duel_complete(view, pick, target)
                    cards = 2 if target == "p4" else 1
                    move = {**entered_duel(pick, target, cards), "winner": winner or None, "losers": losers}
                    upheld = game.judge(state, "p1", game.MOVE.validate_python(move)).upheld
                    tried, by_three = tried + 1, by_three + (upheld and outcome == "three")
                    assert upheld == fits, (target, pick)
    assert tried
    assert bool(by_three) == (options["duel_three"] == "on")


def test_a_duel_that_a_sum_of_three_widened_is_entered_by_tapping() -> None:
    screen, actions = shown(duel_of_two_passers(duel_three="on").snap())
    screen.tap("Aki")
    assert "Jutsu of three" not in screen.names  # nobody of the two has a carried card
    screen.tap("Dai")
    screen.tap("Jutsu of three")
    assert "Choose who won and lost" in screen.names
    with pytest.raises(LookupError):
        screen.tap("Ben: Wins")
    screen.tap("Aki: Wins")
    screen.tap("Chie: Loses")
    screen.tap("Dai: Loses")
    screen.tap("Aki wins, Chie and Dai lose")
    assert declared(actions) == [
        ({"type": "duel_result", "target": "p4", "outcome": "three", "winner": "p1", "losers": ["p3", "p4"]},)
    ]
    screen.tap("Aki")
    assert "Choose who won and lost" in screen.names


def test_without_the_option_no_duel_is_widened() -> None:
    screen, _ = shown(duel_of_two_passers().snap(), JA)
    screen.tap("Dai")
    assert JA.t("shinobazu.screen.three_made") not in screen.names
    widened, _ = shown(duel_of_two_passers(duel_three="on").snap(), JA)
    widened.tap("Dai")
    assert JA.t("shinobazu.screen.three_made") in widened.names


def test_the_sheet_has_a_line_for_every_round() -> None:
    screen, _ = shown(third_round(4).snap())
    assert any(name.startswith("Round 1.1: Aki 0, Ben 1, Chie 0, Dai 0") for name in screen.names)
