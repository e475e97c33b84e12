"""The analysis of an ended match, and the statistics kept of it, in the same shapes for every game.

An analysis says what could be known during the match. Statistics keep the parts of the seats, the points over time and
proven breaches. Both are computed once the match has ended, when nothing in it is secret any more.

Nothing here grades a player. Each number states how it was counted (`how`), each sentence cites its clause. A moment
is named by `at`, the game's own count ("7" for a turn, "2.4" for a trick of a round), and by the number of the journal
entry after which it begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pydantic import Field

from referee.core.values import Value


class Part(Value):
    """A part that a seat played in a match with unequal seats, and its outcome. A seat may have several."""

    seat: str
    side: str
    """The seats of one side win and lose together."""
    role: str
    """The key of the role; its name is the message `new.role.<role>`."""
    won: bool
    """Whether this part reached its own goal, regardless of the rest of its side."""
    goal: str = ""
    """Its goal, in the game's own short form; empty where all have the same goal."""
    ending: str = ""
    """The message key that says how the match ended for this part."""
    turn: int | None = None
    """The turn in which that was decided; for a seat that searches for others, the turn of the first find."""


class Standing(NamedTuple):
    """Every seat's points at a point of the match, such as a set and a round."""

    at: tuple[int, ...]
    points: Mapping[str, int]


class NoWitness(Exception):
    """No legal match ends as requested, or none can be constructed; the text says why."""

    unexplained = False
    """Whether a witness should exist, so that the match is needed to find the fault."""


class UnknownName(ValueError):
    """The request contains a name or a place that this match does not have; the text lists the valid ones."""


class Phrase(Value):
    """A sentence as a message key with parameters, and the clause that it cites."""

    message: str
    params: dict[str, Any] = Field(default_factory=dict)
    clause: str | None = None


class Curve(Value):
    """One line of a plot. `mark` is the letter that distinguishes it without colour."""

    name: Phrase
    mark: str
    numbers: tuple[int | None, ...]
    """One number for each moment; `None` where there is none."""


class Plot(Value):
    """Numbers over time."""

    title: str
    """A message key, as are `unit` and `axis`; `axis` names a moment `at`."""
    unit: str
    axis: str
    at: tuple[str, ...]
    entries: tuple[int, ...]
    curves: tuple[Curve, ...]
    how: Phrase


class Moment(Value):
    """A sentence about one moment of the match."""

    entry: int
    at: str
    said: Phrase


class DecidingMoment(Moment):
    """The moment that decided the match; `how` gives the reasons."""

    how: tuple[Phrase, ...] = ()


class Question(Moment):
    """A question that was asked, its answer, and the most informative question that was possible instead."""

    answer: Phrase
    out: int
    """The number of possible places that the answer excluded."""
    bits: float
    """The information gained: the base-2 logarithm of the ratio of possible situations before and after."""
    best: Phrase | None = None
    """`None` if no other possible question would have told more; the numbers are then its own, or 0 if it had none."""
    best_out: int = 0
    best_bits: float = 0.0


class Puzzle(Moment):
    """A question for players reviewing the match, answered by choosing from `choices`; `said` asks it."""

    choices: tuple[str, ...]
    right: tuple[str, ...]
    why: Mapping[str, Moment] = Field(default_factory=dict)
    """For each wrong choice: the moment that ruled it out."""
    board: str = ""
    """The board whose zones the choices are; empty if the choices are not zones."""


class Analysis(Value):
    """What could be known of one match."""

    axis: str
    """The message key that names a moment `at`."""
    plots: tuple[Plot, ...] = ()
    decided: DecidingMoment | None = None
    questions: tuple[Question, ...] = ()
    asked: Phrase | None = None
    """How the numbers of the questions are computed."""
    misses: tuple[Moment, ...] = ()
    certain: tuple[Moment, ...] = ()
    """The facts about hidden things that became certain for everybody, each with its first moment."""
    sure: Phrase | None = None
    """The reason why they are certain."""
    proofs: tuple[Moment, ...] = ()
    """The moments at which a breach of the rules became provable."""
    puzzles: tuple[Puzzle, ...] = ()
    notes: tuple[Phrase, ...] = ()
    """What could not be computed, and why."""
