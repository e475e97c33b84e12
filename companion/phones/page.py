"""One phone's page: its title, its fonts and theme, what it says aloud, and redrawing it when its snapshot changes.

The title informs the connection guard in the browser (`assets/web/guard.js`). While the title marks a secret, the guard
covers the screen by itself when the connection is lost, the page is hidden or locked, or the finger has gone; it
uncovers only when the title no longer marks one. So a title is set together with the change that opens or closes the
cover, and a phone that (re)connects is covered and gets its title again.

What a table display says aloud, if its voice is on, is made of the public log and the public prompts, in its
language. The words are sent in the page's title; `assets/web/voice.js` lets the browser speak them.

A table display can play a sound when a public answer appears, the same for every answer. The title contains the number
of public answers, and `assets/web/chime.js` plays when it rises. It is sent right after the screen that shows the
answer. The device stores that the sound is wanted, so that a reloaded display still plays it.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Hashable, Iterator
from contextvars import ContextVar
from functools import lru_cache
from itertools import chain
from math import isfinite
from typing import Any, Final

import flet as ft

from companion.boards.drawing import drawing_of
from companion.contract.actions import Actions
from companion.contract.game_ui import ui_of
from companion.contract.snapshot import SCALES, Snapshot
from companion.contract.statistics import ArchivePage, GamePage, KeptMatch, OwnerPage, Page, PersonPage
from companion.flet_runtime import faults
from companion.flet_runtime.render import on_page, tell_title, this_component
from companion.i18n import asked_language, of_this_machine
from companion.phones.make_snapshot import make_snapshot
from companion.phones.phone_state import PhoneState
from companion.screens.router import render
from companion.ui import theme
from companion.ui.fonts import needs, page_fonts
from companion.ui.theme import Look, is_low, make_look, shape_of
from companion.ui.words import asked, changed, stands
from referee.core.values import ENGLISH, TABLE

TITLE: Final = "Metsuke"
"""The title while nothing on the screen is secret."""
TURN: Final = "● "
"""The prefix of the title while a seat on this phone must act (`assets/web/turn.js`)."""
ENDED: Final = "★ "
"""The prefix of the title once a match is over (`assets/web/turn.js`)."""
HELD: Final = "◉ Metsuke"
"""The title while a secret is open as long as it is held."""
KEPT: Final = "◉◎ Metsuke"
"""The title while a secret is kept open without holding; it is covered some time after the last touch."""


LONGEST: Final = 400
"""The most characters that are spoken at once."""


def spoken(look: Look, snap: Snapshot) -> str:
    """Return what a display says: what changed; with `turn` also whose turn it is; with `all` also the standing."""
    if snap.role != "display" or snap.voice == "off" or snap.match is None:
        return ""
    said = changed(look, snap)
    if snap.voice != "changed":
        said += asked(look, snap)
    if snap.voice == "all":
        said += stands(look, snap)
    words = " ".join(dict.fromkeys(" ".join(each.split()) for each in said))
    return words.replace("¶", "").replace("♪", "")[:LONGEST]


def in_title(look: Look, snap: Snapshot) -> str:
    """Return the speech as part of a title: nothing, or language, volume and words."""
    words = spoken(look, snap)
    return f" ¶{look.lang}¶{snap.volume:g}¶{words}" if words else ""


def title_of(look: Look, snap: Snapshot) -> str:
    """Return the title of a page that shows no secret.

    It says whether it is my turn or the match is over, holds what a display says, and the number of public answers.
    """
    news = f"{TURN}{look.t('table_screen.your_turn')}. " if is_my_turn(snap) else ""
    if snap.screen == "play" and snap.view is not None and snap.view.result is not None:
        news = f"{ENDED}{look.t('table_screen.over_line')}. "
    said = f"{news}{TITLE}{in_title(look, snap)}"
    return f"{said} ♪{answers(snap)}" if snap.sound else said


def is_my_turn(snap: Snapshot) -> bool:
    """Tell whether a seat of this phone must act; a covered snapshot holds only the public prompts."""
    playing = snap.role == "seat" and snap.screen == "play" and snap.held == "covered"
    return playing and any(each.must and each.seat in snap.my_seats for each in snap.prompts)


def answers(snap: Snapshot) -> int:
    """Return the number of public answers in a match; 0 in games without such answers."""
    count = ui_of(snap.match.game).public_answers if snap.match is not None else None
    return 0 if count is None or snap.view is None else count(snap.view)


def dress(page: ft.Page, look: Look, more: frozenset[str]) -> None:
    """Set a page's fonts, theme and background; `more` are the additional fonts that it needs."""
    fonts = page_fonts(web=bool(page.web), more=more)
    if page.fonts != fonts:
        page.fonts = fonts
    page.theme = page.dark_theme = theme.flet_theme(look)
    page.theme_mode = ft.ThemeMode.DARK if look.mode == "dark" else ft.ThemeMode.LIGHT
    page.bgcolor = look.p.background


def rare(snap: Snapshot) -> frozenset[str]:
    """Return the additional fonts for the names and notes on this phone."""
    # This runs at every drawing, mostly of a table, on which people have written nothing but names.
    names = tuple([seat.name for seat in snap.match.seats]) if snap.match is not None else ()
    more = snap.home or snap.history or snap.draft or snap.log or snap.boards or snap.editor or snap.page
    played = snap.match is not None and ui_of(snap.match.game).board
    board = getattr(snap.view, "__dict__", {}).get("board") if played else None
    return _rare_characters(names).union(
        *(map(needs, _people_wrote(snap)) if more else ()), _rare_board(board.hash) if board is not None else ()
    )


@lru_cache(maxsize=128)
def _rare_characters(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*map(needs, names))


