"""JSON from strangers, read within bounds."""

from __future__ import annotations

import json
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.core import reading as jsontext
from referee.core.reading import LARGEST_INTEGER, Bounds, OutOfBounds, Unreadable, parse


def unread(text: str | bytes) -> str:
    with pytest.raises(Unreadable) as told:
        parse(text, "f.json")
    return str(told.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "f.json: line 1, column 1: is not JSON: EOF while parsing a value"),
        ("{\n  'a': 1}", "f.json: line 2, column 3: is not JSON: key must be a string"),
        ('{"a": 1,\n "b" 2}', "f.json: line 2, column 6: is not JSON: expected `:`"),
        ('{"a": 1} x', "f.json: line 1, column 10: is not JSON: trailing characters"),
        ('{"a": "b', "f.json: line 1, column 8: is not JSON: EOF while parsing a string"),
        ('["a",\n NaN]', "f.json: line 2, column 2: is not JSON: expected value"),
        ("[-Infinity]", "f.json: line 1, column 3: is not JSON: invalid number"),
        ("[" + "9" * 5000 + "]", "f.json: line 1, column 4303: is a number beyond what can be kept"),
        (b'{"a":\n "\xff"}', "f.json: line 2, column 3: is not JSON: invalid unicode code point"),
        ("\ud800", "f.json: line 1, column 1: is not JSON"),
        ('{"a": ["b", "\\ud800"]}', "f.json: line 1, column 20: is not JSON: unexpected end of hex escape"),
        ('{"a": {"\\udfff": 1}}', "f.json: line 1, column 14: is not JSON: lone leading surrogate"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(text: str | bytes, told: str) -> None:
    assert unread(text).startswith(told)


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"a":' * 100_000, "[" * 300 + "]" * 300])
def test_what_lies_too_deep_is_refused(deep: str) -> None:
    assert "lies too deep" in unread(deep)


def test_what_lies_just_deep_enough_is_read() -> None:
    assert parse("[" * 64 + "]" * 64, "f") is not None


def test_brackets_and_constants_in_text_are_text() -> None:
    text = json.dumps(["[" * 1000, "NaN", 'a "quoted" [', "\\", "Infinity\\", "9" * 9000])
    assert parse(text, "f") == json.loads(text)


def test_a_file_may_begin_with_a_byte_order_mark_and_repeat_a_key() -> None:
    assert parse(b'\xef\xbb\xbf{"a": 1, "a": 2}', "f") == {"a": 2}


def test_a_file_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsontext, "LIMIT", 1024 * 1024)
    text = json.dumps("x" * (1024 * 1024 - 2))
    assert parse(text, "f") == json.loads(text)
    assert unread(text + " ") == "f.json: is larger than 1 MB, the most that is read"
    assert unread((text + " ").encode()) == "f.json: is larger than 1 MB, the most that is read"


@pytest.mark.parametrize("number", ["1e999", "-1e999", "9223372036854775808", "-9223372036854775808", "9" * 5000])
@pytest.mark.parametrize("text", ["%s", '{"a": [1, {"b": %s}]}'])
def test_a_number_beyond_what_can_be_kept_is_refused_as_one(number: str, text: str) -> None:
    with pytest.raises(OutOfBounds) as told:
        parse(text % number, "f.json")
    assert told.value.number
    assert str(told.value).endswith("a number beyond what can be kept")


@pytest.mark.parametrize(
    ("inside", "outside", "bounds", "told"),
    [
        ("[[1]]", "[[[]]]", Bounds(depth=2), "lies too deep"),
        ('{"a": []}', '{"a": [{}]}', Bounds(depth=2), "lies too deep"),
        ("[1,2]", "[1,2,3]", Bounds(parts=2), "more than 2 values"),
        ('["aaa"]', '["aaaa"]', Bounds(text=3), "a text of more than 3 characters"),
        ('{"aaa": 1}', '{"aaaa": 1}', Bounds(text=3), "a text of more than 3 characters"),
        ("[1, 2]", "[1, 22]", Bounds(size=6), "is larger than"),
    ],
)
def test_bounds_are_held(inside: str, outside: str, bounds: Bounds, told: str) -> None:
    assert parse(inside, "f", bounds) == json.loads(inside)
    with pytest.raises(OutOfBounds, match=told) as refused:
        parse(outside, "f", bounds)
    assert not refused.value.number


@pytest.mark.parametrize("part", ["[],", "{},", '{"a":{}},', "1,"])
def test_many_parts_are_counted_before_any_is_made(part: str) -> None:
    text = ("[" + part * (12_000_000 // len(part)) + "0]").encode()
    tracemalloc.start()
    try:
        with pytest.raises(OutOfBounds, match="more than"):
            parse(text, "f")
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 1024 * 1024


def test_quotes_that_never_close_take_no_time() -> None:
    assert "is not JSON" in unread('"' + '\\"' * 1_000_000)
    assert "is not JSON" in unread('"' + '\\"' * 1_000_000 + "\\")


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-LARGEST_INTEGER, LARGEST_INTEGER)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@settings(derandomize=True, deadline=None)
@given(json_values, st.booleans())
def test_all_that_json_says_is_read(value: object, escaped: bool) -> None:
    assert parse(json.dumps(value, ensure_ascii=escaped), "f") == value


@settings(derandomize=True, deadline=None)
@given(st.text(alphabet='{}[]",:\\u0dN aI19-.\n', max_size=40))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    read, told = True, ""
    try:
        parse(text, "f")
    except Unreadable as unreadable:
        read, told = False, str(unreadable)
    assert read == (told == "")
    assert "\n" not in told
