"""What a phone remembers, and what a stranger's phone may claim to remember."""

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.phones.device_storage import MOST_MATCHES, DeviceStorage, loads
from companion.tables.keys import CODE_ALPHABET, new_code


def test_what_is_remembered_comes_back():
    code = new_code()
    storage = DeviceStorage(language="ja", mode="light", tap_to_open=True, aloud=True, sound=True)
    storage = storage.with_key(code, "p1", "k1").with_key(code, "p2", "k2")
    assert loads(storage.dumps()) == storage
    assert loads(storage.without_key(code, "p1").dumps()).keys == {code: {"p2": "k2"}}
    assert storage.without_key(code, "p1").without_key(code, "p2").keys == {}


def test_a_storage_of_before_the_sound_was_kept_is_whole_and_silent():
    storage = DeviceStorage(language="ja", scale=1.5, sound=True).with_key(new_code(), "p1", "k1")
    older = {name: kept for name, kept in json.loads(storage.dumps()).items() if name != "sound"}
    assert loads(json.dumps(older)) == replace(storage, sound=False)


@pytest.mark.parametrize("kept", ["1", '"on"', "[true]", "null", "false"])
def test_only_a_plain_yes_makes_a_display_sound(kept):
    assert loads(f'{{"sound":{kept}}}').sound is False


def test_the_oldest_matches_are_let_go_of():
    storage = DeviceStorage()
    codes = [new_code() for _ in range(MOST_MATCHES + 5)]
    for code in codes:
        storage = storage.with_key(code, "p1", "key")
    assert list(storage.keys) == codes[5:]


def test_a_seat_looked_through_is_forgotten_with_its_match():
    code = new_code()
    storage = DeviceStorage(active={code: "p1", new_code(): "p2"}).with_key(code, "p1", "key")
    assert loads(storage.dumps()).active == {code: "p1"}


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "{",
        "[]",
        "null",
        "[" * 100_000,
        '{"keys": 3}',
        '{"keys": {"<b>": {"p1": "k"}}}',
        '{"keys":{"abcd":{"p1":3}}}',
    ],
)
def test_what_cannot_be_read_is_an_empty_storage(text):
    assert loads(text) == DeviceStorage()


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # however busy this machine is
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda s: st.lists(s) | st.dictionaries(st.text(), s)
    )
)
def test_any_json_makes_a_storage_that_can_be_stored(raw):
    storage = loads(json.dumps(raw))
    assert loads(storage.dumps()) == storage


def test_the_journals_that_are_followed_are_bounded_and_the_oldest_is_let_go() -> None:
    storage = DeviceStorage()
    for n in range(MOST_MATCHES):
        storage, dropped = storage.following(f"m{CODE_ALPHABET[n % 31]}{CODE_ALPHABET[n // 31]}")
        assert dropped == ()
    first, second = storage.journals[:2]
    again, dropped = storage.following(first)
    assert (dropped, again.journals[-1]) == ((), first)
    more, dropped = again.following("mzz")
    assert dropped == (second,)
    assert len(more.journals) == MOST_MATCHES
    assert loads(more.dumps()) == more
    for wrong in ('"m"', "[1]", '["M0"]', '[""]', "[null]", '["' + "m" * 41 + '"]', '["\\ud800"]', "{}"):
        assert loads('{"journals":' + wrong + "}").journals == ()
