"""Every path that might tell what the truth told: all movements that the borders allow, cards as they became public.

What may be made is the referee's to say. Cards are the only thing chosen here: each card of an intruder is public
when it is played (SCORPION-26.4), so a path plays just those that the record names next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final, NamedTuple

from referee import scorpion
from referee.core.values import Ruling
from referee.scorpion import moves
from referee.scorpion.cards import KENJUTSU
from referee.scorpion.moves import PASSAGE, Step
from referee.scorpion.parts import Event
from referee.scorpion.state import MOST_DRUNK, State, character
from tests.referee.scorpion.knowledge.worlds import Truth, key, settled

MOST = 3
ON_SHADOW: Final = "scorpion.shadow_goes_on"
"""The one refusal of a path that a longer path can cure."""


# What the record tells next


class Ahead(NamedTuple):
    """The cards that become public next, with whose they are, and the guards that are ever removed."""

    cards: tuple[tuple[str, str], ...]
    killed: tuple[str, ...]
    drunk: tuple[str, ...]


def ahead(events: Sequence[Event]) -> Ahead:
    cards = []
    for e in events:
        if e.kind == "search_declared":
            break
        if e.kind == "card_played":
            cards.append((e.data["intruder"], e.data["card"]))
    of = {kind: tuple(e.data["guard"] for e in events if e.kind == kind) for kind in ("guard_killed", "guard_drunk")}
    return Ahead(tuple(cards), of["guard_killed"], of["guard_drunk"])


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


# Paths


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
    last: int | None
    """Whose step was the last."""


def paths(state: State, seat: str, movers: tuple[str, ...], truth: Truth, limit: int) -> Iterator[State]:
    """Yield the states after every path of these that tells what the truth told; of both in one list, if two."""
    coming = ahead(truth.record[len(state.record) : limit])
    named = len(movers) > 1
    begun = tuple(character(state, who).zone or "" for who in movers)
    none = (0,) * len(movers)
    trying = [Trying((), begun, none, tuple(False for _ in movers), 0, None)]
    known: set[Any] = set()
    shadow = any(character(state, who).shadow for who in movers)
    while trying:
        one = trying.pop()
        truth.spend()
        move = moves.LockPath(intruder=None if named else movers[0], steps=one.steps)  # type: ignore[arg-type]
        ruling = scorpion.judge(state, seat, move)
        told = _told(ruling, state, truth, limit)
        hidden = shadow or any(done.do == "shadow_walk" for done in one.steps)
        if told is not None:
            after = settled(told, truth)
            same = (key(after), one.card, one.last, one.over, one.made)
            if same in known:
                continue
            known.add(same)
            yield after
        if ruling.upheld or ruling.reason == ON_SHADOW or not one.steps:
            goes_on = told is not None or hidden or not one.steps
            trying += _longer(state, one, movers, coming, goes_on, named)


def _told(ruling: Ruling, state: State, truth: Truth, limit: int) -> State | None:
    return truth.told(ruling, len(state.record), limit) if ruling.upheld else None


def _longer(
    state: State, one: Trying, movers: tuple[str, ...], coming: Ahead, goes_on: bool, named: bool
) -> Iterator[Trying]:
    who, card = coming.cards[one.card] if one.card < len(coming.cards) else ("", "")
    for i, mover in enumerate(movers):
        tag = mover if named else None
        if who == mover:
            for use in uses(card, tag, coming):
                yield one._replace(steps=(*one.steps, use), card=one.card + 1, last=i)
        if goes_on and not one.over[i] and one.made[i] < MOST:
            for made, to, over in movements(state, mover, one.at[i], tag):
                next_card = one.card + (made.do == "rope_new")
                if made.do == "rope_new" and (who, card) != (mover, "rope"):
                    continue
                further = one._replace(
                    steps=(*one.steps, made),
                    at=_with(one.at, i, to),
                    made=_with(one.made, i, one.made[i] + 1),
                    over=_with(one.over, i, over),
                    card=next_card,
                    last=i,
                )
                yield further
                if made.do == "enter_passage" and (who, card) == (mover, "secret_passage"):
                    yield further._replace(card=one.card + 1)


def _with(values: tuple[Any, ...], i: int, value: Any) -> tuple[Any, ...]:
    return (*values[:i], value, *values[i + 1 :])
