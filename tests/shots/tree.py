"""A screen's tree as it would be sent to a phone, without a phone: for looking at what a screen holds."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from functools import cache
from types import FunctionType, MethodType
from typing import Any

import flet as ft
from flet.components.component import Component, Renderer

PLAIN = frozenset({type(None), bool, int, float, str, bytes, dict, FunctionType, MethodType})
"""What most values of a control are, and no control is in."""


def drawn(draw: Callable[[], ft.Control]) -> list[ft.BaseControl]:
    """Return every control that `draw` puts into the tree, components opened, in the order of the tree."""
    found: list[ft.BaseControl] = []
    _gather(Renderer().render(draw), found)
    return found


def _gather(value: Any, found: list[ft.BaseControl]) -> None:
    """Add the controls in a value."""
    if isinstance(value, Component):
        value.before_update()
        _gather(value._b, found)
    elif isinstance(value, (list, tuple)):
        for each in value:
            _gather(each, found)
    elif isinstance(value, ft.BaseControl):
        found.append(value)
        for _, inner in given(value):
            if type(inner) not in PLAIN:
                _gather(inner, found)


def given(control: ft.BaseControl, skipped: bool = False) -> Iterator[tuple[str, Any]]:
    """Yield the public fields of a control that may be other than declared, with their values, in their order.

    Most of the fifty fields of a control are as declared, and Flet keeps only the others. With `skipped` those that no
    phone is sent are among them.
    """
    values = control._values
    for name, sparse in _fields(type(control), skipped):
        if not sparse:
            yield name, getattr(control, name, None)
        elif name in values:
            yield name, values[name]


@cache
def _fields(kind: type[ft.BaseControl], skipped: bool) -> tuple[tuple[str, bool], ...]:
    """Return the public fields of a class, each with whether it is kept only where it is set."""
    return tuple(
        (field.name, field.name in kind._prop_defaults)
        for field in dataclasses.fields(kind)
        if not field.name.startswith("_") and (skipped or not field.metadata.get("skip"))
    )


def held_in(value: Any) -> Iterator[str | int | float | bool | None]:
    """Yield every plain value in a tree, in order: in fields, whatever they are called, and in what handlers hold.

    Fields of controls that are as declared hold nothing of a match and are left out. Of a component, what it draws
    counts: whether a part of a screen is one depends on what was drawn before.
    """
    kept, ahead = dict[int, Any](), [value]  # what is kept stays alive, so that nothing else comes to have its id
    while ahead:
        value = ahead.pop()
        if value is None or isinstance(value, (str, int, float)):
            yield value
        elif id(value) not in kept:
            kept[id(value)] = value
            ahead += reversed(_inner(value))


def _inner(value: Any) -> list[Any]:
    """Return what a value consists of."""
    if isinstance(value, dict):
        return [each for pair in value.items() for each in pair]
    if isinstance(value, (list, tuple, set, frozenset)):
        return list(value)
    if isinstance(value, Component):
        return [value._b]
    if isinstance(value, ft.BaseControl):
        return [each for _, each in given(value, skipped=True)]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        public = [field.name for field in dataclasses.fields(value) if not field.name.startswith("_")]
        return [getattr(value, name, None) for name in public]
    return [cell.cell_contents for cell in getattr(value, "__closure__", None) or ()]


def words(controls: list[ft.BaseControl]) -> list[str]:
    """Return the texts that can be read: in order, those on buttons last."""
    return [
        each.value or "".join(span.text or "" for span in each.spans or ())
        for each in controls
        if isinstance(each, ft.Text)
    ] + [each.content for each in controls if isinstance(each, ft.OutlinedButton) and isinstance(each.content, str)]


def names(controls: list[ft.BaseControl]) -> list[str]:
    """Return what a screen reader speaks, in order."""
    return [name for each in controls if (name := spoken(each))]


def spoken(control: ft.BaseControl) -> str:
    """Return a control's own name for a screen reader, or an empty string."""
    if isinstance(control, ft.Semantics):
        return control.label or ""
    if isinstance(control, ft.Text):
        return control.semantics_label or ""
    if isinstance(control, ft.OutlinedButton):
        return control.content if isinstance(control.content, str) else spoken(control.content or ft.Text())
    return ""


def usable(controls: list[ft.BaseControl]) -> list[ft.BaseControl]:
    """Return the buttons that a screen reader offers, whatever they are made of."""
    return [
        each
        for each in controls
        if isinstance(each, ft.OutlinedButton) or (isinstance(each, ft.Semantics) and each.button)
    ]


def offered(controls: list[ft.BaseControl]) -> list[str]:
    """Return the names of what can be used now."""
    return [spoken(each) for each in controls if getattr(each, "on_click", None) is not None and spoken(each)]


def press(controls: list[ft.BaseControl], name: str) -> None:
    """Use the control of that spoken name as a screen reader does. Raises `LookupError` if there is none."""
    for each in controls:
        act = getattr(each, "on_click", None)
        if spoken(each) == name and act is not None:
            act(None)  # type: ignore[call-arg]
            return
    raise LookupError(f"nothing to press is called {name!r}, only {names(controls)}")
