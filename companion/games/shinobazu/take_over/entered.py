"""From a position to what would be entered, and what a table begins with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.games.shinobazu.take_over.given import SETS
from companion.games.table.entered import NONE
from referee.core.position import Position
from referee.core.values import Seat
from referee.shinobazu.model import END, Options
from referee.shinobazu.positions.model import OpenTable, SeatSecret, lying


def begin(options: Options, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the beginning of the second set, before anybody has laid."""
    return {
        "set": {"set": 2},
        "round": "1",
        "lead": NONE,
        "points": {seat.seat: 0 for seat in seats},
        "start": options.start or seats[0].seat,
    }


def entered(
    options: Options, seats: Sequence[Seat], position: Position
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return what is entered of a position."""
    table: OpenTable = position.table
    found: dict[str, Any] = {
        "set": {"set": min(table.set, SETS)},
        "round": str(table.round),
        "points": _before(table, seats),
        "start": table.start,
    }
    if options.depth == "scores":
        found["kept"] = {seat.seat: it.kept for seat, it in zip(seats, table.seats, strict=True)}
        return found, {}
    found |= {
        "lead": table.lead or NONE,
        "discards": [card.card for card in table.discards if card.card is not None],
        "unseen": {"unseen": sum(card.card is None for card in table.discards)},
    }
    named = [seat.seat for seat in seats]
    carried = [lies for lies in lying(table, seats) if lies.card.carried and lies.card.card is not None]
    returned = {card: seat for seat, it in zip(named, table.seats, strict=True) for card in it.returned}
    found |= {"returned": list(returned), "carried": [lies.card.card for lies in carried]}
    found |= {f"returned_to.{card}": seat for card, seat in returned.items()}
    found |= {f"carried_before.{lies.card.card}": lies.owner for lies in carried}
    found |= {f"carried_by.{lies.card.card}": lies.laid_by for lies in carried}
    now = {lies.owner: lies.laid_by for lies in lying(table, seats) if not lies.card.carried}
    found |= {f"laid_by.{seat}": now.get(seat, NONE) for seat in named}
    found |= {f"declared.{seat}": it.declared or NONE for seat, it in zip(named, table.seats, strict=True)}
    hidden = {lies.laid_by for lies in lying(table, seats) if lies.card.card is None}
    own = {seat: _entered_own(secret, seat in hidden) for seat, secret in position.secrets.items()}
    return found, {seat: known for seat, known in own.items() if known}


def _entered_own(secret: SeatSecret, laid: bool) -> dict[str, Any]:
    hand = {"hand": list(secret.hand)} if secret.hand else {}
    return hand | ({"laid": [secret.laid]} if laid and secret.laid is not None else {})


def _before(table: OpenTable, seats: Sequence[Seat]) -> dict[str, int]:
    """Return the points before the battle of this round; a winner with 0 now may have had 1."""
    points = {
        seat.seat: it.points if it.before is None else it.before for seat, it in zip(seats, table.seats, strict=True)
    }
    for changes in _changes(table, seats):
        for seat, change in changes.items():
            points[seat] = max(points[seat] - change, 0) if points[seat] or change > 0 else 0
    return {seat: min(each, END - 1) for seat, each in points.items()}


def _changes(table: OpenTable, seats: Sequence[Seat]) -> Iterator[dict[str, int]]:
    """Yield what the duel of a round of results alone gave and took, then what its battle did."""
    scored = table.scored
    if scored is None:
        return
    if scored.refused_duel is not None:
        yield {scored.refused_duel.target: scored.refused_duel.after - scored.refused_duel.before}
    elif scored.duel is not None:
        gone = [
            seat.seat
            for seat, it in zip(seats, table.seats, strict=True)
            if it.declared == "pass" and not it.stays and scored.duel != "three"
        ]
        yield {seat: 1 if seat in scored.gained else -1 for seat in (scored.losers[0], *gone)}
    yield dict.fromkeys(scored.losers, 1) | ({scored.winner: -1} if scored.winner is not None else {})
