"""Drawing the bodies of components: as Flet does, with less around it.

Every component that a body mentions is made anew at each drawing, most only to be compared with the one that stands
there. So one is made with what tells it from others; its state comes when it is shown. Our screens take what they
need as arguments: contexts, with which Flet's components can hand values down, are not looked after.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flet.components.component import Component, Renderer, _ComponentState
from flet.components.utils import _CURRENT_RENDERER
from flet.controls.id_counter import ControlId

from companion.flet_runtime.arguments import same
from companion.flet_runtime.control_classes import beginning

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
        """Return what `make` makes of its arguments, or what it made of them when this component was drawn last."""
        key = make, args, tuple(given.items())
        made = self._now.get(key) or self._before.get(key)
        if made is None:
            made = make(*args, **given)
        self._now[key] = made
        return made

    def render_component(self, fn: Any, args: tuple[Any, ...], kwargs: dict[str, Any], key: Any = None) -> Component:
        """Return what stands for a call of a component. It has no state before `enter`."""
        made: Component = _new(Component)
        _begin(made)
        made._i = next(ControlId._counter)
        made.fn, made.args, made.kwargs, made.memoized = fn, args, kwargs, self._is_memo
        if key is not None:
            made._values["key"] = key
        self._is_memo = False
        return made


def rendering() -> Rendering | None:
    """Return the renderer of the body that is being drawn now, unless Flet draws it by itself."""
    renderer = _CURRENT_RENDERER.get()
    return renderer if isinstance(renderer, Rendering) else None


def enter(component: Component) -> Any:
    """Give a component that is to be shown its state, and return its body."""
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
    """Note what a component was drawn with, and let its effects run."""
    state = component._state
    state.is_dirty = False
    if component.memoized:
        state.last_args, state.last_kwargs, state.last_b = component.args, component.kwargs, component._b
    if state.hooks:
        component._run_render_effects()  # type: ignore[no-untyped-call]


def same_arguments(old: Component, new: Component) -> bool:
    """Tell whether a memoised component would be drawn as it was."""
    state = old._state
    return (
        old.memoized and not state.is_dirty and same(state.last_args, new.args) and same(state.last_kwargs, new.kwargs)
    )
