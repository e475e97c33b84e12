"""The games by key. Each is loaded on first use; one that cannot be loaded does not affect the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.metadata import EntryPoint
from typing import Any, Literal

from pydantic import TypeAdapter

from referee.core.base import Value
from referee.core.game import PROTOCOL, Extras, Game, GameOptions, GameView
from referee.core.rulebook import GROUP, OWN, Announcement, announced
from referee.core.values import Clause

Cause = Literal["unknown", "twice", "rules", "unfit", "screens"]
"""Why a game is unavailable: nobody announces it, several distributions do, its rules cannot be loaded or do not fulfil
the protocol, or its screens cannot be loaded."""


class GameUnavailable(LookupError):
    """The game of this key cannot be played here. The message gives the reason in one line."""

    def __init__(self, key: str, cause: Cause, reason: str) -> None:
        self.key = key
        self.cause = cause
        self.reason = " ".join(reason.split())[:300]
        self.shown = repr(key if key.isprintable() and len(key) <= 40 else "?")
        super().__init__(f"the game {self.shown} cannot be played here: {self.reason}")


class UnknownGame(GameUnavailable):
    """No game has this key. The message lists the keys that exist."""

    def __init__(self, key: str, known: tuple[str, ...]) -> None:
        super().__init__(key, "unknown", "there is no such game")
        self.known = known
        self.args = (f"no game {self.shown}; the games are: {', '.join(known)}",)


class Games(Mapping[str, Game]):
    """The games by key, in the order in which they are offered.

    The announcements are read on first use. A lookup raises `GameUnavailable` if the game cannot be loaded, and
    `KeyError` if there is none.
    """

    def __init__(self, announcements: Callable[[], Iterable[Announcement]] = announced) -> None:
        self._read = announcements
        self._only: frozenset[str] = frozenset()
        self._plugins = True
        self._loaded: dict[str, Game | GameUnavailable] = {}

    def restrict(self, only: Iterable[str] = (), plugins: bool = True) -> None:
        """Offer only these games (all if none is named), and without `plugins` only those that come with Metsuke."""
        self._only, self._plugins = frozenset(only), plugins

    @cached_property
    def _announced(self) -> Mapping[str, Sequence[Announcement]]:
        found: dict[str, list[Announcement]] = {}
        for one in self._read():
            found.setdefault(one.key, []).append(one)
        return found

    def __getitem__(self, key: str) -> Game:
        if key not in self:
            raise KeyError(key)
        if key not in self._loaded:
            try:
                self._loaded[key] = _load(self._offered(key))
            except GameUnavailable as why:
                self._loaded[key] = why
        loaded = self._loaded[key]
        if isinstance(loaded, GameUnavailable):
            raise GameUnavailable(loaded.key, loaded.cause, loaded.reason) from loaded.__cause__
        return loaded

    def _offered(self, key: str) -> Sequence[Announcement]:
        """Return the announcements of a game that are not switched off."""
        return [one for one in self._announced.get(key, ()) if self._plugins or one.distribution == OWN]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and (not self._only or key in self._only) and bool(self._offered(key))

    def __iter__(self) -> Iterator[str]:
        return (key for key in self._announced if key in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


GAMES = Games()
"""Every game that is announced in this installation."""


def game(key: str, games: Mapping[str, Game] = GAMES) -> Game:
    """Return a game by its key. Raises `UnknownGame`, or `GameUnavailable` if it cannot be loaded."""
    if key not in games:
        raise UnknownGame(key, tuple(games))
    return games[key]


def _load(announcements: Sequence[Announcement]) -> Game:
    """Import the announced game. Raises `GameUnavailable` on any fault."""
    first, *more = announcements
    if more:
        names = ", ".join(one.distribution for one in announcements)
        raise GameUnavailable(first.key, "twice", f"{len(announcements)} distributions announce it: {names}")
    try:
        found = EntryPoint(first.key, first.rules, GROUP).load()
        wrong = _wrong(found, first.key)
    except (Exception, SystemExit) as error:
        why = f"{first.rules} cannot be loaded: {type(error).__name__}: {error}"
        raise GameUnavailable(first.key, "rules", why) from error
    if wrong:
        raise GameUnavailable(first.key, "unfit", f"{first.rules} {wrong}")
    return found


def _wrong(found: Any, key: str) -> str:
    """Return why a loaded object is not the game of this key; an empty string if it is."""
    if not hasattr(found, "PROTOCOL"):
        return "is no game: it has no PROTOCOL"
    if found.PROTOCOL != PROTOCOL:
        return f"is written for version {found.PROTOCOL} of the games' protocol; this is {PROTOCOL}"
    absent = sorted(name for name in (*_HOLDS, *_RULES) if not hasattr(found, name))
    if absent:
        return f"lacks {', '.join(absent)}"
    unfit = [name for name, fits in _HOLDS.items() if not fits(getattr(found, name))]
    unfit += [name for name in _RULES if not callable(getattr(found, name))]
    if unfit:
        return f"has not what the protocol asks for in {', '.join(sorted(unfit))}"
    return "" if key == found.KEY else f"calls itself {found.KEY!r}"


def _model(base: type[Value]) -> Callable[[Any], bool]:
    return lambda held: isinstance(held, type) and issubclass(held, base)


_HOLDS: Mapping[str, Callable[[Any], bool]] = {
    "KEY": lambda held: isinstance(held, str),
    "PLAYERS": lambda held: isinstance(held, range) and len(held) > 0 and min(held) > 0,
    "CLAUSES": lambda held: isinstance(held, Sequence) and all(isinstance(one, Clause) for one in held),
    "OPTIONS": _model(GameOptions),
    "MOVE": lambda held: isinstance(held, TypeAdapter),
    "VIEW": _model(GameView),
    "ADJUSTMENT": _model(Value),
    "SCREENS": lambda held: isinstance(held, str),
    "EXTRAS": lambda held: isinstance(held, Extras),
}
_RULES = ("begin", "judge", "view", "prompts", "result", "secret", "masked", "may_be_secret", "remembered", "adjust")
