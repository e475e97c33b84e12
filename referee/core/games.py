"""The games that the referee knows, by their keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import cast

from referee.core.game import Game


class UnknownGame(LookupError):
    """No game has this key. The message names those that there are."""

    def __init__(self, key: str, known: tuple[str, ...]) -> None:
        shown = key if key.isprintable() and len(key) <= 40 else "?"
        super().__init__(f"no game {shown!r}; the games are: {', '.join(known)}")
        self.key = key
        self.known = known


class Games(Mapping[str, Game]):
    """Games by key. A game's module is imported when it is first asked for: start-up waits for none."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self._modules = dict(modules)

    def __getitem__(self, key: str) -> Game:
        return cast(Game, import_module(self._modules[key]))

    def __contains__(self, key: object) -> bool:
        return key in self._modules

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


GAMES: Mapping[str, Game] = Games(
    {
        "scroll-trick": "referee.scroll_trick",
        "shinobi-school": "referee.shinobi_school",
        "giryaku": "referee.giryaku",
        "shinobazu": "referee.shinobazu",
        "scorpion": "referee.scorpion",
    }
)
"""Every game, in the order in which they are offered."""


def game(key: str, games: Mapping[str, Game] = GAMES) -> Game:
    """Return a game by its key. Raises `UnknownGame`."""
    if key not in games:
        raise UnknownGame(key, tuple(games))
    return games[key]
