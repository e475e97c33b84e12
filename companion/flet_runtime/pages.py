"""Whose page it is: what is drawn and told goes to the page that the context names."""

from __future__ import annotations

import contextvars
from collections.abc import Callable
from typing import Any

import flet as ft
from flet.components.utils import current_component
from flet.controls.context import _context_page


def on_page(page: Any, work: Callable[[], None]) -> None:
    def do() -> None:
        _context_page.set(page)
        work()

    contextvars.copy_context().run(do)


def this_component() -> ft.BaseControl:
    """Return the component whose body is being drawn; its `update` draws it again."""
    return current_component()
