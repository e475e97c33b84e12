"""What the table waits for, and who says it: every refusal of something that is not on now names it."""

from __future__ import annotations

from typing import Any

from referee.core.judging import firm
from referee.core.moves import Move
from referee.core.values import Refused
from referee.shinobazu.state import State, in_turn_order


def awaited(state: State) -> tuple[str, dict[str, Any]]:
    """Return the move that is due, by its type, and whose it is; `seats` are those before whom a card is due."""
    plays = state.options.depth == "plays"
    if state.phase == "turns":
        if state.lead is None:
            return "lead", {"seat": state.start}
        return ("lay", {"seat": state.active}) if state.declares is None else ("declare", {"seat": state.declares})
    if state.due:
        return "turn_over", {"seats": list(state.due)}
    if state.phase == "battle":
        return "battle_result", {}
    if state.phase == "duel":
        if not plays:
            return "duel_result", {"seat": state.challenger}
        if state.challenged is None:
            return "duel_challenge", {"seat": state.challenger}
        if state.answer is None:
            return "duel_answer", {"seat": state.challenged}
        return "choose_duel_lead", {"seat": state.challenger}
    return "end_round", {}


def not_now(state: State) -> Refused:
    """Make the refusal of what belongs to another moment: it says what is on now (SHINOBAZU-2.4)."""
    move, params = awaited(state)
    return Refused("SHINOBAZU-2.4", f"shinobazu.now.{move}", firm=True, **params)


def in_order(state: State, move: Move) -> None:
    """Refuse a move that belongs to another phase (SHINOBAZU-2.4), or that comes after the end (9.10).

    One that says nothing of phases has its own rule about them.
    """
    about = move.about
    firm(state.phase != "ended" or "ended" in about.during, "SHINOBAZU-9.10", "shinobazu.match_over")
    if about.during and state.phase not in about.during:
        cited = about.late.get("")
        raise Refused(cited[0], f"shinobazu.{cited[1]}", firm=True) if cited else not_now(state)


def undeclared(state: State) -> list[str]:
    """Return who has still to declare fight or pass in this round, in turn order."""
    return list(in_turn_order(state, (p.seat for p in state.players if p.declared is None)))
