"""Depth scores: what can be chosen is what the referee upholds, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

import pytest

from companion.screens.shinobazu_facts import Pick
from companion.screens.shinobazu_tally import complete, entered, participants, three_possible, toggled
from referee import shinobazu as game
from tests.companion.screens import shinobazu_tables as tables
from tests.companion.screens.stage import shown
from tests.companion.screens.test_shinobazu_turn import declared


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
                    fits = fits and complete(view, pick) and (not three or three_possible(view, pick))
                    move = game.MOVE.validate_python(entered(pick))
                    tried, chosen = tried + 1, chosen + fits
                    assert game.judge(state, "p1", move).upheld == fits, pick
    assert 0 < chosen < tried


def test_tapping_drops_what_no_longer_fits() -> None:
    view = third_round(4).view
    pick = Pick(winner="p3", losers=("p4",))
    assert toggled(view, pick, "passers", "p3")["winner"] == ""
    assert toggled(view, pick, "losers", "p3")["losers"] == ("p4",)
    alone = Pick(passers=("p1", "p3"), losers=("p4",), pushed=True)
    assert toggled(view, alone, "passers", "p4")["losers"] == ("p4",)
    assert toggled(view, Pick(passers=(view.start,), pushed=True), "pushed", "")["passers"] == ()


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


def test_the_sheet_has_a_line_for_every_round() -> None:
    screen, _ = shown(third_round(4).snap())
    assert any(name.startswith("Round 1.1: Aki 0, Ben 1, Chie 0, Dai 0") for name in screen.names)
