"""Searches for missions: which zones, what is found, and hidden sentries (SCORPION-18, 19, Q11, Q12)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.base import replace
from referee.core.judging import firm, given
from referee.core.values import Notice, Refused, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.contact import add_guard, discover, is_board_full, raise_alert, rehide_when_alone, remove_guard
from referee.scorpion.intruder_hands import play
from referee.scorpion.intruders.cards import card_alert
from referee.scorpion.secrecy import publish, uphold, whisper
from referee.scorpion.state import (
    Character,
    Placing,
    Reacting,
    State,
    character,
    confidants,
    figure,
    in_play,
    intruders_at,
    is_disputed,
    known_as,
    two_guard_players,
    with_character,
)
from referee.scorpion.turns import (
    answered_first,
    between_actions,
    closed,
    during,
    end_if_over,
    guard_role,
    intruder_player,
    own_character,
)

Queue = tuple[tuple[str, str], ...]
"""Unanswered searches: intruder and zone."""
MOST_SEARCHES = 2
"""The maximum number of zones searched in a turn, by the side or by each intruder (SCORPION-18.4)."""


def answered(state: State, queue: Queue, told: list[Notice]) -> State:
    """Answer searches in order until one finds a hidden sentry, which waits for the searcher (SCORPION-18.9, 19.3)."""
    for i, (who, zone) in enumerate(queue):
        state, found = _answer(state, who, zone, told)
        if found == "hidden_sentry":
            hidden = tuple(h for h in state.marks.hidden if h != zone)
            state = replace(state, marks=replace(state.marks, hidden=hidden))
            return replace(state, pending=(*state.pending, Reacting(who, zone, queue[i + 1 :])))
    return end_if_over(state, told)


def _answer(state: State, who: str, zone: str, told: list[Notice]) -> tuple[State, str]:
    found = found_at(state, zone)
    about = {"intruder": known_as(state, who), "zone": zone, "found": found}
    state = publish(state, told, "search_answered", "SCORPION-18.9", **about)
    if found == "trap":
        state = raise_alert(state, told, 1, "SCORPION-19.1", "trap")
    elif len(found) == 1:
        state = _objective(state, who, found, told)
    return state, found


def found_at(state: State, zone: str) -> str:
    """Return what a search of a zone finds: an objective's letter, `trap`, `hidden_sentry` or `nothing` (18.9)."""
    for letter, where in state.marks.objectives:
        if where == zone:
            return letter
    if zone in state.marks.traps:
        return "trap"
    return "hidden_sentry" if zone in state.marks.hidden else "nothing"


def _objective(state: State, who: str, letter: str, told: list[Notice]) -> State:
    """Accomplish the searcher's own mission; tell a partner's to that side only (SCORPION-18.10 to 18.12)."""
    one = character(state, who)
    if letter == one.mission:
        return state if one.accomplished else accomplish(state, who, letter, told)
    for other in state.characters:
        if other.mission == letter and other.status != "absent" and not is_disputed(state):
            told.append(whisper(confidants(state, who), "partners_mission", "SCORPION-18.11", intruder=other.who))
    return state


def accomplish(state: State, who: str, letter: str, told: list[Notice]) -> State:
    """Record and publish an accomplished mission, which by option raises the alert (SCORPION-18.10, 31.2)."""
    state = with_character(state, who, accomplished=True)
    about = {"intruder": known_as(state, who), "letter": letter}
    state = publish(state, told, "mission_accomplished", "SCORPION-18.10", **about)
    if state.options.alert_on_mission_when == "accomplished":
        state = raise_alert(state, told, state.options.alert_on_mission, "SCORPION-31.2", "mission")
    return state


def answer_hidden_sentry(state: State, seat: str, move: moves.AnswerHiddenSentry, context: RulingContext) -> Ruling:
    """Judge the searcher's reaction to a hidden sentry: kill it or not (SCORPION-19.3, 19.4, OP-17, OP-42)."""
    told: list[Notice] = []
    during(state, move)
    intruder_player(state, seat)
    asked = answered_first(state)
    if not isinstance(asked, Reacting):
        raise Refused("SCORPION-19.3", "scorpion.no_hidden_sentry", firm=True)
    firm(character(state, asked.who).seat == seat, "SCORPION-19.3", "scorpion.searcher_answers")
    state = closed(state, asked)
    if move.use != "none":
        state = _kills(state, asked, move.use, told, context)
    else:
        state = _comes_out(state, asked, told)
    clause, reason = "SCORPION-19.3", "scorpion.hidden_sentry_answered"
    return uphold(state, told, clause=clause, reason=reason)


