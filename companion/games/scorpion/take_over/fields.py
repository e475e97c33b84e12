"""Fields used in both depths, the public fields of an intruder, and reading what has been entered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.contract.game_ui import YES, Choice, Counts, Entered, Entering, Field, Things
from companion.games.scorpion.tracks import LEVELS
from companion.games.table.placed import chosen, listed, number, without_nothing
from companion.i18n import Translator
from companion.ui.words import begun
from referee.board.board import Board
from referee.core.values import Seat
from referee.scorpion.cards import KINDS, TOTALS
from referee.scorpion.moves import PASSAGE
from referee.scorpion.options import Options
from referee.scorpion.setup.begin import roles_of
from referee.scorpion.state import SIDES, TURNS

K = "scorpion.screen.take_over."
NO = "no"
WEAPONS = ("sword", "spear")
LETTERS = ("A", "B", "C", "D", "E", "F")
FINDS = (*LETTERS, "trap", "hidden_sentry", "nothing")
SHARED = "shared"
"""Stands in a field's key for the owner of a passage that both intruders share."""
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
    """A patrol that was entered. `n` is its number among the fields."""

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
    """Return the owners of the passages: rivals have one each (SCORPION-30.6)."""
    return ("ninja", "traitor") if options.disputed == "on" else (None,)


def who(options: Options, values: Entered) -> tuple[str, ...]:
    """Return the intruders who take part, by their public names."""
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
    """Return the characters whose places a seat enters: both partners', or its own."""
    if not keeps_paper(options, seats, seat):
        return ()
    return own(options, seats, values, seat) if options.disputed == "on" else who(options, values)


# Figures


def behinds(board: Board, zone: str) -> tuple[str | None, ...]:
    """Return the possible zones behind a patrol in a zone, including those along one-way parts of the route."""
    came = (a for a, b in sorted(board.route.steps) if b == zone)
    return tuple(dict.fromkeys((*board.route.behinds(zone), *came)))


def groups(options: Options, values: Entered) -> tuple[Group, ...]:
    """Return the patrols, those on the map first; their guards are numbered after all sentries."""
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


# Ropes: the two ends are tapped one after the other


def ropes_of(board: Board, ends: Sequence[str]) -> list[tuple[str, str]]:
    """Return ropes from their ends, pairing each end with the next one that is behind a wall from it."""
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
    """Return the findings of searches; their turns are not entered, so the previous turn is used."""
    return [
        {"turn": max(1, turn - 1), "zone": zone, "found": kind}
        for kind in FINDS
        for zone in listed(values, f"finds.{kind}")
    ]


def moment(e: Entering) -> Iterator[Field]:
    """Yield the fields of phase, turn and alert, and of a lone wolf's name."""
    t = e.t
    if e.options.depth == "plays":
        phases = tuple((name, t(f"scorpion.phase.{name}")) for name in PHASES)
        yield Choice(key="phase", title=t(f"{K}phase"), values=phases, at="phase")
    yield Counts(key="turn", title=t(f"{K}turn_number"), rows=(("turn", ""),), least=1, most=TURNS, at="turn")
    yield level(t, "alert")
    if e.options.lone_wolf != "off":
        names = ("ninja", "traitor") if e.options.lone_wolf == "on" else ("intruder", "ninja", "traitor")
        values = tuple((name, t(f"scorpion.{name}")) for name in names)
        yield Choice(key="wolf", title=t(f"{K}wolf"), values=values)


def level(t: Translator, key: str) -> Choice:
    """Return the field of an alert level, by its name on the table's track."""
    levels = tuple((str(n), t(f"scorpion.screen.track.alert_{n}")) for n in LEVELS)
    return Choice(key=key, title=t(f"{K}{key}"), values=levels, at=key, holds="number")


