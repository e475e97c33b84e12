"""The search for the missions: which zones, all named before the first answer (SCORPION-18, Q11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.core.judging import firm
from referee.core.replacing import replace
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.intruders.hidden_sentries import answer_hidden_sentry, place_hidden_sentry
from referee.scorpion.intruders.search_answers import Queue, answered
from referee.scorpion.record import publish, uphold
from referee.scorpion.state import Character, State, character, disputed, in_play, known_as, with_character
from referee.scorpion.turns import during, intruder_player, nothing_open, own_character


def declare_searches(state: State, seat: str, move: moves.DeclareSearches, context: RulingContext) -> Ruling:
    """All zones are named before the first answer; their order is the declared one (SCORPION-18.2 to 18.8)."""
    told: list[Notice] = []
    during(state, move)
    nothing_open(state)
    intruder_player(state, seat)
    firm(move.searches, "SCORPION-18.2", "scorpion.no_search_named")
    queue = tuple((_searcher(state, seat, one).who, one.zone) for one in move.searches)
    _may_be_searched(state, queue, context)
    for who, zone in queue:
        state = with_character(state, who, searched=True)
        state = publish(state, told, "search_declared", "SCORPION-18.6", intruder=known_as(state, who), zone=zone)
    state = replace(state, searches=(*state.searches, *(who for who, _ in queue)))
    state = answered(state, queue, told)
    return uphold(state, told, clause="SCORPION-18.8", reason="scorpion.searches_noted")


def _searcher(state: State, seat: str, search: moves.Search) -> Character:
    """Return who searches, which is named unless there is only one (SCORPION-18.3, 18.6, 18.8, 29.5, OP-15, OP-33)."""
    own = [one for one in state.characters if one.seat == seat and one.status != "absent"]
    firm(search.intruder is not None or len(own) == 1, "SCORPION-18.6", "scorpion.who_searches")
    one = own_character(state, seat, search.intruder) if search.intruder is not None else own[0]
    outside = one.status == "escaped" and state.options.search_after_escape == "yes"
    firm(one.status == "in_play" or outside, "SCORPION-20.2", "scorpion.not_on_the_map", intruder=one.who)
    firm(one.locked, "SCORPION-18.3", "scorpion.move_first", intruder=one.who)
    firm(not _partner_moves_first(state), "SCORPION-18.3", "scorpion.both_move_first")
    firm(not one.searched, "SCORPION-18.8", "scorpion.has_searched", intruder=one.who)
    return one


def _partner_moves_first(state: State) -> bool:
    """Tell whether, by option, a search waits for the partner's path; for a rival's nobody waits (OP-15, 30.1)."""
    if disputed(state) or state.options.search_timing == "own_move":
        return False
    return not all(other.locked for other in in_play(state))


def _may_be_searched(state: State, queue: Queue, context: RulingContext) -> None:
    """Each zone was entered or left this turn, none is named twice, and there are not too many (18.2, 18.4, 18.15)."""
    for who, zone in queue:
        firm(zone in state.board, "SCORPION-18.16", "scorpion.only_zones", zone=zone)
        here = zone in character(state, who).touched
        context.require(here, "SCORPION-18.2", "scorpion.not_passed", intruder=who, zone=zone)
    firm(len(set(queue)) == len(queue), "SCORPION-18.15", "scorpion.zone_twice")
    searches = (*state.searches, *(who for who, _ in queue))
    context.require(_within_limit(state, searches), "SCORPION-18.4", "scorpion.too_many_searches", most=2)


def _within_limit(state: State, searches: tuple[str, ...]) -> bool:
    limit = state.options.search_limit_disputed if disputed(state) else state.options.search_limit
    if limit == "side_2":
        return len(searches) <= 2
    return all(searches.count(who) <= 2 for who in set(searches))


def searchable(state: State, who: str) -> tuple[str, ...]:
    """Return the zones that an intruder may search now, a secret of that side (SCORPION-18.2 to 18.4)."""
    one = character(state, who)
    outside = one.status == "escaped" and state.options.search_after_escape == "yes"
    ready = state.phase == "intruders" and one.locked and not one.searched and not _partner_moves_first(state)
    if not ready or not (one.status == "in_play" or outside):
        return ()
    return one.touched if _within_limit(state, (*state.searches, who)) else ()


def searches_left(state: State, who: str) -> int:
    """Return how many zones an intruder may still search this turn (SCORPION-18.4, OP-16, OP-28)."""
    limit = state.options.search_limit_disputed if disputed(state) else state.options.search_limit
    used = len(state.searches) if limit == "side_2" else state.searches.count(who)
    return 2 - used


RULES: dict[type[Any], Callable[[State, str, Any, RulingContext], Ruling]] = {
    moves.DeclareSearches: declare_searches,
    moves.AnswerHiddenSentry: answer_hidden_sentry,
    moves.PlaceHiddenSentry: place_hidden_sentry,
}
