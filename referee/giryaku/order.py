"""What may be declared now, and by what rule all else has to wait (GIRYAKU-2, 3.2, 4.5, 6 to 8, 9.10)."""

from __future__ import annotations

from referee.core.judging import firm
from referee.core.moves import Cited, Move, out_of_order
from referee.core.values import TABLE, Refused
from referee.giryaku.setup import STEPS
from referee.giryaku.skills import DUE
from referee.giryaku.state import State


def in_order(state: State, move: Move) -> None:
    """Refuse a move of another moment: too late by what it says of that, else by what has to come before it."""
    cited = out_of_order(move, state)
    if cited is None:
        return
    firm(state.phase != "ended", "GIRYAKU-9.10", "giryaku.match_over")
    clause, reason, seat = cited[0], f"giryaku.{cited[1]}", state.active
    if state.phase in STEPS and not move.about.during.isdisjoint(STEPS[STEPS.index(state.phase) :]):
        (clause, reason), seat = _next_step(state)
    elif state.phase == "resolve" and not clause:
        waiting = state.queue[0]
        clause, reason, seat = DUE[waiting.kind], f"giryaku.due.{waiting.kind}", waiting.seat
    elif not clause:
        opens = state.phase in STEPS
        clause, reason = ("GIRYAKU-2.9", "giryaku.opening_first") if opens else ("GIRYAKU-3.2", "giryaku.not_due")
    raise Refused(clause, reason, firm=True, seat=seat)


def _next_step(state: State) -> tuple[Cited, str | None]:
    """Return by which rule something must come before the opening goes on, and who does it."""
    if state.phase == "setup":
        return ("GIRYAKU-2.3", "giryaku.first_deal"), TABLE
    if state.phase == "opening_place":
        return ("GIRYAKU-2.7", "giryaku.first_lay"), state.active
    for p in state.players:
        if p.redraw:
            return ("GIRYAKU-2.6", "giryaku.first_redraw"), p.seat
    return ("GIRYAKU-2.5", "giryaku.first_show"), next(p.seat for p in state.players if p.opening is None)
