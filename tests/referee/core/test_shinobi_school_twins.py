"""Shinobi School's twins look the same, whatever is taken back, proposed, corrected or refused between the moves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from referee.games import Games
from referee.journal import begin
from referee.values import GAME_MASTER, PUBLIC
from tests.leaks import PAIRS, Leak, Played, check_twins
from tests.players.shinobi_school import HONEST, OPEN, Said, any_options, play, seated, twin
from tests.referee.core.toy_acts import consent, declare, redo, rule, undo

GAME = Games({"shinobi-school": "referee.shinobi_school"})["shinobi-school"]
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


def lie(random: Random) -> dict[str, Any]:
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


def disturbed(
    random: Random, seats: Sequence[Any], options: dict[str, Any], a: list[Said], b: list[Said], viewer: str
) -> tuple[list[Played | None], list[Played | None]]:
    """Put undo, redo, proposals and refused secrets between the moves of twins, and a correction at the end."""
    ids = [s.seat for s in seats]
    match = other = begin(GAME, options, seats)
    acts_a: list[Played | None] = []
    acts_b: list[Played | None] = []

    def both(act_a: Played, act_b: Played) -> None:
        nonlocal match, other
        match, _ = match.act(*act_a)
        other, _ = other.act(*act_b)
        acts_a.append(act_a)
        acts_b.append(act_b)

    for (actor, move_a), (_, move_b) in zip(a, b, strict=True):
        if random.random() < 0.15:
            proposer = actor if actor in ids else ids[0]
            both(rule(proposer, seat=actor, move=move_a), rule(proposer, seat=actor, move=move_b))
            both(consent(proposer, agree=False), consent(proposer, agree=False))
        if random.random() < 0.3:
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
        if random.random() < 0.2:
            who = random.choice((*ids, GAME_MASTER))
            both(undo(who), undo(who))
            both(redo(who), redo(who))
    step, twin_step = random.choice(list(zip(match.steps, other.steps, strict=True)))
    assert step.number == twin_step.number
    again = [{"type": "correct", "number": s.number, "move": s.act.move} for s in (step, twin_step)]
    both((GAME_MASTER, again[0]), (GAME_MASTER, again[1]))
    return acts_a, acts_b


@pytest.mark.clause("METSUKE-1.8", "METSUKE-3.4", "METSUKE-4.1")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_shinobi_schools_twins_look_the_same(chunk: int) -> None:
    wanted, found, compared, seed = -(-PAIRS // CHUNKS), 0, 0, chunk
    while found < wanted:
        pair = twins(seed)
        if pair is not None:
            options, seats, a, b, viewer = pair
            acts_a, acts_b = disturbed(Random(seed), seats, options, a, b, viewer)
            assert acts_a != acts_b
            compared += check_twins(GAME, options, seats, acts_a, acts_b, viewer)
            found += 1
        seed += CHUNKS
        assert seed < 100 * PAIRS, "too few twins are found"
    assert compared > 5 * wanted


def test_what_a_seat_itself_holds_is_no_twin_to_it() -> None:
    """The check is awake: what p1 may not tell apart, its owner may."""
    told = 0
    for seed in range(40):
        pair = twins(seed)
        if pair is None:
            continue
        options, seats, a, b, viewer = pair
        acts_a, acts_b = disturbed(Random(seed), seats, options, a, b, viewer)
        owner = next(actor for (actor, move_a), (_, move_b) in zip(a, b, strict=True) if move_a != move_b)
        try:
            check_twins(GAME, options, seats, acts_a, acts_b, owner)
        except Leak:
            told += 1
        except ValueError:
            continue
    assert told > 10
