"""What phones are sent when somebody notes again: of what was noted, and of what it is now, nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from companion.tables.authority import SeatKey
from referee.core.journal import NoteAgain
from tests.wire.hall import hall
from tests.wire.listening import Plain
from tests.wire.test_streams import _load_controls, watching

BOX = {"consume_map": "O_raids", "nin_shi_range": "both_diagonals", "first_player": "p1"}
SEATS = ("p1", "p2")


@pytest.mark.clause("METSUKE-6.1")
def test_notes_that_were_put_right_otherwise_send_all_others_the_same_bytes() -> None:
    _load_controls()

    async def told(wrong: tuple[str, ...], right: tuple[str, ...]) -> tuple[dict[str, list[bytes]], Any]:
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
            number = (table.match.number if table.match is not None else 0) + 1
            assert (await room.declare(table, "p1", {"type": "enter_hand", "cards": list(wrong)})).upheld
            assert (await room.declare(table, "p1", {"type": "place", "col": 3, "card": "O"})).upheld
            again = NoteAgain(number=number, move={"type": "enter_hand", "cards": list(right)})
            stranger = await table.act(SeatKey("p1", keys["p2"]), again)
            assert (stranger.clause, stranger.upheld) == ("METSUKE-1.1", False)
            assert (await table.act(SeatKey("p1", keys["p1"]), again)).upheld
            await room.quiet()
            assert table.match is not None
            sent = {one.name: [plain.frame(frame) for frame in one.fresh()] for one in listeners}
            return sent, table.match.view("p1").private[0].hand

    one, hand = asyncio.run(told(("O", "N"), ("O", "S")))
    other, other_hand = asyncio.run(told(("O", "O"), ("O", "N")))
    assert (hand, other_hand) == (("S",), ("N",))
    assert one == other
    assert all(one[name] for name in ("p1", "p2", "the display"))
