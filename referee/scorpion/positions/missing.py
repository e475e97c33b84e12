"""How much of its secrets a seat has entered, and what nobody can check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.core.position import Completion, Position
from referee.core.values import Notice, Seat
from referee.scorpion.options import Options
from referee.scorpion.positions.open_table import OpenCharacter, OpenTable
from referee.scorpion.positions.people import PLAYING, before_turn_1, first_hands
from referee.scorpion.positions.secrets import CharacterSecret, MapSecret, MarksSecret, PlaceSecret, SeatSecret
from referee.scorpion.scores.state import UNNAMED
from referee.scorpion.setup.begin import roles_of
from referee.scorpion.setup.marks import LETTERS
from referee.scorpion.setup.missing import ENTRANCES
from referee.scorpion.state import SIDES

TRAPS = 2


def progress(options: Options, seats: Sequence[Seat], position: Position) -> Mapping[str, Completion]:
    """Return how far each seat is: marks, entrances, zones, missions and cards, in numbers that everybody knows.

    How many guards sleep or hide, and how many ropes hang, is not counted: it is secret. Before turn 1 and after the
    end nothing has to be entered, nor at a table of results.
    """
    table: OpenTable = position.table
    if options.depth == "scores" or table.phase == "ended" or before_turn_1(table):
        return {}
    roles = roles_of(options, seats)
    found = {}
    for seat, role in roles.items():
        first = next(s for s, other in roles.items() if SIDES[other] == SIDES[role]) == seat
        secret = position.secrets.get(seat, SeatSecret())
        of_side = _guards if SIDES[role] == "guards" else _intruders
        parts = [part for part in of_side(options, table, role, first, secret) if part[1]]
        found[seat] = Completion(sum(min(part) for part in parts), sum(of for _, of in parts))
    return {seat: one for seat, one in found.items() if one.of}


Part = tuple[int, int]
"""How many of how many."""


def _guards(options: Options, table: OpenTable, role: str, first: bool, secret: SeatSecret) -> Iterator[Part]:
    if first:
        marks = secret.marks or MarksSecret()
        yield len(marks.objectives) + len(marks.traps), len(LETTERS) + TRAPS
    if options.guard_cards == "entered":
        for mine in table.stocks:
            if mine.role == role:
                yield sum((secret.hand or {}).values()), mine.hand_size
                yield sum(secret.drawn.values()), mine.drawn_size


def _intruders(options: Options, table: OpenTable, role: str, first: bool, secret: SeatSecret) -> Iterator[Part]:
    rivals = options.disputed == "on"
    own = [c for c in table.characters if role in ("intruders", c.who)]
    entered = secret.map or MapSecret()
    if first or rivals:
        yield len(entered.entrances), ENTRANCES
        for shown in own if rivals else table.characters:
            yield from _place(shown, entered, secret)
    for shown in own:
        name = secret.plays if shown.who == UNNAMED else shown.who
        held = (name and secret.characters.get(name)) or CharacterSecret()
        if shown.who == UNNAMED:
            yield int(secret.plays is not None), 1
        if shown.status in PLAYING and shown.redrawn:
            yield int(held.mission is not None), 1
        if options.intruder_cards == "entered" and shown.status in PLAYING:
            if shown.hand_size is None:
                # How many cards there are would tell who the lone wolf is.
                size = first_hands(options, name, 1)[0] if name else -1
                yield int(sum((held.hand or {}).values()) == size), 1
            else:
                yield sum((held.hand or {}).values()), shown.hand_size


def _place(shown: OpenCharacter, entered: MapSecret, secret: SeatSecret) -> Iterator[Part]:
    name = secret.plays if shown.who == UNNAMED else shown.who
    place = (name and entered.places.get(name)) or PlaceSecret()
    if shown.status == "hidden":
        yield int(place.zone is not None), 1


def unchecked(options: Options, seats: Sequence[Seat], position: Position) -> tuple[Notice, ...]:
    """Return what nobody can check: the ways behind, how many sleep and hide, and cards that lie face down."""
    table: OpenTable = position.table
    if before_turn_1(table) or table.phase == "ended":
        return ()
    if options.depth == "scores":
        return (Notice(message="scorpion.unchecked_counts", clause="METSUKE-5.2"),)
    found = [
        Notice(message="scorpion.unchecked_ways", clause="SCORPION-17.1"),
        Notice(message="scorpion.unchecked_sleepers", clause="SCORPION-5.1"),
    ]
    if options.guard_cards == "counted" or options.intruder_cards == "counted" or options.guard_deck is None:
        found.append(Notice(message="scorpion.unchecked_cards", clause="SCORPION-1.3"))
    return tuple(found)
