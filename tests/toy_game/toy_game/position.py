"""Positions of the toy game: the points, what lies open and whose turn it is; and by seat its numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from referee.core.game import Completion, Position, Positions
from referee.core.values import GAME_MASTER, Notice, Refused, Seat, Value, Viewer

if TYPE_CHECKING:
    from toy_game import State

Number = Annotated[int, Field(ge=1, le=6)]


class OpenSeat(Value):
    """What everybody sees of a seat."""

    points: int = 0
    hidden: bool = False
    opened: tuple[Number, ...] = ()
    holds: bool = False


class OpenTable(Value):
    """What everybody sees."""

    turn: str
    finished: bool = False
    seats: dict[str, OpenSeat] = Field(default_factory=dict)


class SeatSecret(Value):
    """What a seat alone knows."""

    number: Number | None = None
    hand: tuple[Number, ...] | None = None
    heard: tuple[tuple[str, int], ...] = ()
    plots: tuple[Number, ...] = ()


def lay(options: Any, seats: Sequence[Seat], position: Position) -> State:
    """Return the state of a position (TOY-2.1, 3.1, 4.1)."""
    from toy_game import Player, State

    table: OpenTable = position.table
    order = [seat.seat for seat in seats]
    if table.turn not in order:
        raise Refused("TOY-3.1", "toy.no_such_seat", firm=True, field="table.turn", seat=table.turn)
    for seat in table.seats:
        if seat not in order:
            raise Refused("TOY-1.1", "toy.no_such_seat", firm=True, field=f"table.seats.{seat}", seat=seat)
    players = []
    for seat in order:
        seen, own = table.seats.get(seat, OpenSeat()), position.secrets.get(seat, SeatSecret())
        if not 0 <= seen.points <= max(options.goal - 1, 0) or seen.points > 9:
            raise Refused("TOY-4.1", "toy.ended", firm=True, field=f"table.seats.{seat}.points")
        if own.number is not None and not seen.hidden:
            at = f"secrets.{seat}.number"
            raise Refused("TOY-2.1", "toy.hides_nothing", private=True, firm=True, field=at, seat=seat)
        if own.hand is not None and not seen.holds:
            raise Refused(
                "TOY-2.2", "toy.holds_nothing", private=True, firm=True, field=f"secrets.{seat}.hand", seat=seat
            )
        number = own.number if seen.hidden else None
        players.append(Player(seat, seen.points, own.hand, number, seen.opened, own.heard, own.plots))
    return State(options, tuple(players), order.index(table.turn), finished=table.finished)


def position_of(state: State, viewer: Viewer) -> Position:
    """Return what a viewer may know of a table."""
    seen = {
        p.seat: OpenSeat(points=p.points, hidden=p.hidden is not None, opened=p.opened, holds=p.hand is not None)
        for p in state.players
    }
    secrets = {
        p.seat: SeatSecret(number=p.hidden, hand=p.hand, heard=p.heard, plots=p.plots)
        for p in state.players
        if viewer in (p.seat, GAME_MASTER)
    }
    return Position(OpenTable(turn=state.players[state.turn].seat, finished=state.finished, seats=seen), secrets)


def progress(options: Any, seats: Sequence[Seat], position: Position) -> Mapping[str, Completion]:
    """Return who has entered the number that it hides, and the hand that it holds."""
    found = {}
    for seat in seats:
        seen = position.table.seats.get(seat.seat, OpenSeat())
        own = position.secrets.get(seat.seat, SeatSecret())
        due, done = seen.hidden + seen.holds, (own.number is not None) + (own.hand is not None)
        if due:
            found[seat.seat] = Completion(done, due)
    return found


def unchecked(options: Any, seats: Sequence[Seat], position: Position) -> tuple[Notice, ...]:
    return (Notice(message="toy.unchecked", clause="TOY-2.2"),)


POSITIONS = Positions(
    table=OpenTable,
    secret=SeatSecret,
    lay=lay,
    position_of=position_of,
    progress=progress,
    unchecked=unchecked,
)
