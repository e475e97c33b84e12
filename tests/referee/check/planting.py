"""Games with mistakes, to be checked: a copy of a right one in a package of its own, in which some text is replaced."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import count
from pathlib import Path

import pytest

import toy_game
from referee.board.reading import assets
from referee.check.before_play import Words
from referee.check.mistakes import find_mistakes
from referee.check.places import not_loaded
from referee.check.report import check
from referee.core.game import Game
from referee.core.games import Games, GameUnavailable
from referee.core.rulebook import Announcement, CatalogueError, needed_by
from referee.short.template import files_of

SOON = 400
"""Declarations after which a match of these games goes on without end: one that is right ends within a few dozen."""
RULES, JA, EN = "__init__.py", "locale/ja/LC_MESSAGES/{}.po", "locale/en/LC_MESSAGES/{}.po"
Edit = tuple[str, str, str]
"""A file of the game's package, some text in it, and what stands there by mistake. `{0}` is the name of the package."""
DICE = Path(__file__).parents[3] / "examples" / "liars_dice" / "liars_dice"
_NUMBERS = count(1)


def new_game(folder: Path, *edits: Edit, said: str = "") -> list[str]:
    """Return what is found in a game as `python -m referee new` writes it, with these edits; see `_planted`."""
    package = f"planted_{next(_NUMBERS)}"
    files = files_of(package.replace("_", "-")).items()
    own = {name.removeprefix(f"{package}/"): text for name, text in files if name.startswith(f"{package}/")}
    return _planted(folder, own, Announcement(package.replace("_", "-"), f"{package}:game", ""), edits, said)


def toy(folder: Path, *edits: Edit, said: str = "") -> list[str]:
    """Return what is found in the toy game, which fulfils the protocol itself, with these edits; see `_planted`."""
    package, home = f"planted_{next(_NUMBERS)}", Path(toy_game.__file__).parent
    files = [file for file in sorted(home.rglob("*")) if file.suffix in (".py", ".po", ".toml")]
    own = {str(file.relative_to(home)): file.read_text("utf-8").replace("toy_game", package) for file in files}
    return _planted(folder, own, Announcement("toy", f"{package}:TOY", ""), edits, said)


def dice(folder: Path, *edits: Edit, said: str = "") -> list[str]:
    """Return what is found in Liar's Dice, which is written the short way, with these edits; see `_planted`."""
    package = f"planted_{next(_NUMBERS)}"
    files = [file for file in sorted(DICE.rglob("*")) if file.suffix in (".py", ".po", ".toml")]
    own = {str(file.relative_to(DICE)): file.read_text("utf-8") for file in files}
    named = (RULES, 'screens="liars_dice.screens"', 'screens="{0}.screens"')
    return _planted(folder, own, Announcement("liars-dice", f"{package}:game", ""), (named, *edits), said)


def _planted(
    folder: Path, files: dict[str, str], announced: Announcement, edits: tuple[Edit, ...], said: str
) -> list[str]:
    """Return what is found in a game when it is loaded or checked, until something is found that says `said`."""
    package = announced.rules.partition(":")[0]
    for file, *texts in edits:
        (old, new), name = (text.replace("{0}", package) for text in texts), file.replace("{}", package)
        assert old in files[name], (name, old)
        files[name] = files[name].replace(old, new)
    for name, text in files.items():
        (folder / package / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / package / name).write_text(text, "utf-8")
    faults: list[str] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(folder)
        for module in ("mistakes", "report"):
            patched.setattr(f"referee.check.{module}.MOST", SOON)
        patched.setattr("referee.check.report.SHORTER", 0)  # a leak in a shorter match says the same
        try:
            game = Games(lambda: [announced])[announced.key]
            for more in _found(game, _words(folder / package / "locale")):
                faults += more
                if said and any(re.search(said, fault) for fault in faults):
                    break
        except GameUnavailable as why:
            faults.append(not_loaded(why))
        except CatalogueError as fault:
            faults.append(str(fault))
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        del sys.modules[name]
    return faults


def _found(game: Game, words: Words) -> Iterator[list[str]]:
    """Yield what a check finds in a few matches: those that find most come first."""
    yield find_mistakes(game, 1, 0, words)
    yield check(game, 2, 0, words, lambda: 0.0).faults
    yield find_mistakes(game, 3, 0, words)


def _words(own: Path) -> Words:
    every: Mapping[str, Mapping[str, frozenset[str]]] = _own_words()
    return {lang: {**known, **needed_by([own])[lang]} for lang, known in every.items()}


@lru_cache(maxsize=1)
def _own_words() -> Words:
    return needed_by([assets() / "locale"])
