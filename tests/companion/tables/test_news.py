"""Two processes at one database: each hears what the other commits, and needs nobody to tell it.

Both run on this event loop, with a connection pool, tables and ears of their own; `dies` is a SIGKILL's effect: its
connections are cut, and nothing is said.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random
from threading import get_ident, main_thread

import pytest
from sqlalchemy import make_url

import companion.tables.news as postgres_news
from companion.metrics import METRICS
from companion.phones.intake import Intake, TooLarge
from companion.tables.answering import CHOSEN, KEPT
from companion.tables.keys import ProcessRight, SeatKey
from companion.tables.news import PostgresNews
from companion.tables.seats import enter, free, rename, set_pin, sit, start, try_pin
from companion.tables.table import Table
from companion.tables.tables import Tables
from models import Store
from models.database.channel import CHANNEL
from models.matches.seats import TRIES
from referee import shinobazu
from referee.core.game import Knowledge
from referee.core.journal import Declare
from referee.core.values import GAME_MASTER, Refused, Seat
from tests.companion.tables.listens import Clock, heard_at, listen
from tests.postgres import postgres

SEATS = [Seat(seat=f"p{n}", name=name) for n, name in enumerate(("Aki", "Ben", "Chie"), 1)]
LEAD = Declare(seat="p1", move={"type": "lead", "to": "p1", "colour": "red", "card": "red 5"})
LAY = Declare(seat="p2", move={"type": "lay", "to": "p2", "declare": "fight"})
PATIENCE = 20.0


class Both:
    """Two processes, `one` and `other`, that share a database."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.url = postgres().used()
        own = {} if clock is None else {"clock": clock}
        self.one, self.other = (Tables(Store.open(self.url), random=Random(n), **own) for n in range(2))
        self._moved = asyncio.Condition()
        for tables in (self.one, self.other):
            tables.news.listen(lambda _: self._wake())

    def _wake(self) -> None:
        async def wake() -> None:
            async with self._moved:
                self._moved.notify_all()

        self._waking = asyncio.get_running_loop().create_task(wake())

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds, after whatever either process publishes."""
        async with asyncio.timeout(PATIENCE), self._moved:
            while not holds():
                await self._moved.wait()

    async def hear(self) -> None:
        for tables in (self.one, self.other):
            tables.start()
            while not tables.news.hearing:  # noqa: ASYNC110  nobody tells that somebody listens
                await asyncio.sleep(0.01)

    async def running(self) -> tuple[Table, Table]:
        """Open a match on one, begin it, and return it on both."""
        table, _ = await self.one.open("shinobazu", {"depth": "plays"}, SEATS)
        await start(table, ProcessRight())
        return table, await self.on_other(table)

    async def on_other(self, table: Table) -> Table:
        same = await self.other.table(table.code)
        assert same is not None
        return same

    def cut(self, tables: Tables) -> None:
        """Let the server cut a process's ears off."""
        news = tables.news
        with postgres().connect(str(make_url(self.url).database)) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s::oid",
                (str(news.process),),
            )

    def close(self) -> None:
        for tables in (self.one, self.other):
            tables.close()


