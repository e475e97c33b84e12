"""Paths that end where they have to and tell what was told: what an intruder may try, step by step.

What an intruder may try that tells what the record tells next: cards as they became public, steps over borders. What
may be done is the referee's to say. Each card of an intruder is public when it is played (SCORPION-26.4), so nothing is
tried but the cards that the record names next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final, NamedTuple

from referee.scorpion import moves
from referee.scorpion.cards import KENJUTSU
from referee.scorpion.knowledge.ground import MOST
from referee.scorpion.knowledge.table import ANYBODY
from referee.scorpion.knowledge.witness.script import Referee, tells
from referee.scorpion.moves import PASSAGE, Step
from referee.scorpion.state import MOST_DRUNK, State, character
from referee.scorpion.trackers import Event

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


End = tuple[str, int] | None
"""The zone where a path ends and of how many zones it is; None for one that leaves the map."""
OFF: Final = ""
"""Where somebody is who has left the map."""


class Trying(NamedTuple):
    """A path under construction."""

    steps: tuple[Step, ...]
    at: tuple[str, ...]
    """Where each mover is."""
    made: tuple[int, ...]
    over: tuple[bool, ...]
    """Whether a rope, a moat, the passage or the edge has ended the way of each."""
    card: int
    """How many of the cards ahead are played."""


def paths(
    referee: Referee, state: State, seat: str, ends: Mapping[str, End], record: Sequence[Event], limit: int
) -> Iterator[tuple[Any, State]]:
    """Yield every path of these movers that ends there and tells what the record says, with the state after it."""
    movers = tuple(ends)
    coming = ahead(record[len(state.record) : limit])
    if any(end is None and not coming.escaped & {who, ANYBODY} for who, end in ends.items()):
        return  # leaving the map is told at once
    near = {who: _near(state, end) for who, end in ends.items()}
    named = len(movers) > 1
    begun = tuple(character(state, who).zone or "" for who in movers)
    trying = [Trying((), begun, (0,) * len(movers), (False,) * len(movers), 0)]
    shadow = any(character(state, who).shadow for who in movers)
    while trying:
        one = trying.pop()
        move = moves.LockPath(intruder=None if named else movers[0], steps=one.steps)  # type: ignore[arg-type]
        ruling = referee.judge(state, seat, move)
        told = ruling.upheld and len(ruling.state.record) <= limit
        told = told and tells(ruling.state, len(state.record), record)
        if told and all(_ended(ruling.state, who, end) for who, end in ends.items()):
            yield move, ruling.state
        hidden = shadow or any(done.do == "shadow_walk" for done in one.steps)
        if ruling.upheld or ruling.reason == ON_SHADOW or not one.steps:
            goes_on = told or hidden or not one.steps
            trying += [longer for longer in _longer(state, one, movers, coming, goes_on) if _may_end(longer, near)]


def _ended(state: State, who: str, end: End) -> bool:
    one = character(state, who)
    return one.status != "in_play" if end is None else (one.zone, one.noise) == end


def _near(state: State, end: End) -> list[frozenset[str]]:
    """Return from which zones so many steps may lead to the end of a path, by all borders and passages.

    The map is left in any number of steps: `OFF` leads to itself.
    """
    zone, steps = end or (OFF, MOST)
    inside = {zone for passage in state.passages for zone in passage.entrances}
    found = [frozenset({zone})]
    for _ in range(steps):
        before: set[str] = set()
        if OFF in found[-1]:
            before |= {OFF, *state.board.edge_zones}
        for at in found[-1] - {OFF}:
            if at == PASSAGE:
                before |= inside
                continue
            before.update(state.board.neighbours(at, "plain"), state.board.neighbours(at, "wall"))
            if at in inside:
                before.add(PASSAGE)
        found.append(frozenset(before))
    return found


def _may_end(one: Trying, near: Mapping[str, list[frozenset[str]]]) -> bool:
    return all(
        made < len(zones) and at in zones[len(zones) - 1 - made]
        for at, made, zones in zip(one.at, one.made, near.values(), strict=True)
    )


def _longer(state: State, one: Trying, movers: tuple[str, ...], coming: Ahead, goes_on: bool) -> Iterator[Trying]:
    who, card = coming.cards[one.card] if one.card < len(coming.cards) else ("", "")
    for i, mover in enumerate(movers):
        tag = mover if len(movers) > 1 else None
        if who in (mover, "intruder"):
            for use in uses(card, tag, coming):
                yield one._replace(steps=(*one.steps, use), card=one.card + 1)
        if not goes_on or one.over[i] or one.made[i] >= MOST:
            continue
        for made, to, over in movements(state, mover, one.at[i], tag):
            if made.do == "rope_new" and (who, card) != (mover, "rope"):
                continue
            further = one._replace(
                steps=(*one.steps, made),
                at=_with(one.at, i, to),
                made=_with(one.made, i, one.made[i] + 1),
                over=_with(one.over, i, over),
                card=one.card + (made.do == "rope_new"),
            )
            yield further
            if made.do == "enter_passage" and (who, card) == (mover, "secret_passage"):
                yield further._replace(card=one.card + 1)


def _with(values: tuple[Any, ...], i: int, value: Any) -> tuple[Any, ...]:
    return (*values[:i], value, *values[i + 1 :])
