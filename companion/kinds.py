"""Flet's classes of controls and values: what each is made of, looked up once for all drawings.

Only `companion.redraw` needs it, for which each of these lookups counts.
"""

from __future__ import annotations

from typing import Any

from flet.controls.base_control import BaseControl
from flet.controls.value_types import Value
from flet.utils.validation import _compile_class_spec

_set = object.__setattr__


class _Preparations(dict[Any, tuple[bool, tuple[Any, ...], tuple[Any, ...]]]):
    """Whether controls of each kind complete themselves, and the rules for single properties and for all."""

    def __missing__(self, kind: Any) -> tuple[bool, tuple[Any, ...], tuple[Any, ...]]:
        rules = _compile_class_spec(kind)
        overridden = kind.before_update is not BaseControl.before_update or kind.build is not BaseControl.build
        self[kind] = overridden, rules.field_rules, rules.class_rules
        return self[kind]


PREPARATIONS = _Preparations()


class _Parts(dict[Any, tuple[str, ...]]):
    """Of each kind the properties that hold a control's children, apart from the table of its other values."""

    def __missing__(self, kind: Any) -> tuple[str, ...]:
        self[kind] = tuple(sorted(kind._structural_fields - {"_i", "_c"}))
        return self[kind]


PARTS = _Parts()


class _Sorts(dict[Any, str]):
    """Of each kind: control, value, list or dict; empty for what holds no controls."""

    def __missing__(self, kind: Any) -> str:
        sorts = {"control": BaseControl, "value": Value, "list": list, "dict": dict}
        self[kind] = next((name for name, sort in sorts.items() if issubclass(kind, sort)), "")
        return self[kind]


SORTS = _Sorts()


def below(item: Any, sort: str) -> list[Any]:
    """Return what is, or holds, children of a control, a value, a list or a dictionary."""
    if not sort:
        return []
    if sort in ("control", "value"):
        held = [*item._values.values(), *[getattr(item, name) for name in PARTS[item.__class__]]]
    else:
        held = item if sort == "list" else [*item.values()]
    return [
        each for each in held
        if each and (of := SORTS[each.__class__]) and (of != "value" or not _childless(each))
    ]  # fmt: skip


def _childless(value: Any) -> bool:
    """Tell whether no control stands in a value. Values do not change once they are shown, and are shown many times."""
    try:
        return bool(value._childless)
    except AttributeError:
        _set(value, "_frozen", True)
        _set(value, "_childless", False)
        _set(value, "_childless", not any(map(_has_controls, below(value, "value"))))
        return bool(value._childless)


def _has_controls(item: Any) -> bool:
    sort = SORTS[item.__class__]
    return sort == "control" or any(map(_has_controls, below(item, sort)))
