"""Every path that might tell what the truth told: all movements that the borders allow, cards as they became public.

What may be made is the referee's to say. Cards are the only thing chosen here: each card of an intruder is public
when it is played (SCORPION-26.4), so a path plays just those that the record names next.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from referee import scorpion
from referee.core.values import Ruling
from referee.scorpion import moves
from referee.scorpion.knowledge.witness.trying import ON_SHADOW, Ahead, ahead, movements, uses
from referee.scorpion.moves import Step
from referee.scorpion.state import State, character
from tests.referee.scorpion.knowledge.worlds import Truth, key, settled

MOST = 3


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
    return truth.told(ruling.state, len(state.record), limit) if ruling.upheld else None


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
