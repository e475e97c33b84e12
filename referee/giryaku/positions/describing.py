"""A state becomes a position, as a viewer may know it."""

from __future__ import annotations

from referee.core.looking import may_look_into, shown
from referee.core.position import Position
from referee.core.values import Viewer
from referee.giryaku.cards import CELLS, KINDS
from referee.giryaku.options import Graveyard
from referee.giryaku.positions.model import BoardCard, Ended, Flipped, OpenSeat, OpenTable, SeatSecret
from referee.giryaku.setup import STEPS
from referee.giryaku.state import Flip, Outcome, Player, State, player, rival
from referee.giryaku.view import phase


def position_of(state: State, viewer: Viewer) -> Position:
    """Return the position of a state, with the secrets of those seats that the viewer may look into."""
    secrets = {p.seat: _secret(state, p.seat) for p in may_look_into(state, viewer)}
    return Position(_open_table(state), secrets)


def _open_table(state: State) -> OpenTable:
    waiting = state.queue[0] if state.phase == "resolve" else None
    dealt = state.options.depth == "plays" and state.phase != "setup"
    return shown(
        OpenTable,
        state,
        phase=phase(state),
        consume_map=state.options.consume_map if dealt else None,
        nin_shi_range=state.options.nin_shi_range if dealt else None,
        turn=state.turn if state.options.depth == "scores" else 0,
        chained=state.chained and state.options.first_turn_ban == "first_turn_and_chained",
        due=None if waiting is None else waiting.kind,
        waits_for=None if waiting is None else waiting.seat,
        seats=tuple(_open_seat(state, p) for p in state.players),
        findings=tuple(n.finding for n in state.findings if n.to is None),
        result=None if state.outcome is None else _ended(state.outcome),
    )


def _ended(outcome: Outcome) -> Ended:
    return shown(Ended, outcome, reason=outcome.reason.removeprefix("giryaku."))


def _open_seat(state: State, p: Player) -> OpenSeat:
    begun = state.options.depth == "plays" and state.phase not in STEPS
    lies = zip(CELLS, p.board, strict=True)
    return shown(
        OpenSeat,
        p,
        hand=p.hand if begun else None,
        graveyard=Graveyard.model_validate(dict(zip(KINDS, p.graveyard, strict=True))),
        board={cell: shown(BoardCard, card) for cell, card in lies if card is not None},
        flip=None if p.flip is None else _flipped(p.flip),
        opening=None if begun else p.opening,
        redraws=p.redraw,
    )


def _flipped(flip: Flip) -> Flipped:
    moments = (
        {"turn": turn, "cards": {cell: n for cell, n in zip(CELLS, numbers, strict=True) if n is not None}}
        for turn, numbers in flip.moments
    )
    return shown(Flipped, flip, moments=tuple(moments), faces=dict(flip.faces))


def _secret(state: State, seat: str) -> SeatSecret:
    p = player(state, seat)
    hidden = ((cell, card) for cell, card in zip(CELLS, p.board, strict=True) if card is not None and not card.card)
    return shown(
        SeatSecret,
        p,
        hand=p.entered,
        spied=rival(state, seat).spied,
        board={cell: card.noted for cell, card in hidden if card.noted is not None},
        findings=tuple(n.finding for n in state.findings if n.to == seat),
    )
