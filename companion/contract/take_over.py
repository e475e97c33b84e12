"""How a position is entered on phones and written on paper: steps of fields, in one order for both.

What is entered are values by field: a number, a text, a list of texts, or numbers by row. A game makes a position of
them and fills them from one, so that a screen and a sheet need to know nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from companion.i18n import Translator
from referee.core.game import Position
from referee.core.values import Seat

Entered: TypeAlias = "Mapping[str, Any]"
"""What has been entered, by the key of its field; JSON."""


Holds: TypeAlias = Literal["text", "number", "flag", "first", "counts", "some"]
"""What stands in the position where a field is entered: texts, numbers, whether it is `YES`, the one thing there is,
how often each; `some`: a number, but nothing for 0."""
YES = "yes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Something to enter. `key` is its name among the entered values; `title` is in its reader's language."""

    key: str
    title: str
    at: str = ""
    """Where it stands in the position, as a path (`now.seat`, `seats.p1.earth`). A `*` in it is the row or thing:
    `seats.*.heaven`. Empty where its game takes it to the position and back by itself."""
    holds: Holds = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts(Field):
    """Numbers, one a row, by the row's key: points of each seat, a turn. Entered: `{"p1": 3, "p2": 2}`."""

    rows: tuple[tuple[str, str], ...]
    """Key and label of each; a single row may have an empty label."""
    least: int = 0
    most: int
    total: bool = False
    """Whether their sum is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Field):
    """One of a few. Entered: the value, or nothing yet."""

    values: tuple[tuple[str, str], ...]
    """Each value and its words."""
    nothing: str = ""
    """The value that says: nobody, or nothing of the kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Things(Field):
    """Cards, tiles or the like, in the order in which they are entered. Entered: a list of their values."""

    values: tuple[tuple[str, str], ...]
    """Each value and its words."""
    most: int
    copies: int = 1
    """How often each can be entered."""
    ordered: bool = False
    """Whether the order says something: the sheet numbers them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Zones(Field):
    """Zones of the match's board, tapped on its map. Entered: a list of their ids, each as often as it was tapped."""

    zones: tuple[str, ...]
    """The zones that can be tapped."""
    most: int
    copies: int = 1


class Step(NamedTuple):
    """One screen, and one part of a sheet."""

    title: str
    fields: tuple[Field, ...]
    about: str = ""
    """A sentence that says what to enter and where to look for it."""


class Entering(NamedTuple):
    """What steps are made from."""

    t: Translator
    seats: Sequence[Seat]
    options: Any
    """The match's options, read."""
    table: Entered
    """What has been entered of the table; later steps may depend on it."""

    @property
    def people(self) -> tuple[tuple[str, str], ...]:
        """The seats with their names: what a choice of somebody offers, or the rows of everybody's numbers."""
        return tuple((seat.seat, seat.name) for seat in self.seats)


@dataclass(frozen=True, slots=True)
class TakeOver:
    """How one game's positions are entered."""

    table: Callable[[Entering], tuple[Step, ...]]
    """Returns the steps in which somebody enters what lies open."""
    secret: Callable[[Entering, str], tuple[Step, ...]]
    """Returns the steps in which a seat enters what it alone knows; none where there is nothing."""
    begin: Callable[[Any, Sequence[Seat]], dict[str, Any]]
    """Returns what the table's fields begin with, from options and seats: the likeliest, to be changed."""
    position: Callable[[Any, Sequence[Seat], Entered, Mapping[str, Entered]], dict[str, Any]]
    """Returns the position as JSON from options, seats, the table's values and by seat the secret ones. What was not
    entered is left out; it never raises for values of the kinds above, the referee says what cannot be."""
    entered: Callable[[Any, Sequence[Seat], Position], tuple[dict[str, Any], dict[str, dict[str, Any]]]]
    """Returns the table's values and by seat the secret ones from a position: what a sheet prints."""
    board: Callable[[Any], Any] | None = None
    """Returns the board (`referee.board.board.Board`) of a match's options, where there are zones to tap."""
    moment: tuple[str, ...] = ("phase",)
    """Fields of a position's table that say what is under way: where one of them cannot be entered as it is, the sheet
    says so."""
    key_of: Callable[[Entering, str], str] = lambda _, path: path.rpartition(".")[2]
    """Returns the key of the field in which is entered what stands at a path of the position (`table.start`)."""


def in_words(t: Translator, field: Field, value: Any) -> str:
    """Return what has been entered into a field in words, as a summary and a sheet say it."""
    match field:
        case Counts():
            found = [f"{label} {(value or {}).get(key, field.least)}".strip() for key, label in field.rows]
        case Choice() | Things():
            words = dict(field.values)
            entered = value or [] if isinstance(field, Things) else [value] if value else []
            ordered = isinstance(field, Things) and field.ordered
            found = [f"{n}. {words.get(e, e)}" if ordered else words.get(e, e) for n, e in enumerate(entered, 1)]
        case _:
            found = list(value or ())
    return t("app.list.comma").join(found) if found else t("app.take_over.nothing")
