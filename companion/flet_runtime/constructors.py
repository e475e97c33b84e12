"""Making controls faster.

Flet sets every property that a new control declares, some fifty, to its standard; but what differs from the standard
is kept in a small table beside the few properties that hold children. Filling only those makes the same controls in
a third of the time.
"""

from __future__ import annotations

import dataclasses
import inspect
import logging
from collections.abc import Callable
from functools import cache, wraps
from typing import Any

from flet.controls import base_control, object_patch
from flet.controls.alignment import Alignment, AlignmentProperty
from flet.controls.base_control import BaseControl
from flet.controls.id_counter import ControlId
from flet.controls.value_types import Value

from companion.flet_runtime.control_classes import beginning

_POST_INIT = "_apply_control.<locals>.new_post_init"
_Plan = tuple[tuple[tuple[str, Any], ...], tuple[str, ...]]
"""What is kept in a control's table of values, with its standards, and what is set as it is."""
_HANDED_ON = dataclasses._FIELD_INITVAR  # type: ignore[attr-defined]


def install() -> None:
    """Make controls this way, also those of classes that Flet loads when they are first used."""
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
    """Let controls be made without setting each property that has its standard value anyway.

    They also get a short `repr`: Flet writes whole trees into texts for its log before it knows whether anybody reads
    it; and what a screen shows is nobody's to log.
    """
    cls.__repr__ = _name
    made = vars(cls).get("__init__")
    if made is None or not hasattr(cls, "_prop_defaults") or made.__code__.co_filename != "<string>":
        return

    @wraps(made)
    def first(self: Any, *args: Any, **given: Any) -> None:
        # Looked through only now: while Flet's modules load, what a control is made of need not be there yet.
        cls.__init__ = _making(cls, made)
        cls.__init__(self, *args, **given)

    cls.__init__ = first


def _making(cls: Any, original: Callable[..., None]) -> Callable[..., None]:
    """Return what the dataclass's own `__init__` does, for what is given; with anything odd, that itself."""
    described = tuple(cls.__dataclass_fields__.values())
    order = [f.name for f in described if f.init and not f.kw_only]
    handed_on = [(f.name, f.default) for f in described if f._field_type is _HANDED_ON]
    proper = dict(cls._prop_defaults)
    others = {f.name: f for f in dataclasses.fields(cls) if f.name not in proper}
    made_anew = {n: f.default_factory for n, f in others.items() if f.default_factory is not dataclasses.MISSING}
    fixed = {n: f.default for n, f in others.items() if f.init and f.default is not dataclasses.MISSING}
    # Values do not change once they are shown: one is enough for all.
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
        """Return how to set what is given by these names, or None where the dataclass itself has to."""
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

    Flet's own also sets the class's `__hash__` with every control, after which Python has to look all that it
    knows of the class up again.
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
    """Flet describes every comparison to a logger that nobody reads; what is not asked for is not formatted."""

    def debug(self, *_: Any, **__: Any) -> None:
        """Say nothing."""
