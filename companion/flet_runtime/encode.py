"""From messages to the bytes on the wire: what Flet writes, written faster.

Flet looks through every control for what it will compare it with later, and describes each message in full for a
log that nobody reads. Our screens are never compared that way (see `reconcile`): of a drawn control only
what differs from the client's standard is read. Everything else is left to Flet.
"""

from __future__ import annotations

import dataclasses
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

import msgpack
from flet.controls.base_control import BaseControl
from flet.controls.id_counter import ControlId
from flet.controls.value_types import Value
from flet.messaging.protocol import Message, PatchControlBody, configure_encode_object_for_msgpack

_as_flet_does = configure_encode_object_for_msgpack(BaseControl)  # type: ignore[no-untyped-call]
_NOTHING: dict[str, Any] = {}
_PLAIN = frozenset({str, int, float, bool})


def packed(message: Message) -> bytes:
    """Return a message as the client takes it."""
    body = message.body
    if isinstance(body, PatchControlBody):
        body = {"id": body.id, "patch": body.patch}
    return b"\x00" + bytes(_packer.pack([message.action, body]))


class _Kind(NamedTuple):
    """What to write of a kind of control or value."""

    roots: dict[str, Any]
    """What the client takes a property for that is not written, where that is not its standard here."""
    events: frozenset[str]
    always: tuple[tuple[str, Any], ...]
    """Standards that differ from the client's."""
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
        # A still may stand at several places of a phone, each of which has a number.
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
    # What is shared and does not change any more is written once for all phones.
    if "_maker" in own:
        own["_written"] = {name: _settled(value) for name, value in written.items()}
        return _encoded(item)
    if own.get("_childless"):
        written = {name: _flat(value) for name, value in written.items()}
        own["_written"] = written
    return written


def _settled(value: Any) -> Any:
    """Return a still's part, encoded unless controls stand in it: those are numbered anew each time."""
    if value.__class__ in _PLAIN:
        return value
    if isinstance(value, Enum):
        return value.value
    return _flat(value) if getattr(value, "_childless", False) else value


def _flat(value: Any) -> Any:
    """Return a value's part with nothing left to encode in it, as far as it is Flet's."""
    if value.__class__ in _PLAIN:
        return value
    if isinstance(value, list | tuple):
        return [_flat(each) for each in value]
    return _encoded(value) if isinstance(value, Enum | Value) else value


_packer = msgpack.Packer(default=_encoded)
"""Made once, with its buffer: messages are packed one after the other."""
