"""What is asked while a question is open: the Cat, the next step, a heading, a hidden sentry, wound cards."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.values import Prompt, Viewer
from referee.scorpion.asking import Legal, ask
from referee.scorpion.contact import full
from referee.scorpion.guards.moves import steps_from
from referee.scorpion.guards.prompts import attack_asks
from referee.scorpion.guards.units import entitled, ways_to_stand, where
from referee.scorpion.intruders.hands import may_hold
from referee.scorpion.state import (
    Heading,
    Listening,
    Moving,
    Placing,
    Reacting,
    Splitting,
    State,
    character,
    known_as,
    seats_of,
    two_guard_players,
    unit_text,
)


def open_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Ask what the last open question asks."""
    last = state.pending[-1]
    match last:
        case Listening(unit=unit):
            yield ask(
                state,
                viewer,
                character(state, "traitor").seat,
                "cat",
                lambda: {"use": [False, True] if _holds_cat(state) else [False]},
                unit=unit_text(unit),
                zone=where(state, unit),
                wait_s=state.options.cat_wait_s,
            )
        case Moving(unit=unit):
            for seat, role in _walkers(state, unit):
                legal: Legal = {"to": list(steps_from(state, last)), "stop": last.cause != "patrol"}
                yield ask(state, viewer, seat, "step", public=legal, role=role, unit=unit_text(unit), left=last.left)
            yield from attack_asks(state, viewer)
        case Heading(unit=unit):
            behinds = list(ways_to_stand(state, where(state, unit)))
            for seat, role in _walkers(state, unit):
                yield ask(state, viewer, seat, "heading", public={"behind": behinds}, role=role, unit=unit_text(unit))
        case Reacting(who=who, zone=zone):
            owner = character(state, who)
            yield ask(
                state,
                viewer,
                owner.seat,
                "hidden_sentry",
                lambda: {"use": ["none", *_killers(state, last)]},
                intruder=known_as(state, who),
                zone=zone,
            )
        case Placing(zone=zone):
            choices: Legal = {"weapons": ["sword", "spear"]}
            if full(state):
                choices = {"replace": [f.id for f in state.figures], "decline": True}
            for seat in seats_of(state, "guards"):
                yield ask(state, viewer, seat, "place_hidden_sentry", public=choices, zone=zone)
        case Splitting(roles=roles):
            for seat in seats_of(state, "guards"):
                yield ask(state, viewer, seat, "wound_cards", public={"cards": len(roles)}, cards=len(roles))


def _holds_cat(state: State) -> bool:
    return character(state, "traitor").status == "in_play" and may_hold(state, "traitor", "cat")


def _killers(state: State, asked: Reacting) -> list[str]:
    """Return the cards with which the searcher may kill the hidden sentry (SCORPION-19.3, OP-17)."""
    here = character(state, asked.who).zone == asked.zone or state.options.hidden_kill_reach == "any"
    return [card for card in ("kenjutsu1", "kenjutsu2", "shuriken") if here and may_hold(state, asked.who, card)]


def _walkers(state: State, unit: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the guard players who may move a unit, with their roles (SCORPION-11.5, OP-52)."""
    guards = [(p.seat, p.role) for p in state.players if p.seat in seats_of(state, "guards")]
    if not two_guard_players(state):
        return guards
    return [(seat, role) for seat, role in guards if entitled(state, role, unit)]
