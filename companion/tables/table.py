"""A table: one match while it is being played, its journal, its seats, and who must be told.

It judges what is declared, commits what is upheld, and only then lets anybody hear of it.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
import weakref
from datetime import UTC, datetime
from typing import Any

from companion.figures import FIGURES
from companion.tables.answering import Answering
from companion.tables.aside import aside
from companion.tables.backend import Backend
from companion.tables.keys import key_hash, new_key, new_salt, pin_matches
from companion.tables.looking_back import LookingBack
from companion.tables.presence import Attendance
from companion.tables.taking_over import TakingOver
from companion.tables.views import NewestViews
from models import Conflict, MatchRecord, PauseRecord, SeatRecord, StoreError
from models.channel import Position
from referee.core.games import game as game_of
from referee.core.journal import ACT, Correct, Declare, Entry, HouseRuling, Lay, Match, begin, check_name, fold
from referee.core.values import GAME_MASTER, TABLE, Refused, Ruling, Seat

log = logging.getLogger("metsuke")

TRIES = 8
"""How often an entry is judged again because another writer took its number."""


class Table:
    """One live match. All of it runs on the server's event loop."""

    def __init__(self, backend: Backend, record: MatchRecord, match: Match | None) -> None:
        self._backend = backend
        self.lock = asyncio.Lock()
        self.record = record
        self.match = match
        """None while the lobby is open."""
        self.views = NewestViews()
        self.taking_over: TakingOver | None = None
        """What is entered of a match that goes on from the middle, while its lobby is open."""
        self.attendance = Attendance()
        self.pauses: tuple[PauseRecord, ...] = ()
        """When the game master stopped play and let it go on."""
        self.answering = Answering(weakref.proxy(self), backend)  # no circle: an ended match goes when it is let go
        self.looking_back = LookingBack(lambda: backend.worked_out(record.code))
        self.changes = 0
        """How often something beside the journal has changed, as far as this process has read it."""
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

    def publish(self) -> None:
        """Tell the phones of this process that the match has changed."""
        self._backend.news.publish(self.code)

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
        run, pins, where = self._backend.run, self._backend.store.pins, (self.record.id, seat.seat)
        if not await run(pins.may_try, *where, self._backend.clock()):
            return "app.pin_wait"
        if not await run(pin_matches, pin, seat.pin_hash or ""):
            await run(pins.failed, *where, self._backend.clock())
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
        async with self.lock:
            if not self._backend.news.hearing:
                await self.read()
            if self.paused and actor != GAME_MASTER:
                return Ruling.refusal(Refused("METSUKE-1.5", "table_screen.paused", firm=True))
            salted = _salted(act)
            early = await self.answering.keep(actor, salted)
            if early is not None:
                return early
            ruling = await self._judge(actor, salted)
        FIGURES.declarations["upheld" if ruling.upheld else "refused"] += 1
        if ruling.upheld:
            await self.prepare()
            self.publish()
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
            after, ruling = match.act(actor, match.game.EXTRAS.draw(match, act, self._backend.random))
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
        async with self.lock:
            kept = await self.answering.due()
            if kept is None:
                return
            await self._judge(kept.actor, ACT.validate_python(dict(kept.act)), kept.number)
            await self.answering.drop(kept.number)
        await self.prepare()
        self.publish()

    async def prepare(self) -> None:
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
        at = self._backend.clock()
        writing = self._backend.begin(
            self._backend.store.journals.append,
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
            self._backend.ended += ended != before.result
            await self.reload()
        return True

    async def _learn(self, before: Match, after: Match) -> None:
        """Remember what the table said of the box while it played."""
        options = after.state.options
        if options is before.state.options:
            return
        try:
            await self._backend.boxes.learn(self.record.game, options.model_dump(mode="json"))
        except StoreError:  # the entry itself is kept, and the box is asked again next time
            log.error("the database did not take what was learnt of a box")

    async def _catch_up(self) -> None:
        """Read what another writer appended."""
        assert self.match is not None
        rows = await self._backend.run(self._backend.store.journals.entries, self.record.id, self.match.number)
        match = self.match
        for row in rows:
            match, ruling = match.act(row.actor, ACT.validate_python(row.act))
            if not ruling.upheld:
                raise ValueError(f"entry {row.number} of match {self.code} is refused: {ruling.clause}")
            self.answering.note(row.number, row.at)
            FIGURES.lags.note(max(0.0, (self._backend.clock() - row.at).total_seconds()))
        before, self.match = self.match, match
        if match.result != before.result:
            self._backend.ended += 1
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

    async def catch_up(self) -> None:
        """Read what is new, where nobody here looked whether a notification was lost."""
        async with self.lock:
            await self.read()

    async def read(self, there: Position | None = None) -> None:
        """Read what is new: all of it, or what another process told of. An entry alone is read without a look at the
        rest."""
        if there is None or self.match is None or there.changes > self.changes:
            changes = await self._backend.run(self._backend.store.channel.changes, self.record.id)
            if changes != self.changes or not self._backend.shared:
                await self.reload()
        if self.match is None and self.record.status != "lobby":
            self.match, self.taking_over = await folded(self._backend, self.record), None
            await self._watch()
        elif self.match is not None:
            await self._catch_up()
        await self.answering.look_again()

    async def reload(self) -> None:
        """Read the match's own row and what is kept beside the journal again: seats, pauses, drafts, who is there."""
        run, store, shared = self._backend.run, self._backend.store, self._backend.shared
        changes = await run(store.channel.changes, self.record.id)
        self.record = await run(store.matches.get, self.code)
        self.pauses = await run(store.pauses.of, self.record.id)
        if shared and self.record.status == "lobby":
            parts = await run(store.entered_parts.of, self.record.id)
            self.taking_over = TakingOver(self.record, parts) if parts else None
        elif self.taking_over is not None:
            self.taking_over = self.taking_over.seated(self.record)
        if shared:
            process = self._backend.news.process
            self.attendance.elsewhere(await run(store.attendances.elsewhere, self.record.id, process))
        self.changes = changes

    def stop(self) -> None:
        """Cancel all work, because the host stops."""
        self.answering.stop()
        self.looking_back.stop()

    # Seats

    async def sit(self, seat: str) -> str | None:
        """Claim a free seat. Returns its new key, or None when somebody else sits there."""
        key = new_key()
        async with self.lock:
            store = self._backend.store
            won = await self._backend.run(store.seats.claim, self.record.id, seat, key_hash(key), datetime.now(UTC))
            await self.reload()
        self.publish()
        return key if won else None

    async def free(self, seat: str) -> None:
        async with self.lock:
            await self._backend.run(self._backend.store.seats.free, self.record.id, seat)
            await self.reload()
        self.publish()

    async def set_pin(self, seat: str, hashed: str | None) -> None:
        """Set or drop the PIN that lifts a seat's curtain."""
        async with self.lock:
            await self._backend.run(self._backend.store.seats.set_pin, self.record.id, seat, hashed)
            await self.reload()
        self.publish()

    async def rename(self, seat: str, name: str) -> None:
        """Rename a seat while the lobby is open. Raises `Refused` when the name cannot be."""
        name = check_name(name)
        if any(s.name.casefold() == name.casefold() and s.seat != seat for s in self.players):
            raise Refused("METSUKE-1.3", "table.name_twice", firm=True, name=name)
        async with self.lock:
            if self.record.status != "lobby":
                raise Refused("METSUKE-1.5", "table.already_begun", firm=True)
            await self._backend.run(self._backend.store.seats.rename, self.record.id, seat, name)
            await self.reload()
        self.publish()

    async def play_without(self, seat: str) -> None:
        """Take a free seat out of the lobby. Raises `Refused` when too few would be left."""
        async with self.lock:
            left = [(s.seat, s.name) for s in self.players if s.seat != seat]
            rules = game_of(self.record.game)
            if self.record.status != "lobby" or len(left) < min(rules.PLAYERS):
                raise Refused("METSUKE-1.2", "table.too_few", firm=True, least=min(rules.PLAYERS))
            await self._backend.run(self._backend.store.seats.arrange, self.record.id, left)
            await self.reload()
        self.publish()

    async def start(self) -> None:
        """Close the lobby and begin. Raises `Refused` when the seats do not fit the game."""
        async with self.lock:
            if self.record.status != "lobby" or self.taking_over is not None:
                return
            match = begun(self.record)
            set_status = self._backend.store.matches.set_status
            await self._backend.run(set_status, self.record.id, "running", datetime.now(UTC))
            await self.reload()
            self.match = match
        self.publish()
        await self._draw()

    async def enter(self, part: str, key: str, how: str, value: Any) -> None:
        """Take in a tap of whoever enters the position: of the table, or of what a seat alone knows.

        Whoever calls has checked that the phone may enter that part.
        """
        async with self.lock:
            if self._backend.shared:
                await self.read()  # somebody may have entered something on another process
            if self.taking_over is None:
                return
            entered = self.taking_over.enter(part, key, how, value)
            await self._backend.run(self._backend.store.entered_parts.keep, self.record.id, part, entered)
        self.publish()

    async def go_on(self) -> None:
        """Lay the position that was entered, as the first entry of the journal, and begin.

        Raises `Refused` while something is missing or cannot be (METSUKE-5.2, 5.3).
        """
        async with self.lock:
            if self.taking_over is None or self.record.status != "lobby":
                return
            before = begun(self.record)
            match, ruling = before.act(TABLE, Lay(position=self.taking_over.whole(), salt=new_salt()))
            if not ruling.upheld:
                raise Refused(ruling.clause, ruling.reason, firm=True, **ruling.params)
            if not await self._commit(before, match):
                return
            self.match, self.taking_over = match, None
            await self._backend.run(self._backend.store.entered_parts.drop, self.record.id)
        self.publish()
        await self._draw()

    async def take_up(self) -> None:
        """Go on where the journal ends: draw what is to be drawn by lot, and wait for what is waited for."""
        async with self.lock:
            parts = await self._backend.run(self._backend.store.entered_parts.of, self.record.id)
            if parts and self.record.status == "lobby":
                self.taking_over = TakingOver(self.record, parts)
            self.pauses = await self._backend.run(self._backend.store.pauses.of, self.record.id)
            if self._backend.shared:
                self.changes = -1
                await self.read()  # what was told since the journal was read found no table here
            await self._watch()
        await self._draw()

    async def _draw(self) -> None:
        """Declare for the table what the app draws by lot when a match begins, if it has not been drawn."""
        match = self.match
        move = None if match is None else match.game.EXTRAS.opening_draw(match, self._backend.random)
        if move is not None:
            await self.act(TABLE, Declare(seat=TABLE, move=move))

    async def pause(self, on: bool) -> None:
        """Stop play, or let it go on, for the record. Whoever calls has checked that the phone is the game master's."""
        async with self.lock:
            number = 0 if self.match is None else self.match.number
            await self._backend.run(self._backend.store.pauses.note, self.record.id, number, on, self._backend.clock())
            await self.reload()
        self.publish()

    async def close(self) -> None:
        """Put an unfinished match away."""
        async with self.lock:
            if self.record.status in ("lobby", "running"):
                await self._backend.run(
                    self._backend.store.matches.set_status, self.record.id, "closed", datetime.now(UTC)
                )
                await self.reload()
        self.publish()


async def folded(backend: Backend, record: MatchRecord) -> Match | None:
    """Return the match that a record's journal tells of; None while its lobby is open."""
    rows = await backend.run(backend.store.journals.entries, record.id)
    if record.status == "lobby" or (record.status == "closed" and not rows and record.started is None):
        return None
    entries = (Entry.model_validate({"number": r.number, "actor": r.actor, "act": r.act}) for r in rows)
    return fold(game_of(record.game), record.options, _seats(record), entries)


def begun(record: MatchRecord) -> Match:
    """Return a record's match before its first entry. Raises `Refused` when it cannot begin."""
    return begin(game_of(record.game), record.options, _seats(record))


def _seats(record: MatchRecord) -> tuple[Seat, ...]:
    return tuple(Seat(seat=s.seat, name=s.name) for s in record.players)


def _salted(act: Any) -> Any:
    """Give every declared move a salt, so that a secret one can be committed to."""
    if isinstance(act, Declare | HouseRuling | Correct) and act.move is not None:
        return act.model_copy(update={"salt": new_salt()})
    return act
