"""The protocol of a game's rules, and what a game may offer beyond it."""

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
    """What everybody sees, in the game's own model, and by seat what that seat alone knows."""

    table: Any
    secrets: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return the position as JSON for a transcript's `state`, without fields at their default."""
        secrets = {seat: _json(secret) for seat, secret in self.secrets.items()}
        return {"table": _json(self.table), "secrets": {seat: known for seat, known in secrets.items() if known}}


class Completion(NamedTuple):
    """How much of its secrets a seat has entered, as public numbers."""

    done: int
    of: int
    must: bool = True
    """Whether the match cannot continue until all of it is entered."""


@dataclass(frozen=True, slots=True)
class Positions:
    """How a game describes its positions.

    The fields of `table` and `secret` have the same names as in the game's view.
    """

    table: type[Value]
    """The model of what everybody sees."""
    secret: type[Value]
    """The model of what one seat alone knows. Every field has a default, which means that nothing was entered."""
    lay: Callable[[Any, Sequence[Seat], Position], Any]
    """Returns the state of a position under some options. Raises `Refused` with the path of the wrong field as
    parameter `field` (`table.points[2]`, `secrets.p1.hand`) and the clause that it breaks; a refusal that rests on what
    one seat entered is private. Contradictions between the secrets of several seats are not checked here."""
    position_of: Callable[[Any, Viewer], Position]
    """Returns the position of a state as a viewer may know it; the game master knows all of it."""
    progress: Callable[[Any, Sequence[Seat], Position], Mapping[str, Completion]]
    """Returns the progress of each seat that has secrets to enter, from the table and what it has entered."""
    unchecked: Callable[[Any, Sequence[Seat], Position], tuple[Notice, ...]]
    """Returns public notices of what cannot be checked, from the table alone."""
    contradiction: Callable[[Any, Sequence[Seat], Position], Refused | None] = lambda *_: None
    """Returns the contradiction between the secrets of several seats, if there is one; called only where all of them
    may be known. By default they are not compared, and a contradiction shows during play."""
    left_out: tuple[str, ...] = ()
    """The parts of the past that a position does not hold, as dotted paths of view fields (`seats.*.returned`)."""


@dataclass(frozen=True, slots=True)
class During:
    """The phases in which a position's field may be set, those in which it must be, and the clause for refusing it.

    Used as an annotation of the field: `Annotated[Count | None, During({"turn"}, "SCHOOL-7.1")]`.
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
    """Refuse a field that is set in a phase where it may not be, or not set in one where it must be.

    `path` is the path of `part`; `not_now` and `missing` are the message keys of the two reasons.
    """
    there = said(part)
    for name, known in type(part).model_fields.items():
        for during in (each for each in known.metadata if isinstance(each, During)):
            stays_unasked = name in there and now not in during.phases
            if stays_unasked or (name not in there and now in during.must):
                reason = not_now if stays_unasked else missing
                raise Refused(during.clause, reason, private=private, firm=True, field=f"{path}.{name}", **params)


def said(part: BaseModel) -> frozenset[str]:
    """Return the names of the fields of a part of a position that are not at their default."""
    fields = type(part).model_fields.items()
    return frozenset(
        name for name, field in fields if getattr(part, name) != field.get_default(call_default_factory=True)
    )


def _json(value: BaseModel) -> dict[str, Any]:
    return value.model_dump(mode="json", exclude_defaults=True)


Progress = Callable[[float], None]
"""A callback that is given the progress of a long computation, from 0 to 1."""


def unwatched(_: float) -> None:
    """Ignore the progress."""


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards of a game whose table may bring its own."""

    file: TypeAdapter[Any]
    """The content of a board file."""
    of: Callable[[Any], Any]
    """Returns the `referee.board.board.Board` on which a state is played."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What the app draws at random."""

    fill: Callable[[Any, Any, Random], Any] | None = None
    """Returns an act of a `Match` with everything that the app is to draw filled in. Raises `Refused`."""
    whole: frozenset[str] = frozenset()
    """The types of the moves that `fill` fills in completely, so that nothing of them is chosen on a phone."""
    opening: Callable[[Any, Random], dict[str, Any] | None] | None = None
    """Returns the move of the table by which the app makes the draws at the beginning of a `Match`, or `None`."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What seats note of the cards and secrets they were dealt."""

    noting: frozenset[str] = frozenset()
    """The types of the moves by which a seat enters its notes; random players make them first."""
    withdrawals: frozenset[str] = frozenset()
    """The types of the moves by which a seat withdraws its notes: they are no longer checked, and everybody is told."""
    counted: frozenset[str] = frozenset()
    """The reasons of refusals that rest on the contents of the box. If the box has other contents, a seat can only go
    on by a withdrawal."""
    retractable: Callable[[Notice], bool] | None = None
    """Tells whether a corrected note may take a notice back: that nothing was found, or that entries differ."""
    plausible: Callable[[Any], bool] | None = None
    """Tells whether the notes of all seats in a state are possible together, given that each card exists once."""
    elsewhere: Callable[[Any, str], Collection[Any]] | None = None
    """Returns what a seat cannot note in a state because other seats have noted it."""


