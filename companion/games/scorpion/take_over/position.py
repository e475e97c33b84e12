"""From the entered values to a position and back. Nothing is refused here: the referee judges the position."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import product
from typing import Any

from companion.contract.game_ui import YES, Entered
from companion.games.scorpion.take_over import fields, results
from companion.games.scorpion.take_over.fields import (
    FINDS,
    FLAGS,
    NO,
    PHASES,
    SHARED,
    WEAPONS,
    behinds,
    ends_of,
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
from companion.games.scorpion.take_over.table import secret as fields_of_secret
from companion.games.scorpion.take_over.table import table as fields_of_table
from companion.games.table.placed import NONE, Form, chosen, listed, number, plain, without_nothing
from referee.core.game import Position
from referee.core.values import Seat
from referee.scorpion.cards import TOTALS
from referee.scorpion.moves import PASSAGE
from referee.scorpion.options import Options
from referee.scorpion.parts import Patrol, Splitting
from referee.scorpion.positions.model import OpenFigure, OpenTable, SeatSecret
from referee.scorpion.setup.begin import board_of, roles_of
from referee.scorpion.state import SIDES

Json = dict[str, Any]


def position(options: Options, seats: Sequence[Seat], table: Entered, secrets: Mapping[str, Entered]) -> Json:
    """Return the position as JSON, without what was not entered."""
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
    found["characters"] = [fields.described(one) for one in found["characters"]]
    found["bonus_sleepers_due"] = found.get("bonus_cards_due", {}).pop("sleepers", 0)
    if now == "alert":
        _say_opening_draw(found, drawn=chosen(values, "drew") == YES)
    return without_nothing(found)


def _say_opening_draw(found: Json, *, drawn: bool) -> None:
    """Set whether the guards have drawn: at the start of the alert phase they still draw by the present level."""
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
    """Return what a seat has entered; a lone wolf without a public name gets the name of what its seat plays."""
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
    """Remove what counts only with something else: a zone without a decoy, touched zones without a locked path."""
    if chosen(table, f"status.{one}") == "passage" and not place.get("decoy"):
        place.pop("zone", None)
    if not place.get("locked"):
        place.pop("touched", None)
    return without_nothing(place)


def begin(options: Options, seats: Sequence[Seat]) -> Json:
    """Return the likeliest table: the alert phase of an early turn, full hands, and nobody seen."""
    if options.depth == "scores":
        return results.begin(options, seats)
    roles = guard_roles(options, seats)
    share = TOTALS["guards"] // len(roles)
    found: Json = {"phase": "alert", "turn": {"turn": 2}, "alert": "0", "drawn_at": "0", "drew": NO}
    found |= {f"cards.{role}": {"hand_size": share * 2 // 3, "deck_size": share - share * 2 // 3} for role in roles}
    return found | fields.begun_intruders(options)


def entered(options: Options, seats: Sequence[Seat], position: Position) -> tuple[Json, dict[str, Json]]:
    """Return the table's values and each seat's; if something is left open, of the moment before or after."""
    table: OpenTable = position.table
    form = Form(options, seats, fields_of_table, fields_of_secret)
    if options.depth == "scores":
        return results.entered(form, options, seats, table), {}
    values = _table_entered(form, options, seats, table)
    secrets = {seat: _secret(form, table, values, seat, secret) for seat, secret in position.secrets.items()}
    return values, {seat: own for seat, own in secrets.items() if own}


def _table_entered(form: Form, options: Options, seats: Sequence[Seat], table: OpenTable) -> Json:
    now = table.phase if table.phase in PHASES else "alert"
    found: Json = {}
    if now == "alert":
        found["drew"] = YES if any(s.drew for s in table.stocks) else NO
    paired = {id: n for n, p in enumerate(_in_order(table)) for id in p.members}
    numbers = _figures_entered(options, table, found, paired)
    if options.lone_wolf != "off" and table.characters:
        found["wolf"] = table.characters[0].who
    for p in table.passages:
        found[f"found.{p.owner or SHARED}"] = list(p.found)
    if table.ropes:
        found["ropes"] = ends_of(table.ropes)
    for flag in FLAGS:
        if ids := [numbers[f.id] for f in table.figures if getattr(f, flag)]:
            found[flag] = sorted(ids)
    if options.sake_duration != "game":
        found["sober"] = {numbers[f.id]: f.sober_in or 0 for f in table.figures if f.drunk}
    for kind in FINDS:
        if zones := list(dict.fromkeys(note.zone for note in table.found if note.found == kind)):
            found[f"finds.{kind}"] = zones
    found = form.entered(_standing(table, now), found)
    if table.phase == "setup":
        begun = begin(options, seats)
        found |= {key: value for key, value in begun.items() if key.startswith(("cards.", "numbers."))}
    return {key: value for key, value in found.items() if value not in ({}, [])}


def _standing(table: OpenTable, now: str) -> Json:
    """Return the table in the form of its fields; wound cards that wait to be shared are on their owner's pile."""
    stands = plain(table) | {"phase": now}
    stands["characters"] = [fields.standing(one) for one in stands["characters"]]
    stands["bonus_cards_due"]["sleepers"] = table.bonus_sleepers_due
    waiting = [str(role) for asked in table.pending if isinstance(asked, Splitting) for role in asked.roles]
    for pile in stands["stocks"]:
        pile["discard"] = Counter(pile["discard"]) + Counter(kenjutsu=waiting.count(pile["role"]))
    return stands


