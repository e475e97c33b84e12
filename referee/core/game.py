"""The protocol that every game's module offers, and nothing more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from pydantic import BaseModel, TypeAdapter

from referee.core.values import Clause, Prompt, Result, Ruling, Seat, Value, Viewer


class Game(Protocol):
    """One game's rules. A module with these names is a `Game`.

    A state is immutable and opaque to everybody but its game. `view` is the only door for secrets:
    two states that differ only in what a viewer may not know give that viewer equal views, prompts
    and masked declarations.
    """

    KEY: str
    """The key of the game, as on the command line."""
    PLAYERS: range
    """How many seats may play."""
    CLAUSES: Sequence[Clause]
    """Every clause, in the order of the rules."""
    OPTIONS: type[Value]
    """The match's options; always has `depth`. With `gm` it says whether a game master declares (`active`) or not."""
    MOVE: TypeAdapter[Any]
    """The moves, a union discriminated by `type`."""
    VIEW: type[Value]
    """What `view` returns."""
    ADJUSTMENT: type[Value]
    """What a house ruling may set by hand (scores, for example)."""

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
