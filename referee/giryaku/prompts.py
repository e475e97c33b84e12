"""Who must or may do what now. Which moves answer it, `offering` says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.offers import Each, Number, Offer, One, offer
from referee.core.values import GAME_MASTER, TABLE, Prompt, Viewer
from referee.giryaku import offering
from referee.giryaku.cards import COLUMNS, KINDS, lower, pair_of
from referee.giryaku.decks import may_withdraw
from referee.giryaku.options import CONSUME_MAP, NIN_SHI_RANGE
from referee.giryaku.scores import results
from referee.giryaku.state import Player, State, cells, height, lying, player, rival, seats
from referee.giryaku.turns.ranges import diagonal


def prompts(state: State, viewer: Viewer) -> tuple[Prompt, ...]:
    """Return what is asked, as `viewer` may know it: first what must be done, then what may be."""
    if state.options.depth == "scores":
        return tuple(_scores(state))
    asks = {
        "setup": _setup,
        "opening_draw": _opening_draw,
        "opening_place": _opening_place,
        "opening_reveal": _opening_reveal,
        "turn": _turn,
        "resolve": _resolve,
        "ended": _ended,
    }
    return tuple(asks[state.phase](state, viewer))


def _ask(seat: str, ask: str, offers: tuple[Offer, ...], *, must: bool = True, **params: Any) -> Prompt:
    return Prompt(seat=seat, ask=f"giryaku.ask.{ask}", must=must, params=params, offers=offers)


# Before the first turn


def _setup(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """What is printed in the box is asked of its owner; a companion may remember the answer."""
    missing = offering.unsettled(state)
    likely = {"consume_map": CONSUME_MAP, "nin_shi_range": NIN_SHI_RANGE}
    if missing:
        yield _ask(TABLE, "configure", offering.settling(state), missing=list(missing), likely=likely)
    else:
        yield _ask(TABLE, "deal_done", (offer("deal_done"),))
        yield _ask(TABLE, "configure", offering.settling(state), must=False, missing=[], likely=likely)


def _opening_draw(state: State, viewer: Viewer) -> Iterator[Prompt]:
    for p in state.players:
        if p.opening is None:
            yield _ask(p.seat, "reveal_opening", (offer("reveal_opening", cards=offering.ANY_THREE),))
        elif p.redraw:
            yield _ask(p.seat, "redraw_opening", (offer("redraw_opening", cards=offering.ANY_THREE),))


def _opening_place(state: State, viewer: Viewer) -> Iterator[Prompt]:
    assert state.active is not None
    yield _ask(state.active, "opening_place", offering.opening_places())


def _opening_reveal(state: State, viewer: Viewer) -> Iterator[Prompt]:
    for p in state.players:
        if any(card.down for card in lying(p)):
            yield _ask(p.seat, "opening_reveal", offering.opening_faces(p))


# A turn


def _turn(state: State, viewer: Viewer) -> Iterator[Prompt]:
    assert state.active is not None
    p = player(state, state.active)
    if not p.hand:
        yield _ask(p.seat, "no_hand", (offer("no_hand", player=One(of=(None, p.seat))),))
    else:
        ask = "last_turn" if state.last == p.seat else "turn"
        completes = {str(c): _completions(state, p, c) for c in COLUMNS if height(p.board, c) == 1}
        offers = offering.turn(state, p, viewer in (p.seat, GAME_MASTER))
        yield _ask(p.seat, ask, offers, hand=p.hand, completes=completes)
    yield from _notes(state, viewer)


def _completions(state: State, p: Player, column: int) -> dict[str, Any]:
    """Return, by the card that would complete a column of face-up cards, the pair and the cells struck."""
    below = p.board[lower(column)]
    if below is None or below.down or below.card is None:
        return {}
    board = rival(state, p.seat).board
    found: dict[str, Any] = {}
    for kind in KINDS:
        pair = pair_of(below.card, kind)
        places: tuple[int, ...] = ()
        if pair in ("SS", "NN"):
            places = (lower(column),)
        elif pair == "SO":
            places = (lower(column), lower(column) + 1)
        elif pair == "NO":
            places = diagonal(state.options, column) or ()
        found[kind] = {"pair": pair, "cells": cells([i for i in places if board[i] is not None])}
    return found


def _notes(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """A hand may be noted at any time, and anew: whoever mistyped it is held to it otherwise. It may be given up."""
    for p in state.players:
        if p.hand:
            offers = offering.hand(state, p, viewer in (p.seat, GAME_MASTER))
            yield _ask(p.seat, "enter_hand", offers, must=False, count=p.hand, known=list(p.known))
        if may_withdraw(state, p):
            yield _ask(p.seat, "withdraw_hand", (offer("withdraw_hand"),), must=False)


# While a skill is carried out


def _resolve(state: State, viewer: Viewer) -> Iterator[Prompt]:
    task = state.queue[0]
    offers = offering.answers(state, task, viewer)
    about: dict[str, Any] = {"column": task.col} if task.col else {}
    yield _ask(task.seat, task.kind, offers, other=rival(state, task.seat).seat, **about)
    yield from _notes(state, viewer)


# The end, and results alone


def _ended(state: State, viewer: Viewer) -> Iterator[Prompt]:
    for p in state.players:
        if p.flip is not None and any(card.kind is None for card in lying(p)):
            yield _ask(p.seat, "reveal_board", offering.board_faces(state, p), must=False)
    if not state.recounted:
        counts = Each(of={p.seat: Number(least=0, most=99) for p in state.players})
        yield _ask(TABLE, "final_count", (offer("final_count", counts=counts),), must=False)


def _scores(state: State) -> Iterator[Prompt]:
    if state.phase == "count":
        counts = Each(of={p.seat: One(of=(p.size,)) for p in state.players})
        yield _ask(TABLE, "final_count", (offer("final_count", counts=counts),))
        return
    if state.phase not in ("turn", "last_turn"):
        return
    if state.last is not None and state.phase == "last_turn":
        over = offer("last_turn_done", player=One(of=(state.last,)))
        yield _ask(TABLE, "last_turn_done", (over,), player=state.last)
    yield _ask(TABLE, "graveyards", tuple(results.offers(state)), must=state.phase == "turn")
    for p in state.players:
        if results.handless(state, p):
            yield _ask(p.seat, "no_hand", (offer("no_hand", player=One(of=(None, p.seat))),), must=False)
    if "untouched" in state.moments:
        yield _ask(TABLE, "set_first_player", (offer("set_first_player", player=One(of=seats(state))),), must=False)
        yield _ask(TABLE, "configure", offering.settling(state), must=False)
