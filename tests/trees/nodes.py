"""A control tree as comparable values: classes, places and properties, the same in every run."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from hashlib import blake2b
from typing import Any

import flet as ft
from flet.components.component import Component
from flet.controls.value_types import Value

from tests.shots.tree import given, spoken

_PLAIN = frozenset({str, bool, int, float, bytes, type(None)})


class Node:
    """A control as it is sent: its class, its properties as text, and the controls below it by their places.

    `name` is what a screen reader calls it, `press` the control if tapping it does something. `digest` is a hash of all
    of it and of what is below.
    """

    __slots__ = ("below", "digest", "kind", "name", "press", "properties")

    def __init__(self, control: ft.BaseControl, known: dict[int, tuple[Any, Any]]) -> None:
        self.kind = type(control).__name__
        self.name = spoken(control)
        self.press = getattr(control, "on_click", None) and control
        properties: list[str] = []
        self.below: list[tuple[str, Node]] = []
        for name, part in given(control):
            if part.__class__ in _PLAIN:
                if part is not None:
                    properties.append(f"{name}={_plain(part)}")
            elif _holds(part):
                self.below += _nodes(part, name, known)
            else:
                properties.append(f"{name}={_value(part, known)}")
        self.properties = tuple(properties)
        told = blake2b(f"{self.kind} {' '.join(properties)}".encode(), digest_size=8)
        for name, node in self.below:
            told.update(name.encode() + node.digest)
        self.digest = told.digest()

    def every(self) -> Iterator[Node]:
        """Yield this node and all below it, in tree order."""
        yield self
        for _, node in self.below:
            yield from node.every()

    def lines(self, path: str = "") -> Iterator[str]:
        """Yield a line for this node and each below it: its path, class and properties."""
        yield f"{path or '.'} {self.kind} {' '.join(self.properties)}"
        for name, node in self.below:
            yield from node.lines(f"{path}.{name}")


def node_of(root: Any, known: dict[int, tuple[Any, Any]]) -> Node:
    """Return the node of a drawn tree, with components expanded.

    `known` caches what was read of controls and values that never change; use the same one for all screens of a match.
    """
    ((_, node),) = _nodes(root, "", known)
    return node


def _nodes(value: Any, place: str, known: dict[int, tuple[Any, Any]]) -> list[tuple[str, Node]]:
    """Return the controls in a value, each with its place."""
    if isinstance(value, Component):
        value.before_update()
        return _nodes(value._b, place, known)
    if isinstance(value, (list, tuple)):
        return [found for n, each in enumerate(value) for found in _nodes(each, f"{place}[{n}]", known)]
    if not isinstance(value, ft.BaseControl):
        return []
    if "_maker" not in value.__dict__:
        return [(place, Node(value, known))]
    if id(value) not in known:  # a still, which is the same for all phones that show it
        known[id(value)] = (value, Node(value, known))
    return [(place, known[id(value)][1])]


def _holds(value: Any) -> bool:
    """Tell whether a property's value is a control or contains one."""
    if isinstance(value, (list, tuple)):
        return any(map(_holds, value))
    return isinstance(value, ft.BaseControl)


def _value(value: Any, known: dict[int, tuple[Any, Any]]) -> str:
    if not _is_value(value.__class__):
        return text_of(value)
    if id(value) not in known:
        known[id(value)] = (value, text_of(value))
    return str(known[id(value)][1])


@cache
def _is_value(kind: type) -> bool:
    return issubclass(kind, Value)


def _plain(value: Any) -> str:
    """Return a plain value as text, 1.0 as 1, since which of the two a cache keeps depends on earlier drawing."""
    return repr(int(value)) if isinstance(value, float) and value.is_integer() else repr(value)


def text_of(value: Any) -> str:
    """Return a value as text that is the same in every run; of a callable only its presence."""
    if value.__class__ in _PLAIN:
        return _plain(value)
    if isinstance(value, Enum):
        return repr(value.value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(sorted(f"{text_of(key)}: {text_of(each)}" for key, each in value.items())) + "}"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(text_of, value))) + "}"
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        return "[" + ", ".join(map(text_of, value)) + "]"
    if isinstance(value, ft.BaseControl):
        return " ".join(Node(value, {}).lines())
    if dataclasses.is_dataclass(value) and not callable(value):
        parts = ((each.name, getattr(value, each.name, None)) for each in dataclasses.fields(value))
        told = (f"{name}={text_of(part)}" for name, part in parts if not name.startswith("_") and part is not None)
        return f"{type(value).__name__}({', '.join(told)})"
    return "called" if callable(value) else type(value).__name__


def difference(old: Sequence[str], new: Sequence[str]) -> str:
    """Return the first line in which two screens differ, old and new; an empty string if they are equal."""
    for n in range(max(len(old), len(new))):
        was, now = (each[n] if n < len(each) else "nothing" for each in (old, new))
        if was != now:
            return f"was  {was}\n  is   {now}"
    return ""
