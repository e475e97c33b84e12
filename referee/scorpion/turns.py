"""Whose turn it is to declare: phases, sides and open questions (SCORPION-9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from referee.core.judging import firm
from referee.core.moves import Move, out_of_order
from referee.core.replacing import replace
from referee.core.values import GAME_MASTER, TABLE, Refused
from referee.scorpion.moves import OTHER_PHASE
from referee.scorpion.state import (
    SIDES,
    Character,
    Heading,
    Listening,
    Moving,
    Pending,
    Placing,
    Reacting,
    Splitting,
    State,
    character,
    in_play,
    role_of,
    seats_of,
    unit_text,
)
from referee.scorpion.state import answered_first as answered_first

P = TypeVar("P")
Q = TypeVar("Q")
GUARD_PHASES = ("alert", "cards", "patrol")


def during(state: State, move: Move) -> None:
    """Refuse a declaration of another phase, by what its move says of that, else by their order (SCORPION-9.2)."""
    cited = out_of_order(move, state)
    if cited is None:
        return
    clause, reason = cited if cited[0] else OTHER_PHASE
    about = {"phase": state.phase} if reason == "other_phase" else _unit(answered_first(state))
    raise Refused(clause, f"scorpion.{reason}", firm=True, **about)


def asked(state: State, move: Move, kind: type[P], other: type[Q] | None = None) -> P | Q:
    """Return the open question that a move answers; refuse it where nobody asks, by what it says of that."""
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
"""By which clause all else waits for a question, and what has to be done first."""


def nothing_open(state: State, of_guards: str = "") -> None:
    """Refuse whatever is declared before an open question is answered (SCORPION-14.3, 19.3, 19.4, 22.13).

    Where a unit's waits, `of_guards` is the clause that is cited instead.
    """
    first = answered_first(state)
    if first is not None:
        clause, reason = _FIRST[type(first)]
        unit = _unit(first)
        raise Refused((unit and of_guards) or clause, reason, firm=True, **unit)


def _unit(first: Pending | None) -> dict[str, Any]:
    return {"unit": unit_text(first.unit)} if isinstance(first, Listening | Moving | Heading) else {}


def phase_done(state: State) -> None:
    """Refuse to end a phase before a card or a move in it is finished (SCORPION-9.2), or a question is answered."""
    nothing_open(state, "SCORPION-9.2")


def guard_role(state: State, seat: str) -> str:
    """Return the role of a guard player; others may not act for the guards (SCORPION-9.3)."""
    firm(seat not in (TABLE, GAME_MASTER), "SCORPION-9.3", "scorpion.guards_only")
    role = role_of(state, seat)
    firm(SIDES[role] == "guards", "SCORPION-9.3", "scorpion.guards_only")
    return role


def intruder_player(state: State, seat: str) -> None:
    """Refuse whoever does not play an intruder (SCORPION-9.3)."""
    firm(seat in seats_of(state, "intruders"), "SCORPION-9.3", "scorpion.intruders_only")


def own_character(state: State, seat: str, who: str) -> Character:
    """Return a character of this seat; nobody declares for another's (SCORPION-3.3, 9.3)."""
    intruder_player(state, seat)
    one = character(state, who)
    firm(one.seat == seat, "SCORPION-9.3", "scorpion.not_your_character", intruder=who)
    return one


def own_characters(state: State, seat: str) -> tuple[Character, ...]:
    return tuple(c for c in in_play(state) if c.seat == seat)


def on_the_board(state: State, *zones: str) -> None:
    """Refuse a zone that this board does not have (SCORPION-1.6)."""
    for zone in zones:
        firm(zone in state.board, "SCORPION-1.6", "scorpion.no_such_zone", zone=zone)
