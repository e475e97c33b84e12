"""From what was entered to a position. What cannot be the referee says; nothing here refuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.contract.take_over import Entered
from companion.games.scroll_trick.take_over.given import DEALT, TRICKS, Given, filled, read
from companion.games.table.entered import listed, number
from referee.core.values import Seat
from referee.scroll_trick.options import Options
from referee.scroll_trick.phases import CONTEST


def position(options: Options, seats: Sequence[Seat], table: Entered, secrets: Mapping[str, Entered]) -> dict[str, Any]:
    """Return the position as JSON; what was not entered, or is not asked for at this moment, is left out."""
    at = read(options, seats, table)
    return {"table": _lying(at), "secrets": {seat: _known(at, seat, secrets[seat]) for seat in secrets}}


def _lying(at: Given) -> dict[str, Any]:
    said = {
        "phase": at.phase,
        "round": at.round,
        "first": at.one("first") if at.two and at.moved else None,
        "marker": at.one("marker"),
        "marker_given": at.given,
        "leader": at.one("leader") if at.phase in CONTEST else None,
        "trump": at.one("trump") if at.phase in DEALT - {"trump"} else None,
        "seats": [_seat(at, seat) for seat in at.seats],
        "now": [_card(at, seat, card) | {"seat": seat, "opened": card in at.opened} for seat, card in at.now],
        "discards": at.discards,
        "entries": number(at.entered, "entries", TRICKS) if at.phase == "score" else 0,
    }
    return filled(said)


def _seat(at: Given, seat: str) -> dict[str, Any]:
    captured = [int(value) for value in at.many(f"captured.{seat}")]
    in_round = captured if at.round == 1 else [int(value) for value in at.many(f"in_round.{seat}")]
    said: dict[str, Any] = {
        "captured": captured,
        "in_round": in_round if at.tells_round else [],
        "cards": [_card(at, seat, card) for card in at.cards(seat)],
        "drawn": at.phase == "between" and at.plays and seat in at.many("drawn"),
        "placed": at.phase == "place" and seat in at.many("placed"),
    }
    return {"seat": seat} | filled(said)


def _card(at: Given, seat: str, card: str) -> dict[str, Any]:
    said = {"card": card, "value": at.value(card), "start": at.start(seat, card)}
    return filled(said)


def _known(at: Given, seat: str, entered: Entered) -> dict[str, Any]:
    noted = {card: entered.get(f"note.{card}") for card in at.face_down(seat)}
    holds = at.waits(seat) or (at.round > 1 and noted)
    closed = listed(entered, "hand") if at.phase in DEALT else ()
    said = {
        "hand": [*at.cards(seat), *closed] if closed else [],
        "scrolls": [{"card": card, "value": int(value)} for card, value in noted.items() if value],
        "held": [int(value) for value in listed(entered, "held")] if holds else [],
    }
    return filled(said)
