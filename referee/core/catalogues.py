"""Words for people: gettext catalogues, `<language>/LC_MESSAGES/<name>.po` in a folder, read as they are edited."""

from __future__ import annotations

from pathlib import Path

import polib

from referee.core.values import ENGLISH


class CatalogueError(ValueError):
    """A catalogue that cannot be used. The message names the file."""


def languages(folder: Path) -> tuple[str, ...]:
    """Return the languages that a folder has catalogues of, English first."""
    found = {file.parent.parent.name for file in folder.glob("*/LC_MESSAGES/*.po")}
    return tuple(sorted(found, key=lambda lang: (lang != ENGLISH, lang)))


def read_words(folder: Path, lang: str) -> dict[str, str]:
    """Return the words of all catalogues of a language by key; what is not translated is left out.

    Raises `CatalogueError` for a file that is no catalogue, and for a key that stands twice.
    """
    words: dict[str, str] = {}
    for file in sorted(folder.glob(f"{lang}/LC_MESSAGES/*.po")):
        for key, text in read_catalogue(file).items():
            if key in words:
                raise CatalogueError(f"{file}: {key} stands here and in another catalogue")
            words[key] = text
    return words


def read_catalogue(file: Path) -> dict[str, str]:
    """Return the words of one catalogue by key. Raises `CatalogueError`."""
    try:
        entries = polib.pofile(str(file), encoding="utf-8").translated_entries()
    except (OSError, ValueError) as problem:
        raise CatalogueError(f"{file}: {problem}") from None
    words = {entry.msgid: entry.msgstr for entry in entries}
    if len(words) < len(entries):
        ids = [entry.msgid for entry in entries]
        raise CatalogueError(f"{file}: {next(id for id in ids if ids.count(id) > 1)} stands twice")
    return words
