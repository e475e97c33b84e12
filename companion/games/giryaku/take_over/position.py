"""From what was entered to a position. What cannot be the referee says; nothing here refuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.contract.take_over import Entered
from companion.games.giryaku.take_over.fields import BOX
from companion.games.giryaku.take_over.given import DOWN, NO, UNKNOWN, YES, board_of, down, hand_of, is_flipped
from referee.core.values import Seat
from referee.giryaku.options import Options


def position(
    options: Options, seats: Sequence[Seat], entered: Entered, secrets: Mapping[str, Entered]
) -> dict[str, Any]:
    """Return the position. A hand that its owner has entered whole is noted, as on a turn."""
    if options.depth == "scores":
        return {"table": _results_of(seats, entered), "secrets": {}}
    known = {seat: dict(_known(options, entered, seat, own)) for seat, own in secrets.items()}
    whole = {seat for seat, own in known.items() if len(own.get("hand", ())) == hand_of(entered, seat) > 0}
    active, last = entered.get("active"), entered.get("last") == YES
    turns = entered.get("turns") or {}
    laid = {
        "phase": "last_turn" if last else "turn",
        "first": entered.get("first"),
        "active": active,
        "last": active if last else None,
        "chained": entered.get("chained") == YES,
        **{name: entered.get(name) for name in BOX if getattr(options, name) is None},
        "seats": [
            {**_seat(entered, s.seat), "turns": turns.get(s.seat, 0), "hand_entered": s.seat in whole} for s in seats
        ],
    }
    return {"table": laid, "secrets": known}


def _seat(entered: Entered, seat: str) -> dict[str, Any]:
    kept, since = entered.get(f"known.{seat}") or NO, entered.get(f"since.{seat}") or {}
    found: dict[str, Any] = {
        "graveyard": entered.get(f"graveyard.{seat}") or {},
        "known": [] if kept == NO else [kept],
        "board": {
            cell: {"down": True, "card": face.removeprefix(DOWN) or None} if face.startswith(DOWN) else {"card": face}
            for cell, face in board_of(entered, seat).items()
        },
    }
    if is_flipped(entered, seat):
        found["flip"] = {"pool": entered.get(f"pool.{seat}") or [], **since}
    return found


def _known(options: Options, entered: Entered, seat: str, own: Entered) -> Iterator[tuple[str, Any]]:
    """Yield what a seat has entered of its own; of cells that do not lie down any more nothing."""
    yield from ((name, own[name]) for name in ("hand", "spied") if own.get(name))
    cells = down(entered, seat) if options.flip_mode == "app" else []
    faces = {cell: own[f"board.{cell}"] for cell in cells if own.get(f"board.{cell}")}
    if faces:
        yield "board", faces


def _results_of(seats: Sequence[Seat], entered: Entered) -> dict[str, Any]:
    last = entered.get("last") or NO
    counts = {s.seat: entered.get(f"count.{s.seat}") or UNKNOWN for s in seats}
    graveyards = {s.seat: entered.get(f"graveyard.{s.seat}") or {} for s in seats}
    buried = any(any(graveyard.values()) for graveyard in graveyards.values())
    anything = buried or last != NO or set(counts.values()) != {UNKNOWN}
    return {
        "phase": "turn" if last == NO else "last_turn",
        "first": entered.get("first"),
        "active": None if last == NO else last,
        "last": None if last == NO else last,
        "turn": int(anything),
        "seats": [
            {"graveyard": graveyards[s.seat], "count": None if (n := counts[s.seat]) == UNKNOWN else int(n)}
            for s in seats
        ],
    }
