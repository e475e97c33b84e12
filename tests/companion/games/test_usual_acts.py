"""How many taps usual acts take."""

from __future__ import annotations

import pytest

from tests.companion.games.card_acts import ACTS
from tests.companion.games.scorpion.usual_acts import focus_listen, listen_and_search

MOST = {
    "scroll_trick": {"lay a card": 3},
    "shinobi_school": {"place a set": 2, "collect a card": 3},
    "giryaku": {"place a card": 3},
    "shinobazu": {"lead": 2, "lay a card and fight": 2, "push a card": 3},
}


@pytest.mark.parametrize(("game", "act"), [(game, act) for game, acts in ACTS.items() for act in acts])
def test_an_act_at_a_card_game_takes_few_taps(game: str, act: str) -> None:
    assert ACTS[game][act]() <= MOST[game][act]


def test_the_usual_turns_of_the_guards_take_few_taps() -> None:
    assert focus_listen() <= 7
    assert listen_and_search() <= 11
