"""Stills: what a screen shows and nobody can touch, drawn once for all phones that show it.

A still stands in the trees of many phones at once, and in one tree at several places. So nothing in it ever changes,
it is not numbered before it is packed for a phone, and it has no parent and no page. `reconcile` tells how one
differs from another and puts the other in its place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.flet_runtime.drawing import renderer


def make_still(made: Any, maker: Any) -> Any:
    """Complete a control, with all that is below it, to be shown as it is from now on.

    `maker` is what draws stills of this sort: only such are compared with each other. Raises `TypeError` if something
    in it can be touched or has a life of its own.
    """
    from companion.flet_runtime.control_classes import KINDS, below

    kind = KINDS[made.__class__]
    if kind.sort == "control":
        if "_maker" in made.__dict__:
            return made
        if kind.component or kind.looked_after(made):
            raise TypeError(f"a still by {maker.__name__} holds a {made.__class__.__name__} that is none")
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
