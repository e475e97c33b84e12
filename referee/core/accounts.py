"""What a match is remembered by beside its result: who was what in it, how the points went, what was proved.

Statistics are built on these. They are asked for once the match is over, when nothing in it is secret any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from referee.core.values import Value


class Part(Value):
    """What a seat played in a match whose seats are not equal, and what came of it. A seat may have several."""

    seat: str
    side: str
    """The seats of one side win and lose together."""
    role: str
    """The word that `companion` has for it: `new.role.<role>`."""
    won: bool
    """Whether it came to what it was there for, whatever became of the rest of its side."""
    goal: str = ""
    """What it was to do, in the game's own short form; empty where that is the same for all."""
    ending: str = ""
    """A message key: how it ended for this part."""
    turn: int | None = None
    """The turn in which that was decided; for those who look for others, that of the first find."""


class Standing(NamedTuple):
    """Everybody's points at a place of the match, such as set and round."""

    at: tuple[int, ...]
    points: Mapping[str, int]
