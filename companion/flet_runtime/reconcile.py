"""Drawing a screen again: which control takes over which, and changing only what differs.

Drawing a screen again: what stands on the phone is changed where the new drawing differs, and only there. Flet compares
drawings control by control too, but puts the new controls in the place of the old ones, which it then has to number,
name and register anew, however few of them changed. Here the old controls stay: each takes over what is different in
its new drawing, and all that one drawing changed goes to the phone in one message. The bodies of components are drawn
again on the way, those of memoised ones only if their arguments changed.

Where the same template stands (see `templates`), only what is in its slots is compared.

Stills (see `shared_trees`) belong to many phones and never change: where one differs from the one that stood
there, what differs is told, and the new one takes its place.

Each change of the tree is noted with the operation that tells the phone of it. If something cannot be drawn, its
part of the screen stays as it was, and tree and phone still agree.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from functools import lru_cache, wraps
from typing import Any

from flet.components.component import Component
from flet.controls.base_control import BaseControl
from flet.controls.context import context
from flet.controls.object_patch import Operation
from flet.messaging.protocol import Message, MessageAction

from companion.flet_runtime.constructors import KINDS, Kind, below, may_hold
from companion.flet_runtime.encode import MOVE, Path, Told, Way, patch_of, way_of
from companion.flet_runtime.faults import describe, report
from companion.flet_runtime.render import drawn, enter, remember, same_arguments
from companion.flet_runtime.templates import Template, is_still, made, mark


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


_REPLACE, _ADD = Operation.Replace.value, Operation.Add.value
_REMOVE = Operation.Remove.value
_ABSENT = object()
_set = object.__setattr__
"""Flet watches what is set in a control after it is shown; this it need not know."""
_PLAIN = frozenset({str, int, float, bool})
"""What is compared at once; of different classes it differs, for the client tells 1 from 1.0 and from true."""


def install() -> None:
    Component.update = wraps(Component.update)(_redraw)  # type: ignore[method-assign]


def _redraw(self: Component) -> None:
    """Draw a mounted component again, in the context of its own page."""
    if self._stale or not self._state.mounted:
        return
    redrawing = Redrawing()
    redrawing.component(self, ())
    redrawing.tell(self)


class Redrawing:
    """What one drawing changes: the operations for the phone, and the controls that came and went."""

    def __init__(self, *, telling: bool = True) -> None:
        self.telling = telling
        """Whether a phone is to be told; else stills are compared, once for all phones."""
        self.operations: list[Told] = []
        self.added: list[Any] = []
        """What came, of the controls that are looked after."""
        self.removed: list[Any] = []
        self.heard: list[Any] = []
        """Controls that stay, of which an event is waited for from now on."""

    def tell(self, component: Component) -> None:
        """Send the changes to the component's phone, and register what came and went."""
        session = context.page.session
        if self.operations:
            body = patch_of(component, self.operations)
            session._Session__send_message(Message(MessageAction.PATCH_CONTROL, body))  # type: ignore[attr-defined]
        index = session.index
        for control in self.removed:
            index.pop(control._i, None)
        for control in (*self.added, *self.heard):
            index[control._i] = control
        for control in self.removed:
            if KINDS[control.__class__].unmounts:
                control.will_unmount()
        for control in self.added:
            if KINDS[control.__class__].mounts:
                control.did_mount()

    # What may differ

    def component(self, known: Component, path: Path) -> None:
        try:
            self._value(vars(known), "_b", known._b, drawn(known), known, path)
        except Exception as fault:
            report(f"a screen could not be drawn: {describe(fault)}")
            return
        remember(known)

    def _value(self, holder: Any, name: Any, old: Any, new: Any, owner: BaseControl, path: Path) -> None:
        """Bring what `holder` has under `name`, a property or a place in a list of `owner`, up to date."""
        if old is new:
            return
        if new.__class__ is Template:
            if new.stands_as(old):
                self._slots(old, new, (path, name))
                return
            new = new.made()
        if isinstance(new, BaseControl):
            if alike(old, new):
                holder[name] = self._control(old, new, (path, name))
                return
        elif old.__class__ is new.__class__:
            if isinstance(new, list) and old and new and isinstance(old[0], BaseControl):
                self._list(old.copy() if is_still(owner) else old, new, owner, (path, name))
                return
            if equal(old, new):
                return
        self._replace(holder, name, old, new, owner, path)

    def _control(self, old: Any, new: Any, path: Path) -> Any:
        """Let a control take over what is different in its new drawing. Returns what stands there now."""
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
        if "_maker" in new.__dict__:  # a still
            if not self.telling:
                self._differences(kind, old, new, old._values.copy(), {}, path)
                return new
            self.operations += [(sort, path, way, place, more) for sort, way, place, more in _between(old, new)]
            return new
        kind.complete(new)
        if new.data is not None:
            old.data = new.data
        if "_cast" in old.__dict__:
            del old.__dict__["_cast"]  # its places may become others
        self._differences(kind, old, new, old._values, vars(old), path)
        if "_cast" in new.__dict__:
            mark(old, *new._cast[:-1])  # the same, with places of its own
        return old

    def _slots(self, known: Any, new: Template, path: Path) -> None:
        """Bring what is in the slots of a template up to date."""
        for place, value in zip(known._cast.places, new.slots, strict=True):
            holder, name, owner, way = place
            old = holder[name]
            if old is value:
                continue
            at = path
            for step in way:
                at = at, step
            if value.__class__ is not list:
                self._value(holder, name, old, value, owner, at)
            elif old and value:
                self._list(old, value, owner, (at, name))
            else:
                self._value(holder, name, old, [made(each) for each in value], owner, at)

    def _differences(
        self, kind: Kind, old: Any, new: Any, has: dict[str, Any], parts: dict[str, Any], path: Path
    ) -> None:
        """Bring the values that a control `has`, and its `parts`, up to date."""
        gets = new._values
        for name, value in gets.items():
            old_value = has[name] if name in has else _ABSENT  # noqa: SIM401  asked of every property: no call
            if old_value is value:
                continue
            if name in kind.events:
                has[name] = value
                if old_value is _ABSENT:  # the phone knows of a handler only whether there is one
                    self._note(_REPLACE, (path, name), True)
                    self.heard.append(old)
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
        """Let what is no longer set in a control be as it is by itself."""
        for name in has.keys() - gets.keys():
            if name in kind.events:
                self._note(_REPLACE, (path, name), False)
            else:
                self._value(has, name, has[name], owner._prop_defaults[name], owner, path)
            del has[name]

    def _list(self, old: list[Any], new: list[Any], owner: BaseControl, path: Path) -> None:
        """Bring a list of controls up to date: first what stays, each in its old place, then what comes and goes."""
        if len(old) == len(new) and all(map(alike, old, new)):
            for at, each in enumerate(new):
                old[at] = self._control(old[at], each, (path, at))
            return
        new, partners = partners_of(old, new)
        for each, partner in zip(new, partners, strict=True):
            if partner is not None:
                old[partner] = self._control(old[partner], each, (path, partner))
        stands: list[int | None] = list(range(len(old)))
        """What stands at each place now: the number of what stood there before, None for what came."""
        stays = frozenset(partners)
        for at, (each, partner) in enumerate(zip(new, partners, strict=True)):
            if partner is not None:
                place = stands.index(partner)
                if place != at:
                    stands.insert(at, stands.pop(place))
                    old.insert(at, old.pop(place))
                    self._note(MOVE, (path, place), at)
            elif at < len(old) and stands[at] not in stays:
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

    # Changing

    def _replace(self, holder: Any, name: Any, old: Any, new: Any, owner: BaseControl, path: Path) -> None:
        if may_hold(new):
            self._come(new, owner)
        if may_hold(old):
            self._go(old)
        holder[name] = new
        self._note(_REPLACE, (path, name), new)

    def _note(self, kind: int, path: Path, *more: Any) -> None:
        path, place = path
        self.operations.append((kind, path, (), place, more))

    def _come(self, new: Any, owner: BaseControl) -> None:
        """Put something new into the tree, with all that is below it."""
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
            if kind.looked_after(new):
                self.added.append(new)
            owner = new
        for each in below(new, kind):
            self._come(each, owner)

    def _go(self, old: Any) -> None:
        """Take something out of the tree, with all that is below it."""
        kind = KINDS[old.__class__]
        control = kind.sort == "control"
        if control and "_maker" in old.__dict__:  # a still
            return
        for each in below(old, kind):
            self._go(each)
        if control and kind.looked_after(old):
            self.removed.append(old)


@lru_cache(maxsize=256)
def _between(old: Any, new: Any) -> tuple[tuple[int, Way, Any, tuple[Any, ...]], ...]:
    """Return how a still differs from another one of its sort, with the ways from there: the same on all phones."""
    found = Redrawing(telling=False)
    found._differences(KINDS[new.__class__], old, new, old._values.copy(), {}, ())
    return tuple((kind, way_of(path), place, more) for kind, path, _, place, more in found.operations)
