"""The format of a transcript: the file as it is written."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from referee.core.acts import Salt, SeatId
from referee.core.values import Seat, Value

FORMAT = 1
"""The number of the format that is written and read."""

MAX_MOVES = 20_000
"""Lines of the longest transcript that is read."""

Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Item(Value):
    """One line of a transcript: a move, or another act of the journal."""

    seat: SeatId
    """Who declares: a seat, `gm` or `table`."""
    for_: Annotated[SeatId | None, Field(alias="for")] = None
    """For whom, where that is somebody else: the game master for a seat, a seat for the `table`."""
    move: dict[str, Any] | None = None
    act: dict[str, Any] | None = None
    """`undo`, `redo`, `house_ruling`, `consent` or `correct`."""
    salt: Salt | None = None
    commitment: Digest | None = None

    @model_validator(mode="after")
    def _one_of_two(self) -> Item:
        if (self.move is None) == (self.act is None):
            raise ValueError("has either a move or an act")
        if self.act is not None and (self.salt is not None or self.for_ is not None):
            raise ValueError("has salt or for beside an act; they belong to a move")
        return self

    def declared(self) -> dict[str, Any]:
        """Return the journal's act as JSON."""
        if self.act is not None:
            return self.act
        return {"type": "declare", "seat": self.for_ or self.seat, "move": self.move, "salt": self.salt}

    def locked(self) -> tuple[str | None, dict[str, Any] | None]:
        """Return the salt and the move that the commitment is made of."""
        if self.act is None:
            return self.salt, self.move
        salt, move = self.act.get("salt"), self.act.get("move")
        return salt if isinstance(salt, str) else None, move if isinstance(move, dict) else None


class LaidState(Value):
    """Where a match began that began in the middle: the first entry of its journal (METSUKE-5.1)."""

    table: dict[str, Any]
    """What lies open, as `position` in the game's schema says."""
    secrets: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """By seat, what that seat alone knows."""
    salt: Salt | None = None
    commitment: Digest | None = None

    def position(self) -> dict[str, Any]:
        """Return the position as JSON, as it was entered."""
        return self.model_dump(mode="json", include={"table", "secrets"})


class Document(Value):
    """The file as it is written."""

    format: Literal[1]
    game: str
    options: Annotated[dict[str, Any], Field(default_factory=dict)]
    seats: list[Seat]
    viewer: str | None = None
    """Whose knowledge it is, for the export of a running match; such a file cannot be judged."""
    state: LaidState | None = None
    moves: Annotated[list[Item], Field(max_length=MAX_MOVES)]
    analysis: dict[str, Any] | None = None
    """What could be known of it, as `python -m referee analyse` works out; not read."""
