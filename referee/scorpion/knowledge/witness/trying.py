"""What an intruder may try that tells what the record tells next: cards as they became public, steps over borders.

What may be done is the referee's to say. Each card of an intruder is public when it is played (SCORPION-26.4), so
nothing is tried but the cards that the record names next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final, NamedTuple

from referee.scorpion import moves
from referee.scorpion.cards import KENJUTSU
from referee.scorpion.event import Event
from referee.scorpion.moves import PASSAGE, Step
from referee.scorpion.state import MOST_DRUNK, State

ON_SHADOW: Final = "scorpion.shadow_goes_on"
"""The one refusal of a path that a longer path can cure."""


class Ahead(NamedTuple):
    """What the record tells next."""

    cards: tuple[tuple[str, str], ...]
    """Whose card, and which, until the intruders search or a card answers a listen."""
    killed: tuple[str, ...]
    drunk: tuple[str, ...]
    escaped: frozenset[str]
    """Who leaves the map before the intruders search."""


def ahead(events: Sequence[Event]) -> Ahead:
    cards: list[tuple[str, str]] = []
    escaped: set[str] = set()
    for e in events:
        if e.kind == "search_declared":
            break
        if e.kind == "card_played":
            cards.append((e.data["intruder"], e.data["card"]))
        elif e.kind == "escaped":
            escaped.add(e.data["intruder"])
    of = {kind: tuple(e.data["guard"] for e in events if e.kind == kind) for kind in ("guard_killed", "guard_drunk")}
    return Ahead(tuple(cards), of["guard_killed"], of["guard_drunk"], frozenset(escaped))


def uses(card: str, who: str | None, coming: Ahead) -> Iterator[Step]:
    """Yield how a card may be used on the spot: against each guard that is ever removed, as a cover, as a bluff."""
    yield step(do="bluff", intruder=who, card=card)
    if card in KENJUTSU:
        for guard in coming.killed:
            yield step(do="kenjutsu", intruder=who, guards=(guard,), value=KENJUTSU[card])
    elif card == "shuriken":
        for guard in coming.killed:
            yield step(do="shuriken", intruder=who, guards=(guard,))
    elif card == "potent_sake":
        for guards in groups(coming.drunk):
            yield step(do="sake", intruder=who, guards=guards)
    elif card == "shadow_walk":
        yield step(do="shadow_walk", intruder=who)


def groups(guards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield some guards in the order in which they are named."""
    for n in range(1, min(MOST_DRUNK, len(guards)) + 1):
        yield from combinations(guards, n)


@cache
def step(**fields: Any) -> Step:
    return moves.STEP.validate_python(fields)


def movements(state: State, who: str, at: str, tag: str | None) -> Iterator[tuple[Step, str, bool]]:
    """Yield every movement that the borders do not rule out, where it leads, and whether it ends the way."""
    board = state.board
    if at == PASSAGE:
        for zone in board.in_order(zone for passage in state.passages for zone in passage.entrances):
            yield step(do="leave_passage", intruder=tag, to=zone), zone, zone in board.moats
        return
    for zone in board.neighbours(at, "plain"):
        yield step(do="walk", intruder=tag, to=zone), zone, zone in board.moats
    for zone in board.neighbours(at, "wall"):
        yield step(do="rope_new", intruder=tag, to=zone), zone, True
        if any({rope.a, rope.b} == {at, zone} for rope in state.ropes) or tag:
            yield step(do="rope_old", intruder=tag, to=zone), zone, True
    if any(at in passage.entrances for passage in state.passages):
        yield step(do="enter_passage", intruder=tag), PASSAGE, True
    if board.zone(at).edge:
        yield step(do="exit_map", intruder=tag), "", True
