"""The frames that a phone may send: everything else is dropped before Flet sees it.

A client may send any property of any control in its own tree, and Flet sets it: private attributes of the page, which
would break every later broadcast, and values that controls of other phones share. So a frame is taken apart here, and
only what an honest client sends is put together again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import flet as ft
import msgpack
from flet.messaging.protocol import MessageAction, decode_ext_from_msgpack

PAGE = 1
"""The id of the page itself, in every session."""
LONGEST = 20_000
"""The most characters of a field's text in a frame; names are checked again where they are used."""
DEEPEST = 8
"""The deepest nesting of values in a frame; the deepest of a client, in a drag event, is five."""
MOST_PARTS = 200
"""The most items of a list or a map in a frame."""
_BOUNDS = {
    "max_array_len": MOST_PARTS, "max_map_len": MOST_PARTS, "max_bin_len": 0, "max_ext_len": 64,
}  # fmt: skip


NO_FRAME, TEXT = 1007, 1003
"""The close codes of a socket for bytes that are no frame, and for text."""


class NoFrame(ValueError):
    """Something that no client sends; its socket is closed with `code`. The message quotes nothing of it."""

    def __init__(self, code: int = NO_FRAME) -> None:
        super().__init__()
        self.code = code


EVENTS = frozenset(
    [
        "app_lifecycle_state_change",
        "blur",
        "change",
        "click",
        "dismiss",
        "double_tap",
        "focus",
        "hover",
        "locale_change",
        "media_change",
        "pan_down",
        "pan_end",
        "pan_start",
        "pan_update",
        "platform_brightness_change",
        "reorder",
        "resize",
        "route_change",
        "scroll",
        "select",
        "size_change",
        "submit",
        "tap",
        "tap_cancel",
        "tap_down",
        "tap_up",
        "vertical_drag_cancel",
        "vertical_drag_down",
        "vertical_drag_end",
        "vertical_drag_start",
        "vertical_drag_update",
        "view_pop",
        "will_accept",
        "accept",
    ]
)
"""The events that an honest client of ours can send."""

_VALUES: dict[type[Any], frozenset[str]] = {
    ft.TextField: frozenset({"value"}),
    ft.Switch: frozenset({"value"}),
    ft.Checkbox: frozenset({"value"}),
    ft.RadioGroup: frozenset({"value"}),
    ft.Slider: frozenset({"value"}),
    ft.Dropdown: frozenset({"value"}),
    ft.SegmentedButton: frozenset({"selected"}),
    ft.ExpansionTile: frozenset({"expanded"}),
    ft.Chip: frozenset({"selected"}),
}
"""The properties that the client of each control changes by itself."""


def unpacked(data: bytes | None) -> Any:
    """Return the frame in these bytes, within bounds; None stands for a text message. Raises `NoFrame`."""
    if data is None:
        raise NoFrame(TEXT)
    if not data.startswith(b"\x00"):
        raise NoFrame
    try:
        frame = msgpack.unpackb(memoryview(data)[1:], ext_hook=decode_ext_from_msgpack, **_BOUNDS)
    except (ValueError, TypeError, msgpack.exceptions.UnpackException, RecursionError, MemoryError, OverflowError):
        raise NoFrame from None
    if not isinstance(frame, list) or len(frame) != 2 or not isinstance(frame[1], dict) or not _is_shallow(frame):
        raise NoFrame
    return frame


def _is_shallow(value: Any, depth: int = DEEPEST) -> bool:
    if isinstance(value, dict):
        return depth > 0 and all(isinstance(k, str) and _is_shallow(v, depth - 1) for k, v in value.items())
    return not isinstance(value, list) or (depth > 0 and all(_is_shallow(each, depth - 1) for each in value))


