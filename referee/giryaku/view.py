"""The only door for secrets: what one viewer may know of a Giryaku table.

A view is put together from public pieces and from the private pieces of those seats that the viewer may look
into; nothing is ever taken out of it again.
"""

from __future__ import annotations

from referee.core.looking import for_all_viewers, known, may_look_into, shown
from referee.core.values import PUBLIC, Viewer
from referee.giryaku.audits import open_checks
from referee.giryaku.cards import CELLS, POOL, without
from referee.giryaku.ending import result
from referee.giryaku.options import Graveyard
from referee.giryaku.state import Lying, Player, State, rival
from referee.giryaku.turns.turn import banned
from referee.giryaku.view_model import CellView, PrivateView, SeatView, View


def view(state: State, viewer: Viewer) -> View:
    """Return all that `viewer` may know; a viewer that nobody knows sees what everybody sees."""
    private = tuple(_secrets(state, p) for p in may_look_into(state, viewer))
    return _shared(state).model_copy(update={"private": private, "viewer": known(state, viewer)})


@for_all_viewers
def _shared(state: State) -> View:
    waiting = state.queue[0] if state.phase == "resolve" else None
    return shown(
        View,
        state,
        viewer=PUBLIC,
        phase=phase(state),
        due=None if waiting is None else waiting.kind,
        waits_for=None if waiting is None else waiting.seat,
        pool_left=sum(POOL) - len(state.players),
        seats=tuple(_seat(state, p) for p in state.players),
        private=(),
        findings=tuple(n.finding for n in state.findings if n.to is None),
        open_checks=sum(open_checks(p) for p in state.players),
        result=result(state),
    )


def phase(state: State) -> str:
    """Return the phase as the ledger names it: the last turn has a name of its own."""
    return "last_turn" if state.phase == "turn" and state.active and state.last == state.active else state.phase


def _seat(state: State, p: Player) -> SeatView:
    flip = p.flip
    return shown(
        SeatView,
        p,
        graveyard=Graveyard(**dict(zip("SNO", p.graveyard, strict=True))),
        board=tuple(_cell(CELLS[i], card) for i, card in enumerate(p.board)),
        flipped=flip is not None,
        pool=() if flip is None else without(flip.pool, flip.shown),
        pool_extra=0 if flip is None else flip.extra,
        pool_gone=0 if flip is None else flip.gone,
        redraws=p.redraw,
        first_turn=state.active == p.seat and p.turns > 0 and banned(state, p.seat),
    )


def _cell(name: str, card: Lying | None) -> CellView:
    if card is None:
        return CellView(cell=name)
    return CellView.model_validate({"cell": name, "filled": True, "down": card.down, "card": card.card})


def _secrets(state: State, p: Player) -> PrivateView:
    noted = {CELLS[i]: card.kind for i, card in enumerate(p.board) if card is not None and card.down and card.kind}
    findings = tuple(n.finding for n in state.findings if n.to == p.seat)
    return shown(PrivateView, p, hand=p.entered, spied=rival(state, p.seat).spied, board=noted, findings=findings)
