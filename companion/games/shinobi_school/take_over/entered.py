"""From a position to what would be entered, and what a table begins with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.games.shinobi_school.take_over.given import NOBODY, ONE
from referee.core.position import Position
from referee.core.values import Seat
from referee.shinobi_school.cards import COPIES, WIN
from referee.shinobi_school.options import Options
from referee.shinobi_school.positions.fields import LIES, OPEN
from referee.shinobi_school.positions.model import OpenTable, SeatSecret
from referee.shinobi_school.state import deal_of


def begin(options: Options, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return a turn of the first round, in which half of all cards are in heaven and the stock gave two."""
    entered: dict[str, Any] = {"round": {ONE: 1}, **({} if options.start is None else {"start": options.start})}
    if options.depth == "scores":
        return entered | {"phase": "score"}
    deal = deal_of(options, len(seats))
    stock = COPIES * deal.highest - deal.cards * len(seats) - 2
    heaven = {seat.seat: deal.cards // 2 for seat in seats}
    changed = [seat.seat for seat in seats]
    placed = {"last_placer": NOBODY, "heaven_changed": changed}
    return entered | {"phase": "turn", "heaven": heaven, "stock": {ONE: stock}} | placed


def entered(
    options: Options, seats: Sequence[Seat], position: Position
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return what a sheet prints of a position. Of a turn that has begun it is what lies on the table by then."""
    lies: OpenTable = position.table
    found: dict[str, Any] = {"phase": lies.phase, "round": {ONE: lies.round}}
    found |= {} if lies.start is None else {"start": lies.start}
    for n in range(min((len(seat.scores) for seat in lies.seats), default=0)):
        found |= {f"winner.{n}": seat.seat for seat in lies.seats if seat.scores[n] == WIN}
        found[f"lost.{n}"] = {seat.seat: -seat.scores[n] for seat in lies.seats if seat.scores[n] != WIN}
    if lies.phase == "split":
        found["ready"] = [seat.seat for seat in lies.seats if seat.ready]
    if lies.phase in OPEN:
        found["heaven"] = {seat.seat: seat.heaven or 0 for seat in lies.seats}
        found |= {f"earth.{seat.seat}": _texts(seat.earth) for seat in lies.seats}
    if lies.phase in LIES:
        found["field"] = [text for tier in lies.field for text in _texts((tier.number,) * tier.size)]
        found["stock"] = {ONE: lies.stock or 0}
    if lies.phase in LIES - {"start"}:
        found["swept_cards"] = _texts(lies.swept_cards)
        found |= {} if lies.now is None else {"active": lies.now.seat}
        found["last_placer"] = lies.last_placer or NOBODY
        found |= {f"known.{seat.seat}": _texts(seat.known) for seat in lies.seats}
        found["heaven_changed"] = [seat.seat for seat in lies.seats if seat.heaven_changed]
        found |= {"quiet": {ONE: lies.quiet or 0}, "turn": {ONE: lies.turn or 0}}
    return found, {seat: _texts_of(secret) for seat, secret in position.secrets.items()}


def _texts_of(secret: SeatSecret) -> dict[str, Any]:
    noted = {"laid": secret.laid, "heaven": secret.heaven}
    return {key: _texts(cards) for key, cards in noted.items() if cards is not None}


def _texts(cards: Sequence[int] | None) -> list[str]:
    return [str(card) for card in cards or ()]
