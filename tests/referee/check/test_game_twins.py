"""Twins of every game look the same, whatever is taken back, proposed or corrected between the moves."""

from __future__ import annotations

from importlib import import_module
from itertools import islice
from random import Random

import pytest

from referee.check.player import any_match, any_options, playing
from referee.check.twins import Leak, Twins, check_twins, twins
from referee.core.games import game
from referee.core.journal import Match
from referee.core.values import PUBLIC, Refused, Viewer
from tests.own_games import OWN_GAMES
from tests.shares import parts

SIZE = 20
LATEST = 60
"""Declarations after which twins part at the latest."""


def pair(key: str, seed: int, viewer: Viewer = "") -> tuple[Match, Twins]:
    """Return a match at some point, and twins that part there."""
    random = Random(f"{key} twins {seed}")
    try:
        match = any_match(game(key), random, any_options(game(key), random))
    except Refused:
        match = any_match(game(key), random, {})
    for one in islice(playing(match, random), random.choice((0, random.randint(0, LATEST)))):
        if one.after.result is None:
            match = one.after
    return match, twins(match, viewer or random.choice([PUBLIC, *(seat.seat for seat in match.seats)]), random)


@pytest.mark.clause("METSUKE-1.8", "METSUKE-3.4", "METSUKE-4.1")
@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("PAIRS", SIZE), ids=str)
@pytest.mark.parametrize("key", OWN_GAMES)
def test_twins_of_every_game_look_the_same(key: str, seeds: range) -> None:
    compared = differ = 0
    for seed in seeds:
        match, made = pair(key, seed)
        compared += check_twins(match, made.acts_a, made.acts_b, made.viewer)
        differ += bool(made.differ)
    assert compared > 10 * len(seeds)
    assert differ or len(seeds) < 5


@pytest.mark.parametrize("key", OWN_GAMES)
def test_what_a_seat_itself_holds_is_no_twin_to_it(key: str) -> None:
    """The check is awake: what everybody may not tell apart, whoever declared it may."""
    told = 0
    for seed in range(8):
        match, made = pair(key, seed, PUBLIC)
        acts = [(a, b) for a, b in zip(made.acts_a, made.acts_b, strict=True) if a is not None and b is not None]
        owner = next((a[0] for a, b in acts if a != b and a[1]["type"] == "declare"), None)
        try:
            check_twins(match, [a for a, _ in acts], [b for _, b in acts], owner or PUBLIC)
        except Leak:
            told += 1
    assert told > 0


@pytest.mark.clause("METSUKE-2.3")
@pytest.mark.parametrize("key", [key for key in OWN_GAMES if key != "scorpion"])
def test_no_seat_takes_back_what_told_a_secret(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be noticed if nothing revealed anything; for Scorpion by its own test, which knows every such moment."""
    module = import_module(f"referee.{key.replace('-', '_')}")
    monkeypatch.setattr(module, "reveals", lambda *_: False)
    with pytest.raises(Leak, match="may take back"):
        _ = [pair(key, seed) for seed in range(60)]
