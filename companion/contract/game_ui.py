"""What a game tells the companion about itself, which games there are, and how a position is entered.

Entering a position: steps of fields, in the same order on phones and on sheets. The entered values are kept by field: a
number, a text, a list of texts, or numbers by row. The game converts them to a position and back, so that screens and
sheets need not know the game.

What a game tells the companion: how it is offered, what the app does for it, and how it is shown. A game's `SCREENS`
names the module that holds its descriptor as `UI`. Reading the descriptor loads no screen: whatever draws or prints is
loaded by the descriptor's functions when they are called.

The games: those that can be played on phones, and those that cannot be loaded, with the reason. A game is loaded when
it is first asked about; a game that fails to load does not affect the others.
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
"""The entered values by the key of their field; JSON."""


Holds: TypeAlias = Literal["text", "number", "flag", "first", "counts", "some"]
"""How an entered value is represented in the position: `text`, `number`; `flag`: true where `YES` is chosen; `first`:
the only item of a list; `counts`: how often each value occurs; `some`: a number, absent instead of 0."""
YES = "yes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Something to enter. `key` is its name among the entered values; `title` is in the reader's language."""

    key: str
    title: str
    at: str = ""
    """Its path in the position (`now.seat`, `seats.p1.earth`). A `*` stands for the row or thing: `seats.*.heaven`.
    Empty where the game itself converts it."""
    holds: Holds = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts(Field):
    """Numbers, one for each row, by the row's key, such as the points of each seat. Entered: `{"p1": 3, "p2": 2}`."""

    rows: tuple[tuple[str, str], ...]
    """Key and label of each; the label of a single row may be empty."""
    least: int = 0
    most: int
    total: bool = False
    """Whether their sum is shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Field):
    """One of a few values. Entered: the value, or nothing yet."""

    values: tuple[tuple[str, str], ...]
    """Each value and its words."""
    nothing: str = ""
    """The value that means nobody or none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Things(Field):
    """Cards, tiles or the like, in the order of entering. Entered: a list of their values."""

    values: tuple[tuple[str, str], ...]
    """Each value and its words."""
    most: int
    copies: int = 1
    """How often each can be entered."""
    ordered: bool = False
    """Whether the order matters: the sheet numbers them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Zones(Field):
    """Zones of the match's board, tapped on its map. Entered: a list of their ids, each as often as it was tapped."""

    zones: tuple[str, ...]
    """The zones that can be tapped."""
    most: int
    copies: int = 1


class Step(NamedTuple):
    """One screen of entering, and one section of a sheet."""

    title: str
    fields: tuple[Field, ...]
    about: str = ""
    """A sentence that says what to enter and where to look for it."""


class Entering(NamedTuple):
    """What the steps are made from."""

    t: Translator
    seats: Sequence[Seat]
    options: Any
    """The match's options, parsed."""
    table: Entered
    """What has been entered of the table; later steps may depend on it."""

    @property
    def people(self) -> tuple[tuple[str, str], ...]:
        """The seats with their names: the values of a choice of a seat, or the rows of numbers for each seat."""
        return tuple((seat.seat, seat.name) for seat in self.seats)


@dataclass(frozen=True, slots=True)
class TakeOver:
    """How one game's positions are entered."""

    table: Callable[[Entering], tuple[Step, ...]]
    """Return the steps for what lies open."""
    secret: Callable[[Entering, str], tuple[Step, ...]]
    """Return the steps for what a seat alone knows; none where there is nothing."""
    begin: Callable[[Any, Sequence[Seat]], dict[str, Any]]
    """Return the initial values of the table's fields, from options and seats: the likeliest ones."""
    position: Callable[[Any, Sequence[Seat], Entered, Mapping[str, Entered]], dict[str, Any]]
    """Return the position as JSON from options, seats, the table's values, and the secret values by seat. Fields that
    were not entered are left out. It never raises for values of the kinds above: the referee judges the position."""
    entered: Callable[[Any, Sequence[Seat], Position], tuple[dict[str, Any], dict[str, dict[str, Any]]]]
    """Return the table's values, and the secret values by seat, of a position: what a sheet prints."""
    board: Callable[[Any], Any] | None = None
    """Returns the board (`referee.board.board.Board`) of a match's options, where there are zones to tap."""
    moment: tuple[str, ...] = ("phase",)
    """Fields of a position's table that say what is under way. Where one of them cannot be entered as it is, the sheet
    says so."""
    key_of: Callable[[Entering, str], str] = lambda _, path: path.rpartition(".")[2]
    """Return the key of the field that enters the value at a path of the position (`table.start`)."""


def in_words(t: Translator, field: Field, value: Any) -> str:
    """Return an entered value in words, as a summary and a sheet show it."""
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
"""The group of options that describe the owner's copy of the game: remembered from one match to the next."""

Screen: TypeAlias = "Callable[[Any, Snapshot, Actions], ft.Control]"
"""Draws a phone's screen from its `companion.ui.theme.Look`, its snapshot and its actions."""
Said = tuple[tuple[str, Mapping[str, Any]], ...]
"""Sentences: message keys, each with its parameters."""
Terms = Callable[[Translator, str, Any], str | None]
"""Returns the words for a message parameter, from the language's translator, its name and value; None if it is no term
of the game."""


class Counted(NamedTuple):
    """What an option that counts something adds up to: the certain number of each thing, and the total."""

    known: Mapping[str, int]
    total: int


