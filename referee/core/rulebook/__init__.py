"""What is read from files: clauses, message catalogues, and the announcements of games.

Games are announced by entry points of the group `metsuke.games`; reading them imports no game. Metsuke's own are read
from the table in its `pyproject.toml`, which keeps their order and also exists where nothing is installed: in a source
tree and in a phone app. An installed Metsuke has a copy of it inside `referee`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from gettext import c2py
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Formatter
from typing import Any, Final, NamedTuple, overload

import polib

from referee.core.values import ENGLISH, Clause

GROUP: Final = "metsuke.games"
OWN: Final = "metsuke-referee"
"""The name of Metsuke's own distribution package."""

_PACKAGE = Path(__file__).resolve().parents[2]
_NOWHERE = "an unnamed distribution"


@dataclass(frozen=True, slots=True)
class Announcement:
    """The announcement of a game: its key, and the location of its rules as the value of an entry point."""

    key: str
    rules: str
    distribution: str = OWN


def announced() -> tuple[Announcement, ...]:
    """Return all announcements: Metsuke's own in their order, then the others sorted by distribution and key."""
    own = _own(_PACKAGE)
    found = (
        Announcement(point.name, point.value, (point.dist.name if point.dist else "") or _NOWHERE)
        for point in entry_points(group=GROUP)
    )
    # An older version of Metsuke under another name may still be installed; it announces the same games.
    ours = {(one.key, one.rules) for one in own}
    others = (one for one in found if not own or (one.distribution != OWN and (one.key, one.rules) not in ours))
    return (*own, *sorted(others, key=lambda one: (one.distribution, one.key)))


