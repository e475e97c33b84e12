"""Who pays for the loop's time: what a phone's own frames cost is counted, and paid for with waiting."""

from __future__ import annotations

import types
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from time import perf_counter
from typing import Any, Final, Protocol, TypeVar

R = TypeVar("R")


class Payer(Protocol):
    """Whoever something is done for."""

    running: int
    """How much that is done for them is not finished."""

    def pay(self, seconds: float) -> None:
        """Note that this has used so many seconds of the event loop."""


PAYER: Final[ContextVar[Payer | None]] = ContextVar("PAYER", default=None)
"""For whom what is running now is done; None for what the host does by itself."""


async def metered(work: Coroutine[Any, Any, R]) -> R:
    """Do some work, and let whoever it is done for (`PAYER`) pay for each stretch of it that holds the event loop."""
    payer = PAYER.get()
    if payer is None:
        return await work
    payer.running += 1
    try:
        return await _stretches(work, payer.pay)
    finally:
        payer.running -= 1


@types.coroutine
def _stretches(work: Coroutine[Any, Any, R], pay: Callable[[float], None]) -> Generator[Any, Any, R]:
    given: Any = None
    fault: BaseException | None = None
    while True:
        began = perf_counter()
        try:
            waits_for = work.send(given) if fault is None else work.throw(fault)
        except StopIteration as done:
            return done.value
        finally:
            pay(perf_counter() - began)
        given = fault = None
        try:
            given = yield waits_for
        except BaseException as thrown:  # for the work to deal with
            fault = thrown
