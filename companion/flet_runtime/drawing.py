"""Who draws a component's body: Flet itself, or what is installed in its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_renderer: Callable[[], Any] | None = None


def draw_with(renderer: Callable[[], Any]) -> None:
    """Let `renderer` return what renders the body that is being drawn, None for a body that Flet draws by itself."""
    global _renderer
    _renderer = renderer


def draws_fast() -> bool:
    """Tell whether screens are drawn by `reconcile` and sent by `encode`, and not by Flet itself."""
    return _renderer is not None


def renderer() -> Any:
    """Return what renders the body that is being drawn now, or None where Flet draws by itself."""
    return None if _renderer is None else _renderer()
