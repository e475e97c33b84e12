"""Where Flet is helped along: faults stay on the host, controls are made and packed quickly."""

from __future__ import annotations

import logging
from typing import Any

import flet as ft
import flet.canvas as cv
import msgpack
import pytest
from flet.components.component import Component, Renderer
from flet.controls.base_control import BaseControl
from flet.messaging.protocol import (
    Message,
    MessageAction,
    PatchControlBody,
    configure_encode_object_for_msgpack,
)

from companion.flet_runtime import faults as calm
from companion.flet_runtime.encode import packed

TEXT = ft.Text("held")
CIRCLE = cv.Circle(1, 2, 3)


@ft.component
def leaf() -> ft.Control:
    return ft.Text("leaf")


MADE: list[tuple[type[Any], tuple[Any, ...], dict[str, Any]]] = [
    (ft.Text, ("a",), {"size": 3, "weight": ft.FontWeight.BOLD, "max_lines": None}),
    (ft.Container, (), {"padding": 8, "content": TEXT, "on_click": print, "data": 4, "key": "k"}),
    (ft.Container, (TEXT,), {"bgcolor": "#000000", "visible": True, "opacity": 0.5}),
    (ft.Row, ([TEXT],), {"spacing": 4, "alignment": ft.MainAxisAlignment.START}),
    (ft.Column, (), {}),
    (ft.Stack, ([TEXT],), {"expand": True}),
    (ft.Semantics, (), {"label": "x", "button": True, "content": TEXT}),
    (ft.Icon, (ft.Icons.ADD_SHARP,), {"size": 3}),
    (ft.TextField, (), {"value": "a", "on_change": print}),
    (ft.GestureDetector, (), {"content": TEXT, "on_tap": print}),
    (ft.Image, (), {"src": "x"}),
    (cv.Canvas, ([CIRCLE],), {"width": 3}),
    (cv.Circle, (1, 2, 3), {}),
]


@pytest.mark.parametrize(("cls", "args", "given"), MADE)
def test_a_control_that_is_made_quickly_is_the_control_that_flet_makes(cls: Any, args: Any, given: Any) -> None:
    quick = cls(*args, **given)
    slow = cls.__new__(cls)
    cls.__init__.__wrapped__(slow, *args, **given)
    own = {name: value for name, value in vars(quick).items() if name != "_i"}
    assert own == {name: value for name, value in vars(slow).items() if name != "_i"}
    assert quick._i != slow._i


@pytest.mark.parametrize(
    ("cls", "args", "given"),
    [(ft.Text, ("a",), {"nope": 1}), (ft.Image, (), {}), (ft.Text, ("a",), {"value": "b"}), (ft.Column, range(99), {})],
)
def test_what_flet_does_not_take_is_not_taken_quickly_either(cls: Any, args: Any, given: Any) -> None:
    with pytest.raises(TypeError):
        cls(*args, **given)


def test_a_message_is_packed_as_flet_packs_it() -> None:
    held = ft.Container(TEXT, padding=8, on_click=print, border=ft.Border.all(1, "#000000"), badge=ft.Badge(label="1"))
    column = ft.Column([held, ft.TextField(value="", on_change=print), cv.Canvas([CIRCLE])], spacing=0)
    for control in (column, held, TEXT, held.border, CIRCLE, *column.controls):
        vars(control)["_frozen"] = True
    message = Message(MessageAction.PATCH_CONTROL, PatchControlBody(3, [[0], [0, 0, "content", column]]))
    as_flet_does = configure_encode_object_for_msgpack(BaseControl)  # type: ignore[no-untyped-call]
    slow = msgpack.packb([message.action, message.body], default=as_flet_does)
    assert msgpack.unpackb(packed(message)[1:]) == msgpack.unpackb(slow)


def test_a_fault_is_described_without_the_values_that_were_there() -> None:
    try:
        {"red 5": 1}["blue 4"]
    except KeyError as fault:
        said = calm.describe(fault)
    assert said.startswith("KeyError at ")
    assert "blue 4" not in said


def test_a_screen_that_cannot_be_drawn_is_logged_in_one_line_without_its_values(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def update(_: Component) -> None:
        raise ValueError("the hand is red 5")

    with caplog.at_level(logging.ERROR, logger="metsuke"):
        calm._steady(update)(Renderer().render(lambda: leaf()))  # type: ignore[arg-type]
    assert "could not be drawn: ValueError" in caplog.text
    assert "red 5" not in caplog.text
