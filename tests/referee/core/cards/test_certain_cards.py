"""What open cards say of hidden ones, against all deals written out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import permutations
from random import Random

import pytest

from referee.core.cards import HiddenCards, certain_cards


def written_out(cards: Mapping[str, int], rooms: Mapping[str, HiddenCards]) -> dict[tuple[str, str], int] | None:
    """Return what all deals have in common, from each of them."""
    hidden = [card for card, number in cards.items() for _ in range(number)]
    places = [place for place, room in rooms.items() for _ in range(room.size)]
    deals = [
        Counter(zip(order, places, strict=True))
        for order in set(permutations(hidden))
        if all(card not in rooms[place].out for card, place in zip(order, places, strict=True))
    ]
    if not deals:
        return None
    common = {edge: min(deal[edge] for deal in deals) for edge in deals[0]}
    return {edge: number for edge, number in common.items() if number}


def any_table(random: Random) -> tuple[dict[str, int], dict[str, HiddenCards]]:
    kinds = "ABCDE"[: random.randint(1, 5)]
    cards = {kind: random.randint(0, 2) for kind in kinds}
    while sum(cards.values()) > 6:
        cards[random.choice(kinds)] = 0
    left = sum(cards.values())
    rooms = {}
    for place in "xyz":
        size = left if place == "z" else random.randint(0, left)
        left -= size
        rooms[place] = HiddenCards(size, frozenset(kind for kind in kinds if random.random() < 0.35))
    return cards, rooms


def test_what_is_certain_is_what_every_deal_has_in_common() -> None:
    random, some = Random(7), Counter[str]()
    for _ in range(300):
        cards, rooms = any_table(random)
        found, wanted = certain_cards(cards, rooms), written_out(cards, rooms)
        assert found == wanted, (cards, rooms)
        some["none" if wanted is None else "certain" if wanted else "open"] += 1
    assert min(some["none"], some["certain"], some["open"]) > 30


def test_a_card_that_every_other_hand_excludes_is_certain() -> None:
    rooms = {"aki": HiddenCards(1, {"red 5"}), "ben": HiddenCards(1)}
    assert certain_cards({"red 5": 1, "red 1": 1}, rooms) == {("red 5", "ben"): 1, ("red 1", "aki"): 1}


def test_cards_of_which_nothing_is_known_are_certain_nowhere() -> None:
    assert certain_cards({"red 5": 1, "red 1": 1}, {"aki": HiddenCards(1), "ben": HiddenCards(1)}) == {}


def test_of_equal_cards_so_many_are_certain_as_the_other_places_cannot_hold() -> None:
    assert certain_cards({"S": 3, "N": 1}, {"hand": HiddenCards(2), "deck": HiddenCards(2)}) == {
        ("S", "hand"): 1,
        ("S", "deck"): 1,
    }


def test_where_no_deal_fits_nothing_is_told() -> None:
    assert certain_cards({"red 5": 1}, {"aki": HiddenCards(1, {"red 5"})}) is None


def test_places_that_hold_another_number_of_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="more or fewer"):
        certain_cards({"red 5": 1}, {"aki": HiddenCards(2)})
