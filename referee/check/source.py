"""What a game's code says, read without running it: the clauses and the message keys that stand in its calls."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from referee.check.places import package_folder, short_game
from referee.core.game import Game

SHORT: Final = {"must": 1, "require": 1, "tell": 0, "tell_to": 1, "over": 0}
"""Which argument of these is a clause where a game is written the short way; the next one is a message key."""


class Said(NamedTuple):
    """A clause or a message key that stands in a game's code, and the file and line."""

    text: str
    place: str


def python_files(game: Game) -> list[Path]:
    """Return the Python files of the package in which a game is written."""
    return sorted(package_folder(game).rglob("*.py"))


def line_with(game: Game, text: str) -> str:
    """Return the first file and line of a game's code in which a text stands, else its package."""
    for file in python_files(game):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            if text in line:
                return f"{file}:{number}"
    return str(package_folder(game))


def in_source(game: Game) -> tuple[list[Said], list[Said]]:
    """Return the clauses and the message keys that a game's calls name as they stand there."""
    prefix, own = game.CLAUSES[0].id.rpartition("-")[0], game.KEY.replace("-", "_")
    key = re.compile(rf"{own}(\.[a-z0-9_]+)+")
    clause = re.compile(rf"{prefix}-[A-Z0-9.]+")
    clauses: list[Said] = []
    keys: list[Said] = []
    for node, file in _calls(game):
        given = (*node.args, *(named.value for named in node.keywords))
        for said in (Said(_text(each), f"{file}:{each.lineno}") for each in given):
            if clause.fullmatch(said.text):
                clauses.append(said)
            elif key.fullmatch(said.text) and said.text != game.SCREENS:
                keys.append(said)
        if short_game(game) is not None:
            at = SHORT.get(getattr(node.func, "attr", ""), 99)
            said_short = [(arg, _text(arg)) for arg in node.args[at : at + 2]]
            for (arg, text), found, start in zip(said_short, (clauses, keys), (f"{prefix}-", f"{own}."), strict=False):
                if text:
                    found.append(Said(start + text, f"{file}:{arg.lineno}"))
    return clauses, keys


def _calls(game: Game) -> Iterator[tuple[ast.Call, Path]]:
    for file in python_files(game):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                yield node, file


def _text(node: Any) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
