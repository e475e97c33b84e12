"""A state becomes a position, as a viewer may know it."""

from __future__ import annotations

from referee.core.looking import may_look_into
from referee.core.position import Position
from referee.core.values import Viewer
from referee.giryaku.cards import CELLS, KINDS
from referee.giryaku.options import Graveyard
from referee.giryaku.position.model import (
    BoardCard,
    Claimed,
    Ended,
    Flipped,
    LastAction,
    Moment,
    OpenSeat,
    OpenTable,
    SeatSecret,
)
from referee.giryaku.setup import STEPS
from referee.giryaku.state import Flip, Player, State, cells, rival
from referee.giryaku.view import phase


def position_of(state: State, viewer: Viewer) -> Position:
    """Return the position of a state, with the secrets of those seats that the viewer may look into."""
    secrets = {p.seat: _secret(state, p.seat) for p in may_look_into(state, viewer)}
    return Position(_open_table(state), secrets)


def _open_table(state: State) -> OpenTable:
    waiting = state.queue[0] if state.phase == "resolve" else None
    action, outcome = state.action, state.outcome
    dealt = state.options.depth == "plays" and state.phase != "setup"
    return OpenTable.model_validate(
        {
            "phase": phase(state),
            "first": state.first,
            "consume_map": state.options.consume_map if dealt else None,
            "nin_shi_range": state.options.nin_shi_range if dealt else None,
            "active": state.active,
            "last": state.last,
            "turn": state.turn if state.options.depth == "scores" else 0,
            "bonus": state.bonus,
            "chained": state.chained and state.options.first_turn_ban == "first_turn_and_chained",
            "due": None if waiting is None else waiting.kind,
            "waits_for": None if waiting is None else waiting.seat,
            "seats": tuple(_open_seat(state, p) for p in state.players),
            "action": None
            if action is None
            else LastAction.model_validate(
                {
                    "seat": action.seat,
                    "what": action.what,
                    "cell": None if action.cell is None else CELLS[action.cell],
                    "pair": action.pair,
                    "struck": tuple(cells(action.struck)),
                    "cards": action.cards,
                }
            ),
            "findings": tuple(n.finding for n in state.findings if n.to is None),
            "result": None
            if outcome is None
            else Ended.model_validate({"reason": outcome.reason.removeprefix("giryaku."), "winner": outcome.winner}),
            "recounted": state.recounted,
        }
    )


def _open_seat(state: State, p: Player) -> OpenSeat:
    begun = state.options.depth == "plays" and state.phase not in STEPS
    return OpenSeat.model_validate(
        {
            "hand": p.hand if begun else None,
            "hand_entered": p.hand_entered,
            "known": p.known,
            "graveyard": Graveyard.model_validate(dict(zip(KINDS, p.graveyard, strict=True))),
            "board": {
                cell: BoardCard.model_validate({"card": card.card, "down": card.down})
                for cell, card in zip(CELLS, p.board, strict=True)
                if card is not None
            },
            "flip": None if p.flip is None else _flipped(p.flip),
            "turns": p.turns,
            "extra": p.extra,
            "opening": None if begun else p.opening,
            "redraws": p.redraw,
            "count": p.count,
        }
    )


def _flipped(flip: Flip) -> Flipped:
    moments = (
        Moment.model_validate(
            {"turn": turn, "cards": {cell: n for cell, n in zip(CELLS, numbers, strict=True) if n is not None}}
        )
        for turn, numbers in flip.moments
    )
    claims = (Claimed.model_validate({"cards": c.ids, "pair": c.pair, "turn": c.turn}) for c in flip.claims)
    return Flipped.model_validate(
        {
            "pool": flip.pool,
            "extra": flip.extra,
            "gone": flip.gone,
            "shown": flip.shown,
            "since": flip.since,
            "moments": tuple(moments),
            "faces": dict(flip.faces),
            "claims": tuple(claims),
        }
    )


def _secret(state: State, seat: str) -> SeatSecret:
    p = next(each for each in state.players if each.seat == seat)
    return SeatSecret.model_validate(
        {
            "hand": p.entered,
            "spied": rival(state, seat).spied,
            "board": {
                cell: card.noted
                for cell, card in zip(CELLS, p.board, strict=True)
                if card is not None and card.card is None and card.noted is not None
            },
            "findings": tuple(n.finding for n in state.findings if n.to == seat),
        }
    )
