"""A table on a Flet that the fast drawing was not written for: `python -m tests.wire.another_flet`.

Prints what a phone that was there all along and one that comes at the end can read, and the numbers of the former's
controls from its first one on, with and without other phones.
"""

from __future__ import annotations

import asyncio
import json
import logging

import flet

from companion.flet_runtime.session_ids import FIRSTS
from referee.core.values import PUBLIC, TABLE
from tests.players.shinobazu import OPEN, Players
from tests.wire.hall import hall

DECLARATIONS = 12


async def evening(others: int) -> dict[str, object]:
    """Play a while, with this many displays besides the phone that is looked at."""
    async with hall() as here:
        table, keys = await here.begun(3)
        mine = {"p1": keys["p1"]}
        old = await here.phone(table, mine)
        for _ in range(others):
            await here.phone(table, display=True)
        players = Players(1, [seat.seat for seat in table.players], OPEN)
        before = old.texts()
        for _ in range(DECLARATIONS):
            assert table.match is not None
            asked = [prompt.model_dump(mode="json") for prompt in table.match.prompts(PUBLIC)]
            said = players.next(table.match.view(PUBLIC).model_dump(mode="json"), asked)
            assert said is not None
            await here.declare(table, "p1" if said[0] == TABLE else said[0], said[1])
        numbers = sorted(found.id for found in old.mirror.walk() if found.id > FIRSTS)
        new = await here.phone(table, mine)
        told = {"before": before, "old": old.texts(), "new": new.texts()}
        return {**told, "numbers": [number - numbers[0] for number in numbers]}


async def _main() -> None:
    print(json.dumps([await evening(others) for others in (0, 3)]))


if __name__ == "__main__":
    flet.__version__ = "9.9.9"
    logging.basicConfig(format="%(name)s: %(message)s", level=logging.WARNING)
    asyncio.run(_main())
