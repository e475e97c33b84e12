"""Who must or may do something now and with which choices, and the prompts while a question is open.

Everybody gets the same prompts in the same order, whatever is secret. Only `offers`, and questions about a path that
nobody else sees, are limited to those who may know them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from referee.core.offers import Choice, Each, Free, Offer, One
from referee.core.values import TABLE, Prompt, Viewer
from referee.scorpion.contact import is_board_full, to_share
from referee.scorpion.guards.listening import cat_seat, may_use_cat
from referee.scorpion.guards.offers import (
    alert_asks,
    attack_asks,
    card_asks,
    guard_seats,
    headings,
    patrol_asks,
    said_of,
    stepping,
)
from referee.scorpion.guards.units import headings_at, is_entitled, where
from referee.scorpion.intruder_hands import may_hold
from referee.scorpion.intruders.offers import intruder_asks
from referee.scorpion.intruders.searching import KILLING
from referee.scorpion.parts import Heading, Moving, Splitting
from referee.scorpion.returns import return_asks
from referee.scorpion.scores.asks import scores_prompts
from referee.scorpion.setup.begin import ROLES
from referee.scorpion.setup.prompts import setup_asks
from referee.scorpion.setup.table import is_untouched
from referee.scorpion.state import (
    Listening,
    Pending,
    Placing,
    Reacting,
    State,
    character,
    known_as,
    seats_of,
    unit_text,
)
from referee.scorpion.turns import answered_first, ask


def open_asks(state: State, viewer: Viewer, last: Pending) -> Iterator[Prompt]:
    match last:
        case Listening(unit=unit):
            seat, named, zone, wait = cat_seat(state), unit_text(unit), where(state, unit), state.options.cat_wait_s
            yield ask(state, viewer, seat, "answer_cat", partial(_cat, state), unit=named, zone=zone, wait_s=wait)
        case Moving(unit=unit):
            offers = tuple(stepping(state, last))
            for seat, role in _walkers(state, unit):
                yield ask(state, viewer, seat, "step", public=offers, role=role, unit=unit_text(unit), left=last.left)
            yield from attack_asks(state, viewer)
        case Heading(unit=unit):
            zone = where(state, unit)
            said = headings(state, zone, headings_at(state, zone))
            offers = tuple(Offer(move="guard_stop", fields=fields) for fields in said)
            for seat, role in _walkers(state, unit):
                yield ask(state, viewer, seat, "guard_stop", public=offers, role=role, unit=unit_text(unit))
            yield from attack_asks(state, viewer)
        case Reacting(who=who, zone=zone):
            seat, intruder = character(state, who).seat, known_as(state, who)
            reacting = partial(_reacting, state, last)
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
    """Yield prompts for two guard players to share wound cards, with the current proposal (SCORPION-20.5, 22.13)."""
    asked = to_share(state)
    if asked is None:
        return
    total, proposed = len(asked.roles), said_of(state, "wounds")
    splits = [{"sword": One(of=(n,)), "spear": One(of=(total - n,))} for n in range(total + 1)]
    offers = tuple(Offer(move="assign_wound_cards", fields={**split}) for split in splits)
    for seat in seats_of(state, "guards"):
        yield ask(state, viewer, seat, "assign_wound_cards", public=offers, cards=total, proposed=proposed)


def _placings(state: State) -> Iterator[Offer]:
    """Yield the ways to place a hidden sentry (SCORPION-19.7, 24.4, 24.5)."""
    placed: dict[str, Choice] = {"weapon": One(of=(None, "sword", "spear")), "decline": One(of=(None, False))}
    if is_board_full(state):
        yield Offer(move="place_hidden_sentry", fields={"decline": One(of=(True,))})
        placed["replace"] = One(of=tuple(f.id for f in state.figures))
    yield Offer(move="place_hidden_sentry", fields=placed)


def _killers(state: State, asked: Reacting) -> list[str]:
    """Return the cards with which the searcher may kill the hidden sentry (SCORPION-19.3, OP-17)."""
    here = character(state, asked.who).zone == asked.zone or state.options.hidden_kill_reach == "any"
    return [card for card in KILLING if here and may_hold(state, asked.who, card)]


def _walkers(state: State, unit: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the guard players who may move a unit, with their roles (SCORPION-11.5, OP-52)."""
    return [(seat, role) for seat, role in guard_seats(state) if is_entitled(state, role, unit)]


def prompts(state: State, viewer: Viewer) -> tuple[Prompt, ...]:
    """Return the prompts as `viewer` may know them: first what must be done, then what may be."""
    return (*_asked(state, viewer), *always_asks(state))


def _asked(state: State, viewer: Viewer) -> tuple[Prompt, ...]:
    if state.phase == "ended":
        return ()
    if state.options.depth == "scores":
        return scores_prompts(state)
    asked = answered_first(state)
    if asked is not None:
        waiting = () if isinstance(asked, Splitting) else wound_asks(state, viewer)
        return (*open_asks(state, viewer, asked), *waiting)
    asks: Any = {
        "setup": setup_asks,
        "start": return_asks,
        "alert": alert_asks,
        "cards": card_asks,
        "patrol": patrol_asks,
        "intruders": intruder_asks,
    }
    found: Iterator[Prompt] = asks[state.phase](state, viewer)
    return tuple(sorted((*wound_asks(state, viewer), *found), key=lambda prompt: not prompt.must))


ANYTIME: Final = "scorpion.ask.anytime"
ARRANGE: Final = "scorpion.ask.arrange"
REVEAL: Final = "scorpion.ask.reveal_all"
ALWAYS: Final = frozenset({ANYTIME, ARRANGE, REVEAL})
"""Prompts that nobody waits for."""


def always_asks(state: State) -> Iterator[Prompt]:
    """Yield prompts that are the same for everybody and that nobody waits for.

    Option values are not listed, since any option may be changed to any of its values.
    """
    if state.phase == "ended":
        if not state.revealed:
            yield Prompt(seat=TABLE, ask=REVEAL, must=False, offers=(Offer(move="reveal_all"),))
        return
    fill_in = Offer(move="set_unknown", fields={"options": Free()})
    for player in state.players:
        gives_up = () if player.seat in state.conceding else (Offer(move="concede"),)
        yield Prompt(seat=player.seat, ask=ANYTIME, must=False, offers=(*gives_up, fill_in))
    if state.phase == "setup" and is_untouched(state):
        roles = One(of=ROLES[len(state.players)])
        seated = Each(of={p.seat: roles for p in state.players}, different=True)
        offers = (
            Offer(move="seat_players", fields={"roles": seated}),
            Offer(move="load_board", fields={"board": Free()}),
            Offer(move="set_options", fields={"options": Free()}),
        )
        yield Prompt(seat=TABLE, ask=ARRANGE, must=False, offers=offers)
