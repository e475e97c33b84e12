"""How a position of the toy game is entered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.contract.game_ui import Choice, Counts, Entered, Entering, Step, TakeOver, Things
from referee.core.game import Position
from referee.core.values import Seat

NUMBERS = tuple((str(n), str(n)) for n in range(1, 7))


def table(entering: Entering) -> tuple[Step, ...]:
    """Return whose turn it is with all points, then who hides a number."""
    t, rows = entering.t, tuple((seat.seat, seat.name) for seat in entering.seats)
    return (
        Step(
            t("toy.screen.points_step"),
            (
                Counts(key="points", title=t("toy.screen.points_step"), rows=rows, most=8, total=True),
                Choice(key="turn", title=t("toy.screen.turn"), values=rows),
            ),
        ),
        Step(t("toy.screen.hides"), (Things(key="hidden", title=t("toy.screen.hides"), values=rows, most=len(rows)),)),
    )


def secret(entering: Entering, seat: str) -> tuple[Step, ...]:
    """Return the number that a seat hides, if it hides one."""
    if seat not in (entering.table.get("hidden") or ()):
        return ()
    title = entering.t("toy.screen.mine")
    return (Step(title, (Choice(key="number", title=title, values=NUMBERS),)),)


def begin(options: Any, seats: Sequence[Seat]) -> dict[str, Any]:
    return {"points": {seat.seat: 0 for seat in seats}, "turn": seats[0].seat, "hidden": []}


def position(options: Any, seats: Sequence[Seat], entered: Entered, secrets: Mapping[str, Entered]) -> dict[str, Any]:
    hidden, points = entered.get("hidden") or (), entered.get("points") or {}
    open_seats = {s.seat: {"points": points.get(s.seat, 0), "hidden": s.seat in hidden} for s in seats}
    own = {seat: {"number": int(each["number"])} for seat, each in secrets.items() if each.get("number")}
    return {"table": {"turn": entered.get("turn"), "seats": open_seats}, "secrets": own}


def entered(options: Any, seats: Sequence[Seat], known: Position) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    seen = known.table.seats
    values = {
        "points": {seat: each.points for seat, each in seen.items()},
        "turn": known.table.turn,
        "hidden": [seat for seat, each in seen.items() if each.hidden],
    }
    return values, {seat: {"number": str(own.number)} for seat, own in known.secrets.items() if own.number}


TAKE_OVER = TakeOver(table=table, secret=secret, begin=begin, position=position, entered=entered)
