"""Drawing faster with the Flet that we pin.

For every new control Flet looks through all it declares, some fifty properties, for controls among them;
but what was set of them is kept in a small table beside the few that hold children. Looking only there finds
the same controls in a third of the time. With another version of Flet nothing is changed.
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
    return True


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
