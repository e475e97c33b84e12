"""What of a match stays as it was declared, and what a witness declares anew: the secrets of those looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from referee.core.moves import secret
from referee.core.values import PUBLIC, Viewer
from referee.scorpion import moves
from referee.scorpion.knowledge.cases import Box
from referee.scorpion.knowledge.ground import Ground
from referee.scorpion.knowledge.table import WHO
from referee.scorpion.knowledge.witness.declared import Declared
from referee.scorpion.state import State, disputed, seats_of

PLACES = (moves.SetStart, moves.SetPassage, moves.SetEntrance)


class Open(NamedTuple):
    """A declaration that stays: after how many events it was made, and how many there were after it."""

    at: int
    to: int
    one: Declared


class Script(NamedTuple):
    """A match from its beginning on, in which some seats' secrets are open to choice."""

    begun: State
    before: tuple[Declared, ...]
    """All that was declared before turn 1."""
    opens: tuple[Open, ...]
    returning: tuple[Any, ...]
    """With which declarations characters came back."""
    free: frozenset[str]


def strangers(state: State, viewer: Viewer) -> frozenset[str]:
    """Return the intruder seats whose secrets a viewer may not know (SCORPION-2.8, 30.1)."""
    intruders = seats_of(state, "intruders")
    if viewer == PUBLIC or viewer in seats_of(state, "guards"):
        return frozenset(intruders)
    if viewer in intruders and disputed(state):
        return frozenset(intruders) - {viewer}
    return frozenset()


def script_of(begun: State, declared: Sequence[Declared], states: Sequence[State], viewer: Viewer) -> Script:
    """Divide a match that has come to turn 1; `states` are those after each declaration."""
    first = next(i for i, state in enumerate(states) if state.phase != "setup")
    free = strangers(states[first], viewer)
    opens, returning = [], []
    for i in range(first + 1, len(states)):
        one = declared[i]
        if one.seat in free and secret(one.move):
            if isinstance(one.move, moves.Respawn | moves.RedrawMission):
                returning.append(one.move)
        else:
            opens.append(Open(len(states[i - 1].record), len(states[i].record), one))
    return Script(begun, tuple(declared[: first + 1]), tuple(opens), tuple(returning), free)


def set_up(script: Script, begun: State, ground: Ground, start: Box) -> Iterator[Declared]:
    """Yield what is declared before turn 1 for a start: all as it was but starts, entrances, and a lone wolf's name.

    `begun` is turn 1 as it was.
    """
    alone = next((c.who for c in begun.characters if c.status == "absent"), None)
    swapped = alone is not None and start.places(WHO.index(alone)) != ground.gone
    named = any(isinstance(one.move, moves.SetPassage | moves.SetEntrance) for one in script.before)
    set_already = False
    for one in script.before:
        if one.seat in script.free and isinstance(one.move, PLACES):
            continue
        if one.seat in script.free and isinstance(one.move, moves.LockSetup):
            if named and not set_already:
                yield from _entrances(script, begun, ground, start)
                set_already = True
            yield from _starts(begun, ground, start, one.seat)
        yield Declared(one.seat, _swapped(one.move)) if swapped and one.seat in script.free else one


def _starts(begun: State, ground: Ground, start: Box, seat: str) -> Iterator[Declared]:
    for side, who in enumerate(WHO):
        mine = any(c.who == who and c.seat == seat for c in begun.characters)
        if mine and start.places(side) != ground.gone:
            (zone,) = ground.names(ground.folded(start.places(side)))
            yield Declared(seat, moves.SetStart(intruder=who, zone=zone))  # type: ignore[arg-type]


def _entrances(script: Script, begun: State, ground: Ground, start: Box) -> Iterator[Declared]:
    """Of partners each declares both entrances; a rival those of the own passage (SCORPION-6.9, 30.6)."""
    for passage, pair in zip(begun.passages, start.passages, strict=True):
        zones = tuple(zone for bits in pair for zone in ground.names(bits))
        for seat in sorted(script.free):
            mine = passage.owner is None or any(c.who == passage.owner and c.seat == seat for c in begun.characters)
            if mine and passage.entrances:
                yield Declared(seat, moves.SetPassage(entrances=zones))


def _swapped(move: Any) -> Any:
    """Return what a hidden lone wolf would declare as the other character (SCORPION-29.3)."""
    other = {"ninja": "traitor", "traitor": "ninja"}
    if isinstance(move, moves.ChooseCharacter):
        return move.model_copy(update={"intruder": other[move.intruder]})
    if isinstance(move, moves.DrawMissions):
        return moves.DrawMissions(ninja=move.traitor, traitor=move.ninja)
    return move