KILLING = ("kenjutsu1", "kenjutsu2", "shuriken")
"""The cards that kill a hidden sentry (SCORPION-19.3)."""


def _kills(state: State, asked: Reacting, card: str, told: list[Notice], context: RulingContext) -> State:
    firm(card in KILLING, "SCORPION-19.3", "scorpion.does_not_kill", card=card)
    there = character(state, asked.who).zone == asked.zone
    reaches = there or state.options.hidden_kill_reach == "any"
    context.require(reaches, "SCORPION-19.3", "scorpion.hidden_sentry_elsewhere", zone=asked.zone)
    state = play(state, asked.who, card, told, "SCORPION-19.3")
    about = {"intruder": known_as(state, asked.who), "zone": asked.zone, "card": card}
    state = publish(state, told, "hidden_sentry_killed", "SCORPION-19.3", **about)
    if state.options.hidden_killed_alert == "high":
        state = raise_alert(state, told, "high", "SCORPION-19.3", "hidden_sentry")
    else:
        state = card_alert(state, card, told)
    return answered(state, asked.queue, told)


def _comes_out(state: State, asked: Reacting, told: list[Notice]) -> State:
    """Set the alert to high and place the sentry, or ask the guards if they have a choice (19.4, 19.7, 24.4)."""
    state = raise_alert(state, told, "high", "SCORPION-19.4", "hidden_sentry")
    if is_board_full(state) or two_guard_players(state):
        return replace(state, pending=(*state.pending, Placing(asked.who, asked.zone, asked.queue)))
    return _placed(state, asked, "sword", told)


def place_hidden_sentry(state: State, seat: str, move: moves.PlaceHiddenSentry, context: RulingContext) -> Ruling:
    """Judge the guards' choice of the weapon, or of the guard to move here, if any (SCORPION-19.7, 24.4, 24.5)."""
    told: list[Notice] = []
    during(state, move)
    role = guard_role(state, seat)
    asked = answered_first(state)
    if not isinstance(asked, Placing):
        raise Refused("SCORPION-9.2", "scorpion.nobody_to_place", firm=True)
    weapon = move.weapon
    state = closed(state, asked)
    if is_board_full(state):
        if move.decline:
            firm(move.replace is None and weapon is None, "SCORPION-24.5", "scorpion.declines_and_places")
            state = publish(state, told, "hidden_sentry_declined", "SCORPION-24.5", zone=asked.zone)
            return uphold(_seen_by_it(state, asked, False, told), told)
        id = given(move.replace, "SCORPION-24.4", "scorpion.name_who_comes")
        moved = given(figure(state, id), "SCORPION-24.4", "scorpion.no_such_guard", guard=id)
        state = remove_guard(state, moved.id)
        about = {"guard": moved.id, "zone": moved.zone}
        state = publish(state, told, "guard_taken_off", "SCORPION-24.4", **about)
        weapon = weapon or moved.weapon  # type: ignore[assignment]
    else:
        firm(not move.decline, "SCORPION-24.5", "scorpion.must_place")
        firm(move.replace is None, "SCORPION-24.4", "scorpion.figures_left")
    return uphold(_placed(state, asked, weapon or ("spear" if role == "spear" else "sword"), told), told)


def _placed(state: State, asked: Reacting | Placing, weapon: str, told: list[Notice]) -> State:
    """Place the new sentry, which acts from the next guard phases on (SCORPION-19.4, 19.8)."""
    state, placed = add_guard(state, asked.zone, weapon)
    about = {"guard": placed.id, "weapon": placed.weapon, "zone": asked.zone}
    state = publish(state, told, "hidden_sentry_placed", "SCORPION-19.4", **about)
    return _seen_by_it(state, asked, True, told)


