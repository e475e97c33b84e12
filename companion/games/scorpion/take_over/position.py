"""From what was entered to a position. What cannot be the referee says; nothing here refuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.contract.take_over import Entered
from companion.games.scorpion.take_over import people, results
from companion.games.scorpion.take_over.given import (
    FLAGS,
    LETTERS,
    SHARED,
    YES,
    finds,
    groups,
    guard_roles,
    guards,
    keeps_paper,
    on_the_map,
    own,
    owners,
    phase,
    ropes_of,
    who,
)
from companion.games.table.entered import chosen, counted, listed, number, without_nothing
from referee.core.values import Seat
from referee.scorpion.options import Options
from referee.scorpion.setup.begin import board_of, roles_of
from referee.scorpion.state import SIDES

Json = dict[str, Any]


def position(options: Options, seats: Sequence[Seat], table: Entered, secrets: Mapping[str, Entered]) -> Json:
    """Return the position as JSON; what was not entered is left out."""
    if options.depth == "scores":
        return {"table": results.position(options, seats, table)}
    known = {
        seat.seat: without_nothing(secret(options, seats, table, seat.seat, secrets[seat.seat]))
        for seat in seats
        if secrets.get(seat.seat)
    }
    return {"table": _table(options, seats, table), "secrets": {seat: one for seat, one in known.items() if one}}


def _table(options: Options, seats: Sequence[Seat], values: Entered) -> Json:
    now, turn = phase(values), number(values, "turn", "turn", 1)
    drawn = now != "alert" or chosen(values, "drew") == YES
    level = int(chosen(values, "alert") or 0)
    roles = guard_roles(options, seats)
    found: Json = {
        "phase": now,
        "turn": turn,
        "alert": level,
        # At the beginning of the alert phase the draw is by the level as it is.
        "drawn_at": int(chosen(values, "drawn_at") or 0) if drawn else level,
        "figures": _figures(options, values),
        "patrols": [
            without_nothing({"members": list(group.members), "behind": chosen(values, f"behind.{group.n}")})
            for group in groups(options, values)
        ],
        "stocks": [_stock(values, role, now, drawn or not level) for role in roles],
        "characters": [people.described(values, one, roles) for one in who(options, values)],
        "passages": [
            without_nothing({"owner": owner, "found": list(zones)})
            for owner in owners(options)
            if (zones := listed(values, f"found.{owner or SHARED}"))
        ],
        "found": finds(values, turn),
        "passage_entries": number(values, "entries", "passage_entries"),
        "passage_swords": number(values, "entries", "passage_swords"),
    }
    found["ropes"] = [{"a": a, "b": b} for a, b in ropes_of(board_of(options), listed(values, "ropes"))]
    if now == "start":
        found["bonus_cards_due"] = {role: n for role in roles if (n := number(values, "due", role))}
        found["bonus_sleepers_due"] = number(values, "due", "sleepers")
    else:
        found |= {row: number(values, "used", row) for row in ("cards_used", "kenjutsu_used")}
        found["focused"] = list(listed(values, "focused")) if now != "alert" else []
        found["searches"] = list(listed(values, "searches")) if now == "intruders" else []
    return without_nothing(found)


def _figures(options: Options, values: Entered) -> list[Json]:
    flags = [flag for flag in FLAGS if flag == "woken" or phase(values) != "start"]
    found = []
    for one in guards(options, values):
        figure: Json = {"id": one.id, "zone": one.zone, "weapon": one.weapon, "inside": one.inside}
        figure |= {"drunk": True, "sober_in": number(values, "sober", one.id) or None} if one.drunk else {}
        figure |= {flag: True for flag in flags if one.id in listed(values, flag)}
        found.append(without_nothing(figure))
    return found


def _stock(values: Entered, role: str, now: str, drew: bool) -> Json:
    key = f"cards.{role}"
    found: Json = {row: number(values, key, row) for row in ("hand_size", "deck_size", "front")}
    if now == "alert":
        found |= {"drew": drew, "drawn_size": number(values, key, "drawn_size") if drew else 0}
    elif now != "start":
        found["hand_used"] = number(values, key, "hand_used")
    return {"role": role, **found, "discard": counted(listed(values, f"discard.{role}"))}


def secret(options: Options, seats: Sequence[Seat], table: Entered, seat: str, values: Entered) -> Json:
    """Return what a seat has entered."""
    if SIDES[roles_of(options, seats)[seat]] == "guards":
        hand = listed(values, "hand")
        found: Json = {"hand": counted(hand) if hand else None, "drawn": counted(listed(values, "drawn"))}
        if keeps_paper(options, seats, seat):
            found["marks"] = _marks(values)
        return found
    plays = chosen(values, "plays")
    found = {"plays": plays, "characters": {}}
    for one in own(options, seats, table, seat):
        hand = listed(values, f"hand.{one}")
        held = {"mission": chosen(values, f"mission.{one}"), "hand": counted(hand) if hand else None}
        name = plays if one == "intruder" else one
        if name and (entered := without_nothing(held)):
            found["characters"][name] = entered
    if keeps_paper(options, seats, seat):
        found["map"] = _map(options, seats, table, seat, values, plays)
    return found


def _marks(values: Entered) -> Json | None:
    objectives = {letter: zones[0] for letter in LETTERS if (zones := listed(values, f"mark.{letter}"))}
    marks = {"objectives": objectives, "sleepers": counted(listed(values, "sleepers"))}
    marks |= {key: list(listed(values, key)) for key in ("traps", "hidden")}
    return without_nothing(marks) or None


def _map(
    options: Options, seats: Sequence[Seat], table: Entered, seat: str, values: Entered, plays: str | None
) -> Json:
    places, ropes, board = {}, [], board_of(options)
    found = {(rope["a"], rope["b"]) for rope in _table(options, seats, table).get("ropes", ())}
    for one in on_the_map(options, seats, table, seat):
        name = plays if one == "intruder" else one
        if not name:
            continue
        places[name] = _place(table, values, one)
        for a, b in ropes_of(board, listed(values, f"ropes.{one}")):
            a, b = (b, a) if (b, a) in found else (a, b)
            ropes.append({"a": a, "b": b, "owner": name, "found": (a, b) in found})
    return without_nothing({"places": places, "ropes": ropes, "entrances": list(listed(values, "entrances"))})


def _place(table: Entered, values: Entered, one: str) -> Json:
    status, now = chosen(table, f"status.{one}"), phase(table)
    decoy = number(values, f"decoy.{one}", "turn") if status == "passage" else 0
    zones = listed(values, f"zone.{one}") if status == "hidden" or decoy else ()
    place: Json = {"zone": zones[0] if zones else None, "decoy": decoy}
    place["mission_entered"] = chosen(values, f"entered.{one}") == YES
    if status in ("hidden", "visible", "passage"):
        place["noise"] = number(values, f"noise.{one}", "noise")
    if now == "intruders" and chosen(values, f"locked.{one}") == YES:
        place |= {"locked": True, "touched": list(listed(values, f"touched.{one}"))}
    return without_nothing(place)
