"""What was certain of closed cards, against every deal that explains what lies open, written out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from referee.shinobazu.cards import CARDS, colour_of
from referee.shinobazu.rounds import closed
from referee.shinobazu.state import Player, State, laid_by, round_led, seen_cards
from tests.players import shinobazu as players

MOST = 6
"""Cards hidden at most where all deals are written out."""
Deal = dict[str, frozenset[str]]
"""The hidden cards at each place."""


def slots(state: State) -> dict[str, int]:
    """Return how many hidden cards lie at each place."""
    found = {}
    for p in state.players:
        for fight in laid_by(state, p.seat):
            if fight.card is None:
                found[f"laid {fight.round} {p.seat}"] = 1
        found[p.seat] = p.hand_size
    return found


def deals(hidden: frozenset[str], places: list[tuple[str, int]]) -> Iterator[Deal]:
    if not places:
        yield {}
        return
    (place, size), *others = places
    for some in combinations(sorted(hidden), size):
        for rest in deals(hidden - {*some}, others):
            yield {place: frozenset(some), **rest}


def legal(state: State, p: Player, deal: Deal) -> bool:
    """Tell whether a player led truly and followed, and has or had what returned to their hand."""
    laid = {f.round: f.card or next(iter(deal[f"laid {f.round} {p.seat}"])) for f in laid_by(state, p.seat)}
    hand = set(deal[p.seat])
    for number in sorted(laid):
        led, later = round_led(state, number), {card for n, card in laid.items() if n > number} | hand
        if led is None or colour_of(laid[number]) == led.lead:
            continue
        if led.start == p.seat or led.lead in {colour_of(card) for card in later}:
            return False
    return {*p.returned} <= {*laid.values()} | hand


def written_out(state: State) -> set[tuple[str, str]] | None:
    hidden = frozenset(CARDS) - seen_cards(state)
    found: set[tuple[str, str]] | None = None
    for deal in deals(hidden, [*slots(state).items()]):
        if all(legal(state, p, deal) for p in state.players):
            lying = {(card, place) for place, cards in deal.items() for card in cards}
            found = lying if found is None else found & lying
    return found


@pytest.mark.parametrize("count", [4, 5])
def test_what_is_certain_is_what_all_deals_have_in_common(count: int) -> None:
    compared = certain = 0
    for seed in range(12):
        made, *_ = players.playing(seed, count, {}, players.SILENT)
        for one in made:
            state: State = one.ruling.state
            if state.phase not in ("turns", "battle", "duel") or len({*CARDS} - seen_cards(state)) > MOST:
                continue
            found = closed(state)
            assert found is not None, (seed, len(state.cards))
            assert {*found} == written_out(state), (seed, state.set, state.round, state.phase)
            compared += 1
            certain += bool(found)
    assert compared > 50
    assert certain > 10


def test_where_somebody_is_seen_not_to_have_followed_no_deal_fits() -> None:
    """A crooked table: what no deal explains is told as such, and what is left is what all deals have in common."""
    none = 0
    for seed in range(12):
        made, *_ = players.playing(seed, 4, {}, players.CROOKED)
        for one in made:
            state: State = one.ruling.state
            if state.phase not in ("turns", "battle", "duel") or len({*CARDS} - seen_cards(state)) > MOST:
                continue
            found = closed(state)
            assert (None if found is None else {*found}) == written_out(state), (seed, state.set, state.round)
            none += found is None
    assert none > 5