def _own(package: Path) -> tuple[Announcement, ...]:
    for folder in (package.parent, package):
        with suppress(OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
            project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8")).get("project", {})
            if project.get("name") == OWN:
                return tuple(Announcement(key, rules) for key, rules in project["entry-points"][GROUP].items())
    return ()


_PLURALS: Final = re.compile(r"\s*nplurals\s*=\s*([1-9])\s*;\s*plural\s*=([^;]+);?\s*")


class CatalogueError(ValueError):
    """A catalogue that cannot be used. The message names the file."""


class Counted(NamedTuple):
    """A message with plural forms, and the function that selects one for a number (`Plural-Forms`)."""

    form: Callable[[int], int]
    forms: tuple[str, ...]

    def about(self, n: object) -> str:
        """Return the form for a number, given as an integer or its digits; the last form for anything else."""
        number = n if isinstance(n, int) else int(n) if isinstance(n, str) and n.isdecimal() else None
        return self.forms[-1] if number is None else self.forms[self.form(number)]


Message = str | Counted


def text_of(message: Message, params: Mapping[str, Any]) -> str:
    """Return a message's text before its parameters are filled in; `n` or `count` selects the plural form."""
    return message if isinstance(message, str) else message.about(params.get("n", params.get("count")))


def languages(folder: Path) -> tuple[str, ...]:
    """Return the languages for which a folder has catalogues, English first."""
    found = {file.parent.parent.name for file in folder.glob("*/LC_MESSAGES/*.po")}
    return tuple(sorted(found, key=lambda lang: (lang != ENGLISH, lang)))


def read_words(folder: Path, lang: str) -> dict[str, Message]:
    """Return the words of all catalogues of a language by key, without untranslated ones.

    Raises `CatalogueError` for a file that is not a catalogue, and for a duplicate key.
    """
    words: dict[str, Message] = {}
    for file in sorted(folder.glob(f"{lang}/LC_MESSAGES/*.po")):
        for key, message in read_catalogue(file).items():
            if key in words:
                raise CatalogueError(f"{file}: {key} stands here and in another catalogue")
            words[key] = message
    return words


def parameters(message: str) -> frozenset[str]:
    """Return the names of a message's parameters. Raises `ValueError` if its braces do not match."""
    return frozenset(name for _, name, _, _ in Formatter().parse(message) if name)


def needed_by(folders: Sequence[Path]) -> dict[str, dict[str, frozenset[str]]]:
    """Return by language of the first folder the keys that have words in any of the folders, with their parameters.

    Raises `CatalogueError`.
    """
    return {
        lang: {
            key: _needed(lang, key, message)
            for folder in folders
            for key, message in read_words(folder, lang).items()
        }
        for lang in languages(folders[0])
    }


def _needed(lang: str, key: str, message: Message) -> frozenset[str]:
    try:
        return parameters(message if isinstance(message, str) else " ".join(message.forms))
    except ValueError as problem:
        raise CatalogueError(f"{lang}: {key}: {problem}") from None


def read_catalogue(file: Path) -> dict[str, Message]:
    """Return the words of one catalogue by key. Raises `CatalogueError`."""
    try:
        catalogue = polib.pofile(file.read_text("utf-8"))
        count, form = _plurals(catalogue.metadata.get("Plural-Forms", "nplurals=2; plural=n != 1;"))
    except (OSError, ValueError) as problem:
        raise CatalogueError(f"{file}: {problem}") from None
    words: dict[str, Message] = {}
    for entry in catalogue.translated_entries():
        forms = tuple(text for _, text in sorted(entry.msgstr_plural.items()))
        if entry.msgid in words:
            raise CatalogueError(f"{file}: {entry.msgid} stands twice")
        if forms and len(forms) != count:
            raise CatalogueError(f"{file}: {entry.msgid} has {len(forms)} forms, not {count} as Plural-Forms says")
        words[entry.msgid] = Counted(form, forms) if forms else entry.msgstr
    catalogue.clear()  # polib's parser holds its entries in a reference cycle, and a host seldom collects garbage
    return words


def _plurals(header: str) -> tuple[int, Callable[[int], int]]:
    """Return the number of plural forms, and the function that selects one."""
    found = _PLURALS.fullmatch(header)
    if found is None:
        raise ValueError(f"Plural-Forms cannot be read: {header}")
    count, form = int(found[1]), c2py(found[2])
    return count, lambda n: min(form(n), count - 1)


_ID: Final = re.compile(r"[A-Z]+(-[A-Z]+)*-(\d+\.|[A-Z])\d+")
"""`GAME-6.4`, or `GAME-D4` in a group that is named by a letter."""


class RulebookError(ValueError):
    """Clauses that cannot be used. The message names the file and the clause."""


class Rulebook(Sequence[Clause]):
    """The clauses of `package` in the order of the rules, read and checked on first use.

    Every language has the same clauses in the same order; English is required. Any access may raise `RulebookError`.
    """

    def __init__(self, package: str) -> None:
        self._package = package

    @cached_property
    def _clauses(self) -> tuple[Clause, ...]:
        return read_clauses(files(self._package) / "clauses")

    @overload
    def __getitem__(self, index: int) -> Clause: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Clause]: ...
    def __getitem__(self, index: int | slice) -> Clause | Sequence[Clause]:
        return self._clauses[index]

    def __len__(self) -> int:
        return len(self._clauses)


def read_clauses(folder: Traversable) -> tuple[Clause, ...]:
    """Return the clauses of a folder in all its languages. Raises `RulebookError`."""
    written = {file.name.removesuffix(".toml"): _read(file) for file in folder.iterdir() if file.name.endswith(".toml")}
    if ENGLISH not in written:
        raise RulebookError(f"{folder}: there is no {ENGLISH}.toml")
    ids = list(written[ENGLISH])
    for lang, texts in written.items():
        for expected, found in zip([*ids, "no more clauses"], [*texts, "no more clauses"], strict=False):
            if expected != found:
                raise RulebookError(f"{folder / f'{lang}.toml'}: {found} stands where {ENGLISH}.toml has {expected}")
    return tuple(Clause(id=id, texts={lang: texts[id] for lang, texts in sorted(written.items())}) for id in ids)


def _read(file: Traversable) -> Mapping[str, str]:
    try:
        texts = tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise RulebookError(f"{file}: {problem}") from None
    for id, text in texts.items():
        if not _ID.fullmatch(id):
            raise RulebookError(f"{file}: {id!r} is no id of a clause, such as GAME-6.4 or GAME-D4")
        if not isinstance(text, str) or not text.strip():
            raise RulebookError(f"{file}: {id} has no text")
    return texts


TABLE_CLAUSES: Final = Rulebook("referee.core.rulebook")
"""The rules of the table, which apply to every game."""
