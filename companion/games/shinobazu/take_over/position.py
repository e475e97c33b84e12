"""From what was entered to a position. What cannot be the referee says; nothing here refuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.contract.take_over import Entered
from companion.games.shinobazu.take_over.given import Given
from companion.games.table.entered import listed, without_nothing
from referee.core.values import Seat
from referee.shinobazu.model import Options


def position(options: Options, seats: Sequence[Seat], table: Entered, secrets: Mapping[str, Entered]) -> dict[str, Any]:
    """Return the position as JSON."""
    given, plays = Given(table), options.depth == "plays"
    points, kept = table.get("points", {}), table.get("kept", {}) if Given(table).round > 1 else {}
    done = plays and all(given.declared(seat.seat) for seat in seats)
    found: dict[str, Any] = {
        "phase": "battle" if done or not plays else "turns",
        "set": given.set,
        "round": given.round,
        "seats": [
            {"points": points.get(seat.seat, 0)}
            | (_seat(given, seat.seat) if plays else {"kept": kept.get(seat.seat, 0)})
            for seat in seats
        ],
    }
    if table.get("start"):
        found["start"] = table["start"]
    if plays:
        found["discards"] = [*({"card": card} for card in given.discards), *({} for _ in range(given.unseen))]
        found |= {"lead": given.lead} if given.lead is not None else {}
    own = {seat: _own(entered) for seat, entered in secrets.items()} if plays else {}
    return {"table": found, "secrets": {seat: known for seat, known in own.items() if known}}


def _seat(given: Given, seat: str) -> dict[str, Any]:
    front: list[dict[str, Any]] = [
        {"card": card, "carried": True} | _by(seat, given.carried_by(card))
        for card in given.carried
        if given.carried_before(card) == seat
    ]
    laid_by = given.laid_by(seat)
    if laid_by is not None:
        front.append(_by(seat, laid_by))
    declared = given.declared(seat)
    said = {"declared": declared} if declared is not None else {}
    return {"front": front, "returned": [card for card in given.returned if given.returned_to(card) == seat]} | said


def _by(seat: str, laid_by: str | None) -> dict[str, Any]:
    return {"laid_by": laid_by} if laid_by not in (None, seat) else {}


def _own(entered: Entered) -> dict[str, Any]:
    return without_nothing({"hand": listed(entered, "hand"), "laid": next(iter(listed(entered, "laid")), None)})
