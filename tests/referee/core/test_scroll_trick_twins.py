"""Scroll Trick's twins look the same, whatever is taken back, proposed, corrected or refused between the moves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from referee import scroll_trick
from referee.journal import begin
from referee.values import GAME_MASTER, PUBLIC
from tests.leaks import PAIRS, Leak, Played, check_twins
from tests.players.scroll_trick import CARELESS, HONEST, OPEN, Said, any_options, play, seated, twin
from tests.referee.core.toy_acts import consent, declare, redo, rule, undo

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


def refused_secret(random: Random, seats: Sequence[str], deck: Sequence[str]) -> dict[str, Any]:
    """Return something that a seat might wrongly declare and that is its own secret."""
    card = random.choice(deck)
    return random.choice(
        [
            {"type": "play_card", "card": card},
            {"type": "open_card", "card": card},
            {"type": "check_card", "card": card},
            {"type": "register_hand", "cards": random.sample(list(deck), 7)},
            {"type": "turn_scroll", "card": card, "value": random.choice((3, 1, -1, 5))},
            {"type": "place_scrolls", "scrolls": {card: 3}},
        ]
    )


def disturbed(
    random: Random, seats: Sequence[Any], options: dict[str, Any], a: list[Said], b: list[Said], viewer: str
) -> tuple[list[Played | None], list[Played | None]]:
    """Put undo, redo, proposals and refused secrets between the moves of twins, and a correction at the end."""
    ids = [s.seat for s in seats]
    match = other = begin(scroll_trick, options, seats)
    deck = [f"{kind} {n}" for kind in match.options.kinds for n in match.options.numbers]
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
        if random.random() < 0.3:
            liar = random.choice([s for s in ids if s != viewer])
            lone = liar, declare(liar, refused_secret(random, ids, deck))
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


@pytest.mark.clause("METSUKE-1.8", "METSUKE-3.4", "METSUKE-4.1")
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_scroll_tricks_twins_look_the_same(chunk: int) -> None:
    wanted, found, compared, seed = -(-PAIRS // CHUNKS), 0, 0, chunk
    while found < wanted:
        pair = twins(seed)
        if pair is not None:
            options, seats, a, b, viewer = pair
            acts_a, acts_b = disturbed(Random(seed), seats, options, a, b, viewer)
            assert acts_a != acts_b
            compared += check_twins(scroll_trick, options, seats, acts_a, acts_b, viewer)
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
            check_twins(scroll_trick, options, seats, acts_a, acts_b, owner)
        except Leak:
            told += 1
        except ValueError:
            continue
    assert told > 10
