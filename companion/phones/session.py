"""One connected phone: its session, what it shows, and when it must cover.

A phone is not trusted. Its seat is what its key proves, and that is checked again at every declaration; a
screen's controls, which the client can rewrite, decide nothing.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Coroutine, Hashable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Literal

import flet as ft

from companion.contract.actions import Actions
from companion.contract.offered import ui_of
from companion.contract.snapshot import Screen, Snapshot
from companion.flet_runtime import faults
from companion.flet_runtime.pages import on_page, this_component
from companion.phones import device_storage
from companion.phones import dress as dressing
from companion.phones import languages as spoken
from companion.phones.device_storage import DeviceStorage
from companion.phones.make_snapshot import make_snapshot
from companion.phones.phone_state import PhoneHost, PhoneState, Where
from companion.phones.sounds import title_of
from companion.phones.titles import HELD, KEPT
from companion.screens.lost import UNAVAILABLE
from companion.screens.router import render
from companion.tables import position_link
from companion.ui.look import Look, make_look, shape_of
from companion.ui.phrases import game_name
from models import StoreError
from referee.core.games import GameUnavailable
from referee.core.values import ENGLISH, GAME_MASTER, TABLE

log = logging.getLogger("metsuke")

KEPT_SECONDS = 20.0
"""How long an open cover stays open after the last touch."""
READING = 6
"""How many times longer for whoever has the screen read aloud: a list of zones alone takes more than a minute."""
HELD_SECONDS = 60.0
"""The longest hold: a finger whose lifting was lost must not leave a secret open."""


STORAGE_SECONDS = 20.0
"""How long a device may take to answer for its storage; what it does not keep now is offered again later."""
LATE_TAPS = 0.6
"""Seconds after a reconnection before a cover opens: the client sends the taps it made while it was cut off, and the
finger of a late one has been lifted, as it tells right after."""
DOUBLE_TAPS = 0.4
"""Seconds after the question on a phone has changed before it takes an answer. Nobody reads that fast: a second tap,
or one at the same moment as another player's, was meant for the question before."""


def question(snap: Snapshot) -> Hashable:
    """Return what a picture asks of whoever holds the phone. Covers open and close without changing it."""
    mine = {snap.viewer, TABLE, *snap.my_seats}
    asked = ((p.seat, p.ask) for p in snap.prompts if p.must and (snap.role == "gm" or p.seat in mine))
    return snap.screen, snap.curtain, tuple(asked)


