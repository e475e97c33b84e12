"""Redrawing a screen: which existing control takes over which new one, and changing only what differs.

Flet also compares drawings control by control, but replaces the old controls by the new ones, which it must then
number, name and register again, however few changed. Here the old controls stay: each takes over what differs in its
new drawing, and all changes of one redrawing go to the phone in one message. The bodies of components are redrawn on
the way, those of memoised components only if their arguments changed.

Where the same template occurs again (see `templates`), only the contents of its slots are compared.

Stills (see `templates`) are shared by many phones and never change: where one differs from its predecessor, the phone
is told the difference, and the new still replaces the old one in the tree.

Each change of the tree is recorded together with the operation that tells the phone of it. If something cannot be
drawn, its part of the screen stays as it was, and tree and phone still agree.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from typing import Any

from flet.components.component import Component
from flet.controls.base_control import BaseControl
from flet.controls.context import context
from flet.controls.object_patch import Operation
from flet.messaging.protocol import Message, MessageAction

from companion.flet_runtime.constructors import KINDS, Kind, below, may_hold
from companion.flet_runtime.encode import MOVE, ControlPath, PatchOperation, Path, control_path_of, patch_of
from companion.flet_runtime.faults import describe, report
from companion.flet_runtime.render import drawn, enter, remember, same_arguments
from companion.flet_runtime.templates import Template, is_still, made, mark

IsPartner = Callable[[Any, Any], bool]
"""Tells whether an existing item can take over a new one."""


def is_alike(old: Any, new: Any) -> bool:
    """Tell whether an existing control can take over the properties of a new one."""
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
            return before.get("_maker") is after.get("_maker")  # both private to one phone, or stills of the same maker
        return True
    return old.fn is new.fn and old.memoized == new.memoized and old._state.mounted and not old._stale


def _key(control: Any) -> Any:
    return control.key if control.__class__ is Template else control._values.get("key")


def is_equal(old: Any, new: Any) -> bool:
    """Tell whether two values of one class are equal. Flet's own are compared by the properties that are set."""
    if KINDS[old.__class__].sort == "value" and not old._structural_fields:
        return bool(old._values == new._values)
    return bool(old == new)


def partners_of(old: list[Any], new: list[Any]) -> tuple[list[Any], list[int | None]]:
    """Match new list items with existing ones, by key or else by what they are, in order.

    Return the items to be drawn (templates are made unless they match an existing control), and for each the index of
    its existing partner or None.
    """
    indices = {name: index for index, name in enumerate(_names(old))}
    drawn, partners = [], []
    for each, name in zip(new, _names(new), strict=True):
        index = indices.get(name)
        if index is None or not is_alike(old[index], each):
            each = made(each)
            if index is not None and not is_alike(old[index], each):
                index = None
        drawn.append(each)
        partners.append(index)
    return drawn, partners


def _names(controls: list[Any]) -> Iterator[Any]:
    known: dict[Any, int] = {}
    for control in controls:
        key = _key(control)
        name = _sort(control) if key is None else ("key", key)
        known[name] = nth = known.get(name, 0) + 1
        yield name, nth


def _sort(control: Any) -> Any:
    """Return what an item without a key is: the function that draws it, else its class, and the same of its content."""
    if control.__class__ is Component:
        return control.fn
    held, own = _held(control), control.__dict__
    template = control if control.__class__ is Template else own.get("_cast")
    drawn_by = (own.get("_maker"), control.__class__) if template is None else template.make
    return drawn_by, None if held is None else _sort(held)


def _held(control: Any) -> Any:
    """Return the content of a control, or the first slot of a template or of a control made from one; else None."""
    if control.__class__ is Template:
        held = next(iter(control.slots), None)
    elif "_cast" in control.__dict__:
        held = next((slot.holder[slot.name] for slot in control._cast.slots), None)
    else:
        held = control._values.get("content")
    return held if isinstance(held, BaseControl | Template) else None


def is_same_sort(old: Any, new: Any) -> bool:
    """Tell whether an existing item can take over a new one, and what it holds as well."""
    if old is new:
        return True
    if not is_alike(old, new):
        return False
    if new.__class__ is Component or (after := _held(new)) is None:
        return True
    before = _held(old)
    return before is None or is_alike(before, after)


_REPLACE, _ADD = Operation.Replace.value, Operation.Add.value
_REMOVE = Operation.Remove.value
_ABSENT = object()
_set = object.__setattr__
"""Bypasses `__setattr__`, by which Flet observes changes to a shown control."""
_PLAIN = frozenset({str, int, float, bool})
"""Types compared directly, including the type itself: the client distinguishes 1, 1.0 and true."""


