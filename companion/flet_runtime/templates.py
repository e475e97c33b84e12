"""Controls that are made once: templates around the changing places of a screen, and trees that phones share.

Stills: what a screen shows and nobody can touch, drawn once for all phones that show it. A still stands in the trees of
many phones at once, and in one tree at several places. So nothing in it ever changes, it is not numbered before it is
packed for a phone, and it has no parent and no page. `reconcile` tells how one differs from another and puts the other
in its place.

Templates: the controls around the changing places of a screen, made once and then left alone. Most of a screen's
controls only hold others in their places: columns, margins, the dock's ground. Drawn from a template they are made when
the screen comes. From then on only what stands in the places (the *slots*) is drawn and compared, as long as the
template is `fixed` by the same values.

A template may be what a component returns, or stand in a slot of another one; `reconcile` looks nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import flet as ft

from companion.flet_runtime.render import Living, renderer
from companion.flet_runtime.session_ids import numbered_for_nobody


def make_still(made: Any, maker: Any) -> Any:
    """Complete a control, with all that is below it, to be shown as it is from now on.

    `maker` is what draws stills of this sort: only such are compared with each other. Raises `Living` if something in
    it can be tapped or has a state of its own.
    """
    from companion.flet_runtime.constructors import KINDS, below

    kind = KINDS[made.__class__]
    if kind.sort == "control":
        if "_maker" in made.__dict__:
            return made
        if kind.component or kind.looked_after(made):
            raise Living(f"{maker.__name__} draws a {made.__class__.__name__} of one phone")
        kind.complete(made)
        made.__dict__.update(_frozen=True, _initialized=True, _maker=maker)
    for each in below(made, kind):
        make_still(each, maker)
    return made


def is_still(control: Any) -> bool:
    """Tell whether a control is a still, or part of one."""
    return "_maker" in control.__dict__


def once(make: Callable[..., Any], *args: Any, **given: Any) -> Any:
    """Return what `make` makes of its arguments, or made of them when the component around it was drawn last."""
    drawing = renderer()
    return make(*args, **given) if drawing is None else drawing.once(make, args, given)


Make = Callable[..., Any]
Way = tuple[Any, ...]
"""The names from a template's outermost control to a slot: properties, and indices in lists."""

_set = object.__setattr__


def filled(make: Make, fixed: tuple[Any, ...], *slots: Any, key: Any = None) -> Any:
    """Return the control that `make(*fixed, *slots)` returns, or a template of it for `reconcile`.

    `fixed` are values with a hash. A slot is a control, or the list of controls of a row, column or stack; `make`
    puts each into one place as it is and asks nothing of it. `key` tells the control from its neighbours in a list.
    """
    if renderer() is not None:
        return Template(make, fixed, slots, key)
    return _keyed(make(*fixed, *slots), key)


def _keyed(control: Any, key: Any) -> Any:
    if key is not None:
        control.key = key
    return control


class Template:
    """A control that is not made yet: perhaps it stands there already, and only its slots are needed."""

    def __init__(self, make: Make, fixed: tuple[Any, ...], slots: tuple[Any, ...], key: Any) -> None:
        self.make, self.fixed, self.slots, self.key = make, fixed, slots, key

    def stands_as(self, control: Any) -> bool:
        """Tell whether a control, if it is one, was made from this template with as many slots, whatever they hold."""
        cast: Cast | None = getattr(control, "_cast", None)
        return (
            cast is not None
            and cast.make is self.make
            and cast.fixed == self.fixed
            and cast.key == self.key
            and len(cast.ways) == len(self.slots)
        )

    def made(self) -> Any:
        slots = [list(map(made, slot)) if slot.__class__ is list else made(slot) for slot in self.slots]
        control = _keyed(self.make(*self.fixed, *slots), self.key)
        ways = _ways(self.make, self.fixed, tuple(slot.__class__ is list for slot in slots))
        mark(control, self.make, self.fixed, self.key, ways)
        return control


class Place(NamedTuple):
    """Where a slot is in the tree: `name` in a table or list that belongs to `owner`, and the way to that."""

    holder: Any
    name: Any
    owner: Any
    way: Way


class Cast(NamedTuple):
    """What is noted at a control that was made from a template."""

    make: Make
    fixed: tuple[Any, ...]
    key: Any
    ways: tuple[Way, ...]
    places: tuple[Place, ...]


def made(item: Any) -> Any:
    """Return what is to stand in the tree: for a template its control, made anew."""
    return item.made() if item.__class__ is Template else item


def mark(control: Any, make: Make, fixed: tuple[Any, ...], key: Any, ways: tuple[Way, ...]) -> None:
    """Note at a control from which template it is, and where its slots are."""
    _set(control, "_cast", Cast(make, fixed, key, ways, tuple(_place(control, way) for way in ways)))


def _place(control: Any, way: Way) -> Place:
    *steps, name = way
    holder = owner = control
    for step in steps:
        holder = _part(holder, step)
        if not isinstance(holder, list):
            owner = holder
    if not isinstance(holder, list):
        holder = owner._values if name in owner._values else vars(owner)
    return Place(holder, name, owner, tuple(steps))


def _part(holder: Any, step: Any) -> Any:
    if isinstance(holder, list):
        return holder[step]
    return holder._values[step] if step in holder._values else vars(holder)[step]


@lru_cache(maxsize=256)
def _ways(make: Make, fixed: tuple[Any, ...], lists: tuple[bool, ...]) -> tuple[Way, ...]:
    """Return the way to each slot, found by filling them with what is easily found again."""
    with numbered_for_nobody():
        marks: list[Any] = [[] if is_list else ft.Container() for is_list in lists]
        found = dict(_found(make(*fixed, *marks), {id(each) for each in marks}, ()))
    try:
        return tuple(found[id(each)] for each in marks)
    except KeyError:
        raise TypeError(f"{make.__name__} does not put each of its slots into a place") from None


def _found(item: Any, sought: set[int], way: Way) -> Iterator[tuple[int, Way]]:
    from companion.flet_runtime.constructors import KINDS, may_hold

    if id(item) in sought:
        yield id(item), way
        return
    if isinstance(item, list):
        parts: dict[Any, Any] = dict(enumerate(item))
    elif KINDS[item.__class__].sort == "control":
        parts = {**item._values, **{name: getattr(item, name) for name in KINDS[item.__class__].parts}}
    else:
        return
    for name, part in parts.items():
        if id(part) in sought or may_hold(part):
            yield from _found(part, sought, (*way, name))