def played(play: Callable[[Both], Awaitable[None]], clock: Clock | None = None) -> None:
    async def run() -> None:
        both = Both(clock)
        try:
            await both.hear()
            await play(both)
        finally:
            both.close()

    asyncio.run(run())


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for what was lost more often than at a table."""
    monkeypatch.setattr(postgres_news, "SWEEP", 0.05)


def number(table: Table) -> int:
    return -1 if table.match is None else table.match.number


def test_what_one_commits_the_other_reads_and_judges_on() -> None:
    async def play(both: Both) -> None:
        here, there = await both.running()
        assert (await here.act(ProcessRight("p1"), LEAD)).upheld
        await both.until(lambda: number(there) == 1)
        assert (await there.act(ProcessRight("p2"), LAY)).upheld
        await both.until(lambda: number(here) == 2)
        assert here.match is not None
        assert there.match is not None
        assert here.match.state == there.match.state

    played(play)


def test_what_views_need_is_worked_out_beside_the_loop_by_the_process_that_hears(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worked: list[bool] = []

    def prepare(_: object) -> Callable[[], None]:
        return lambda: worked.append(get_ident() == main_thread().ident)

    monkeypatch.setattr(shinobazu, "EXTRAS", replace(shinobazu.EXTRAS, knowledge=Knowledge(prepare=prepare)))

    async def play(both: Both) -> None:
        here, there = await both.running()
        await both.until(lambda: number(there) == number(here))
        worked.clear()
        assert (await here.act(ProcessRight("p1"), LEAD)).upheld
        await both.until(lambda: len(worked) == len((here, there)))
        assert not any(worked)

    played(play)


def test_an_entry_of_another_process_is_read_without_a_look_at_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(both: Both) -> None:
        mine, same = await both.running()
        looks: list[int] = []
        read = both.other.store.channel.changes
        monkeypatch.setattr(both.other.store.channel, "changes", lambda of: looks.append(of) or read(of))
        assert (await mine.act(ProcessRight("p1"), LEAD)).upheld
        await both.until(lambda: number(same) == 1)
        assert looks == []
        await mine.pause(True, ProcessRight(GAME_MASTER))
        await both.until(lambda: same.paused)
        assert looks

    played(play)


def test_two_that_declare_at_once_are_judged_one_after_the_other() -> None:
    async def play(both: Both) -> None:
        here, there = await both.running()
        rulings = await asyncio.gather(here.act(ProcessRight("p1"), LEAD), there.act(ProcessRight("p1"), LEAD))
        assert sorted(ruling.upheld for ruling in rulings) == [False, True]
        assert len(both.one.store.journals.entries(here.record.id)) == 1

    played(play)


def test_who_is_refused_because_another_was_faster_sees_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_news, "SWEEP", 1000.0)

    async def play(both: Both) -> None:
        here, there = await both.running()
        monkeypatch.setattr(PostgresNews, "_notified", lambda self, payload: None)
        shown: list[int] = []
        both.other.news.listen(lambda code: shown.append(number(there)))
        assert (await here.act(ProcessRight("p1"), LEAD)).upheld
        assert not (await there.act(ProcessRight("p1"), LEAD)).upheld
        assert shown == [1]

    played(play)


def test_a_lost_notification_is_found_and_counted(often: None, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(both: Both) -> None:
        here, there = await both.running()
        there.attendance.awake("a phone", frozenset())
        lost = METRICS.news_lost
        monkeypatch.setattr(both.other.news, "_notified", lambda payload: None)
        assert (await here.act(ProcessRight("p1"), LEAD)).upheld
        await both.until(lambda: number(there) == 1)
        while METRICS.news_lost == lost:  # noqa: ASYNC110  counting tells nobody
            await asyncio.sleep(0.01)
        assert METRICS.news_lost == lost + 1

    played(play)


def test_ears_that_are_cut_off_listen_again_and_read_what_they_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_news, "SWEEP", 1000.0)  # it is not the sweep that finds it

    async def play(both: Both) -> None:
        here, there = await both.running()
        broken = METRICS.news_broken
        notified = PostgresNews._notified
        dropped: list[PostgresNews] = []
        monkeypatch.setattr(PostgresNews, "_notified", lambda self, payload: dropped.append(self))
        assert (await here.act(ProcessRight("p1"), LEAD)).upheld
        while both.other.news not in dropped:  # noqa: ASYNC110  nobody tells of it
            await asyncio.sleep(0.01)
        monkeypatch.setattr(PostgresNews, "_notified", notified)
        both.cut(both.other)
        await both.until(lambda: number(there) == 1)
        assert METRICS.news_broken == broken + 1
        assert (await there.act(ProcessRight("p2"), LAY)).upheld

    played(play)


def test_who_does_not_hear_reads_before_judging() -> None:
    async def play(both: Both) -> None:
        here, there = await both.running()
        both.other.news.stop()
        both.other.news._hearing = False
        await here.act(ProcessRight("p1"), LEAD)
        await here.pause(True, ProcessRight(GAME_MASTER))
        ruling = await there.act(ProcessRight("p2"), LAY)
        assert ruling.reason == "table_screen.paused"
        await here.pause(False, ProcessRight(GAME_MASTER))
        assert (await there.act(ProcessRight("p2"), LAY)).upheld

    played(play)


def test_a_match_that_is_opened_while_another_process_plays_it_misses_nothing() -> None:
    async def play(both: Both) -> None:
        here, _ = await both.one.open("shinobazu", {"depth": "plays"}, SEATS)
        await start(here, ProcessRight())
        there, ruling = await asyncio.gather(both.other.table(here.code), here.act(ProcessRight("p1"), LEAD))
        assert ruling.upheld
        assert there is not None
        await both.until(lambda: number(there) == 1)

    played(play)


def test_payloads_hold_a_match_and_a_number_and_nothing_tells_of_what_is_kept() -> None:
    case = listen(held=True, heard=True)
    clock = Clock()

    async def play(both: Both) -> None:
        with postgres().connect(str(make_url(both.url).database)) as anybody:
            anybody.execute(f"LISTEN {CHANNEL}")
            table = await heard_at(both.one, clock, case, cat_wait_s=6)
            key = await sit(table, case.seats[0].seat)
            assert key
            payloads = [one.payload for one in anybody.notifies(timeout=0.2)]
            assert payloads
            assert all(re.fullmatch(r"\d+ -?\d+", payload) for payload in payloads)
            answer = Declare(seat=case.answers, move={"type": "answer_cat", "use": False})
            assert (await table.act(ProcessRight(case.answers), answer)).reason == KEPT
            assert list(anybody.notifies(timeout=0.2)) == []

    played(play, clock)


@pytest.mark.parametrize("alive", [True, False])
def test_an_early_answer_is_judged_once_whichever_process_is_left(alive: bool) -> None:
    case = listen(held=True, heard=True)
    clock = Clock()

    async def play(both: Both) -> None:
        here = await heard_at(both.one, clock, case, cat_wait_s=6)
        there = await both.on_other(here)
        await both.until(lambda: there.answering.wait is not None)
        before = number(here)
        answer = Declare(seat=case.answers, move={"type": "answer_cat", "use": True})
        assert (await here.act(ProcessRight(case.answers), answer)).reason == KEPT
        assert (await there.act(ProcessRight(case.answers), answer)).reason == CHOSEN
        clock.pass_(60)
        if alive:
            await asyncio.gather(here.answer(), there.answer())
        else:
            here.answering.still()
            both.cut(both.one)
            await there.answer()
        entries = both.other.store.journals.entries(here.record.id, before)
        assert [entry.act["move"]["type"] for entry in entries] == ["answer_cat"]
        assert both.other.store.kept_acts.get(here.record.id) is None
        await both.until(lambda: there.answering.wait is None)
        if alive:
            await both.until(lambda: here.answering.wait is None)

    played(play, clock)


def test_an_answer_is_judged_once_where_its_judge_died_after_the_commit() -> None:
    """What was kept went with the entry: nothing is left for another process to judge again."""
    case = listen(held=True, heard=True)
    clock = Clock()

    async def play(both: Both) -> None:
        here = await heard_at(both.one, clock, case, cat_wait_s=6)
        answer = Declare(seat=case.answers, move={"type": "answer_cat", "use": True})
        await here.act(ProcessRight(case.answers), answer)
        clock.pass_(60)

        async def dies(number: int) -> None:
            raise asyncio.CancelledError

        here.answering.drop = dies  # type: ignore[method-assign]
        with pytest.raises(asyncio.CancelledError):
            await here.answer()
        there = await both.on_other(here)
        await there.answer()
        moves = [entry.act["move"]["type"] for entry in both.other.store.journals.entries(here.record.id)]
        assert moves[len(case.moves) :] == ["answer_cat"]

    played(play, clock)


def test_everybody_sees_who_is_there_on_another_process_and_who_died_with_it(often: None) -> None:
    async def play(both: Both) -> None:
        here, there = await both.running()
        here.attendance.awake("Aki's phone", frozenset({"p1"}))
        both.one.following.attended(here)
        there.attendance.awake("Ben's phone", frozenset({"p2"}))
        both.other.following.attended(there)
        await both.until(lambda: there.attendance.of("p1")[0] == "here" and here.attendance.of("p2")[0] == "here")
        assert there.attendance.of("p3")[0] == "asleep"
        here.attendance.asleep("Aki's phone")
        both.one.following.attended(here)
        await both.until(lambda: there.attendance.of("p1")[0] == "asleep")
        here.attendance.awake("Aki's phone", frozenset({"p1"}))
        both.one.following.attended(here)
        await both.until(lambda: there.attendance.of("p1")[0] == "here")
        both.one.news.stop()
        both.cut(both.one)
        await both.until(lambda: there.attendance.of("p1")[0] == "asleep")
        assert there.attendance.of("p2")[0] == "here"

    played(play)


def test_who_is_there_is_told_again_after_ears_were_cut_off(often: None) -> None:
    async def play(both: Both) -> None:
        here, there = await both.running()
        here.attendance.awake("Aki's phone", frozenset({"p1"}))
        both.one.following.attended(here)
        there.attendance.awake("Ben's phone", frozenset({"p2"}))
        await both.until(lambda: there.attendance.of("p1")[0] == "here")
        both.cut(both.one)
        await both.until(lambda: there.attendance.of("p1")[0] == "asleep")
        await both.until(lambda: there.attendance.of("p1")[0] == "here")

    played(play)


def test_a_freed_seat_opens_for_its_old_key_on_no_process() -> None:
    async def play(both: Both) -> None:
        here, there = await both.running()
        key = await sit(there, "p1")
        assert key
        await both.until(lambda: here.opens("p1", key))
        assert await sit(here, "p1") is None
        await free(here, "p1", ProcessRight())
        await both.until(lambda: not there.opens("p1", key))

    played(play)


def test_a_lobby_begins_on_both() -> None:
    async def play(both: Both) -> None:
        here, _ = await both.one.open("shinobazu", {"depth": "plays"}, SEATS)
        there = await both.on_other(here)
        await rename(there, "p1", "Dai", ProcessRight())
        await both.until(lambda: here.players[0].name == "Dai")
        await start(here, ProcessRight())
        await both.until(lambda: there.match is not None)
        with pytest.raises(Refused):
            await rename(there, "p1", "Emi", ProcessRight())

    played(play)


def test_wrong_pins_count_on_all_processes_together() -> None:
    async def play(both: Both) -> None:
        here, there = await both.running()
        key = await sit(here, "p1")
        record = here.seat("p1")
        assert record is not None
        assert (await set_pin(here, record, "4711", SeatKey("p1", key or "")))[0] == ""
        await both.until(lambda: there.players[0].pin_hash is not None)
        for n in range(TRIES):
            table = (here, there)[n % 2]
            assert await try_pin(table, table.players[0], "0000") == "app.pin_wrong"
        for table in (here, there):
            assert await try_pin(table, table.players[0], "4711") == "app.pin_wait"

    played(play)


def test_a_position_is_entered_on_both() -> None:
    async def play(both: Both) -> None:
        seats = [Seat(seat="p1", name="Aki"), Seat(seat="p2", name="Ben")]
        here, _ = await both.one.open("giryaku", {"depth": "plays"}, seats, take_over=True)
        there = await both.on_other(here)
        assert here.taking_over is not None
        assert there.taking_over is not None
        assert here.taking_over.entered("table") == there.taking_over.entered("table")
        step = next(step for step in here.taking_over.steps("p1") if step.fields)
        field = next(field for field in step.fields if hasattr(field, "copies"))
        await enter(there, "p1", field.key, "add", field.values[0][0], ProcessRight("p1"))
        await both.until(lambda: here.taking_over is not None and bool(here.taking_over.entered("p1")))
        assert here.taking_over.entered("p1") == there.taking_over.entered("p1")

    played(play)


def test_a_file_comes_in_through_any_process_and_a_picture_is_seen_on_any() -> None:
    async def parts(content: bytes):
        yield content

    async def play(both: Both) -> None:
        one, other = Intake(), Intake()
        one.share(both.one)
        other.share(both.other)
        token, file = one.expect(5)
        await one.settled()
        assert await other.receive(token, parts(b"photo")) == 204
        assert await file == b"photo"
        assert await other.receive(token, parts(b"photo")) == 404
        token, file = one.expect(3)
        await one.settled()
        assert await other.receive(token, parts(b"photo")) == 413
        with pytest.raises(TooLarge):
            await file
        assert await other.receive("guess", parts(b"photo")) == 404
        shown = one.show(b"jpeg")
        await one.settled()
        assert await other.picture(shown) == b"jpeg"
        one.hide(shown)
        await one.settled()
        assert await other.picture(shown) is None

    played(play)


def test_a_match_is_known_by_its_code_on_every_process() -> None:
    async def play(both: Both) -> None:
        here, _ = await both.one.open("shinobazu", {"depth": "plays"}, SEATS)
        assert await both.other.exists(here.code)
        assert not await both.other.exists("nosuch")

    played(play)