def install() -> None:
    Component.update = wraps(Component.update)(_redraw)  # type: ignore[method-assign]


def _redraw(self: Component) -> None:
    """Redraw a mounted component, in the context of its own page."""
    if self._stale or not self._state.mounted:
        return
    redrawing = Redrawing()
    redrawing.component(self, ())
    redrawing.tell(self)


class Redrawing:
    """The changes of one redrawing: the operations for the phone, and the controls mounted and unmounted."""

    def __init__(self, maker: Any = None) -> None:
        self.maker = maker
        """The maker of two stills that are compared once for all phones; None while a phone is redrawn."""
        self.operations: list[PatchOperation] = []
        self.added: list[Any] = []
        """The new controls that must be registered."""
        self.removed: list[Any] = []
        self.listened_to: list[Any] = []
        """Existing controls that have an event handler from now on."""

    def tell(self, component: Component) -> None:
        """Send the operations to the component's phone, and register and unregister its controls."""
        session = context.page.session
        if self.operations:
            body = patch_of(component, self.operations)
            session._Session__send_message(Message(MessageAction.PATCH_CONTROL, body))  # type: ignore[attr-defined]
        index = session.index
        for control in self.removed:
            index.pop(control._i, None)
        for control in (*self.added, *self.listened_to):
            index[control._i] = control
        for control in self.removed:
            if KINDS[control.__class__].unmounts:
                control.will_unmount()
        for control in self.added:
            if KINDS[control.__class__].mounts:
                control.did_mount()

    # Comparing

    def component(self, known: Component, path: Path) -> None:
        try:
            self._value(vars(known), "_b", known._b, drawn(known), known, path)
        except Exception as fault:
            report(f"a screen could not be drawn: {describe(fault)}")
            return
        remember(known)

    def _value(self, holder: Any, name: Any, old: Any, new: Any, owner: BaseControl, path: Path) -> None:
        """Update what `holder` has under `name`, a property or list index of `owner`."""
        if old is new:
            return
        if new.__class__ is Template:
            if new.stands_as(old):
                self._slots(old, new, (path, name))
                return
            new = new.made()
        if isinstance(new, BaseControl):
            if is_alike(old, new):
                holder[name] = self._control(old, new, (path, name))
                return
        elif old.__class__ is new.__class__:
            if isinstance(new, list) and old and new and isinstance(old[0], BaseControl):
                self._list(old.copy() if is_still(owner) else old, new, owner, (path, name))
                return
            if is_equal(old, new):
                return
        self._replace(holder, name, old, new, owner, path)

    def _control(self, old: Any, new: Any, path: Path) -> Any:
        """Let a control take over what differs in its new drawing. Return the control in the tree afterwards."""
        if old is new:
            return old
        if new.__class__ is Template:
            self._slots(old, new, path)
            return old
        kind = KINDS[new.__class__]
        if kind.component:
            if not same_arguments(old, new):
                old.args, old.kwargs = new.args, new.kwargs
                self.component(old, path)
            return old
        if "_maker" in new.__dict__:
            if new._maker is self.maker:  # a part of the still that is compared
                self._differences(kind, old, new, old._values.copy(), {}, path)
            else:
                self.operations += [
                    (sort, path, control_path, name, more) for sort, control_path, name, more in _between(old, new)
                ]
            return new
        kind.complete(new)
        if new.data is not None:
            old.data = new.data
        if "_cast" in old.__dict__:
            del old.__dict__["_cast"]  # its slots may be elsewhere now
        self._differences(kind, old, new, old._values, vars(old), path)
        if "_cast" in new.__dict__:
            mark(old, *new._cast[:-1])  # the same template, with slots in its own tree
        return old

    def _slots(self, known: Any, new: Template, path: Path) -> None:
        """Update the contents of a template's slots."""
        for slot, value in zip(known._cast.slots, new.slots, strict=True):
            holder, name, owner, control_path = slot
            old = holder[name]
            if old is value:
                continue
            at = path
            for step in control_path:
                at = at, step
            if value.__class__ is not list:
                self._value(holder, name, old, value, owner, at)
            elif old and value:
                self._list(old, value, owner, (at, name), is_same_sort)
            else:
                self._value(holder, name, old, [made(each) for each in value], owner, at)

    def _differences(
        self, kind: Kind, old: Any, new: Any, has: dict[str, Any], parts: dict[str, Any], path: Path
    ) -> None:
        """Update the values that a control `has`, and its `parts`."""
        gets = new._values
        for name, value in gets.items():
            old_value = has[name] if name in has else _ABSENT  # noqa: SIM401  asked of every property: no call
            if old_value is value:
                continue
            if name in kind.events:
                has[name] = value
                if old_value is _ABSENT:  # the phone knows of a handler only whether there is one
                    self._note(_REPLACE, (path, name), True)
                    self.listened_to.append(old)
            elif value.__class__ not in _PLAIN or value.__class__ is not old_value.__class__:
                if old_value is _ABSENT:
                    old_value = new._prop_defaults[name]
                self._value(has, name, old_value, value, old, path)
            elif value != old_value:
                has[name] = value
                self._note(_REPLACE, (path, name), value)
        if len(has) != len(gets):
            self._forget(kind, old, has, gets, path)
        for name in kind.parts:
            before, after = getattr(old, name), getattr(new, name)
            if before is not after and (before or after or before.__class__ is not after.__class__):
                self._value(parts, name, before, after, old, path)

    def _forget(self, kind: Kind, owner: Any, has: dict[str, Any], gets: dict[str, Any], path: Path) -> None:
        """Reset the properties that are no longer set in a control."""
        for name in has.keys() - gets.keys():
            if name in kind.events:
                self._note(_REPLACE, (path, name), False)
            else:
                self._value(has, name, has[name], owner._prop_defaults[name], owner, path)
            del has[name]

    def _list(
        self, old: list[Any], new: list[Any], owner: BaseControl, path: Path, stays: IsPartner = is_alike
    ) -> None:
        """Update a list of controls: first those that stay, each at its old index, then moves, additions, removals.

        If each item `stays` in its place, none is looked for elsewhere.
        """
        if len(old) == len(new) and all(map(stays, old, new)):
            for at, each in enumerate(new):
                old[at] = self._control(old[at], each, (path, at))
            return
        new, partners = partners_of(old, new)
        for each, partner in zip(new, partners, strict=True):
            if partner is not None:
                old[partner] = self._control(old[partner], each, (path, partner))
        stands: list[int | None] = list(range(len(old)))
        """The current contents of each position: the old index, or None for a new control."""
        kept = frozenset(partners)
        for at, (each, partner) in enumerate(zip(new, partners, strict=True)):
            if partner is not None:
                index = stands.index(partner)
                if index != at:
                    stands.insert(at, stands.pop(index))
                    old.insert(at, old.pop(index))
                    self._note(MOVE, (path, index), at)
            elif at < len(old) and stands[at] not in kept:
                stands[at] = None
                self._replace(old, at, old[at], each, owner, path)
            else:
                stands.insert(at, None)
                self._come(each, owner)
                old.insert(at, each)
                self._note(_ADD, (path, at), each)
        while len(old) > len(new):
            self._go(old.pop())
            self._note(_REMOVE, (path, len(old)))

    # Changing the tree

    def _replace(self, holder: Any, name: Any, old: Any, new: Any, owner: BaseControl, path: Path) -> None:
        if may_hold(new):
            self._come(new, owner)
        if may_hold(old):
            self._go(old)
        holder[name] = new
        self._note(_REPLACE, (path, name), new)

    def _note(self, kind: int, path: Path, *more: Any) -> None:
        path, key = path
        self.operations.append((kind, path, (), key, more))

    def _come(self, new: Any, owner: BaseControl) -> None:
        """Mount a new item, with everything below it."""
        kind = KINDS[new.__class__]
        if kind.sort == "control":
            if is_still(new):
                return
            new.__dict__.update(_parent=weakref.ref(owner), _frozen=True)
            if kind.component:
                _set(new, "_b", made(enter(new)))
                remember(new)
            else:
                kind.complete(new)
            new.__dict__["_initialized"] = True
            if kind.needs_mounting(new):
                self.added.append(new)
            owner = new
        for each in below(new, kind):
            self._come(each, owner)

    def _go(self, old: Any) -> None:
        """Unmount an item, with everything below it."""
        kind = KINDS[old.__class__]
        control = kind.sort == "control"
        if control and "_maker" in old.__dict__:  # a still
            return
        for each in below(old, kind):
            self._go(each)
        if control and kind.needs_mounting(old):
            self.removed.append(old)


@lru_cache(maxsize=512)
def _between(old: Any, new: Any) -> tuple[tuple[int, ControlPath, Any, tuple[Any, ...]], ...]:
    """Return the operations from one still to another of one maker, with relative paths: the same on all phones."""
    found = Redrawing(new._maker)
    found._differences(KINDS[new.__class__], old, new, old._values.copy(), {}, ())
    return tuple(
        (kind, (*control_path_of(path), *inside), name, more) for kind, path, inside, name, more in found.operations
    )
