"""What is called certain of hidden cards is so, wherever nobody breaks a rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from referee.core.analysis import Phrase
from referee.core.cards import CertainCards, certainties
from referee.giryaku.ending import hands
from referee.scroll_trick.ranking import closed as scroll_trick_closed
from referee.shinobazu.rounds import closed as shinobazu_closed
from tests.players import giryaku as giryaku_players
from tests.players import scroll_trick as scroll_trick_players
from tests.players import shinobazu as shinobazu_players

Certain = Mapping[tuple[str, str], int] | None
PHASES = {"trick", "resolve", "turns", "battle", "duel", "turn"}


def played(seed: int, count: int, players: Any) -> list[Any]:
    """Return what is declared in a match of honest players whose phones know their hands."""
    if players is giryaku_players:
        return list(players.playing(seed, {}, players.SECRET)[0])
    return list(players.playing(seed, count, {}, players.OPEN)[0])


def scroll_trick_hand(state: Any, place: str) -> list[str] | None:
    p = next((p for p in state.players if p.seat == place), None)
    opened = set() if p is None else {laid.card for laid in p.open}
    return None if p is None or p.hand is None else [card for card in p.hand if card not in opened]


def shinobazu_hand(state: Any, place: str) -> list[str] | None:
    if place.startswith("laid "):
        _, number, seat = place.split(" ", 2)
        laid = (c.recorded for c in state.cards if c.laid_by == seat and c.round == int(number) and c.card is None)
        return [card for card in laid if card is not None] or None
    hand = next(p.hand for p in state.players if p.seat == place)
    return None if hand is None else list(hand)


def giryaku_hand(state: Any, place: str) -> list[str] | None:
    p = next(p for p in state.players if p.seat == place)
    return list(p.entered) if p.entered is not None and len(p.entered) == p.hand else None


@pytest.mark.parametrize(
    ("players", "count", "certain", "hand"),
    [
        (scroll_trick_players, 5, scroll_trick_closed, scroll_trick_hand),
        (shinobazu_players, 5, shinobazu_closed, shinobazu_hand),
        (shinobazu_players, 3, shinobazu_closed, shinobazu_hand),
        (giryaku_players, 2, hands, giryaku_hand),
    ],
)
def test_what_is_certain_of_a_place_lies_there(
    players: Any, count: int, certain: Callable[[Any], Certain], hand: Callable[[Any, str], list[str] | None]
) -> None:
    looked = 0
    for seed in range(3):
        made = played(seed, count, players)
        for one in made:
            state = one.ruling.state
            if state.phase not in PHASES:
                continue
            found = certain(state)
            assert found is not None
            for (card, place), number in found.items():
                there = hand(state, place)
                if there is not None:
                    assert Counter(there)[card] >= number, (seed, card, place)
                    looked += 1
    assert looked > 5


def test_what_becomes_certain_is_told_once_in_each_deal_and_nothing_where_no_deal_fits() -> None:
    held = {("red 5", "p1"): 1}
    course = [
        CertainCards(1, "1.1", 1, {}),
        CertainCards(2, "1.2", 1, held),
        CertainCards(3, "1.3", 1, {**held, ("red 1", "p2"): 1}),
        CertainCards(4, "1.4", 1, None),
        CertainCards(5, "2.1", 2, held),
    ]
    told = certainties(course, lambda place, cards: Phrase(message="x", params={"at": place, "cards": list(cards)}))
    assert [(one.entry, one.said.params) for one in told] == [
        (2, {"at": "p1", "cards": ["red 5"]}),
        (3, {"at": "p2", "cards": ["red 1"]}),
        (5, {"at": "p1", "cards": ["red 5"]}),
    ]
