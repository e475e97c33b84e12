"""What comes along in files: rules as clauses, words in catalogues, and which games are announced.

Which games are announced, by name: the entry points of the group `metsuke.games`. None of them is imported for it.
Those of Metsuke itself are read from the table in its `pyproject.toml`, which keeps their order and is there where
nothing is installed: in a source tree and in a phone app. An installed Metsuke has a copy inside `referee`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
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
"""The name of Metsuke's own distribution."""

_PACKAGE = Path(__file__).resolve().parents[2]
_NOWHERE = "an unnamed distribution"


@dataclass(frozen=True, slots=True)
class Announcement:
    """A game that somebody announces: its key, and where its rules are, as the value of an entry point."""

    key: str
    rules: str
    distribution: str = OWN


def announced() -> tuple[Announcement, ...]:
    """Return every announcement: Metsuke's own in their order, then those of others by their names."""
    own = tuple(_own(_PACKAGE))
    found = (
        Announcement(point.name, point.value, (point.dist.name if point.dist else "") or _NOWHERE)
        for point in entry_points(group=GROUP)
    )
    # What an older version called itself may still be installed beside this one: it announces the same games.
    ours = {(one.key, one.rules) for one in own}
    others = (one for one in found if not own or (one.distribution != OWN and (one.key, one.rules) not in ours))
    return (*own, *sorted(others, key=lambda one: (one.distribution, one.key)))


def _own(package: Path) -> Iterator[Announcement]:
    for folder in (package.parent, package):
        project = _project(folder / "pyproject.toml")
        if project.get("name") == OWN:
            yield from (Announcement(key, rules) for key, rules in project["entry-points"][GROUP].items())
            return


def _project(file: Path) -> dict[str, Any]:
    with suppress(OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        return dict(tomllib.loads(file.read_text("utf-8")).get("project", {}))
    return {}


_PLURALS: Final = re.compile(r"\s*nplurals\s*=\s*([1-9])\s*;\s*plural\s*=([^;]+);?\s*")


class CatalogueError(ValueError):
    """A catalogue that cannot be used. The message names the file."""


class Counted(NamedTuple):
    """A message about a number of things: its forms, and what tells which of them a number takes (`Plural-Forms`)."""

    form: Callable[[int], int]
    forms: tuple[str, ...]

    def about(self, n: object) -> str:
        """Return the form for a number, written as a whole number or its digits; the last one for anything else."""
        number = n if isinstance(n, int) else int(n) if isinstance(n, str) and n.isdecimal() else None
        return self.forms[-1] if number is None else self.forms[self.form(number)]


Message = str | Counted


def text_of(message: Message, params: Mapping[str, Any]) -> str:
    """Return a message's text for its parameters, before they are filled in; `n` or `count` is the number of things."""
    return message if isinstance(message, str) else message.about(params.get("n", params.get("count")))


def languages(folder: Path) -> tuple[str, ...]:
    """Return the languages that a folder has catalogues of, English first."""
    found = {file.parent.parent.name for file in folder.glob("*/LC_MESSAGES/*.po")}
    return tuple(sorted(found, key=lambda lang: (lang != ENGLISH, lang)))


def read_words(folder: Path, lang: str) -> dict[str, Message]:
    """Return the words of all catalogues of a language by key; what is not translated is left out.

    Raises `CatalogueError` for a file that is no catalogue, and for a key that stands twice.
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
    """Return the keys that have words in these folders, with the parameters that those need, by language of the first.

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
    catalogue.clear()  # polib's parser holds its entries in a circle, and a host collects seldom
    return words


def _plurals(header: str) -> tuple[int, Callable[[int], int]]:
    """Return how many forms there are, and which of them a number takes."""
    found = _PLURALS.fullmatch(header)
    if found is None:
        raise ValueError(f"Plural-Forms cannot be read: {header}")
    count, form = int(found[1]), c2py(found[2])
    return count, lambda n: min(form(n), count - 1)


_ID: Final = re.compile(r"[A-Z]+(-[A-Z]+)*-(\d+\.|[A-Z])\d+")
"""`GAME-6.4`, or `GAME-D4` in a group that has a letter."""


class RulebookError(ValueError):
    """Clauses that cannot be used. The message names the file and the clause."""


class Rulebook(Sequence[Clause]):
    """The clauses of `package` in the order of the rules, read and checked when one is first asked for.

    Every language says the same clauses in the same order; English must be among them. Asking raises `RulebookError`.
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
"""The rules of the table itself, whatever game is on it."""
