"""Which games this app offers: those of the referee that have a screen."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec

from referee.core.games import GAMES


def screen_module(game: str) -> str:
    """Return the name of the module that holds a game's own screen, whether there is one or not."""
    return f"companion.games.{game.replace('-', '_')}.screen"


@lru_cache(maxsize=1)
def offered() -> tuple[str, ...]:
    """Return the keys of the games that can be played here, in the referee's order. None is imported for it."""
    return tuple(key for key in GAMES if _has_screen(key))


def _has_screen(key: str) -> bool:
    package = screen_module(key).rpartition(".")[0]
    return find_spec(package) is not None and find_spec(screen_module(key)) is not None
