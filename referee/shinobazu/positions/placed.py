"""The cards of a position: where each lies, who laid it when, and in which order (SHINOBAZU-3.1 to 3.11, 9.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from referee.core.judging import firm, naming
from referee.core.replacing import replace
from referee.core.values import Seat
from referee.shinobazu.positions.model import OpenTable, lying
from referee.shinobazu.state import FightCard, LedRound, State, is_seat, ninja_cards, with_player
from referee.shinobazu.turns import next_turn


class Turns(NamedTuple):
    """The cards of a round in the order of its turns, those that came out of turn, and whose turn is next."""

    laid: tuple[FightCard, ...]
    others: tuple[FightCard, ...]
    next: str | None

    @classmethod
    def of(cls, state: State, cards: Sequence[FightCard], number: int, start: str | None) -> Turns:
        """Follow the turns of a round from its start player on (SHINOBAZU-3.2, 3.8 to 3.11), if that one is known."""
        at = replace(state, round=number, cards=(), players=tuple(replace(p, laid=False) for p in state.players))
        by = {card.laid_by: card for card in cards}
        laid: list[FightCard] = []
        turn = start
        while turn in by:
            laid.append(by.pop(turn))
            at = with_player(at, turn, laid=True)
            at = replace(at, cards=(*at.cards, replace(laid[-1], discarded=False)))
            turn = next_turn(at, laid[-1].owner)
        return cls(tuple(laid), tuple(by.values()), turn)


def with_cards(table: OpenTable, seated: Sequence[Seat], state: State) -> State:
    """Return the table with all cards of the set, in the order in which they were laid as far as it is known."""
    placed = [*_discards(table, state), *_fronts(table, seated, state)]
    _check_laid(table, placed, state)
    leads: list[LedRound | None] = [LedRound(led.start, led.lead) for led in table.earlier]
    with naming("table.earlier"):
        firm(len(leads) in (0, table.round - 1), "SHINOBAZU-4.1", "shinobazu.position.earlier", count=table.round - 1)
        for led in leads:
            firm(led and is_seat(state, led.start), "SHINOBAZU-2.3", "shinobazu.not_in_game", seat=led and led.start)
    leads = leads or [None] * (table.round - 1)
    cards = [card for _, card in placed if not card.round]
    for number in range(1, table.round + 1):
        start = table.start if number == table.round else led.start if (led := leads[number - 1]) else None
        turns = Turns.of(state, [card for _, card in placed if card.round == number], number, start)
        cards += [*turns.laid, *turns.others]
    if table.lead is not None:
        leads.append(LedRound(table.start, table.lead))
    return replace(state, lead=table.lead, leads=tuple(leads), cards=tuple(cards))


Placed = tuple[str, FightCard]
"""A card, and the path of the field that describes it."""


def _discards(table: OpenTable, state: State) -> Iterator[Placed]:
    """Yield the discards of earlier rounds: of each it is known who laid it before whom and when, or nothing."""
    for i, card in enumerate(table.discards):
        with naming(f"table.discards[{i}]"):
            if card.laid_by is None or card.to is None or card.round is None:
                nothing = (card.laid_by, card.to, card.round) == (None, None, None)
                firm(nothing, "SHINOBAZU-3.3", "shinobazu.position.half_known")
                yield f"discards[{i}]", FightCard("", "", 0, card=card.card, discarded=True)
                continue
            firm(card.round < table.round, "SHINOBAZU-3.1", "shinobazu.position.earlier_only", round=table.round)
            for seat in (card.laid_by, card.to):
                firm(is_seat(state, seat), "SHINOBAZU-3.3", "shinobazu.not_in_game", seat=seat)
        yield f"discards[{i}]", FightCard(card.to, card.laid_by, card.round, card=card.card, discarded=True)


def _fronts(table: OpenTable, seated: Sequence[Seat], state: State) -> Iterator[Placed]:
    """Yield the cards in front of all seats: carried ones first, open, of the rounds just before (3.4, 9.4)."""
    for owner, of_owner in groupby(lying(table, seated), key=lambda lies: lies.owner):
        here = tuple(of_owner)
        carried = sum(lies.card.carried for lies in here)
        for n, (path, _, by, card) in enumerate(here):
            with naming(f"table.{path}"):
                firm(is_seat(state, by), "SHINOBAZU-3.3", "shinobazu.not_in_game", seat=by)
                firm(card.carried == (n < carried), "SHINOBAZU-9.4", "shinobazu.position.carried_first")
                firm(n <= carried, "SHINOBAZU-3.4", "shinobazu.front_occupied", seat=owner)
                firm(carried < table.round, "SHINOBAZU-9.4", "shinobazu.position.carried", count=table.round - 1)
                is_open = card.card is not None
                firm(is_open or not card.carried, "SHINOBAZU-9.4", "shinobazu.position.carried_open")
                firm(is_open or not card.recorded, "SHINOBAZU-3.1", "shinobazu.position.recorded")
                firm(not (is_open and card.void), "SHINOBAZU-1.2", "shinobazu.position.void")
            recorded = card.card if card.recorded else None
            number = table.round - carried + n
            yield path, FightCard(owner, by, number, recorded, card.card, void=card.void)


def _check_laid(table: OpenTable, placed: Sequence[Placed], state: State) -> None:
    """Refuse a card seen twice (1.2), two of one seat in a round (3.1, 3.4), and too many or few (3.1)."""
    seen: set[str] = set()
    taken: set[tuple[str, str, int]] = set()
    for path, card in placed:
        with naming(f"table.{path}"):
            if card.card is not None:
                _seen_once(state, card.card, card.laid_by, seen)
            if card.round:
                by, to = ("by", card.laid_by, card.round), ("to", card.owner, card.round)
                firm(by not in taken, "SHINOBAZU-3.1", "shinobazu.position.laid_twice", seat=card.laid_by)
                firm(to not in taken, "SHINOBAZU-3.4", "shinobazu.front_occupied", seat=card.owner)
                taken |= {by, to}
    with naming("table.discards"):
        count = len(state.players) * (table.round - 1)
        lie = sum(card.round < table.round for _, card in placed)
        firm(count == lie, "SHINOBAZU-3.1", "shinobazu.position.laid_before", count=count, lie=lie)
    for i, p in enumerate(state.players):
        with naming(f"table.seats[{i}].shown_hand"):
            now = any(card.round == table.round and card.laid_by == p.seat for _, card in placed)
            fits = p.shown_hand is None or len(p.shown_hand) == p.hand_size - now
            firm(fits, "SHINOBAZU-9.10", "shinobazu.position.shown_hand", count=p.hand_size - now)
            for shown in p.shown_hand or ():
                _seen_once(state, shown, p.seat, seen)


def _seen_once(state: State, card: str, laid_by: str, seen: set[str]) -> None:
    ninja_cards([card])
    firm(card not in seen, "SHINOBAZU-1.2", "shinobazu.card_twice", card=card)
    seen.add(card)
    others = (p for p in state.players if laid_by and p.seat != laid_by)
    firm(all(card not in p.returned for p in others), "SHINOBAZU-1.2", "shinobazu.card_elsewhere", card=card)
