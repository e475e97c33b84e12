"""Messages in the reader's language, looked up by key in gettext catalogues, and the folder of assets.

The languages are the folders of `assets/locale`.
"""

from __future__ import annotations

import contextlib
import locale
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

from referee.core import rulebook
from referee.core.rulebook import Message
from referee.core.values import ENGLISH
from referee.library import filled
from referee.library import num as num

PACKAGE = Path(__file__).resolve().parent
PROJECT = PACKAGE.parent
"""The folder above `companion`: a checkout, an unpacked phone app, or site-packages."""


def find_assets(package: Path = PACKAGE) -> Path:
    """Return the folder of fonts, icons, boards and translations.

    It lies inside the package in an installed wheel, and beside it in a checkout or a phone app.
    """
    inside = package / "_assets"
    return inside if inside.is_dir() else package.parent / "assets"


ASSETS = find_assets()


@cache
def manual(language: str) -> str:
    """Return the path at which a host serves the manual: in the reader's language if there is one, else in English."""
    known = (ASSETS / "manual" / language / "index.html").is_file()
    return f"/manual/{language if known else 'en'}/index.html"


LOCALE = ASSETS / "locale"


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
        return self.message(key) is not None

    def learn(self, words: Mapping[str, Message]) -> None:
        """Add messages for keys that are not known yet."""
        self._words = {**words, **self._words}

    def __call__(self, key: str, /, **params: Any) -> str:
        """Return the message of a key in this language, else in English, else the key itself."""
        message = self.message(key)
        if message is None:
            return key
        return filled(message, params)

    def __repr__(self) -> str:
        return f"Translator({self.lang!r})"

    def __reduce__(self) -> tuple[Callable[[str], Translator], tuple[str]]:
        """Pickle only the language: another process has its own catalogues."""
        return translator, (self.lang,)


@cache
def languages() -> tuple[str, ...]:
    """Return the languages a phone may speak, English first."""
    return rulebook.languages(LOCALE)


def language_of(tag: str) -> str:
    """Return the supported language that a tag such as `ja`, `ja-JP` or `ja_JP` asks for, or an empty string."""
    ours = {lang.lower(): lang for lang in languages()}
    wanted = tag.strip().lower().replace("-", "_")
    return ours.get(wanted) or ours.get(wanted.partition("_")[0], "")


@cache
def app_words(lang: str) -> Mapping[str, Message]:
    """Return the app's own messages in a language, without those of games and without English fallbacks."""
    file = LOCALE / lang / "LC_MESSAGES" / "app.po"
    return rulebook.read_catalogue(file) if file.is_file() else {}


def language_name(lang: str) -> str:
    """Return a language's name for itself, or its code if its catalogue has none."""
    return str(app_words(lang).get("app.language", lang))


def learn(folder: Path) -> None:
    """Add the messages of a game that is a package of its own, from catalogues laid out as in `assets/locale`.

    They add keys and change none of ours. Raises `CatalogueError`.
    """
    for lang in languages():
        translator(lang).learn(rulebook.read_words(folder, lang))


@cache
def translator(lang: str) -> Translator:
    """Return the translator of a language, always the same object; for an unknown language the English one."""
    if lang not in languages():
        return translator(ENGLISH)
    fallback = None if lang == ENGLISH else translator(ENGLISH)
    return Translator(lang, rulebook.read_words(LOCALE, lang), fallback)


asked_language: ContextVar[str] = ContextVar("asked", default="")
"""The language that the phone of the current connection asks for; empty if it did not say."""


def preferred_language(tags: str) -> str:
    """Return the first supported language among tags such as `fr,ja-JP,en`, or an empty string."""
    return next(filter(None, map(language_of, tags[:500].split(","))), "")


def of_this_machine() -> str:
    """Return this machine's language if it is supported, or an empty string."""
    with contextlib.suppress(ValueError):
        own = locale.getlocale()[0] or ""
        # Windows returns "Japanese_Japan", which `normalize` maps to a language code.
        return language_of(own) or language_of(locale.normalize(own.partition("_")[0]))
    return ""
