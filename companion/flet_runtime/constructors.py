"""Metadata of Flet's control and value classes, and faster constructors for them.

The metadata of a class is looked up once for all drawings; `reconcile` and `render` need it constantly.

Flet's constructors set every property of a new control, some fifty, to its standard, but keep what differs from the
standard in a small table beside the few properties that hold children. Filling only those makes the same controls in a
third of the time.
"""

from __future__ import annotations

import dataclasses
import inspect
import logging
from collections.abc import Callable, Iterable
from functools import cache, wraps
from typing import Any

import flet as ft
import flet.canvas as cv
from flet.components.component import Component
from flet.controls import base_control, object_patch
from flet.controls.alignment import Alignment, AlignmentProperty
from flet.controls.base_control import BaseControl
from flet.controls.id_counter import ControlId
from flet.controls.value_types import Value
from flet.utils.validation import _compile_class_spec

_set = object.__setattr__
_LEAVES = {str, int, float, bool, type(None)}
"""The classes met so far whose objects hold no control."""
_UNADDRESSED = (
    ft.Text, ft.TextSpan, ft.Icon, ft.Image, ft.Container, ft.Row, ft.Column, ft.Stack, ft.RotatedBox, ft.SafeArea,
    ft.Semantics, cv.Canvas, cv.Shape, Component,
)  # fmt: skip
"""Classes whose controls a phone never addresses by number, except with an event that has a handler."""


class Kind:
    """Metadata of a class whose objects occur in a drawing."""

    __slots__ = (
        "addressed", "component", "events", "mounts", "parts", "plain", "preparing", "rules", "sort", "unmounts",
    )  # fmt: skip

    def __init__(self, cls: Any) -> None:
        sorts = {"control": BaseControl, "value": Value, "list": list, "dict": dict}
        self.sort = next((name for name, sort in sorts.items() if issubclass(cls, sort)), "")
        """`control`, `value`, `list` or `dict`; empty for a class that holds no controls."""
        self.component = cls is Component
        self.parts: tuple[str, ...] = ()
        """The properties that hold a control's children, outside the table of its other values."""
        if self.sort in ("control", "value"):
            self.parts = tuple(sorted(cls._structural_fields - {"_i", "_c"}))
        if self.sort != "control":
            return
        self.events = cls._event_fields
        self.preparing = cls.before_update is not BaseControl.before_update or cls.build is not BaseControl.build
        """Whether such controls complete themselves before they are shown (`build`, `before_update`)."""
        self.rules = _compile_class_spec(cls)
        self.plain = not (self.preparing or self.rules.field_rules or self.rules.class_rules)
        """Whether there is nothing to complete and nothing to validate."""
        self.mounts = cls.did_mount is not BaseControl.did_mount
        """Whether mounting them does more than write a log line."""
        self.unmounts = cls.will_unmount is not BaseControl.will_unmount
        self.addressed = self.mounts or self.unmounts or not issubclass(cls, _UNADDRESSED)
        """Whether such controls are registered even without event handlers: a phone may address them by number, or they
        do something when they are mounted or unmounted."""

    def complete(self, control: Any) -> None:
        """Let a control that will be shown complete itself, and validate its properties. Raises `ValueError`."""
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

    def needs_mounting(self, control: Any) -> bool:
        """Tell whether a control must be registered, or does something when it is mounted or unmounted."""
        return self.addressed or not self.events.isdisjoint(control._values)


class _Kinds(dict[Any, Kind]):
    def __missing__(self, cls: Any) -> Kind:
        self[cls] = Kind(cls)
        return self[cls]


KINDS = _Kinds()
"""The metadata of every class met so far."""


def below(item: Any, kind: Kind) -> list[Any]:
    """Return the parts of a control, a value, a list or a dictionary that are, or hold, child controls."""
    held: Iterable[Any]
    match kind.sort:
        case "control" | "value":
            held = item._values.values()
        case "list":
            held = item
        case "dict":
            held = item.values()
        case _:
            return []
    found = [each for each in held if each.__class__ not in _LEAVES and may_hold(each)]
    for name in kind.parts:
        part = getattr(item, name)
        if part and may_hold(part):
            found.append(part)
    return found


def may_hold(item: Any) -> bool:
    cls = item.__class__
    if cls in _LEAVES:
        return False
    sort = KINDS[cls].sort
    if not sort:
        _LEAVES.add(cls)
        return False
    return sort != "value" or not _has_no_control(item)


def _has_no_control(value: Any) -> bool:
    """Tell whether a value contains no control. Values are immutable once shown, and shown many times: it is cached."""
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
    """Return a function that sets these attributes of a new control, those in `made_anew` to a new object each time.

    It is generated as source code, like a dataclass's own `__init__`: attributes set one by one and always in the same
    order let all instances of a class share one key table.
    """
    given = {f"_fixed_{name}": value for name, value in fixed.items()}
    given |= {f"_made_{name}": make for name, make in made_anew.items()}
    lines = [f"self.{name} = _fixed_{name}" for name in fixed]
    lines += [f"self.{name} = {'{}' if make is dict else f'_made_{name}()'}" for name, make in made_anew.items()]
    exec("def begin(self):\n    " + "\n    ".join(lines), given)
    return given["begin"]


