"""Drawing again only what changed shows what drawing everything shows.

Phones that have been there all along are compared, after every declaration of whole random matches, with
phones that connect only now: every control and every property, in order, apart from the controls' numbers.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from companion.tables.keys import ProcessRight
from referee.core.journal import Declare
from referee.core.values import PUBLIC, TABLE
from tests.players.shinobazu import HONEST, OPEN, Habits, Players
from tests.wire.hall import hall


def shown(phone: Any) -> Any:
    """Return the whole screen of whatever has a mirror, a phone for example, without control numbers."""
    return _numberless(phone.mirror.page["views"])


def _numberless(value: Any) -> Any:
    if isinstance(value, dict):
        # What went back to its standard is told as such to a screen that was redrawn, and not at all to a new one.
        told = {name: _numberless(each) for name, each in value.items() if name != "_i"}
        return {name: each for name, each in told.items() if not _standard(each)}
    if isinstance(value, list):
        return [_numberless(each) for each in value]
    return value


def _standard(value: Any) -> bool:
    return value is None or value is False or value in (0, 1.0, "fill", [], {})


def first_difference(one: Any, other: Any, path: str = "") -> str:
    """Return where two screens differ first, or an empty string."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted(one.keys() | other.keys()):
            if found := first_difference(one.get(name), other.get(name), f"{path}.{name}"):
                return found
        return ""
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return next((found for at, (a, b) in pairs if (found := first_difference(a, b, f"{path}[{at}]"))), "")
    return "" if one == other else f"{path}: {one!r:.300} is not {other!r:.300}"


@pytest.mark.parametrize(
    ("seed", "count", "habits", "options"),
    [(1, 3, OPEN, {}), (2, 5, HONEST, {}), (3, 4, OPEN, {"duel_lead": "loser_names", "refused_cards": "carry"})],
)
def test_a_phone_that_was_there_all_along_shows_what_a_new_one_shows(
    seed: int, count: int, habits: Habits, options: dict[str, Any]
) -> None:
    async def evening() -> int:
        async with hall() as here:
            table, keys = await here.begun(count, options)
            first = {"p1": keys["p1"]}
            old = [await here.phone(table, first), await here.phone(table, display=True)]
            players = Players(seed, [s.seat for s in table.players], habits)
            compared = 0
            while table.match is not None and table.match.result is None and compared < 36:
                view = table.match.view(PUBLIC).model_dump(mode="json")
                asked = [prompt.model_dump(mode="json") for prompt in table.match.prompts(PUBLIC)]
                said = players.next(view, asked)
                if said is None:
                    break
                seat, move = said
                ruling = await table.act(ProcessRight("p1" if seat == TABLE else seat), Declare(seat=seat, move=move))
                await here.quiet()
                assert ruling.upheld, ruling
                new = [await here.phone(table, first), await here.phone(table, display=True)]
                for one, other in zip(old, new, strict=True):
                    assert first_difference(shown(one), shown(other)) == "", f"after {move['type']} of {seat}"
                    await other.close()
                    here.phones.remove(other)
                compared += 1
            return compared

    assert asyncio.run(evening()) >= 20
