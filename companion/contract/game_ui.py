"""What a game tells the companion about itself, and which games can be played on phones.

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
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.contract.take_over import TakeOver
from companion.i18n import Translator, learn
from referee.core.games import GAMES, GameUnavailable
from referee.library import package_of

if TYPE_CHECKING:
    import flet as ft


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
