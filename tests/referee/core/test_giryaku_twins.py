"""Giryaku's twins look the same, whatever is taken back, proposed, corrected or refused between the moves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee import giryaku
from referee.check.leaks import Leak, check_twins
from referee.core.journal import Match
from referee.core.values import PUBLIC
from tests.players.giryaku import CROOKED, HONEST, SECRET, Said, any_options, play, seated, twin
from tests.referee.core.disturbing import Disturbing, owner
from tests.referee.core.toy_acts import declare

CHUNKS = 10
SHORTEST, LONGEST = 14, 40
"""Declarations of a match that is compared."""


def twins(seed: int) -> tuple[dict[str, Any], tuple[Any, ...], list[Said], list[Said], str] | None:
    """Return options, seats, two records and the viewer who may not tell them apart, or None if none were found."""
    random = Random(f"twins {seed}")
    seats = seated()
    options = any_options(random)
    if random.random() < 0.7:
        options["flip_mode"] = "app"
    moves = play(seed, options, random.choice((HONEST, SECRET, SECRET, CROOKED)))
    viewer = random.choice((PUBLIC, *(s.seat for s in seats)))
    for _ in range(4):
        part = moves[: random.randint(SHORTEST, max(SHORTEST, min(len(moves), LONGEST)))]
        other = twin(part, viewer, random, options=options, seats=seats, tries=8)
        if other is not None:
            return options, seats, part, other, viewer
    return None


def lie(random: Random, _: Match) -> dict[str, Any]:
    """Return a declaration that rests on a secret and is often refused."""
    if random.random() < 0.5:
        return {"type": "enter_hand", "cards": [random.choice("SNO") for _ in range(random.randint(1, 3))]}
    return {"type": "place", "col": random.randint(1, 3), "card": random.choice("SNO"), "face_down": True}


DISTURBING = Disturbing(giryaku, lie, proposed=0.1, refused=0.2, undone=0.15)


@pytest.mark.clause("METSUKE-1.8", "METSUKE-3.4", "METSUKE-4.1", "GIRYAKU-7.8")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_giryakus_twins_look_the_same(chunk: int) -> None:
    wanted, compared = DISTURBING.compared(twins, chunk, CHUNKS)
    assert compared > 10 * wanted


def test_what_a_seat_itself_holds_is_no_twin_to_it() -> None:
    """The check is awake: what one may not tell apart, its owner may."""
    told = 0
    for seed in range(30):
        pair = twins(seed)
        if pair is None:
            continue
        options, seats, a, b, _ = pair
        acts = [[(actor, declare(actor, move)) for actor, move in moves] for moves in (a, b)]
        with pytest.raises(Leak):
            check_twins(giryaku, options, seats, acts[0], acts[1], owner(a, b))
        told += 1
    assert told > 10
