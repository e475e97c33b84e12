"""Drawing faster with the Flet that we pin.

Flet sets every property that a new control declares, some fifty, to its standard, and then looks through all
of them for controls; but what differs from the standard is kept in a small table beside the few properties
that hold children. Filling and looking only there makes and finds the same controls in a third of the time.
With another version of Flet nothing is changed.
"""

from __future__ import annotations

import dataclasses
import logging
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import flet
from flet.controls import object_patch
from flet.controls.base_control import BaseControl
from flet.controls.value_types import Value

MADE_FOR = "1.0.5"
"""The version whose `DiffBuilder` this was written against."""

Walk = Callable[..., Iterator[Any]]
_HANDED_ON = dataclasses._FIELD_INITVAR  # type: ignore[attr-defined]


def draw_quicker() -> bool:
    """Install it; again for controls that were loaded since. Returns whether it fits the Flet that runs."""
    builder = object_patch.DiffBuilder
    if flet.__version__ != MADE_FOR:
        return False
    if not hasattr(builder._configure_dataclass, "quick"):
        builder._configure_dataclass = _configuring(builder._configure_dataclass)  # type: ignore[method-assign]
        builder._removed_controls = _removing(builder._removed_controls)  # type: ignore[method-assign]
        object_patch.logger = _Silent("flet_object_patch")
    _shorten(BaseControl)
    _shorten(Value)
    _hasten(BaseControl)
    return True


def _hasten(cls: Any) -> None:
    """Let controls be made without setting each property that has its standard value anyway."""
    made = vars(cls).get("__init__")
    if made is not None and hasattr(cls, "_prop_defaults") and made.__code__.co_filename == "<string>":
        cls.__init__ = _making(cls, made)
    for below in cls.__subclasses__():
        _hasten(below)


def _making(cls: Any, original: Callable[..., None]) -> Callable[..., None]:
    """Return what the dataclass's own `__init__` does, for what is given; with anything odd, that itself."""
    described = tuple(cls.__dataclass_fields__.values())
    order = [f.name for f in described if f.init and not f.kw_only]
    handed_on = [(f.name, f.default) for f in described if f._field_type is _HANDED_ON]
    proper = dict(cls._prop_defaults)
    others = {f.name: f for f in dataclasses.fields(cls) if f.name not in proper}
    made_anew = [(n, f.default_factory) for n, f in others.items() if f.default_factory is not dataclasses.MISSING]
    fixed = [(n, f.default) for n, f in others.items() if f.init and f.default is not dataclasses.MISSING]
    known = frozenset(f.name for f in described if f.init)
    needed = frozenset(
        f.name
        for f in described
        if f.init and f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING
    )

    def init(self: Any, *args: Any, **given: Any) -> None:
        if args:
            named = dict(zip(order, args, strict=False))
            if len(named) < len(args) or named.keys() & given.keys():
                original(self, *args, **given)
                return
            given |= named
        if not needed <= given.keys() <= known:
            original(self, **given)
            return
        own = self.__dict__
        for name, factory in made_anew:
            own[name] = given[name] if name in given else factory()
        for name, value in fixed:
            own[name] = given.get(name, value)
        values = own["_values"]
        for name, value in given.items():
            if name in proper:
                standard = proper[name]
                if value is not standard and value != standard:
                    values[name] = value
            elif name in others:
                own[name] = value
        self.__post_init__(*[given.get(name, value) for name, value in handed_on])

    init.__wrapped__ = original  # type: ignore[attr-defined]
    return init


def _shorten(cls: type) -> None:
    """Give a class and those below it a short `repr`.

    Flet writes whole trees into texts for its log before it knows whether anybody reads it; and what a screen
    shows is nobody's to log.
    """
    cls.__repr__ = _name  # type: ignore[assignment]
    below: type
    for below in cls.__subclasses__():
        _shorten(below)


def _name(self: object) -> str:
    return f"<{type(self).__name__}>"


def _held(item: Any, structural: frozenset[str]) -> Iterator[Any]:
    """Yield what may hold controls: the children, and of the properties those that were set."""
    for name in structural:
        value = getattr(item, name)
        if isinstance(value, list | dict) or dataclasses.is_dataclass(value):
            yield value
    for value in tuple(item._values.values()):
        if isinstance(value, list | dict) or dataclasses.is_dataclass(value):
            yield value


def _configuring(original: Walk) -> Walk:
    def configure(
        self: Any, item: Any, parent: Any, frozen: bool, configure_setattr_only: bool = False
    ) -> Iterator[Any]:
        cls = type(item)
        structural = getattr(cls, "_structural_fields", None)
        if structural is None or configure_setattr_only or not hasattr(cls, "__flet_control_cls__"):
            yield from original(self, item, parent, frozen, configure_setattr_only)
            return
        if parent is None and (known := getattr(item, "_parent", None)):
            parent = known()
        if parent is not None:
            item._parent = weakref.ref(parent)
        if hasattr(item, "_frozen"):
            frozen = item._frozen
        elif frozen:
            item._frozen = frozen
        child_parent = parent
        if isinstance(item, self.control_cls):
            item.build()
            item._before_update_safe()
            object.__setattr__(item, "_initialized", True)
            child_parent = item
            yield item
        for value in _held(item, structural):
            yield from configure(self, value, child_parent, frozen)
        if not frozen:
            item._dirty.clear()

    configure.quick = True  # type: ignore[attr-defined]
    configure.__wrapped__ = original  # type: ignore[attr-defined]
    return configure


def _removing(original: Walk) -> Walk:
    def removed(self: Any, item: Any, recurse: bool) -> Iterator[Any]:
        structural = getattr(type(item), "_structural_fields", None)
        if structural is None or not recurse or hasattr(item, "__prev_lists") or not isinstance(item, self.control_cls):
            yield from original(self, item, recurse)
            return
        for value in _held(item, structural):
            yield from removed(self, value, recurse)
        yield item

    return removed


class _Silent(logging.Logger):
    """Flet describes every comparison to a logger that nobody reads; what is not asked for is not formatted."""

    def debug(self, *_: Any, **__: Any) -> None:
        """Say nothing."""
