"""JSON: from strangers read within bounds, or refused with the place that cannot be read; one text for one value."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import Any, Final

from pydantic_core import from_json

LIMIT = 16 * 1024 * 1024
"""Bytes of the largest file that is read."""
LARGEST_INTEGER: Final = 2**63 - 1
"""What every database and every wire keeps as it is: eight bytes with a sign."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_PLACE = re.compile(r"(?P<why>.*) at line (?P<line>\d+) column (?P<column>\d+)", re.DOTALL)
"""How the reader says what is wrong, and where; it counts bytes."""
_JSON = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much a JSON text may hold. What it comes to in memory is bounded by `parts`, not by its size alone."""

    size: int | None = None
    """Bytes; `LIMIT` where not given."""
    parts: int = 2_000_000
    """Commas, colons and opening brackets, wherever they stand: no text has more values than that and one."""
    depth: int = 100
    """Lists and objects in each other."""
    text: int = LIMIT
    """Characters of one text or key."""


class Unreadable(ValueError):
    """A file that cannot be read: which file, where in it, and why, in one line."""

    def __init__(self, name: str, where: str, why: str) -> None:
        self.name = name
        self.where = where
        self.why = why
        line = ": ".join(part for part in (name, where) if part)
        super().__init__(" ".join(f"{line}: {why}".split()))


class OutOfBounds(Unreadable):
    """There is more in a file than is read: it is too large, lies too deep, or holds a number that nobody keeps."""

    def __init__(self, name: str, where: str, why: str, *, number: bool = False) -> None:
        super().__init__(name, where, why)
        self.number = number
        """Whether it is a number."""


def parse(text: str | bytes, name: str, bounds: Bounds = Bounds()) -> Any:
    """Return the value of a JSON text. Raises `Unreadable` with line and column, and `OutOfBounds`.

    Nothing is made of a text before its size and the number of its parts are known to be within bounds.
    """
    size = LIMIT if bounds.size is None else bounds.size
    if len(text) > size:
        raise OutOfBounds(name, "", f"is larger than {size // 1024 // 1024 or 1} MB, the most that is read")
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if sum(data.count(sign) for sign in b",:[{") > bounds.parts:
        raise OutOfBounds(name, "", f"holds more than {bounds.parts} values, the most that are read")
    try:
        value = from_json(data.removeprefix(_BYTE_ORDER_MARK), allow_inf_nan=False)
    except ValueError as error:
        found = _PLACE.fullmatch(str(error))
        if found is None:
            raise Unreadable(name, "", f"is not JSON: {error}") from None
        where = f"line {found['line']}, column {max(1, int(found['column']))}"
        match found["why"]:
            case "recursion limit exceeded":
                raise OutOfBounds(name, where, "lies too deep") from None
            case "number out of range":
                raise OutOfBounds(name, where, "is a number beyond what can be kept", number=True) from None
        raise Unreadable(name, where, f"is not JSON: {found['why']}") from None
    _look_over(value, name, bounds)
    return value


def _look_over(value: Any, name: str, bounds: Bounds) -> None:
    """Raise `OutOfBounds` where something in a value is out of bounds."""
    level, deep = [value], 0
    while level:
        below: list[Any] = []
        for each in level:
            match each:
                case str() if len(each) > bounds.text:
                    raise OutOfBounds(name, "", f"holds a text of more than {bounds.text} characters")
                case dict():
                    below += each
                    below += each.values()
                case list():
                    below += each
                case float() if not math.isfinite(each):
                    raise OutOfBounds(name, "", "holds a number beyond what can be kept", number=True)
                case int() if not -LARGEST_INTEGER <= each <= LARGEST_INTEGER:
                    raise OutOfBounds(name, "", "holds a number beyond what can be kept", number=True)
        deep += any(isinstance(each, dict | list) for each in level)
        if deep > bounds.depth:
            raise OutOfBounds(name, "", "lies too deep")
        level = below


def canonical(value: Any) -> str:
    """Return JSON with sorted keys, no spaces and nothing escaped: one text for one value.

    Raises `ValueError` on a number that JSON does not have.
    """
    return _JSON.encode(value)
