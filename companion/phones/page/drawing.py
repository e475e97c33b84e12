"""What one phone's page shows: the newest snapshot, drawn when anything in it has changed."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Hashable
from typing import Any

import flet as ft

from companion.contract.actions import Actions
from companion.contract.offered import ui_of
from companion.contract.snapshot import Snapshot
from companion.flet_runtime import faults
from companion.flet_runtime.pages import on_page, tell_title, this_component
from companion.phones.make_snapshot import make_snapshot
from companion.phones.page import dress as dressing
from companion.phones.page import languages, text_size
from companion.phones.page.sounds import title_of
from companion.phones.page.titles import HELD, KEPT
from companion.phones.phone_state import PhoneState
from companion.screens.router import render
from companion.ui.look import Look, is_low, make_look, shape_of
from referee.core.values import ENGLISH, TABLE


def question(snap: Snapshot) -> Hashable:
    """Return what a picture asks of whoever holds the phone. Covers open and close without changing it."""
    mine = {snap.viewer, TABLE, *snap.my_seats}
    asked = ((p.seat, p.ask) for p in snap.prompts if p.must and (snap.role == "gm" or p.seat in mine))
    return snap.screen, snap.curtain, tuple(asked)


class Drawing:
    """The page of one phone. `asks_anew` is called when what it asks changes, `spawn` runs work of the phone."""

    def __init__(
        self,
        phone: PhoneState,
        page: ft.Page,
        actions: Actions,
        asks_anew: Callable[[], None],
        spawn: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._phone = phone
        self._page = page
        self._actions = actions
        self._asks_anew = asks_anew
        self._spawn = spawn
        self._language = languages.asked_language.get() or languages.of_this_machine()
        self._text = text_size.asked_text_size.get()
        self._component: ft.BaseControl | None = None
        self.drawn: Look | None = None
        """The look of what was drawn on this connection, if anything was."""
        self._worn: tuple[str, float, frozenset[str]] | None = None

    def begin(self) -> None:
        """Draw the first frame."""
        phone = self._phone

        @ft.component
        def App() -> ft.Control:
            self._component = this_component()
            # Until the phone's keys are here nobody knows what it may see: an empty page, and nothing to tap.
            # A sleeping phone's page is empty too: it is what the phone is sent first when it wakes, and a client
            # that is sent a page again would not show what is changed deep in it later.
            if not phone.ready or not phone.connected:
                return ft.Container()
            return render(self.drawn or self.look, phone.snap, self._actions)

        # The phone is in this closure and not among the component's arguments, which a client can rewrite.
        self._page.render(App)

    def wake(self) -> None:
        """Draw all anew on the connection that is being served."""
        self.drawn = None
        self._text = text_size.asked_text_size.get()

    def sleep(self) -> None:
        """Empty the page of a phone that is gone."""
        self.drawn = None
        if self._component is not None:
            on_page(self._page, self.draw)

    @property
    def look(self) -> Look:
        """How this phone likes to look, on its page as it is now."""
        page, phone = self._page, self._phone
        mode = phone.storage.mode
        if mode == "system":
            mode = "light" if page.platform_brightness == ft.Brightness.LIGHT else "dark"
        scale, shape = text_size.drawn_text_size(phone.storage.scale, self._text), shape_of(page.width or 390)
        return make_look(
            phone.storage.language or phone.host.language or self._language or ENGLISH,
            mode,
            secret=phone.held != "covered",
            scale=scale,
            shape=shape,
            low=is_low(shape, page.height or 844, scale),
        )

    def dress(self, look: Look | None = None) -> None:
        """Give the page its fonts, theme and background, if any of them is to change."""
        look = (look or self.look).but(secret=False)
        worn = look.mode, look.scale, dressing.rare(self._phone.snap)
        if worn != self._worn:
            self._worn = worn
            dressing.dress(self._page, look, more=worn[-1])

    def refresh(self) -> None:
        """Draw the newest snapshot if anything in it changed. A sleeping phone gets it when it wakes."""
        phone = self._phone
        if self._component is None or not phone.ready or not phone.connected:
            return
        if phone.locking and phone.held != "covered":
            return
        try:
            snap = make_snapshot(phone)
            look = self.look
            if snap == phone.snap and look == self.drawn:
                return
            opening = phone.snap.held == "covered" != snap.held
            if question(snap) != question(phone.snap) and not opening:
                self._asks_anew()  # what an opened cover adds was there before
            phone.snap, self.drawn = snap, look
            on_page(self._page, self.draw)
            self._foresee()
        except Exception as fault:
            faults.report(f"a snapshot could not be made: {faults.describe(fault)}")

    def draw(self) -> None:
        phone = self._phone
        open_now = phone.held != "covered"
        if open_now:
            kept = phone.held == "kept" or phone.where.role == "gm"
            self._entitle(KEPT if kept else HELD)  # before the secret, so that the guard already watches
        assert self._component is not None
        self.dress(self.drawn)
        self._component.update()
        if not open_now:
            self._entitle(title_of(self.drawn or self.look, phone.snap))

    def _entitle(self, title: str) -> None:
        if self._page.title != title:
            tell_title(self._page, title)

    def _foresee(self) -> None:
        """Have worked out what this phone is told beside its view while its cover is open; it is drawn again then."""
        phone = self._phone
        table, me, entering = phone.table, phone.viewer, phone.where.entering
        if table is None or table.match is None or not phone.uncovered:
            return
        planned = ui_of(table.record.game).foresight
        view = table.views.of(table.match).view(me, me)
        if planned is None or table.match.result is not None or not phone.foresight.lacks(me, entering, view):
            return
        work = planned(table.match.state, me, entering)
        if work is not None:
            self._spawn(self._foreseen(me, entering, view, work))

    async def _foreseen(self, me: str, entering: tuple[str, ...], view: Any, work: Callable[[], Any]) -> None:
        if await self._phone.foresight.work(me, entering, view, work):
            self.refresh()
