"""Drawing a screen again where it changed, and only there.

Flet compares a redrawn component with what it drew before, and then walks through everything below every
control that was made anew: on a screen of nested rows and columns that costs several milliseconds a phone.
Most changes touch a few memoised blocks and leave the frame around them as it is. So the frame is compared
first, which is cheap; if it is the same, the blocks whose arguments changed are drawn again by themselves.
"""

from __future__ import annotations

from typing import Any

from flet.components.component import Component, Renderer
from flet.components.utils import shallow_compare_args_and_kwargs
from flet.controls.base_control import BaseControl


def redraw(component: Component) -> None:
    """Draw a mounted component again. Call it in the context of its own page.

    Its body must not use effects: they run only where Flet compares the whole.
    """
    state = component._state
    state.hook_cursor = 0
    renderer = Renderer(component)  # type: ignore[no-untyped-call]
    drawn = renderer.render(component.fn, *component.args, **component.kwargs)
    changed: list[tuple[Component, Component]] = []
    if component._b is None or not _same(component._b, drawn, changed):
        component.update()  # type: ignore[no-untyped-call]
        return
    state.is_dirty = False
    for old, new in changed:
        object.__setattr__(old, "args", new.args)
        object.__setattr__(old, "kwargs", new.kwargs)
        if old.memoized or _has_effects(old):
            old.update()  # type: ignore[no-untyped-call]
        else:
            redraw(old)


def _same(old: Any, new: Any, changed: list[tuple[Component, Component]]) -> bool:
    """Tell whether two drawings differ in nothing but the arguments of components, which are noted."""
    if old is new:
        return True
    if isinstance(new, BaseControl):
        if type(old) is not type(new):
            return False
        if isinstance(new, Component):
            return _same_component(old, new, changed)
        return _same_values(old._values, new._values, changed) and _same_values(_plain(old), _plain(new), changed)
    if isinstance(new, list):
        if not isinstance(old, list) or len(old) != len(new):
            return False
        return all(_same(o, n, changed) for o, n in zip(old, new, strict=True))
    return type(old) is type(new) and bool(old == new)


def _same_values(old: dict[str, Any], new: dict[str, Any], changed: list[tuple[Component, Component]]) -> bool:
    return old.keys() == new.keys() and all(_same(old[name], value, changed) for name, value in new.items())


def _plain(control: BaseControl) -> dict[str, Any]:
    """Return the properties that a control keeps outside its table of values: its children, mostly."""
    return {name: value for name, value in vars(control).items() if not name.startswith("_")}


def _same_component(old: Any, new: Component, changed: list[tuple[Component, Component]]) -> bool:
    if old.fn is not new.fn or old.key != new.key or old.memoized != new.memoized:
        return False
    if old._stale or not old._state.mounted:
        return False
    known = old._state
    if not (old.memoized and known.last_b is not None and not known.is_dirty) or not shallow_compare_args_and_kwargs(
        known.last_args, known.last_kwargs, new.args, new.kwargs
    ):
        changed.append((old, new))
    return True


def _has_effects(component: Component) -> bool:
    return any(hasattr(hook, "deps") and hasattr(hook, "setup") for hook in component._state.hooks)
