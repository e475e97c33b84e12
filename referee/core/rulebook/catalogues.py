"""Words for people: gettext catalogues, `<language>/LC_MESSAGES/<name>.po` in a folder, read as they are edited."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from gettext import c2py
from pathlib import Path
from string import Formatter
from typing import Any, Final, NamedTuple

import polib

from referee.core.values import ENGLISH

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
