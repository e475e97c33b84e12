"""Giryaku's twins look the same, whatever is taken back, proposed, corrected or refused between the moves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from referee import giryaku
from referee.journal import begin
from referee.values import GAME_MASTER, PUBLIC
from tests.leaks import PAIRS, Leak, Played, check_twins
from tests.players.giryaku import CROOKED, HONEST, SECRET, Said, any_options, play, seated, twin
from tests.referee.core.toy_acts import consent, declare, redo, rule, undo

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


def lie(random: Random) -> dict[str, Any]:
    """Return a declaration that rests on a secret and is often refused."""
    if random.random() < 0.5:
        return {"type": "enter_hand", "cards": [random.choice("SNO") for _ in range(random.randint(1, 3))]}
    return {"type": "place", "col": random.randint(1, 3), "card": random.choice("SNO"), "face_down": True}


def disturbed(
    random: Random, seats: Sequence[Any], options: dict[str, Any], a: list[Said], b: list[Said], viewer: str
) -> tuple[list[Played | None], list[Played | None]]:
    """Put undo, redo, proposals and refused secrets between the moves of twins, and a correction at the end."""
    ids = [s.seat for s in seats]
    match = other = begin(giryaku, options, seats)
    acts_a: list[Played | None] = []
    acts_b: list[Played | None] = []

    def both(act_a: Played, act_b: Played) -> None:
        nonlocal match, other
        match, _ = match.act(*act_a)
        other, _ = other.act(*act_b)
        acts_a.append(act_a)
        acts_b.append(act_b)

    for (actor, move_a), (_, move_b) in zip(a, b, strict=True):
        if random.random() < 0.1:
            proposer = actor if actor in ids else ids[0]
            both(rule(proposer, seat=actor, move=move_a), rule(proposer, seat=actor, move=move_b))
            both(consent(proposer, agree=False), consent(proposer, agree=False))
        if random.random() < 0.2:
            liar = random.choice([s for s in ids if s != viewer])
            lone = liar, declare(liar, lie(random))
            if not match.act(*lone)[1].upheld:
                acts_a.append(lone)
                acts_b.append(None)
            if not other.act(*lone)[1].upheld:
                acts_a.append(None)
                acts_b.append(lone)
        secret = f"{random.getrandbits(128):032x}"
        both((actor, declare(actor, move_a, secret)), (actor, declare(actor, move_b, secret)))
        if random.random() < 0.15:
            who = random.choice((*ids, GAME_MASTER))
            both(undo(who), undo(who))
            both(redo(who), redo(who))
    step, twin_step = random.choice(list(zip(match.steps, other.steps, strict=True)))
    assert step.number == twin_step.number
    again = [{"type": "correct", "number": s.number, "move": s.act.move} for s in (step, twin_step)]
    both((GAME_MASTER, again[0]), (GAME_MASTER, again[1]))
    return acts_a, acts_b


@pytest.mark.clause("METSUKE-1.8", "METSUKE-3.4", "METSUKE-4.1", "GIRYAKU-7.8")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_giryakus_twins_look_the_same(chunk: int) -> None:
    wanted, found, compared, seed = -(-PAIRS // CHUNKS), 0, 0, chunk
    while found < wanted:
        pair = twins(seed)
        if pair is not None:
            options, seats, a, b, viewer = pair
            acts_a, acts_b = disturbed(Random(seed), seats, options, a, b, viewer)
            assert acts_a != acts_b
            compared += check_twins(giryaku, options, seats, acts_a, acts_b, viewer)
            found += 1
        seed += CHUNKS
        assert seed < 100 * PAIRS, "too few twins are found"
    assert compared > 10 * wanted


def test_what_a_seat_itself_holds_is_no_twin_to_it() -> None:
    """The check is awake: what one may not tell apart, its owner may."""
    told = 0
    for seed in range(30):
        pair = twins(seed)
        if pair is None:
            continue
        options, seats, a, b, _ = pair
        owner = next(actor for (actor, move_a), (_, move_b) in zip(a, b, strict=True) if move_a != move_b)
        acts = [[(actor, declare(actor, move)) for actor, move in moves] for moves in (a, b)]
        with pytest.raises(Leak):
            check_twins(giryaku, options, seats, acts[0], acts[1], owner)
        told += 1
    assert told > 10
