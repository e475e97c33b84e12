"""Who must or may do what now. What is legal only because of a secret is there for its owner alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.values import GAME_MASTER, TABLE, Prompt, Viewer
from referee.giryaku.cards import CELLS, COLUMNS, HAND, KINDS, OPENING, lower, pair_of, without
from referee.giryaku.claims import claimable
from referee.giryaku.consuming import raids
from referee.giryaku.options import CONSUME_MAP, NIN_SHI_RANGE
from referee.giryaku.ranges import diagonal
from referee.giryaku.setup import untouched
from referee.giryaku.state import Player, State, cells, height, heights, lying, player, rival, seats
from referee.giryaku.turns import banned


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


def _ask(seat: str, ask: str, legal: dict[str, Any] | None = None, *, must: bool = True, **params: Any) -> Prompt:
    return Prompt(seat=seat, ask=f"giryaku.ask.{ask}", must=must, params=params, legal=legal or {})


# Before the first turn


def _setup(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """What is printed in the box is asked of its owner; a companion may remember what he said."""
    options = state.options
    if options.consume_map is None:
        likely = {"options": [f"{kind}_raids" for kind in KINDS], "likely": CONSUME_MAP}
        yield _ask(TABLE, "consume_map", {"consume_map": likely})
    if options.nin_shi_range is None:
        ways = ["both_diagonals", "one_diagonal", "neighbours_only"]
        yield _ask(TABLE, "nin_shi_range", {"nin_shi_range": {"options": ways, "likely": NIN_SHI_RANGE}})
    if state.first is None:
        yield _ask(TABLE, "first_player", {"first_player": list(seats(state))})
    if state.first is not None and options.consume_map is not None and options.nin_shi_range is not None:
        yield _ask(TABLE, "deal_done")


def _opening_draw(state: State, viewer: Viewer) -> Iterator[Prompt]:
    for p in state.players:
        if p.opening is None:
            yield _ask(p.seat, "reveal_opening", {"count": OPENING, "cards": list(KINDS)})
        elif p.redraw:
            yield _ask(p.seat, "redraw_opening", {"count": OPENING, "cards": list(KINDS)})


def _opening_place(state: State, viewer: Viewer) -> Iterator[Prompt]:
    assert state.active is not None
    yield _ask(state.active, "opening_place", {"columns": list(COLUMNS), "count": HAND})


def _opening_reveal(state: State, viewer: Viewer) -> Iterator[Prompt]:
    for p in state.players:
        columns = [c for c in COLUMNS if (card := p.board[lower(c)]) is not None and card.down]
        if columns:
            yield _ask(p.seat, "opening_reveal", {"columns": columns, "cards": list(p.opening or ())})


# A turn


def _turn(state: State, viewer: Viewer) -> Iterator[Prompt]:
    assert state.active is not None
    p = player(state, state.active)
    if not p.hand:
        yield _ask(p.seat, "no_hand")
    else:
        last = state.last == p.seat
        legal = _actions(state, p) | ({"cards": _hand(p)} if viewer in (p.seat, GAME_MASTER) else {})
        yield _ask(p.seat, "last_turn" if last else "turn", legal, hand=p.hand)
    yield from _notes(state)


def _hand(p: Player) -> list[str]:
    """Return the kinds that a player may play, as far as his phone knows his hand."""
    if p.entered is not None and len(p.entered) == p.hand:
        return [kind for kind in KINDS if kind in p.entered]
    return list(KINDS)


def _notes(state: State) -> Iterator[Prompt]:
    for p in state.players:
        if p.hand and not p.fresh:
            yield _ask(p.seat, "enter_hand", {"count": p.hand, "known": list(p.known)}, must=False, count=p.hand)


def _actions(state: State, p: Player) -> dict[str, Any]:
    """Return what everybody knows to be possible: cells, targets, and what completing a column would strike."""
    free = [c for c in COLUMNS if height(p.board, c) < 2]
    ban = banned(state, p.seat)
    no_pair = [c for c in free if ban and (card := p.board[lower(c)]) is not None and card.card == "O"]
    full = [str(c) for c in COLUMNS if height(p.board, c) == 2]
    own = [CELLS[i] for i, card in enumerate(p.board) if card is not None]
    if state.options.self_empty_board == "forbid":
        own = own if len(own) > 1 else []
        full = full if len(own) > 2 else []
    other = [CELLS[i] for i, card in enumerate(rival(state, p.seat).board) if card is not None]
    return {
        "columns": free,
        "no_onmyoji": no_pair,
        "face_down": p.flip is not None,
        "withdraw": [*own, *full],
        "strike": other if p.hand == HAND else [],
        "raids": next(kind for kind in KINDS if raids(state, kind)),
        "completes": {str(c): _completions(state, p, c) for c in free if height(p.board, c) == 1},
    }


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


# While a skill is carried out


def _resolve(state: State, viewer: Viewer) -> Iterator[Prompt]:
    task = state.queue[0]
    p = player(state, task.seat)
    enemy = rival(state, task.seat)
    private = viewer in (task.seat, GAME_MASTER)
    match task.kind:
        case "claim":
            legal = {"column": task.col, "pairs": list(claimable(p, task.col, private=private))}
            yield _ask(p.seat, "claim_skill", legal, column=task.col)
        case "pick":
            yield _ask(p.seat, "pick_hand", {"count": enemy.hand}, other=enemy.seat)
        case "lost" if task.cells:
            legal = {"cells": cells(task.cells), "cards": list(KINDS)}
            yield _ask(p.seat, "reveal_lost", legal)
        case "lost":
            held = {"cards": _hand(p)} if private else {}
            yield _ask(p.seat, "reveal_lost_hand", held)
        case "diagonal":
            yield _ask(p.seat, "choose_diagonal", {"sides": ["left", "right"]})
        case "rearrange":
            yield _ask(p.seat, "rearrange", _layout(state, p, private))
        case "declare_flip":
            full = [c for c in COLUMNS if "OO" in claimable(p, c, private=False)]
            yield _ask(p.seat, "declare_flip", {"onmyoji": full, "stands": [True, False]})
        case "reveal_board":
            yield _ask(p.seat, "reveal_board", _hidden(p))
        case "raid_take":
            yield _ask(p.seat, "raid_take", {"count": enemy.hand, "cards": list(KINDS)}, other=enemy.seat)
        case "extra":
            yield _ask(p.seat, "extra_turn", {"take": [True, False]}, other=enemy.seat)
    yield from _notes(state)


def _layout(state: State, p: Player, private: bool) -> dict[str, Any]:
    legal: dict[str, Any] = {
        "noted": state.options.flip_mode == "app",
        "scope": state.options.rearrange_scope,
        "heights": list(heights(p.board)),
    }
    if private and state.options.flip_mode == "app":
        legal["layout"] = {CELLS[i]: card.kind for i, card in enumerate(p.board) if card is not None}
    return legal


def _hidden(p: Player) -> dict[str, Any]:
    down = [CELLS[i] for i, card in enumerate(p.board) if card is not None and card.down]
    pool = [] if p.flip is None else list(without(p.flip.pool, p.flip.shown))
    return {"cells": down, "pool": pool, "cards": list(KINDS)}


# The end, and results alone


def _ended(state: State, viewer: Viewer) -> Iterator[Prompt]:
    for p in state.players:
        if p.flip is not None and any(card.kind is None for card in lying(p)):
            yield _ask(p.seat, "show_board", _hidden(p), must=False)
    if not state.recounted:
        yield _ask(TABLE, "recount", {"sizes": {p.seat: p.size for p in state.players}}, must=False)


def _scores(state: State) -> Iterator[Prompt]:
    both = list(seats(state))
    sizes = {p.seat: p.size for p in state.players}
    if state.phase == "count":
        yield _ask(TABLE, "final_count", {"sizes": sizes})
        return
    if state.phase not in ("turn", "last_turn"):
        return
    if state.phase == "last_turn":
        yield _ask(TABLE, "last_turn_done", {"player": state.last}, player=state.last)
    yield _ask(TABLE, "graveyards", {"seats": both, "sizes": sizes}, must=state.phase == "turn")
    if untouched(state):
        yield _ask(TABLE, "set_first_player", {"players": both}, must=False)
