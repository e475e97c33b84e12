"""What a table screen of any game is drawn from: the snapshot, the look, the actions, and the phone's pick.

The pick, what is chosen on a phone and not declared yet, is that phone's own state. It belongs to one moment of the
match.
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
"""The controls of a seat's screen between strip and dock, and its dock."""
Covers = Literal["nothing", "parts", "all"]
NO_HINT: Mapping[str, Any] = {"hint": "", "known": False}
"""Changes that forget why something could not be chosen."""
P = TypeVar("P", bound="Pick")
V = TypeVar("V")
E = TypeVar("E")


class OfSeat(Protocol):
    """Something that belongs to a seat."""

    @property
    def seat(self) -> str: ...


Public = TypeVar("Public", bound=OfSeat, covariant=True)
Private = TypeVar("Private", bound=OfSeat, covariant=True)


class Seated(Protocol[Public, Private]):
    """A view with a public part for each seat, and the private parts that it may hold."""

    @property
    def seats(self) -> Sequence[Public]: ...

    @property
    def private(self) -> Sequence[Private]: ...


def seat_of(view: Seated[Public, Any], seat: str) -> Public:
    """Return one seat's public part. Raises `StopIteration` for a seat that is not in the match."""
    return next(s for s in view.seats if s.seat == seat)


def private_of(view: Seated[Any, Private], seat: str) -> Private | None:
    """Return a seat's private part, or None while it is covered."""
    return next((p for p in view.private if p.seat == seat), None)


def around(seats: Sequence[Public], me: str) -> tuple[Public, ...]:
    """Return the seats around the table, starting at my left and ending with me."""
    at = next((n for n, each in enumerate(seats, 1) if each.seat == me), 0)
    return (*seats[at:], *seats[:at])


class WithLesson(list[ft.Control]):
    """Content that places the lesson for first-time players itself, instead of at the top."""


class FullPage(WithLesson):
    """Content that takes all the space between strip and dock, such as a map: the page does not scroll."""


Face = Literal["analysis", "replay", "record"]
"""What can be shown of a match that has ended."""


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """What a phone shows of a match that has ended."""

    face: Face = "analysis"
    entry: int = 0
    """The entry of the moment that was tapped in a plot."""
    whole: tuple[str, ...] = ()
    """The lists that are unfolded."""
    puzzle: int = 0
    """The number of the open puzzle, from 1; 0 for none."""
    guess: tuple[str, ...] = ()
    """The answers that are marked."""
    checked: bool = False
    asked: str = ""
    """The answer that was tapped after checking, to read why."""
    starter: str = ""
    """The seat chosen to start the rematch."""


@dataclass(frozen=True, slots=True)
class Pick:
    """What is chosen on a phone and which sheet is open there. A game adds its own fields."""

    moment: str = ""
    sheet: str = ""
    """menu, ruling, correct, free, one of the game's own, or empty."""
    naming: str = ""
    """For a game master: the seat that is answered for."""
    entry: int = 0
    """For a game master: the entry that is shown, to be corrected."""
    becomes: str = ""
    """What that entry is to become."""
    points: tuple[int, ...] = ()
    """The points of every seat to be set by a house ruling."""
    hint: str = ""
    """What was tapped and cannot be chosen, or the reason."""
    known: bool = False
    """Whether that reason rests on what only my open cover shows."""
    part: str = ""
    """The part of my own note that is being changed, by its place in that note."""
    renoted: tuple[tuple[str, str | int], ...] = ()
    """The new values of that note's parts, by their places."""
    lacking: str = ""
    """What was missing when a button was tapped too early: it is marked."""
    back: EndedMatch = EndedMatch()
    """What is shown of a match that has ended."""

    def at(self, moment: str) -> Self:
        """Return the pick at `moment`: if it was made for another moment, everything but `kept` is forgotten."""
        return self if self.moment == moment else type(self)(moment=moment, **self.kept())

    def kept(self) -> dict[str, Any]:
        """Return what outlives its moment: the open sheet, a note being changed, what is shown after the end."""
        return {each: getattr(self, each) for each in ("sheet", "part", "renoted", "back")}


