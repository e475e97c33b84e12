"""What a game may offer beside its rules: by subject, and all of it optional."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from pydantic import TypeAdapter

from referee.core.accounts import Part, Standing
from referee.core.acts import Act
from referee.core.analysis import Analysis
from referee.core.offers import Offer
from referee.core.position import Positions
from referee.core.steps import Step
from referee.core.values import Notice, Viewer

Progress = Callable[[float], None]
"""Is told how much of a long work is done, from 0 to 1."""


def unwatched(_: float) -> None:
    """A progress that nobody watches."""


@dataclass(frozen=True, slots=True)
class Boards:
    """Boards that matches are played on, where a table may bring its own."""

    file: TypeAdapter[Any]
    """What a board file holds."""
    of: Callable[[Any], Any]
    """Returns the `referee.board.board.Board` on which a state is played."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What the app draws by lot."""

    fill: Callable[[Any, Any, Random], Any] | None = None
    """Returns an act, in a `Match`, with what the app is to draw filled in. Raises `Refused`."""
    whole: frozenset[str] = frozenset()
    """The types of the moves that `fill` fills in whole: on a phone nothing is chosen of them."""
    opening: Callable[[Any, Random], dict[str, Any] | None] | None = None
    """Returns the move of the table by which the app draws what the beginning of a `Match` leaves to it."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What seats note of what they were dealt."""

    noting: frozenset[str] = frozenset()
    """The types of the moves by which a seat notes it: players at random make them first."""
    withdrawals: frozenset[str] = frozenset()
    """The types of the moves by which a seat gives up what it noted: it is checked no more, as everybody is told."""
    counted: frozenset[str] = frozenset()
    """The reasons of refusals that rest on what the box should hold: where it holds something else, a withdrawal is the
    way on."""
    retractable: Callable[[Notice], bool] | None = None
    """Tells of which notices a note that is put right may take back: that nothing was found, or that entries differ."""
    plausible: Callable[[Any], bool] | None = None
    """Tells whether all that the seats have noted in a state can be so at once: people have but one of each card."""
    elsewhere: Callable[[Any, str], Collection[Any]] | None = None
    """Returns what a seat cannot note in a state because others have it, as far as they noted it."""


@dataclass(frozen=True, slots=True)
class Demonstration:
    """What players at random go by who play truly, in a demonstration and in a check."""

    setting_up: Callable[[Any], bool] | None = None
    """Tells whether a match is still being set up: a demonstration goes through that at once."""
    amends: frozenset[str] = frozenset()
    """The types of the moves for when something went wrong, or somebody gives up: players who play truly make none."""
    preferences: Callable[[Any, str], Mapping[str, Callable[[Mapping[str, Any]], float]]] | None = None
    """Returns, of a state and a seat, how much that seat would like a legal move by what it knows, by the move's type:
    they choose among a few. Other moves are liked at 0."""
    doubts: Callable[[Any], int] | None = None
    """Returns how often audits have found by a state that what was declared cannot all be so."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What is remembered of a match beside its result."""

    parts: Callable[[Any], tuple[Part, ...]] | None = None
    """Returns what each seat played in an ended match, from its last state, where seats are not equal."""
    standing: Callable[[Any], Standing | None] | None = None
    """Returns everybody's points in a state, and where in the match it stands, where points are scored on the way."""
    reneges: Callable[[Any], tuple[str, ...]] | None = None
    """Returns whom the audits of an ended match have proved not to have followed suit: a seat for each time."""


@dataclass(frozen=True, slots=True)
class Review:
    """What is shown of a match that has ended."""

    frames: Callable[[Iterable[tuple[int, str, Any]]], tuple[Any, ...]] | None = None
    """Returns the match once more, frame by frame, from entry number, seat and state after each declaration."""
    work_out: Callable[[Any], Any] | None = None
    """Has a frame work out what its screen shows, where that takes long: it is kept in the frame."""
    findings: Callable[[Any], tuple[Any, ...]] | None = None
    """Returns what the audits of the match have found, from its last state."""
    analysis: Callable[[Sequence[Step], tuple[Any, ...], Progress], Analysis | None] | None = None
    """Returns what could be known of the match, from the declarations in force and its frames."""

    def replay(self, steps: Sequence[Step]) -> tuple[Any, ...]:
        """Return the frames of a match from the declarations in force; none where the game has no frames."""
        return () if self.frames is None else self.frames((s.number, s.seat, s.ruling.state) for s in steps)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What can be concluded from the public record. All of it may take long."""

    prepare: Callable[[Any], Callable[[], Any] | None] | None = None
    """Returns what works out, of a state, what its views need; None where there is nothing left to work out. Whether
    there is may tell no more than everybody knows."""
    relearnt: Callable[[Any, Any], tuple[Any, ...]] | None = None
    """Returns in what two states of a match differ for whoever reasons from the public record."""
    witness: Callable[[Any, Sequence[Step], Viewer, str, str, Progress], tuple[tuple[str, Act], ...]] | None = None
    """Returns a whole legal match as the acts of actors, from the game, the declarations in force, a viewer, a name and
    a place: that viewer would have been told the same, and who is named would be there. It ends where its progress
    raises something. Raises `NoWitness`, and `UnknownName` where the game has no such name or place."""


@dataclass(frozen=True, slots=True)
class TimedAnswer:
    """A question that is answered when the same time has passed, whatever the answer: how soon tells nothing."""

    move: str
    """The `type` of the move that answers."""
    clause: str
    open: Callable[[Any], bool]
    """Tells whether the question is open in a state."""
    seconds: Callable[[Any], int]
    """Returns how long the table waits in a state."""
    option: str = ""
    """The option that says so, where there is one; at 0 nobody waits."""


@dataclass(frozen=True, slots=True)
class Extras:
    """What a game may offer beside its rules. Whatever is not named is not offered."""

    boards: Boards | None = None
    counts: Callable[[Any], Mapping[str, int]] = lambda _: {}
    """Returns the numbers that tell how far the match has come in a state, all of them known to everybody: its sets and
    rounds, or its turns. Before the first, and by default, there are none."""
    ahead: Callable[[Any, str], tuple[Offer, ...]] | None = None
    """Returns what a seat will be offered when it is its turn, of a state in which others act, as far as it can plan
    that already: a secret of the seat, of which nothing can be declared yet."""
    timed_answer: TimedAnswer | None = None
    drawing: Drawing = Drawing()
    notes: Notes = Notes()
    demonstration: Demonstration = Demonstration()
    statistics: Statistics = Statistics()
    review: Review = Review()
    knowledge: Knowledge = Knowledge()
    positions: Positions | None = None
    """How a match can begin in the middle."""
