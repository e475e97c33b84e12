"""The protocol that every game's rules offer, and what a game may offer beside them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeVar, get_args

from pydantic import BaseModel, GetJsonSchemaHandler, TypeAdapter
from pydantic_core import CoreSchema

from referee.core.acts import Act, Step
from referee.core.analysis import Analysis, Part, Standing
from referee.core.base import Value
from referee.core.offers import Offer
from referee.core.values import Clause, Notice, Prompt, Refused, Result, Ruling, Seat, Viewer


@dataclass(frozen=True, slots=True)
class Position:
    """What is on the table, in the game's own model, and by seat what that seat alone knows."""

    table: Any
    secrets: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return the position as it stands in a transcript's `state`; what is at its default is left out."""
        secrets = {seat: _json(secret) for seat, secret in self.secrets.items()}
        return {"table": _json(self.table), "secrets": {seat: known for seat, known in secrets.items() if known}}


class Completion(NamedTuple):
    """How much of its secrets a seat has entered, in numbers that everybody may know."""

    done: int
    of: int
    must: bool = True
    """Whether the match cannot go on without all of it."""


@dataclass(frozen=True, slots=True)
class Positions:
    """How a game describes its tables.

    The fields of `table` and `secret` have the names that the game's view gives the same things.
    """

    table: type[Value]
    """What everybody sees."""
    secret: type[Value]
    """What a seat alone knows, all of it with a default: nothing entered."""
    lay: Callable[[Any, Sequence[Seat], Position], Any]
    """Returns the state of a position under some options. Raises `Refused`, with the path of the field that cannot be
    as the parameter `field` (`table.points[2]`, `secrets.p1.hand`) and the clause that it breaks; a refusal that rests
    on what one seat entered is private. What the secrets of several seats contradict is not looked at."""
    position_of: Callable[[Any, Viewer], Position]
    """Returns the position of a state, as a viewer may know it: the game master all of it."""
    progress: Callable[[Any, Sequence[Seat], Position], Mapping[str, Completion]]
    """Returns how far each seat is that has anything to enter, from what is on the table and what it has entered."""
    unchecked: Callable[[Any, Sequence[Seat], Position], tuple[Notice, ...]]
    """Returns what nobody could check, for everybody to read: from what is on the table alone."""
    contradiction: Callable[[Any, Sequence[Seat], Position], Refused | None] = lambda *_: None
    """Returns what the secrets of several seats contradict, if anything: for whoever may know them all. By default
    they are never held against each other: what is wrong comes out in play."""
    left_out: tuple[str, ...] = ()
    """What of the past a position does not hold: the fields of the view, as dotted paths (`seats.*.returned`)."""


@dataclass(frozen=True, slots=True)
class During:
    """In which phases a field of a position says anything, the clause that refuses it elsewhere, and where it must.

    It stands at the field: `Annotated[Count | None, During({"turn"}, "SCHOOL-7.1")]`.
    """

    phases: Set[str]
    clause: str
    must: Set[str] = frozenset()

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        must = f"; must in {', '.join(sorted(self.must))}" if self.must else ""
        return handler(core) | {"description": f"Only in {', '.join(sorted(self.phases))}{must} ({self.clause})."}


def check_phase(
    part: BaseModel, path: str, now: str, not_now: str, missing: str = "", *, private: bool = False, **params: Any
) -> None:
    """Refuse a field that says what its phase does not know, and one that says nothing where it must.

    `path` is where the part stands, `not_now` and `missing` are the keys of the two reasons.
    """
    there = said(part)
    for name, known in type(part).model_fields.items():
        for during in (each for each in known.metadata if isinstance(each, During)):
            strange = name in there and now not in during.phases
            if strange or (name not in there and now in during.must):
                reason = not_now if strange else missing
                raise Refused(during.clause, reason, private=private, firm=True, field=f"{path}.{name}", **params)


def said(part: BaseModel) -> frozenset[str]:
    """Return the names of the fields in which a part of a position says anything: those not at their default."""
    fields = type(part).model_fields.items()
    return frozenset(
        name for name, field in fields if getattr(part, name) != field.get_default(call_default_factory=True)
    )


def _json(value: BaseModel) -> dict[str, Any]:
    return value.model_dump(mode="json", exclude_defaults=True)


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


State = TypeVar("State")
Move = TypeVar("Move")
View = TypeVar("View", bound=GameView, covariant=True)
"""What a game is typed by: its state, what its moves have in common, and what it shows."""

def depths(game: Game) -> tuple[Depth, ...]:
    """Return the depths in which a game is offered: what its option `depth` may be, its default first."""
    field = game.OPTIONS.model_fields["depth"]
    return tuple(sorted(get_args(field.annotation), key=lambda depth: depth != field.default))


class Game(Protocol[State, Move, View]):
    """One game's rules. A module with these names is a `Game`, and so is an object; `Game` alone is any game.

    A state is immutable and opaque to everybody but its game; only its `options`, those in force, are open. `view` is
    the only door for secrets: two states that differ only in what a viewer may not know give that viewer equal views,
    prompts and masked declarations. `secret`, `masked` and `may_be_secret` follow from what the moves state, with
    `referee.core.moves`.
    """

    @property
    def PROTOCOL(self) -> int:
        """The version of this protocol that the game was written for, as a number of its own."""

    @property
    def KEY(self) -> str:
        """The key of the game, as on the command line and in the name of its entry point."""

    @property
    def PLAYERS(self) -> range:
        """How many seats may play."""

    @property
    def CLAUSES(self) -> Sequence[Clause]:
        """Every clause, in the order of the rules."""

    @property
    def OPTIONS(self) -> type[GameOptions]:
        """The match's options."""

    @property
    def MOVE(self) -> TypeAdapter[Move]:
        """The moves, a union discriminated by `type`."""

    @property
    def VIEW(self) -> type[View]:
        """What `view` returns."""

    @property
    def ADJUSTMENT(self) -> type[Value]:
        """What a house ruling may set by hand (scores, for example)."""

    @property
    def SCREENS(self) -> str:
        """The dotted name of the package of its screens, for whoever draws it; empty: it is only judged."""

    @property
    def EXTRAS(self) -> Extras:
        """What it offers beside."""

    def begin(self, options: Any, seats: Sequence[Seat]) -> State:
        """Return the first state. Raises `Refused` when the seats do not fit the game."""

    def judge(self, state: State, seat: str, move: Move, waived: frozenset[str] = frozenset()) -> Ruling:
        """Judge a declaration of `seat` (or `table`, or `gm` for whom the move names)."""

    def view(self, state: State, viewer: Viewer) -> View:
        """Return all that `viewer` may know, assembled from named public and private pieces."""

    def prompts(self, state: State, viewer: Viewer) -> tuple[Prompt, ...]:
        """Return who must or may do what now, as `viewer` may know it."""

    def result(self, state: State) -> Result | None:
        """Return the result once the match has ended."""

    def secret(self, move: Move) -> bool:
        """Tell whether the declaration holds something that not everybody may know."""

    def masked(self, move: Move, seat: str, viewer: Viewer) -> Mapping[str, Any]:
        """Return a declaration of `seat` as JSON, as `viewer` may know it."""

    def may_be_secret(self, kind: str) -> bool:
        """Tell whether a move of this `type` could hold something that not everybody may know."""

    def remembered(self, now: State, then: State, viewer: Viewer) -> bool:
        """Tell whether, in the state `now`, `viewer` may still read what was declared in the state `then`."""

    def adjust(self, state: State, adjustment: Any) -> State:
        """Return the state with what a house ruling sets by hand. Raises `Refused` if it cannot be."""
