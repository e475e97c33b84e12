"""Whose turn it is to declare: phases, sides and open questions (SCORPION-9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.core.judging import firm
from referee.core.moves import Move
from referee.core.replacing import replace
from referee.core.values import GAME_MASTER, TABLE, Refused
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

GUARD_PHASES = ("alert", "cards", "patrol")


def during(state: State, move: Move) -> None:
    """Refuse a declaration of another phase, by what its move says of that, else by their order (SCORPION-9.2)."""
    if state.phase in move.about.during:
        return
    if not move.about.late:
        raise Refused("SCORPION-9.2", "scorpion.other_phase", firm=True, phase=state.phase)
    clause, reason = move.about.late[""]
    raise Refused(clause, f"scorpion.{reason}", firm=True)


def answered_first(state: State) -> Pending | None:
    """Return the question that everybody waits for, or None.

    While the intruders act nobody waits for guards who share wound cards: it changes nothing for them (20.5).
    """
    waits = [p for p in state.pending if state.phase not in ("intruders", "start") or not isinstance(p, Splitting)]
    return waits[-1] if waits else None


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


def first_comes(asked: Pending, clause: str = "") -> Refused:
    """Make the refusal of what has to wait for an open question, by the question's clause or another."""
    cited, reason = _FIRST[type(asked)]
    units: dict[str, Any] = {}
    if isinstance(asked, Listening | Moving | Heading):
        units["unit"] = unit_text(asked.unit)
    return Refused(clause or cited, reason, firm=True, **units)


def nothing_open(state: State) -> None:
    """Refuse whatever is declared before an open question is answered (SCORPION-14.3, 19.3, 19.4, 22.13)."""
    asked = answered_first(state)
    if asked is not None:
        raise first_comes(asked)


def phase_done(state: State) -> None:
    """Refuse to end a phase before a card or a move in it is finished (SCORPION-9.2), or a question is answered."""
    asked = answered_first(state)
    if asked is not None:
        raise first_comes(asked, "SCORPION-9.2" if isinstance(asked, Listening | Moving | Heading) else "")


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
