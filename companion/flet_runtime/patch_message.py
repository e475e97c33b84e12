"""The message that tells a phone what has changed in its tree."""

from __future__ import annotations

from typing import Any

from flet.controls.base_control import BaseControl
from flet.controls.object_patch import Operation
from flet.messaging.protocol import PatchControlBody

Path = tuple[Any, ...]
"""Where a value stands, from the component that is drawn: empty, or the path of what holds it and then its name there,
a property's or an index in a list."""

Way = tuple[Any, ...]
"""The names on a path, one after the other."""
Told = tuple[int, Path, Way, Any, tuple[Any, ...]]
"""An operation: its kind, the path to what holds the place or to a still and the way from there, the name of the place,
and what the kind needs."""
MOVE = Operation.Move.value


def way_of(path: Path) -> Way:
    way = []
    while path:
        path, step = path
        way.append(step)
    return tuple(reversed(way))


def patch_of(control: BaseControl, operations: list[Told]) -> PatchControlBody:
    """Return the message that tells a phone of these operations.

    What holds something that changes is numbered in the order of its first mention, in a tree of names that goes
    ahead: each `[number, {name: ...}]`, without the names where there are none. What only lies on the way is 0:
    the same for all packs smaller.
    """
    tree: list[Any] = [0]
    known = {id(()): tree}
    numbered = 0
    told: list[Any] = [tree]
    for kind, path, way, place, more in operations:
        holder = _at(path, known)
        for step in way:
            holder = _under(holder, step)
        if not holder[0]:
            numbered += 1
            holder[0] = numbered
        told.append([kind, holder[0], place, *((holder[0], *more) if kind == MOVE else more)])
    return PatchControlBody(control._i, told)


def _at(path: Path, known: dict[int, list[Any]]) -> list[Any]:
    """Return what stands in the tree of names for the end of a path.

    `known` has what was asked for before, by the path's identity: operations at one place share their path, and hold
    it as long as they are told.
    """
    found = known.get(id(path))
    if found is None:
        above, step = path
        found = known[id(path)] = _under(_at(above, known), step)
    return found


def _under(holder: list[Any], step: Any) -> list[Any]:
    """Return what stands in the tree of names one step below a holder."""
    if len(holder) == 1:
        holder.append({})
    found: list[Any] = holder[1].setdefault(step, [0])
    return found
