"""Between rounds, and how the match ends (SCROLL-7, 8, 10)."""

from __future__ import annotations

from referee.core.judging import firm, uphold
from referee.core.replacing import replace
from referee.core.values import Notice, Ruling, RulingContext
from referee.scroll_trick.cards import OPEN, ROUNDS, SHADOW
from referee.scroll_trick.moves import BreakTie, DrawScrolls, GiveMarker
from referee.scroll_trick.rounds.ranking import best, due, lowest, shadow_is_lowest, shadow_leads_on_points
from referee.scroll_trick.rounds.ranking import result as result
from referee.scroll_trick.state import Started, State, everybody, player, tell, tell_one, with_everybody, with_seat
from referee.scroll_trick.supply import real, require_supply


def round_is_over(state: State, told: list[Notice]) -> State:
    """All hands are empty: the round ends, and the match with the third or with the shadow ahead (SCROLL-6.18, 10).

    What everybody turns in the next round, and who takes the marker, is known from here on.
    """
    for p in everybody(state):
        state = with_seat(state, p.seat, bounds=(*p.bounds, len(p.captured)))
    told.append(tell("round_over", "SCROLL-6.18", round=state.round))
    if state.round == ROUNDS:
        return match_is_over(state, told)
    if shadow_leads_on_points(state):
        state = replace(state, phase="ended", game_over=True)
        told.append(tell("shadow_ahead", "SCROLL-10.3", points=0 if state.shadow is None else state.shadow.points))
        return state
    state = replace(state, phase="between", marker_given=False)
    told.append(tell("takes_marker", "SCROLL-7.3", seats=list(lowest(state))))
    for seat, count in due(state).items():
        if count:
            told.append(tell("will_turn", "SCROLL-5.5" if state.round == 1 else "SCROLL-5.6", seat=seat, count=count))
    return state


def draw_scrolls(state: State, seat: str, move: DrawScrolls, context: RulingContext) -> Ruling:
    """Everybody draws three scrolls from the pile, unseen by the others (SCROLL-7.2)."""
    if not any(p.seat == seat for p in state.players):
        firm(move.values is None, "SCROLL-5.2", "scroll_trick.own_scrolls_only")
        whose = tuple(p.seat for p in state.players if not p.drawn)
        firm(whose, "SCROLL-7.2", "scroll_trick.all_have_drawn")
    else:
        firm(not player(state, seat).drawn, "SCROLL-7.2", "scroll_trick.drawn_already")
        whose = (seat,)
    told = [tell("drew", "SCROLL-7.2", seats=list(whose))]
    if move.values is not None:
        size = len(move.values)
        firm(size == OPEN, "SCROLL-7.2", "scroll_trick.draw_three", private=True, count=size)
        real(move.values, private=True)
        require_supply(state, move.values, context, private=True)
        told.append(tell_one(seat, "drew_noted", "SCROLL-7.2", values=list(move.values)))
    for each in whose:
        state = with_seat(state, each, drawn=True, held=move.values)
    return uphold(_goes_on(replace(state, pile=state.pile - OPEN * len(whose))), told)


def give_marker(state: State, seat: str, move: GiveMarker, context: RulingContext) -> Ruling:
    """The lowest player takes the reference card and is the next start player (SCROLL-7.3, 10.6)."""
    firm(not state.marker_given, "SCROLL-7.3", "scroll_trick.marker_given", seat=state.marker)
    firm(move.player != SHADOW, "SCROLL-10.6", "scroll_trick.shadow_starts")
    player(state, move.player)
    low = lowest(state)
    context.require(move.player in low, "SCROLL-7.3", "scroll_trick.not_lowest", seats=list(low))
    alone = shadow_is_lowest(state)
    began = Started(state.round + 1, move.player, state.marker or move.player)
    state = replace(state, started=(*state.started, began))
    state = replace(state, marker=move.player, leader=move.player, marker_given=True, shadow_low=alone)
    told = [tell("starts", "SCROLL-7.3", seat=move.player)]
    return uphold(_goes_on(state), told)


def _goes_on(state: State) -> State:
    """The next round begins when the marker has moved and, with plays, all have drawn (SCROLL-1.2)."""
    plays = state.options.depth == "plays"
    if not state.marker_given or (plays and not all(p.drawn for p in state.players)):
        return state
    state = with_everybody(state, turned=0)
    phase = "deal" if plays else "score"
    return replace(state, phase=phase, round=state.round + 1, trump=None, tricks=(), out=(), entries=0)


def match_is_over(state: State, told: list[Notice]) -> State:
    """After round 3 the most points win; equals by scrolls, then by plus scrolls (SCROLL-8.1 to 8.5, 10.4, 10.5)."""
    first = best(state)
    if len(first) > 1 and state.options.final_tie == "table":
        told.append(tell("tied", "SCROLL-8.5", seats=list(first)))
        return replace(state, phase="tie")
    return ended(state, told)


def ended(state: State, told: list[Notice]) -> State:
    state = replace(state, phase="ended")
    outcome = result(state)
    assert outcome is not None
    told.append(tell("won", outcome.clause, winners=list(outcome.winners), why=outcome.reason))
    return state


def break_tie(state: State, seat: str, move: BreakTie, context: RulingContext) -> Ruling:
    """The table says who of those still equal has won (SCROLL-8.5; O5)."""
    first = best(state)
    player(state, move.player)
    firm(move.player in first, "SCROLL-8.5", "scroll_trick.not_tied", seats=list(first))
    told = [tell("tie_broken", "SCROLL-8.5", seat=move.player)]
    return uphold(ended(replace(state, chosen=move.player), told), told)
