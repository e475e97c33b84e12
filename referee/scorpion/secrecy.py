"""What others may know of the intruders' declarations, and which may not be taken back (ledger sections 15 and 19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from referee.core.values import PUBLIC, TABLE, Notice, PublicEvent
from referee.scorpion import moves
from referee.scorpion.state import State, disputed, seats_of

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
