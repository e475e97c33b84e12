"""The games that can be played on phones, how each is shown there, and those that cannot be loaded, with the reason.

A game is loaded when something is first asked about it, behind a fence: one that cannot be loaded harms no other.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Final

from companion.contract.game_ui import GameUi, Screen
from companion.i18n import learn
from referee.core.games import GAMES, GameUnavailable
from referee.library import package_of

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
