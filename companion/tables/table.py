"""The live matches of this host: the journal of each, its seats, and who must be told.

A `Table` is one match while it is being played. It judges what is declared, commits what is upheld, and
only then lets anybody hear of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import time
import weakref
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from random import Random, SystemRandom
from typing import Any, ParamSpec, TypeVar

from companion.figures import FIGURES
from companion.tables.answering import Answering
from companion.tables.aside import aside
from companion.tables.box_contents import BoxContents
from companion.tables.keys import key_hash, new_code, new_key, new_salt, pin_matches
from companion.tables.looking_back import LookingBack
from companion.tables.news import LocalNews, News, PostgresNews
from companion.tables.presence import Attendance
from companion.tables.taking_over import TakingOver
from companion.tables.views import NewestViews
from models import CodeTaken, Conflict, GameMaster, MatchRecord, NoSuchMatch, PauseRecord, SeatRecord, Store, StoreError
from models.channel import Position
from referee.core.games import game as game_of
from referee.core.journal import ACT, Correct, Declare, Entry, HouseRuling, Lay, Match, begin, check_name, fold
from referee.core.values import GAME_MASTER, TABLE, Refused, Ruling, Seat

log = logging.getLogger("metsuke")

P = ParamSpec("P")
R = TypeVar("R")

TRIES = 8
"""How often an entry is judged again because another writer took its number."""


SELDOM = 0.1
"""Seconds at least between two words to other processes of who is at a table: a phone may come and go all the time."""
NOWHERE = Position(-1, -1)
ELSEWHERE = 1.0
"""Seconds after which the first page shows what has changed at tables that nobody here looks at."""


class Table:
    """One live match. All of it runs on the server's event loop."""

    def __init__(self, tables: Tables, record: MatchRecord, match: Match | None) -> None:
        self._tables = tables
        self._lock = asyncio.Lock()
        self.record = record
        self.match = match
        """None while the lobby is open."""
        self.views = NewestViews()
        self.taking_over: TakingOver | None = None
        """What is entered of a match that goes on from the middle, while its lobby is open."""
        self.attendance = Attendance()
        self.pauses: tuple[PauseRecord, ...] = ()
        """When the game master stopped play and let it go on."""
        self.answering = Answering(weakref.proxy(self), tables)  # no circle: an ended match goes when it is let go
        self.looking_back = LookingBack(lambda: tables.worked_out(record.code))
        self.changes = 0
        """How often something beside the journal has changed, as far as this process has read it."""
        self._attended: frozenset[str] = frozenset()
        """The seats that other processes were told to be attended here."""
        self._telling = False
        self._reading: asyncio.Task[None] | None = None
        self._wanted = NOWHERE
        """How far the match is elsewhere, as far as that was told and not looked at yet."""
        self._opened: dict[str, tuple[str, bytes]] = {}
        """The key that opened a seat last, with its hash then."""

    # Reading

    @property
    def code(self) -> str:
        return self.record.code

    def seat(self, seat: str) -> SeatRecord | None:
        """Return a seat (or the game master's place) by its id."""
        return next((s for s in self.record.seats if s.seat == seat), None)

    @property
    def paused(self) -> bool:
        """Whether the game master has stopped play: until it goes on, only the game master declares."""
        return bool(self.pauses) and self.pauses[-1].paused

    @property
    def players(self) -> tuple[SeatRecord, ...]:
        return self.record.players

    def opens(self, seat: str, key: str) -> bool:
        """Tell whether `key` is the key of that seat now."""
        record = self.seat(seat) if key else None
        if record is None or record.key_hash is None:
            return False
        shown = key.encode()
        hashed, opening = self._opened.get(seat, ("", b""))
        if hashed == record.key_hash and hmac.compare_digest(opening, shown):
            return True  # asked at every drawing
        if not hmac.compare_digest(record.key_hash, key_hash(key)):
            return False
        self._opened[seat] = record.key_hash, shown
        return True

    async def try_pin(self, seat: SeatRecord, pin: str) -> str:
        """Return what is wrong with a PIN, empty if it is right. It counts whatever phone and process it comes from."""
        run, pins, where = self._tables.run, self._tables.store.pins, (self.record.id, seat.seat)
        if not await run(pins.may_try, *where, self._tables.clock()):
            return "app.pin_wait"
        if not await run(pin_matches, pin, seat.pin_hash or ""):
            await run(pins.failed, *where, self._tables.clock())
            return "app.pin_wrong"
        await run(pins.passed, *where)
        return ""

    def hosts(self, key: str) -> bool:
        """Tell whether `key` is the key of whoever opened this match."""
        known = self.record.host_key
        return bool(key) and known is not None and hmac.compare_digest(known, key_hash(key))

    # Playing

    async def act(self, actor: str, act: Any) -> Ruling:
        """Judge an act; commit it if upheld; then tell the phones.

        Whoever calls has checked that the phone may speak for `actor`.
        """
        begun = time.perf_counter()
        async with self._lock:
            if not self._tables.news.hearing:
                await self._read()
            if self.paused and actor != GAME_MASTER:
                return Ruling.refusal(Refused("METSUKE-1.5", "table_screen.paused", firm=True))
            salted = _salted(act)
            early = await self.answering.keep(actor, salted)
            if early is not None:
                return early
            ruling = await self._judge(actor, salted)
        FIGURES.declarations["upheld" if ruling.upheld else "refused"] += 1
        if ruling.upheld:
            await self._prepare()
            self._tables.news.publish(self.code)
            FIGURES.tells.note(time.perf_counter() - begun)
        return ruling

    async def _judge(self, actor: str, act: Any, answers: int | None = None) -> Ruling:
        """Judge an act and commit it if upheld, as often as other writers are faster.

        One that was kept as an answer becomes an entry together with its being kept no longer, so that of several
        processes one judges it, and that one once.
        """
        for _ in range(TRIES):
            match = self.match
            wait = self.answering.wait
            if answers is not None and (wait is None or wait.number != answers):
                break
            if match is None or self.record.status == "closed":
                return Ruling.refusal(Refused("METSUKE-1.5", "table.not_running", firm=True))
            after, ruling = match.act(actor, match.game.EXTRAS.draw(match, act, self._tables.random))
            if after is match:
                return ruling
            if await self._commit(match, after, answers):
                self.match = after
                await self._learn(match, after)
                await self._watch()
                return ruling
            await self._catch_up()
        return Ruling.refusal(Refused("METSUKE-1.6", "table.busy", firm=True))

    async def answer(self) -> None:
        """Let what was chosen early be judged, if the wait for it is over."""
        async with self._lock:
            kept = await self.answering.due()
            if kept is None:
                return
            await self._judge(kept.actor, ACT.validate_python(dict(kept.act)), kept.number)
            await self.answering.drop(kept.number)
        await self._prepare()
        self._tables.news.publish(self.code)

    async def _prepare(self) -> None:
        """Have worked out beside all other tables what this one's views need, before anybody looks."""
        match = self.match
        work = match.game.EXTRAS.prepare(match.state) if match is not None else None
        if work is not None:
            await aside(work)

    async def _commit(self, before: Match, after: Match, answers: int | None = None) -> bool:
        """Append the last entry durably; with the match's end, or what it answers, in the same transaction."""
        entry = after.entries[-1]
        ended = after.result
        change: dict[str, Any] = {"status": "running"} if self.record.status == "lobby" else {}
        if ended != before.result:
            status = "running" if ended is None else "ended"
            change = {"status": status, "result": None if ended is None else ended.model_dump(mode="json")}
        at = self._tables.clock()
        writing = self._tables.begin(
            self._tables.store.journals.append,
            self.record.id,
            entry.number,
            entry.actor,
            entry.act.model_dump(mode="json"),
            at,
            answers=answers,
            **change,
        )
        await asyncio.sleep(0)  # the thread that writes takes its turn, and is soon waiting for the disk
        self.views.foresee(after)
        try:
            await writing
        except Conflict:
            return False
        finally:
            if writing.cancelled() or writing.exception() is not None:
                self.views.forget_foreseen()
        self.answering.note(entry.number, at)
        if change:
            self._tables.ended += ended != before.result
            await self.reload()
        return True

    async def _learn(self, before: Match, after: Match) -> None:
        """Remember what the table said of the box while it played."""
        options = after.state.options
        if options is before.state.options:
            return
        try:
            await self._tables.boxes.learn(self.record.game, options.model_dump(mode="json"))
        except StoreError:  # the entry itself is kept, and the box is asked again next time
            log.error("the database did not take what was learnt of a box")

    async def _catch_up(self) -> None:
        """Read what another writer appended."""
        assert self.match is not None
        rows = await self._tables.run(self._tables.store.journals.entries, self.record.id, self.match.number)
        match = self.match
        for row in rows:
            match, ruling = match.act(row.actor, ACT.validate_python(row.act))
            if not ruling.upheld:
                raise ValueError(f"entry {row.number} of match {self.code} is refused: {ruling.clause}")
            self.answering.note(row.number, row.at)
            FIGURES.lags.note(max(0.0, (self._tables.clock() - row.at).total_seconds()))
        before, self.match = self.match, match
        if match.result != before.result:
            self._tables.ended += 1
            await self.reload()
        await self._watch()

    async def _watch(self) -> None:
        """See to what follows from where the match stands now: an answer that waits, a look back after the end."""
        self.looking_back.watch(self.match)
        await self.answering.watch()

    # Other processes

    @property
    def position(self) -> Position:
        """How far this match is as this process knows it."""
        return Position(0 if self.match is None else self.match.number, self.changes)

    def read_soon(self, there: Position) -> None:
        """Read what other processes did, and show it; once for all that is told until then.

        What this process did itself it hears of as well, mostly before it knows that it is done.
        """
        self._wanted = self._wanted.with_all(there)
        if self._reading is None or self._reading.done():
            self._reading = asyncio.get_running_loop().create_task(self._read_on())

    async def _read_on(self) -> None:
        while self._wanted != NOWHERE:
            try:
                async with self._lock:
                    there, self._wanted = self._wanted, NOWHERE
                    if not self.position.behind(there):
                        continue
                    await self._read(there)
                await self._prepare()
            except StoreError:
                log.error("what is new of a match could not be read")
                return  # it is looked for again soon
            except Exception as fault:
                log.error("what is new of match %s does not fit: %s", self.code, type(fault).__name__)
                return
            self._tables.news.publish(self.code)

    async def heard(self) -> None:
        """Another process told that this match moved: read what is new."""
        async with self._lock:
            await self._read()

    async def _read(self, there: Position | None = None) -> None:
        """Read what is new: all of it, or what another process told of. An entry alone is read without a look at the
        rest."""
        if there is None or self.match is None or there.changes > self.changes:
            changes = await self._tables.run(self._tables.store.channel.changes, self.record.id)
            if changes != self.changes or not self._tables.shared:
                await self.reload()
        if self.match is None and self.record.status != "lobby":
            self.match, self.taking_over = await self._tables.folded(self.record), None
            await self._watch()
        elif self.match is not None:
            await self._catch_up()
        await self.answering.look_again()

    async def reload(self) -> None:
        """Read the match's own row and what is kept beside the journal again: seats, pauses, drafts, who is there."""
        run, store, shared = self._tables.run, self._tables.store, self._tables.shared
        changes = await run(store.channel.changes, self.record.id)
        self.record = await run(store.matches.get, self.code)
        self.pauses = await run(store.pauses.of, self.record.id)
        if shared and self.record.status == "lobby":
            parts = await run(store.entered_parts.of, self.record.id)
            self.taking_over = TakingOver(self.record, parts) if parts else None
        elif self.taking_over is not None:
            self.taking_over = self.taking_over.seated(self.record)
        if shared:
            self.attendance.elsewhere(await run(store.attendances.elsewhere, self.record.id, self._tables.news.process))
        self.changes = changes

    async def attend(self, anew: bool = False) -> None:
        """Tell other processes on which seats phones are awake here, if that has changed."""
        if self._telling:
            return  # whoever does tells the newest
        self._telling = True
        try:
            while (here := self.attendance.here) != self._attended or (anew and here):
                anew, self._attended = False, here
                note = self._tables.store.attendances.note
                change = await self._tables.run(note, self.record.id, self._tables.news.process, sorted(here))
                if change == self.changes + 1:
                    self.changes = change  # nobody else has changed anything since this process read
                await asyncio.sleep(SELDOM)
        except StoreError:
            self._attended = frozenset()
            log.error("other processes could not be told who is at a table")
        finally:
            self._telling = False

    def stop(self) -> None:
        """Cancel all work, because the host stops."""
        self.answering.stop()
        self.looking_back.stop()
        if self._reading is not None:
            self._reading.cancel()

    # Seats

    async def sit(self, seat: str) -> str | None:
        """Claim a free seat. Returns its new key, or None when somebody else sits there."""
        key = new_key()
        async with self._lock:
            store = self._tables.store
            won = await self._tables.run(store.seats.claim, self.record.id, seat, key_hash(key), datetime.now(UTC))
            await self.reload()
        self._tables.news.publish(self.code)
        return key if won else None

    async def free(self, seat: str) -> None:
        async with self._lock:
            await self._tables.run(self._tables.store.seats.free, self.record.id, seat)
            await self.reload()
        self._tables.news.publish(self.code)

    async def set_pin(self, seat: str, hashed: str | None) -> None:
        """Set or drop the PIN that lifts a seat's curtain."""
        async with self._lock:
            await self._tables.run(self._tables.store.seats.set_pin, self.record.id, seat, hashed)
            await self.reload()
        self._tables.news.publish(self.code)

    async def rename(self, seat: str, name: str) -> None:
        """Rename a seat while the lobby is open. Raises `Refused` when the name cannot be."""
        name = check_name(name)
        if any(s.name.casefold() == name.casefold() and s.seat != seat for s in self.players):
            raise Refused("METSUKE-1.3", "table.name_twice", firm=True, name=name)
        async with self._lock:
            if self.record.status != "lobby":
                raise Refused("METSUKE-1.5", "table.already_begun", firm=True)
            await self._tables.run(self._tables.store.seats.rename, self.record.id, seat, name)
            await self.reload()
        self._tables.news.publish(self.code)

    async def play_without(self, seat: str) -> None:
        """Take a free seat out of the lobby. Raises `Refused` when too few would be left."""
        async with self._lock:
            left = [(s.seat, s.name) for s in self.players if s.seat != seat]
            rules = game_of(self.record.game)
            if self.record.status != "lobby" or len(left) < min(rules.PLAYERS):
                raise Refused("METSUKE-1.2", "table.too_few", firm=True, least=min(rules.PLAYERS))
            await self._tables.run(self._tables.store.seats.arrange, self.record.id, left)
            await self.reload()
        self._tables.news.publish(self.code)

    async def start(self) -> None:
        """Close the lobby and begin. Raises `Refused` when the seats do not fit the game."""
        async with self._lock:
            if self.record.status != "lobby" or self.taking_over is not None:
                return
            match = self._tables.begun(self.record)
            await self._tables.run(self._tables.store.matches.set_status, self.record.id, "running", datetime.now(UTC))
            await self.reload()
            self.match = match
        self._tables.news.publish(self.code)
        await self._draw()

    async def enter(self, part: str, key: str, how: str, value: Any) -> None:
        """Take in a tap of whoever enters the position: of the table, or of what a seat alone knows.

        Whoever calls has checked that the phone may enter that part.
        """
        async with self._lock:
            if self._tables.shared:
                await self._read()  # somebody may have entered something on another process
            if self.taking_over is None:
                return
            entered = self.taking_over.enter(part, key, how, value)
            await self._tables.run(self._tables.store.entered_parts.keep, self.record.id, part, entered)
        self._tables.news.publish(self.code)

    async def go_on(self) -> None:
        """Lay the position that was entered, as the first entry of the journal, and begin.

        Raises `Refused` while something is missing or cannot be (METSUKE-5.2, 5.3).
        """
        async with self._lock:
            if self.taking_over is None or self.record.status != "lobby":
                return
            begun = self._tables.begun(self.record)
            match, ruling = begun.act(TABLE, Lay(position=self.taking_over.whole(), salt=new_salt()))
            if not ruling.upheld:
                raise Refused(ruling.clause, ruling.reason, firm=True, **ruling.params)
            if not await self._commit(begun, match):
                return
            self.match, self.taking_over = match, None
            await self._tables.run(self._tables.store.entered_parts.drop, self.record.id)
        self._tables.news.publish(self.code)
        await self._draw()

    async def take_up(self) -> None:
        """Go on where the journal ends: draw what is to be drawn by lot, and wait for what is waited for."""
        async with self._lock:
            parts = await self._tables.run(self._tables.store.entered_parts.of, self.record.id)
            if parts and self.record.status == "lobby":
                self.taking_over = TakingOver(self.record, parts)
            self.pauses = await self._tables.run(self._tables.store.pauses.of, self.record.id)
            if self._tables.shared:
                self.changes = -1
                await self._read()  # what was told since the journal was read found no table here
            await self._watch()
        await self._draw()

    async def _draw(self) -> None:
        """Declare for the table what the app draws by lot when a match begins, if it has not been drawn."""
        match = self.match
        move = None if match is None else match.game.EXTRAS.opening_draw(match, self._tables.random)
        if move is not None:
            await self.act(TABLE, Declare(seat=TABLE, move=move))

    async def pause(self, on: bool) -> None:
        """Stop play, or let it go on, for the record. Whoever calls has checked that the phone is the game master's."""
        async with self._lock:
            number = 0 if self.match is None else self.match.number
            await self._tables.run(self._tables.store.pauses.note, self.record.id, number, on, self._tables.clock())
            await self.reload()
        self._tables.news.publish(self.code)

    async def close(self) -> None:
        """Put an unfinished match away."""
        async with self._lock:
            if self.record.status in ("lobby", "running"):
                await self._tables.run(
                    self._tables.store.matches.set_status, self.record.id, "closed", datetime.now(UTC)
                )
                await self.reload()
        self._tables.news.publish(self.code)


