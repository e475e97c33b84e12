"""JSON: from strangers read within bounds, or refused with the place that cannot be read; one text for one value."""

from __future__ import annotations

import json
import re
from typing import Any

from pydantic_core import from_json

LIMIT = 16 * 1024 * 1024
"""Bytes of the largest file that is read. How deep it may lie and how long numbers may be is bounded by the reader."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_PLACE = re.compile(r"(?P<why>.*) at line (?P<line>\d+) column (?P<column>\d+)", re.DOTALL)
"""How the reader says what is wrong, and where; it counts bytes."""
_TOO_DEEP = "recursion limit exceeded"
_JSON = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


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
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    try:
        return from_json(data.removeprefix(_BYTE_ORDER_MARK), allow_inf_nan=False)
    except ValueError as error:
        found = _PLACE.fullmatch(str(error))
        if found is None:
            raise Unreadable(name, "", f"is not JSON: {error}") from None
        where = f"line {found['line']}, column {max(1, int(found['column']))}"
        deep = found["why"] == _TOO_DEEP
        raise Unreadable(name, where, "lies too deep" if deep else f"is not JSON: {found['why']}") from None


def canonical(value: Any) -> str:
    """Return JSON with sorted keys, no spaces and nothing escaped: one text for one value.

    Raises `ValueError` on a number that JSON does not have.
    """
    return _JSON.encode(value)
