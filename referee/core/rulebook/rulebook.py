"""Clauses: `clauses/<language>.toml` in a package, one line `"id" = "text"` for each, in the order of the rules."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, overload

from referee.core.values import ENGLISH, Clause

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
