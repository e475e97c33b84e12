"""Shinobi School's twins look the same, whatever is taken back, proposed, corrected or refused between the moves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.core.games import game
from referee.core.journal import Match
from referee.core.values import PUBLIC
from tests.players.shinobi_school import HONEST, OPEN, Said, any_options, play, seated, twin
from tests.referee.core.disturbing import Disturbing

GAME = game("shinobi-school")
CHUNKS = 10
LONGEST = 40
"""Declarations of a match that is compared: the split and some turns."""


def twins(seed: int) -> tuple[dict[str, Any], tuple[Any, ...], list[Said], list[Said], str] | None:
    """Return options, seats, two records and the viewer who may not tell them apart, or None if none were found."""
    random = Random(f"twins {seed}")
    seats = seated(random.randint(3, 5))
    options = any_options(random) | {"rounds": 1}
    moves = play(seed, len(seats), options, random.choice((HONEST, OPEN, OPEN)))
    viewer = random.choice((PUBLIC, *(s.seat for s in seats)))
    for _ in range(6):
        part = moves[: random.randint(2, min(len(moves), random.choice((12, LONGEST))))]
        other = twin(part, viewer, random, options=options, seats=seats, tries=12)
        if other is not None:
            return options, seats, part, other, viewer
    return None


def lie(random: Random, _: Match) -> dict[str, Any]:
    """Return a secret declaration, or one that is judged by a secret."""
    cards = [random.randint(1, 13) for _ in range(random.randint(0, 15))]
    return random.choice(
        (
            {"type": "lay_earth", "cards": cards},
            {"type": "register_hand", "cards": cards},
            {"type": "register_heaven", "cards": cards},
            {"type": "place", "side": "heaven", "number": random.randint(1, 13), "size": random.randint(1, 2)},
        )
    )


DISTURBING = Disturbing(GAME, lie)


@pytest.mark.clause("METSUKE-1.8", "METSUKE-3.4", "METSUKE-4.1")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_shinobi_schools_twins_look_the_same(chunk: int) -> None:
    wanted, compared = DISTURBING.compared(twins, chunk, CHUNKS)
    assert compared > 5 * wanted


def test_what_a_seat_itself_holds_is_no_twin_to_it() -> None:
    """The check is awake: what p1 may not tell apart, its owner may."""
    assert DISTURBING.told_to_owners(twins, range(40)) > 10
