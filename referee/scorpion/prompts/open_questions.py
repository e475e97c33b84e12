"""What is asked while a question is open: the Cat, the next step, a heading, a hidden sentry, wound cards."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.offers import Choice, Offer, One
from referee.core.values import Prompt, Viewer
from referee.scorpion.asking import ask
from referee.scorpion.contact import full
from referee.scorpion.guards.listening import cat_seat, may_use_cat
from referee.scorpion.guards.offers import headings, stepping
from referee.scorpion.guards.prompts import attack_asks, said_of
from referee.scorpion.guards.units import entitled, ways_to_stand, where
from referee.scorpion.intruder_hands import may_hold
from referee.scorpion.intruders.hidden_sentries import KILLING
from referee.scorpion.state import (
    Heading,
    Listening,
    Moving,
    Pending,
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
from referee.scorpion.wound_cards import to_share


def open_asks(state: State, viewer: Viewer, last: Pending) -> Iterator[Prompt]:
    match last:
        case Listening(unit=unit):
            seat, named, zone, wait = cat_seat(state), unit_text(unit), where(state, unit), state.options.cat_wait_s
            yield ask(state, viewer, seat, "answer_cat", lambda: _cat(state), unit=named, zone=zone, wait_s=wait)
        case Moving(unit=unit):
            offers = tuple(stepping(state, last))
            for seat, role in _walkers(state, unit):
                yield ask(state, viewer, seat, "step", public=offers, role=role, unit=unit_text(unit), left=last.left)
            yield from attack_asks(state, viewer)
        case Heading(unit=unit):
            zone = where(state, unit)
            said = headings(state, zone, ways_to_stand(state, zone))
            offers = tuple(Offer(move="guard_stop", fields=fields) for fields in said)
            for seat, role in _walkers(state, unit):
                yield ask(state, viewer, seat, "guard_stop", public=offers, role=role, unit=unit_text(unit))
            yield from attack_asks(state, viewer)
        case Reacting(who=who, zone=zone):
            seat, intruder = character(state, who).seat, known_as(state, who)
            reacting = lambda: _reacting(state, last)  # noqa: E731
            yield ask(state, viewer, seat, "answer_hidden_sentry", reacting, intruder=intruder, zone=zone)
        case Placing(zone=zone):
            for seat in seats_of(state, "guards"):
                yield ask(state, viewer, seat, "place_hidden_sentry", public=_placings(state), zone=zone)
        case Splitting():
            yield from wound_asks(state, viewer)


def _cat(state: State) -> Iterator[Offer]:
    yield Offer(move="answer_cat", fields={"use": One(of=(False, True) if may_use_cat(state) else (False,))})


def _reacting(state: State, asked: Reacting) -> Iterator[Offer]:
    yield Offer(move="answer_hidden_sentry", fields={"use": One(of=("none", *_killers(state, asked)))})


def wound_asks(state: State, viewer: Viewer) -> Iterator[Prompt]:
    """Ask two guard players whose discard pile gets the wound cards; tell what is proposed (SCORPION-20.5, 22.13)."""
    asked = to_share(state)
    if asked is None:
        return
    total, proposed = len(asked.roles), said_of(state, "wounds")
    ways = [{"sword": One(of=(n,)), "spear": One(of=(total - n,))} for n in range(total + 1)]
    offers = tuple(Offer(move="assign_wound_cards", fields={**way}) for way in ways)
    for seat in seats_of(state, "guards"):
        yield ask(state, viewer, seat, "assign_wound_cards", public=offers, cards=total, proposed=proposed)


def _placings(state: State) -> Iterator[Offer]:
    """Offer where the hidden sentry comes from (SCORPION-19.7, 24.4, 24.5)."""
    placed: dict[str, Choice] = {"weapon": One(of=(None, "sword", "spear")), "decline": One(of=(None, False))}
    if full(state):
        yield Offer(move="place_hidden_sentry", fields={"decline": One(of=(True,))})
        placed["replace"] = One(of=tuple(f.id for f in state.figures))
    yield Offer(move="place_hidden_sentry", fields=placed)


def _killers(state: State, asked: Reacting) -> list[str]:
    """Return the cards with which the searcher may kill the hidden sentry (SCORPION-19.3, OP-17)."""
    here = character(state, asked.who).zone == asked.zone or state.options.hidden_kill_reach == "any"
    return [card for card in KILLING if here and may_hold(state, asked.who, card)]


def _walkers(state: State, unit: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the guard players who may move a unit, with their roles (SCORPION-11.5, OP-52)."""
    guards = [(p.seat, p.role) for p in state.players if p.seat in seats_of(state, "guards")]
    if not two_guard_players(state):
        return guards
    return [(seat, role) for seat, role in guards if entitled(state, role, unit)]
