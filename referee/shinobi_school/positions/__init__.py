"""Positions of Shinobi School (METSUKE-5): their `model`, the position of a state, and `laying` one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.game import Completion, Position, Positions
from referee.core.judging import may_look_into, shown, tell
from referee.core.values import Notice, Seat, Viewer
from referee.shinobi_school.entries import seen_elsewhere
from referee.shinobi_school.moves import Options
from referee.shinobi_school.positions.laying import lay
from referee.shinobi_school.positions.model import LIES, OPEN, PLAYED, ROUND, OpenSeat, OpenTable, SeatSecret
from referee.shinobi_school.state import Player, State, turns_over, undealt
from referee.shinobi_school.view import now, sees_the_past, swept_cards


def position_of(state: State, viewer: Viewer) -> Position:
    """Return the position as a viewer may know it, without swept cards if they are left to memory (O15)."""
    played = state.phase in PLAYED
    seen = swept_cards(state) if sees_the_past(state, viewer) else ()
    table = shown(
        OpenTable,
        state,
        seats=tuple(_seat(state, p) for p in state.players),
        stock=undealt(state) - state.turned if state.phase in LIES else None,
        swept_cards=seen,
        swept_unknown=len(state.swept) - len(seen),
        quiet=state.quiet if played else None,
        turn=turns_over(state) + 1 if played else None,
        now=now(state),
    )
    secrets = {p.seat: _secret(state, p) for p in may_look_into(state, viewer)}
    return Position(table, {seat: secret for seat, secret in secrets.items() if secret != SeatSecret()})


def _seat(state: State, p: Player) -> OpenSeat:
    is_open = state.phase in OPEN
    return shown(
        OpenSeat,
        p,
        points=p.points if p.by_hand else None,
        ready=p.ready and state.phase == "split",
        earth=p.earth if is_open else None,
        heaven=p.heaven_size if is_open else None,
        shown=None if p.left is None else p.left.heaven,
        scored=None if p.left is None else p.left.points,
    )


def _secret(state: State, p: Player) -> SeatSecret:
    contradicted = state.phase in OPEN and p.heaven is not None and seen_elsewhere(state, p, p.heaven) is not None
    return shown(SeatSecret, p, contradicted=contradicted)


def progress(options: Options, seats: Sequence[Seat], position: Position) -> Mapping[str, Completion]:
    """Return which seats may still register something, and whether they have; nobody must (SCHOOL-6.2)."""
    table: OpenTable = position.table
    gave_up = {seat.seat for seat in table.seats if seat.withdrawn}
    if table.phase not in ROUND:
        return {}
    entered = {seat for seat, secret in position.secrets.items() if secret != SeatSecret()}
    may = [seat.seat for seat in seats if seat.seat not in gave_up]
    return {seat: Completion(int(seat in entered), 1, must=False) for seat in may}


def unchecked(options: Options, seats: Sequence[Seat], position: Position) -> tuple[Notice, ...]:
    """Return notices of what nobody can check: heavens until they are shown, and rounds counted elsewhere."""
    table: OpenTable = position.table
    told = []
    if table.phase in OPEN:
        told.append(tell("shinobi_school.position.unchecked_heavens", "SCHOOL-9.2"))
    if table.swept_unknown:
        told.append(tell("shinobi_school.position.unchecked_swept", "SCHOOL-8.5", n=table.swept_unknown))
    if any(seat.scores for seat in table.seats):
        told.append(tell("shinobi_school.position.unchecked_scores", "SCHOOL-12.5"))
    return tuple(told)


POSITIONS = Positions(
    OpenTable,
    SeatSecret,
    lay,
    position_of,
    progress,
    unchecked,
    left_out=(
        "turns",
        "findings",
        "rounds.verified",
        "rounds.rows.heaven",
        "rounds.rows.earth",
        "rounds.rows.heaven_cost",
        "rounds.rows.earth_cost",
    ),
)
