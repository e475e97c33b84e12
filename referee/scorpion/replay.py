"""A finished match once more: after every declaration the whole table, and where the guards could know everybody to be.

It is made when nothing is secret any more, from the states that the journal leads through.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from referee.core.values import GAME_MASTER
from referee.scorpion.deduction import Deduction, deducible
from referee.scorpion.event import Event
from referee.scorpion.record import taken_over
from referee.scorpion.state import State
from referee.scorpion.view import view
from referee.scorpion.view_model import View

INTRUDERS = ("ninja", "traitor")


class Frame(NamedTuple):
    """The table after one declaration. `number` is its entry in the journal, `seat` whose it was."""

    number: int
    seat: str
    turn: int
    phase: str
    view: View
    """As the game master saw it."""
    cloud: Mapping[str, tuple[str, ...]]
    """The zones in which each intruder could be, as far as the public record told; empty where it is not worked out."""
    events: tuple[Event, ...]
    """What became public by it."""


def replay(steps: Iterable[tuple[int, str, State]]) -> tuple[Frame, ...]:
    """Return the frames of a match from the set-up's end on.

    `steps` are the declarations in force: each entry's number, its seat, and the state after it.
    """
    found: list[Frame] = []
    deduced: Deduction | None = None
    known = 0
    for number, seat, state in steps:
        if state.options.depth == "scores":
            return ()
        events = state.record[known:]
        known = len(state.record)
        if deduced is None and deducible(state.options) and not taken_over(state):
            deduced = Deduction(state.board)
        if deduced is not None:
            deduced.learn(events)
        if state.phase == "setup":
            continue
        cloud = {} if deduced is None else {who: deduced.zones(who) for who in INTRUDERS}
        seen = view(state, GAME_MASTER)
        found.append(Frame(number, seat, state.turn, state.phase, seen, cloud, events))
    return tuple(found)
