"""Depth `scores`: cards, focus listens, and results of searches (SCORPION-5, 10.3, 14, 16.3, 18, 19, 26)."""

from __future__ import annotations

from typing import Any, Final

from referee.core.base import replace
from referee.core.judging import firm
from referee.core.reading import name_key
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion.cards import KINDS, Deck, fits_deck, plus
from referee.scorpion.contact import raise_alert
from referee.scorpion.guards.alert_phase import HAND_CARDS, seen
from referee.scorpion.intruders.cards import card_alert
from referee.scorpion.intruders.searching import MOST_SEARCHES, searches_left
from referee.scorpion.scores import (
    must_be_named,
    named,
    on_the_map,
    scored,
    scores_of,
    taking_part,
    with_scored,
    with_scores,
)
from referee.scorpion.scores.moves import CardPlayed, Focus, SearchResult
from referee.scorpion.secrecy import publish, uphold
from referee.scorpion.setup.hands import hand_clause
from referee.scorpion.state import State, two_guard_players, with_character


def card_played(state: State, move: CardPlayed, told: list[Notice], context: RulingContext) -> Ruling:
    """Judge the playing of a card by the guards or an intruder (SCORPION-10.9, 14.1, 16.3, 26.4)."""
    if move.by == "guards":
        firm(move.card != "kenjutsu", "SCORPION-26.3", "scorpion.scores_wound_instead")
        return uphold(guards_play(state, move.card, move.phase or "cards", told, context), told)
    firm(move.phase is None, "SCORPION-9.3", "scorpion.scores_phase_of_guards")
    may_bluff = move.card != "secret_passage" or state.options.passage_bluff != "forbid"
    context.require(may_bluff, "SCORPION-26.2", "scorpion.no_passage_bluff")
    return uphold(intruder_plays(state, move.by, move.card, told, context), told)


# Guards


def guards_play(state: State, card: str, phase: str, told: list[Notice], context: RulingContext) -> State:
    """Play a guard card within the turn's limits (SCORPION-1.3, 10.3, 14.1, 14.6, 15.7, 31.5)."""
    firm(card in KINDS["guards"], "SCORPION-1.3", "scorpion.scores_not_guard_card", card=card)
    kenjutsu = card == "kenjutsu"
    context.require(kenjutsu or not state.focused, "SCORPION-14.6", "scorpion.scores_focused")
    if card == "secret_passage":
        context.require(state.options.passage_discoverable == "yes", "SCORPION-31.5", "scorpion.passage_closed")
    if phase == "alert":
        state = _drawn_card(state, kenjutsu, context)
    elif phase == "cards" and not (kenjutsu and state.options.kenjutsu_card_phase == "free"):
        context.require(state.hand_used < HAND_CARDS, "SCORPION-14.1", "scorpion.scores_two_cards", most=HAND_CARDS)
        state = replace(state, hand_used=state.hand_used + 1)
    fits = fits_deck("guards", (*seen(state), card), state.options.deck_list("guards"))
    context.require(fits, "SCORPION-1.3", "scorpion.scores_no_such_card", card=card)
    state = replace(state, cards_used=state.cards_used + 1, kenjutsu_used=state.kenjutsu_used + kenjutsu)
    clause = {"alert": "SCORPION-10.9", "cards": "SCORPION-14.1", "patrol": "SCORPION-15.7"}[phase]
    return publish(_laid(state, card), told, "scores_guard_card", clause, card=card, phase=phase)


def _drawn_card(state: State, kenjutsu: bool, context: RulingContext) -> State:
    """Count a card of the alert phase, where no more are used than were drawn (SCORPION-10.3, 10.4, OP-8)."""
    used, drawn = scores_of(state).drawn_used, state.drawn_at
    from_hand = kenjutsu and state.options.alert_phase_hand_kenjutsu == "yes"
    context.require(used < drawn or from_hand, "SCORPION-10.3", "scorpion.scores_drawn_only", draw=drawn)
    return state if used >= drawn else with_scores(state, drawn_used=used + 1)


