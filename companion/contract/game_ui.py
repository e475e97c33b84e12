"""What a game tells the companion about itself, which games there are, and how a position is entered.

How a position is entered on phones and written on paper: steps of fields, in one order for both. What is entered are
values by field: a number, a text, a list of texts, or numbers by row. A game makes a position of them and fills them
from one, so that a screen and a sheet need to know nothing of it.

What a game tells the companion about itself: how it is offered, what the app does for it, and how it is shown. A game's
`SCREENS` names the module that holds its descriptor as `UI`. Whatever is drawn or printed is loaded by the functions of
the descriptor when they are called: reading the descriptor itself loads no screen.

The games that can be played on phones, how each is shown there, and those that cannot be loaded, with the reason. A
game is loaded when something is first asked about it, behind a fence: one that cannot be loaded harms no other.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.i18n import Translator, learn
from referee.core.game import Position
from referee.core.games import GAMES, GameUnavailable
from referee.core.values import Seat
from referee.library import package_of

if TYPE_CHECKING:
    import flet as ft


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


BOX: Final = "box"
"""The group of options that the owner of the box reads off its cards: remembered from one match to the next."""

Screen: TypeAlias = "Callable[[Any, Snapshot, Actions], ft.Control]"
"""Draw what a phone shows, from its `companion.ui.theme.Look`, its snapshot and what it may ask for."""
Said = tuple[tuple[str, Mapping[str, Any]], ...]
"""Sentences by their message keys and parameters."""
Terms = Callable[[Translator, str, Any], str | None]
"""Return the words for a parameter of a message, by its name and value; None for what is no term of the game."""


class Counted(NamedTuple):
    """What an option counts: how many of each thing there are for certain, and what the counts come to."""

    known: Mapping[str, int]
    total: int


class Way(NamedTuple):
    """A way over a map, zone by zone, with the turn in which each was entered. `who` is `ninja` or `traitor`."""

    who: str
    zones: tuple[str, ...]
    turns: tuple[int, ...]


class WalkedMap(NamedTuple):
    """A board, by its reference, and the ways that were walked on it."""

    board: str
    ways: tuple[Way, ...]
    turns: tuple[tuple[int, int], ...] = ()
    """The turn after each declaration in force, by its entry's number."""


def nothing_said(view: Any) -> Said:
    return ()


def no_roles(seats: Sequence[str], options: Mapping[str, Any]) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameUi:
    """One game on phones."""

    sign: str = "目"
    """The kanji that stands for it, one that phones load at once (`companion/font_core.txt`); ours, no logo."""
    table: Callable[[], Screen] | None = None
    """Load its table screen, for `play` and `end`. Without one it is drawn from its view and offers."""
    locale: str = ""
    """The folder of its catalogues, `<language>/LC_MESSAGES/*.po`; empty where they are among Metsuke's own.

    They replace none of Metsuke's words."""

    # A new match
    proposed: bool = False
    """Whether a new match begins with this game until another is chosen."""
    suggested: Mapping[str, Any] = field(default_factory=dict)
    """The options that a new match begins with, where they differ from the standard."""
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Options that belong together, by group (`new.group.<name>`); the others follow. `BOX` is remembered."""
    counted: Mapping[str, Counted] = field(default_factory=dict)
    """The options that count something."""
    controls: Mapping[str, Callable[..., ft.Control]] = field(default_factory=dict)
    """The options that have a control of their own: drawn from the look, the option, its value, and what takes
    another (`companion.ui.options.Choose`)."""
    starter: str = ""
    """The option that names the seat that starts; empty where the rules say it."""
    first_starts: bool = False
    """Whether the first seat starts where none is named."""
    roles: Callable[[Sequence[str], Mapping[str, Any]], tuple[str, ...]] = no_roles
    """Return what each seat plays by a match's options (`new.role.<role>`); nothing where the seats do not fit."""
    board: bool = False
    """Whether it is played on a board of the library, which its option `board` names."""

    # During a match
    public_answers: Callable[[Any], int] | None = None
    """Return how many answers a view's public record holds: the table display plays a sound when they are more."""
    stands: Callable[[Any], Said] = nothing_said
    """Return in a few words how a view's table stands, of what everybody may know: for announcements."""
    foresight: Callable[[Any, str, Sequence[str]], Callable[[], Any] | None] | None = None
    """Return what works out what a viewer is told, while the cover is open, beside its view: from the state, the
    viewer (the game master too) and what it is entering; None where there is nothing to work out. It may take long:
    it is called beside all that phones wait for. It rests on nothing but what that viewer may know."""
    announced: tuple[str, ...] = ()
    """The options that everybody is told of where the match is opened and while it is played, unless standard."""
    hand_entry: str = ""
    """The `type` of the move by which a player enters a hand: judged with the cover open, which it closes."""
    terms: Terms | None = None

    take_over: Callable[[], TakeOver] | None = None
    """Load how a match that was begun on paper or elsewhere is entered; None where it cannot be."""

    # After a match
    fewest_points: bool = False
    """Whether the fewest points win."""
    no_points: bool = False
    """Whether points say no more than who has won."""
    bgg: int = 0
    """Its number at BoardGameGeek, which other apps know it by; 0 where it has none that we know."""
    ways: Callable[[Any, Sequence[Any]], WalkedMap | None] | None = None
    """Return the map of an ended match with the ways that were walked on it, from its last state and its steps."""

    # On paper
    papers: Callable[[Sequence[str], Mapping[str, Any], Translator], bytes] | None = None
    """Print what a match needs, from its seats' names and its options; else it gets a sheet for the scores.

    Raises `BadBoard` or `NoBoard` for a board that cannot be played on."""
    seat_sheet: Callable[[Any, str, Translator], bytes] | None = None
    """Print a seat's secret sheet, from a view and the seat."""


