"""Controls made once: templates around the changing parts of a screen, and stills, which phones share.

Stills: parts of screens that cannot be touched, drawn once for all phones that show them. A still is in the trees of
many phones at once, and may occur several times in one tree. So nothing in it ever changes, it gets its numbers only
when it is packed for a phone, and it has no parent and no page. `reconcile` tells a phone how a new still differs from
the old one, and replaces it in the tree.

Templates: most of a screen's controls only hold others in their places: columns, margins, the dock's background. Drawn
from a template, they are made once, when the screen is first shown. From then on only the contents of its *slots* are
drawn and compared, as long as the template has the same `fixed` values.

A template may be what a component returns, or the content of another template's slot; `reconcile` looks nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import flet as ft

from companion.flet_runtime.constructors import KINDS, below, may_hold
from companion.flet_runtime.render import Living, renderer
from companion.flet_runtime.session_ids import numbered_for_nobody


def make_still(made: Any, maker: Any) -> Any:
    """Complete a control, with everything below it, as a still.

    `maker` identifies stills that are compared with each other: those drawn by the same function. Raises `Living` if
    something in it handles events, or has a state or a lifecycle.
    """
    kind = KINDS[made.__class__]
    if kind.sort == "control":
        own = made.__dict__
        if "_maker" in own:
            return made
        if kind.component or kind.needs_mounting(made):
            raise Living(f"{maker.__name__} draws a {made.__class__.__name__} of one phone")
        kind.complete(made)
        own["_frozen"] = own["_initialized"] = True
        own["_maker"] = maker
    for each in below(made, kind):
        make_still(each, maker)
    return made


def is_still(control: Any) -> bool:
    """Tell whether a control is a still, or part of one."""
    return "_maker" in control.__dict__


def once(make: Callable[..., Any], *args: Any, **given: Any) -> Any:
    """Return `make`'s result for these arguments, reused from the last drawing of the current component if possible."""
    drawing = renderer()
    return make(*args, **given) if drawing is None else drawing.once(make, args, given)


Make = Callable[..., Any]
ControlPath = tuple[Any, ...]
"""The names from a template's outermost control to a slot: properties and list indices."""

_set = object.__setattr__


def filled(make: Make, fixed: tuple[Any, ...], *slots: Any, key: Any = None) -> Any:
    """Return the control `make(*fixed, *slots)`, or a template of it for `reconcile`.

    `fixed` are hashable values. A slot is a control, the list of controls of a row, column or stack, or the value of a
    property; `make` puts each into one place unchanged and does not inspect it. `key` identifies the control among its
    neighbours in a list.
    """
    if renderer() is not None:
        return Template(make, fixed, slots, key)
    return _keyed(make(*fixed, *slots), key)


def _keyed(control: Any, key: Any) -> Any:
    if key is not None:
        control.key = key
    return control


class Template:
    """A control that is not made yet: if it exists already, only its slots are needed."""

    def __init__(self, make: Make, fixed: tuple[Any, ...], slots: tuple[Any, ...], key: Any) -> None:
        self.make, self.fixed, self.slots, self.key = make, fixed, slots, key

    def stands_as(self, control: Any) -> bool:
        """Tell whether a control was made from this template with as many slots, whatever their contents."""
        cast: TemplateRecord | None = getattr(control, "_cast", None)
        return (
            cast is not None
            and cast.make is self.make
            and cast.fixed == self.fixed
            and cast.key == self.key
            and len(cast.slot_paths) == len(self.slots)
        )

    def made(self) -> Any:
        slots = [list(map(made, slot)) if slot.__class__ is list else made(slot) for slot in self.slots]
        control = _keyed(self.make(*self.fixed, *slots), self.key)
        slot_paths = _slot_paths(self.make, self.fixed, tuple(slot.__class__ is list for slot in slots))
        mark(control, self.make, self.fixed, self.key, slot_paths)
        return control


class Slot(NamedTuple):
    """A slot's place in the tree: `name` in a table or list that belongs to `owner`, and the path to it."""

    holder: Any
    name: Any
    owner: Any
    control_path: ControlPath


class TemplateRecord(NamedTuple):
    """The record of its template at a control made from one."""

    make: Make
    fixed: tuple[Any, ...]
    key: Any
    slot_paths: tuple[ControlPath, ...]
    slots: tuple[Slot, ...]


def made(item: Any) -> Any:
    """Return the item itself or, for a template, a new control made from it."""
    return item.made() if item.__class__ is Template else item


def mark(control: Any, make: Make, fixed: tuple[Any, ...], key: Any, slot_paths: tuple[ControlPath, ...]) -> None:
    """Record at a control which template it was made from, and where its slots are."""
    _set(
        control,
        "_cast",
        TemplateRecord(
            make, fixed, key, slot_paths, tuple(_slot(control, control_path) for control_path in slot_paths)
        ),
    )


def _slot(control: Any, control_path: ControlPath) -> Slot:
    *steps, name = control_path
    holder = owner = control
    for step in steps:
        holder = _part(holder, step)
        if not isinstance(holder, list):
            owner = holder
    if not isinstance(holder, list):
        holder = owner._values if name in owner._values else vars(owner)
    return Slot(holder, name, owner, tuple(steps))


def _part(holder: Any, step: Any) -> Any:
    if isinstance(holder, list):
        return holder[step]
    return holder._values[step] if step in holder._values else vars(holder)[step]


@lru_cache(maxsize=256)
def _slot_paths(make: Make, fixed: tuple[Any, ...], lists: tuple[bool, ...]) -> tuple[ControlPath, ...]:
    """Return the path to each slot, found by filling the slots with markers."""
    with numbered_for_nobody():
        marks: list[Any] = [[] if is_list else ft.Container() for is_list in lists]
        found = dict(_found(make(*fixed, *marks), {id(each) for each in marks}, ()))
    try:
        return tuple(found[id(each)] for each in marks)
    except KeyError:
        raise TypeError(f"{make.__name__} does not put each of its slots into a place") from None


def _found(item: Any, sought: set[int], control_path: ControlPath) -> Iterator[tuple[int, ControlPath]]:
    if id(item) in sought:
        yield id(item), control_path
        return
    if isinstance(item, list):
        parts: dict[Any, Any] = dict(enumerate(item))
    elif KINDS[item.__class__].sort == "control":
        parts = {**item._values, **{name: getattr(item, name) for name in KINDS[item.__class__].parts}}
    else:
        return
    for name, part in parts.items():
        if id(part) in sought or may_hold(part):
            yield from _found(part, sought, (*control_path, name))
