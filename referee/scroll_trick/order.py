"""What may be declared now (ledger section 6), and who is to declare it."""

from __future__ import annotations

from referee.core.judging import firm
from referee.core.moves import Cited, Move, in_depth, out_of_order
from referee.core.values import TABLE, Refused
from referee.scroll_trick import moves as m
from referee.scroll_trick.cards import ROUNDS
from referee.scroll_trick.contest.strength import ahead
from referee.scroll_trick.rounds.ranking import due
from referee.scroll_trick.state import State, active, everybody

OF_SHADOW = frozenset({m.LayShadow, m.ShadowPlay, m.RefillShadow})
IN_REMEDY = frozenset({m.Remedy, m.ClaimRevoke, m.Configure})
"""What may be declared while a revoke is to be remedied."""


def may_be_declared(state: State, move: Move) -> None:
    """Refuse what belongs to another depth or phase (SCROLL-1.2), or comes after the end (8.1)."""
    kind = type(move)
    firm(in_depth(move, state.options.depth), "SCROLL-1.2", "scroll_trick.other_depth")
    firm(kind not in OF_SHADOW or state.shadow is not None, "SCROLL-9.1", "scroll_trick.no_shadow")
    if state.remedy is not None and kind not in IN_REMEDY:
        raise Refused("SCROLL-6.4", "scroll_trick.remedy_first", firm=True, seat=state.findings[state.remedy].player)
    if cited := _refused(state, move):
        raise Refused(cited[0], f"scroll_trick.{cited[1]}", firm=True, seats=list(awaited(state)))


def _refused(state: State, move: Move) -> Cited | None:
    """Return what refuses a move out of order, where it depends on more than the phase as well."""
    cited, kind = out_of_order(move, state), type(move)
    if cited is None:
        return move.about.late[""] if kind is m.SetStartPlayer and start_is_settled(state) else None
    if state.phase == "ended":
        return ("SCROLL-10.3", "shadow_ended_it") if state.game_over else cited
    if kind is m.TurnScroll and state.round == 1:
        return "SCROLL-5.4", "no_turning_in_round_1"
    if cited == ("SCROLL-6.18", "round_not_over") and state.round == ROUNDS:
        return "SCROLL-7.4", "nothing_after_round_3"
    return cited


def start_is_settled(state: State) -> bool:
    """Tell whether cards or scrolls are in play: the start player is named before, never again (SCROLL-2.11)."""
    entered = bool(state.entries) or any(p.captured for p in everybody(state))
    return state.round > 1 or entered or state.phase not in m.SetStartPlayer.about.during


def awaited(state: State) -> tuple[str, ...]:
    """Return whose declaration is due now; the table's where anybody may make it."""
    who: list[str] = []
    match state.phase:
        case "trump":
            who = [state.marker or TABLE]
        case "open" | "trick":
            who = [active(state) or TABLE]
        case "place":
            who = [p.seat for p in state.players if not p.placed]
        case "turn":
            turns = due(state)
            who = [p.seat for p in everybody(state) if p.turned < turns.get(p.seat, 0)]
        case "resolve":
            won = ahead(state.tricks[-1], state.trump)
            who = [TABLE if won is None else won.seat]
        case "between" if state.options.depth == "plays":
            who = [p.seat for p in state.players if not p.drawn]
    return tuple(who) or (TABLE,)
