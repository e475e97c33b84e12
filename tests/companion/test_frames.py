"""What a phone may send: an honest client's frames pass as they are, everything else is dropped."""

import flet as ft
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hosting.frames import LONGEST, admit

REGISTER, EVENT, PROPS, ANSWER = 1, 3, 4, 5
FIELD, SWITCH, TEXT = ft.TextField(), ft.Switch(), ft.Text("")
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
    registered = let_in(REGISTER, {"session_id": "", "page_name": "", "page": props}, registered=False)
    assert registered == [REGISTER, {"session_id": "", "page_name": "", "page": {}}]


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
