"""Depth `scores`: what is offered is legal, and nothing else is."""

from __future__ import annotations

from random import Random

import pytest

from referee import scorpion
from referee.check.offered import check_offered, check_others
from referee.core.journal import Match, begin
from referee.core.values import PUBLIC
from referee.scorpion.prompts import ALWAYS
from referee.scorpion.scores.asks import plain_choices
from tests.players.scorpion.match import any_options, seated
from tests.players.scorpion.scores import OFTEN, next_scores_move
from tests.shares import count

SEEDS = range(count("OFFERS"))


def random_table(seed: int) -> Match:
    random = Random(f"options of the offers {seed}")
    players = 2 + seed % 3
    return begin(scorpion, any_options(random, players) | {"depth": "scores"}, seated(players))


@pytest.mark.soak
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_offered_is_upheld_and_nothing_else_is(seed: int) -> None:
    match, random = random_table(seed), Random(seed)
    offered = other = 0
    while match.result is None:
        if match.number < 2 or random.random() < 0.15:
            offered += check_offered(match, random, tries=1)
            other += check_others(match, random, tries=20)
        asked = match.prompts(PUBLIC)
        said = next_scores_move(match.view(PUBLIC).model_dump(mode="json"), asked, random)
        assert said is not None
        match, ruling = match.declare(*said)
        assert ruling.upheld, (said, ruling)
    assert offered
    assert other


@pytest.mark.soak
@pytest.mark.parametrize("seed", SEEDS)
def test_plain_choices_are_offered_and_every_viewer_is_asked_the_same(seed: int) -> None:
    match, random = random_table(seed), Random(f"plain {seed}")
    kinds: set[str] = set()
    while match.result is None:
        asked = match.prompts(PUBLIC)
        assert all(match.prompts(viewer) == asked for viewer in ("gm", match.seats[0].seat))
        for prompt in asked:
            if prompt.ask in ALWAYS:
                continue
            choices = plain_choices(prompt)
            kinds.add(prompt.offers[0].move)
            assert choices
            for fields in choices:
                said = {"type": prompt.offers[0].move, **fields}
                assert any(offer.fits(said) for offer in prompt.offers)
        said_ = next_scores_move(match.view(PUBLIC).model_dump(mode="json"), asked, random)
        assert said_ is not None
        match, _ = match.declare(*said_)
    assert kinds <= set(OFTEN)
    assert {"start", "next_turn", "finish", "card_played", "search"} <= kinds
