"""Encoding of messages to phones: the same bytes as Flet's, produced faster, above all for changes of a tree.

Flet inspects every control for later comparisons, and describes each message in full for a log that nobody reads. Our
screens are never compared that way (see `reconcile`): of a drawn control only what differs from the client's standard
is read. Everything else is left to Flet.
"""

from __future__ import annotations

import dataclasses
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

import msgpack
from flet.controls.base_control import BaseControl
from flet.controls.id_counter import ControlId
from flet.controls.object_patch import Operation
from flet.controls.value_types import Value
from flet.messaging.protocol import Message, PatchControlBody, configure_encode_object_for_msgpack

Path = tuple[Any, ...]
"""The path from the drawn component to a value: empty, or a pair of the path of its holder and its name there, a
property or a list index."""

ControlPath = tuple[Any, ...]
"""The names on a path, in order."""
PatchOperation = tuple[int, Path, ControlPath, Any, tuple[Any, ...]]
"""An operation: its kind, the path to the holder or to a still, the path from there, the name in the holder, and
the kind's arguments."""
MOVE = Operation.Move.value


def control_path_of(path: Path) -> ControlPath:
    control_path = []
    while path:
        path, step = path
        control_path.append(step)
    return tuple(reversed(control_path))


def patch_of(control: BaseControl, operations: list[PatchOperation]) -> PatchControlBody:
    """Return the message that tells a phone of these operations.

    Holders of changes are numbered in the order of their first mention, in a tree of names that precedes the
    operations: each node is `[number, {name: ...}]`, without the names if there are none. A node that only lies on a
    path has number 0, which packs smallest.
    """
    tree: list[Any] = [0]
    known = {id(()): tree}
    numbered = 0
    message: list[Any] = [tree]
    for kind, path, control_path, name, more in operations:
        holder = _at(path, known)
        for step in control_path:
            holder = _under(holder, step)
        if not holder[0]:
            numbered += 1
            holder[0] = numbered
        message.append([kind, holder[0], name, *((holder[0], *more) if kind == MOVE else more)])
    return PatchControlBody(control._i, message)


def _at(path: Path, known: dict[int, list[Any]]) -> list[Any]:
    """Return the node of the tree of names for a path.

    `known` caches nodes by the identity of the path: operations at one place share their path object, which lives as
    long as they do.
    """
    found = known.get(id(path))
    if found is None:
        above, step = path
        found = known[id(path)] = _under(_at(above, known), step)
    return found


def _under(holder: list[Any], step: Any) -> list[Any]:
    """Return the node one step below a holder in the tree of names."""
    if len(holder) == 1:
        holder.append({})
    found: list[Any] = holder[1].setdefault(step, [0])
    return found


_as_flet_does = configure_encode_object_for_msgpack(BaseControl)  # type: ignore[no-untyped-call]
_NOTHING: dict[str, Any] = {}
_PLAIN = frozenset({str, int, float, bool})


def packed(message: Message) -> bytes:
    """Return a message encoded for the client."""
    body = message.body
    if isinstance(body, PatchControlBody):
        body = {"id": body.id, "patch": body.patch}
    return b"\x00" + bytes(_packer.pack([message.action, body]))


class _Kind(NamedTuple):
    """How to encode a class of controls or values."""

    roots: dict[str, Any]
    """What the client assumes for a property that is not sent, where that differs from the standard here."""
    events: frozenset[str]
    always: tuple[tuple[str, Any], ...]
    """Standard values that differ from the client's, always sent."""
    parts: tuple[tuple[str, Any], ...]
    """Properties outside the table of values, with their standards."""


@lru_cache(maxsize=1024)
def _kind(cls: Any) -> _Kind | None:
    if not hasattr(cls, "_structural_fields") or not issubclass(cls, (BaseControl, Value)):
        return None
    always = tuple((name, value) for name, value in cls._override_props.items() if value is not None)
    parts = tuple((name, _root(cls, name)) for name in sorted(cls._structural_fields))
    roots = {name: cls._root_defaults[name] for name in cls._override_props}
    return _Kind(roots, cls._event_fields, always, parts)


def _root(cls: Any, name: str) -> Any:
    bases = (vars(base).get("__dataclass_fields__", {}) for base in reversed(cls.__mro__))
    return next(fields[name].default for fields in bases if name in fields)


def _encoded(item: Any) -> Any:
    own = getattr(item, "__dict__", _NOTHING)
    written: dict[str, Any] | None = own.get("_written")
    if written is not None:
        # A still may occur several times on a phone, each with its own number.
        return {**written, "_i": next(ControlId._counter)} if "_maker" in own else written
    if isinstance(item, Enum):
        return item.value
    kind = _kind(item.__class__)
    if kind is None or "_frozen" not in own:
        return _as_flet_does(item)
    written = {}
    roots, events = kind.roots, kind.events
    for name, value in item._values.items():
        if value is not None and (name not in roots or value != roots[name]):
            written[name] = True if name in events else value
    for name, value in kind.always:
        written.setdefault(name, value)
    for name, standard in kind.parts:
        value = own[name] if name in own else None  # noqa: SIM401  asked of everything that is sent: no call
        if value.__class__ in (list, dict):
            if value:
                written[name] = value
        elif value is not None and (value != standard or dataclasses.is_dataclass(value)):
            written[name] = value
    # A shared control no longer changes: it is encoded once for all phones.
    if "_maker" in own:
        own["_written"] = {name: _settled(value) for name, value in written.items()}
        return _encoded(item)
    if own.get("_childless"):
        written = {name: _flat(value) for name, value in written.items()}
        own["_written"] = written
    return written


def _settled(value: Any) -> Any:
    """Return a part of a still, encoded unless it contains controls: those get new numbers each time."""
    if value.__class__ in _PLAIN:
        return value
    if isinstance(value, Enum):
        return value.value
    return _flat(value) if getattr(value, "_childless", False) else value


def _flat(value: Any) -> Any:
    """Return a part of a value, fully encoded as far as it is Flet's."""
    if value.__class__ in _PLAIN:
        return value
    if isinstance(value, list | tuple):
        return [_flat(each) for each in value]
    return _encoded(value) if isinstance(value, Enum | Value) else value


_packer = msgpack.Packer(default=_encoded)
"""Created once, with its buffer: messages are packed one after the other."""