class WalkedWay(NamedTuple):
    """A path over a map, zone by zone, with the turn in which each zone was entered. `who` is `ninja` or `traitor`."""

    who: str
    zones: tuple[str, ...]
    turns: tuple[int, ...]


class WalkedMap(NamedTuple):
    """A board, by its reference, with the paths walked on it."""

    board: str
    ways: tuple[WalkedWay, ...]
    turns: tuple[tuple[int, int], ...] = ()
    """The turn after each declaration in force, by the entry's number."""


def nothing_said(view: Any) -> Said:
    return ()


def no_roles(seats: Sequence[str], options: Mapping[str, Any]) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameUi:
    """One game on phones: the `UI` in the module that a game's `SCREENS` names.

    Nothing has to be given. A game of the short way gives its sign and the folder of its words.
    """

    sign: str = "目"
    """The kanji that stands for it, from those that phones load at once (`companion/font_core.txt`); our own choice,
    not the game's logo."""
    table: Callable[[], Screen] | None = None
    """Load its table screen, for `play` and `end`. Where None, the table is drawn from its view and offers."""
    locale: str = ""
    """The folder of its catalogues, `<language>/LC_MESSAGES/*.po`; empty where they are among Metsuke's own.

    They replace none of Metsuke's words.
    """

    # A new match
    proposed: bool = False
    """Whether this game is preselected in a new match."""
    suggested: Mapping[str, Any] = field(default_factory=dict)
    """The options preselected in a new match, where they differ from the standard."""
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Options that belong together, by group (`new.group.<name>`); all others follow. The group `BOX` is remembered."""
    counted: Mapping[str, Counted] = field(default_factory=dict)
    """The options that count something."""
    controls: Mapping[str, Callable[..., ft.Control]] = field(default_factory=dict)
    """The options that have a control of their own: called with the look, the option, its value, and the callback for a
    new value (`companion.ui.options.Choose`)."""
    starter: str = ""
    """The option that names the starting seat; empty where the rules decide."""
    first_starts: bool = False
    """Whether the first seat starts where that option names none."""
    roles: Callable[[Sequence[str], Mapping[str, Any]], tuple[str, ...]] = no_roles
    """Return the role of each seat under a match's options (`new.role.<role>`); nothing where the seats do not fit."""
    board: bool = False
    """Whether it is played on a board of the library, named by its option `board`."""

    # During a match
    public_answers: Callable[[Any], int] | None = None
    """Return the number of answers in a view's public record: the table display plays a sound when it grows."""
    stands: Callable[[Any], Said] = nothing_said
    """Return the public standing of a view in a few words, for announcements."""
    foresight: Callable[[Any, str, Sequence[str]], Callable[[], Any] | None] | None = None
    """Return a function that computes additional information for a viewer whose cover is open, to be shown beside the
    view; None where there is nothing to compute. Arguments: the state, the viewer (also the game master), what it is
    entering. The function may take long: it runs outside the event loop. It uses only what that viewer may know."""
    announced: tuple[str, ...] = ()
    """The options announced to all where the match is opened and while it is played, unless standard."""
    hand_entry: str = ""
    """The `type` of the move that enters a hand: declared with the cover open; judging it closes the cover."""
    terms: Terms | None = None
    """Return the words for a parameter of a message; None where the game has no terms of its own."""

    take_over: Callable[[], TakeOver] | None = None
    """Load how a position is entered, for matches begun on paper or elsewhere; None where that cannot be done."""

    # After a match
    fewest_points: bool = False
    """Whether the fewest points win, in statistics and exports. The rules make the ranking."""
    no_points: bool = False
    """Whether points say no more than who has won: statistics and exports then leave them out."""
    bgg: int = 0
    """Its number at BoardGameGeek, by which other apps know it; 0 where it has none, or none is known."""
    ways: Callable[[Any, Sequence[Any]], WalkedMap | None] | None = None
    """Return the map of an ended match with the paths walked on it, from its last state and its steps."""

    # On paper
    blank_sheets: Callable[[Sequence[str], Mapping[str, Any], Translator], bytes] | None = None
    """Print what a match needs, from its seats' names and its options. Where None, a score sheet is printed.

    Raises `BadBoard` or `NoBoard` for a board that cannot be played on.
    """
    seat_sheet: Callable[[Any, str, Translator], bytes] | None = None
    """Print a seat's secret sheet, from a view and the seat."""


log = logging.getLogger("metsuke")

PLAIN: Final = GameUi()
"""The descriptor used where a game's own is missing or cannot be loaded."""
ANY_GAME: Final = "companion.games.table.any_game"
"""The module that draws the table of a game without a screen of its own."""


def ui_of(key: str) -> GameUi:
    """Return a game's descriptor, or `PLAIN` for a game that has none."""
    found = _ui(key) if key in GAMES else None
    return found if isinstance(found, GameUi) else PLAIN


def ui_of_words(prefix: str) -> GameUi:
    """Return the descriptor of the game whose message keys begin with this prefix."""
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
    """Forget what was loaded, so that every game is asked again: other games may be announced now."""
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
    """Return the folder of the catalogues beside a game's rules; empty where there is none."""
    own = files(package_of(GAMES[key])) / "locale"
    return str(own) if own.is_dir() else ""


def _no_screens(key: str, fault: BaseException) -> GameUnavailable:
    log.warning("the screens of %s cannot be loaded", key, exc_info=fault)
    return GameUnavailable(key, "screens", f"{type(fault).__name__}: {fault}")