class Tables:
    """All matches of this host."""

    def __init__(
        self,
        store: Store,
        news: News | None = None,
        random: Random | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Serve the matches of a store. `random` is for the table's draws; `clock` tells the time, in UTC."""
        self.store = store
        self.clock = clock
        self.random = random or SystemRandom()
        self.shared = store.channel.shared
        """Whether other processes may serve the same matches."""
        self.news: News = news or (PostgresNews(store) if self.shared else LocalNews())
        self.worked_out: Callable[[str], None] = _nobody
        """Tells the phones of this host alone that more of an ended match is worked out."""
        self.ended = 0
        """How many matches have ended, or gone on after all, since this host was started."""
        self._live: dict[str, Table] = {}
        self._by_id: dict[int, Table] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._elsewhere: asyncio.TimerHandle | None = None
        self._opening = asyncio.Lock()
        # SQLite has one writer, and the loop must not wait for the disk.
        self._thread = ThreadPoolExecutor(max_workers=4 if self.shared else 1, thread_name_prefix="metsuke-store")
        self.boxes = BoxContents(store, self.run)

    def begin(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[R]:
        """Begin a store call beside the event loop."""
        return asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *args, **kwargs))

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a store call beside the event loop."""
        return await self.begin(work, *args, **kwargs)

    def start(self) -> None:
        """Begin to hear of other processes that serve the same matches. Within the running event loop."""
        self.news.follow(self)

    def close(self) -> None:
        """Wait for what is being written, then close the database."""
        self.news.stop()
        for task in self._tasks:
            task.cancel()
        for table in self._live.values():
            table.stop()
        self._thread.shutdown(wait=True)
        self.store.close()

    async def exists(self, code: str) -> bool:
        """Tell whether there is a match of this code that somebody has opened on any process."""
        if code in self._live:
            return True
        with contextlib.suppress(NoSuchMatch):
            return self.shared and await self.run(self.store.matches.get, code) is not None
        return False

    def live(self, code: str) -> Table | None:
        return self._live.get(code)

    async def forget(self, table: Table) -> None:
        """Put a match away and keep it in memory no longer; it can be opened again by its code."""
        await table.close()
        table.stop()
        self._live.pop(table.code, None)
        self._by_id.pop(table.record.id, None)

    def _lives(self, table: Table) -> Table:
        self._live[table.code] = self._by_id[table.record.id] = table
        return table

    # Other processes

    def positions(self) -> dict[int, Position]:
        return {match_id: table.position for match_id, table in self._by_id.items()}

    def looked_at(self) -> frozenset[int]:
        tables = self._by_id.items()
        return frozenset(id for id, table in tables if table.attendance.looked_at or table.answering.wait is not None)

    def moved(self, match_id: int, position: Position) -> None:
        table = self._by_id.get(match_id)
        if table is not None:
            if table.position.behind(position):
                table.read_soon(position)
        elif position.changes and self._elsewhere is None:
            self._elsewhere = asyncio.get_running_loop().call_later(ELSEWHERE, self._moved_elsewhere)

    def _moved_elsewhere(self) -> None:
        """Matches that stand on the first page have begun or ended, or people have come to them."""
        self._elsewhere = None
        self.ended += 1
        self.news.publish("")

    def heard_again(self) -> None:
        for table in self._by_id.values():
            self._spawn(table.attend(anew=True))

    def gone(self) -> None:
        self._spawn(self._forget_gone())
        for table in self._by_id.values():
            table.changes = -1  # nobody counted that
            table.read_soon(Position(0, 0))

    async def _forget_gone(self) -> None:
        with contextlib.suppress(StoreError):
            await self.run(self.store.attendances.forget)

    def attended(self, table: Table) -> None:
        """A phone has come to a table, or has gone: tell everybody there."""
        self.news.publish(table.code)
        if self.shared:
            self._spawn(table.attend())

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def table(self, code: str) -> Table | None:
        """Return a match by its code, or None when there is none. Raises `GameUnavailable`, for this match alone."""
        if table := self._live.get(code):
            if self.shared and not table.attendance.looked_at:
                await table.heard()  # nobody here looked whether a notification was lost
            return table
        async with self._opening:
            if table := self._live.get(code):
                return table
            try:
                record = await self.run(self.store.matches.get, code)
            except NoSuchMatch:
                return None
            game_of(record.game)
            table = self._lives(Table(self, record, await self.folded(record)))
        await table.take_up()
        return table

    async def folded(self, record: MatchRecord) -> Match | None:
        """Return the match that a record's journal tells of; None while its lobby is open."""
        rows = await self.run(self.store.journals.entries, record.id)
        if record.status == "lobby" or (record.status == "closed" and not rows and record.started is None):
            return None
        entries = (Entry.model_validate({"number": r.number, "actor": r.actor, "act": r.act}) for r in rows)
        return fold(game_of(record.game), record.options, _seats(record), entries)

    def begun(self, record: MatchRecord) -> Match:
        """Return a record's match before its first entry. Raises `Refused` when it cannot begin."""
        return begin(game_of(record.game), record.options, _seats(record))

    async def open(
        self,
        game: str,
        options: dict[str, Any],
        seats: Sequence[Seat],
        game_master: GameMaster = "none",
        take_over: bool = False,
        position: Mapping[str, Any] | None = None,
    ) -> tuple[Table, str]:
        """Open a lobby. Returns the table and its host's key. Raises `Refused` when the seats do not fit.

        With `take_over` the match begins in the middle: its position is entered before it goes on (METSUKE-5.1),
        from what lies open on the table of a `position` if there is one.
        """
        begun = begin(game_of(game), options, seats)
        key = new_key()
        while True:
            try:
                record = await self.run(
                    self.store.matches.open,
                    code=new_code(),
                    game=game,
                    options=begun.options.model_dump(mode="json"),
                    seats=[(s.seat, s.name) for s in begun.seats],
                    host_key=key_hash(key),
                    game_master=game_master,
                    created=datetime.now(UTC),
                )
            except CodeTaken:
                continue
            table = self._lives(Table(self, record, None))
            if take_over:
                table.taking_over = TakingOver.begun(record, position)
                await self.run(self.store.entered_parts.keep, record.id, TABLE, table.taking_over.entered(TABLE))
            return table, key


def _nobody(code: str) -> None:
    """No phone is told."""


def _seats(record: MatchRecord) -> tuple[Seat, ...]:
    return tuple(Seat(seat=s.seat, name=s.name) for s in record.players)


def _salted(act: Any) -> Any:
    """Give every declared move a salt, so that a secret one can be committed to."""
    if isinstance(act, Declare | HouseRuling | Correct) and act.move is not None:
        return act.model_copy(update={"salt": new_salt()})
    return act
