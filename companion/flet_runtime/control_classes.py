"""Flet's classes of controls and values: what each is made of, looked up once for all drawings.

Only `reconcile` and `render` need it, for which each of these lookups counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import flet as ft
import flet.canvas as cv
from flet.components.component import Component
from flet.controls.base_control import BaseControl
from flet.controls.value_types import Value
from flet.utils.validation import _compile_class_spec

_set = object.__setattr__
_PLAIN = frozenset({str, int, float, bool, type(None)})
_UNADDRESSED = (
    ft.Text, ft.TextSpan, ft.Icon, ft.Image, ft.Container, ft.Row, ft.Column, ft.Stack, ft.RotatedBox, ft.SafeArea,
    ft.Semantics, cv.Canvas, cv.Shape, Component,
)  # fmt: skip
"""What a phone never names by its number, except to tell of an event that something waits for."""


class Kind:
    """What there is to know of a class, whose objects stand in a drawing."""

    __slots__ = (
        "addressed", "component", "events", "mounts", "parts", "plain", "preparing", "rules", "sort", "unmounts",
    )  # fmt: skip

    def __init__(self, cls: Any) -> None:
        sorts = {"control": BaseControl, "value": Value, "list": list, "dict": dict}
        self.sort = next((name for name, sort in sorts.items() if issubclass(cls, sort)), "")
        """control, value, list or dict; empty for what holds no controls."""
        self.component = cls is Component
        self.parts: tuple[str, ...] = ()
        """The properties that hold a control's children, apart from the table of its other values."""
        if self.sort in ("control", "value"):
            self.parts = tuple(sorted(cls._structural_fields - {"_i", "_c"}))
        if self.sort != "control":
            return
        self.events = cls._event_fields
        self.preparing = cls.before_update is not BaseControl.before_update or cls.build is not BaseControl.build
        """Whether such controls complete themselves."""
        self.rules = _compile_class_spec(cls)
        self.plain = not (self.preparing or self.rules.field_rules or self.rules.class_rules)
        """Whether there is nothing to complete and nothing to check."""
        self.mounts = cls.did_mount is not BaseControl.did_mount
        """Whether they do more when they are shown than to say so in a log."""
        self.unmounts = cls.will_unmount is not BaseControl.will_unmount
        self.addressed = self.mounts or self.unmounts or not issubclass(cls, _UNADDRESSED)
        """Whether such controls are looked after even if no event of them is waited for: a phone may name them by their
        numbers, or they do something when they come or go."""

    def complete(self, control: Any) -> None:
        """Let a control that is to be shown complete itself, and check what was set in it. Raises `ValueError`."""
        if self.plain:
            return
        if self.preparing:
            control.build()
            control._before_update_safe()
            return
        values = control._values
        for name, rule in self.rules.field_rules:
            if name in values:
                rule.validate(control, name, values[name])
        for rule_of_all in self.rules.class_rules:
            rule_of_all.validate(control)

    def looked_after(self, control: Any) -> bool:
        """Tell whether a control has to be known by its number, or does something when it comes or goes."""
        return self.addressed or not self.events.isdisjoint(control._values)


class _Kinds(dict[Any, Kind]):
    def __missing__(self, cls: Any) -> Kind:
        self[cls] = Kind(cls)
        return self[cls]


KINDS = _Kinds()
"""Every class that has been met."""


def below(item: Any, kind: Kind) -> list[Any]:
    """Return what is, or holds, children of a control, a value, a list or a dictionary."""
    held: Iterable[Any]
    match kind.sort:
        case "control" | "value":
            found = [each for each in item._values.values() if each.__class__ not in _PLAIN and may_hold(each)]
            for name in kind.parts:
                part = getattr(item, name)
                if part and may_hold(part):
                    found.append(part)
            return found
        case "list":
            held = item
        case "dict":
            held = item.values()
        case _:
            return []
    return [each for each in held if may_hold(each)]


def may_hold(item: Any) -> bool:
    cls = item.__class__
    if cls in _PLAIN:
        return False
    sort = KINDS[cls].sort
    return bool(sort) and (sort != "value" or not _childless(item))


def _childless(value: Any) -> bool:
    """Tell whether no control stands in a value. Values do not change once they are shown, and are shown many times."""
    try:
        return bool(value._childless)
    except AttributeError:
        _set(value, "_frozen", True)
        _set(value, "_childless", False)
        _set(value, "_childless", not any(map(_has_controls, below(value, KINDS[value.__class__]))))
        return bool(value._childless)


def _has_controls(item: Any) -> bool:
    kind = KINDS[item.__class__]
    return kind.sort == "control" or any(map(_has_controls, below(item, kind)))


def beginning(fixed: dict[str, Any], made_anew: dict[str, Any]) -> Any:
    """Return what sets these attributes of a new control, some of them made anew for each.

    It is written out, as a dataclass's own `__init__` is: set one by one and always in the same order, the
    attributes of all controls of a class share one table of names.
    """
    given = {f"_fixed_{name}": value for name, value in fixed.items()}
    given |= {f"_made_{name}": make for name, make in made_anew.items()}
    lines = [f"self.{name} = _fixed_{name}" for name in fixed]
    lines += [f"self.{name} = {'{}' if make is dict else f'_made_{name}()'}" for name, make in made_anew.items()]
    exec("def begin(self):\n    " + "\n    ".join(lines), given)
    return given["begin"]
