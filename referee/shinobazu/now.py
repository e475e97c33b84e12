"""What the table waits for, and who says it: every refusal of something that is not on now names it."""

from __future__ import annotations

from typing import Any, Final

from referee.core.judging import firm
from referee.core.moves import Move, out_of_order
from referee.core.values import Refused
from referee.shinobazu.state import State, in_turn_order

WHOSE: Final = {"lead": "start", "lay": "active", "declare": "declares", "duel_answer": "challenged"}
"""Whose the move is that is due; the challenger's where nobody is named here."""


def in_order(state: State, move: Move) -> None:
    """Refuse a move of another moment: by what it says of that, else by what is on (SHINOBAZU-2.4, 9.10)."""
    cited = out_of_order(move, state)
    firm(state.phase != "ended" or "ended" in move.about.during, "SHINOBAZU-9.10", "shinobazu.match_over")
    if cited is None:
        return
    due = state.moments[0]
    clause, reason = cited if cited[0] else ("SHINOBAZU-2.4", f"now.{due}")
    seat = state.gained[0] if state.phase == "round_end" else getattr(state, WHOSE.get(due, "challenger"))
    who: dict[str, Any] = {} if seat is None else {"seat": seat}
    if reason in ("now.turn_over", "reveal_too_early"):
        who = {"seats": undeclared(state) if state.phase == "turns" else list(state.due)}
    raise Refused(clause, f"shinobazu.{reason}", firm=True, **who)


def undeclared(state: State) -> list[str]:
    """Return who has still to declare fight or pass in this round, in turn order."""
    return list(in_turn_order(state, (p.seat for p in state.players if p.declared is None)))
