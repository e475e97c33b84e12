"""The public record, and what others may know of the intruders' declarations (ledger sections 15 and 19).

The public record: every public event as data, what was asked, by whom, where, and what was answered. Replay, deduction
and the players' notes are made from it alone. Whoever publishes something writes one event here and one notice with the
same words, so that nothing is said that is not recorded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from referee.core.base import replace
from referee.core.values import PUBLIC, TABLE, Notice, PublicEvent, Ruling
from referee.scorpion import moves
from referee.scorpion.state import State, disputed, seats_of
from referee.scorpion.trackers import Event

LAID: Final = "laid"
"""The event with which the record of a match begins that was taken over in the middle: nothing is known from before."""


def taken_over(state: State) -> bool:
    """Tell whether the record lacks what was before (METSUKE-5.1)."""
    return bool(state.record) and state.record[0].kind == LAID


def publish(state: State, told: list[Notice], kind: str, clause: str, **data: Any) -> State:
    """Tell everybody, and write it into the record. Zones, figures and names in `data` are public by this."""
    told.append(Notice(to=PUBLIC, message=f"scorpion.{kind}", params=data, clause=clause))
    return replace(state, record=(*state.record, Event(turn=state.turn, phase=state.phase, kind=kind, data=data)))


def whisper(told: list[Notice], to: tuple[str, ...], kind: str, clause: str, **data: Any) -> None:
    """Tell some seats alone; nothing of it is recorded."""
    if to:
        told.append(Notice(to=to, message=f"scorpion.{kind}", params=data, clause=clause))


def uphold(state: State, told: list[Notice], *, clause: str = "", reason: str = "") -> Ruling:
    """Make an upheld ruling; it speaks with its first notice unless it says something itself."""
    first = told[0] if told else None
    return Ruling(
        True,
        clause or (first.clause if first and first.clause else "SCORPION-9.1"),
        reason or (first.message if first else "scorpion.noted"),
        dict(first.params) if first and not reason else {},
        tuple(told),
        state,
    )


INTRUDERS_ACT: Final = "intruders_act"
"""What everybody's log calls the secret declarations of the intruders' phase, all of them together."""
_ACTS: Final = frozenset(
    {
        moves.LockPath,
        moves.PlayIntruderCard,
        moves.DeclareSearches,
        moves.AnswerHiddenSentry,
        moves.EndIntruderPhase,
    }
)
"""The declarations of the intruders in their phase. Who has made which, and how many, is told nobody (section 15)."""
_REVEALS: Final = frozenset(
    f"scorpion.{kind}"
    for kind in (
        "listen_declared",
        "heard",
        "heard_nothing",
        "cat_played",
        "guards_moved",
        "guards_stopped",
        "guards_woke",
        "hidden_sentry_placed",
        "hidden_sentry_declined",
        "discovered",
        "sobered",
        "entrance_found",
        "rope_found",
        "returned",
        "drawn",
        "bonus_cards_taken",
        "mission_redrawn",
        "intruder_phase",
        "ended",
        "revealed",
    )
)
"""The notices with which something hidden comes out, or cards come in.

Where guards come, wake, stop or get sober nothing found is an answer, too; and with the intruders' phase everything
that the guards have done is past.
"""


def event(state: State, seat: str, move: Any) -> PublicEvent | None:
    """Return what a declaration of `seat` is part of for those who may not know that it was made, or None.

    Partners know of each other's (SCORPION-2.8), rivals do not (30.1). The line names a seat only where no other
    could have acted.
    """
    if type(move) not in _ACTS:
        return None
    intruders = seats_of(state, "intruders")
    return PublicEvent(
        type=INTRUDERS_ACT,
        clause="SCORPION-16.1",
        seat=intruders[0] if len(intruders) == 1 else TABLE,
        knows=(seat,) if disputed(state) else intruders,
    )


def reveals(before: State, after: State, seat: str, move: Any, notices: Sequence[Notice]) -> bool:
    """Tell whether an upheld declaration brought out what somebody could not know before (METSUKE-2.3, L7).

    No seat alone takes such a declaration back. That something is not there is an answer as well: it counts
    whenever a notice could have told that it is.
    """
    if any(notice.message in _REVEALS for notice in notices):
        return True
    if after.identity_public and not before.identity_public:
        return True
    match move:
        case moves.LockSetup():
            return after.phase != before.phase  # who starts among guards is seen (6.1), or nobody is
        case moves.LockPath() if move.steps and _heard_at_mission(before):
            return True
        case moves.EndIntruderPhase():
            return disputed(before)  # whether the turn ends tells whether the rival is done
        case moves.AttackIntruder() if _from_either(before):
            return True  # where the card comes from tells whether one was drawn
    act = event(before, seat, move)
    return act is not None and any(_reaches_others(notice, act) for notice in notices)


def _heard_at_mission(state: State) -> bool:
    """Tell whether the alert answers whoever comes to a zone (SCORPION-31.2, OP-30)."""
    return state.options.alert_on_mission_when == "entered" and state.options.alert_on_mission != "0"


def _from_either(state: State) -> bool:
    """Tell whether a Kenjutsu card is one of the drawn, or else of the hand, and nobody sees which (10.3, OP-8)."""
    option = state.options.alert_phase_hand_kenjutsu
    return state.phase == "alert" and option == "yes" and any(stock.drawn for stock in state.stocks)


def _reaches_others(notice: Notice, act: PublicEvent) -> bool:
    return notice.to == PUBLIC or not set(notice.to) <= set(act.knows)
