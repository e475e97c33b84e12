"""Words in the reader's language: every message is a key, looked up in the gettext catalogues of `assets/locale`."""

from __future__ import annotations

import string
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from companion.paths import ASSETS
from referee.core.catalogues import Message, read_words, text_of

LANGUAGES = ("en", "ja")
"""The languages a phone may speak; the first is what everything falls back to."""
MINUS = "\N{MINUS SIGN}"


def num(number: int) -> str:
    """Return a number as it is written on screens, with a true minus sign."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


@lru_cache(maxsize=4096)
def _pieces(message: str) -> tuple[tuple[str, str | None], ...]:
    """Return a message's words, each with the name of the parameter that follows them, if any."""
    return tuple((words, name) for words, name, _, _ in string.Formatter().parse(message))


def _fill(message: str, params: Mapping[str, Any]) -> str:
    """Fill `{name}` and nothing else: no attributes, no indices, and what is missing stays as it is."""
    filled = []
    for words, name in _pieces(message):
        filled.append(words)
        if name is not None:
            value = params.get(name, "{" + name + "}")
            filled.append(num(value) if isinstance(value, int) and not isinstance(value, bool) else str(value))
    return "".join(filled)


def parameters(message: str) -> frozenset[str]:
    """Return the names of a message's parameters. Raises `ValueError` if its braces do not match."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(message) if name)


class Translator:
    """The words of one language. Call it with a key and its parameters."""

    def __init__(self, lang: str, words: Mapping[str, Message], fallback: Translator | None = None) -> None:
        self.lang = lang
        self._words = words
        self._fallback = fallback

    def message(self, key: str) -> Message | None:
        """Return a key's message before its parameters are filled in, or None if no catalogue has it."""
        found = self._words.get(key)
        if found is None and self._fallback is not None:
            return self._fallback.message(key)
        return found

    def has(self, key: str) -> bool:
        """Tell whether a key has words."""
        return self.message(key) is not None

    def learn(self, words: Mapping[str, Message]) -> None:
        """Take in words for keys that are not known yet."""
        self._words = {**words, **self._words}

    def __call__(self, key: str, /, **params: Any) -> str:
        """Return the words of a key: in this language, else in English, else the key itself."""
        message = self.message(key)
        if message is None:
            return key
        text = text_of(message, params)
        return _fill(text, params) if params and "{" in text else text

    def __repr__(self) -> str:
        return f"Translator({self.lang!r})"


def learn(folder: Path) -> None:
    """Take in the catalogues of a game that is a package of its own. Raises `CatalogueError`."""
    for lang in LANGUAGES:
        translator(lang).learn(read_words(folder, lang))


@cache
def translator(lang: str) -> Translator:
    """Return the translator of a language, always the same object; an unknown language speaks English."""
    if lang not in LANGUAGES:
        return translator(LANGUAGES[0])
    return Translator(
        lang, read_words(ASSETS / "locale", lang), None if lang == LANGUAGES[0] else translator(LANGUAGES[0])
    )
