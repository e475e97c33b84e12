"""From what was entered to a position. What cannot be the referee says; nothing here refuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from companion.contract.take_over import YES, Entered
from companion.games.scorpion.take_over import people, results
from companion.games.scorpion.take_over.given import (
    FLAGS,
    SHARED,
    finds,
    groups,
    guard_roles,
    guards,
    keeps_paper,
    on_the_map,
    owners,
    phase,
    ropes_of,
    who,
)
from companion.games.scorpion.take_over.secret import secret as fields_of_secret
from companion.games.scorpion.take_over.table import table as fields_of_table
from companion.games.table.entered import chosen, listed, number, without_nothing
from companion.games.table.placed import Form
from referee.core.values import Seat
from referee.scorpion.options import Options
from referee.scorpion.setup.begin import board_of, roles_of
from referee.scorpion.state import SIDES

Json = dict[str, Any]


def position(options: Options, seats: Sequence[Seat], table: Entered, secrets: Mapping[str, Entered]) -> Json:
    """Return the position as JSON; what was not entered is left out."""
    form = Form(options, seats, fields_of_table, fields_of_secret)
    if options.depth == "scores":
        return {"table": results.position(form, options, seats, table)}
    lies = _table(form, options, seats, table)
    known = {
        seat.seat: secret(form, options, seats, table, seat.seat, secrets[seat.seat], lies)
        for seat in seats
        if secrets.get(seat.seat)
    }
    return {"table": lies, "secrets": {seat: one for seat, one in known.items() if one}}


def _table(form: Form, options: Options, seats: Sequence[Seat], values: Entered) -> Json:
    now, turn = phase(values), number(values, "turn", "turn", 1)
    passages = ((owner, listed(values, f"found.{owner or SHARED}")) for owner in owners(options))
    begun: Json = {
        "phase": now,
        "figures": _figures(options, values),
        "patrols": [
            without_nothing({"members": list(group.members), "behind": chosen(values, f"behind.{group.n}")})
            for group in groups(options, values)
        ],
        "stocks": [{"role": role} for role in guard_roles(options, seats)],
        "characters": [{"who": one} for one in who(options, values)],
        "passages": [without_nothing({"owner": owner, "found": list(zones)}) for owner, zones in passages if zones],
        "ropes": [{"a": a, "b": b} for a, b in ropes_of(board_of(options), listed(values, "ropes"))],
        "found": finds(values, turn),
    }
    found = form.table(values, begun)
    found["characters"] = [people.described(one) for one in found["characters"]]
    found["bonus_sleepers_due"] = found.get("bonus_cards_due", {}).pop("sleepers", 0)
    if now == "alert":
        _draws(found, drawn=chosen(values, "drew") == YES)
    return without_nothing(found)


def _draws(found: Json, *, drawn: bool) -> None:
    """Say whether the guards have drawn: at the beginning of the alert phase they draw by the level as it is."""
    level = found.get("alert", 0)
    if not drawn:
        found["drawn_at"] = level
    for pile in found["stocks"]:
        pile["drew"] = drawn or not level
        pile["drawn_size"] = pile["drawn_size"] if pile["drew"] else 0


def _figures(options: Options, values: Entered) -> list[Json]:
    flags = [flag for flag in FLAGS if flag == "woken" or phase(values) != "start"]
    found = []
    for one in guards(options, values):
        figure: Json = {"id": one.id, "zone": one.zone, "weapon": one.weapon, "inside": one.inside}
        figure |= {"drunk": True, "sober_in": number(values, "sober", one.id) or None} if one.drunk else {}
        figure |= {flag: True for flag in flags if one.id in listed(values, flag)}
        found.append(without_nothing(figure))
    return found


def secret(
    form: Form, options: Options, seats: Sequence[Seat], table: Entered, seat: str, values: Entered, lies: Json
) -> Json:
    """Return what a seat has entered; a lone wolf without a name is called by what its seat says that it plays."""
    found = form.secret(table, seat, values)
    if SIDES[roles_of(options, seats)[seat]] == "guards":
        return without_nothing(found)
    plays = found.get("plays")
    called = {one: plays if one == "intruder" else one for one in who(options, table)}
    cards = found.pop("characters", {})
    found["characters"] = {called[one]: held for one, held in cards.items() if called[one]}
    if keeps_paper(options, seats, seat):
        paper = found.get("map", {})
        mine = {one: called[one] for one in on_the_map(options, seats, table, seat) if called[one]}
        places = paper.get("places", {})
        paper["places"] = {name: _place(table, one, places.get(one, {})) for one, name in mine.items()}
        paper["ropes"] = list(_ropes(options, values, mine, {(rope["a"], rope["b"]) for rope in lies.get("ropes", ())}))
        found["map"] = without_nothing(paper)
    return without_nothing(found)


def _ropes(options: Options, values: Entered, mine: Mapping[str, Any], seen: Set[tuple[str, str]]) -> Iterator[Json]:
    for one, name in mine.items():
        for a, b in ropes_of(board_of(options), listed(values, f"ropes.{one}")):
            a, b = (b, a) if (b, a) in seen else (a, b)
            yield {"a": a, "b": b, "owner": name, "found": (a, b) in seen}


def _place(table: Entered, one: str, place: Json) -> Json:
    """Leave out of a place what only counts beside something else: the zone of a decoy, what a locked path touched."""
    if chosen(table, f"status.{one}") == "passage" and not place.get("decoy"):
        place.pop("zone", None)
    if not place.get("locked"):
        place.pop("touched", None)
    return without_nothing(place)
