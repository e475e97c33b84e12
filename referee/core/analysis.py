"""What could be known of a match, told after its end, in the same shapes for every game, and what is kept of it.

What a match is remembered by beside its result: who was what in it, how the points went, what was proved. Statistics
are built on these. They are asked for once the match is over, when nothing in it is secret any more.

Nothing here marks or grades a player. Each number says what it was counted from (`how`), each sentence its clause.
Moments are named by `at`, the game's own count ("7" for a turn, "2.4" for a trick of a round), and by the entry of the
journal after which they stood.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pydantic import Field

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


class NoWitness(Exception):
    """No legal match ends as it was asked for, or none can be made; the text says why."""

    unexplained = False
    """Whether there should be one: then whoever looks into it needs the match."""


class UnknownName(ValueError):
    """What is asked for names nobody, or no place, of this match; the text says which names there are."""


class Phrase(Value):
    """A sentence as a message key with parameters, and the clause that it rests on."""

    message: str
    params: dict[str, Any] = Field(default_factory=dict)
    clause: str | None = None


class Curve(Value):
    """One line of a plot. `mark` is the letter that tells it from others without colour."""

    name: Phrase
    mark: str
    numbers: tuple[int | None, ...]
    """One for each moment; None where there is none."""


class Plot(Value):
    """Numbers by moment."""

    title: str
    """A message key, and so are `unit` and `axis` (which names a moment `at`)."""
    unit: str
    axis: str
    at: tuple[str, ...]
    entries: tuple[int, ...]
    curves: tuple[Curve, ...]
    how: Phrase


class Moment(Value):
    """Something at one moment."""

    entry: int
    at: str
    said: Phrase


class Decided(Moment):
    """The moment that decided the match, and what says so."""

    how: tuple[Phrase, ...] = ()


class Question(Moment):
    """A question that was asked, what it told, and the best that stood open in its place."""

    answer: Phrase
    out: int
    """How many possible places the answer excluded."""
    bits: float
    """How much it told: the base 2 logarithm of how many times fewer situations are possible."""
    best: Phrase | None = None
    """None where nothing that stood open would have told more; the numbers are then its own, or 0 if nothing was."""
    best_out: int = 0
    best_bits: float = 0.0


class Puzzle(Moment):
    """A question to whoever looks back, answered by choosing from `choices`; `said` asks it."""

    choices: tuple[str, ...]
    right: tuple[str, ...]
    why: Mapping[str, Moment] = Field(default_factory=dict)
    """What ruled a choice out, and when."""
    board: str = ""
    """The board whose zones the choices are; empty where they are none."""


class Analysis(Value):
    """What could be known of one match."""

    axis: str
    """The message key that names a moment `at`."""
    plots: tuple[Plot, ...] = ()
    decided: Decided | None = None
    questions: tuple[Question, ...] = ()
    asked: Phrase | None = None
    """How the numbers of the questions come about."""
    misses: tuple[Moment, ...] = ()
    certain: tuple[Moment, ...] = ()
    """What everybody could know of what still lay hidden, since when."""
    sure: Phrase | None = None
    """How that is known."""
    proofs: tuple[Moment, ...] = ()
    """When it could be proved that something was against the rules."""
    puzzles: tuple[Puzzle, ...] = ()
    notes: tuple[Phrase, ...] = ()
    """What was not worked out, and why."""
