"""What a house ruling has let stand is not refused again with what comes later: the match goes on, whatever it was.

Scorpion has a test of its own, `tests/referee/scorpion/test_overruled.py`.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from referee.check.offered import (
    SALT,
    Excuse,
    asked_of,
    check_answerable,
    check_offered,
    secret_of_others,
    strings_in,
    tried_move,
)
from referee.check.player import any_match, any_options, next_declaration
from referee.core.games import game
from referee.core.journal import Match
from referee.core.values import GAME_MASTER, PUBLIC, TABLE, Refused
from tests.own_games import OWN_GAMES
from tests.shares import count

OFTEN = 0.12
"""Probability that the table overrules a refusal before a declaration."""
TRIES = 60
MOST = 250
"""Declarations that a match is followed for; one of Shinobi School takes up to nine hundred."""


def overruled(match: Match, random: Random) -> Match:
    """Return a match in which one refused move stands by a house ruling, or the same match if none was found."""
    offers = {seat: [o for _, o in asked_of(match, seat)] for seat in (*(s.seat for s in match.seats), TABLE)}
    strings = strings_in(match)
    for _ in range(TRIES):
        seat = random.choice(list(offers))
        move = tried_move(match.game, offers, strings, random)
        said = {"seat": seat, "move": move, "salt": SALT}
        if match.act(seat, {"type": "declare", **said})[1].upheld:
            continue
        after, ruling = match.act(GAME_MASTER, {"type": "house_ruling", **said})
        if ruling.upheld:
            return after
    return match


def excuse(match: Match) -> Excuse:
    """Return what excuses a refused offer: another's secret, or that a noted scroll has to be named.

    The values of several scrolls may not go together although each is possible; the noted one is then asked for
    (SCROLL-6.15), and an offer cannot say so for all that hold a note.
    """
    excused = secret_of_others(match)
    return lambda seat, move, ruling: ruling.reason == "scroll_trick.scroll_left" or excused(seat, move, ruling)


@pytest.mark.soak
@pytest.mark.parametrize("key", [key for key in OWN_GAMES if key != "scorpion"])
@pytest.mark.parametrize("seed", range(count("RULED")))
def test_a_match_goes_on_whatever_a_house_ruling_lets_stand(key: str, seed: int) -> None:
    random = Random(f"house rulings {key} {seed}")
    try:
        match = any_match(game(key), random, any_options(game(key), random))
    except Refused:
        match = any_match(game(key), random, {})
    often = Counter[tuple[str, str]]()
    for _ in range(MOST):
        if random.random() < OFTEN:
            match = overruled(match, random)
        if match.result is not None:
            return
        for viewer in (PUBLIC, *(seat.seat for seat in match.seats), GAME_MASTER):
            match.view(viewer)
            match.prompts(viewer)
        check_answerable(match, random)
        check_offered(match, random, 1, excuse(match))
        one = next_declaration(match, random, often)
        assert one is not None, f"nobody can declare anything after {match.number} entries"
        often[one.seat, one.move["type"]] += 1
        match = one.after
