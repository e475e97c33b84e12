"""Matches cut at any moment, for the tests of positions."""

from __future__ import annotations

from random import Random

from referee import scorpion
from referee.check.player import any_match, any_options, playing
from referee.core.journal import Match, begin
from referee.core.values import Refused
from tests.players.scorpion import match as seated_matches


def played(seed: int) -> list[Match]:
    """Return the moments of a random match, by turns of named options alone and of numbers and deck lists as well."""
    random = Random(f"positions {seed}")
    while True:
        try:
            match = _begun(random, numbers=bool(seed % 2))
        except Refused:  # options that nobody can play with
            continue
        return [match, *(one.after for one in playing(match, random))]


def _begun(random: Random, *, numbers: bool) -> Match:
    if not numbers:
        return any_match(scorpion, random, any_options(scorpion, random))
    players = random.randint(2, 4)
    options = seated_matches.any_options(random, players)
    return begin(scorpion, options, seated_matches.seated(players))