_POST_INIT = "_apply_control.<locals>.new_post_init"
_Plan = tuple[tuple[tuple[str, Any], ...], tuple[str, ...]]
"""The attributes that go into a control's table of values, with their standards, and those that are set directly."""
_HANDED_ON = dataclasses._FIELD_INITVAR  # type: ignore[attr-defined]


def install() -> None:
    """Patch the constructors of all controls, including classes that Flet loads on first use."""
    object_patch.logger = _Silent("flet_object_patch")
    for constant in vars(Alignment).values():
        if isinstance(constant, AlignmentProperty):
            constant.factory = cache(constant.factory)
    _hasten_all(BaseControl)
    apply = base_control._apply_control

    @wraps(apply)
    def apply_and_hasten(cls: Any, *args: Any, **given: Any) -> Any:
        made = apply(cls, *args, **given)
        _hasten(made)
        return made

    base_control._apply_control = apply_and_hasten


def _hasten_all(cls: Any) -> None:
    _hasten(cls)
    for below in cls.__subclasses__():
        _hasten_all(below)


def _hasten(cls: Any) -> None:
    """Replace a class's `__init__` by one that does not set properties to their standard values.

    It also gets a short `repr`: Flet formats whole trees for log messages before it knows whether anybody reads them,
    and the contents of screens must not be logged.
    """
    cls.__repr__ = _name
    made = vars(cls).get("__init__")
    if made is None or not hasattr(cls, "_prop_defaults") or made.__code__.co_filename != "<string>":
        return

    @wraps(made)
    def first(self: Any, *args: Any, **given: Any) -> None:
        # Inspected on first use: while Flet's modules load, the class's types may not exist yet.
        cls.__init__ = _making(cls, made)
        cls.__init__(self, *args, **given)

    cls.__init__ = first


def _making(cls: Any, original: Callable[..., None]) -> Callable[..., None]:
    """Return an `__init__` that equals the dataclass's own; for unusual arguments it calls the original."""
    described = tuple(cls.__dataclass_fields__.values())
    order = [f.name for f in described if f.init and not f.kw_only]
    handed_on = [(f.name, f.default) for f in described if f._field_type is _HANDED_ON]
    proper = dict(cls._prop_defaults)
    others = {f.name: f for f in dataclasses.fields(cls) if f.name not in proper}
    made_anew = {n: f.default_factory for n, f in others.items() if f.default_factory is not dataclasses.MISSING}
    fixed = {n: f.default for n, f in others.items() if f.init and f.default is not dataclasses.MISSING}
    # Values are immutable once shown: one instance serves all controls.
    shared = {n: value for n, make in made_anew.items() if isinstance(value := make(), Value)}
    fixed |= shared
    known = frozenset(f.name for f in described if f.init)
    needed = frozenset(
        f.name
        for f in described
        if f.init and f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING
    )
    begun = _begun(cls)
    begin = beginning(fixed | (begun or {}), {n: make for n, make in made_anew.items() if n not in shared})
    whole = begun is not None
    plain = cls.init is BaseControl.init
    plans: dict[tuple[str, ...], _Plan | None] = {}

    def plan_of(names: tuple[str, ...]) -> _Plan | None:
        """Return the plan for setting arguments of these names, or None if the original `__init__` must set them."""
        if not needed <= set(names) or any(name not in proper and name not in known for name in names):
            return None
        return (
            tuple((name, proper[name]) for name in names if name in proper),
            tuple(name for name in names if name not in proper and name in others),
        )

    def init(self: Any, *args: Any, **given: Any) -> None:
        if args:
            named = dict(zip(order, args, strict=False))
            if len(named) < len(args) or named.keys() & given.keys():
                original(self, *args, **given)
                return
            given |= named
        names = tuple(given)
        try:
            plan = plans[names]
        except KeyError:
            plan = plans[names] = plan_of(names)
        if plan is None:
            original(self, **given)
            return
        begin(self)
        values = self._values
        for name, standard in plan[0]:
            value = given[name]
            if value is not standard and (standard is None or value != standard):
                values[name] = value
        for name in plan[1]:
            setattr(self, name, given[name])
        if not whole or "ref" in given:
            self.__post_init__(*[given.get(name, value) for name, value in handed_on])
            return
        self._i = next(ControlId._counter)
        if not plain:
            self.init()
            self._dirty.clear()

    init.__wrapped__ = original  # type: ignore[attr-defined]
    return init


def _begun(cls: Any) -> dict[str, Any] | None:
    """Return what `__post_init__` sets besides the number, or None if it does more than Flet's own.

    Flet's own also sets the class's `__hash__` for every control, which invalidates Python's caches for the class.
    """
    own: dict[str, Any] = {}
    step = cls.__post_init__
    while step is not BaseControl.__post_init__:
        if step.__qualname__ != _POST_INIT:
            return None
        held = inspect.getclosurevars(step).nonlocals
        if held["type_name"] is not None:
            own.setdefault("_c", held["type_name"])
        if held["isolated"] is not None:
            own["_isolated"] = held["isolated"]
        step = held["orig_post_init"]
    cls.__hash__ = BaseControl.__hash__
    return own if "_c" in own else None


def _name(self: object) -> str:
    return f"<{type(self).__name__}>"


class _Silent(logging.Logger):
    """A logger that drops Flet's debug messages unformatted: one describes every comparison of controls."""

    def debug(self, *_: Any, **__: Any) -> None:
        """Drop the message."""
