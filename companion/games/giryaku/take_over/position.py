"""From what was entered to a position, and back. What cannot be the referee says; nothing here refuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.contract.take_over import YES, Entered
from companion.games.giryaku.take_over.fields import secret, table
from companion.games.giryaku.take_over.given import DOWN, NO, UNKNOWN, board_of, hand_of, is_flipped
from companion.games.table.placed import Form, plain
from referee.core.game import Position
from referee.core.values import Seat
from referee.giryaku.cards import COLUMNS, without
from referee.giryaku.moves import CONSUME_MAP, NIN_SHI_RANGE, Options
from referee.giryaku.positions.model import BoardCard, Flipped, OpenSeat, OpenTable


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


def position(
    options: Options, seats: Sequence[Seat], entered: Entered, secrets: Mapping[str, Entered]
) -> dict[str, Any]:
    """Return the position. A hand that its owner has entered whole is noted, as on a turn."""
    form = Form(options, seats, table, secret)
    if options.depth == "scores":
        return {"table": _results(form.table(entered, {"seats": [{} for _ in seats]})), "secrets": {}}
    known = {seat: form.secret(entered, seat, own) for seat, own in secrets.items()}
    noted = {seat for seat, own in known.items() if len(own.get("hand", ())) == hand_of(entered, seat) > 0}
    before = [{**_seat(entered, s.seat), "hand_entered": s.seat in noted} for s in seats]
    found = form.table(entered, {"phase": "turn", "seats": before})
    if entered.get("last") == YES:
        found |= {"phase": "last_turn", "last": entered.get("active")}
    return {"table": found, "secrets": known}


def _results(found: dict[str, Any]) -> dict[str, Any]:
    """Say of results alone whether anything has been entered, and whose turn the last one is."""
    last = found.get("last")
    entered = last or any("count" in seat or any(seat["graveyard"].values()) for seat in found["seats"])
    phase = "turn" if last is None else "last_turn"
    return found | {"phase": phase, "active": last, "turn": int(bool(entered))}


def _seat(entered: Entered, seat: str) -> dict[str, Any]:
    kept, since = entered.get(f"known.{seat}") or NO, entered.get(f"since.{seat}") or {}
    found: dict[str, Any] = {
        "known": [] if kept == NO else [kept],
        "board": {
            cell: {"down": True, "card": face.removeprefix(DOWN) or None} if face.startswith(DOWN) else {"card": face}
            for cell, face in board_of(entered, seat).items()
        },
    }
    if is_flipped(entered, seat):
        found["flip"] = {"pool": entered.get(f"pool.{seat}") or [], **since}
    return found


def entered(
    options: Options, seats: Sequence[Seat], known: Position
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return the values of the fields; of what they cannot hold the last that they can."""
    seen: OpenTable = known.table
    form, stands, values = Form(options, seats, table, secret), plain(seen), dict[str, Any]()
    if options.depth == "scores":
        return form.entered(stands, values), {}
    stands["active"] = seen.active or seen.first
    values["last"] = YES if seen.last is not None and seen.last == seen.active else NO
    for each, one in zip(seats, seen.seats, strict=True):
        values |= dict(_entered_seat(each.seat, one))
    values = form.entered(stands, values)
    return values, {seat: form.entered_secret(plain(own), values, seat, {}) for seat, own in known.secrets.items()}


def _entered_seat(seat: str, one: OpenSeat) -> Iterator[tuple[str, Any]]:
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
