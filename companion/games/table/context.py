"""What a table screen of any game is drawn from: the snapshot, how it looks, what may be done, what is chosen so far.

What is chosen on a phone but not declared yet is that phone's own state. It belongs to one moment of the match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, Generic, Literal, Protocol, Self, TypeVar

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Presence, Snapshot
from companion.i18n import Translator
from companion.ui import Act, act
from companion.ui.theme import Look
from companion.ui.words import names, say

Away = Literal["", "asleep", "gone"]
Screen = tuple[list[ft.Control], ft.Control]
"""What a seat sees between strip and dock, and its dock."""
Covers = Literal["nothing", "parts", "all"]
NO_HINT: Mapping[str, Any] = {"hint": "", "known": False}
"""Forgets why something could not be chosen."""
P = TypeVar("P", bound="Pick")
V = TypeVar("V")


class OfSeat(Protocol):
    """What says whose it is."""

    @property
    def seat(self) -> str: ...


Public = TypeVar("Public", bound=OfSeat, covariant=True)
Private = TypeVar("Private", bound=OfSeat, covariant=True)


class Seated(Protocol[Public, Private]):
    """A view with a public part for each seat, and what it holds of the secrets of some."""

    @property
    def seats(self) -> Sequence[Public]: ...

    @property
    def private(self) -> Sequence[Private]: ...


def seat_of(view: Seated[Public, Any], seat: str) -> Public:
    """Return one seat's public part. Raises `StopIteration` for a seat that is not in the match."""
    return next(s for s in view.seats if s.seat == seat)


def private_of(view: Seated[Any, Private], seat: str) -> Private | None:
    """Return what the view holds of a seat's secrets, None while they are covered."""
    return next((p for p in view.private if p.seat == seat), None)


class Taught(list[ft.Control]):
    """Content that has the sentence for a first game in a place of its own, not above all else."""


class Whole(Taught):
    """Content that takes all the room between strip and dock, as a map does: the page does not scroll below it."""


Face = Literal["analysis", "replay", "record"]
"""How a match that has ended is looked at."""


@dataclass(frozen=True, slots=True)
class LookBack:
    """What a phone looks at of a match that has ended."""

    face: Face = "analysis"
    entry: int = 0
    """The entry whose moment was tapped in a plot."""
    whole: tuple[str, ...] = ()
    """The lists that are shown to their ends."""
    puzzle: int = 0
    """The puzzle that is open, from 1."""
    guess: tuple[str, ...] = ()
    """What was tapped as its answer."""
    checked: bool = False
    asked: str = ""
    """What was tapped of a checked answer, to read why."""
    starter: str = ""
    """The seat that is to start in a rematch."""


@dataclass(frozen=True, slots=True)
class Pick:
    """What is chosen on a phone so far and which sheet is open there. A game adds its own fields."""

    moment: str = ""
    sheet: str = ""
    """menu, ruling, correct, free, one of the game's own, or empty."""
    naming: str = ""
    """For a game master: the seat that is answered for."""
    entry: int = 0
    """For a game master: the entry that is looked at, to be corrected."""
    becomes: str = ""
    """What that entry is to become."""
    points: tuple[int, ...] = ()
    """The points of every seat, as a house ruling is to set them."""
    hint: str = ""
    """What was tapped that cannot be chosen, or why not."""
    known: bool = False
    """Whether that reason rests on what only my open cover shows."""
    part: str = ""
    """Which part of an own note is being put right, by its place in that note."""
    renoted: tuple[tuple[str, str | int], ...] = ()
    """What the parts of that note are to say, by their places."""
    lacking: str = ""
    """What was missing when a button was tapped that lacks something: it is marked."""
    back: LookBack = LookBack()
    """What is looked at of a match that has ended."""

    def at(self, moment: str) -> Self:
        """Return what is chosen at `moment`: at another than its own, all is forgotten but what `kept` names."""
        return self if self.moment == moment else type(self)(moment=moment, **self.kept())

    def kept(self) -> dict[str, Any]:
        """Return what outlives its moment: the open sheet, a note being put right, what is looked at after the end."""
        return {each: getattr(self, each) for each in ("sheet", "part", "renoted", "back")}