def _seen_by_it(state: State, asked: Reacting | Placing, placed: bool, told: list[Notice]) -> State:
    """Discover intruders in the sentry's zone, placed or not, and continue the searches (19.6, 24.5, OP-17, OP-31)."""
    for who in _seen(state, asked):
        state = discover(state, who, told, "SCORPION-19.6" if placed else "SCORPION-24.5", by="hidden_sentry")
    state = rehide_when_alone(state, told)
    return answered(state, asked.queue, told)


def _seen(state: State, asked: Reacting | Placing) -> Iterable[str]:
    present = [one.who for one in intruders_at(state, asked.zone)]
    if state.options.placement_discovers == "no":
        present = [who for who in present if who == asked.who]
    searcher = character(state, asked.who)
    always = state.options.hidden_discovers == "always" and searcher.status == "in_play"
    return [*present, asked.who] if always and asked.who not in present else present


def declare_searches(state: State, seat: str, move: moves.DeclareSearches, context: RulingContext) -> Ruling:
    """Judge the declaration of all searches before the first answer (SCORPION-18.2 to 18.8)."""
    told: list[Notice] = []
    between_actions(state, move)
    intruder_player(state, seat)
    firm(move.searches, "SCORPION-18.2", "scorpion.no_search_named")
    queue = tuple((_searcher(state, seat, one).who, one.zone) for one in move.searches)
    _may_be_searched(state, queue, context)
    for who, zone in queue:
        state = with_character(state, who, searched=True)
        state = publish(state, told, "search_declared", "SCORPION-18.6", intruder=known_as(state, who), zone=zone)
    state = replace(state, searches=(*state.searches, *(who for who, _ in queue)))
    return uphold(answered(state, queue, told), told, clause="SCORPION-18.8", reason="scorpion.searches_noted")


def _searcher(state: State, seat: str, search: moves.Search) -> Character:
    """Return the searcher, named unless there is only one (SCORPION-18.3, 18.6, 18.8, 29.5, OP-15, OP-33)."""
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
    """Tell whether, by option, a search must wait for the partner's path, never for a rival's (OP-15, 30.1)."""
    if is_disputed(state) or state.options.search_timing == "own_move":
        return False
    return not all(other.locked for other in in_play(state))


def _may_be_searched(state: State, queue: Queue, context: RulingContext) -> None:
    """Refuse zones that were not touched this turn, duplicates, and too many zones (SCORPION-18.2, 18.4, 18.15)."""
    for who, zone in queue:
        firm(zone in state.board, "SCORPION-18.16", "scorpion.only_zones", zone=zone)
        here = zone in character(state, who).touched
        context.require(here, "SCORPION-18.2", "scorpion.not_passed", intruder=who, zone=zone)
    firm(len(set(queue)) == len(queue), "SCORPION-18.15", "scorpion.zone_twice")
    within_limit = _is_within_limit(state, tuple(who for who, _ in queue))
    context.require(within_limit, "SCORPION-18.4", "scorpion.too_many_searches", most=MOST_SEARCHES)


def _is_within_limit(state: State, searches: tuple[str, ...]) -> bool:
    """Tell whether these intruders may search, one zone for each time that one is named."""
    searched = replace(state, searches=(*state.searches, *searches))
    return all(searches_left(searched, who) >= 0 for who in searches)


def searchable(state: State, who: str) -> tuple[str, ...]:
    """Return the zones that an intruder may search now, which is a secret of that side (SCORPION-18.2 to 18.4)."""
    one = character(state, who)
    outside = one.status == "escaped" and state.options.search_after_escape == "yes"
    may_search = state.phase == "intruders" and one.locked and not one.searched and not _partner_moves_first(state)
    if not may_search or not (one.status == "in_play" or outside):
        return ()
    return one.touched if _is_within_limit(state, (who,)) else ()


def searches_left(state: State, who: str) -> int:
    """Return the number of zones that an intruder may still search this turn (SCORPION-18.4, OP-16, OP-28)."""
    limit = state.options.search_limit_disputed if is_disputed(state) else state.options.search_limit
    used = len(state.searches) if limit == "side_2" else state.searches.count(who)
    return MOST_SEARCHES - used
