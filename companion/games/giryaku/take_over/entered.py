"""From a position to what would be entered, and what a table begins with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.games.giryaku.take_over.fields import BOX
from companion.games.giryaku.take_over.given import DOWN, NO, UNKNOWN, YES
from referee.core.position import Position
from referee.core.values import Seat
from referee.giryaku.cards import COLUMNS, without
from referee.giryaku.options import CONSUME_MAP, NIN_SHI_RANGE, Options
from referee.giryaku.positions.model import BoardCard, Flipped, OpenSeat, OpenTable, SeatSecret


def begin(options: Options, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return a second turn of whoever goes first."""
    if options.depth == "scores":
        return {"first": options.first_player, "last": NO, **{f"count.{seat.seat}": UNKNOWN for seat in seats}}
    first = options.first_player or seats[0].seat
    turns = {seat.seat: 2 if seat.seat == first else 1 for seat in seats}
    return {
        "active": first,
        "first": first,
        "turns": turns,
        "last": NO,
        "consume_map": CONSUME_MAP,
        "nin_shi_range": NIN_SHI_RANGE,
        "chained": NO,
        **{f"known.{seat.seat}": NO for seat in seats},
    }


def entered(
    options: Options, seats: Sequence[Seat], known: Position
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return the values of the fields; of what they cannot hold the last that they can."""
    seen: OpenTable = known.table
    values: dict[str, Any] = {"first": seen.first}
    if options.depth == "scores":
        values["last"] = seen.last or NO
        for each, one in zip(seats, seen.seats, strict=True):
            values[f"graveyard.{each.seat}"] = one.graveyard.model_dump()
            values[f"count.{each.seat}"] = UNKNOWN if one.count is None else str(one.count)
        return values, {}
    values |= {
        "active": seen.active or seen.first,
        "turns": {each.seat: one.turns for each, one in zip(seats, seen.seats, strict=True)},
        "last": YES if seen.last is not None and seen.last == seen.active else NO,
        "chained": YES if seen.chained else NO,
        **{name: said for name in BOX if isinstance(said := getattr(seen, name), str)},
    }
    for each, one in zip(seats, seen.seats, strict=True):
        values |= dict(_entered_seat(each.seat, one))
    return values, {seat: dict(_entered_secret(secret)) for seat, secret in known.secrets.items()}


def _entered_seat(seat: str, one: OpenSeat) -> Iterator[tuple[str, Any]]:
    yield f"graveyard.{seat}", one.graveyard.model_dump()
    yield f"known.{seat}", one.known[0] if one.known else NO
    lies = {str(cell): card for cell, card in one.board.items()}
    for c in COLUMNS:
        faces = [_face(lies[cell]) for cell in (f"{c}L", f"{c}U") if cell in lies]
        if faces:
            yield f"column.{seat}.{c}", faces
    if one.flip is not None:
        yield from _entered_flip(seat, one.flip)


def _face(card: BoardCard) -> str:
    return (DOWN if card.down else "") + (card.card or "")


def _entered_flip(seat: str, flip: Flipped) -> Iterator[tuple[str, Any]]:
    """Yield what still lies of the cards that were turned down, and what was placed since."""
    beside = without(flip.shown, flip.pool)
    yield f"pool.{seat}", list(without(flip.pool, flip.shown))
    yield f"since.{seat}", {"extra": flip.extra - len(beside), "gone": flip.gone}


def _entered_secret(secret: SeatSecret) -> Iterator[tuple[str, Any]]:
    yield from ((name, list(cards)) for name in ("hand", "spied") if (cards := getattr(secret, name)))
    yield from ((f"board.{cell}", card) for cell, card in secret.board.items())
