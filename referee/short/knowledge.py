"""Control of who may know a value: veils replace hidden values, and marks keep secrets from being told by mistake."""

from __future__ import annotations

import sys
import sysconfig
import traceback
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn


class AuthorError(Exception):
    """A mistake in the code of a game. The message begins with the file and line."""


class Unknown(BaseException):
    """A rule used a value that the viewer may not know. A `BaseException`, so that no game catches it by mistake."""


class HiddenValue:
    """Replaces a value that a viewer may not know. Only its count may be used; anything else raises `Unknown`."""

    __slots__ = ("_count",)

    def __init__(self, count: int | None = None) -> None:
        self._count = count

    def __len__(self) -> int:
        return unknown() if self._count is None else self._count

    def __bool__(self) -> bool:
        return len(self) > 0

    def __getattr__(self, name: str) -> NoReturn:
        unknown()


def unknown(*_: Any, **__: Any) -> NoReturn:
    """Raise `Unknown`."""
    raise Unknown


_COMPARISON: Final = ("eq", "ne", "lt", "le", "gt", "ge", "hash")
_CONTAINER: Final = ("iter", "getitem", "setitem", "delitem", "contains", "call")
_CONVERSION: Final = ("int", "float", "index", "str", "repr", "format", "neg", "abs", "round")
_BITWISE: Final = ("and", "or", "xor", "invert")
_ARITHMETIC: Final = ("add", "sub", "mul", "floordiv", "truediv", "mod")
_REFLECTED: Final = tuple(f"r{name}" for name in _ARITHMETIC)
for _name in (*_COMPARISON, *_CONTAINER, *_CONVERSION, *_BITWISE, *_ARITHMETIC, *_REFLECTED, "iadd", "divmod"):
    setattr(HiddenValue, f"__{_name}__", unknown)


_ATOMS: Final = frozenset({str, int, bool, float, type(None)})


class Secrecy:
    """Mark of a value that not everybody may know; it behaves like the value."""

    __slots__ = ()


class _SecretText(str, Secrecy):
    __slots__ = ()


class _SecretNumber(int, Secrecy):
    __slots__ = ()


def marked(value: Any) -> Any:
    """Return a value marked as secret, with the items of lists and mappings; not booleans and `None`."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _SecretText(value)
    if isinstance(value, int):
        return _SecretNumber(value)
    return _each(value, marked)


def plain(value: Any) -> Any:
    """Return a value without marks, including its items."""
    if isinstance(value, Secrecy):
        return str(value) if isinstance(value, str) else int.__index__(value)  # type: ignore[arg-type]
    return _each(value, plain)


def copied(value: Any) -> Any:
    """Return a copy of a value: lists and mappings are copied, everything else is immutable."""
    kind = type(value)
    if kind is list:
        return [one if type(one) in _ATOMS else copied(one) for one in value]
    return {key: copied(one) for key, one in value.items()} if kind is dict else value


def _each(value: Any, make: Callable[[Any], Any]) -> Any:
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is list:
        return [make(one) for one in value]
    if kind is tuple:
        return tuple([make(one) for one in value])
    return {make(key): make(one) for key, one in value.items()} if kind is dict else value


def holds_secret(value: Any) -> bool:
    """Tell whether a value is a veil, is marked, or contains such a value."""
    if type(value) in _ATOMS:
        return False
    if isinstance(value, Secrecy | HiddenValue):
        return True
    if isinstance(value, list | tuple | set | frozenset):
        return any(map(holds_secret, value))
    return isinstance(value, Mapping) and any(holds_secret(each) for pair in value.items() for each in pair)


_FOLDER: Final = __file__.removesuffix("knowledge.py")
_PYTHON: Final = sysconfig.get_path("stdlib")
OURS: Final = __name__.rpartition(".")[0]


def is_above(file: str) -> bool:
    """Tell whether a file belongs to Python, pydantic or this package, and not to a game's author."""
    pythons = file.startswith((_PYTHON, "<")) and "site-packages" not in file
    return pythons or "/pydantic/" in file or file.startswith(_FOLDER)


def place() -> str:
    """Return the file and line of the author's code that is running."""
    frame = sys._getframe(1)
    while frame.f_back is not None and str(frame.f_globals.get("__name__", "")).startswith(OURS):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def place_of(function: Callable[..., Any]) -> str:
    """Return the file and line where a function begins."""
    code = function.__code__
    return f"{code.co_filename}:{code.co_firstlineno}"


def at_fault(what: str, error: Exception) -> AuthorError:
    """Return an error as the fault of the author's code, with the last line of it that was run."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not is_above(f.filename)]
    where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else "?"
    return AuthorError(f"{where}: {what}: {type(error).__name__}: {error}")
