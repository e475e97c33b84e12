"""What a journal is made of: the acts of a table, and the entries that hold them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from referee.core.values import Value

MAX_SEAT = 40
"""Characters in a seat's id."""
MAX_NOTE = 280
"""Characters in the note of a house ruling."""

SeatId = Annotated[str, Field(min_length=1, max_length=MAX_SEAT)]
Salt = Annotated[str, Field(pattern=r"^[0-9a-f]{32,64}$")]
"""128 to 256 random bits in hex."""


class Declare(Value):
    """A seat's move. `salt` keeps the commitment to a secret move from being guessed."""

    type: Literal["declare"] = "declare"
    seat: SeatId
    move: dict[str, Any]
    salt: Salt | None = None


class Undo(Value):
    """The last declaration is taken back (METSUKE-2.1)."""

    type: Literal["undo"] = "undo"


class Redo(Value):
    """The declaration that was taken back last stands again (METSUKE-2.4)."""

    type: Literal["redo"] = "redo"


class HouseRuling(Value):
    """The table overrules the referee: a refused move stands, or points are set by hand (METSUKE-3.1).

    The game master's holds at once; a seat's is a proposal until every other seat has agreed. What it sets
    by hand and its note are public.
    """

    type: Literal["house_ruling"] = "house_ruling"
    seat: SeatId | None = None
    move: dict[str, Any] | None = None
    salt: Salt | None = None
    adjust: dict[str, Any] | None = None
    note: Annotated[str, Field(max_length=MAX_NOTE)] = ""


class Consent(Value):
    """A seat's answer to the house ruling that is proposed (METSUKE-3.2)."""

    type: Literal["consent"] = "consent"
    agree: bool


class Correct(Value):
    """The game master, or the table together, replaces entry `number`'s move, or strikes it out (METSUKE-3.3, 3.5)."""

    type: Literal["correct"] = "correct"
    number: Annotated[int, Field(ge=1)]
    move: dict[str, Any] | None = None
    salt: Salt | None = None
    onward: bool = False
    """Whether all that was declared since is struck out as well: the match is taken back to before it (METSUKE-3.6)."""


class NoteAgain(Value):
    """A seat notes again what it noted in line `number` of its own journal: `move` with other notes (METSUKE-6.1)."""

    type: Literal["note_again"] = "note_again"
    number: Annotated[int, Field(ge=1)]
    move: dict[str, Any]
    salt: Salt | None = None


class Lay(Value):
    """A match begins in the middle: `position` is the table as it stands (METSUKE-5.1), as a transcript's `state`."""

    type: Literal["lay"] = "lay"
    position: dict[str, Any]
    salt: Salt | None = None


Act = Annotated[Declare | Undo | Redo | HouseRuling | Consent | Correct | NoteAgain | Lay, Field(discriminator="type")]
ACT: TypeAdapter[Any] = TypeAdapter(Act)


class Entry(Value):
    """One line of the journal. `number` counts from 1 without a gap; `actor` is a seat, `gm` or `table`."""

    number: Annotated[int, Field(ge=1)]
    actor: SeatId
    act: Act
