"""JSON from strangers: read within bounds, and refused with the place where it cannot be read."""

from __future__ import annotations

import json
import re
from typing import Any

LIMIT = 16 * 1024 * 1024
"""Bytes of the largest file that is read."""
MAX_DEPTH = 64
"""How deep lists and objects may lie in each other."""

_TOKEN = re.compile(
    r'"(?:[^"\\]++|\\.?)*+"?|(?P<constant>NaN|-?Infinity)|(?P<number>\d{4000,})|(?P<bracket>[][{}])', re.DOTALL
)
"""What is looked at before reading. A string is taken in one piece, without going back."""
_HALF = re.compile(r"[\ud800-\udfff]")


class Unreadable(ValueError):
    """A file that cannot be read: which file, where in it, and why, in one line."""

    def __init__(self, name: str, where: str, why: str) -> None:
        self.name = name
        self.where = where
        self.why = why
        line = ": ".join(part for part in (name, where) if part)
        super().__init__(" ".join(f"{line}: {why}".split()))


def parse(text: str | bytes, name: str) -> Any:
    """Return the value of a JSON text. Raises `Unreadable` with line and column."""
    if len(text) > LIMIT:
        raise Unreadable(name, "", f"is larger than {LIMIT // 1024 // 1024} MB, the most that is read")
    if isinstance(text, bytes):
        text = _decoded(text, name)
    _bounded(text, name)
    try:
        value = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise Unreadable(name, f"line {error.lineno}, column {error.colno}", f"is not JSON: {error.msg}") from None
    _whole(value, name)
    return value


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1
        raise Unreadable(name, f"line {line}, byte {column}", "is not UTF-8") from None


def _bounded(text: str, name: str) -> None:
    """Refuse what JSON does not have or what would take the reader down, before it is read."""
    depth = 0
    for token in _TOKEN.finditer(text):
        if bracket := token["bracket"]:
            depth += 1 if bracket in "[{" else -1
            if depth > MAX_DEPTH:
                raise Unreadable(name, _place(text, token.start()), f"lies deeper than {MAX_DEPTH} lists and objects")
        elif constant := token["constant"]:
            raise Unreadable(name, _place(text, token.start()), f"is not JSON: {constant}")
        elif token["number"]:
            raise Unreadable(name, _place(text, token.start()), "is a number that is too long")


def _place(text: str, at: int) -> str:
    return f"line {text.count(chr(10), 0, at) + 1}, column {at - text.rfind(chr(10), 0, at)}"


def _whole(value: Any, name: str, where: str = "") -> None:
    """Refuse text with half a character (a lone surrogate): nothing could write it again."""
    if isinstance(value, str):
        if _HALF.search(value):
            raise Unreadable(name, where, "holds half a character")
    elif isinstance(value, dict):
        for key, inner in value.items():
            _whole(key, name, where)
            _whole(inner, name, f"{where}.{key}".removeprefix("."))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            _whole(inner, name, f"{where}[{i}]")
