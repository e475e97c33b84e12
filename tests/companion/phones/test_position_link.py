"""What lies open on a table as a link: packed, read again, and refused where it is none."""

from __future__ import annotations

import base64
import zlib

import pytest

from companion.tables.taking_over import LARGEST, LinkedTable, link, linked
from referee.core.values import Refused

TABLE = LinkedTable("toy", {"goal": 5}, ["Aki", "仁"], {"turn": "p1", "seats": {"p1": {"points": 2}}})


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(data)).decode()


def test_a_link_holds_the_table_and_reads_as_a_path() -> None:
    path = link(TABLE)
    assert path.startswith("/p/")
    assert path.isascii()
    assert linked(path.removeprefix("/p/")) == TABLE


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "é",
        "A" * 5000,
        packed(b"not json"),
        packed(b'["toy", {}, []]'),
        packed(b'["toy", [], [], {}]'),
        packed(b'["toy", {}, [1], {}]'),
        packed(b"[" * 100_000),
        packed(b'["toy", {"goal": 1e999}, [], {}]'),
        packed(b'["toy", {"goal": NaN}, [], {}]'),
        packed(b'["toy", {}, [], {"points": ' + b"9" * 30 + b"}]"),
        packed(b'["toy", {}, [], {"x": [' + b"[]," * 30_000 + b"[]]}]"),
        packed(b'["toy", {}, [], {"x": "' + b"x" * LARGEST + b'"}]'),
    ],
)
def test_what_is_no_link_is_refused(text: str) -> None:
    with pytest.raises(Refused, match=r"METSUKE-1\.4"):
        linked(text)
