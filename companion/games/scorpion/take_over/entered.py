"""From a position to what would be entered, and what a table begins with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.games.scorpion.take_over import people, results
from companion.games.scorpion.take_over.given import (
    FINDS,
    FLAGS,
    LETTERS,
    NO,
    PHASES,
    SHARED,
    WEAPONS,
    YES,
    behinds,
    ends_of,
    guard_roles,
    guards,
    owners,
    who,
)
from companion.games.scorpion.take_over.people import each
from companion.games.table.entered import NONE
from referee.core.position import Position
from referee.core.values import Seat
from referee.scorpion.cards import TOTALS
from referee.scorpion.moves import PASSAGE
from referee.scorpion.options import Options
from referee.scorpion.positions.open_table import OpenFigure, OpenPatrol, OpenSplitting, OpenTable
from referee.scorpion.positions.secrets import SeatSecret
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
    if options.depth == "scores":
        return results.entered(options, seats, table), {}
    values = _table(options, seats, table)
    secrets = {seat: own for seat, secret in position.secrets.items() if (own := _secret(table, secret, _phase(table)))}
    return values, secrets


def _phase(table: OpenTable) -> str:
    return table.phase if table.phase in PHASES else "alert"


def _table(options: Options, seats: Sequence[Seat], table: OpenTable) -> Json:
    now = _phase(table)
    found: Json = begin(options, seats) if table.phase == "setup" else {"phase": now}
    found |= {"turn": {"turn": table.turn}, "alert": str(table.alert), "drawn_at": str(table.drawn_at)}
    if now == "alert":
        found["drew"] = YES if any(s.drew for s in table.stocks) else NO
    paired = {id: n for n, p in enumerate(_in_order(table)) for id in p.members}
    numbers = _figures(options, table, found, paired)
    found |= _stocks(table)
    if options.lone_wolf != "off" and table.characters:
        found["wolf"] = table.characters[0].who
    for one in table.characters:
        found |= people.values_of(one)
    for p in table.passages:
        found[f"found.{p.owner or SHARED}"] = list(p.found)
    if table.ropes:
        found["ropes"] = ends_of(table.ropes)
    if options.passage_reuse == "no":
        found["entries"] = {"passage_entries": table.passage_entries, "passage_swords": table.passage_swords}
    for flag in FLAGS:
        if ids := [numbers[f.id] for f in table.figures if getattr(f, flag)]:
            found[flag] = sorted(ids)
    if options.sake_duration != "game":
        found["sober"] = {numbers[f.id]: f.sober_in or 0 for f in table.figures if f.drunk}
    if now == "start":
        found["due"] = {str(role): n for role, n in table.bonus_cards_due.items()}
        found["due"] |= {"sleepers": table.bonus_sleepers_due}
    else:
        found["used"] = {"cards_used": table.cards_used, "kenjutsu_used": table.kenjutsu_used}
    found |= {key: list(some) for key in ("focused", "searches") if (some := getattr(table, key))}
    for kind in FINDS:
        if zones := list(dict.fromkeys(note.zone for note in table.found if note.found == kind)):
            found[f"finds.{kind}"] = zones
    return {key: value for key, value in found.items() if value not in ({}, [])}


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


def _stocks(table: OpenTable) -> Json:
    """Enter the cards; wound cards that wait to be shared lie on their owner's pile."""
    waiting = [str(role) for asked in table.pending if isinstance(asked, OpenSplitting) for role in asked.roles]
    found: Json = {}
    for s in table.stocks:
        rows = ["hand_size", "deck_size", "front"]
        rows += ["drawn_size"] if table.phase == "alert" else []
        rows += ["hand_used"] if table.phase in ("cards", "patrol", "intruders") else []
        found[f"cards.{s.role}"] = {row: getattr(s, row) for row in rows}
        found[f"discard.{s.role}"] = [*each(s.discard), *["kenjutsu"] * waiting.count(s.role)]
    return found


def _secret(table: OpenTable, secret: SeatSecret, now: str) -> Json:
    found: Json = {"hand": each(secret.hand), "drawn": each(secret.drawn)}
    if secret.marks is not None:
        marks = secret.marks
        found |= {f"mark.{x}": [marks.objectives[x]] for x in LETTERS if x in marks.objectives}
        found |= {"traps": list(marks.traps), "hidden": list(marks.hidden), "sleepers": each(marks.sleepers)}
    if secret.plays is not None:
        found["plays"] = secret.plays
    for name, own in secret.characters.items():
        one = _called(table, secret, name)
        if one is not None:
            found |= {f"mission.{one}": own.mission, f"hand.{one}": each(own.hand)}
    if secret.map is not None:
        found |= _map(table, secret, now)
    return {key: value for key, value in found.items() if value not in (None, [], {})}


def _called(table: OpenTable, secret: SeatSecret, name: str) -> str | None:
    """Return how the table calls a character; None for the one that a lone wolf does not play."""
    names = [one.who for one in table.characters]
    if "intruder" in names:
        return "intruder" if secret.plays == name else None
    return name if name in names else None


def _map(table: OpenTable, secret: SeatSecret, now: str) -> Json:
    assert secret.map is not None
    found: Json = {"entrances": list(secret.map.entrances)}
    status = {one.who: one.status for one in table.characters}
    for name, place in secret.map.places.items():
        one = _called(table, secret, name)
        if one is None:
            continue
        if place.zone is not None and (status[one] == "hidden" or place.decoy):  # type: ignore[index]
            found[f"zone.{one}"] = [place.zone]
        if place.decoy:
            found[f"decoy.{one}"] = {"turn": place.decoy}
        if place.noise:
            found[f"noise.{one}"] = {"noise": place.noise}
        if now == "intruders" and place.locked:
            found |= {f"locked.{one}": YES, f"touched.{one}": list(place.touched)}
        if place.mission_entered:
            found[f"entered.{one}"] = YES
        found[f"ropes.{one}"] = ends_of(_owned(secret.map.ropes, name))
    return found


def _owned(ropes: Iterable[Any], name: str) -> list[Any]:
    return [rope for rope in ropes if rope.owner == name]
