"""The patches of Flet: which of its unpublished names are used, whether they are as expected, and installing them once.

`RELIED_ON` is the list of what this package uses beyond Flet's published interface, for `install` and for a test. After
an upgrade of Flet, `moved` says which names are no longer as expected.
"""

from __future__ import annotations

import importlib
import inspect
import logging
from collections.abc import Iterator, Sequence
from types import CodeType
from typing import Any, Literal, NamedTuple

import flet

from companion.flet_runtime.render import draw_with

CHECKED_AGAINST = "1.0.5"
"""The version of Flet that the list was checked against, and that is pinned."""

Part = Literal["faults", "ids", "frames", "drawing"]


class Name(NamedTuple):
    """A name in a library, and what is expected of it."""

    at: str
    """Its module, a colon, and its qualified name there."""
    takes: tuple[str, ...] | None = None
    """The parameters of a function, without `self`."""
    mentions: tuple[str, ...] = ()
    """Names that a function's code must mention: what it calls, sets or reads."""
    has: tuple[str, ...] = ()
    """Attributes of an object, or fields of a dataclass."""


_CONNECTION = "flet.messaging.connection:Connection"
_MANAGER = "flet_web.fastapi.flet_app_manager:FletAppManager"
_BASE = "flet.controls.base_control:BaseControl"
_COMPONENT = "flet.components.component:Component"
_SESSION = "flet.messaging.session:Session"

