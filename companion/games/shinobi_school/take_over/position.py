"""From what was entered to a position, and back. What cannot be the referee says; nothing here refuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from companion.contract.take_over import Entered
from companion.games.shinobi_school.take_over.fields import secret, table
from companion.games.shinobi_school.take_over.given import NOBODY, ONE, cards_of, past_of, score_of, swept_unknown
from companion.games.table.placed import Form, plain
from referee.core.game import Position
from referee.core.values import Seat
from referee.shinobi_school.cards import COPIES, WIN
from referee.shinobi_school.moves import Options
from referee.shinobi_school.positions.model import LIES, OpenTable
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


def position(options: Options, seats: Sequence[Seat], entered: Entered, own: Mapping[str, Entered]) -> dict[str, Any]:
    """Return the position as JSON: of what was entered, what is asked for at its moment."""
    phase, form = entered.get("phase"), Form(options, seats, table, secret)
    scores = {s.seat: [score_of(entered, n, s.seat) for n in range(past_of(entered))] for s in seats}
    found = form.table(entered, {"seats": [{"seat": seat, "scores": each} for seat, each in scores.items()]})
    if phase in LIES:
        sets = [(card, len(list(equal))) for card, equal in groupby(cards_of(entered, "field"))]
        found["field"] = [{"number": card, "size": size} for card, size in sets]
    if phase == "turn":
        found["swept_unknown"] = swept_unknown(options, seats, entered)
    if "now" in found:
        found["now"]["swept"] = found.get("quiet") == 0
    known = {seat: form.secret(entered, seat, entries) for seat, entries in own.items()}
    return {"table": found, "secrets": {seat: each for seat, each in known.items() if each}}


def entered(
    options: Options, seats: Sequence[Seat], position: Position
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return what a sheet prints of a position. Of a turn that has begun it is what lies on the table by then."""
    lies: OpenTable = position.table
    form = Form(options, seats, table, secret)
    found: dict[str, Any] = {}
    for n in range(min((len(seat.scores) for seat in lies.seats), default=0)):
        found |= {f"winner.{n}": seat.seat for seat in lies.seats if seat.scores[n] == WIN}
        found[f"lost.{n}"] = {seat.seat: -seat.scores[n] for seat in lies.seats if seat.scores[n] != WIN}
    if lies.phase in LIES:
        found["field"] = [str(tier.number) for tier in lies.field for _ in range(tier.size)]
    found = form.entered(plain(lies), found)
    return found, {seat: form.entered_secret(plain(own), found, seat, {}) for seat, own in position.secrets.items()}
