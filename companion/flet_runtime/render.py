"""Rendering the bodies of components, and comparing the arguments of memoised ones.

Arguments are compared by `==`, and functions by what they do: to Python, a function made at each drawing is a new one
each time. Here two functions are the same if they have the same code and everything that they hold is the same.

Bodies are rendered as Flet does, but with less overhead. Every component that a body mentions is made anew at each
drawing, in most cases only to be compared with the existing one. So it is made with no more than what distinguishes it;
its state is added when it is shown. Contexts, with which Flet's components can pass values down, are not supported: our
screens take what they need as arguments.
"""

from __future__ import annotations

import contextvars
import dataclasses
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from types import CellType, FunctionType, MethodType
from typing import Any

import flet as ft
from flet.components.component import Component, Renderer, _ComponentState
from flet.components.utils import _CURRENT_RENDERER, current_component
from flet.controls.base_control import BaseControl
from flet.controls.context import _context_page
from flet.controls.id_counter import ControlId
from flet.controls.object_patch import Operation
from flet.messaging.protocol import Message, MessageAction

from companion.flet_runtime.constructors import beginning
from companion.flet_runtime.encode import patch_of

_renderer: Callable[[], Any] | None = None


def draw_with(renderer: Callable[[], Any]) -> None:
    """Set the function that returns the renderer of the current body, or None for a body that Flet renders."""
    global _renderer
    _renderer = renderer


def is_fast_drawing() -> bool:
    """Tell whether screens are drawn by `reconcile` and sent by `encode`, instead of by Flet."""
    return _renderer is not None


def renderer() -> Any:
    """Return the renderer of the body that is being drawn, or None where Flet draws."""
    return None if _renderer is None else _renderer()


_Pairs = frozenset[tuple[int, int]]


def is_same(one: Any, other: Any, within: _Pairs = frozenset()) -> bool:
    """Tell whether two arguments are the same. `within`: pairs of ids of functions already being compared."""
    if one is other or one == other:
        return True
    cls: Any = one.__class__
    if cls is not other.__class__:
        return False
    if cls is FunctionType:
        pair = id(one), id(other)
        return pair in within or (
            one.__code__ is other.__code__
            and is_same(one.__defaults__, other.__defaults__, within)
            and is_same(one.__kwdefaults__, other.__kwdefaults__, within)
            and _are_all_same(
                map(_content, one.__closure__ or ()), map(_content, other.__closure__ or ()), within | {pair}
            )
        )
    if cls is MethodType:
        return one.__func__ is other.__func__ and is_same(one.__self__, other.__self__, within)
    if cls is partial:
        return _are_all_same((one.func, one.args, one.keywords), (other.func, other.args, other.keywords), within)
    if isinstance(one, tuple | list):
        return len(one) == len(other) and _are_all_same(one, other, within)
    if isinstance(one, dict):
        return one.keys() == other.keys() and _are_all_same(one.values(), map(other.get, one), within)
    if dataclasses.is_dataclass(cls) and cls.__eq__ is not object.__eq__ and not isinstance(one, BaseControl):
        names = [field.name for field in dataclasses.fields(cls) if field.compare]
        return _are_all_same((getattr(one, name) for name in names), (getattr(other, name) for name in names), within)
    return False


def _are_all_same(some: Iterable[Any], others: Iterable[Any], within: _Pairs) -> bool:
    return all(is_same(one, other, within) for one, other in zip(some, others, strict=True))


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # the cell is still empty
        return None


def on_page(page: Any, work: Callable[[], None]) -> None:
    def do() -> None:
        _context_page.set(page)
        work()

    contextvars.copy_context().run(do)


def this_component() -> ft.BaseControl:
    """Return the component whose body is being drawn; its `update` draws it again."""
    return current_component()


def tell_title(page: ft.Page, title: str) -> None:
    """Set a page's title at once. Setting the property would compare the whole page, twice."""
    if not is_fast_drawing():
        page.title = title
        page.update()
        return
    page._values["title"] = title
    body = patch_of(page, [(Operation.Replace.value, (), (), "title", (title,))])
    page.session._Session__send_message(Message(MessageAction.PATCH_CONTROL, body))  # type: ignore[attr-defined]


