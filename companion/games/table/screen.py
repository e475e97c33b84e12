"""What a table screen of any game is drawn from: the snapshot, how it looks, what may be done, what is chosen so far.

What is chosen on a phone but not declared yet is that phone's own state. It belongs to one moment of the match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, Literal, Self

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Presence, Snapshot
from companion.i18n import Translator
from companion.ui import Act, act
from companion.ui.look import Look
from companion.ui.words import names, say

Away = Literal["", "asleep", "gone"]
Screen = tuple[list[ft.Control], ft.Control]
"""What a seat sees between strip and dock, and its dock."""


@dataclass(frozen=True, slots=True)
class Pick:
    """What is chosen on a phone so far and which sheet is open there. A game adds its own fields."""

    moment: str = ""
    sheet: str = ""
    """menu, ruling, correct, free, one of the game's own, or empty."""
    naming: str = ""
    """For a game master: whom he answers for."""
    entry: int = 0
    """For a game master: the entry that is looked at, to be corrected."""
    becomes: str = ""
    """What that entry is to become."""
    points: tuple[int, ...] = ()
    """The points of every seat, as a house ruling is to set them."""

    def at(self, moment: str) -> Self:
        """Return what is chosen at `moment`: at another than its own, all is forgotten but what `kept` names."""
        return self if self.moment == moment else type(self)(moment=moment, **self.kept())

    def kept(self) -> dict[str, Any]:
        """Return what outlives its moment: the open sheet."""
        return {"sheet": self.sheet}


class Desk:
    """Where a phone keeps what is chosen. Always the same one, so that blocks whose handlers hold it stay as they are.

    `put` sets the choice, given a function of the choice before; `moment` is what is on now.
    """

    __slots__ = ("moment", "put")

    def __init__(self, put: Callable[[Any], None]) -> None:
        self.put = put
        self.moment = ""

    def choose(self, **changed: Any) -> None:
        """Change what is chosen at this moment."""
        self.put(lambda old: replace(old.at(self.moment), **changed))

    def more(self) -> None:
        """Open or close what "More" offers."""
        self.put(lambda old: replace(old, sheet="" if old.sheet == "menu" else "menu"))


@dataclass(frozen=True, slots=True)
class Ctx:
    """All that a screen is drawn from. A game's own subclass names it and types its view and its choices."""

    GAME: ClassVar[str] = ""
    """The game's key."""
    WORDS: ClassVar[str] = ""
    """What the keys of its screens' words begin with, such as `game.screen.`"""

    look: Look
    snap: Snapshot
    actions: Actions
    pick: Any
    desk: Desk
    acting: str = ""
    """The seat that a game master declares for."""

    @property
    def view(self) -> Any:
        """The game's view, as much of it as this phone may show."""
        return self.snap.view

    @property
    def me(self) -> str:
        """The seat that is looked through, empty for the table display and the game master."""
        return self.acting or (self.snap.viewer if self.snap.role == "seat" else "")

    @property
    def open(self) -> bool:
        """Whether the cover is open."""
        return self.snap.held != "covered"

    @property
    def ended(self) -> bool:
        """Whether the match is over."""
        return self.snap.match is not None and self.snap.match.status == "ended"

    def t(self, key: str, **params: Any) -> str:
        """Return words: the game's own for this key, else those that all tables share."""
        t = self.look.t
        return t(_whose(t, self.WORDS, key), **params) if params else _plain(t, self.WORDS, key)

    def say(self, key: str, params: Mapping[str, Any] | None = None) -> str:
        """Return a referee's sentence, with names and words for what its parameters stand for."""
        return say(self.look, self.snap, key, params)

    def name(self, seat: str | None) -> str:
        """Return a seat's name."""
        return names(self.snap.match).get(seat or "", seat or "")

    def declare(self, move: Mapping[str, Any], seat: str = "") -> Act:
        """Return the act that declares a move, for my seat unless another is named."""
        seat = seat or self.acting
        return (
            act(self.actions.match.declare, dict(move), seat) if seat else act(self.actions.match.declare, dict(move))
        )

    def choose(self, field: str, *value: Any) -> Act:
        """Return the act that chooses: a value given here, or the one the control adds when it is tapped."""
        return act(_choose, self.desk, self.actions, field, *value)

    def change(self, change: Callable[..., Any], *args: Any) -> Act:
        """Return the act that changes what is chosen by then: `change` takes it and `args` and returns what is now.

        Of two taps in a row none is lost, however long the screen takes to be drawn in between.
        """
        return act(_change, self.desk, self.actions, change, *args)


@lru_cache(maxsize=4096)
def _whose(t: Translator, words: str, key: str) -> str:
    own = words + key
    return own if t.has(own) else f"desk.{key}"


@lru_cache(maxsize=4096)
def _plain(t: Translator, words: str, key: str) -> str:
    return t(_whose(t, words, key))


def _choose(desk: Desk, actions: Actions, field: str, value: Any) -> None:
    actions.secrets.touch()
    desk.choose(**{field: value})


def _change(desk: Desk, actions: Actions, change: Callable[..., Any], *args: Any) -> None:
    actions.secrets.touch()
    desk.put(lambda old: change(old.at(desk.moment), *args))


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
    """Tell whether a seat has a phone that does not hear us now."""
    return presence(snap).get(seat, "here") in ("asleep", "gone")