RELIED_ON: dict[Part, tuple[Name, ...]] = {
    # No stack trace reaches a phone.
    "faults": (
        Name(f"{_SESSION}.error", takes=("message",), mentions=("SESSION_CRASHED",)),
        Name(f"{_SESSION}.dispatch_event", mentions=("error",)),
        Name(f"{_SESSION}._Session__updates_scheduler", mentions=("update", "error")),
        Name(f"{_SESSION}.connection"),
        Name(f"{_COMPONENT}.update", takes=(), mentions=("_stale", "fn")),
        Name("flet.messaging.protocol:SessionCrashedBody", has=("message",)),
        Name("flet.messaging.protocol:Message", has=("action", "body")),
        Name("flet.messaging.protocol:MessageAction", has=("SESSION_CRASHED",)),
    ),
    # The numbers of one phone's controls reveal nothing about another's.
    "ids": (
        Name("flet.controls.id_counter:ControlId", has=("_counter", "next")),
        Name("flet.controls.id_counter:ControlId.next", takes=(), mentions=("_counter",)),
        Name(f"{_BASE}.__post_init__", takes=("ref",), mentions=("_i", "ControlId", "next")),
        Name(f"{_COMPONENT}.update", takes=(), mentions=("_stale", "fn")),
        Name(f"{_SESSION}.page"),
        Name("flet.components.utils:current_component", takes=()),
        Name("flet.controls.context:_context_page", has=("get", "set")),
        Name("flet.controls.context:Context.page"),
    ),
    # What a phone sends is filtered before Flet sees it.
    "frames": (
        Name(f"{_CONNECTION}.send_message", takes=("message",)),
        Name(f"{_SESSION}.__init__", takes=("conn",), mentions=("pubsubhub", "Page")),
        Name(f"{_SESSION}.apply_page_patch", takes=("patch",)),
        Name(f"{_SESSION}.apply_patch", takes=("control_id", "patch"), mentions=("_Session__index",)),
        Name(f"{_SESSION}.get_page_patch", takes=()),
        Name(f"{_SESSION}.dispatch_event", takes=("control_id", "event_name", "event_data")),
        Name(f"{_SESSION}.handle_invoke_method_results", takes=("control_id", "call_id", "result", "error")),
        Name(f"{_SESSION}.after_event", takes=("control",)),
        Name(f"{_SESSION}.connection", mentions=("_Session__conn",)),
        Name(f"{_MANAGER}.get_pubsubhub", takes=("session_handler", "loop")),
        Name(f"{_MANAGER}.get_session", takes=("session_id",)),
        Name(f"{_MANAGER}.add_session", takes=("session_id", "session")),
        Name(f"{_MANAGER}.reconnect_session", takes=("session_id", "conn"), mentions=("attach_connection",)),
        Name(f"{_MANAGER}.disconnect_session", takes=("session_id", "session_timeout_seconds")),
        Name(f"{_MANAGER}.delete_session", takes=("session_id",), mentions=("close",)),
        Name("flet.messaging.protocol:RegisterClientResponseBody", has=("session_id", "page_patch", "error")),
        Name("flet.messaging.protocol:decode_ext_from_msgpack", takes=("code", "data")),
        Name("flet.controls.context:_context_page", has=("get", "set")),
        Name("flet.controls.context:Context.reset_auto_update", takes=()),
        Name(f"{_SESSION}.id"),
        Name(f"{_SESSION}.index"),
        Name("flet.messaging.protocol:MessageAction", has=(
            "REGISTER_CLIENT", "CONTROL_EVENT", "UPDATE_CONTROL_PROPS", "INVOKE_METHOD",
        )),
    ),
    # Only changes are drawn and sent, and fast.
    "drawing": (
        Name(_COMPONENT, has=(
            "fn", "args", "kwargs", "memoized", "key", "data", "_b", "_c", "_contexts", "_dirty", "_i", "_internals",
            "_parent_component", "_stale", "_state", "_values",
        )),
        Name(f"{_COMPONENT}._run_render_effects", takes=()),
        Name("flet.components.component:_ComponentState", takes=(
            "hooks", "hook_cursor", "mounted", "is_dirty", "observable_subscriptions", "last_args", "last_kwargs",
            "last_b",
        )),
        Name("flet.components.component:Renderer", takes=("root_component",)),
        Name("flet.components.component:Renderer.__init__", mentions=("_render_stack", "_is_memo")),
        Name("flet.components.component:Renderer.set_memo", takes=(), mentions=("_is_memo",)),
        Name("flet.components.component:Renderer.render_component", takes=("fn", "args", "kwargs", "key")),
        Name("flet.components.memo:memo", mentions=("set_memo",)),
        Name("flet.components.component_decorator:component", mentions=("render_component",)),
        Name("flet.components.utils:_CURRENT_RENDERER", has=("get", "set", "reset")),
        Name(_BASE, has=(
            "key", "data", "init", "build", "before_update", "did_mount", "will_unmount", "_before_update_safe", "_c",
            "_dirty", "_i", "_internals", "_values",
        )),
        Name(f"{_BASE}.parent", mentions=("_parent",)),
        Name(f"{_BASE}.is_isolated", mentions=("_isolated",)),
        Name("flet.controls.base_control:_apply_control", takes=(
            "cls", "type_name", "isolated", "post_init_args", "categories", "tags", "dataclass_kwargs",
        ), mentions=("new_post_init", "orig_post_init", "isolated", "type_name", "_isolated")),
        Name("flet.controls.base_control:control", mentions=("_apply_control",)),
        Name("flet.controls.value_types:_install_props", takes=("cls",), mentions=(
            "_structural_fields", "_prop_defaults", "_event_fields", "_root_defaults", "_override_props",
        )),
        Name("flet.controls.value_types:Prop.__set__", mentions=("_values", "_dirty", "_frozen", "_notify")),
        Name("flet.controls.value_types:_ValueMeta.__subclasscheck__", mentions=("_is_flet_value",)),
        Name("flet.controls.alignment:AlignmentProperty", takes=("factory",)),
        Name("flet.controls.alignment:AlignmentProperty.__get__", mentions=("factory",)),
        Name("flet.controls.object_patch:Operation", has=("Replace", "Add", "Remove", "Move")),
        Name("flet.controls.object_patch:DiffBuilder._compare_dataclasses", mentions=("_initialized",)),
        Name("flet.controls.object_patch:logger", has=("debug",)),
        Name("flet.utils.validation:_compile_class_spec", takes=("model_cls",)),
        Name("flet.utils.validation:_ClassValidationSpec", has=("field_rules", "class_rules")),
        Name("flet.utils.validation:FieldRule.validate"),
        Name("flet.utils.validation:ClassRule.validate"),
        Name("flet.messaging.protocol:configure_encode_object_for_msgpack", takes=("control_cls",)),
        Name("flet.messaging.protocol:PatchControlBody", takes=("id", "patch")),
        Name("flet.messaging.protocol:MessageAction", has=("PATCH_CONTROL",)),
        Name(f"{_SESSION}._Session__send_message", takes=("message",)),
        Name(f"{_SESSION}.index"),
    ),
}  # fmt: skip


def moved(part: Part) -> list[str]:
    """Return one line for each name of a part that is not as expected in the installed Flet."""
    return unlike(RELIED_ON[part])


