"""Shinobazu's twins look the same, whatever is taken back, proposed, corrected or refused between the moves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.core.games import game
from referee.core.journal import Match
from referee.core.values import PUBLIC
from tests.players.shinobazu import CROOKED, DECK, HONEST, OPEN, Said, any_options, play, seated, twin
from tests.referee.core.disturbing import Disturbing

CHUNKS = 10
LONGEST = 45
"""Declarations of a match that is compared: five or six rounds."""


def twins(seed: int) -> tuple[dict[str, Any], tuple[Any, ...], list[Said], list[Said], str] | None:
    """Return options, seats, two records and the viewer who may not tell them apart, or None if none were found."""
    random = Random(f"twins {seed}")
    seats = seated(random.randint(3, 5))
    options = any_options(random)
    moves = play(seed, len(seats), options, random.choice((HONEST, OPEN, OPEN, CROOKED)))
    viewer = random.choice((PUBLIC, *(s.seat for s in seats)))
    for _ in range(6):
        part = moves[: random.randint(2, min(len(moves), LONGEST))]
        other = twin(part, viewer, random, options=options, seats=seats, tries=12)
        if other is not None:
            return options, seats, part, other, viewer
    return None


def lie(random: Random, match: Match) -> dict[str, Any]:
    """Return a card that a seat might wrongly lay."""
    return {"type": "lay", "to": random.choice([s.seat for s in match.seats]), "card": random.choice(DECK)}


DISTURBING = Disturbing(game("shinobazu"), lie)


@pytest.mark.clause("METSUKE-1.8", "METSUKE-3.4", "METSUKE-4.1")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_shinobazus_twins_look_the_same(chunk: int) -> None:
    wanted, compared = DISTURBING.compared(twins, chunk, CHUNKS)
    assert compared > 5 * wanted


def test_what_a_seat_itself_holds_is_no_twin_to_it() -> None:
    """The check is awake: what p1 may not tell apart, its owner may."""
    assert DISTURBING.told_to_owners(twins, range(40)) > 10