class PickStore:
    """The store of a phone's pick. Always the same object, so that blocks whose handlers hold it stay unchanged.

    `put` sets the pick, given a function of the previous one; `moment` is the present moment.
    """

    __slots__ = ("moment", "put")

    def __init__(self, put: Callable[[Any], None]) -> None:
        self.put = put
        self.moment = ""

    def change(self, change: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        """Change the pick of this moment: `change` takes it, and returns the new one."""
        self.put(lambda old: change(old.at(self.moment), *args, **kwargs))

    def more(self) -> None:
        """Open or close the sheet "More"."""
        self.put(lambda old: replace(old, sheet="" if old.sheet == "menu" else "menu"))


@dataclass(frozen=True, slots=True)
class Context(Generic[P, V]):
    """Everything a screen is drawn from. A game's own subclass types its pick and its view, and fills in `where`."""

    GAME: ClassVar[str] = ""
    """The game's key in the referee."""
    WORDS: ClassVar[str] = ""
    """The prefix of its screens' message keys, with a dot at the end."""

    CARDS: ClassVar[bool] = True
    """Whether the covered things are cards; in other games the strip speaks of a part."""

    look: Look
    snap: Snapshot
    actions: Actions
    pick: P
    picks: PickStore
    acting: str = ""
    """The seat for which a game master declares."""

    @property
    def view(self) -> V:
        """The game's view, as far as this phone may show it."""
        view: V = self.snap.view
        return view

    @property
    def where(self) -> str:
        """The app bar's line about the progress of the match; it always names the depth."""
        raise NotImplementedError

    @property
    def covers(self) -> Covers:
        """What this seat's phone covers now, whether the cover is open or not."""
        return "nothing"

    @property
    def me(self) -> str:
        """The seat whose screen is drawn, empty for the table display and the game master."""
        return self.acting or (self.snap.viewer if self.snap.role == "seat" else "")

    @property
    def open(self) -> bool:
        return self.snap.held != "covered"

    @property
    def ended(self) -> bool:
        return self.snap.match is not None and self.snap.match.status == "ended"

    @property
    def hint(self) -> str:
        """Why what was tapped cannot be chosen; a reason that rests on a secret is shown only under the open cover."""
        return "" if self.pick.known and not self.open else self.pick.hint

    def t(self, key: str, **params: Any) -> str:
        """Return a message: the game's own for this key, else the one that all tables share."""
        t = self.look.t
        return t(_whose(t, self.WORDS, key), **params) if params else _plain(t, self.WORDS, key)

    def say(self, key: str, params: Mapping[str, Any] | None = None) -> str:
        """Return a message of the referee, with names and words for its parameters."""
        return say(self.look, self.snap, key, params)

    def name(self, seat: str | None) -> str:
        return names(self.snap.match).get(seat or "", seat or "")

    def declare(self, move: Mapping[str, Any], seat: str = "") -> Act:
        """Return the act that declares a move, for my seat unless another is named."""
        seat = seat or self.acting
        return (
            act(self.actions.match.declare, dict(move), seat) if seat else act(self.actions.match.declare, dict(move))
        )

    def declare_chosen(self, field: str, move: Mapping[str, Any], seat: str) -> Act:
        """Return the act that declares a move for `seat` with `field` set to the value that its control adds."""
        return act(_declare_chosen, self.actions, field, dict(move), seat)

    def choose(self, field: str, *value: Any) -> Act:
        """Return the act that sets a field of the pick: to this value, or to the one its control adds."""
        return act(_choose, self.picks, self.actions, field, *value)

    def set(self, field: str) -> Act:
        """Return the act that sets a field to the value its control adds, and forgets the hint."""
        return act(_set, self.picks, self.actions, field)

    def choose_as(self, field: str, convert: Callable[[str], Any]) -> Act:
        """Return the act that sets a field to `convert` of the value that its control adds."""
        return act(_choose_as, self.picks, self.actions, field, convert)

    def toggle(self, field: str, *value: Any, off: Any = "") -> Act:
        """Return the act that sets a field to a value, or to `off` if it already has that value."""
        return self.change(_toggled, field, off, *value)

    def put(self, **changes: Any) -> Act:
        """Return the act that sets several fields at once, and forgets the hint."""
        return self.change(replace, **{**NO_HINT, **changes})

    def no(self, why: str, *, known: bool = False) -> Act:
        """Return the act that shows why something cannot be chosen. `known`: the reason is my own secret."""
        return self.put(hint=why, known=known)

    def change(self, change: Callable[..., Any], *args: Any, **kwargs: Any) -> Act:
        """Return the act that changes the pick: `change` gets the current one and these arguments, and returns the new.

        Of two quick taps none is lost, however long drawing takes in between.
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


def _declare_chosen(actions: Actions, field: str, move: Mapping[str, Any], seat: str, value: Any) -> None:
    actions.match.declare({**move, field: value}, *([seat] if seat else []))


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


def looked(now: P, **changes: Any) -> P:
    """Return the pick with changes of what is shown of a match that has ended."""
    return replace(now, back=replace(now.back, **changes))


def stepped(now: P, field: str, start: tuple[int, ...], n: int, by: int, least: int = 0, most: int = 99) -> P:
    """Return the pick with number `n` of `field` changed within its bounds; `start` holds the initial numbers."""
    numbers = getattr(now, field)
    numbers = numbers if len(numbers) == len(start) else start
    moved = tuple(min(most, max(least, p + by)) if i == n else p for i, p in enumerate(numbers))
    return replace(now, **{**NO_HINT, field: moved})


def in_turn(first: Callable[[], None], then: Callable[..., None], *value: Any) -> None:
    """Call one function, then another, with the value that a control adds; for an act of two parts."""
    first()
    then(*value)


def with_entry(entries: Sequence[tuple[str, E]], key: str, value: E) -> tuple[tuple[str, E], ...]:
    """Return entries by key with one of them set, in the order of the keys."""
    return tuple(sorted({**dict(entries), key: value}.items()))


def presence(snap: Snapshot) -> dict[str, Presence]:
    """Return the presence of each seat's phone, by seat."""
    return {} if snap.match is None else {s.seat: s.presence for s in snap.match.seats}


def away(how: Presence) -> Away:
    """Return a presence that must be shown: phones that are here need no sign."""
    return how if how in ("asleep", "gone") else ""


def asleep(snap: Snapshot, seat: str) -> bool:
    return presence(snap).get(seat, "here") in ("asleep", "gone")
