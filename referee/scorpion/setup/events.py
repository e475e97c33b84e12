"""What others may know of secret declarations before turn 1: nothing until a side is ready (ledger section 15)."""

from __future__ import annotations

from typing import Any, Final

from referee.core.values import TABLE, PublicEvent
from referee.scorpion import moves
from referee.scorpion.setup.rules import figures_complete, hands_complete, side_locked
from referee.scorpion.state import State, disputed, seats_of, side_of

SILENT: Final[frozenset[type[Any]]] = frozenset(
    {
        moves.DrawMissions,
        moves.ChooseCharacter,
        moves.ChooseIntruderHand,
        moves.SplitGuardCards,
        moves.ChooseGuardHand,
        moves.RecordSleepers,
        moves.RecordMarks,
        moves.SetStart,
        moves.SetPassage,
        moves.SetEntrance,
        moves.LockSetup,
    }
)
"""What nobody but its own side hears of; who chooses a character in the open form tells it to all (SCORPION-29.1)."""


def setup_event(state: State, seat: str, move: Any) -> PublicEvent | None:
    """Return what a declaration of the set-up is for the others: part of the side's set-up, one line when it is ready.

    Who of a side was first, how many declarations there were and in what order is not told. Rivals are no side.
    """
    kind = type(move)
    if kind not in SILENT or (kind is moves.ChooseCharacter and state.options.lone_wolf == "on"):
        return None
    side = side_of(state, seat)
    seats = seats_of(state, side)
    rival = side == "intruders" and disputed(state)
    return PublicEvent(
        type=f"setup_{side}",
        clause="SCORPION-4.8",
        seat=seats[0] if len(seats) == 1 else TABLE,
        knows=(seat,) if rival else seats,
    )


def relied_on(before: State, after: State) -> bool:
    """Tell whether others may have declared in secret since what rests on this: its seat alone does not take it back.

    With the last figure starts may be set, and without it hands chosen; with the last hand that figure may be placed;
    with the guards' lock the intruders may lock; and with other options everything is different (SCORPION-4.8).
    """
    if after.options is not before.options:
        return True
    if before.phase != "setup":
        return False
    if any(question(before) != question(after) for question in (figures_complete, hands_complete)):
        return True
    return any(side_locked(before, side) != side_locked(after, side) for side in ("guards", "intruders"))
