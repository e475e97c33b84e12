"""Flet's connection to one phone on the web, with a filter before it, and told when the phone has gone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from flet_web.fastapi import app_manager
from flet_web.fastapi.flet_app import FletApp

from companion.flet_runtime.drawing import draws_fast

Admit = Callable[[Any, bool, Callable[[int], Any]], list[Any] | None]
"""Returns what may be let in of a frame, or None; is told whether the phone has registered, and how to find its
controls by number."""


class Connection(FletApp):
    """Flet's connection, which lets in what `admit` returns and can tell whether its phone has registered."""

    def __init__(self, main: Callable[[Any], Awaitable[None]], admit: Admit, session_seconds: int) -> None:
        """`session_seconds` is how long the phone's session outlives the connection."""
        super().__init__(
            loop=asyncio.get_running_loop(),
            executor=app_manager.executor,
            main=main,
            before_main=None,
            session_timeout_seconds=session_seconds,
        )
        self._admit = admit

    @property
    def session(self) -> Any:
        """The phone's session, or None before it has registered."""
        return self._FletApp__session

    async def _FletApp__on_message(self, data: Any) -> None:
        """Let in what an honest client sends, and nothing else."""
        session = self.session
        found = session.index.get if session is not None else _nothing
        if (admitted := self._admit(data, session is not None, found)) is not None:
            await super()._FletApp__on_message(admitted)

    def finish(self) -> None:
        """Let what still waits for something to send go home."""
        queue = getattr(self, "_FletApp__send_queue", None)
        if queue is not None:
            queue.put_nowait(None)

    def send_message(self, message: Any) -> None:
        """Send a message; one for a socket that has just closed is dropped, as it is sent anew with the whole page."""
        queue = self._FletApp__send_queue
        if queue is None:
            return
        if draws_fast():
            from companion.flet_runtime.encode import packed

            queue.put_nowait(packed(message))
        else:
            super().send_message(message)

    def session_key(self) -> str:
        """The name under which Flet's manager knows the session."""
        return str(self._FletApp__get_unique_session_id(self.session.id))


def _nothing(control: int) -> None:
    """Before a phone has registered it has no controls."""
