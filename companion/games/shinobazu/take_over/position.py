"""From what was entered to a position, and back. What cannot be the referee says; nothing here refuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.contract.take_over import Entered
from companion.games.shinobazu.take_over.fields import secret, table
from companion.games.shinobazu.take_over.given import SETS, Given
from companion.games.table.entered import NONE
from companion.games.table.placed import Form, plain
from referee.core.game import Position
from referee.core.values import Seat
from referee.shinobazu.model import END, Options
from referee.shinobazu.positions.model import OpenTable, lying


def begin(options: Options, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the beginning of the second set, before anybody has laid."""
    return {
        "set": {"set": 2},
        "round": "1",
        "lead": NONE,
        "points": {seat.seat: 0 for seat in seats},
        "start": options.start or seats[0].seat,
    }


def position(
    options: Options, seats: Sequence[Seat], table_: Entered, secrets: Mapping[str, Entered]
) -> dict[str, Any]:
    """Return the position as JSON."""
    given, plays = Given(table_), options.depth == "plays"
    form, done = Form(options, seats, table, secret), plays and all(given.declared(seat.seat) for seat in seats)
    begun: dict[str, Any] = {"phase": "battle" if done or not plays else "turns"}
    begun["seats"] = [_seat(given, seat.seat) if plays else {} for seat in seats]
    if plays:
        begun["discards"] = [*({"card": card} for card in given.discards), *({} for _ in range(given.unseen))]
    known = {seat: form.secret(table_, seat, own) for seat, own in secrets.items()}
    return {"table": form.table(table_, begun), "secrets": {seat: own for seat, own in known.items() if own}}


def _seat(given: Given, seat: str) -> dict[str, Any]:
    front: list[dict[str, Any]] = [
        {"card": card, "carried": True} | _by(seat, given.carried_by(card))
        for card in given.carried
        if given.carried_before(card) == seat
    ]
    laid_by = given.laid_by(seat)
    if laid_by is not None:
        front.append(_by(seat, laid_by))
    return {"front": front, "returned": [card for card in given.returned if given.returned_to(card) == seat]}


def _by(seat: str, laid_by: str | None) -> dict[str, Any]:
    return {"laid_by": laid_by} if laid_by not in (None, seat) else {}


def entered(
    options: Options, seats: Sequence[Seat], position: Position
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return what is entered of a position."""
    lies: OpenTable = position.table
    form, stands = Form(options, seats, table, secret), plain(lies)
    stands["set"] = min(lies.set, SETS)
    for seat, points in zip(stands["seats"], _before(lies, seats).values(), strict=True):
        seat["points"] = points
    found = form.entered(stands, dict(_by_hand(lies, seats)) if options.depth == "plays" else {})
    own = {seat: form.entered_secret(plain(known), found, seat, {}) for seat, known in position.secrets.items()}
    return found, {seat: known for seat, known in own.items() if known}


def _by_hand(table: OpenTable, seats: Sequence[Seat]) -> Iterator[tuple[str, Any]]:
    """Yield what is entered of cards: discards, returned and carried ones, and who laid before whom."""
    yield "discards", [card.card for card in table.discards if card.card is not None]
    yield "unseen", {"unseen": sum(card.card is None for card in table.discards)}
    carried = [lies for lies in lying(table, seats) if lies.card.carried and lies.card.card is not None]
    returned = {card: seat.seat for seat, it in zip(seats, table.seats, strict=True) for card in it.returned}
    yield "returned", list(returned)
    yield "carried", [lies.card.card for lies in carried]
    yield from ((f"returned_to.{card}", seat) for card, seat in returned.items())
    yield from ((f"carried_before.{lies.card.card}", lies.owner) for lies in carried)
    yield from ((f"carried_by.{lies.card.card}", lies.laid_by) for lies in carried)
    now = {lies.owner: lies.laid_by for lies in lying(table, seats) if not lies.card.carried}
    yield from ((f"laid_by.{seat.seat}", now.get(seat.seat, NONE)) for seat in seats)


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