@dataclass(frozen=True, slots=True)
class Demonstration:
    """What random players use in demonstrations and checks, where all play truthfully."""

    setting_up: Callable[[Any], bool] | None = None
    """Tells whether a match is still being set up, which a demonstration skips through."""
    amends: frozenset[str] = frozenset()
    """The types of the moves for mishaps and for giving up; players who play truthfully make none of them."""
    preferences: Callable[[Any, str], Mapping[str, Callable[[Mapping[str, Any]], float]]] | None = None
    """Returns, for a state and a seat, functions that score a legal move by what the seat knows, by the move's type.
    The players choose among a few moves by their scores. A move of another type scores 0."""
    doubts: Callable[[Any], int] | None = None
    """Returns the number of times up to a state that audits found the declarations contradictory."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What is kept of a match besides its result."""

    parts: Callable[[Any], tuple[Part, ...]] | None = None
    """Returns what each seat played in an ended match, from its last state, for games with unequal seats."""
    standing: Callable[[Any], Standing | None] | None = None
    """Returns all seats' points in a state and the point of the match they belong to, for games that score on the
    way."""
    reneges: Callable[[Any], tuple[str, ...]] | None = None
    """Returns the seats that the audits of an ended match have proved not to have followed suit, once for each time."""


@dataclass(frozen=True, slots=True)
class Review:
    """What is shown of an ended match."""

    frames: Callable[[Iterable[tuple[int, str, Any]]], tuple[Any, ...]] | None = None
    """Returns the match frame by frame, from the entry number, the seat and the state after each declaration."""
    work_out: Callable[[Any], Any] | None = None
    """Computes and caches in a frame what its screen shows, where that takes long."""
    findings: Callable[[Any], tuple[Any, ...]] | None = None
    """Returns the findings of the match's audits, from its last state."""
    analysis: Callable[[Sequence[Step], tuple[Any, ...], Progress], Analysis | None] | None = None
    """Returns what could be known of the match, from the declarations in force and the frames."""

    def replay(self, steps: Sequence[Step]) -> tuple[Any, ...]:
        """Return the frames of a match from the declarations in force; an empty tuple if the game has no frames."""
        return () if self.frames is None else self.frames((s.number, s.seat, s.ruling.state) for s in steps)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What follows from the public record. Each of these may take long."""

    prepare: Callable[[Any], Callable[[], Any] | None] | None = None
    """Returns a function that computes in advance what the views of a state need; `None` if nothing remains to be
    computed. Whether it is `None` may depend on public facts only."""
    relearnt: Callable[[Any, Any], tuple[Any, ...]] | None = None
    """Returns the differences between two states of a match for a viewer who reasons from the public record."""
    witness: Callable[[Any, Sequence[Step], Viewer, str, str, Progress], tuple[tuple[str, Act], ...]] | None = None
    """Returns a complete legal match as pairs of actor and act, from the game, the declarations in force, a viewer, a
    name and a place. In it, the viewer would have been told the same, and the named one would be at the place. An
    exception raised by the progress callback aborts it. Raises `NoWitness`, and `UnknownName` for an unknown name or
    place."""


@dataclass(frozen=True, slots=True)
class TimedAnswer:
    """A question that is answered after the same time for every answer, so that the delay tells nothing."""

    move: str
    """The `type` of the move that answers."""
    clause: str
    open: Callable[[Any], bool]
    """Tells whether the question is open in a state."""
    seconds: Callable[[Any], int]
    """Returns the waiting time in a state, in seconds."""
    option: str = ""
    """The option that sets this time, if there is one; 0 means no wait."""


@dataclass(frozen=True, slots=True)
class Extras:
    """What a game may offer besides its rules. Everything is optional."""

    boards: Boards | None = None
    counts: Callable[[Any], Mapping[str, int]] = lambda _: {}
    """Returns public numbers that tell how far the match has come, such as sets and rounds, or turns. Empty before the
    first, and by default."""
    early_offers: Callable[[Any, str], tuple[Offer, ...]] | None = None
    """Returns what a seat will be offered on its turn, as far as it can be planned while others act. This is a secret
    of the seat, and none of it can be declared yet."""
    timed_answer: TimedAnswer | None = None
    drawing: Drawing = Drawing()
    notes: Notes = Notes()
    demonstration: Demonstration = Demonstration()
    statistics: Statistics = Statistics()
    review: Review = Review()
    knowledge: Knowledge = Knowledge()
    positions: Positions | None = None
    """How a match can begin from a position; `None` if it cannot."""


PROTOCOL: Final = 1
"""The version of this protocol, raised when games written for the previous version no longer fulfil it."""


Depth = Literal["plays", "scores"]


class GameOptions(Value):
    """The options of every game. A game with only one depth narrows the type of `depth`."""

    depth: Depth = "plays"

    @property
    def master_declares(self) -> bool:
        """Whether the game master declares moves, or only watches."""
        return True


class GameView(Value):
    """The fields of every game's view."""

    game: str
    viewer: str


