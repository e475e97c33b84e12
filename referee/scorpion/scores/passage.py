"""Depth `scores`: who goes into the secret passage and comes out of it (SCORPION-25)."""

from __future__ import annotations

from referee.core.judging import firm
from referee.core.replacing import replace
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion.contact import raise_alert
from referee.scorpion.moves import PASSAGE
from referee.scorpion.record import publish, uphold
from referee.scorpion.scores.cards import intruder_plays
from referee.scorpion.scores.moves import PassageMove
from referee.scorpion.scores.state import (
    in_the_passage,
    must_be_named,
    named,
    on_the_map,
    running,
    scored,
    scores_of,
    with_scored,
    with_scores,
)
from referee.scorpion.state import State, character, disputed, in_passage, needs_passage_card, with_character


def passage(state: State, seat: str, move: PassageMove, context: RulingContext) -> Ruling:
    """Somebody goes into the passage or comes out of it, never both in a turn (SCORPION-25.3 to 25.10, 25.18)."""
    running(state, seat)
    told: list[Notice] = []
    if move.who == "guards":
        going = _guards_in if move.way == "in" else _guards_out
        return uphold(going(state, move.n or 1, told, context), told)
    must_be_named(move.who)
    firm(move.n is None, "SCORPION-25.6", "scorpion.scores_alone")
    state = named(state, move.who, told)
    on_the_map(state, move.who, "SCORPION-25.7")
    way = _intruder_in if move.way == "in" else _intruder_out
    clause = "SCORPION-25.7" if move.way == "in" else "SCORPION-25.9"
    return uphold(way(state, move.who, told, context), told, clause=clause)


def _intruder_in(state: State, who: str, told: list[Notice], context: RulingContext) -> State:
    """The first time an intruder lays their own Secret Passage card (SCORPION-25.6 to 25.9)."""
    firm(not in_passage(character(state, who).zone), "SCORPION-25.6", "scorpion.scores_inside", intruder=who)
    rested = scored(state, who).came_out != state.turn
    context.require(rested, "SCORPION-25.6", "scorpion.scores_in_and_out", intruder=who)
    if needs_passage_card(state, who):
        state = intruder_plays(state, who, "secret_passage", told, context)
    uses = character(state, who).passage_uses
    state = with_character(state, who, zone=PASSAGE, permitted=True, passage_uses=uses + 1)
    state = with_scored(state, who, went_in=state.turn)
    state = publish(state, told, "passage_entered", "SCORPION-25.7", intruder=who)
    return _met(state, told) if scores_of(state).guards_in_passage else state


def _intruder_out(state: State, who: str, told: list[Notice], context: RulingContext) -> State:
    firm(in_passage(character(state, who).zone), "SCORPION-25.10", "scorpion.scores_not_inside", intruder=who)
    rested = scored(state, who).went_in != state.turn
    context.require(rested, "SCORPION-25.6", "scorpion.scores_in_and_out", intruder=who)
    state = with_scored(with_character(state, who, zone=None), who, came_out=state.turn)
    return publish(state, told, "passage_left", "SCORPION-25.9", intruder=who)


def _guards_in(state: State, n: int, told: list[Notice], context: RulingContext) -> State:
    """As many guards are inside as Secret Passage cards lie in front of them (SCORPION-25.19, 25.20, 31.5, OP-23)."""
    kept = scores_of(state)
    context.require(state.options.passage_discoverable == "yes", "SCORPION-31.5", "scorpion.passage_closed")
    outside = max(0, kept.sword + kept.spear - kept.guards_in_passage)
    firm(n <= outside, "SCORPION-25.19", "scorpion.scores_so_many_guards", count=outside)
    front = sum(s.front for s in state.stocks)
    taken = state.passage_entries if state.options.passage_reuse == "no" else kept.guards_in_passage
    context.require(taken + n <= front, "SCORPION-25.20", "scorpion.scores_passage_full", places=front)
    state = replace(state, passage_entries=state.passage_entries + n)
    inside = kept.guards_in_passage + n
    state = with_scores(state, guards_in_passage=inside, guards_went_in=kept.guards_went_in + n)
    state = publish(state, told, "scores_guards_in", "SCORPION-25.19", n=n, inside=inside)
    return _met(state, told) if in_the_passage(state) else state


def _guards_out(state: State, n: int, told: list[Notice], context: RulingContext) -> State:
    """Whoever went in this turn comes out in a later one (SCORPION-25.6, 25.18)."""
    kept = scores_of(state)
    firm(n <= kept.guards_in_passage, "SCORPION-25.18", "scorpion.scores_so_many_inside", count=kept.guards_in_passage)
    rested = kept.guards_in_passage - kept.guards_went_in
    context.require(n <= rested, "SCORPION-25.6", "scorpion.scores_guards_rest", count=rested)
    inside = kept.guards_in_passage - n
    state = with_scores(state, guards_in_passage=inside, guards_went_in=min(inside, kept.guards_went_in))
    return publish(state, told, "scores_guards_out", "SCORPION-25.18", n=n, inside=inside)


def _met(state: State, told: list[Notice]) -> State:
    """Guards and intruders in one passage: discovered. Rivals' passages are two, so that the table says it (25.4)."""
    return state if disputed(state) else raise_alert(state, told, "high", "SCORPION-25.4", "discovered")
