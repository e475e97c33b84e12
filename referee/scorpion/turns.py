"""Who may declare now: phases, sides, open questions (SCORPION-9); the end (28); and the making of prompts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar

from referee.core.base import replace
from referee.core.judging import firm
from referee.core.moves import Move, out_of_order
from referee.core.offers import Offer
from referee.core.values import GAME_MASTER, TABLE, Notice, Place, Prompt, Refused, Result, Viewer
from referee.scorpion.contact import all_home
from referee.scorpion.moves import OTHER_PHASE
from referee.scorpion.parts import Heading, Moving, Splitting
from referee.scorpion.secrecy import publish
from referee.scorpion.state import (
    SIDES,
    Character,
    Listening,
    Pending,
    Placing,
    Reacting,
    State,
    character,
    in_play,
    is_disputed,
    is_open_to,
    role_of,
    seats_of,
    unit_text,
)
from referee.scorpion.state import answered_first as answered_first


def ask(
    state: State,
    viewer: Viewer,
    seat: str,
    what: str,
    offers: Callable[[], Iterable[Offer]] | None = None,
    *,
    must: bool = True,
    public: Iterable[Offer] = (),
    **params: Any,
) -> Prompt:
    """Return a prompt. `public` offers are for everybody, those of `offers` for `seat` and the game master."""
    found = tuple(public)
    if offers is not None and is_open_to(state, viewer, (seat,)):
        found += tuple(offers())
    return Prompt(seat=seat, ask=f"scorpion.ask.{what}", must=must, params=params, offers=found)


def nobody_left(state: State) -> bool:
    """Tell whether no intruder is left on the board; a return due counts as one left unless an option says otherwise.

    SCORPION-28.1, OP-27.
    """
    if in_play(state):
        return False
    somebody_returns = any(c.status == "due" for c in state.characters)
    return not somebody_returns or state.options.end_with_pending == "end"


def end_if_over(state: State, told: list[Notice]) -> State:
    """End the match if no intruder is left, unless one may still search from outside (SCORPION-28.1, OP-33)."""
    return ended(state, told) if nobody_left(state) and not may_search_outside(state) else state


def may_search_outside(state: State) -> bool:
    """Tell whether, by option, an intruder who has just left the map may still search (OP-33)."""
    if state.phase != "intruders" or state.options.search_after_escape == "no":
        return False
    return any(c.status == "escaped" and c.locked and c.touched and not c.searched for c in state.characters)


def ended(state: State, told: list[Notice]) -> State:
    """End the match and publish its result (SCORPION-28)."""
    state = replace(all_home(state), phase="ended", pending=(), identity_public=True)
    outcome = result(state)
    assert outcome is not None
    return publish(state, told, "ended", outcome.clause, winners=list(outcome.winners), reason=outcome.reason)


def result(state: State) -> Result | None:
    """Return the result, which depends on the fate of both characters unless a side gave up (SCORPION-28.2 to 28.4).

    A draw has no winner. Points are 1 for winners and 0 for others.
    """
    if state.phase != "ended":
        return None
    if state.conceded is not None:
        side = "guards" if state.conceded == "intruders" else "intruders"
        return _won(state, seats_of(state, side), f"scorpion.result.conceded_{state.conceded}", "SCORPION-28.1")
    who = [c for c in state.characters if c.status != "absent"]
    done = [c for c in who if c.accomplished and c.status == "escaped"]
    if is_disputed(state) and state.options.disputed_win == "individual":
        done = [c for c in done if c.seat not in state.conceding]
        if done:
            return _won(state, tuple(c.seat for c in done), "scorpion.result.rivals", "SCORPION-30.7")
        return _won(state, seats_of(state, "guards"), "scorpion.result.guards", "SCORPION-30.7")
    plays_lone_wolf = state.options.lone_wolf != "off"
    clause = "SCORPION-29.4" if plays_lone_wolf else "SCORPION-28.2"
    if done and len(done) == len(who):
        return _won(state, seats_of(state, "intruders"), "scorpion.result.intruders", clause)
    if done:
        return _won(state, (), "scorpion.result.draw", "SCORPION-28.3")
    clause = "SCORPION-29.4" if plays_lone_wolf else "SCORPION-28.4"
    return _won(state, seats_of(state, "guards"), "scorpion.result.guards", clause)


def _won(state: State, winners: tuple[str, ...], reason: str, clause: str) -> Result:
    rows = [(p.seat, int(p.seat in winners)) for p in state.players]
    rows.sort(key=lambda row: -row[1])
    best = rows[0][1]
    ranking = tuple(Place(seat=seat, place=1 if n == best else 1 + len(winners), points=n) for seat, n in rows)
    return Result(winners=winners, ranking=ranking, reason=reason, clause=clause)


P = TypeVar("P")
Q = TypeVar("Q")
GUARD_PHASES = ("alert", "cards", "patrol")


def during(state: State, move: Move) -> None:
    """Refuse a declaration in the wrong phase, with the clause and reason of its move (SCORPION-9.2)."""
    cited = out_of_order(move, state)
    if cited is None:
        return
    clause, reason = cited if cited[0] else OTHER_PHASE
    about = {"phase": state.phase} if reason == "other_phase" else _unit(answered_first(state))
    raise Refused(clause, f"scorpion.{reason}", firm=True, **about)


def asked(state: State, move: Move, kind: type[P], other: type[Q] | None = None) -> P | Q:
    """Return the open question that a move answers. Raises `Refused` if there is none."""
    during(state, move)
    return next(each for each in reversed(state.pending) if isinstance(each, (kind, other or kind)))


def closed(state: State, asked: Pending) -> State:
    return replace(state, pending=tuple(p for p in state.pending if p is not asked))


_FIRST: Final[Mapping[type[Any], tuple[str, str]]] = {
    Listening: ("SCORPION-14.3", "scorpion.listen_first"),
    Moving: ("SCORPION-14.3", "scorpion.other_unit_moves"),
    Heading: ("SCORPION-14.3", "scorpion.heading_first"),
    Reacting: ("SCORPION-19.3", "scorpion.hidden_sentry_first"),
    Placing: ("SCORPION-19.4", "scorpion.placing_first"),
    Splitting: ("SCORPION-22.13", "scorpion.wound_cards_first"),
}
"""For each open question: the clause and reason for refusing everything else."""


def nothing_open(state: State, of_guards: str = "") -> None:
    """Refuse a declaration while a question is open (SCORPION-14.3, 19.3, 19.4, 22.13).

    If the question is about a unit, `of_guards` is the clause to cite instead.
    """
    first = answered_first(state)
    if first is not None:
        clause, reason = _FIRST[type(first)]
        unit = _unit(first)
        raise Refused((unit and of_guards) or clause, reason, firm=True, **unit)


def between_actions(state: State, move: Move, of_guards: str = "") -> None:
    """Refuse a declaration in the wrong phase, or while a question is open (SCORPION-9.2, 14.3)."""
    during(state, move)
    nothing_open(state, of_guards)


def _unit(first: Pending | None) -> dict[str, Any]:
    return {"unit": unit_text(first.unit)} if isinstance(first, Listening | Moving | Heading) else {}


def guard_role(state: State, seat: str) -> str:
    """Return the role of a guard player. Raises `Refused` for any other actor (SCORPION-9.3)."""
    firm(seat not in (TABLE, GAME_MASTER), "SCORPION-9.3", "scorpion.guards_only")
    role = role_of(state, seat)
    firm(SIDES[role] == "guards", "SCORPION-9.3", "scorpion.guards_only")
    return role


def intruder_player(state: State, seat: str) -> None:
    """Refuse a seat that does not play an intruder (SCORPION-9.3)."""
    firm(seat in seats_of(state, "intruders"), "SCORPION-9.3", "scorpion.intruders_only")


def own_character(state: State, seat: str, who: str) -> Character:
    """Return a character of this seat. Raises `Refused` for another's (SCORPION-3.3, 9.3)."""
    intruder_player(state, seat)
    one = character(state, who)
    firm(one.seat == seat, "SCORPION-9.3", "scorpion.not_your_character", intruder=who)
    return one


def own_characters(state: State, seat: str) -> tuple[Character, ...]:
    return tuple(c for c in in_play(state) if c.seat == seat)


def on_the_board(state: State, *zones: str) -> None:
    """Refuse a zone that the board does not have (SCORPION-1.6)."""
    for zone in zones:
        firm(zone in state.board, "SCORPION-1.6", "scorpion.no_such_zone", zone=zone)