class Phone(PhoneState):
    """A phone's session on this host."""

    def __init__(
        self,
        host: PhoneHost,
        page: ft.Page,
        actions: Callable[[Phone], Actions],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Make the session of a page. `actions` gives what it may do, `clock` tells seconds."""
        super().__init__(host)
        self.clock = clock
        self.page = page
        self.session = page.session
        self.busy = False
        self.locking = False
        """Whether a secret entry is being judged: until its cover can close with it, nothing open is drawn again."""
        self.ready = False
        self.snap = Snapshot(screen="home")
        self.actions = actions(self)
        self._prefs: ft.SharedPreferences | None = None
        self._recalled = False
        """Whether the device has told what it remembers."""
        self._unkept = False
        """Whether the device may not have kept the storage yet."""
        self._component: ft.BaseControl | None = None
        self._asked = spoken.asked.get() or spoken.of_this_machine()
        self._timer: asyncio.TimerHandle | None = None
        self._late_hold: asyncio.TimerHandle | None = None
        self._awake_since = -math.inf
        self._asked_since = -math.inf
        self._tasks: set[asyncio.Task[None]] = set()

    # The session

    async def open(self) -> None:
        """Draw the first frame, find the keys this device holds, and go where its address says."""
        page = self.page
        page.padding = 0  # and no title yet: what stands over the page until then goes when its first screen has one
        self._dress()
        page.on_connect = self._on_connect
        page.on_disconnect = self._on_disconnect
        page.on_close = self._on_close
        page.on_app_lifecycle_state_change = self._on_lifecycle
        page.on_route_change = self._on_route
        page.on_resize = self._on_resize
        page.on_platform_brightness_change = self._on_resize
        self._prefs = ft.SharedPreferences()

        @ft.component
        def App() -> ft.Control:
            self._component = this_component()
            # Until the phone's keys are here nobody knows what it may see: an empty page, and nothing to tap.
            # A sleeping phone's page is empty too: it is what the phone is sent first when it wakes, and a client
            # that is sent a page again would not show what is changed deep in it later.
            if not self.ready or not self.connected:
                return ft.Container()
            return render(self._drawn or self.look, self.snap, self.actions)

        # The phone is in this closure and not among the component's arguments, which a client can rewrite.
        self.host.phones.add(self)
        page.render(App)
        await self._recall()

    async def _recall(self) -> None:
        """Find the keys that this device holds, and go where its address says.

        A question that is lost with its connection is asked again over the next one. The first answer counts.
        """
        assert self._prefs is not None
        try:
            async with asyncio.timeout(STORAGE_SECONDS):
                stored = await self._prefs.get(device_storage.STORED_AS)
        except Exception:  # a browser may forbid storage; the phone then asks for its seat again
            log.info("a phone's storage cannot be read")
            if self.ready or self._recalled:
                return
        else:
            if self._recalled or self.storage != DeviceStorage():
                return
            self._recalled = True
            self.storage = device_storage.loads(stored if isinstance(stored, str) else None)
        self.ready = True
        await self.follow(self.page.route or "/")

    async def remember(self, storage: DeviceStorage) -> None:
        """Keep the storage on the device; if it cannot be reached now, when it is back."""
        self.storage, self._unkept = storage, True
        if self._prefs is not None and self.connected:
            try:
                async with asyncio.timeout(STORAGE_SECONDS):
                    await self._prefs.set(device_storage.STORED_AS, storage.dumps())
                self._unkept = self.storage is not storage
            except Exception:  # as above
                log.info("a phone's storage cannot be written")

    def prefer(self, **changes: Any) -> None:
        """Keep how this device likes to look and sound, and show it so."""
        self.storage = replace(self.storage, **changes)
        self._dress()
        self.refresh()
        self.spawn(self.remember(self.storage))

    def has_learnt(self, game: str, asks: Sequence[str]) -> None:
        """Put away what is said to whoever does this for the first time; of waiting, with the second thing done."""
        before = self.storage.learnt
        known = [f"{game}.{ask}" for ask in asks]
        if any(each.startswith(f"{game}.") for each in before):
            known.append(f"{game}.wait")
        learnt = device_storage.put_away(before, *(each for each in known if each not in before))
        if learnt != before:
            self.storage = replace(self.storage, learnt=learnt)
            self.spawn(self.remember(self.storage))

    @property
    def connected(self) -> bool:
        session = self.session
        return session.connection is not None

    @property
    def shows_something(self) -> bool:
        """Whether a page has been drawn on this connection."""
        return self.connected and self._drawn is not None

    # Where it is

    async def follow(self, route: str) -> None:
        """Go where a route says: `/m/CODE` a match, `/t/CODE` its table display, `/b/s7` a sketch, else home."""
        parts = [part for part in route.split("?")[0].split("/") if part]
        if len(parts) == 2 and parts[0] in ("m", "t", "g"):
            await self.enter(parts[1], display=parts[0] == "t")
        elif len(parts) == 2 and parts[0] == "b":
            self.actions.editor.edit_board(parts[1])
        elif len(parts) == 2 and parts[0] == position_link.ROUTE:
            await self.actions.take_over.follow(parts[1])
        elif parts:
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
        """Come to a match: to my seat if this device holds a key, else as a guest who may choose one."""
        try:
            table = await self.host.table(code) if len(code) <= 40 else None
        except GameUnavailable as why:
            self.leave_table()
            told = {"game": game_name(self.look, why.key), "reason": why.reason}
            self.where = Where(screen="lost", notice=UNAVAILABLE + why.cause, notice_params=told)
            self.refresh()
            return
        self.leave_table()
        if table is None:
            self.where = Where(screen="lost", notice="app.no_such_match")
            self.refresh()
            return
        self.table = table
        self.where = Where(code=code, back="home")
        if display:
            self.where.role = "display"
        else:
            self.sit_down(self.storage.active.get(code, ""))
            if len(self.my_seats()) > 1 and not self.where.curtain:
                self.where.curtain = self.where.seat
        self.where.screen = self.match_screen()
        self.attend()
        self.refresh()

    def leave_table(self) -> None:
        """Go away from the match that was looked at, or from the sketch."""
        self.cover(refresh=False)
        if self.table is not None and self.table.attendance.asleep(self):
            self.host.tables.following.attended(self.table)
        self.table = None
        if self.workshop is not None:
            self.host.intake.hide(self.workshop.place.photo)
            self.workshop = None

    async def go(self, screen: Screen) -> None:
        self.leave_table()
        self.where = Where(screen=screen, back="home")
        await self.host.fill(self)
        self.refresh()

    def say(self, key: str, **params: Any) -> None:
        self.where.notice, self.where.notice_params = key, params
        self.refresh()

    # Secrets

    def uncover(self, how: Literal["held", "kept"]) -> None:
        """Open this seat's cover, if there is one to open and nobody else's curtain is drawn."""
        if self.table is None or self.where.role not in ("seat", "gm") or self.where.curtain or not self.connected:
            return
        if not self.holds(self.where.seat):
            return
        early = self._awake_since + LATE_TAPS - self.clock()
        if early > 0:
            self._forget_late_hold()
            self._late_hold = asyncio.get_running_loop().call_later(early, self.uncover, how)
            return
        self.held = how
        self._wind()
        self.refresh()

    def touched(self) -> None:
        """A finger is here: the cover may stay open a while longer."""
        if self.held != "covered":
            self._wind()

    def cover(self, refresh: bool = True) -> None:
        """Close the cover: the secret leaves the tree."""
        self._forget_late_hold()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.held == "covered":
            return
        self.held = "covered"
        if refresh:
            self.refresh()

    def _forget_late_hold(self) -> None:
        if self._late_hold is not None:
            self._late_hold.cancel()
            self._late_hold = None

    # Taps

    def asked_anew(self) -> None:
        """What is asked on this phone has changed: a tap that comes right now was meant for what it showed before."""
        self._asked_since = self.clock()

    @property
    def too_soon(self) -> bool:
        """Whether nobody can have read yet what this phone asks."""
        return self.clock() < self._asked_since + DOUBLE_TAPS

    def _wind(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.where.role == "gm":
            return  # a game master plays by this screen; it covers when put down, hidden or cut off
        kept = KEPT_SECONDS * (READING if self.storage.announce != "turn" else 1)
        seconds = kept if self.held == "kept" else HELD_SECONDS
        self._timer = asyncio.get_running_loop().call_later(seconds, self.cover)

    # Drawing

    @property
    def look(self) -> Look:
        page = self.page
        mode = self.storage.mode
        if mode == "system":
            mode = "light" if page.platform_brightness == ft.Brightness.LIGHT else "dark"
        return make_look(
            self.storage.language or self.host.language or self._asked or ENGLISH,
            mode,
            secret=self.held != "covered",
            scale=self.storage.scale,
            shape=shape_of(page.width or 390),
        )

    def _dress(self, look: Look | None = None) -> None:
        """Give the page its fonts, theme and background, if any of them is to change."""
        look = (look or self.look).but(secret=False)
        worn = look.mode, look.scale, dressing.rare(self.snap)
        if worn != self._worn:
            self._worn = worn
            dressing.dress(self.page, look, full=worn[-1])

    def refresh(self) -> None:
        """Draw the newest snapshot if anything in it changed. A sleeping phone gets it when it wakes."""
        if self._component is None or not self.ready or not self.connected:
            return
        if self.locking and self.held != "covered":
            return
        try:
            snap = make_snapshot(self)
            look = self.look
            if snap == self.snap and look == self._drawn:
                return
            opening = self.snap.held == "covered" != snap.held
            if question(snap) != question(self.snap) and not opening:
                self.asked_anew()  # what an opened cover adds was there before
            self.snap, self._drawn = snap, look
            on_page(self.page, self._draw)
            self._foresee()
        except Exception as fault:
            log.error("a snapshot could not be made: %s", faults.describe(fault))

    def _foresee(self) -> None:
        """Have worked out what this phone is told beside its view while its cover is open; it is drawn again then."""
        table, me, entering = self.table, self.viewer, self.where.entering
        if self.held == "covered" or table is None or table.match is None or not self.holds(me):
            return
        planned = ui_of(table.record.game).foresight
        view = table.views.of(table.match).view(me, me)
        if planned is None or table.match.result is not None or not self.foresight.lacks(me, entering, view):
            return
        work = planned(table.match.state, me, entering)
        if work is not None:
            self.spawn(self._foreseen(me, entering, view, work))

    async def _foreseen(self, me: str, entering: tuple[str, ...], view: Any, work: Callable[[], Any]) -> None:
        if await self.foresight.work(me, entering, view, work):
            self.refresh()

    _drawn: Look | None = None
    _worn: tuple[str, float, bool] | None = None

    def _draw(self) -> None:
        open_now = self.held != "covered"
        if open_now:
            kept = self.held == "kept" or self.where.role == "gm"
            self._entitle(KEPT if kept else HELD)  # before the secret, so that the guard already watches
        assert self._component is not None
        self._dress(self._drawn)
        self._component.update()
        if not open_now:
            self._entitle(title_of(self._drawn or self.look, self.snap))

    def _entitle(self, title: str) -> None:
        if self.page.title != title:
            self.page.title = title
            dressing.entitle(self.page)

    def attend(self) -> None:
        """Tell the table that this phone is awake on its seats, or on none."""
        table = self.table
        if table is None:
            return
        seats = frozenset(self.my_seats()) if self.where.role == "seat" else frozenset[str]()
        if self.where.role == "gm":
            seats = frozenset({GAME_MASTER})
        before = table.attendance.here
        if table.attendance.awake(self, seats) and (seats or table.attendance.here != before):
            self.host.tables.following.attended(table)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run an action of this phone; whatever goes wrong in it is told in plain words."""
        task = asyncio.get_running_loop().create_task(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except StoreError:
            log.error("the database did not take an entry")
            self.say("app.not_written")
        except Exception as fault:
            log.error("a phone's action failed: %s", faults.describe(fault))
            self.say("app.trouble")

    # What the client tells by itself

    def _on_disconnect(self, _: Any) -> None:
        self.cover(refresh=False)
        self._drawn = None
        if self._component is not None:
            on_page(self.page, self._draw)
        if self.table is not None and self.table.attendance.asleep(self):
            self.host.tables.following.attended(self.table)

    def _on_connect(self, _: Any) -> None:
        self._awake_since = self.clock()
        # The client no longer answers for a service that it was sent twice; a new one it does not know yet.
        self._prefs = ft.SharedPreferences()
        self.cover(refresh=False)
        self._drawn = None
        self.attend()
        self.refresh()
        if self._unkept:
            self.spawn(self.remember(self.storage))
        elif not self._recalled:
            self.spawn(self._recall())

    def _on_close(self, _: Any) -> None:
        self.leave_table()
        self.host.forget(self)

    def _on_lifecycle(self, event: ft.AppLifecycleStateChangeEvent) -> None:
        states = ft.AppLifecycleState
        if event.state in (states.HIDE, states.PAUSE, states.INACTIVE, states.DETACH):
            self.cover()
        if event.state in (states.HIDE, states.PAUSE, states.DETACH):
            if self.table is not None and self.table.attendance.asleep(self):
                self.host.tables.following.attended(self.table)
        elif event.state in (states.SHOW, states.RESUME):
            self.attend()
            self.refresh()

    def _on_route(self, event: ft.RouteChangeEvent) -> None:
        if event.route != self.route:
            self.spawn(self.follow(event.route))

    def _on_resize(self, _: Any) -> None:
        self._dress()
        self.refresh()

    @property
    def route(self) -> str:
        """The address of what this phone shows, for its reload."""
        if self.workshop is not None:
            return f"/b/s{self.workshop.place.number}"
        if not self.where.code:
            return "/"
        return f"/{'t' if self.where.role == 'display' else 'm'}/{self.where.code}"

    async def push_route(self) -> None:
        """Put the present address into the browser's bar, so that a reload comes back here."""
        if self.connected and self.page.route != self.route:
            with suppress(TimeoutError):  # it may be gone before it answers, and come back as another page
                async with asyncio.timeout(STORAGE_SECONDS):
                    await self.page.push_route(self.route)
