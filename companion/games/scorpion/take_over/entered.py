"""From a position to what would be entered, and what a table begins with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from companion.contract.take_over import YES
from companion.games.scorpion.take_over import people, results
from companion.games.scorpion.take_over.given import (
    FINDS,
    FLAGS,
    NO,
    PHASES,
    SHARED,
    WEAPONS,
    behinds,
    ends_of,
    guard_roles,
    guards,
    owners,
    who,
)
from companion.games.scorpion.take_over.secret import secret as fields_of_secret
from companion.games.scorpion.take_over.table import table as fields_of_table
from companion.games.table.entered import NONE
from companion.games.table.placed import Form, plain
from referee.core.game import Position
from referee.core.values import Seat
from referee.scorpion.cards import TOTALS
from referee.scorpion.moves import PASSAGE
from referee.scorpion.options import Options
from referee.scorpion.positions.model import OpenFigure, OpenPatrol, OpenSplitting, OpenTable, SeatSecret
from referee.scorpion.setup.begin import board_of

Json = dict[str, Any]


def begin(options: Options, seats: Sequence[Seat]) -> Json:
    """Return the likeliest table: the alert phase of an early turn, full hands, and nobody seen."""
    if options.depth == "scores":
        return results.begin(options, seats)
    roles = guard_roles(options, seats)
    share = TOTALS["guards"] // len(roles)
    found: Json = {"phase": "alert", "turn": {"turn": 2}, "alert": "0", "drawn_at": "0", "drew": NO}
    found |= {f"cards.{role}": {"hand_size": share * 2 // 3, "deck_size": share - share * 2 // 3} for role in roles}
    hands = {"ninja": options.ninja_hand, "traitor": options.traitor_hand}
    for one in who(options, {}):
        found |= {f"status.{one}": "hidden", f"life.{one}": {"life": 1}}
        if one in hands:
            found[f"numbers.{one}"] = {"hand_size": hands[one], "died": 0}
    if options.lone_wolf != "off":
        found["wolf"] = who(options, {})[0]
    return found


def entered(options: Options, seats: Sequence[Seat], position: Position) -> tuple[Json, dict[str, Json]]:
    """Return the table's values and each seat's: of what a declaration has left open the moment before or after it."""
    table: OpenTable = position.table
    form = Form(options, seats, fields_of_table, fields_of_secret)
    if options.depth == "scores":
        return results.entered(form, options, seats, table), {}
    values = _table(form, options, seats, table)
    secrets = {seat: _secret(form, table, values, seat, secret) for seat, secret in position.secrets.items()}
    return values, {seat: own for seat, own in secrets.items() if own}


def _table(form: Form, options: Options, seats: Sequence[Seat], table: OpenTable) -> Json:
    now = table.phase if table.phase in PHASES else "alert"
    found: Json = {}
    if now == "alert":
        found["drew"] = YES if any(s.drew for s in table.stocks) else NO
    paired = {id: n for n, p in enumerate(_in_order(table)) for id in p.members}
    numbers = _figures(options, table, found, paired)
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
    """Return the table as its fields have it; wound cards that wait to be shared lie on their owner's pile."""
    stands = plain(table) | {"phase": now}
    stands["characters"] = [people.standing(one) for one in stands["characters"]]
    stands["bonus_cards_due"]["sleepers"] = table.bonus_sleepers_due
    waiting = [str(role) for asked in table.pending if isinstance(asked, OpenSplitting) for role in asked.roles]
    for pile in stands["stocks"]:
        pile["discard"] = Counter(pile["discard"]) + Counter(kenjutsu=waiting.count(pile["role"]))
    return stands


def _in_order(table: OpenTable) -> list[OpenPatrol]:
    """Return the patrols on the map before those in the passage, those of the Ninja's first."""
    at = {f.id: (f.zone == PASSAGE, f.inside or "") for f in table.figures}
    return sorted(table.patrols, key=lambda p: at[p.members[0]])


def _figures(options: Options, table: OpenTable, found: Json, paired: Mapping[str, int]) -> dict[str, str]:
    """Enter the figures, and return the number that each has by that."""
    inside: Counter[str] = Counter()
    kinds: dict[str, list[OpenFigure]] = {}
    for f in table.figures:
        if f.id in paired:
            continue
        kind = f"{'drunk' if f.drunk else 'sentries'}.{f.weapon}"
        if f.zone == PASSAGE:
            inside[f"{f.inside or SHARED}.{'drunk' if f.drunk else f.weapon}"] += 1
            kind = f"inside.{kind}.{f.inside}"
        kinds.setdefault(kind, []).append(f)
    for key in (f"{kind}.{weapon}" for kind in ("sentries", "drunk") for weapon in WEAPONS):
        found |= {key: [f.zone for f in kinds.get(key, ())]}
    board, figures = board_of(options), {f.id: f for f in table.figures}
    order: list[OpenFigure] = [f for weapon in WEAPONS for f in kinds.get(f"sentries.{weapon}", ())]
    for owner in owners(options):
        order += [f for weapon in WEAPONS for f in kinds.get(f"inside.sentries.{weapon}.{owner}", ())]
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
            ways = behinds(board, zone)
            found[f"behind.{n}"] = (p.behind if p.behind in ways else ways[0]) or NONE
    found["inside"] = dict(inside)
    order += [f for weapon in WEAPONS for f in kinds.get(f"drunk.{weapon}", ())]
    for owner in owners(options):
        order += [f for weapon in WEAPONS for f in kinds.get(f"inside.drunk.{weapon}.{owner}", ())]
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
    """Return how the table calls a character; None for the one that a lone wolf does not play."""
    names = [one.who for one in table.characters]
    if "intruder" in names:
        return "intruder" if secret.plays == name else None
    return name if name in names else None
