"""From what was entered to a position. What cannot be the referee says; nothing here refuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from companion.contract.take_over import Entered
from companion.games.shinobi_school.take_over.given import (
    NOBODY,
    ONE,
    cards_of,
    nobody_placed,
    past_of,
    round_of,
    score_of,
    swept_unknown,
)
from companion.games.table.entered import number
from referee.core.values import Seat
from referee.shinobi_school.options import Options
from referee.shinobi_school.positions.fields import LIES, OPEN


def position(options: Options, seats: Sequence[Seat], entered: Entered, own: Mapping[str, Entered]) -> dict[str, Any]:
    """Return the position as JSON: of what was entered, what is asked for at its moment."""
    phase = entered.get("phase")
    open_: dict[str, Any] = {"phase": phase, "round": round_of(entered)}
    open_["seats"] = [_seat(entered, seat.seat) for seat in seats]
    if round_of(entered) == 1 and phase != "start":
        open_["start"] = entered.get("start")
    if phase in LIES:
        sets = [(card, len(list(equal))) for card, equal in groupby(cards_of(entered, "field"))]
        open_ |= {"field": [{"number": card, "size": size} for card, size in sets]}
        open_ |= {"stock": number(entered, "stock", ONE)}
    if phase == "turn":
        open_ |= _turn(entered) | {"swept_unknown": swept_unknown(options, seats, entered)}
    secrets = {seat: _own(entered, seat, entries) for seat, entries in own.items()}
    table = {key: value for key, value in open_.items() if value is not None}
    return {"table": table, "secrets": {seat: known for seat, known in secrets.items() if known}}


def _turn(entered: Entered) -> dict[str, Any]:
    placer, swept = entered.get("last_placer"), not entered.get("field")
    quiet = number(entered, "quiet", ONE) if swept else None
    active = entered.get("active")
    return {
        "swept_cards": cards_of(entered, "swept_cards"),
        "last_placer": None if placer == NOBODY else placer,
        "quiet": quiet,
        "turn": (number(entered, "turn", ONE) or None) if nobody_placed(entered) else None,
        "now": active and {"seat": active, "swept": quiet == 0},
    }


def _seat(entered: Entered, seat: str) -> dict[str, Any]:
    phase = entered.get("phase")
    known: dict[str, Any] = {"seat": seat}
    known["scores"] = [score_of(entered, n, seat) for n in range(past_of(entered))]
    if phase == "split":
        known["ready"] = seat in entered.get("ready", ())
    if phase in OPEN:
        known["heaven"] = number(entered, "heaven", seat)
        known["earth"] = cards_of(entered, f"earth.{seat}")
    if phase == "turn":
        known["known"] = cards_of(entered, f"known.{seat}")
        known["heaven_changed"] = seat in entered.get("heaven_changed", ())
    return known


def _own(entered: Entered, seat: str, own: Entered) -> dict[str, Any]:
    phase = entered.get("phase")
    hidden = phase == "reveal" or (phase == "split" and seat in entered.get("ready", ()))
    asked = ("laid", "heaven") if hidden else ("heaven",) if phase in OPEN else ()
    return {key: cards_of(own, key) for key in asked if own.get(key)}
