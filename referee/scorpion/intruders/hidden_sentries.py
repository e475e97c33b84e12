"""Hidden sentries: found, they are killed at once or come out (SCORPION-19.3 to 19.8, 24.3 to 24.5, Q12)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.judging import firm, given
from referee.core.replacing import replace
from referee.core.values import Notice, Refused, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.contact import (
    add_guard,
    discover,
    full,
    raise_alert,
    rehide_when_alone,
    remove_guard,
    weapon_left,
)
from referee.scorpion.intruder_hands import play
from referee.scorpion.intruders.cards import card_alert
from referee.scorpion.intruders.search_answers import answered
from referee.scorpion.record import publish, uphold
from referee.scorpion.state import (
    Placing,
    Reacting,
    State,
    character,
    figure,
    intruders_at,
    known_as,
    two_guard_players,
)
from referee.scorpion.turns import answered_first, closed, during, guard_role, intruder_player


def answer_hidden_sentry(state: State, seat: str, move: moves.AnswerHiddenSentry, context: RulingContext) -> Ruling:
    """The searcher, nobody else, kills the hidden sentry or lets it come out (SCORPION-19.3, 19.4, OP-17, OP-42)."""
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
    """The alert is high at once; the guards choose only where there is a choice (SCORPION-19.4, 19.7, 24.4)."""
    state = raise_alert(state, told, "high", "SCORPION-19.4", "hidden_sentry")
    if full(state) or two_guard_players(state):
        return replace(state, pending=(*state.pending, Placing(asked.who, asked.zone, asked.queue)))
    return _placed(state, asked, "sword", told)


def place_hidden_sentry(state: State, seat: str, move: moves.PlaceHiddenSentry, context: RulingContext) -> Ruling:
    """The guards choose the weapon, or at the limit which guard comes here, if any (SCORPION-19.7, 24.4, 24.5)."""
    told: list[Notice] = []
    during(state, move)
    role = guard_role(state, seat)
    asked = answered_first(state)
    if not isinstance(asked, Placing):
        raise Refused("SCORPION-9.2", "scorpion.nobody_to_place", firm=True)
    weapon = move.weapon
    state = closed(state, asked)
    if full(state):
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
    state = _placed(state, asked, weapon or ("spear" if role == "spear" else "sword"), told)
    return uphold(state, told)


def _placed(state: State, asked: Reacting | Placing, weapon: str, told: list[Notice]) -> State:
    """A new sentry stands there; it acts from the next guard phases on (SCORPION-19.4, 19.8)."""
    state, placed = add_guard(state, asked.zone, weapon_left(state, weapon))
    about = {"guard": placed.id, "weapon": placed.weapon, "zone": asked.zone}
    state = publish(state, told, "hidden_sentry_placed", "SCORPION-19.4", **about)
    return _seen_by_it(state, asked, True, told)


def _seen_by_it(state: State, asked: Reacting | Placing, placed: bool, told: list[Notice]) -> State:
    """It discovers whoever is in its zone, placed or not (19.6, 24.5, OP-17, OP-31); then searching goes on."""
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
