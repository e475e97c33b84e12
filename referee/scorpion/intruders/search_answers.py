"""What a search finds, read from the guards' marks; nobody is asked (SCORPION-18.9 to 18.13, 19.1, 19.2, Q11)."""

from __future__ import annotations

from referee.core.replacing import replace
from referee.core.values import Notice
from referee.scorpion.contact import raise_alert
from referee.scorpion.ending import end_if_over
from referee.scorpion.record import publish, whisper
from referee.scorpion.state import (
    Reacting,
    State,
    character,
    confidants,
    disputed,
    known_as,
    with_character,
)

Queue = tuple[tuple[str, str], ...]
"""Searches that wait for their answer: who, and the zone."""


def answered(state: State, queue: Queue, told: list[Notice]) -> State:
    """Answer one search after the other; a hidden sentry waits for the searcher (SCORPION-18.9, 19.3)."""
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
    """The own mission is accomplished at once; the partner's is told to that side alone (SCORPION-18.10 to 18.12)."""
    one = character(state, who)
    if letter == one.mission:
        return state if one.accomplished else _accomplished(state, who, letter, told)
    for other in state.characters:
        if other.mission == letter and other.status != "absent" and not disputed(state):
            whisper(told, confidants(state, who), "partners_mission", "SCORPION-18.11", intruder=other.who)
    return state


def _accomplished(state: State, who: str, letter: str, told: list[Notice]) -> State:
    state = with_character(state, who, accomplished=True)
    about = {"intruder": known_as(state, who), "letter": letter}
    state = publish(state, told, "mission_accomplished", "SCORPION-18.10", **about)
    if state.options.alert_on_mission_when == "accomplished":
        state = raise_alert(state, told, state.options.alert_on_mission, "SCORPION-31.2", "mission")
    return state
