"""Who pays for the loop's time: what a phone's own frames cost is counted, and paid for with waiting."""

from __future__ import annotations

import types
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from time import perf_counter
from typing import Any, Final, TypeVar

R = TypeVar("R")
Pay = Callable[[float], object]

PAY: Final[ContextVar[Pay | None]] = ContextVar("PAY", default=None)
"""Takes the seconds of the event loop that what is running now has used; None for what the host does by itself."""


async def metered(work: Coroutine[Any, Any, R]) -> R:
    """Do some work, and let whoever it is done for (`PAY`) pay for each stretch of it that holds the event loop."""
    pay = PAY.get()
    return await (work if pay is None else _stretches(work, pay))


@types.coroutine
def _stretches(work: Coroutine[Any, Any, R], pay: Pay) -> Generator[Any, Any, R]:
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
