"""A screen's tree as it would be sent to a phone, without a phone: for looking at what a screen holds."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import flet as ft
from flet.components.component import Component, Renderer


def drawn(draw: Callable[[], ft.Control]) -> list[ft.BaseControl]:
    """Return every control that `draw` puts into the tree, components opened, in the order of the tree."""
    return list(_walk(Renderer().render(draw)))


def _walk(value: Any) -> Iterator[ft.BaseControl]:
    if isinstance(value, Component):
        value.before_update()
        yield from _walk(value._b)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _walk(each)
    elif isinstance(value, ft.BaseControl):
        yield value
        for field in dataclasses.fields(value):
            if not field.name.startswith("_") and not field.metadata.get("skip"):
                yield from _walk(getattr(value, field.name, None))


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
