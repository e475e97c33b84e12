"""Depth `scores`: what searches found, and whether it can all be true (SCORPION-5.2, 5.4, 18.4 to 18.13, 19)."""

from __future__ import annotations

from typing import Any, Final

from referee.core.judging import firm
from referee.core.reading.seating import name_key
from referee.core.replacing import replace
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion.contact import raise_alert
from referee.scorpion.intruders.cards import card_alert
from referee.scorpion.record import publish, uphold
from referee.scorpion.scores.cards import intruder_plays
from referee.scorpion.scores.moves import SearchResult
from referee.scorpion.scores.state import named, running, scored, scores_of, taking_part, with_scored, with_scores
from referee.scorpion.state import State, disputed

SEARCHES: Final = 2
"""Zones a turn, of the side or of each intruder (SCORPION-18.4)."""
TRAPS: Final = 2
HIDDEN: Final = 2


def search(state: State, seat: str, move: SearchResult, context: RulingContext) -> Ruling:
    """A zone was searched: what it held is noted, and raises the alert where it does (SCORPION-18.4 to 18.9, 19)."""
    running(state, seat)
    told: list[Notice] = []
    state = named(state, move.intruder, told)
    one = taking_part(state, move.intruder)
    outside = one.status == "escaped" and state.options.search_after_escape == "yes"
    firm(one.status == "in_play" or outside, "SCORPION-20.2", "scorpion.not_on_the_map", intruder=one.who)
    context.require(within_limit(state, one.who), "SCORPION-18.4", "scorpion.too_many_searches", most=SEARCHES)
    firm(move.killed_by is None or move.found == "hidden_sentry", "SCORPION-19.3", "scorpion.scores_nobody_to_kill")
    zone = _known_label(state, move.zone)
    _can_be(state, zone, move.found, context)
    state = _noted(replace(state, searches=(*state.searches, one.who)), one.who, zone, move.found)
    if zone is None:
        state = publish(state, told, "scores_searched", "SCORPION-18.9", intruder=one.who, found=move.found)
    else:
        about = {"intruder": one.who, "zone": zone, "found": move.found}
        state = publish(state, told, "search_answered", "SCORPION-18.9", **about)
    if move.found == "trap":
        state = raise_alert(state, told, 1, "SCORPION-19.1", "trap")
    elif move.found == "hidden_sentry":
        state = _hidden_sentry(state, one.who, move.killed_by, told, context)
    return uphold(state, told, clause="SCORPION-18.9")


def within_limit(state: State, who: str) -> bool:
    """Tell whether one more zone may be searched by this intruder this turn (SCORPION-18.4, OP-16, OP-28)."""
    limit = state.options.search_limit_disputed if disputed(state) else state.options.search_limit
    done = len(state.searches) if limit == "side_2" else state.searches.count(who)
    return done < SEARCHES


def _known_label(state: State, zone: str | None) -> str | None:
    """Return the label under which a zone is noted: case, width and space make no other zone."""
    if zone is None:
        return None
    label = zone.strip()
    return next((known for known in scores_of(state).zones if name_key(known) == name_key(label)), label)


def _can_be(state: State, zone: str | None, found: str, context: RulingContext) -> None:
    """Refuse an answer that contradicts the earlier ones (SCORPION-5.2, 5.4, 18.13, 19.2, 19.5)."""
    kept = scores_of(state)
    hidden = kept.found.count("hidden_sentry")
    more = found != "hidden_sentry" or hidden < HIDDEN
    context.require(more, "SCORPION-5.2", "scorpion.scores_hidden_out", most=HIDDEN)
    if zone is None:
        return
    if zone in kept.zones:
        before = kept.zones[zone]
        now = "nothing" if before == "hidden_sentry" else before
        clause = {"trap": "SCORPION-19.2", "hidden_sentry": "SCORPION-19.5", "nothing": "SCORPION-18.9"}
        about: dict[str, Any] = {"zone": zone, "found": before}
        context.require(found == now, clause.get(before, "SCORPION-18.13"), "scorpion.scores_found_before", **about)
        return
    elsewhere = next((known for known, what in kept.zones.items() if what == found), None)
    if found == "trap":
        traps = sum(what == "trap" for what in kept.zones.values())
        context.require(traps < TRAPS, "SCORPION-5.2", "scorpion.scores_traps_out", most=TRAPS)
    elif len(found) == 1:
        clash: dict[str, Any] = {"letter": found, "zone": elsewhere}
        context.require(elsewhere is None, "SCORPION-5.2", "scorpion.scores_letter_elsewhere", **clash)


def _noted(state: State, who: str, zone: str | None, found: str) -> State:
    kept = scores_of(state)
    zones = kept.zones if zone is None or (zone in kept.zones and found == "nothing") else kept.zones | {zone: found}
    state = with_scores(state, zones=zones, found=(*kept.found, found))
    letters = scored(state, who).letters
    return state if len(found) > 1 or found in letters else with_scored(state, who, letters=(*letters, found))


def _hidden_sentry(state: State, who: str, card: str | None, told: list[Notice], context: RulingContext) -> State:
    """The searcher's card kills it, or else the alert is high and a guard comes (SCORPION-19.3, 19.4, OP-17)."""
    if card is None:
        return raise_alert(state, told, "high", "SCORPION-19.4", "hidden_sentry")
    state = card_alert(intruder_plays(state, who, card, told, context), card, told)
    if state.options.hidden_killed_alert == "high":
        state = raise_alert(state, told, "high", "SCORPION-19.3", "hidden_sentry")
    return state
