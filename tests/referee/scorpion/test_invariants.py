"""The invariants of the rules' section 10 hold after every move of random matches, played to their end.

Each match is made of its seed alone: players, options, declarations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee import scorpion
from referee.scorpion.state import with_character, with_figures, with_stock
from tests.players.scorpion.match import any_options, judged, seated
from tests.referee.scorpion.invariants import Broken, tracked
from tests.referee.scorpion.secrecy.watching import Watch
from tests.shares import parts

ENOUGH = 50
"""Matches that have to show all that can happen."""
KINDS = {
    *("heard", "heard_nothing", "discovered", "lost_sight", "guard_killed", "wounded", "died", "returned"),
    *("mission_redrawn", "bonus_cards_taken", "escaped", "mission_accomplished", "entrance_found", "guards_woke"),
    *("passage_entered", "passage_left", "passage_unlocked", "hidden_sentry_placed", "hidden_sentry_killed"),
    *("guard_drunk", "cat_played", "units_merged", "ended"),
}


def table(seed: int) -> tuple[int, dict[str, Any]]:
    """Return players and options of a match; every seventh is played with results alone."""
    random = Random(f"table {seed}")
    players = 2 + seed % 3
    options = any_options(random, players)
    if seed % 7 == 6:
        options["depth"] = "scores"
    return players, options


def watched(seed: int) -> Counter[str]:
    """Play a match under the eyes of a watcher and return the kinds of its events. A failure names its seed."""
    players, options = table(seed)
    state: Any = scorpion.begin(scorpion.OPTIONS.model_validate(options), seated(players))
    watch, n = Watch(state), 0
    try:
        for one in judged(seed, players, options):
            n, state = n + 1, one.ruling.state
            if state.scores is None:
                watch.move(one)
            else:
                tracked(one.before, state)
        if state.scores is None:
            watch.end(state)
    except AssertionError as broken:
        raise AssertionError(f"seed {seed}, {players} players, move {n}, {options}: {broken}") from broken
    return Counter(e.kind for e in state.record)


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("SCORPION_MATCHES", ENOUGH), ids=str)
def test_the_invariants_hold(seeds: range) -> None:
    kinds: Counter[str] = Counter()
    for seed in seeds:
        kinds += watched(seed)
    if len(seeds) >= ENOUGH:
        assert KINDS - set(kinds) == set()


def spoilt(seed: int, spoil: Callable[[Any], Any]) -> bool:
    """Play a match in which one state is spoilt; tell whether the watcher finds it at once."""
    players, options = table(seed)
    watch = Watch(scorpion.begin(scorpion.OPTIONS.model_validate(options), seated(players)))
    for one in judged(seed, players, options):
        wrong = spoil(one.ruling.state)
        if wrong is not None:
            with pytest.raises(Broken):
                watch.move(one._replace(ruling=replace(one.ruling, state=wrong)))
            return True
        watch.move(one)
    return False


def hidden_among_guards(state: Any) -> Any:
    """Put a hidden intruder among guards."""
    for c in state.characters:
        if state.phase == "cards" and c.status == "in_play" and not c.visible and state.figures:
            return with_character(state, c.who, zone=state.figures[0].zone)
    return None


def card_lost(state: Any) -> Any:
    """Lose a guard card."""
    return with_stock(state, state.stocks[0].role, deck_size=state.stocks[0].deck_size - 1) if state.turn == 3 else None


def alert_gone(state: Any) -> Any:
    """Let the alert fall for no reason."""
    return replace(state, alert=state.alert - 1) if state.phase == "patrol" and state.alert else None


def guard_forgets(state: Any) -> Any:
    """Let a guard who had a card have another, in the middle of a turn."""
    carded = [f.id for f in state.figures if f.carded]
    return with_figures(state, carded, carded=False) if state.phase == "patrol" and carded else None


def mark_moved(state: Any) -> Any:
    """Put both traps into one zone."""
    traps = state.marks.traps
    return replace(state, marks=replace(state.marks, traps=(traps[0],) * 2)) if state.turn == 2 else None


def noise_made_up(state: Any) -> Any:
    """Let an intruder be louder than they were."""
    loud = [c for c in state.characters if c.status == "in_play" and state.phase == "alert" and c.noise < 3]
    return with_character(state, loud[0].who, noise=loud[0].noise + 1) if loud else None


@pytest.mark.parametrize(
    "spoil", [hidden_among_guards, card_lost, alert_gone, guard_forgets, mark_moved, noise_made_up]
)
def test_the_watcher_is_awake(spoil: Callable[[Any], Any]) -> None:
    assert any(spoilt(seed, spoil) for seed in (0, 1, 2))
