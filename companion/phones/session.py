"""One connected phone: its session, its navigation, and the events that its client sends unasked.

A phone is not trusted. Its seat is what its key proves, checked again at every declaration; the controls on its screen,
which the client can rewrite, decide nothing.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from typing import Any, Final, TypeVar

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Screen
from companion.flet_runtime import faults
from companion.jobs import ASKER, AlreadyAsked, Asker, JobFailed, QueueFull, metered
from companion.phones import routes
from companion.phones.cover import Cover, Taps
from companion.phones.device_storage import DeviceStorage
from companion.phones.journal_watch import JournalStorage, JournalWatch, patience
from companion.phones.make_snapshot import SnapshotJobs
from companion.phones.owner import Kind, TooManyCreated
from companion.phones.page import PageDrawing
from companion.phones.phone_state import Location, PhoneHost, PhoneState
from companion.screens.lost import REWRITTEN, UNAVAILABLE, UNREADABLE
from companion.tables import taking_over
from companion.tables.answering import AGAIN
from companion.tables.folding import BrokenJournal
from companion.ui.phrases import game_name
from companion.ui.theme import Look
from models import StoreError
from referee.core.games import GameUnavailable
from referee.core.values import GAME_MASTER, Refused

log = logging.getLogger("metsuke")

R = TypeVar("R")
_CORRECTIONS: Final = {
    "table.corrected": "app.corrected",
    "table.corrected_hidden": "app.corrected",
    "table.corrected_together": "app.corrected_together",
    "table.taken_back": "app.taken_back",
    "table.taken_back_hidden": "app.taken_back",
}
"""What every seat is told, by the reason of the ruling that changed what had been declared."""


class Phone(PhoneState):
    """A phone's session on this host."""

    def __init__(
        self,
        host: PhoneHost,
        page: ft.Page,
        actions: Callable[[Phone], Actions],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Make the session of a page. `actions` returns what it may do, `clock` returns seconds."""
        super().__init__(host)
        self.page = page
        self.session = page.session
        self.actions = actions(self)
        self.taps = Taps(clock)
        self._drawing = PageDrawing(self, page, self.actions, self.taps.asked_anew, self.spawn)
        self.cover = Cover(self, self.taps, self.refresh)
        self._remembering = JournalStorage(self)
        self._making = SnapshotJobs(self, self.refresh)
        self.watch = JournalWatch(self, self._remembering, self.spawn, self.remember, self.refresh)
        self.left_at: float | None = None
        """When the phone disconnected (seconds of the monotonic clock), or None while it is connected."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._routed, self._pushed, self._opened = "", "", ""
        """The address in the browser's bar, as far as known here; the one that was sent to it; and the one with which
        the page was opened, until it has been followed."""
        self._routing, self._going = asyncio.Lock(), asyncio.Lock()

    # Session

    async def open(self) -> None:
        """Draw the first frame, read the keys on this device, and go where its address leads."""
        ASKER.set(self.asker)
        page = self.page
        page.padding = 0  # and no title yet: the loading screen over the page stays until the first screen has a title
        self._drawing.dress()
        page.on_connect = self._on_connect
        page.on_disconnect = self._on_disconnect
        page.on_close = self._on_close
        page.on_app_lifecycle_state_change = self._on_lifecycle
        page.on_route_change = self._on_route
        page.on_resize = self._on_resize
        page.on_platform_brightness_change = self._on_resize
        self._remembering.connect()
        self.host.phones.add(self)
        self._drawing.begin()
        await self._recall()

    async def _recall(self) -> None:
        """Read the keys on this device, and go where its address leads."""
        if await self._remembering.recall():
            self.ready = True
            if self._remembering.unkept:
                self.spawn(self.remember(self.storage))
            await self._arrive()

    async def _arrive(self) -> None:
        """Go where the address leads; if the database does not answer, as soon as it does."""
        while True:
            try:
                self._routed = self.page.route or "/"
                await self.follow(self._routed)
                return
            except StoreError:
                log.error("what a phone has come for could not be read")
            waiting = self._lose(UNREADABLE)
            await asyncio.sleep(AGAIN)
            if self.where is not waiting or self not in self.host.phones:
                return

    async def remember(self, storage: DeviceStorage) -> None:
        """Store the keys and settings on the device; if it is unreachable now, when it is back."""
        await self._remembering.keep(storage)

    def prefer(self, **changes: Any) -> None:
        """Change this device's settings, store them and show the effect."""
        self.storage = replace(self.storage, **changes)
        self._drawing.dress()
        self.refresh()
        self.spawn(self.remember(self.storage))

    def put_away(self, code: str, away: bool) -> None:
        """Store whether this device hides a match from its home screen."""
        after = self.storage.putting_away(code, away)
        if after is not self.storage:
            self.storage = after
            self.refresh()
            self.spawn(self.remember(after))

    def has_learnt(self, game: str, asks: Sequence[str]) -> None:
        """Hide the explanations of what was just done."""
        after = self.storage.having_learnt(game, asks)
        if after is not self.storage:
            self.storage = after
            self.spawn(self.remember(after))

    @property
    def connected(self) -> bool:
        return self.session.connection is not None

    @property
    def shows_something(self) -> bool:
        """Whether a page has been drawn on this connection."""
        return self.connected and self._drawing.drawn is not None

    # Navigation

    async def follow(self, route: str) -> None:
        """Go where an address leads: `/m/CODE` a match, `/t/CODE` its display, `/b/s7` a sketch, else a screen."""
        first, *rest = routes.parts_of(route) or [""]
        if first in routes.MATCH and rest:
            if self.table is None or self.where.code != rest[0] or (self.where.role == "display") != (first == "t"):
                await self.enter(rest[0], display=first == "t")
            if self.table is not None:
                await self.actions.pages.follow(routes.steps_in(rest[1:])[:1])
        elif first == "b" and rest:
            self.actions.editor.edit_board(rest[0])
        elif first == taking_over.ROUTE and rest:
            await self.actions.take_over.follow(rest[0])
        elif steps := routes.steps_in([first, *rest]):
            self.leave_table()
            await self.actions.pages.follow(steps)
        elif first:
            await self.go("home")
            self.say("app.no_such_page")
        elif (
            self.host.opens_with_demonstration
            and self.host.demonstration is not None
            and self.host.demonstration.table is not None
        ):
            await self.enter(self.host.demonstration.table.code, display=True)
        else:
            await self.go("home")

    async def enter(self, code: str, display: bool = False) -> None:
        """Open a match: on this phone's seat if the device holds a key, else as a guest who may choose one."""
        try:
            table = await self.host.table(code) if len(code) <= 40 else None
        except GameUnavailable as why:
            self._lose(UNAVAILABLE + why.cause, game=game_name(self.look, why.key), reason=why.reason)
            return
        except BrokenJournal as broken:
            found = await self.watch.why_broken(broken)
            self._lose(REWRITTEN, found=found)
            return
        if table is None:
            self._lose("app.no_such_match")
            return
        self.leave_table()
        self.table = table
        self.where = Location(code=code, back="home")
        self.put_away(code, False)
        self.watch.come(table)
        if display:
            self.where.role = "display"
        else:
            self.sit_down(self.storage.active.get(code, ""))
            self.where.carried = self._carried_here()
        self.where.screen = self.match_screen()
        self.attend()
        self.refresh()

    def _carried_here(self) -> tuple[str, ...]:
        """Return the seats whose keys came with the address, if this phone may be asked whether to take them."""
        table, carried = self.table, self.carried
        if table is None or carried.code != table.code or not self.may_take_carried():
            return ()
        return tuple(s.seat for s in table.players if table.opens(s.seat, carried.keys.get(s.seat, "")))

    def _lose(self, notice: str, **params: Any) -> Location:
        """Show that the requested thing cannot be shown; return the phone's new place."""
        self.leave_table()
        where = self.where = Location(screen="lost", notice=notice, notice_params=params)
        self.refresh()
        return where

    def leave_table(self) -> None:
        """Leave the match or the sketch that was shown."""
        self.cover.close(refresh=False)
        self._sleep()
        self.watch.leave()
        self.table = None
        if self.workshop is not None:
            self.host.intake.hide(self.workshop.desk.photo)
            self.workshop = None

    async def go(self, screen: Screen, search: str = "") -> None:
        self.leave_table()
        self.where = Location(screen=screen, back="home", home_search=search)
        await self.host.fill(self)
        self.refresh()

    def say(self, key: str, **params: Any) -> None:
        self.where.notice, self.where.notice_params = key, params
        self.refresh()

    def _tell_corrections(self) -> None:
        """Announce to every seat in the same words that something was corrected: whose entry it was may be secret."""
        match, where = self.table.match if self.table is not None else None, self.where
        if match is None:
            return
        seen, where.entries_seen = where.entries_seen, match.number
        new = match.rulings[seen:] if where.role == "seat" and seen is not None else ()
        corrected = [_CORRECTIONS[ruling.reason] for ruling in new if ruling.reason in _CORRECTIONS]
        if corrected:
            where.notice, where.notice_params = corrected[-1], {}

    @property
    def look(self) -> Look:
        return self._drawing.look

    def refresh(self) -> None:
        """Draw the newest snapshot if anything in it changed. A sleeping phone gets it when it wakes."""
        if self.ready and self.connected:
            self.watch.look()
            self._tell_corrections()
        self._drawing.refresh()
        if self.ready and self.connected and routes.route_of(self) not in ("", self._routed):
            self.spawn(self.push_route())

    def attend(self) -> None:
        """Note at the table that this phone is awake, on its seats or on none."""
        table = self.table
        if table is None:
            return
        seats = frozenset(self.my_seats()) if self.where.role == "seat" else frozenset[str]()
        if self.where.role == "gm":
            seats = frozenset({GAME_MASTER})
        before = table.attendance.here
        if table.attendance.awake(self, seats) and (seats or table.attendance.here != before):
            self.host.tables.following.attended(table)

    def _sleep(self) -> None:
        """Note at the table that this phone is no longer awake."""
        if self.table is not None and self.table.attendance.asleep(self):
            self.host.tables.following.attended(self.table)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run an action of this phone as a task; errors in it are shown in plain words."""
        asked_by = copy_context()
        asked_by.run(ASKER.set, self.asker)
        task = asyncio.get_running_loop().create_task(metered(self._guarded(work)), context=asked_by)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @property
    def asker(self) -> Asker:
        """The asker of this phone's long work."""
        return Asker.of(self, self.page.client_ip or "")

    def count(self, kind: Kind) -> None:
        """Count something that this phone is about to create. Raises `TooManyCreated`, which `spawn` reports."""
        self.host.allowance.take(self.asker, kind)

    async def make(self, kind: str, work: Callable[..., R], *args: Any, **how: Any) -> R:
        """Run a job that ends when this phone has gone; see `SnapshotJobs.run`.

        Function, arguments and result are pickled. Raises what `Jobs.run` raises, which `spawn` reports.
        """
        return await self._making.run(self.host.tables.jobs, kind, work, *args, **how)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Refused as refused:
            self.say(refused.reason, **refused.params)
        except StoreError:
            faults.report("the database did not take an entry")
            self.say("app.not_written")
        except AlreadyAsked:  # the phone already shows that it is being made
            return
        except QueueFull:
            self.say("app.too_much_waits")
        except TooManyCreated as too_many:
            self.say(f"app.too_many.{too_many.kind}")
        except JobFailed:
            faults.report("what a phone asked for took too much time or memory")
            self.say("app.not_made")
        except Exception as fault:
            faults.report(f"a phone's action failed: {faults.describe(fault)}")
            self.say("app.trouble")

    # Events from the client

    def _on_disconnect(self, _: Any) -> None:
        self.left_at = time.monotonic()
        self.laid_down()
        self.cover.close(refresh=False)
        self._making.stop()
        self._drawing.sleep()
        self._sleep()

    def _on_connect(self, _: Any) -> None:
        self.left_at = None
        self.taps.awake_anew()
        self.laid_down()
        self._remembering.connect()
        self.watch.connect()
        self.cover.close(refresh=False)
        self._drawing.wake()
        before, self._routed = self._routed, self.page.route or "/"
        self._opened = self._routed if self._routed != before else ""
        self.attend()
        self.refresh()
        if self._remembering.unkept:
            self.spawn(self.remember(self.storage))
        elif not self._remembering.recalled:
            self.spawn(self._recall())

    def _on_close(self, _: Any) -> None:
        self._making.stop()
        try:
            self.leave_table()
        finally:
            self.host.forget(self)

    def _on_lifecycle(self, event: ft.AppLifecycleStateChangeEvent) -> None:
        states = ft.AppLifecycleState
        if event.state in (states.HIDE, states.PAUSE, states.DETACH, states.SHOW):
            self.laid_down()
        if event.state in (states.HIDE, states.PAUSE, states.INACTIVE, states.DETACH):
            self.cover.close()
        if event.state in (states.HIDE, states.PAUSE, states.DETACH):
            self.watch.write_now()
            self._sleep()
        elif event.state in (states.SHOW, states.RESUME):
            self.attend()
            self.refresh()

    def _on_route(self, event: ft.RouteChangeEvent) -> None:
        if event.route != self._pushed:  # else the client repeats what it was sent
            before, self._routed = self._routed, event.route
            opened, self._opened = event.route == self._opened, ""
            self.spawn(self._taken_to(event.route, before, opened))

    async def _taken_to(self, route: str, before: str, opened: bool) -> None:
        """Follow the browser to an address: to one above the present one as Back does, to any other by opening it.

        An address that was `opened`, as by typing it, is always opened.
        """
        async with self._going:
            now = routes.route_of(self) or ("" if opened else before)
            if routes.lies_above(route, now) and not opened:
                await self.actions.pages.go_back()
            elif route != now:
                await self.follow(route)
        await self.push_route()

    def _on_resize(self, _: Any) -> None:
        self._drawing.dress()
        self.refresh()

    # Address

    async def push_route(self) -> None:
        """Put the present address into the browser's bar, so that a reload comes back here."""
        async with self._routing:
            while self.connected and (route := routes.route_of(self)) and route != self._routed:
                self._pushed = self._routed = route
                with suppress(TimeoutError):  # it may be gone before it answers, and come back as another page
                    async with patience():
                        await self.page.push_route(route)
                self._pushed = ""
