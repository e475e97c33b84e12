"""What a house ruling sets by hand, so that the app agrees with the figures on the table."""

from __future__ import annotations

from collections.abc import Set
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from referee.core.base import replace
from referee.core.judging import firm
from referee.core.values import Refused, Value
from referee.scorpion.cards import Intruder, plus
from referee.scorpion.contact import HIGH, add_guard, is_board_full, leave_patrol, remove_guard
from referee.scorpion.guards.steps import has_anyone_moved, open_move
from referee.scorpion.guards.units import headings_at, is_entitled, makes_no_difference, turned, where, whichever
from referee.scorpion.moves import PASSAGE, FigureId, Weapon, ZoneId
from referee.scorpion.parts import Event, Heading, Moving
from referee.scorpion.state import (
    DEADLY,
    NO_CARD,
    OF_A_WEAPON,
    Listening,
    State,
    character,
    figure,
    is_disputed,
    stock,
    with_character,
    with_figures,
    with_stock,
)


class PlacedGuard(Value):
    """A guard figure that stands on the table but not in the app."""

    zone: ZoneId
    weapon: Weapon = "sword"


class Adjustment(Value):
    """The public facts that a house ruling may set. Facts that are not given stay."""

    answer: Literal["heard", "heard_nothing"] | None = None
    """The corrected answer to the last listen of this turn; the alert is adjusted (SCORPION-12.6)."""
    alert: Annotated[int, Field(ge=0, le=3)] | None = None
    moved: dict[FigureId, ZoneId] = Field(default_factory=dict)
    """The new zones of figures. A guard who is moved alone leaves the patrol."""
    removed: Annotated[tuple[FigureId, ...], Field(max_length=20)] = ()
    placed: Annotated[tuple[PlacedGuard, ...], Field(max_length=20)] = ()
    wounds: dict[Intruder, Annotated[int, Field(ge=0, le=2)]] = Field(default_factory=dict)


def adjust(state: State, adjustment: Adjustment) -> State:
    """Return the state with a house ruling's adjustment applied.

    Raises `Refused` for figures and zones that do not exist, a 21st figure (SCORPION-24.1), and deadly wounds (22.11).
    """
    firm(state.phase not in ("setup", "ended"), "SCORPION-9.2", "scorpion.other_phase", phase=state.phase)
    # At the depth `scores` figures are only counted, and all seats adjust the numbers without a ruling.
    firm(state.scores is None or not adjustment.placed, "SCORPION-9.2", "scorpion.other_depth")
    for id in (*adjustment.moved, *adjustment.removed):
        firm(figure(state, id) is not None, "SCORPION-1.2", "scorpion.no_such_guard", guard=id)
    for zone in (*adjustment.moved.values(), *(p.zone for p in adjustment.placed)):
        firm(zone in state.board or zone == PASSAGE, "SCORPION-1.6", "scorpion.no_such_zone", zone=zone)
    if adjustment.answer is not None:
        state = _answered(state, adjustment.answer)
    if adjustment.alert is not None:
        state = replace(state, alert=adjustment.alert)
    state = _moved(state, adjustment)
    for id in adjustment.removed:
        state = remove_guard(state, id)
    for one in adjustment.placed:
        firm(not is_board_full(state), "SCORPION-24.1", "scorpion.figures_full")
        state = _placed(state, one)
    if state.scores is None:
        state = _facing(_settled(state, {*adjustment.moved, *adjustment.removed}))
    for who, wounds in adjustment.wounds.items():
        state = _wounded(state, who, wounds)
    return _recorded(state, {*adjustment.moved, *adjustment.removed}, adjustment.answer)


def _recorded(state: State, touched: Set[str], answer: str | None) -> State:
    """Record how the guards stand now and whose moves are over; the ruling itself is told as a notice.

    An adjustment of the alert or of wounds alone is recorded too, since it implies that nobody is under way.
    """
    figures = [[f.id, f.zone, f.drunk is not None, f.inside] for f in state.figures]
    about: dict[str, Any] = {"figures": figures, "touched": sorted(touched)}
    at = last_answer(state) if answer is not None else None
    if at is not None:
        about |= {"answer": answer, **state.record[at].data}
    if any(isinstance(asked, Heading) for asked in state.pending):
        about["heading"] = True  # until the patrol's facing is declared, nobody can act (SCORPION-7.8)
    event = Event(turn=state.turn, phase=state.phase, kind="adjusted", data=about)
    return replace(state, record=(*state.record, event)) if state.scores is None else state


ANSWERS: Final = ("heard", "heard_nothing", "cat_played")


def last_answer(state: State) -> int | None:
    """Return the index in the record of this turn's last answer to a listen; `None` without one or for a cat."""
    record, turn = state.record, state.turn
    at = next((n for n, e in reversed(tuple(enumerate(record))) if e.turn == turn and e.kind in ANSWERS), None)
    return None if at is None or record[at].kind == "cat_played" else at


