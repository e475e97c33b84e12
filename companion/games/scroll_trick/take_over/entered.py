"""From a position to what would be entered, and what a table begins with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.scroll_trick.take_over.given import DEALT, GIVEN, HELD, TRICKS, Given, filled, read
from referee.core.position import Position
from referee.core.values import Seat
from referee.scroll_trick.cards import SHADOW, deck
from referee.scroll_trick.options import Options
from referee.scroll_trick.phases import CONTEST
from referee.scroll_trick.positions.model import Known, OpenCard, OpenSeat, OpenTable


def begin(options: Options, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the second round before its deal: what was played fills half an evening."""
    phase = "deal" if options.depth == "plays" else "score"
    first = {"first": options.start or seats[0].seat} if len(seats) == 2 else {}
    return {"round": "2", "phase": phase, **first}


def entered(
    options: Options, seats: Sequence[Seat], position: Position
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return what is entered to come to a position; what cannot be entered of it is left out."""
    lies: OpenTable = position.table
    values = _moment_of(lies) | _played(lies, options)
    for lying in lies.seats:
        values |= _of_seat(lies, lying)
    at = read(options, seats, values)
    row = [one for lying in lies.seats if lying.seat == SHADOW for one in lying.cards]
    started = [*row, *(play for play in lies.now if play.seat == SHADOW)]
    values["start"] = [one.card for one in started if one.start] if at.discards else []
    values["up"] = [card for card in at.turned if values.get(f"value.{card}")]
    return filled(values), {seat: filled(_of_secret(at, seat, known)) for seat, known in position.secrets.items()}


def _moment_of(lies: OpenTable) -> dict[str, Any]:
    moved = (GIVEN if lies.marker_given else HELD) if lies.phase == "between" else None
    return {
        "round": str(lies.round),
        "phase": None if lies.phase in ("setup", "ended") else lies.phase,
        "marker": lies.marker,
        "moved": moved,
        "drawn": [lying.seat for lying in lies.seats if lying.drawn],
        "placed": [lying.seat for lying in lies.seats if lying.placed],
        "first": lies.first,
        "trump": lies.trump if lies.phase in DEALT else None,
        "leader": lies.leader if lies.phase in CONTEST else None,
        "entries": {TRICKS: lies.entries} if lies.entries else {},
    }


def _played(lies: OpenTable, options: Options) -> dict[str, Any]:
    out = {*lies.discards, *(play.card for trick in lies.tricks for play in trick.plays)}
    gone = [card for card in deck(options.kinds, options.numbers) if card in out]
    values: dict[str, Any] = {
        "now": [play.card for play in lies.now],
        "opened": [play.card for play in lies.now if play.opened and play.seat != SHADOW],
        "discards": gone if lies.phase in CONTEST else [],
    }
    return values | _on(lies.now)


def _of_seat(lies: OpenTable, lying: OpenSeat) -> dict[str, Any]:
    values: dict[str, Any] = {
        f"captured.{lying.seat}": [str(value) for value in lying.captured],
        f"in_round.{lying.seat}": [str(value) for value in lying.in_round] if lies.round > 1 else [],
        f"cards.{lying.seat}": [one.card for one in lying.cards],
    }
    return values | _on(lying.cards)


def _on(cards: Sequence[OpenCard]) -> dict[str, Any]:
    return {f"value.{one.card}": str(one.value) for one in cards if one.value is not None}


def _of_secret(at: Given, seat: str, known: Known) -> dict[str, Any]:
    closed = [card for card in known.hand or () if card not in at.cards(seat)]
    noted = {f"note.{one.card}": str(one.value) for one in known.scrolls or ()}
    return {"hand": closed, "held": [str(value) for value in known.held or ()], **noted}
