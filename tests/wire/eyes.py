"""Phones at a table without a host: what each would show, made by the same door as every real phone's snapshot."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

from companion.contract.snapshot import Screen, Snapshot
from companion.phones.actions import PhoneActions
from companion.phones.make_snapshot import make_snapshot
from companion.phones.phone_state import Location
from companion.phones.session import Phone
from companion.tables.answering import Wait, asked
from companion.tables.keys import key_hash
from companion.tables.table import Table
from companion.tables.table_state import Attendance
from models import KeptRecord, MatchRecord, SeatRecord
from referee.core.journal import Match
from referee.core.values import GAME_MASTER, PUBLIC

START = datetime(2026, 5, 17, 20, 0, tzinfo=UTC)


class Eyes:
    """One table, and a phone for whoever looks at it."""

    def __init__(self, match: Match) -> None:
        seats = tuple(
            SeatRecord(1, s.seat, "player", s.name, at, key_hash=key_hash(s.seat)) for at, s in enumerate(match.seats)
        )
        gm = SeatRecord(1, GAME_MASTER, "gm", "", 1000, key_hash=key_hash(GAME_MASTER))
        options = match.options.model_dump(mode="json")
        record = MatchRecord(
            1, "evening", match.game.KEY, options, "running", "referee", START, START, seats=(*seats, gm)
        )
        tables: Any = SimpleNamespace(clock=lambda: START)
        self.table = Table(tables, record, match)
        self.table.attendance = Attendance(lambda: 0.0)  # of two worlds one is looked at later
        self._phones: dict[tuple[str, bool], Phone] = {}

    def see(self, match: Match, kept: KeptRecord | None = None) -> None:
        """Let the table stand so. What everybody notices is written a second apart; `kept` is an answer that waits."""
        self.table.match = match
        number, answering = asked(match), self.table.answering
        answering.wait = None
        question = match.game.EXTRAS.timed_answer
        if number is not None and question is not None:
            since = START + timedelta(seconds=match.lines_until(PUBLIC, number))
            answering.wait = Wait(number, since, question.seconds(match.state))
        answering.kept = kept if number is not None else None

    def shown(self, viewer: str, *, held: bool, screen: Screen = "play") -> Snapshot:
        """Return what a viewer's phone shows, with its cover open or closed."""
        phone = self._phones.setdefault((viewer, held), self._phone(viewer))
        phone.held = "kept" if held else "covered"
        phone.where.screen = screen
        return make_snapshot(phone)

    def _phone(self, viewer: str) -> Phone:
        page: Any = SimpleNamespace(session=SimpleNamespace(connection=None))
        host: Any = SimpleNamespace(demonstration=None)
        phone = Phone(host, page, PhoneActions)
        phone.table = self.table
        role: Any = {PUBLIC: "display", GAME_MASTER: "gm"}.get(viewer, "seat")
        seat = "" if viewer == PUBLIC else viewer
        phone.where = Location(code="evening", role=role, seat=seat, lifted=(seat, None))
        storage = phone.storage.with_key("evening", viewer, viewer)
        phone.storage = replace(storage, voice="all", announce="all", aloud=True)
        return phone