_begin = beginning(
    {
        "_c": "C", "data": None, "_parent_component": None, "_state": None, "memoized": False, "_stale": False,
        "_b": None, "_frozen": True,
    },
    {"_values": dict, "_dirty": dict, "_internals": dict, "_contexts": dict},
)  # fmt: skip
_new = object.__new__
_set = object.__setattr__


class Rendering(Renderer):
    """Flet's renderer of one component's body."""

    def __init__(self, component: Component) -> None:
        super().__init__(component)  # type: ignore[no-untyped-call]
        self._render_stack.append(component)
        state: Any = component._state
        self._before: dict[Any, Any] = getattr(state, "stills", {})
        self._now: dict[Any, Any] = {}
        state.stills = self._now

    def once(self, make: Callable[..., Any], args: tuple[Any, ...], given: dict[str, Any]) -> Any:
        """Return `make`'s result for these arguments, reused from the last drawing of this component if possible."""
        key = make, args, tuple(given.items())
        made = self._now.get(key) or self._before.get(key)
        if made is None:
            made = make(*args, **given)
        self._now[key] = made
        return made

    def render_component(self, fn: Any, args: tuple[Any, ...], kwargs: dict[str, Any], key: Any = None) -> Component:
        """Return a component for a call. It has no state before `enter`."""
        made: Component = _new(Component)
        _begin(made)
        made._i = next(ControlId._counter)
        made.fn, made.args, made.kwargs, made.memoized = fn, args, kwargs, self._is_memo
        if key is not None:
            made._values["key"] = key
        self._is_memo = False
        return made


class Living(Exception):
    """What is drawn belongs to one phone: it can be tapped, or has a state of its own."""


class _Nobody(Renderer):
    """Stands for the renderer where no component is drawn. Raises `Living` for a component, and for a hook."""

    @property
    def _render_stack(self) -> list[Any]:
        raise Living("a hook")

    @_render_stack.setter
    def _render_stack(self, _: list[Any]) -> None:
        pass

    def render_component(self, fn: Any, args: Any, kwargs: Any, key: Any = None) -> Component:
        raise Living(f"the component {fn.__name__}")


_NOBODY = _Nobody()  # type: ignore[no-untyped-call]


@contextmanager
def without_component() -> Iterator[None]:
    """Draw controls that belong to no component. Whatever needs one raises `Living`."""
    before = _CURRENT_RENDERER.set(_NOBODY)
    try:
        yield
    finally:
        _CURRENT_RENDERER.reset(before)


def rendering() -> Rendering | None:
    """Return the renderer of the body that is being drawn, or None if Flet draws it."""
    renderer = _CURRENT_RENDERER.get()
    return renderer if isinstance(renderer, Rendering) else None


def enter(component: Component) -> Any:
    """Give a component that will be shown its state, and return its body."""
    state: Any = component._state
    if state is None:
        _set(component, "_state", _ComponentState())
    return drawn(component)


def drawn(component: Component) -> Any:
    component._state.hook_cursor = 0
    before = _CURRENT_RENDERER.set(Rendering(component))
    try:
        return component.fn(*component.args, **component.kwargs)
    finally:
        _CURRENT_RENDERER.reset(before)


def remember(component: Component) -> None:
    """Record what a component was drawn with, and run its effects."""
    state = component._state
    state.is_dirty = False
    if component.memoized:
        state.last_args, state.last_kwargs, state.last_b = component.args, component.kwargs, component._b
    if state.hooks:
        component._run_render_effects()  # type: ignore[no-untyped-call]


def same_arguments(old: Component, new: Component) -> bool:
    """Tell whether a memoised component can be left as it was drawn."""
    state = old._state
    return (
        old.memoized
        and not state.is_dirty
        and is_same(state.last_args, new.args)
        and is_same(state.last_kwargs, new.kwargs)
    )
