"""Twins of a game that are disturbed on their way: undo and redo, proposals, refused secrets, and a correction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from referee.check.leaks import Leak, Told, check_twins
from referee.core.game import Game
from referee.core.journal import Match, begin
from referee.core.values import GAME_MASTER
from tests.pairs import PAIRS
from tests.referee.core.toy_acts import consent, declare, redo, rule, undo

Said = tuple[str, dict[str, Any]]
Twins = tuple[dict[str, Any], Sequence[Any], Sequence[Said], Sequence[Said], str]
"""Options, seats, two records, and the viewer who may not tell them apart."""


@dataclass(frozen=True)
class Disturbing:
    """How the twins of a game are disturbed: `lie` makes up a secret, the rest are chances a declaration."""

    game: Game
    lie: Callable[[Random, Match], dict[str, Any]]
    proposed: float = 0.15
    refused: float = 0.3
    undone: float = 0.2

    def disturbed(
        self, random: Random, seats: Sequence[Any], options: dict[str, Any], a: Sequence[Said], b: Sequence[Said],
        viewer: str,
    ) -> tuple[list[Told | None], list[Told | None]]:  # fmt: skip
        """Put undo, redo, proposals and refused secrets between the moves of twins, and a correction at the end."""
        ids = [s.seat for s in seats]
        match = other = begin(self.game, options, seats)
        acts_a: list[Told | None] = []
        acts_b: list[Told | None] = []

        def both(act_a: Told, act_b: Told) -> None:
            nonlocal match, other
            match, _ = match.act(*act_a)
            other, _ = other.act(*act_b)
            acts_a.append(act_a)
            acts_b.append(act_b)

        for (actor, move_a), (_, move_b) in zip(a, b, strict=True):
            if random.random() < self.proposed:
                proposer = actor if actor in ids else ids[0]
                both(rule(proposer, seat=actor, move=move_a), rule(proposer, seat=actor, move=move_b))
                both(consent(proposer, agree=False), consent(proposer, agree=False))
            if random.random() < self.refused:
                liar = random.choice([s for s in ids if s != viewer])
                lone = liar, declare(liar, self.lie(random, match))
                if not match.act(*lone)[1].upheld:
                    acts_a.append(lone)
                    acts_b.append(None)
                if not other.act(*lone)[1].upheld:
                    acts_a.append(None)
                    acts_b.append(lone)
            secret = f"{random.getrandbits(128):032x}"
            both((actor, declare(actor, move_a, secret)), (actor, declare(actor, move_b, secret)))
            if random.random() < self.undone:
                who = random.choice((*ids, GAME_MASTER))
                both(undo(who), undo(who))
                both(redo(who), redo(who))
        step, twin_step = random.choice(list(zip(match.steps, other.steps, strict=True)))
        assert step.number == twin_step.number
        again = [{"type": "correct", "number": s.number, "move": s.act.move} for s in (step, twin_step)]
        both((GAME_MASTER, again[0]), (GAME_MASTER, again[1]))
        return acts_a, acts_b

    def compared(self, twins: Callable[[int], Twins | None], chunk: int, chunks: int) -> tuple[int, int]:
        """Compare one chunk of all pairs; return how many pairs that were, and at how many points they were."""
        wanted, found, points, seed = -(-PAIRS // chunks), 0, 0, chunk
        while found < wanted:
            if (pair := twins(seed)) is not None:
                options, seats, a, b, viewer = pair
                acts_a, acts_b = self.disturbed(Random(seed), seats, options, a, b, viewer)
                assert acts_a != acts_b
                points += check_twins(self.game, options, seats, acts_a, acts_b, viewer)
                found += 1
            seed += chunks
            assert seed < 100 * PAIRS, "too few twins are found"
        return wanted, points

    def told_to_owners(self, twins: Callable[[int], Twins | None], seeds: range) -> int:
        """Return how often the one whose secret it is tells the twins apart: a check that is awake finds it."""
        told = 0
        for seed in seeds:
            if (pair := twins(seed)) is None:
                continue
            options, seats, a, b, viewer = pair
            acts_a, acts_b = self.disturbed(Random(seed), seats, options, a, b, viewer)
            try:
                check_twins(self.game, options, seats, acts_a, acts_b, owner(a, b))
            except Leak:
                told += 1
            except ValueError:
                continue
        return told


def owner(a: Sequence[Said], b: Sequence[Said]) -> str:
    """Return whose declaration is the first that differs."""
    return next(actor for (actor, move_a), (_, move_b) in zip(a, b, strict=True) if move_a != move_b)