def cards(t: Translator, deck: str) -> tuple[tuple[str, str], ...]:
    """Return the cards of a deck with their names; for a nameless lone wolf those of both decks."""
    kinds = KINDS[deck] if deck in KINDS else dict.fromkeys((*KINDS["ninja"], *KINDS["traitor"]))  # type: ignore[index]
    return tuple((kind, t(f"scorpion.card.{kind}")) for kind in kinds)


def discard(t: Translator, role: str, title: str) -> Things:
    """Return the field of a guard player's discard pile."""
    return Things(
        key=f"discard.{role}", title=title, values=cards(t, "guards"), most=TOTALS["guards"], copies=TOTALS["guards"],
        at=f"stocks.{role}.discard", holds="counts",
    )  # fmt: skip


def searches(e: Entering) -> Things:
    """Return the field of the searches of this turn."""
    names = tuple((one, e.t(f"scorpion.{one}")) for one in who(e.options, e.table))
    return Things(key="searches", title=e.t(f"{K}searches"), values=names, most=4, copies=4, at="searches")


def yes_no(t: Translator, key: str, title: str, at: str = "") -> Choice:
    return Choice(key=key, title=title, values=((YES, t(f"{K}yes")), (NO, t(f"{K}no"))), at=at, holds="flag")


Json = dict[str, Any]


def asked(e: Entering, one: str) -> Iterator[Field]:
    """Yield the fields of an intruder's life, cards and wounds."""
    t, at = e.t, f"characters.{one}"
    life = t(f"{K}life")
    yield Counts(key=f"life.{one}", title=life, rows=(("life", ""),), least=1, most=2, at=f"{at}.life")
    rows = ("hand_size", "died") if one != "intruder" else ("died",)
    labels = tuple((row, t(f"{K}{row}")) for row in rows)
    yield Counts(key=f"numbers.{one}", title=t(f"{K}numbers"), rows=labels, most=20, at=at)
    roles = tuple((role, begun(t(f"scorpion.role.{role}"))) for role in guard_roles(e.options, e.seats))
    wounds, several = t(f"{K}wounds"), len(roles) > 1
    yield Counts(key=f"wounds.{one}", title=wounds, rows=roles, most=2, total=several, at=f"{at}.wounds.*")
    facts = tuple((fact, t(f"{K}{fact}")) for fact in FACTS)
    yield Things(key=f"facts.{one}", title=t(f"{K}facts"), values=facts, most=len(facts), at=f"{at}.*")
    if one != "intruder":
        played, at = t(f"{K}played"), f"{at}.played"
        yield Things(
            key=f"played.{one}", title=played, values=cards(t, one), most=12, copies=12, at=at, holds="counts"
        )


def begun_intruders(options: Options) -> Json:
    """Return the initial values of the intruders: hidden, with full hands."""
    hands = {"ninja": options.ninja_hand, "traitor": options.traitor_hand}
    found: Json = {}
    for one in who(options, {}):
        found |= {f"status.{one}": "hidden", f"life.{one}": {"life": 1}}
        if one in hands:
            found[f"numbers.{one}"] = {"hand_size": hands[one], "died": 0}
    return found | ({"wolf": who(options, {})[0]} if options.lone_wolf != "off" else {})


def described(one: Json) -> Json:
    """Return a position's intruder from the values at the paths of its fields."""
    wounds: Mapping[str, int] = one.pop("wounds", {})
    one["wounds"] = [role for role, n in wounds.items() for _ in range(n)]
    one["redrawn"] = not one.pop("mission_due", False)
    one["visible"] = one["visible"] and one.get("status") == "passage"
    one["died"] = one["died"] or None
    return without_nothing(one)


def standing(one: Json) -> Json:
    """Return the values at the paths of an intruder's fields from a position: the inverse."""
    wounds = Counter(role for role in one["wounds"] if role)
    status = "hidden" if one["status"] == "waiting" else one["status"]
    return one | {"wounds": wounds, "mission_due": not one["redrawn"], "status": status}
