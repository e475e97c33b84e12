"""What a seat noted is shown on its own open phone alone, noted again there, or corrected together with the table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

import companion.phones.cover
from companion.phones.make_snapshot import make_snapshot
from companion.phones.session import Phone
from companion.tables.keys import SeatKey
from companion.tables.table import Table
from companion.ui.overlays import corrected
from referee.core.journal import Consent
from tests.companion.phones.test_phone import host_side
from tests.wire.hall import Hall, hall
from tests.wire.test_notes_again import BOX, SEATS

HAND = {"type": "enter_hand", "cards": ["O", "N"]}
RIGHT = {"type": "enter_hand", "cards": ["O", "S"]}
Evening = Callable[[Hall, Table, dict[str, str], Phone, int], Awaitable[None]]


def evening(monkeypatch: pytest.MonkeyPatch, card: str, play: Evening) -> None:
    """Open a table at which p1 has noted N for S and placed this card, and play. The last is the line of the note."""
    monkeypatch.setattr(companion.phones.cover, "LATE_TAPS", 0.0)

    async def run() -> None:
        async with hall() as here:
            table, keys = await here.begun(2, BOX, game="giryaku")
            for seat, move in (
                ("table", {"type": "deal_done"}),
                *((seat, {"type": "reveal_opening", "cards": ["S", "N", "O"]}) for seat in SEATS),
                *((seat, {"type": "opening_place", "cols": [1, 2]}) for seat in SEATS),
                *((seat, {"type": "opening_reveal", "cards": {"1": "S", "2": "N"}}) for seat in SEATS),
                ("p1", HAND),
                ("p1", {"type": "place", "col": 3, "card": card}),
            ):
                assert (await here.declare(table, seat, move)).upheld
            assert table.match is not None
            mine = await host_side(here, await here.phone(table, {"p1": keys["p1"]}))
            await play(here, table, keys, mine, table.match.number - 1)

    asyncio.run(run())


def test_what_i_noted_is_shown_while_my_cover_is_open_and_noted_again_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(here: Hall, table: Table, keys: dict[str, str], mine: Phone, line: int) -> None:
        mine.actions.match.notes(line)
        assert (mine.snap.held, mine.snap.notes) == ("covered", None)
        mine.actions.match.note_again(line, RIGHT)
        await here.quiet()
        assert table.match is not None
        assert table.match.number == line + 1  # a covered phone notes nothing
        mine.actions.secrets.keep()
        assert mine.snap.notes is not None
        (note,) = mine.snap.notes
        assert (note.line, note.says) == (line, {"cards": ["O", "N"]})
        assert [part.at for part in note.parts] == [("cards", 0), ("cards", 1)]
        assert {"S", "N", "O"} == set(note.parts[1].of)
        mine.actions.match.note_again(line, RIGHT)
        await here.quiet()
        assert table.match.view("p1").private[0].hand == ("S",)
        other = await host_side(here, await here.phone(table, {"p2": keys["p2"]}))
        other.actions.secrets.keep()
        other.actions.match.notes(line)
        assert make_snapshot(other).notes == ()
        other.actions.match.note_again(line, RIGHT)
        await here.quiet()
        assert other.snap.refusal is not None
        assert (other.snap.refusal.clause, other.snap.refusal.private) == ("METSUKE-6.1", True)

    evening(monkeypatch, "O", play)


@pytest.mark.clause("METSUKE-3.6")
def test_a_seat_has_an_entry_of_the_log_corrected_and_the_match_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(here: Hall, table: Table, keys: dict[str, str], mine: Phone, line: int) -> None:
        other = await host_side(here, await here.phone(table, {"p2": keys["p2"]}))
        mine.actions.pages.go("log")
        assert table.match is not None
        placed = table.match.number
        assert (mine.snap.held, placed in mine.snap.correctable) == ("covered", True)
        mine.actions.match.entry(placed)
        assert mine.snap.wrong is not None
        assert (mine.snap.wrong.seat, mine.snap.wrong.secret) == ("p1", False)
        assert {part.at[0] for part in mine.snap.wrong.parts} >= {"col"}
        mine.actions.match.propose(placed, {"type": "place", "col": 2, "card": "O"})
        await here.quiet()
        assert mine.snap.wrong is None
        (asked,) = [p for p in other.snap.prompts if p.ask == "table.consent" and p.seat == "p2"]
        assert "2" in corrected(other.look, other.snap, asked.params)
        assert (await table.act(SeatKey("p2", keys["p2"]), Consent(agree=True))).upheld
        await here.quiet()
        assert mine.snap.notice == other.snap.notice == "app.corrected_together"
        mine.actions.match.entry(line)
        assert mine.snap.wrong is not None
        assert (mine.snap.wrong.secret, mine.snap.wrong.parts) == (True, ())
        mine.actions.match.propose(line, onward=True)  # covered: it says nothing of what it takes back
        await here.quiet()
        (asked,) = [p for p in other.snap.prompts if p.ask == "table.consent" and p.seat == "p2"]
        assert asked.params["onward"]
        assert (await table.act(SeatKey("p2", keys["p2"]), Consent(agree=True))).upheld
        await here.quiet()
        assert other.snap.notice == "app.taken_back"
        assert table.match.view("p1").private[0].hand is None

    evening(monkeypatch, "O", play)


@pytest.mark.clause("METSUKE-3.5")
def test_what_i_cannot_put_right_alone_the_table_corrects_and_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(here: Hall, table: Table, keys: dict[str, str], mine: Phone, line: int) -> None:
        other = await host_side(here, await here.phone(table, {"p2": keys["p2"]}))
        mine.actions.secrets.keep()
        mine.actions.match.note_again(line, RIGHT)
        await here.quiet()
        assert mine.snap.refusal is not None
        assert (mine.snap.refusal.reason, mine.snap.refusal.params["number"]) == ("table.note_at_odds", line)
        mine.actions.match.correct_together(line, RIGHT)
        await here.quiet()
        (asked,) = [p for p in other.snap.prompts if p.ask == "table.consent"]
        assert "cards" not in str(asked.params)
        assert (await table.act(SeatKey("p2", keys["p2"]), Consent(agree=True))).upheld
        assert table.match is not None
        assert table.match.log("p2")[-1].notices[0].message == "table.corrected_together"
        assert {"O", "S"} >= set(table.match.view("p1").private[0].hand or ())

    evening(monkeypatch, "N", play)
