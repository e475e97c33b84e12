"""The protocol that every game's rules offer, and nothing more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, Protocol, TypeVar, get_args

from pydantic import TypeAdapter

from referee.core.base import Value
from referee.core.extras import Extras
from referee.core.values import Clause, Prompt, Result, Ruling, Seat, Viewer

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
