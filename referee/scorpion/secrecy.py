"""The public record, and what others may know of the intruders' declarations (ledger sections 15 and 19).

The record holds every public event as data: what was asked, by whom, where, and the answer. Replay, deduction and the
players' notes use it alone. `publish` writes one event and one notice with the same content, so that everything told is
recorded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from referee.core.base import replace
from referee.core.moves import Move
from referee.core.values import PUBLIC, TABLE, Notice, PublicEvent, Ruling
from referee.scorpion import moves
from referee.scorpion.parts import Event
from referee.scorpion.state import State, is_disputed, seats_of

LAID: Final = "laid"
"""The first event of a match that was taken over; nothing is known from before it."""


def was_taken_over(state: State) -> bool:
    """Tell whether the record lacks the beginning of the match (METSUKE-5.1)."""
    return bool(state.record) and state.record[0].kind == LAID


def publish(state: State, told: list[Notice], kind: str, clause: str, **data: Any) -> State:
    """Tell everybody something and record it; zones, figures and names in `data` become public."""
    told.append(Notice(to=PUBLIC, message=f"scorpion.{kind}", params=data, clause=clause))
    return replace(state, record=(*state.record, Event(turn=state.turn, phase=state.phase, kind=kind, data=data)))


def whisper(to: tuple[str, ...], kind: str, clause: str, **data: Any) -> Notice:
    """Return what some seats are told without a record."""
    return Notice(to=to, message=f"scorpion.{kind}", params=data, clause=clause)


def uphold(state: State, told: list[Notice], *, clause: str = "", reason: str = "") -> Ruling:
    """Return an upheld ruling with the clause and reason of its first notice, unless they are given."""
    first = told[0] if told else None
    return Ruling(
        True,
        clause or (first.clause if first and first.clause else "SCORPION-9.1"),
        reason or (first.message if first else "scorpion.noted"),
        dict(first.params) if first and not reason else {},
        tuple(told),
        state,
    )


def announced(state: State, kind: str, clause: str, **data: Any) -> Ruling:
    """Uphold a declaration with one public event."""
    told: list[Notice] = []
    return uphold(publish(state, told, kind, clause, **data), told)


INTRUDERS_ACT: Final = "intruders_act"
"""The name in everybody's log for all secret declarations of an intruder phase together."""
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
"""The notices that reveal something hidden, or say that new cards were drawn.

Where guards come, wake, stop or become sober, finding nothing is an answer too; and after the intruder phase has begun,
the guards' actions are over."""


def event(state: State, seat: str, move: Move) -> PublicEvent | None:
    """Return the public event that a declaration belongs to for viewers who may not know it, or `None`.

    It stands for all secret declarations of the intruders in their phase: who made which, and how many, is secret
    (section 15). Partners know each other's (SCORPION-2.8), rivals do not (30.1). The event names a seat only if no
    other could have acted.
    """
    if not move.about.secret or move.about.during != {"intruders"}:
        return None
    intruders = seats_of(state, "intruders")
    return PublicEvent(
        type=INTRUDERS_ACT,
        clause="SCORPION-16.1",
        seat=intruders[0] if len(intruders) == 1 else TABLE,
        knows=(seat,) if is_disputed(state) else intruders,
    )


def reveals(before: State, after: State, seat: str, move: Move, notices: Sequence[Notice]) -> bool:
    """Tell whether an upheld declaration revealed something to somebody (METSUKE-2.3, L7).

    A seat cannot undo such a declaration alone. The absence of something is an answer too: a notice that could have
    told of it counts even if it did not.
    """
    if any(notice.message in _REVEALS for notice in notices):
        return True
    if after.identity_public and not before.identity_public:
        return True
    match move:
        case moves.LockSetup():
            return after.phase != before.phase  # a start among guards is seen (6.1), or it is clear that there is none
        case moves.LockPath() if move.steps and _heard_at_mission(before):
            return True
        case moves.EndIntruderPhase():
            return is_disputed(before)  # whether the turn ends tells whether the rival is done
        case moves.AttackIntruder() if _from_either(before):
            return True  # whether the card comes from the hand tells whether one was drawn
    act = event(before, seat, move)
    return act is not None and any(_reaches_others(notice, act) for notice in notices)


def _heard_at_mission(state: State) -> bool:
    """Tell whether the alert rises when an intruder enters its mission's zone (SCORPION-31.2, OP-30)."""
    return state.options.alert_on_mission_when == "entered" and state.options.alert_on_mission != "0"


def _from_either(state: State) -> bool:
    """Tell whether a Kenjutsu may secretly come from the drawn cards or the hand (SCORPION-10.3, OP-8)."""
    option = state.options.alert_phase_hand_kenjutsu
    return state.phase == "alert" and option == "yes" and any(stock.drawn for stock in state.stocks)


def _reaches_others(notice: Notice, act: PublicEvent) -> bool:
    return notice.to == PUBLIC or not set(notice.to) <= set(act.knows)
