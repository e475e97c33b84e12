"""Work of the tables themselves in threads beside the event loop: what they tell next, and what ended matches were."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

R = TypeVar("R")

_ASIDE: Final = ThreadPoolExecutor(2, "metsuke-aside")
_LAST: Final = ThreadPoolExecutor(1, "metsuke-last")


async def aside(work: Callable[[], R]) -> R:
    """Do some work in a thread of its own sort: whatever else the host does in threads waits for none of it."""
    return await asyncio.get_running_loop().run_in_executor(_ASIDE, work)


async def last(work: Callable[..., R], *args: Any) -> R:
    """Do some work that nobody at a table waits for: one after the other, whatever comes at once."""
    return await asyncio.get_running_loop().run_in_executor(_LAST, work, *args)
