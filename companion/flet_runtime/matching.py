"""Which control of the drawing before takes over what is drawn now, and which values are the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flet.components.component import Component

from companion.flet_runtime.control_classes import KINDS
from companion.flet_runtime.templates import Template, made


def alike(old: Any, new: Any) -> bool:
    """Tell whether a control can take over what a new one is drawn with."""
    if old is new:
        return True
    if new.__class__ is Template:
        return new.stands_as(old)
    if old.__class__ is not new.__class__:
        return False
    before, after = old._values, new._values
    if ("key" in before or "key" in after) and before.get("key") != after.get("key"):
        return False
    if new.__class__ is not Component:
        before, after = old.__dict__, new.__dict__
        if "_maker" in before or "_maker" in after:
            return before.get("_maker") is after.get("_maker")  # both of one phone, or stills of one sort
        return True
    return old.fn is new.fn and old.memoized == new.memoized and old._state.mounted and not old._stale


def _key(control: Any) -> Any:
    return control.key if control.__class__ is Template else control._values.get("key")


def equal(old: Any, new: Any) -> bool:
    """Tell whether two values of one class are equal. Flet's own are by what is set in them."""
    if KINDS[old.__class__].sort == "value" and not old._structural_fields:
        return bool(old._values == new._values)
    return bool(old == new)


def partners_of(old: list[Any], new: list[Any]) -> tuple[list[Any], list[int | None]]:
    """Return new drawings, those made that stand nowhere, and for each the place of what stays: of what has the same
    key, or else the same place."""
    places = {name: place for place, name in enumerate(_names(old))}
    drawn, partners = [], []
    for each, name in zip(new, _names(new), strict=True):
        place = places.get(name)
        if place is None or not alike(old[place], each):
            each = made(each)
            if place is not None and not alike(old[place], each):
                place = None
        drawn.append(each)
        partners.append(place)
    return drawn, partners


def _names(controls: list[Any]) -> Iterator[Any]:
    unnamed = 0
    for control in controls:
        key = _key(control)
        unnamed += key is None
        yield unnamed if key is None else ("key", key)
