"""Whose page it is: what is drawn and told goes to the page that the context names."""

from __future__ import annotations

import contextvars
from collections.abc import Callable
from typing import Any

import flet as ft
from flet.components.utils import current_component
from flet.controls.context import _context_page
from flet.controls.object_patch import Operation
from flet.messaging.protocol import Message, MessageAction

from companion.flet_runtime.drawing import draws_fast
from companion.flet_runtime.patch_message import patch_of


def on_page(page: Any, work: Callable[[], None]) -> None:
    def do() -> None:
        _context_page.set(page)
        work()

    contextvars.copy_context().run(do)


def this_component() -> ft.BaseControl:
    """Return the component whose body is being drawn; its `update` draws it again."""
    return current_component()


def tell_title(page: ft.Page, title: str) -> None:
    """Give a page a title at once. Set in the usual way it would have the whole page compared, twice."""
    if not draws_fast():
        page.title = title
        page.update()
        return
    page._values["title"] = title
    body = patch_of(page, [(Operation.Replace.value, (), (), "title", (title,))])
    page.session._Session__send_message(Message(MessageAction.PATCH_CONTROL, body))  # type: ignore[attr-defined]
