"""What a phone may send: an honest client's frames pass as they are, everything else is dropped."""

import flet as ft
import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hosting.frames import LONGEST, NoFrame, admit, unpacked

REGISTER, EVENT, PROPS, ANSWER = 1, 3, 4, 5
FIELD, SWITCH, TEXT = ft.TextField(), ft.Switch(), ft.Text("")
PAGE = {"route": "/", "web": True, "platform": "android", "width": 390, "height": 844}
CONTROLS = {1: object(), 7: FIELD, 8: SWITCH, 9: TEXT}


def let_in(action, body, registered=True):
    return admit([action, body], registered, CONTROLS.get)


def test_a_registration_keeps_what_the_client_tells_of_itself():
    page = {
        "route": "/m/abcd",
        "web": True,
        "pwa": False,
        "platform": "android",
        "width": 390,
        "height": 844.5,
        "platform_brightness": "dark",
        "media": {"padding": {"left": 0, "top": 24.0}, "orientation": "portrait"},
    }
    body = {"session_id": "old", "page_name": "m/abcd", "page": page}
    assert let_in(REGISTER, body, registered=False) == [REGISTER, body]


def test_a_socket_registers_once():
    assert let_in(REGISTER, {"session_id": "", "page_name": "", "page": {}}) is None


def test_nothing_is_let_in_before_the_registration():
    assert let_in(EVENT, {"target": 7, "name": "click", "data": None}, registered=False) is None


@pytest.mark.parametrize(
    "props",
    [
        {"_Page__session": 5},
        {"_services": None, "views": []},
        {"on_disconnect": None},
        {"title": "◉"},
        {"width": "wide"},
        {"width": float("nan")},
        {"route": "/" * 501},
        {"media": {"_i": 3}},
        {"media": {"padding": {"left": {"a": {"b": 1}}}}},
    ],
)
def test_the_page_itself_cannot_be_rewritten(props):
    assert let_in(PROPS, {"id": 1, "props": props}) is None
    registered = let_in(REGISTER, {"session_id": "", "page_name": "", "page": PAGE | props}, registered=False)
    if registered is not None:
        assert registered[1]["page"].items() <= PAGE.items()


@pytest.mark.parametrize("lacking", ["session_id", "page_name", "page", "route", "platform", "width", "height"])
def test_a_phone_that_does_not_say_all_of_itself_is_not_registered(lacking):
    page = {name: value for name, value in PAGE.items() if name != lacking}
    whole = {"session_id": None, "page_name": "", "page": PAGE}
    assert let_in(REGISTER, whole, registered=False) is not None
    body = {name: value for name, value in (whole | {"page": page}).items() if name != lacking}
    if lacking == "session_id":
        body["session_id"] = 5
    assert let_in(REGISTER, body, registered=False) is None


@pytest.mark.parametrize(
    ("control", "props"),
    [
        (7, {"style": {"size": 99}}),
        (7, {"on_change": None}),
        (7, {"value": "x" * (LONGEST + 1)}),
        (7, {"value": {"a": 1}}),
        (8, {"selected": ["a"]}),
        (9, {"value": "not mine to change"}),
        (10, {"value": "no such control"}),
    ],
)
def test_a_control_changes_only_in_what_its_user_changes(control, props):
    assert let_in(PROPS, {"id": control, "props": props}) is None


def test_what_its_user_changes_passes():
    typed = {"value": "Aki", "style": {}}
    assert let_in(PROPS, {"id": 7, "props": typed}) == [PROPS, {"id": 7, "props": {"value": "Aki"}}]
    assert let_in(PROPS, {"id": 8, "props": {"value": True}}) == [PROPS, {"id": 8, "props": {"value": True}}]


def test_known_events_pass_and_others_do_not():
    tap = {"target": 7, "name": "tap_down", "data": {"k": "touch"}}
    assert let_in(EVENT, tap) == [EVENT, tap]
    assert let_in(EVENT, tap | {"name": "disconnect"}) is None
    assert let_in(EVENT, tap | {"name": "__init__"}) is None
    assert let_in(EVENT, tap | {"target": "7"}) is None
    assert let_in(EVENT, tap | {"target": 99}) is None


def test_an_answer_names_a_control_of_this_phone():
    answer = {"control_id": 7, "call_id": "abc", "result": "text", "error": None}
    assert let_in(ANSWER, answer) == [ANSWER, answer]
    assert let_in(ANSWER, answer | {"control_id": 99}) is None


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner),
    ),
    st.booleans(),
)
def test_no_frame_whatever_it_holds_does_more_than_be_dropped(frame, registered):
    admitted = admit(frame, registered, CONTROLS.get)
    assert admitted is None or admitted[0] in (REGISTER, EVENT, PROPS, ANSWER)


@given(st.dictionaries(st.text(), st.integers() | st.text() | st.none()), st.sampled_from([1, 7, 8, 9, 10]))
def test_no_private_or_unknown_property_is_ever_let_in(props, control):
    admitted = let_in(PROPS, {"id": control, "props": props})
    assert admitted is None or not [name for name in admitted[1]["props"] if name.startswith(("_", "on_"))]


def packed(value):
    return b"\0" + msgpack.packb(value)


def nested(depth):
    value = 1
    for _ in range(depth):
        value = {"k": value}
    return value


def test_what_a_client_packs_is_unpacked():
    drag = [EVENT, {"target": 7, "name": "pan_update", "data": {"l": {"x": 1.5}, "ts": msgpack.ExtType(3, b"1500")}}]
    assert unpacked(packed(drag))[1]["data"]["ts"].milliseconds is not None
    text = [PROPS, {"id": 7, "props": {"value": "\u540d" * LONGEST}}]
    assert unpacked(packed(text)) == text


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0",
        b"\1abcdef",
        b"\0\xc1",
        packed(5),
        packed([3]),
        packed([3, [1]]),
        packed([3, {}, {}]),
        packed([3, {1: "a"}]),
        packed([3, nested(20)]),
        packed([3, {"data": list(range(1000))}]),
        packed([3, {str(n): n for n in range(1000)}]),
        packed([3, {"data": b"bytes"}]),
        packed([3, {"data": msgpack.ExtType(1, b"no time")}]),
        b"\0" + b"\x91" * 20_000,
        b"\0" + b"\xdd\xff\xff\xff\xff" * 1000,
        b"\0\xdf\xff\xff\xff\xff",
        b"\0" + msgpack.packb([3, {}]) + b"more",
    ],
)
def test_bytes_that_are_no_frame_are_told_apart(data):
    with pytest.raises(NoFrame):
        unpacked(data)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_frame_or_none(data):
    try:
        _, body = unpacked(b"\0" + data)
    except NoFrame:
        return
    assert isinstance(body, dict)
