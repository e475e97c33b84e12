"""What is made for one phone beside everything else: it says so while it takes a while, and ends with its phone."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

from companion.jobs import Jobs, Progress
from companion.jobs.jobs import SECONDS
from companion.phones.phone_state import PhoneState

R = TypeVar("R")

SOON: Final = 0.4
"""Seconds after which a phone says that something is being made: what is there sooner needs no words."""
BEING_MADE: Final = "app.being_made"


class Making:
    """The jobs of one phone. `refresh` draws it anew."""

    def __init__(self, phone: PhoneState, refresh: Callable[[], None]) -> None:
        self._phone = phone
        self._refresh = refresh
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(
        self,
        jobs: Jobs,
        kind: str,
        work: Callable[..., R],
        *args: Any,
        seconds: float = SECONDS,
        progress: Progress | None = None,
    ) -> R:
        """Have a job done for this phone; see `Jobs.run`. Without `progress` the phone says that it is being made."""
        with self._ended_with_the_phone(), self._said() if progress is None else contextlib.nullcontext():
            return await jobs.run(kind, work, *args, seconds=seconds, progress=progress)

    @contextlib.contextmanager
    def _ended_with_the_phone(self) -> Iterator[None]:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)

    @contextlib.contextmanager
    def _said(self) -> Iterator[None]:
        late = asyncio.get_running_loop().call_later(SOON, self._say)
        try:
            yield
        finally:
            late.cancel()
            where = self._phone.where
            if where.notice == BEING_MADE and len(self._tasks) == 1:
                where.notice, where.notice_params = "", {}
                self._refresh()

    def _say(self) -> None:
        self._phone.where.notice, self._phone.where.notice_params = BEING_MADE, {}
        self._refresh()

    def stop(self) -> None:
        """The phone has gone: end what is made for it."""
        for task in tuple(self._tasks):
            task.cancel()
