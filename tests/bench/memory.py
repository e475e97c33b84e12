"""What a host holds in memory with thirty phones at its table."""

from __future__ import annotations

import asyncio

from tests.bench.figures import line
from tests.bench.table import BenchTable

PHONES = 30
DECLARATIONS = 40


def run() -> None:
    """Measure the resident set after a while of play."""
    with BenchTable() as table:
        asyncio.run(_play(table))
        line("memory", phones=PHONES, mb=round(table.memory() / 1e6, 1))


async def _play(table: BenchTable) -> None:
    phones = [await table.phone(number).connect() for number in range(PHONES)]
    loop = asyncio.get_running_loop()
    for _ in range(DECLARATIONS):
        table.declare()
        await loop.run_in_executor(None, table.declared)
    for phone in phones:
        assert phone.connected