def _answered(state: State, answer: str) -> State:
    """Replace the last answer in the record and adjust the alert and the listener's move (SCORPION-12.5 to 12.8).

    Later events are recorded again as new ones: an event belongs to one record, and knowledge derived from the old
    record does not apply to this one.
    """
    at = last_answer(state)
    if at is None:
        raise Refused("METSUKE-3.1", "scorpion.no_answer", firm=True)
    old, rest = state.record[at], state.record[at + 1 :]
    firm(old.kind != answer, "METSUKE-3.1", "scorpion.answered_so")
    unit = tuple(old.data["unit"].split("+"))
    new = [old.model_copy(update={"kind": answer})]
    if answer == "heard":
        alert = min(HIGH, state.alert + 1)
        data = {"cause": "heard", "before": state.alert, "after": alert}
        new.append(old.model_copy(update={"kind": "alert_raised", "data": data}))
        if not rest and not state.pending and not has_anyone_moved(state, unit):
            role = next(s.role for s in state.stocks if is_entitled(state, s.role, unit))
            state = open_move(state, unit, role, "listen")
    else:
        raised, rest = rest[0].data, rest[1:]
        alert = max(0, state.alert - (raised["after"] - raised["before"]))
        walks = [p for p in state.pending if isinstance(p, Moving) and p.cause == "listen" and p.unit == unit]
        state = replace(state, pending=tuple(p for p in state.pending if p not in walks))
    later = (event.model_copy() for event in rest)
    return replace(state, alert=alert, record=(*state.record[:at], *new, *later))


def _moved(state: State, adjustment: Adjustment) -> State:
    """Move figures. A patrol stays one only if all its members move to the same zone."""
    for patrol in state.patrols:
        zones = {adjustment.moved.get(id) for id in patrol.members}
        if len(zones) > 1:
            for id in patrol.members:
                state = leave_patrol(state, id) if id in adjustment.moved else state
    for id, zone in adjustment.moved.items():
        moved = figure(state, id)
        woke_in = moved.woke_in if moved is not None and moved.woke_in == zone else None
        state = with_figures(state, (id,), zone=zone, inside=_inside(state, zone), woke_in=woke_in)
    return state


def _placed(state: State, one: PlacedGuard) -> State:
    armed = sum(f.weapon == one.weapon and f.drunk is None for f in state.figures)
    firm(armed < OF_A_WEAPON, "SCORPION-1.2", "scorpion.no_figure_left", weapon=one.weapon)
    return add_guard(state, one.zone, one.weapon, inside=_inside(state, one.zone))[0]


def _inside(state: State, zone: str) -> str | None:
    """Return the owner of the passage that a guard is placed in: one known to the guards (SCORPION-30.6, OP-45)."""
    if zone != PASSAGE or not is_disputed(state):
        return None
    known = [passage for passage in state.passages if passage.found]
    firm(known, "SCORPION-30.6", "scorpion.no_entrance_found")
    return known[0].owner


def _settled(state: State, touched: Set[str]) -> State:
    """Drop open questions about guards that were moved or removed by hand."""
    about = (Listening, Moving, Heading)
    kept = tuple(asked for asked in state.pending if not (isinstance(asked, about) and touched & {*asked.unit}))
    return state if kept == state.pending else replace(state, pending=kept)


def _facing(state: State) -> State:
    """Ask for the facing of a patrol that was moved along the route by hand (SCORPION-7.8)."""
    for patrol in state.patrols:
        unit = patrol.members
        behinds = headings_at(state, where(state, unit))
        if patrol.behind in behinds or any(isinstance(p, Moving | Heading) and p.unit == unit for p in state.pending):
            continue
        settled = bool(behinds) and makes_no_difference(state, where(state, unit), behinds)
        state = turned(state, unit, whichever(behinds) if settled else None)
        if behinds and not settled:
            role = next(s.role for s in state.stocks if is_entitled(state, s.role, unit))
            state = replace(state, pending=(*state.pending, Heading(unit, role)))
    return state


def _wounded(state: State, who: str, wounds: int) -> State:
    """Set an intruder's wounds. Removed wound cards go to their owner's discard pile.

    A hidden lone wolf may be given by either name, and no refusal tells which it is (SCORPION-29.5).
    """
    named = state.identity_public
    hurt = character(state, who) if named else next(c for c in state.characters if c.status != "absent")
    firm(hurt.status == "in_play", "SCORPION-22.9", "scorpion.not_in_play", intruder=who)
    deadly = DEADLY[hurt.who] if named else min(DEADLY.values())
    firm(wounds < deadly, "SCORPION-22.11", "scorpion.deadly", intruder=who)
    if state.scores is not None:
        role = hurt.wounds[0] if hurt.wounds else state.stocks[0].role
        return with_character(state, hurt.who, wounds=(*hurt.wounds, *[role] * wounds)[:wounds])
    for role in hurt.wounds[wounds:]:
        if role != NO_CARD:
            state = with_stock(state, role, discard=plus(stock(state, role).discard, ["kenjutsu"]))
    return with_character(state, hurt.who, wounds=(*hurt.wounds, *[NO_CARD] * wounds)[:wounds])
