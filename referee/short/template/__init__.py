"""The package of a new game as texts: rules, clauses, words in all languages, a test and a README."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.resources import files
from importlib.util import find_spec
from typing import Final

from referee.core.rulebook import announced
from referee.short.game import KEYS

_PLACES: Final = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "rules.py": "@PACKAGE@/__init__.py",
    "screens.py": "@PACKAGE@/screens.py",
    "clauses.en": "@PACKAGE@/clauses/en.toml",
    "clauses.ja": "@PACKAGE@/clauses/ja.toml",
    "words.en": "@PACKAGE@/locale/en/LC_MESSAGES/@PACKAGE@.po",
    "words.ja": "@PACKAGE@/locale/ja/LC_MESSAGES/@PACKAGE@.po",
    "test.py": "tests/test_@PACKAGE@.py",
}
"""The path of each text in the package."""


def files_of(key: str) -> dict[str, str]:
    """Return the texts of a new game's package by path. Raises `ValueError` for an invalid key."""
    if not KEYS.fullmatch(key):
        raise ValueError(f"{key!r} cannot be a game's key: small letters and digits, with hyphens between them")
    package = key.replace("-", "_")
    if keyword.iskeyword(package) or package in sys.stdlib_module_names:
        raise ValueError(f"{key!r} cannot be a game's key: its package would have a name of Python's own")
    if find_spec(package) is not None or key in {one.key for one in announced()}:
        raise ValueError(f"{key!r} cannot be a game's key: there is a game or a package of that name")
    filled = {
        "@KEY@": key,
        "@PACKAGE@": package,
        "@WORDS@": package,
        "@PREFIX@": re.sub(r"[^A-Z]", "", key.upper()),
        "@TITLE@": key.replace("-", " ").title(),
    }
    own = files(__name__)
    return {
        _fill(path, filled): _fill((own / f"{name}.tmpl").read_text("utf-8"), filled) for name, path in _PLACES.items()
    }


def _fill(text: str, filled: dict[str, str]) -> str:
    for mark, value in filled.items():
        text = text.replace(mark, value)
    return text