def unlike(names: Sequence[Name]) -> list[str]:
    """Return one line for each of these names that is not as expected in what is installed."""
    return [f"{name.at} {problem}" for name in names if (problem := _problem(name))]


def _problem(name: Name) -> str:
    try:
        found = _found(name.at)
    except (ImportError, AttributeError):
        return "is not there"
    if name.takes is not None and (takes := _takes(found)) != name.takes:
        return f"takes ({', '.join(takes)}), not ({', '.join(name.takes)})"
    fields = getattr(found, "__dataclass_fields__", {})
    if lacking := [each for each in name.has if each not in fields and not hasattr(found, each)]:
        return f"has no {', '.join(lacking)}"
    if lacking := sorted(set(name.mentions) - set(_mentioned(found))):
        return f"no longer mentions {', '.join(lacking)}"
    return ""


def _found(at: str) -> Any:
    module, _, path = at.partition(":")
    found: Any = importlib.import_module(module)
    for step in path.split("."):
        found = getattr(found, step)
    return found


def _takes(found: Any) -> tuple[str, ...]:
    try:
        names = tuple(inspect.signature(found).parameters)
    except (TypeError, ValueError):
        return ("?",)
    return names[1:] if names[:1] == ("self",) else names


def _mentioned(found: Any) -> Iterator[str]:
    """Yield the names in the code of a function, of a property, or of all methods of a class."""
    if isinstance(found, property):
        found = found.fget
    if inspect.isclass(found):
        for each in vars(found).values():
            if inspect.isroutine(each) or isinstance(each, property):
                yield from _mentioned(getattr(each, "__func__", each))
        return
    code = getattr(inspect.unwrap(found), "__code__", None)
    if code is not None:
        yield from _names(code)


def _names(code: CodeType) -> Iterator[str]:
    yield from (*code.co_names, *code.co_varnames, *code.co_cellvars, *code.co_freevars)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)
        elif isinstance(inner, str):
            yield inner  # `hasattr(control, "_frozen")`


log = logging.getLogger("metsuke")

_placed = _guarded = False


class FletMoved(Exception):
    """The installed Flet lacks a name on which the protection of secrets rests. `str()` is for people."""

    def __init__(self, gone: Sequence[str]) -> None:
        super().__init__(
            f"What guards the phones' secrets finds no place in Flet {flet.__version__}: {'; '.join(gone)}. "
            f"Install the Flet that it was checked with: "
            f'pip install "flet=={CHECKED_AGAINST}" "flet-web=={CHECKED_AGAINST}"'
        )


def install(*, hosting: bool = False) -> None:
    """Install all patches: those that protect, and those that draw faster where they fit the installed Flet.

    `hosting` is for a host on the web, where phones send frames. The patches are applied once per process; later calls
    only check them. Raises `FletMoved` if a protecting patch does not fit.
    """
    global _placed, _guarded
    guards: tuple[Part, ...] = ("faults", "ids", "frames") if hosting else ("faults", "ids")
    if gone := [line for part in guards for line in moved(part)]:
        raise FletMoved(gone)
    if not _placed:
        _install()
    _placed, _guarded = True, _guarded or hosting


def _install() -> None:
    if flet.__version__ == CHECKED_AGAINST:
        misses = moved("drawing")
    else:
        misses = [f"this is Flet {flet.__version__}, and the faster way was written for {CHECKED_AGAINST}"]
    if not misses:
        from companion.flet_runtime import constructors, reconcile, render

        draw_with(render.rendering)
        constructors.install()
        reconcile.install()
    else:
        log.warning("screens are drawn by Flet itself, which takes longer: %s", "; ".join(misses))
    from companion.flet_runtime import faults, session_ids

    session_ids.install()  # around either way of drawing
    faults.install()


def guards_phones() -> bool:
    return _guarded


def desktop_is_there() -> bool:
    """Tell whether Flet's desktop package is installed in Flet's version; otherwise Flet would install it itself."""
    from flet.version import flet_version

    try:
        from flet_desktop.version import version
    except ImportError:
        return False
    return not version or version == flet_version


def sees_no_screen() -> bool:
    """Tell whether Flet finds no screen on this machine: it would then serve the app on the network."""
    from flet.utils import is_linux_server

    return bool(is_linux_server())  # type: ignore[no-untyped-call]
