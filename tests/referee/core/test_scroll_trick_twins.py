"""Scroll Trick's twins look the same, whatever is taken back, proposed, corrected or refused between the moves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee import scroll_trick
from referee.core.journal import Match
from referee.core.values import PUBLIC
from tests.players.scroll_trick import CARELESS, HONEST, OPEN, Said, any_options, play, seated, twin
from tests.referee.core.disturbing import Disturbing

CHUNKS = 10
LONGEST = 55
"""Declarations of most matches that are compared: into the second round of three players."""


def twins(seed: int) -> tuple[dict[str, Any], tuple[Any, ...], list[Said], list[Said], str] | None:
    """Return options, seats, two records and the viewer who may not tell them apart, or None if none were found."""
    random = Random(f"scroll twins {seed}")
    seats = seated(random.choice((2, 2, 3, 3, 4, 5)))
    options = any_options(random, len(seats))
    most = LONGEST if random.random() < 0.85 else 3 * LONGEST
    moves = play(seed, len(seats), options, random.choice((HONEST, OPEN, OPEN, CARELESS)), most)
    viewer = random.choice((PUBLIC, *(s.seat for s in seats)))
    for _ in range(6):
        part = moves[: random.randint(8, len(moves))]
        other = twin(part, viewer, random, options=options, seats=seats, tries=12)
        if other is not None:
            return options, seats, part, other, viewer
    return None


def refused_secret(random: Random, match: Match) -> dict[str, Any]:
    """Return something that a seat might wrongly declare and that is its own secret."""
    deck = [f"{kind} {n}" for kind in match.options.kinds for n in match.options.numbers]
    card = random.choice(deck)
    return random.choice(
        [
            {"type": "play_card", "card": card},
            {"type": "open_card", "card": card},
            {"type": "check_card", "card": card},
            {"type": "register_hand", "cards": random.sample(deck, 7)},
            {"type": "turn_scroll", "card": card, "value": random.choice((3, 1, -1, 5))},
            {"type": "place_scrolls", "scrolls": {card: 3}},
        ]
    )


DISTURBING = Disturbing(scroll_trick, refused_secret, proposed=0.1, undone=0.15)


@pytest.mark.clause("METSUKE-1.8", "METSUKE-3.4", "METSUKE-4.1")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_scroll_tricks_twins_look_the_same(chunk: int) -> None:
    wanted, compared = DISTURBING.compared(twins, chunk, CHUNKS)
    assert compared > 5 * wanted


def test_what_a_seat_itself_holds_is_no_twin_to_it() -> None:
    """The check is awake: what p1 may not tell apart, its owner may."""
    assert DISTURBING.told_to_owners(twins, range(40)) > 10