class PickStore:
    """Where a phone keeps what is chosen. Always the same one, so that blocks whose handlers hold it stay as they are.

    `put` sets the choice, given a function of the choice before; `moment` is what is on now.
    """

    __slots__ = ("moment", "put")

    def __init__(self, put: Callable[[Any], None]) -> None:
        self.put = put
        self.moment = ""

    def change(self, change: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        """Change what is chosen at this moment: `change` takes it, and returns what is chosen then."""
        self.put(lambda old: change(old.at(self.moment), *args, **kwargs))

    def more(self) -> None:
        """Open or close what "More" offers."""
        self.put(lambda old: replace(old, sheet="" if old.sheet == "menu" else "menu"))


@dataclass(frozen=True, slots=True)
class Context(Generic[P, V]):
    """All that a screen is drawn from. A game's own subclass types its choices and its view, and says where it is."""

    GAME: ClassVar[str] = ""
    """The game's key, as the referee calls it."""
    WORDS: ClassVar[str] = ""
    """What the keys of its screens' words begin with, with a dot at the end."""

    CARDS: ClassVar[bool] = True
    """Whether what is covered are cards; of another game the strip says that it is somebody's part."""

    look: Look
    snap: Snapshot
    actions: Actions
    pick: P
    picks: PickStore
    acting: str = ""
    """The seat that a game master declares for."""

    @property
    def view(self) -> V:
        """The game's view, as much of it as this phone may show."""
        view: V = self.snap.view
        return view

    @property
    def where(self) -> str:
        """The line of the app bar that says where the match is; the depth is always named."""
        raise NotImplementedError

    @property
    def covers(self) -> Covers:
        """What this seat's phone covers now, open or not."""
        return "nothing"

    @property
    def me(self) -> str:
        """The seat that is looked through, empty for the table display and the game master."""
        return self.acting or (self.snap.viewer if self.snap.role == "seat" else "")

    @property
    def open(self) -> bool:
        return self.snap.held != "covered"

    @property
    def ended(self) -> bool:
        return self.snap.match is not None and self.snap.match.status == "ended"

    @property
    def hint(self) -> str:
        """Why what was tapped cannot be chosen; what rests on a secret is said under the open cover alone."""
        return "" if self.pick.known and not self.open else self.pick.hint

    def t(self, key: str, **params: Any) -> str:
        """Return words: the game's own for this key, else those that all tables share."""
        t = self.look.t
        return t(_whose(t, self.WORDS, key), **params) if params else _plain(t, self.WORDS, key)

    def say(self, key: str, params: Mapping[str, Any] | None = None) -> str:
        """Return a referee's sentence, with names and words for what its parameters stand for."""
        return say(self.look, self.snap, key, params)

    def name(self, seat: str | None) -> str:
        return names(self.snap.match).get(seat or "", seat or "")

    def declare(self, move: Mapping[str, Any], seat: str = "") -> Act:
        """Return the act that declares a move, for my seat unless another is named."""
        seat = seat or self.acting
        return (
            act(self.actions.match.declare, dict(move), seat) if seat else act(self.actions.match.declare, dict(move))
        )

    def choose(self, field: str, *value: Any) -> Act:
        """Return the act that chooses: a value given here, or the one the control adds when it is tapped."""
        return act(_choose, self.picks, self.actions, field, *value)

    def set(self, field: str) -> Act:
        """Return the act that chooses the value that its control adds; the reason shown before is forgotten."""
        return act(_set, self.picks, self.actions, field)

    def choose_as(self, field: str, convert: Callable[[str], Any]) -> Act:
        """Return the act that chooses what `convert` makes of the value that its control adds."""
        return act(_choose_as, self.picks, self.actions, field, convert)

    def toggle(self, field: str, *value: Any, off: Any = "") -> Act:
        """Return the act that chooses a value, or takes it back where it is chosen by then."""
        return self.change(_toggled, field, off, *value)

    def put(self, **changes: Any) -> Act:
        """Return the act that chooses several things at once; the reason shown before is forgotten."""
        return self.change(replace, **{**NO_HINT, **changes})

    def no(self, why: str, *, known: bool = False) -> Act:
        """Return the act that says why something cannot be chosen. `known`: the reason is my own secret."""
        return self.put(hint=why, known=known)

    def change(self, change: Callable[..., Any], *args: Any, **kwargs: Any) -> Act:
        """Return the act that changes what is chosen by then: `change` takes it and these, and returns what is now.

        Of two taps in a row none is lost, however long the screen takes to be drawn in between.
        """
        return act(_change, self.picks, self.actions, change, *args, **kwargs)


Ctx = Context[Any, Any]
"""Any game's context."""


@lru_cache(maxsize=4096)
def _whose(t: Translator, words: str, key: str) -> str:
    own = words + key
    return own if t.has(own) else f"table_screen.{key}"


@lru_cache(maxsize=4096)
def _plain(t: Translator, words: str, key: str) -> str:
    return t(_whose(t, words, key))


def _choose(picks: PickStore, actions: Actions, field: str, value: Any) -> None:
    _change(picks, actions, replace, **{field: value})


def _choose_as(picks: PickStore, actions: Actions, field: str, convert: Callable[[str], Any], value: str) -> None:
    _change(picks, actions, replace, **{field: convert(value)})


def _set(picks: PickStore, actions: Actions, field: str, value: Any) -> None:
    _change(picks, actions, replace, **{**NO_HINT, field: value})


def _change(picks: PickStore, actions: Actions, change: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
    actions.secrets.touch()
    picks.change(change, *args, **kwargs)


def _toggled(now: P, field: str, off: Any, value: Any) -> P:
    return replace(now, **{field: off if getattr(now, field) == value else value})


def stepped(now: P, field: str, start: tuple[int, ...], n: int, by: int, least: int = 0, most: int = 99) -> P:
    """Return the choice with one of the numbers in `field` changed within its bounds; counting begins at `start`."""
    numbers = getattr(now, field)
    numbers = numbers if len(numbers) == len(start) else start
    moved = tuple(min(most, max(least, p + by)) if i == n else p for i, p in enumerate(numbers))
    return replace(now, **{**NO_HINT, field: moved})


def in_turn(first: Callable[[], None], then: Callable[[], None]) -> None:
    """Do one thing, then another; for an act of two parts."""
    first()
    then()


def presence(snap: Snapshot) -> dict[str, Presence]:
    """Return how each seat's phone is reached, by seat."""
    return {} if snap.match is None else {s.seat: s.presence for s in snap.match.seats}


def away(how: Presence) -> Away:
    """Return a presence if it has to be seen: who is here needs no sign."""
    return how if how in ("asleep", "gone") else ""


def asleep(snap: Snapshot, seat: str) -> bool:
    return presence(snap).get(seat, "here") in ("asleep", "gone")
