"""What has been entered, read: who plays, which figures stand where, and the keys of the fields."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from companion.contract.take_over import Entered
from companion.games.table.entered import chosen, listed, number
from referee.board.board import Board
from referee.core.values import Seat
from referee.scorpion.moves import PASSAGE
from referee.scorpion.options import Options
from referee.scorpion.setup.begin import roles_of
from referee.scorpion.state import SIDES

K = "scorpion.screen.take_over."
NO = "no"
WEAPONS = ("sword", "spear")
LETTERS = ("A", "B", "C", "D", "E", "F")
FINDS = (*LETTERS, "trap", "hidden_sentry", "nothing")
SHARED = "shared"
"""Stands in a field's key for the owner of the passage that both intruders share."""
PHASES = ("start", "alert", "cards", "patrol", "intruders")
STATUSES = ("hidden", "visible", "passage", "escaped", "dead", "due")
FLAGS = ("carded", "moved", "attacked", "woken")
FACTS = ("accomplished", "permitted", "visible", "mission_due")


class Guard(NamedTuple):
    """A guard figure that was entered."""

    id: str
    zone: str
    weapon: str
    drunk: bool = False
    inside: str | None = None


class Group(NamedTuple):
    """A patrol that was entered. `n` is its place among the fields."""

    n: int
    zone: str
    inside: str | None
    members: tuple[str, ...]


def phase(values: Entered) -> str:
    return chosen(values, "phase") or "alert"


def guard_roles(options: Options, seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return the roles of the guard players, the sword's first."""
    roles = roles_of(options, seats).values()
    return tuple(role for role in ("guards", *WEAPONS) if role in roles)


def owners(options: Options) -> tuple[str | None, ...]:
    """Return whose passages there are: rivals have one each (SCORPION-30.6)."""
    return ("ninja", "traitor") if options.disputed == "on" else (None,)


def who(options: Options, values: Entered) -> tuple[str, ...]:
    """Return those who take part, by the names that everybody knows."""
    if options.lone_wolf == "off":
        return ("ninja", "traitor")
    return (chosen(values, "wolf") or ("intruder" if options.lone_wolf == "hidden" else "ninja"),)


def own(options: Options, seats: Sequence[Seat], values: Entered, seat: str) -> tuple[str, ...]:
    """Return the characters of a seat."""
    role = roles_of(options, seats)[seat]
    return tuple(name for name in who(options, values) if role in ("intruders", name))


def keeps_paper(options: Options, seats: Sequence[Seat], seat: str) -> bool:
    """Tell whether a seat enters the marks, or a secret map."""
    roles = roles_of(options, seats)
    side = SIDES[roles[seat]]
    first = next(other for other, role in roles.items() if SIDES[role] == side)
    return first == seat or (side == "intruders" and options.disputed == "on")


def on_the_map(options: Options, seats: Sequence[Seat], values: Entered, seat: str) -> tuple[str, ...]:
    """Return whose places a seat enters: both partners', or its own."""
    if not keeps_paper(options, seats, seat):
        return ()
    return own(options, seats, values, seat) if options.disputed == "on" else who(options, values)


# Figures


def behinds(board: Board, zone: str) -> tuple[str | None, ...]:
    """Return what may lie behind a patrol in a zone, also where it came along a one-way part of the route."""
    came = (a for a, b in sorted(board.route.steps) if b == zone)
    return tuple(dict.fromkeys((*board.route.behinds(zone), *came)))


def groups(options: Options, values: Entered) -> tuple[Group, ...]:
    """Return the patrols, those on the map first; their guards get the numbers after all sentries."""
    places: list[tuple[str, str | None]] = [(zone, None) for zone in listed(values, "patrols")]
    for owner in owners(options):
        places += [(PASSAGE, owner)] * number(values, "inside", f"{owner or SHARED}.patrols")
    found, used = [], len(_sentries(options, values))
    for n, (zone, owner) in enumerate(places):
        size = sum(number(values, f"patrol.{n}", weapon) for weapon in WEAPONS)
        found.append(Group(n, zone, owner, tuple(_id(used + each) for each in range(size))))
        used += size
    return tuple(found)


def guards(options: Options, values: Entered) -> tuple[Guard, ...]:
    """Return all figures with their numbers: sentries, patrols, the drunk."""
    found = [Guard(_id(n), *one) for n, one in enumerate(_sentries(options, values))]
    for group in groups(options, values):
        armed = [weapon for weapon in WEAPONS for _ in range(number(values, f"patrol.{group.n}", weapon))]
        found += [
            Guard(id, group.zone, weapon, inside=group.inside) for id, weapon in zip(group.members, armed, strict=True)
        ]
    for weapon in WEAPONS:
        for zone in listed(values, f"drunk.{weapon}"):
            found.append(Guard(_id(len(found)), zone, weapon, drunk=True))
    for owner in owners(options):
        for _ in range(number(values, "inside", f"{owner or SHARED}.drunk")):
            found.append(Guard(_id(len(found)), PASSAGE, "sword", drunk=True, inside=owner))
    return tuple(found)


def _sentries(options: Options, values: Entered) -> list[tuple[str, str, bool, str | None]]:
    found: list[tuple[str, str, bool, str | None]] = []
    for weapon in WEAPONS:
        found += [(zone, weapon, False, None) for zone in listed(values, f"sentries.{weapon}")]
    for owner in owners(options):
        for weapon in WEAPONS:
            found += [(PASSAGE, weapon, False, owner)] * number(values, "inside", f"{owner or SHARED}.{weapon}")
    return found


def _id(n: int) -> str:
    return f"g{n + 1:02}"


# Ropes: their two ends are tapped one after the other


def ropes_of(board: Board, ends: Sequence[str]) -> list[tuple[str, str]]:
    """Return ropes from their ends, each with the next one behind a wall from it."""
    left, found = list(ends), []
    while left:
        a = left.pop(0)
        walls = [b for b in left if a in board and b in board and board.border(a, b) == "wall"]
        b = (walls or left or [a])[0]
        if b in left:
            left.remove(b)
        found.append((a, b))
    return found


def ends_of(ropes: Iterable[Any]) -> list[str]:
    return [end for rope in ropes for end in (rope.a, rope.b)]


def finds(values: Entered, turn: int) -> list[dict[str, Any]]:
    """Return what searches have found; in which earlier turn each was made is not entered."""
    return [
        {"turn": max(1, turn - 1), "zone": zone, "found": kind}
        for kind in FINDS
        for zone in listed(values, f"finds.{kind}")
    ]
