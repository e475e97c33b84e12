"""The protocol that every game's rules offer, and nothing more."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Literal, Protocol, get_args

from pydantic import BaseModel, TypeAdapter

from referee.core.accounts import Part, Standing
from referee.core.acts import Act
from referee.core.analysis import Analysis
from referee.core.base import Value
from referee.core.offers import Offer
from referee.core.position import Positions
from referee.core.steps import Step
from referee.core.values import Clause, Notice, Prompt, Result, Ruling, Seat, Viewer

PROTOCOL: Final = 1
"""The version of this protocol. It rises when a game that fulfilled it no longer does."""


Depth = Literal["plays", "scores"]


class GameOptions(Value):
    """What the options of every game have. A game that is played in one depth alone says so in its `depth`."""

    depth: Depth = "plays"

    @property
    def master_declares(self) -> bool:
        """Whether a game master declares; else only looks."""
        return True


class GameView(Value):
    """What the view of every game has."""

    game: str
    viewer: str


def _nothing(*_: Any) -> tuple[Any, ...]:
    return ()


def _none(*_: Any) -> None:
    return None


def _always(*_: Any) -> bool:
    return True


Progress = Callable[[float], None]
"""Is told how much of a long work is done, from 0 to 1."""


def unwatched(_: float) -> None:
    """A progress that nobody watches."""


def _nowhere(state: Any, seat: str) -> Collection[Any]:
    return ()


def _no_preferences(state: Any, seat: str) -> Mapping[str, Callable[[Mapping[str, Any]], float]]:
    return {}


def _never(_: Any) -> bool:
    return False


def _no_counts(state: Any) -> Mapping[str, int]:
    return {}


def _no_doubts(state: Any) -> int:
    return 0


def _as_it_is(_: Any, act: Any, random: Random) -> Any:
    return act


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

    board_file: TypeAdapter[Any] | None = None
    """What a board file holds, where a table may bring its own board."""
    board: Callable[[Any], Any] = _none
    """Returns the `referee.board.board.Board` on which a state is played."""
    replay: Callable[[Iterable[tuple[int, str, Any]]], tuple[Any, ...]] = _nothing
    """Returns an ended match once more, frame by frame, from entry number, seat and state after each declaration."""
    work_out: Callable[[Any], Any] = _none
    """Has a frame of the replay work out what its screen shows, where that takes long: it is kept in the frame."""
    findings: Callable[[Any], tuple[Any, ...]] = _nothing
    """Returns what the audits of an ended match have found, from its last state."""
    analysis: Callable[[Sequence[Step], tuple[Any, ...], Progress], Analysis | None] | None = None
    """Returns what could be known of an ended match, from the declarations in force and its replay's frames."""
    witness: Callable[[Any, Sequence[Step], Viewer, str, str, Progress], tuple[tuple[str, Act], ...]] | None = None
    """Returns a whole legal match as the acts of actors, from the game, the declarations in force, a viewer, a name and
    a place: that viewer would have been told the same, and who is named would be there. It may take long, and ends
    where its progress raises something. Raises `NoWitness`, and `UnknownName` where the game has no such name or
    place."""
    relearnt: Callable[[Any, Any], tuple[Any, ...]] = _nothing
    """Returns in what two states of a match differ for whoever reasons from the public record; it may take long."""
    ahead: Callable[[Any, str], tuple[Offer, ...]] = _nothing
    """Returns what a seat will be offered when it is its turn, of a state in which others act, as far as it can plan
    that already: a secret of the seat, of which nothing can be declared yet."""
    parts: Callable[[Any], tuple[Part, ...]] = _nothing
    """Returns what each seat played in an ended match, from its last state, where seats are not equal."""
    standing: Callable[[Any], Standing | None] = _none
    """Returns everybody's points in a state, and where in the match it stands, where points are scored on the way."""
    counts: Callable[[Any], Mapping[str, int]] = _no_counts
    """Returns the numbers that tell how far the match has come in a state, all of them known to everybody: its sets and
    rounds, or its turns. Before the first there are none."""
    reneges: Callable[[Any], tuple[str, ...]] = _nothing
    """Returns whom the audits of an ended match have proved not to have followed suit: a seat for each time."""
    prepare: Callable[[Any], Callable[[], Any] | None] = _none
    """Returns what works out, of a state, what its views need and what takes long; None where there is nothing left to
    work out. Whether there is may tell no more than everybody knows."""
    timed_answer: TimedAnswer | None = None
    draw: Callable[[Any, Any, Random], Any] = _as_it_is
    """Returns an act, in a `Match`, with what the app is to draw filled in. Raises `Refused`."""
    drawn: frozenset[str] = frozenset()
    """The types of the moves that `draw` fills in whole: on a phone nothing is chosen of them."""
    opening_draw: Callable[[Any, Random], dict[str, Any] | None] = _none
    """Returns the move of the table by which the app draws what the beginning of a `Match` leaves to it."""
    setting_up: Callable[[Any], bool] = _never
    """Tells whether a match is still being set up: a demonstration goes through that at once."""
    noting: frozenset[str] = frozenset()
    """The types of the moves by which a seat notes what it was dealt: players at random make them first."""
    amends: frozenset[str] = frozenset()
    """The types of the moves for when something went wrong, or somebody gives up: players who play truly make none."""
    withdrawals: frozenset[str] = frozenset()
    """The types of the moves by which a seat gives up what it noted: it is checked no more, as everybody is told."""
    retractable: Callable[[Notice], bool] = _never
    """Tells of which notices a note that is put right may take back: that nothing was found, or that entries differ."""
    plausible: Callable[[Any], bool] = _always
    """Tells whether all that the seats have noted in a state can be so at once: people have but one of each card."""
    elsewhere: Callable[[Any, str], Collection[Any]] = _nowhere
    """Returns what a seat cannot note in a state because others have it, as far as they noted it."""
    preferences: Callable[[Any, str], Mapping[str, Callable[[Mapping[str, Any]], float]]] = _no_preferences
    """Returns, of a state and a seat, how much that seat would like a legal move by what it knows, by the move's type:
    players who play truly choose among a few. Other moves are liked at 0."""
    doubts: Callable[[Any], int] = _no_doubts
    """Returns how often audits have found by a state that what was declared cannot all be so."""
    positions: Positions | None = None
    """How a match can begin in the middle."""