State = TypeVar("State")
Move = TypeVar("Move")
View = TypeVar("View", bound=GameView, covariant=True)
"""The type parameters of a game: its state, the common type of its moves, and its view."""

def depths(game: Game) -> tuple[Depth, ...]:
    """Return the depths that a game offers, the default of its option `depth` first."""
    field = game.OPTIONS.model_fields["depth"]
    return tuple(sorted(get_args(field.annotation), key=lambda depth: depth != field.default))


class Game(Protocol[State, Move, View]):
    """One game's rules, as a module or an object with these names. `Game` without parameters is any game.

    A state is immutable and opaque to all code but its game; only its `options`, those in force, are public. Secrets
    reach a viewer through `view` alone: two states that differ only in what a viewer may not know give that viewer
    equal views, prompts and masked declarations. `secret`, `masked` and `may_be_secret` can be derived from the
    declared moves by `referee.core.moves`.
    """

    @property
    def PROTOCOL(self) -> int:
        """The version of the protocol for which the game was written, as a literal number."""

    @property
    def KEY(self) -> str:
        """The key of the game, as on the command line and in the name of its entry point."""

    @property
    def PLAYERS(self) -> range:
        """The possible numbers of seats."""

    @property
    def CLAUSES(self) -> Sequence[Clause]:
        """Every clause, in the order of the rules."""

    @property
    def OPTIONS(self) -> type[GameOptions]:
        """The model of the match's options."""

    @property
    def MOVE(self) -> TypeAdapter[Move]:
        """The moves: a union discriminated by `type`."""

    @property
    def VIEW(self) -> type[View]:
        """The model that `view` returns."""

    @property
    def ADJUSTMENT(self) -> type[Value]:
        """The model of what a house ruling may set by hand, such as scores."""

    @property
    def SCREENS(self) -> str:
        """The dotted name of the package of its screens; empty for a game that is only judged."""

    @property
    def EXTRAS(self) -> Extras:
        """What the game offers besides its rules."""

    def begin(self, options: Any, seats: Sequence[Seat]) -> State:
        """Return the first state. Raises `Refused` if the seats do not fit the game."""

    def judge(self, state: State, seat: str, move: Move, waived: frozenset[str] = frozenset()) -> Ruling:
        """Judge a declaration of `seat`, which may also be `table`, or `gm` acting for the seat that the move names."""

    def view(self, state: State, viewer: Viewer) -> View:
        """Return all that `viewer` may know."""

    def prompts(self, state: State, viewer: Viewer) -> tuple[Prompt, ...]:
        """Return who must or may do something now, as `viewer` may know it."""

    def result(self, state: State) -> Result | None:
        """Return the result, or `None` until the match has ended."""

    def secret(self, move: Move) -> bool:
        """Tell whether the declaration contains something that not everybody may know."""

    def masked(self, move: Move, seat: str, viewer: Viewer) -> Mapping[str, Any]:
        """Return a declaration of `seat` as JSON, reduced to what `viewer` may know."""

    def may_be_secret(self, kind: str) -> bool:
        """Tell whether a move of this `type` could contain something that not everybody may know."""

    def remembered(self, now: State, then: State, viewer: Viewer) -> bool:
        """Tell whether, in state `now`, `viewer` may still read a declaration made in state `then`."""

    def adjust(self, state: State, adjustment: Any) -> State:
        """Return the state with a house ruling's adjustment applied. Raises `Refused` if that is impossible."""
