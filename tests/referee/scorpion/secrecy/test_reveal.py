"""Commit and reveal in Scorpion: every locked secret has a public hash, and the end opens them all (METSUKE-4)."""

from __future__ import annotations

import pytest

from referee import scorpion
from referee.core.journal import Match, fold
from referee.core.journal.log import commitment
from referee.core.moves import Move
from referee.core.transcripts import dump
from referee.core.values import GAME_MASTER, PUBLIC
from referee.scorpion import moves
from tests.referee.scorpion.evenings import evening

SEEDS = range(6)
KINDS = [each for each in vars(moves).values() if isinstance(each, type)]
MOVES = [kind for kind in KINDS if issubclass(kind, Move) and kind is not Move]
SECRET = {kind.model_fields["type"].default for kind in MOVES if kind.about.secret}


def secrets(match: Match) -> list[int]:
    """Return the numbers of the entries that hold a secret move."""
    moves = {w.entry.number: getattr(w.entry.act, "move", None) for w in match.written}
    return [number for number, move in moves.items() if move is not None and move["type"] in SECRET]


def test_every_secret_move_and_no_other_says_which_clause_its_line_cites() -> None:
    clauses = {clause.id for clause in scorpion.CLAUSES}
    for kind in MOVES:
        assert bool(kind.about.secret) == (kind.about.cites in clauses), kind


@pytest.mark.clause("METSUKE-4.1")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_secret_and_nothing_else_has_a_public_commitment(seed: int) -> None:
    match = evening(seed)
    assert [number for number, _ in match.commitments()] == secrets(match)
    assert len(secrets(match)) > 6 or match.options.depth == "scores"
    assert len({digest for _, digest in match.commitments()}) == len(match.commitments())
    lines = {line.number: line.commitment for line in match.log(PUBLIC)}
    assert {n: c for n, c in lines.items() if c is not None} == dict(match.commitments())


@pytest.mark.clause("METSUKE-4.1", "METSUKE-4.2")
@pytest.mark.parametrize("seed", SEEDS[:3])
def test_a_commitment_is_public_at_once_and_stays_as_it_was(seed: int) -> None:
    match = evening(seed)
    for cut in range(1, match.number, 37):
        part = fold(scorpion, match.options.model_dump(mode="json"), match.seats, match.entries[:cut])
        known = dict(match.commitments())
        bound = tuple((n, known[n]) for n in known if n <= cut)
        assert part.commitments(GAME_MASTER) == bound
        alone = {digest for n, digest in bound if part.rulings[n - 1].event is None}
        assert alone <= {digest for _, digest in part.commitments()}
        assert part.reveal() == ()
        assert "salt" not in str(dump(part, PUBLIC))


@pytest.mark.clause("METSUKE-4.2")
@pytest.mark.parametrize("seed", SEEDS)
def test_after_the_end_every_commitment_is_opened_and_holds(seed: int) -> None:
    match = evening(seed)
    opened = match.reveal()
    assert [(o.number, o.commitment) for o in opened] == list(match.commitments())
    for o in opened:
        assert o.holds
        assert o.commitment == commitment(o.salt, o.number, o.actor, o.move)
        assert not o.model_copy(update={"move": o.move | {"more": 1}}).holds
        assert not o.model_copy(update={"number": o.number + 1}).holds