@lru_cache(maxsize=32)
def _rare_board(board: str) -> frozenset[str]:
    """Return the additional fonts for the names of a board's zones, which people may have written too."""
    try:
        return frozenset().union(*(needs(zone.name.ja) for zone in drawing_of(board).board.zones))
    except LookupError:
        return frozenset()


def _people_wrote(snap: Snapshot) -> Iterator[str]:
    """Yield the texts that people have typed; all of our own are covered by the core font."""
    cards = chain(snap.home, snap.history.matches if snap.history else ())
    yield from (seat.name for card in cards for seat in card.seats)
    if snap.history is not None:
        yield from (player.name for player in snap.history.players)
        yield snap.history.search
    if snap.draft is not None:
        yield from snap.draft.names
    yield from (line.note for line in snap.log)
    yield from (card.ja for card in snap.boards)
    yield from _named_on(snap.page)
    if snap.editor is not None:
        yield from (zone.name.ja for zone in snap.editor.bench.sketch.zones.values())


def _named_on(page: Page | None) -> Iterator[str]:
    """Yield the names on a page of statistics."""
    if isinstance(page, PersonPage):
        yield page.name
        yield from (rival.name for rival in page.statistics.against)
        yield from (name for _, name in page.others)
    elif isinstance(page, GamePage):
        yield from (name for name, _ in page.statistics.last.curves)
    elif isinstance(page, KeptMatch):
        yield from (name for name, _ in page.course.curves)
    elif isinstance(page, ArchivePage):
        yield from (name for _, name in page.left_out)
        yield from (name for name, _ in page.refused)
    elif isinstance(page, OwnerPage):
        yield from (each.name + each.into for each in page.tidied)


asked_text_size: ContextVar[float] = ContextVar("asked_text_size", default=1.0)
"""The text size of the browser of the current connection; 1 is the standard."""
NEAR = 0.05
"""The tolerance in choosing a text size: 20 pixels instead of 16 are 1.25, and drawn as 1.3; 25 are drawn as 1.5."""


def read_text_size(said: str) -> float:
    """Return the text size that a browser reports, limited to 1 to 2; 1 if it reports nothing usable."""
    try:
        size = float(said[:20])
    except ValueError:
        return 1.0
    return min(SCALES[-1], max(1.0, size)) if isfinite(size) else 1.0


def drawn_text_size(chosen: float, browsers: float) -> float:
    """Return the smallest available text size that reaches the product of both within `NEAR`, or the largest."""
    wanted = chosen * browsers
    return next((scale for scale in SCALES if scale >= wanted - NEAR), SCALES[-1])


def question(snap: Snapshot) -> Hashable:
    """Return a key of the question on the screen. It does not change when covers open and close."""
    mine = {snap.viewer, TABLE, *snap.my_seats}
    asked = ((p.seat, p.ask) for p in snap.prompts if p.must and (snap.role == "gm" or p.seat in mine))
    return snap.screen, snap.curtain, tuple(asked)


class PageDrawing:
    """The page of one phone. `asks_anew` is called when the question changes, `spawn` runs tasks of the phone."""

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
        self._language = asked_language.get() or of_this_machine()
        self._text = asked_text_size.get()
        self._component: ft.BaseControl | None = None
        self.drawn: Look | None = None
        """The look of the last drawing on this connection, or None."""
        self._worn: tuple[str, float, frozenset[str]] | None = None

    def begin(self) -> None:
        """Draw the first frame."""
        phone = self._phone

        @ft.component
        def App() -> ft.Control:
            self._component = this_component()
            # Until the phone's keys are known, nobody knows what it may see: an empty page without anything to tap. A
            # sleeping phone's page is empty too: a client that is sent a page again would not show later changes deep
            # in it, so it is sent the empty page first when it wakes.
            if not phone.ready or not phone.connected:
                return ft.Container()
            return render(self.drawn or self.look, phone.snap, self._actions)

        # The phone is in this closure and not among the component's arguments, which a client can rewrite.
        self._page.render(App)

    def wake(self) -> None:
        """Draw everything again on the current connection."""
        self.drawn = None
        self._text = asked_text_size.get()

    def sleep(self) -> None:
        """Empty the page of a disconnected phone."""
        self.drawn = None
        if self._component is not None:
            on_page(self._page, self.draw)

    @property
    def look(self) -> Look:
        """This phone's look, for its page as it is now."""
        page, phone = self._page, self._phone
        mode = phone.storage.mode
        if mode == "system":
            mode = "light" if page.platform_brightness == ft.Brightness.LIGHT else "dark"
        scale, shape = drawn_text_size(phone.storage.scale, self._text), shape_of(page.width or 390)
        return make_look(
            phone.storage.language or phone.host.language or self._language or ENGLISH,
            mode,
            secret=phone.held != "covered",
            scale=scale,
            shape=shape,
            low=is_low(shape, page.height or 844, scale),
        )

    def dress(self, look: Look | None = None) -> None:
        """Set the page's fonts, theme and background, if any of them changes."""
        look = (look or self.look).but(secret=False)
        worn = look.mode, look.scale, rare(self._phone.snap)
        if worn != self._worn:
            self._worn = worn
            dress(self._page, look, more=worn[-1])

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
                self._asks_anew()  # an opened cover only adds to the question that was there
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
            self._entitle(KEPT if kept else HELD)  # before the secret, so that the guard is already watching
        assert self._component is not None
        self.dress(self.drawn)
        self._component.update()
        if not open_now:
            self._entitle(title_of(self.drawn or self.look, phone.snap))

    def _entitle(self, title: str) -> None:
        if self._page.title != title:
            tell_title(self._page, title)

    def _foresee(self) -> None:
        """Start computing the additional information for this phone's open cover; draw it again afterwards."""
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