log = logging.getLogger("metsuke")

PLAIN: Final = GameUi()
"""How a game is shown whose own way cannot be had."""
ANY_GAME: Final = "companion.games.table.any_game"
"""The module that draws the table of a game which has no screen of its own."""


def ui_of(key: str) -> GameUi:
    """Return a game's descriptor, or a plain one for a game that has none."""
    found = _ui(key) if key in GAMES else None
    return found if isinstance(found, GameUi) else PLAIN


def ui_of_words(prefix: str) -> GameUi:
    """Return a game's descriptor by what the keys of its messages begin with."""
    return ui_of(_keys().get(prefix, ""))


def offered() -> tuple[str, ...]:
    """Return the keys of the games that can be played here, in the referee's order."""
    return tuple(key for key in GAMES if table_of(key) is not None)


def table_of(key: str) -> Screen | None:
    """Return a game's table screen, or None for a game that cannot be played here."""
    found = _table(key) if key in GAMES else None
    return None if isinstance(found, GameUnavailable) else found


def unavailable() -> tuple[GameUnavailable, ...]:
    """Return the games that cannot be loaded."""
    found = (_table(key) for key in GAMES)
    return tuple(each for each in found if isinstance(each, GameUnavailable))


def forget() -> None:
    """Ask every game anew: other games are announced than before."""
    for asked in (_ui, _table, _keys):
        asked.cache_clear()


@cache
def _keys() -> dict[str, str]:
    return {key.replace("-", "_"): key for key in GAMES}


@cache
def _ui(key: str) -> GameUi | GameUnavailable:
    """Return a game's descriptor, or why it cannot be loaded."""
    try:
        module = GAMES[key].SCREENS
    except GameUnavailable as why:
        log.warning("%s", why)
        return why.with_traceback(None)
    try:
        found = import_module(module).UI if module else GameUi(locale=_words(key))
        if not isinstance(found, GameUi):
            raise TypeError(f"{module}.UI is no GameUi")
        if found.locale:
            learn(Path(found.locale))
    except (Exception, SystemExit) as fault:
        return _no_screens(key, fault)
    return found


@cache
def _table(key: str) -> Screen | GameUnavailable:
    found = _ui(key)
    if not isinstance(found, GameUi):
        return found
    try:
        drawn: Screen = found.table() if found.table is not None else import_module(ANY_GAME).table_for(key)
        return drawn
    except (Exception, SystemExit) as fault:
        return _no_screens(key, fault)


def _words(key: str) -> str:
    """Return the folder of the words that lie beside a game's rules; empty where there is none."""
    own = files(package_of(GAMES[key])) / "locale"
    return str(own) if own.is_dir() else ""


def _no_screens(key: str, fault: BaseException) -> GameUnavailable:
    log.warning("the screens of %s cannot be loaded", key, exc_info=fault)
    return GameUnavailable(key, "screens", f"{type(fault).__name__}: {fault}")
