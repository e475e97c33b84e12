"""The refusal of every move in every phase and depth is as the golden files say."""

from __future__ import annotations

import json
from itertools import zip_longest
from typing import get_args

import pytest

from referee.core.games import GAMES
from tests.golden import text
from tests.golden.refusals import matrix, matrix_file
from tests.own_games import OWN_GAMES

SELDOM = {
    "giryaku": set(),
    "scorpion": set(),
    "scroll-trick": {"tie"},
    "shinobazu": set(),
    "shinobi-school": {"tie"},
}
"""The phases that no golden match reaches; their rules have tests of their own."""


@pytest.mark.parametrize("key", OWN_GAMES)
def test_every_move_meets_what_it_met_in_every_phase(key: str) -> None:
    written = matrix_file(key).read_text(encoding="utf-8").splitlines()
    for line, golden in zip_longest(map(text, matrix(key)), written):
        assert line == golden


@pytest.mark.parametrize("key", OWN_GAMES)
def test_the_matrix_holds_every_move_phase_and_depth(key: str) -> None:
    lines = [json.loads(line) for line in matrix_file(key).read_text(encoding="utf-8").splitlines()]
    phases = set(get_args(GAMES[key].VIEW.model_fields["phase"].annotation))
    assert phases - {line["phase"] for line in lines} == SELDOM[key]
    assert {line["depth"] for line in lines} == {"plays", "scores"}
    kinds = set(GAMES[key].MOVE.json_schema()["discriminator"]["mapping"])
    cells = {(line["depth"], line["phase"], line["move"]) for line in lines}
    assert len(cells) == len(kinds) * len({cell[:2] for cell in cells})
