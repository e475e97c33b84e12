"""The end of the intruder phase, and with it of the turn (SCORPION-9.1, 9.2, 28.1, Q15)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.core.judging import firm
from referee.core.replacing import replace
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.contact import rehide_when_alone
from referee.scorpion.ending import ended, nobody_left
from referee.scorpion.record import publish, uphold
from referee.scorpion.returns.start_of_turn import next_turn
from referee.scorpion.state import TURNS, Character, State, disputed, in_play, with_character
from referee.scorpion.turns import during, intruder_player, phase_done


def end_intruder_phase(state: State, seat: str, move: moves.EndIntruderPhase, context: RulingContext) -> Ruling:
    """The intruders are done: all have moved, if only by 0 zones (SCORPION-9.2, 17.1).

    Rivals each have to say so: neither ends the turn of the other. For one who has given up nobody waits.
    """
    during(state, move)
    intruder_player(state, seat)
    phase_done(state)
    missing = unmoved(state, seat)
    firm(not missing, "SCORPION-9.2", "scorpion.path_missing", private=True, intruder=missing[0] if missing else "")
    if rival_goes_on(state, seat):
        firm(seat not in state.intruders_done, "SCORPION-9.2", "scorpion.rival_goes_on", private=True)
        state = replace(state, intruders_done=(*state.intruders_done, seat))
        return uphold(state, [], clause="SCORPION-9.1", reason="scorpion.rival_goes_on")
    for one in in_play(state):
        if not one.locked:
            state = with_character(state, one.who, noise=0)
    told: list[Notice] = []
    state = publish(replace(state, intruders_done=()), told, "intruder_phase_ended", "SCORPION-9.1")
    if state.turn >= TURNS or nobody_left(state):
        return uphold(ended(state, told), told)
    return uphold(next_turn(rehide_when_alone(state, told), told), told)


def unmoved(state: State, seat: str) -> tuple[str, ...]:
    """Return whose path has to be locked before a seat is done; for one who has given up nobody waits."""
    mine = [one for one in _playing(state) if one.seat == seat or not disputed(state)]
    return tuple(one.who for one in mine if not one.locked)


def rival_goes_on(state: State, seat: str) -> bool:
    done = (*state.intruders_done, seat)
    return disputed(state) and any(one.seat not in done for one in _playing(state))


def may_be_done(state: State, seat: str) -> bool:
    return not unmoved(state, seat) and not (seat in state.intruders_done and rival_goes_on(state, seat))


def _playing(state: State) -> list[Character]:
    return [one for one in in_play(state) if one.seat not in state.conceding]


PHASE_RULES: dict[type[Any], Callable[[State, str, Any, RulingContext], Ruling]] = {
    moves.EndIntruderPhase: end_intruder_phase
}
