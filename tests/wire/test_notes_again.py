"""What phones are sent when somebody notes again: of what was noted, and of what it is now, nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from companion.tables.keys import SeatKey
from companion.tables.table import Table
from referee.core.journal import Consent, Correct, NoteAgain
from tests.wire.hall import Hall, hall
from tests.wire.listening import Plain
from tests.wire.test_streams import _load_controls, watching

BOX = {"consume_map": "O_raids", "nin_shi_range": "both_diagonals", "first_player": "p1"}
SEATS = ("p1", "p2")
Acts = Callable[[Hall, Table, dict[str, str], int], Awaitable[None]]
"""What is done at a table, given by its room, the seats' keys, and the line of the note."""


def evening(acts: Acts, wrong: tuple[str, ...]) -> Any:
    """Return what phones were sent at a table where p1 noted this hand, placed O and did this, and p1's hand then."""

    async def told() -> tuple[dict[str, list[bytes]], Any]:
        async with hall() as room:
            table, keys = await room.begun(2, BOX, game="giryaku")
            for seat, move in (
                ("table", {"type": "deal_done"}),
                *((seat, {"type": "reveal_opening", "cards": ["S", "N", "O"]}) for seat in SEATS),
                *((seat, {"type": "opening_place", "cols": [1, 2]}) for seat in SEATS),
                *((seat, {"type": "opening_reveal", "cards": {"1": "S", "2": "N"}}) for seat in SEATS),
            ):
                assert (await room.declare(table, seat, move)).upheld
            listeners = await watching(room, table, keys, ("p1", "p2"))
            plain = Plain(table.code, room.address.split("/")[2], *keys.values())
            for one in listeners:
                list(one.fresh())
            assert table.match is not None
            number = table.match.number + 1
            assert (await room.declare(table, "p1", {"type": "enter_hand", "cards": list(wrong)})).upheld
            assert (await room.declare(table, "p1", {"type": "place", "col": 3, "card": "O"})).upheld
            await acts(room, table, keys, number)
            await room.quiet()
            sent = {one.name: [plain.frame(frame) for frame in one.fresh()] for one in listeners}
            return sent, table.match.view("p1").private[0].hand

    _load_controls()
    return asyncio.run(told())


@pytest.mark.clause("METSUKE-6.1")
def test_notes_that_were_put_right_otherwise_send_all_others_the_same_bytes() -> None:
    def right(*cards: str) -> Acts:
        async def acts(room: Hall, table: Table, keys: dict[str, str], number: int) -> None:
            again = NoteAgain(number=number, move={"type": "enter_hand", "cards": list(cards)})
            stranger = await table.act(SeatKey("p1", keys["p2"]), again)
            assert (stranger.clause, stranger.upheld) == ("METSUKE-1.1", False)
            assert (await table.act(SeatKey("p1", keys["p1"]), again)).upheld

        return acts

    one, hand = evening(right("O", "S"), ("O", "N"))
    other, other_hand = evening(right("O", "N"), ("O", "O"))
    assert (hand, other_hand) == (("S",), ("N",))
    assert one == other
    assert all(one[name] for name in ("p1", "p2", "the display"))


@pytest.mark.clause("METSUKE-3.5", "METSUKE-3.6")
@pytest.mark.parametrize("onward", [False, True])
def test_a_secret_entry_that_is_corrected_or_taken_back_sends_all_others_the_same_bytes(onward: bool) -> None:
    def corrected(*cards: str) -> Acts:
        async def acts(room: Hall, table: Table, keys: dict[str, str], number: int) -> None:
            move = None if onward else {"type": "enter_hand", "cards": list(cards)}
            proposed = await table.act(SeatKey("p1", keys["p1"]), Correct(number=number, move=move, onward=onward))
            assert proposed.upheld
            await room.quiet()
            assert (await table.act(SeatKey("p2", keys["p2"]), Consent(agree=True))).upheld

        return acts

    one, hand = evening(corrected("O", "S"), ("O", "N"))
    other, other_hand = evening(corrected("O", "N"), ("O", "O"))
    assert (hand, other_hand) == ((None, None) if onward else (("S",), ("N",)))
    assert one == other
    assert all(one[name] for name in ("p1", "p2", "the display"))
