"""What a journal consists of: acts, the entries that hold them, and the declarations in force."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from referee.core.values import GAME_MASTER, PUBLIC, Ruling, Value

MAX_SEAT = 40
"""Maximum length of a seat's id, in characters."""
MAX_NOTE = 280
"""Maximum length of a house ruling's note, in characters."""

SeatId = Annotated[str, Field(min_length=1, max_length=MAX_SEAT)]
Salt = Annotated[str, Field(pattern=r"^[0-9a-f]{32,64}$")]
"""128 to 256 random bits in hex."""


class Declare(Value):
    """A seat's move. `salt` prevents guessing a secret move from its commitment."""

    type: Literal["declare"] = "declare"
    seat: SeatId
    move: dict[str, Any]
    salt: Salt | None = None


class Undo(Value):
    """Take back the last declaration (METSUKE-2.1)."""

    type: Literal["undo"] = "undo"


class Redo(Value):
    """Restore the declaration that was undone last (METSUKE-2.4)."""

    type: Literal["redo"] = "redo"


class HouseRuling(Value):
    """Overrule the referee: uphold a refused move, or set points by hand (METSUKE-3.1).

    The game master's house ruling takes effect at once; a seat's is a proposal until every other seat has agreed.
    Its adjustment and its note are public.
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
    """Replace the move of entry `number`, or strike it out; for the game master or all seats (METSUKE-3.3, 3.5)."""

    type: Literal["correct"] = "correct"
    number: Annotated[int, Field(ge=1)]
    move: dict[str, Any] | None = None
    salt: Salt | None = None
    onward: bool = False
    """Whether all later declarations are struck out as well, which takes the match back to before the entry
    (METSUKE-3.6)."""


class NoteAgain(Value):
    """Replace the notes in `move`, which a seat declared in line `number` of its own journal (METSUKE-6.1)."""

    type: Literal["note_again"] = "note_again"
    number: Annotated[int, Field(ge=1)]
    move: dict[str, Any]
    salt: Salt | None = None


class Lay(Value):
    """Begin a match from `position`, in the format of a transcript's `state` (METSUKE-5.1)."""

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
    """A declaration, house ruling or correction in force, with its ruling and the state before it.

    `number` is the entry that holds its move; for a house ruling by consent, the entry of the proposal.
    """

    number: int
    actor: str
    act: Declare | HouseRuling | Correct
    ruling: Ruling
    before: Any
    corrected: int | None = None
    """The entry of the correction that replaced this declaration's move."""
    agreed: int | None = None
    """The entry by which the last seat agreed to it."""
    undone_by: str | None = None
    """The actor who undid it."""
    # Excluded from comparison: earlier corrections are nested in later ones, so comparing them would take too long.
    replaced: tuple[Step, ...] = field(default=(), compare=False, repr=False)
    """Of a correction: the steps that were in force before it."""
    judged: tuple[Step, ...] = field(default=(), compare=False, repr=False)
    """Of a correction: the steps in force after it, without itself."""

    @property
    def since(self) -> int:
        """The entry since which it has been in force."""
        return self.number if self.agreed is None else self.agreed

    @property
    def seat(self) -> str:
        """The seat for which it was declared."""
        return getattr(self.act, "seat", None) or self.actor

    def message_about(self, actor: str, message: str, hidden: str) -> str:
        """Return the message key for a change of this step by `actor`: `hidden` if only the game master knows it."""
        return hidden if actor == GAME_MASTER and self.ruling.unnoticed_by(PUBLIC) else message
