"""From what was entered to a position, and back. What cannot be the referee says; nothing here refuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.contract.take_over import Entered
from companion.games.scroll_trick.take_over.fields import secret, table
from companion.games.scroll_trick.take_over.given import GIVEN, HELD, Given, filled, read
from companion.games.table.entered import listed
from companion.games.table.placed import Form, plain
from referee.core.game import Position
from referee.core.values import Seat
from referee.scroll_trick.cards import SHADOW, deck
from referee.scroll_trick.moves import ROUND, Options
from referee.scroll_trick.positions.model import Known, OpenCard, OpenTable


def begin(options: Options, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the second round before its deal: what was played fills half an evening."""
    phase = "deal" if options.depth == "plays" else "score"
    first = {"first": options.start or seats[0].seat} if len(seats) == 2 else {}
    return {"round": "2", "phase": phase, **first}


def position(
    options: Options, seats: Sequence[Seat], table_: Entered, secrets: Mapping[str, Entered]
) -> dict[str, Any]:
    """Return the position as JSON; what was not entered, or is not asked for at this moment, is left out."""
    at, form = read(options, seats, table_), Form(options, seats, table, secret)
    lists = {
        "seats": [{"seat": seat, "cards": [_card(at, seat, card) for card in at.cards(seat)]} for seat in at.seats],
        "now": [_card(at, seat, card) | {"seat": seat, "opened": card in at.opened} for seat, card in at.now],
    }
    found = form.table(table_, {"marker_given": at.given, **lists})
    for lying in found["seats"] if at.round == 1 and at.tells_round else ():
        lying["in_round"] = lying["captured"]
    known = {seat: form.secret(table_, seat, own) | _known(at, seat, own) for seat, own in secrets.items()}
    return {"table": found, "secrets": known}


def _card(at: Given, seat: str, card: str) -> dict[str, Any]:
    said = {"card": card, "value": at.value(card), "start": at.start(seat, card)}
    return filled(said)


def _known(at: Given, seat: str, entered: Entered) -> dict[str, Any]:
    noted = {card: entered.get(f"note.{card}") for card in at.face_down(seat)}
    closed = listed(entered, "hand") if at.phase in ROUND else ()
    said = {
        "hand": [*at.cards(seat), *closed] if closed else [],
        "scrolls": [{"card": card, "value": int(value)} for card, value in noted.items() if value],
    }
    return filled(said)


def entered(
    options: Options, seats: Sequence[Seat], position: Position
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return what is entered to come to a position; what cannot be entered of it is left out."""
    lies: OpenTable = position.table
    form, stands = Form(options, seats, table, secret), plain(lies)
    stands["phase"] = None if lies.phase in ("setup", "ended") else lies.phase
    out = {*lies.discards, *(play.card for trick in lies.tricks for play in trick.plays)}
    stands["discards"] = [card for card in deck(options.kinds, options.numbers) if card in out]
    values = form.entered(stands, _by_hand(lies))
    at = read(options, seats, values)
    row = [one for lying in lies.seats if lying.seat == SHADOW for one in lying.cards]
    started = [*row, *(play for play in lies.now if play.seat == SHADOW)]
    values["start"] = [one.card for one in started if one.start] if at.discards else []
    values["up"] = [card for card in at.turned if values.get(f"value.{card}")]
    own = {
        seat: form.entered_secret(plain(known), values, seat, _of_secret(at, seat, known))
        for seat, known in position.secrets.items()
    }
    return filled(values), own


def _by_hand(lies: OpenTable) -> dict[str, Any]:
    """Return the cards that lie open, with the scrolls on them, and whether the reference card has moved."""
    values: dict[str, Any] = {f"cards.{lying.seat}": [one.card for one in lying.cards] for lying in lies.seats}
    values |= {"now": [play.card for play in lies.now]}
    values |= {"opened": [play.card for play in lies.now if play.opened and play.seat != SHADOW]}
    values |= {"moved": GIVEN if lies.marker_given else HELD} if lies.phase == "between" else {}
    open_: list[OpenCard] = [*lies.now, *(one for lying in lies.seats for one in lying.cards)]
    return values | {f"value.{one.card}": str(one.value) for one in open_ if one.value is not None}


def _of_secret(at: Given, seat: str, known: Known) -> dict[str, Any]:
    closed = [card for card in known.hand or () if card not in at.cards(seat)]
    return {"hand": closed} | {f"note.{one.card}": str(one.value) for one in known.scrolls or ()}
