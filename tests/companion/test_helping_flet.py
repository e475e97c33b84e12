"""Where Flet is helped along: faults stay on the host, drawings are compared where they may differ."""

from __future__ import annotations

import logging
from typing import Any

import flet as ft
import flet.canvas as cv
import pytest
from flet.components.component import Component, Renderer
from flet.controls import object_patch
from flet.controls.base_control import BaseControl

from companion import calm, redraw
from companion.quick import MADE_FOR, draw_quicker

TEXT = ft.Text("held")
CIRCLE = cv.Circle(1, 2, 3)


@ft.component
def leaf(text: str) -> ft.Control:
    return ft.Text(text)


memo_leaf = ft.memo(leaf)


def drawn(*children: ft.Control, spacing: int = 4) -> ft.Control:
    return Renderer().render(lambda: ft.Column([ft.Row(list(children), spacing=spacing)]))


def component(text: str) -> ft.Control:
    return Renderer().render(lambda: leaf(text))


def mounted(text: str) -> ft.Control:
    made: Any = component(text)
    made._state.mounted = True
    return made


def test_a_drawing_whose_components_alone_changed_is_the_same_frame() -> None:
    changed: list[tuple[Component, Component]] = []
    before, after = mounted("a"), component("b")
    assert redraw._same(drawn(before), drawn(after), changed)
    assert changed == [(before, after)]


@pytest.mark.parametrize(
    "other",
    [
        lambda: drawn(component("a"), component("b")),
        lambda: drawn(component("a"), spacing=5),
        lambda: drawn(ft.Text("a")),
        lambda: drawn(),
    ],
)
def test_a_frame_that_changed_is_not_the_same(other: Any) -> None:
    assert not redraw._same(drawn(mounted("a")), other(), [])


def test_a_component_that_is_gone_or_of_another_kind_is_not_the_same() -> None:
    gone: Any = component("a")
    assert not redraw._same(gone, component("a"), [])
    other = Renderer().render(lambda: ft.component(lambda text: ft.Text(text))("a"))
    assert not redraw._same(mounted("a"), other, [])


def walked(item: Any) -> list[str]:
    """Return the kinds of controls that the diff finds in something new, in a fixed order."""
    builder = object_patch.DiffBuilder(None, None, control_cls=BaseControl)
    return sorted(type(found).__name__ for found in builder._configure_dataclass(item, None, False))


def screen() -> ft.Control:
    padding = ft.Padding.all(4)
    held = ft.Container(ft.Row([ft.Text("a"), ft.Icon(ft.Icons.ADD_SHARP)]), padding=padding, badge=ft.Badge(label="1"))
    return ft.Column([held, ft.TextField(label="n", prefix=ft.Text("p")), ft.Stack([ft.Container()])])


def test_the_quicker_walk_finds_the_controls_that_flets_own_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    builder = object_patch.DiffBuilder
    quick = builder._configure_dataclass
    original = getattr(quick, "__wrapped__", quick)
    monkeypatch.setattr(builder, "_configure_dataclass", original)
    slow = walked(screen())
    monkeypatch.undo()
    assert draw_quicker()
    assert walked(screen()) == slow
    assert {"Text", "Icon", "Badge", "TextField", "Container", "Stack", "Row", "Column"} <= set(slow)


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
    assert draw_quicker()
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
    assert draw_quicker()
    with pytest.raises(TypeError):
        cls(*args, **given)


def test_the_quicker_walk_is_for_the_flet_that_is_pinned(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ft.__version__ == MADE_FOR
    monkeypatch.setattr("companion.quick.flet.__version__", "9.9.9")
    assert not draw_quicker()


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
        calm._steady(update)(component("a"))  # type: ignore[arg-type]
    assert "could not be drawn: ValueError" in caplog.text
    assert "red 5" not in caplog.text
