"""Depth `scores`: wounds, death and return, missions and escapes of the intruders (SCORPION-18, 20, 22, 23)."""

from __future__ import annotations

from typing import Any, Final

from referee.core.judging import firm, given
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion.contact import dies, raise_alert
from referee.scorpion.scores.moves import Death, Escape, Mission, Returned, Wound
from referee.scorpion.scores.searches import guards_play
from referee.scorpion.scores.state import (
    hand_size,
    must_be_named,
    named,
    on_the_map,
    running,
    scored,
    scores_of,
    taking_part,
    with_scored,
    with_scores,
    wounds_back,
)
from referee.scorpion.secrecy import publish, uphold
from referee.scorpion.state import DEADLY, LAST_RETURN, State, character, disputed, in_passage, with_character

BONUS_CARDS: Final = 5
BONUS_SLEEPERS: Final = 3


# Wounds, death and return


def wound(state: State, seat: str, move: Wound, context: RulingContext) -> Ruling:
    """A guard's Kenjutsu wounds an intruder and the alert is high (SCORPION-22.6, 22.9, 22.11)."""
    running(state, seat)
    told: list[Notice] = []
    state = named(state, move.intruder, told)
    hurt = on_the_map(state, move.intruder, "SCORPION-22.9")
    able = scores_of(state).sword + scores_of(state).spear
    context.require(able > 0, "SCORPION-22.6", "scorpion.scores_no_guard")
    wounds = (*hurt.wounds, state.stocks[0].role)
    if len(wounds) >= DEADLY["traitor"]:
        # Only the Ninja survives a second wound (OP-29).
        must_be_named(move.intruder)
    state = guards_play(state, "kenjutsu", move.phase, told, context)
    state = with_character(state, hurt.who, wounds=wounds)
    state = publish(state, told, "wounded", "SCORPION-22.9", intruder=hurt.who, wounds=len(wounds))
    state = raise_alert(state, told, "high", "SCORPION-22.9", "attack")
    if hurt.who in DEADLY and len(wounds) >= DEADLY[hurt.who]:
        state = _lost(state, hurt.who, told)
    return uphold(state, told, clause="SCORPION-22.9")


def death(state: State, seat: str, move: Death, context: RulingContext) -> Ruling:
    """An intruder whose wounds nobody counted is lost; only an attack kills (SCORPION-22.9, 22.11, 23.1, 23.13)."""
    running(state, seat)
    must_be_named(move.intruder)
    told: list[Notice] = []
    state = named(state, move.intruder, told)
    on_the_map(state, move.intruder, "SCORPION-22.11")
    state = raise_alert(state, told, "high", "SCORPION-22.9", "attack")
    return uphold(_lost(state, move.intruder, told), told, clause="SCORPION-22.11")


def _lost(state: State, who: str, told: list[Notice]) -> State:
    """A first loss in turns 1 to 10 is followed by a return; by option a second loss brings a bonus too (OP-25)."""
    again = character(state, who).life > 1
    state = dies(wounds_back(state, who), who, told)
    if again and state.turn <= LAST_RETURN and state.options.bonus_on_second_death == "yes":
        state = _bonus(state, who, told)
    return state


def returned(state: State, seat: str, move: Returned, context: RulingContext) -> Ruling:
    """A lost character is back at the start of the next turn, once, and the guards take their bonus (23.1 to 23.10)."""
    running(state, seat)
    must_be_named(move.intruder)
    told: list[Notice] = []
    one = taking_part(state, move.intruder)
    firm(one.life == 1, "SCORPION-23.2", "scorpion.returned_before", intruder=one.who)
    left = one.died if one.status == "due" else None
    died = given(left, "SCORPION-23.1", "scorpion.no_return_due", intruder=one.who)
    context.require(state.turn == died + 1, "SCORPION-23.1", "scorpion.scores_next_turn_first", intruder=one.who)
    keeps = state.options.passage_after_return == "keeps" and one.permitted
    state = with_character(
        state,
        one.who,
        status="in_play",
        accomplished=False,
        life=one.life + 1,
        hand_size=hand_size(state, one.who, one.life + 1),
        played=(),
        permitted=keeps,
        passage_uses=one.passage_uses if keeps else 0,
    )
    state = with_scored(state, one.who, letters=(), mission=None, went_in=None, came_out=None)
    state = publish(state, told, "returned", "SCORPION-23.1", intruder=one.who)
    return uphold(_bonus(state, one.who, told), told)


def _bonus(state: State, who: str, told: list[Notice]) -> State:
    """Remind the guards of their five cards and three sleepers (SCORPION-23.9, 23.10)."""
    state = with_scores(state, sleepers=scores_of(state).sleepers + BONUS_SLEEPERS)
    about = {"intruder": who, "cards": BONUS_CARDS, "sleepers": BONUS_SLEEPERS}
    return publish(state, told, "scores_bonus", "SCORPION-23.9", **about)


# Missions and escapes


def mission(state: State, seat: str, move: Mission, context: RulingContext) -> Ruling:
    """An intruder shows a letter: once a life, and only where they found it (SCORPION-18.10 to 18.12, 31.2)."""
    running(state, seat)
    told: list[Notice] = []
    state = named(state, move.intruder, told)
    one = taking_part(state, move.intruder)
    outside = one.status == "escaped" and state.options.search_after_escape == "yes"
    firm(one.status == "in_play" or outside, "SCORPION-18.10", "scorpion.not_on_the_map", intruder=one.who)
    firm(not one.accomplished, "SCORPION-18.10", "scorpion.scores_accomplished", intruder=one.who)
    found = move.letter in scored(state, one.who).letters
    about: dict[str, Any] = {"intruder": one.who, "letter": move.letter}
    context.require(found, "SCORPION-18.12", "scorpion.scores_letter_not_found", **about)
    noted = disputed(state) and state.options.disputed_mission == "note"
    others = {c.mission for c in scores_of(state).characters if c.who != one.who}
    context.require(noted or move.letter not in others, "SCORPION-2.5", "scorpion.scores_letter_of_other", **about)
    state = with_character(state, one.who, accomplished=True)
    state = with_scored(state, one.who, mission=move.letter)
    state = publish(state, told, "mission_accomplished", "SCORPION-18.10", **about)
    if state.options.alert_on_mission_when == "accomplished":
        state = raise_alert(state, told, state.options.alert_on_mission, "SCORPION-31.2", "mission")
    return uphold(state, told, clause="SCORPION-18.10")


def escape(state: State, seat: str, move: Escape, context: RulingContext) -> Ruling:
    """An intruder leaves the map for good, and the wound cards go back (SCORPION-20.1 to 20.4, 20.6)."""
    running(state, seat)
    must_be_named(move.intruder)
    told: list[Notice] = []
    state = named(state, move.intruder, told)
    gone = taking_part(state, move.intruder).status == "escaped"
    firm(not gone, "SCORPION-20.2", "scorpion.scores_escaped_already", intruder=move.intruder)
    one = on_the_map(state, move.intruder, "SCORPION-20.1")
    firm(not in_passage(one.zone), "SCORPION-20.1", "scorpion.scores_leave_passage_first", intruder=one.who)
    state = with_character(wounds_back(state, one.who), one.who, status="escaped", zone=None)
    state = publish(state, told, "escaped", "SCORPION-20.3", intruder=one.who)
    return uphold(state, told, clause="SCORPION-20.3")