def _laid(state: State, card: str) -> State:
    """Put a card in its place; a Kenjutsu lies as the wound it causes (SCORPION-10.2, 22.10, 25.20)."""
    first = state.stocks[0]
    if card == "secret_passage":
        first = replace(first, front=first.front + 1)
    elif card != "kenjutsu":
        first = replace(first, discard=plus(first.discard, (card,)))
    return replace(state, stocks=(first, *state.stocks[1:]))


def focus(state: State, move: Focus, told: list[Notice], context: RulingContext) -> Ruling:
    """Judge a focus listen, for guards who used no card this turn (SCORPION-14.4, 14.6, OP-7)."""
    exempt = state.kenjutsu_used if state.options.focus_after_kenjutsu == "allow" else 0
    context.require(state.cards_used == exempt, "SCORPION-14.4", "scorpion.scores_card_used")
    most = 2 if two_guard_players(state) and state.options.focus_4p == "each" else 1
    context.require(len(state.focused) < most, "SCORPION-14.4", "scorpion.scores_focused_already")
    state = replace(state, focused=(*state.focused, "guards"))
    return uphold(publish(state, told, "scores_focus", "SCORPION-14.4"), told)


# Intruders


def intruder_plays(state: State, who: str, card: str, told: list[Notice], context: RulingContext) -> State:
    """Play an intruder's card, within the deck and the hand of its life (SCORPION-3.3, 16.3, 23.6, 26.4)."""
    must_be_named(who)
    state = named(state, who, told)
    one = on_the_map(state, who, "SCORPION-26.1")
    deck: Deck = "ninja" if who == "ninja" else "traitor"
    firm(card in KINDS[deck], "SCORPION-3.3", "scorpion.scores_other_deck", card=card, intruder=who)
    context.require(one.hand_size > 0, hand_clause(who, one.life), "scorpion.scores_hand_empty", intruder=who)
    fits = fits_deck(deck, (*one.played, card), state.options.deck_list(who))
    context.require(fits, "SCORPION-16.3", "scorpion.scores_no_such_card", card=card)
    state = with_character(state, who, hand_size=max(0, one.hand_size - 1), played=plus(one.played, (card,)))
    return publish(state, told, "card_played", "SCORPION-26.4", intruder=who, card=card)


TRAPS: Final = 2
HIDDEN: Final = 2


def search(state: State, move: SearchResult, told: list[Notice], context: RulingContext) -> Ruling:
    """Judge the result of a search; it is recorded and may raise the alert (SCORPION-18.4 to 18.9, 19)."""
    state = named(state, move.intruder, told)
    one = taking_part(state, move.intruder)
    outside = one.status == "escaped" and state.options.search_after_escape == "yes"
    firm(one.status == "in_play" or outside, "SCORPION-20.2", "scorpion.not_on_the_map", intruder=one.who)
    left = searches_left(state, one.who)
    context.require(left > 0, "SCORPION-18.4", "scorpion.too_many_searches", most=MOST_SEARCHES)
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


def _known_label(state: State, zone: str | None) -> str | None:
    """Return the label that a zone is recorded under; case, width and space do not matter."""
    if zone is None:
        return None
    label = zone.strip()
    return next((known for known in scores_of(state).zones if name_key(known) == name_key(label)), label)


def _can_be(state: State, zone: str | None, found: str, context: RulingContext) -> None:
    """Refuse a result that contradicts earlier ones (SCORPION-5.2, 5.4, 18.13, 19.2, 19.5)."""
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
    """Kill a hidden sentry by the searcher's card, or set the alert to high (SCORPION-19.3, 19.4, OP-17)."""
    if card is None:
        return raise_alert(state, told, "high", "SCORPION-19.4", "hidden_sentry")
    state = card_alert(intruder_plays(state, who, card, told, context), card, told)
    if state.options.hidden_killed_alert == "high":
        state = raise_alert(state, told, "high", "SCORPION-19.3", "hidden_sentry")
    return state