def _in_order(table: OpenTable) -> list[Patrol]:
    """Return the patrols on the map before those in the passage, the Ninja's first."""
    at = {f.id: (f.zone == PASSAGE, f.inside or "") for f in table.figures}
    return sorted(table.patrols, key=lambda p: at[p.members[0]])


def _figures_entered(options: Options, table: OpenTable, found: Json, paired: Mapping[str, int]) -> dict[str, str]:
    """Enter the figures, and return their resulting numbers."""
    inside: Counter[str] = Counter()
    singles: dict[tuple[str, str, str], list[OpenFigure]] = defaultdict(list)
    for f in table.figures:
        if f.id in paired:
            continue
        if f.zone == PASSAGE:
            inside[f"{f.inside or SHARED}.{'drunk' if f.drunk else f.weapon}"] += 1
        place = f"{PASSAGE}.{f.inside}" if f.zone == PASSAGE else ""
        singles["drunk" if f.drunk else "sentries", place, f.weapon].append(f)
    for kind, weapon in product(("sentries", "drunk"), WEAPONS):
        found[f"{kind}.{weapon}"] = [f.zone for f in singles[kind, "", weapon]]
    board, figures = board_of(options), {f.id: f for f in table.figures}
    places = ("", *(f"{PASSAGE}.{owner}" for owner in owners(options)))
    order = [f for place, weapon in product(places, WEAPONS) for f in singles["sentries", place, weapon]]
    found["patrols"] = []
    for n, p in enumerate(_in_order(table)):
        some = sorted((figures[id] for id in p.members), key=lambda f: WEAPONS.index(f.weapon))
        order += some
        armed = Counter(f.weapon for f in some)
        found[f"patrol.{n}"] = {weapon: armed[weapon] for weapon in WEAPONS}  # type: ignore[index]
        zone = some[0].zone
        if zone == PASSAGE:
            inside[f"{some[0].inside or SHARED}.patrols"] += 1
            continue
        found["patrols"].append(zone)
        if zone in board.route.zones:
            behinds_ = behinds(board, zone)
            found[f"behind.{n}"] = (p.behind if p.behind in behinds_ else behinds_[0]) or NONE
    found["inside"] = dict(inside)
    order += [f for place, weapon in product(places, WEAPONS) for f in singles["drunk", place, weapon]]
    return dict(zip((f.id for f in order), (one.id for one in guards(options, found)), strict=True))


def _secret(form: Form, table: OpenTable, values: Json, seat: str, secret: SeatSecret) -> Json:
    stands, found = plain(secret), Json()
    called = {name: one for name in ("ninja", "traitor") if (one := _called(table, secret, name)) is not None}
    stands["characters"] = {called[n]: own for n, own in stands["characters"].items() if n in called}
    if secret.map is not None:
        status: dict[str, str] = {one.who: one.status for one in table.characters}
        places = {called[n]: place for n, place in stands["map"]["places"].items() if n in called}
        for one, place in places.items():
            if status[one] != "hidden" and not place["decoy"]:
                place["zone"] = None
            if not place["locked"]:
                place["touched"] = []
        stands["map"]["places"] = places
        found = {f"ropes.{one}": ends_of(r for r in secret.map.ropes if r.owner == n) for n, one in called.items()}
    return form.entered_secret(stands, values, seat, found)


def _called(table: OpenTable, secret: SeatSecret, name: str) -> str | None:
    """Return the table's name of a character; None for the one that a lone wolf does not play."""
    names = [one.who for one in table.characters]
    if "intruder" in names:
        return "intruder" if secret.plays == name else None
    return name if name in names else None
