"""A proposal lies over every screen of a table: whom it asks can answer, and the others see who is waited for."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from companion.ui.words import listed
from referee.check.player import any_match, any_options, playing
from referee.core.games import game
from referee.core.journal import Match
from referee.core.values import GAME_MASTER, PUBLIC, Refused
from tests.companion.screens.stage import EN, shown
from tests.companion.screens.tables import Table
from tests.own_games import OWN_GAMES

EVERY = 9
"""Of so many declarations one is proposed to be taken back."""
MOST = 12


def begun(key: str, random: Random) -> Match:
    for _ in range(40):
        try:
            return any_match(game(key), random, any_options(game(key), random))
        except Refused:
            continue
    raise AssertionError(f"no options of {key} fit any seats")


def proposed(key: str, random: Random) -> list[tuple[Match, str]]:
    """Return matches at which a seat has just proposed that they be taken back, and that seat."""
    found = []
    match = begun(key, random)
    for one in islice(playing(match, random), 0, EVERY * MOST, EVERY):
        if one.after.result is not None:
            break
        seat = random.choice(one.after.seats).seat
        lines = one.after.line_numbers(seat)
        line = next((lines[s.number] for s in reversed(one.after.steps) if s.number in lines), 0)
        after, ruling = one.after.act(seat, {"type": "correct", "number": line, "onward": True})
        if ruling.upheld and after.proposal is not None:
            found.append((after, seat))
    return found


@pytest.mark.clause("METSUKE-3.6")
@pytest.mark.parametrize("key", OWN_GAMES)
def test_whoever_is_asked_can_answer_and_the_others_see_who_is_waited_for(key: str) -> None:
    random, matches = Random(key), list[tuple[Match, str]]()
    while len(matches) < MOST:
        matches += proposed(key, random)
    for match, proposer in matches[:MOST]:
        for seat in match.seats:
            for held in ("covered", "kept"):
                screen, actions = shown(Table(match).snap(seat.seat, held))
                asked = seat.seat != proposer
                assert (EN.t("app.house.yes") in screen.names) == asked
                if asked:
                    screen.tap(EN.t("app.house.yes"))
                    assert actions.told[-1] == ("consent", (True,), {})
                else:
                    others = listed(EN, [other.name for other in match.seats if other.seat != proposer])
                    assert EN.t("app.house.waiting", names=others) in screen.words
        for viewer in (PUBLIC, GAME_MASTER):
            screen, _ = shown(Table(match, gm="referee").snap(viewer, "covered" if viewer == PUBLIC else "kept"))
            assert EN.t("app.house.yes") not in screen.names
