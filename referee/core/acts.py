"""What a journal is made of: the acts of a table, the entries that hold them, and the declarations in force."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from referee.core.values import GAME_MASTER, PUBLIC, Ruling, Value

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


@dataclass(frozen=True)
class Step:
    """A declaration, house ruling or correction that is in force, with its ruling and the state before it.

    `number` is the entry that holds its move; for a house ruling by consent that of the proposal.
    """

    number: int
    actor: str
    act: Declare | HouseRuling | Correct
    ruling: Ruling
    before: Any
    corrected: int | None = None
    """The entry of the correction that this declaration's move comes from."""
    agreed: int | None = None
    """The entry by which the seats agreed to it."""
    undone_by: str | None = None
    """Who took it back."""
    # Earlier corrections lie in these again and again: to compare them, too, would take for ever.
    replaced: tuple[Step, ...] = field(default=(), compare=False, repr=False)
    """A correction's: the steps that it judged again, as they were."""
    judged: tuple[Step, ...] = field(default=(), compare=False, repr=False)
    """A correction's: the steps that it put in their place."""

    @property
    def since(self) -> int:
        """The entry since which it is in force."""
        return self.number if self.agreed is None else self.agreed

    @property
    def seat(self) -> str:
        """Whom it was declared for."""
        return getattr(self.act, "seat", None) or self.actor

    def told_as(self, actor: str, message: str, hidden: str) -> str:
        """Return how everybody is told that `actor` touched this: what a game master hid has no number."""
        return hidden if actor == GAME_MASTER and self.ruling.unnoticed_by(PUBLIC) else message


@dataclass(frozen=True)
class Proposal:
    """A house ruling or a correction that waits for the consent of the seats (METSUKE-3.2, 3.5)."""

    number: int
    actor: str
    act: HouseRuling | Correct
    agreed: frozenset[str]
