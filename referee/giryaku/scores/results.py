"""What depth `scores` offers: every result that these graveyards can have."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.offers import Number, Offer, One, Some, offer
from referee.giryaku.cards import CELLS, DECK, KINDS, OWNED, POOL, surplus
from referee.giryaku.offering import allowed
from referee.giryaku.scores.rules import LEAST, pair_fits
from referee.giryaku.state import Player, State, rival


def offers(state: State) -> Iterator[Offer]:
    for p in state.players:
        yield from _burials(state, p)
    for p in state.players:
        most = min(len(CELLS), OWNED - p.size)
        yield offer("board_count", player=One(of=(p.seat,)), n=Number(least=0, most=most))
    emptied = tuple(p.seat for p in state.players if rival(state, p.seat).size)
    paired = tuple(p.seat for p in state.players if allowed(pair_fits, state, p))
    without = tuple(p.seat for p in state.players if handless(state, p))
    if emptied:
        yield offer("claim_empty_board", winner=One(of=emptied))
    if paired:
        yield offer("claim_onmyoji_pair", winner=One(of=paired), first_turn=One(of=(False,)))
    if without:
        yield offer("no_hand", player=One(of=without))


def _burials(state: State, p: Player) -> Iterator[Offer]:
    """Return what may come to a graveyard: what is left of the base deck, and one extra card (GIRYAKU-1.1, 2.2)."""
    room = OWNED - p.size - (p.count or 0)
    own, other = surplus(p.graveyard), surplus(rival(state, p.seat).graveyard)
    left = [max(0, most - buried) for most, buried in zip(DECK, p.graveyard, strict=True)]
    extras = [i for i in range(len(KINDS)) if own[i] + other[i] < POOL[i]]
    for extra in extras if not any(own) else (None,):
        cards = tuple(kind for i, kind in enumerate(KINDS) for _ in range(left[i] + (i == extra)))
        most = min(room, len(cards))
        if most > 0:
            yield offer("graveyard_add", player=One(of=(p.seat,)), cards=Some(of=cards, least=1, most=most))


def handless(state: State, p: Player) -> bool:
    """Tell whether a player may have no hand and no deck left (GIRYAKU-9.5), and whose turn it may be (9.6)."""
    whole = p.count is None or p.count + p.size == OWNED
    return p.size >= LEAST and whole and (state.phase == "turn" or p.seat == state.last)