def depths(game: Game) -> tuple[Depth, ...]:
    """Return the depths in which a game is offered: what its option `depth` may be, its default first."""
    field = game.OPTIONS.model_fields["depth"]
    return tuple(sorted(get_args(field.annotation), key=lambda depth: depth != field.default))


class Game(Protocol):
    """One game's rules. A module with these names is a `Game`, and so is an object.

    A state is immutable and opaque to everybody but its game; only its `options`, those in force, are open. `view` is
    the only door for secrets: two states that differ only in what a viewer may not know give that viewer equal views,
    prompts and masked declarations. `secret`, `masked` and `may_be_secret` follow from what the moves state, with
    `referee.core.moves`.
    """

    PROTOCOL: int
    """The version of this protocol that the game was written for, as a number of its own."""
    KEY: str
    """The key of the game, as on the command line and in the name of its entry point."""
    PLAYERS: range
    """How many seats may play."""
    CLAUSES: Sequence[Clause]
    """Every clause, in the order of the rules."""
    OPTIONS: type[GameOptions]
    """The match's options."""
    MOVE: TypeAdapter[Any]
    """The moves, a union discriminated by `type`."""
    VIEW: type[GameView]
    """What `view` returns."""
    ADJUSTMENT: type[Value]
    """What a house ruling may set by hand (scores, for example)."""
    SCREENS: str
    """The dotted name of the package of its screens, for whoever draws it; empty: it is only judged."""
    EXTRAS: Extras
    """What it offers beside."""

    def begin(self, options: Any, seats: Sequence[Seat]) -> Any:
        """Return the first state. Raises `Refused` when the seats do not fit the game."""
        ...

    def judge(self, state: Any, seat: str, move: Any, waived: frozenset[str] = frozenset()) -> Ruling:
        """Judge a declaration of `seat` (or `table`, or `gm` for whom the move names)."""
        ...

    def view(self, state: Any, viewer: Viewer) -> BaseModel:
        """Return all that `viewer` may know, assembled from named public and private pieces."""
        ...

    def prompts(self, state: Any, viewer: Viewer) -> tuple[Prompt, ...]:
        """Return who must or may do what now, as `viewer` may know it."""
        ...

    def result(self, state: Any) -> Result | None:
        """Return the result once the match has ended."""
        ...

    def secret(self, move: Any) -> bool:
        """Tell whether the declaration holds something that not everybody may know."""
        ...

    def masked(self, move: Any, seat: str, viewer: Viewer) -> Mapping[str, Any]:
        """Return a declaration of `seat` as JSON, as `viewer` may know it."""
        ...

    def may_be_secret(self, kind: str) -> bool:
        """Tell whether a move of this `type` could hold something that not everybody may know."""
        ...

    def remembered(self, now: Any, then: Any, viewer: Viewer) -> bool:
        """Tell whether, in the state `now`, `viewer` may still read what was declared in the state `then`."""
        ...

    def adjust(self, state: Any, adjustment: Any) -> Any:
        """Return the state with what a house ruling sets by hand. Raises `Refused` if it cannot be."""
        ...