def admit(frame: Any, registered: bool, control: Callable[[int], Any]) -> list[Any] | None:
    """Return the admissible part of a phone's frame, or None if nothing of it is.

    `control` finds a control of the phone's own tree by its id.
    """
    if not isinstance(frame, list) or len(frame) != 2 or not isinstance(frame[1], dict):
        return None
    action, body = frame
    match action:
        case MessageAction.REGISTER_CLIENT.value:
            return [action, _registration(body)] if not registered and _is_whole(body) else None
        case _ if not registered:
            return None
        case MessageAction.CONTROL_EVENT.value:
            target, name, data = body.get("target"), body.get("name"), body.get("data")
            # Flet searches the whole tree for an unknown control.
            if (
                not isinstance(target, int)
                or not isinstance(name, str)
                or name not in EVENTS
                or control(target) is None
                or (name == "route_change" and not (isinstance(data, dict) and isinstance(data.get("route"), str)))
            ):
                return None
            return [action, {"target": target, "name": name, "data": data}]
        case MessageAction.UPDATE_CONTROL_PROPS.value:
            properties = _properties(body, control)
            return [action, {"id": body["id"], "props": properties}] if properties else None
        case MessageAction.INVOKE_METHOD.value:
            known = {"control_id", "call_id", "result", "error"}
            answers = isinstance(body.get("control_id"), int) and isinstance(body.get("call_id"), str)
            if not answers or control(body["control_id"]) is None:
                return None
            return [action, {"result": None, "error": None} | {k: v for k, v in body.items() if k in known}]
    return None


def _is_whole(body: Mapping[str, Any]) -> bool:
    """Tell whether a phone sends everything that every client sends when it registers."""
    page = body.get("page")
    return (
        isinstance(page, dict)
        and isinstance(body.get("session_id"), str | None)
        and isinstance(body.get("page_name"), str)
        and isinstance(page.get("route"), str)
        and _is_text(page.get("platform"))
        and _is_size(page.get("width"))
        and _is_size(page.get("height"))
    )


def _registration(body: Mapping[str, Any]) -> dict[str, Any]:
    session, name, page = body.get("session_id"), body.get("page_name"), body.get("page")
    return {
        "session_id": session if isinstance(session, str) and len(session) <= 100 else "",
        "page_name": name[:200] if isinstance(name, str) else "",
        "page": _page(page if isinstance(page, dict) else {}, _FIRST | _LATER),
    }


def _properties(body: Mapping[str, Any], control: Callable[[int], Any]) -> dict[str, Any]:
    props, target = body.get("props"), body.get("id")
    if not isinstance(props, dict) or not isinstance(target, int):
        return {}
    if target == PAGE:
        return _page(props, _LATER)
    allowed = _VALUES.get(type(control(target)), frozenset())
    return {k: v for k, v in props.items() if k in allowed and _is_plain(v)}


def _is_plain(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) <= 100 and all(isinstance(v, str) and len(v) <= 200 for v in value)
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, bool | int) or (isinstance(value, str) and len(value) <= LONGEST)


# Properties of the page that a client sends


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 500


def _is_size(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 100_000


def _is_media(value: Any, depth: int = 3) -> bool:
    if isinstance(value, dict):
        return depth > 0 and len(value) <= 20 and all(_is_word(k) and _is_media(v, depth - 1) for k, v in value.items())
    return value is None or isinstance(value, bool) or _is_text(value) or _is_size(value)


def _is_word(key: Any) -> bool:
    return isinstance(key, str) and key.isidentifier() and not key.startswith("_")


_LATER: dict[str, Callable[[Any], bool]] = {
    "route": _is_text,
    "width": _is_size,
    "height": _is_size,
    "platform_brightness": lambda value: value in ("dark", "light"),
    "media": _is_media,
}
_FLAGS = ("pwa", "web", "debug", "wasm", "test", "multi_view", "pyodide")
_FIRST: dict[str, Callable[[Any], bool]] = {
    **{name: (lambda value: isinstance(value, bool)) for name in _FLAGS},
    "platform": lambda value: value in ("android", "ios", "macos", "windows", "linux", "fuchsia"),
}


def _page(props: Mapping[str, Any], known: Mapping[str, Callable[[Any], bool]]) -> dict[str, Any]:
    return {k: v for k, v in props.items() if k in known and known[k](v)}
