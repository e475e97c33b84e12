"""Work in threads beside the event loop and the store: no answer waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

R = TypeVar("R")

WORKERS: Final = ThreadPoolExecutor(2, "metsuke-aside")


async def aside(work: Callable[[], R]) -> R:
    """Do some work in a thread of its own sort: whatever else the host does in threads waits for none of it."""
    return await asyncio.get_running_loop().run_in_executor(WORKERS, work)
