"""Actions for navigation and for a phone's settings."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, cast, get_args

from companion.contract.game_ui import offered
from companion.contract.snapshot import ANNOUNCED, MODES, SCALES, TURNS, VOICES, VOLUMES, Screen
from companion.i18n import languages
from companion.phones.actions.boards import BoardActions
from companion.phones.actions.new_match import NewMatchActions
from companion.phones.device_storage import put_away
from companion.phones.make_snapshot import PAGES
from companion.phones.phone_state import OF_A_MATCH
from companion.phones.routes import ASIDE
from companion.phones.session import Phone
from referee.core.values import TABLE


class SettingActions:
    """One phone's settings; see `companion.contract.actions.SettingActions`."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone

    def language(self, code: str) -> None:
        """Set this phone's language; an unknown one changes nothing."""
        if code in languages():
            self._phone.prefer(language=code)

    def brightness(self, mode: str) -> None:
        if mode in MODES:
            self._phone.prefer(mode=mode)

    def tap_to_open(self, on: bool) -> None:
        self._phone.prefer(tap_to_open=bool(on))

    def aloud(self, on: bool) -> None:
        self._phone.prefer(aloud=bool(on))

    def announce(self, what: str) -> None:
        if what in ANNOUNCED:
            self._phone.prefer(announce=what)

    def turn(self, how: str) -> None:
        if how in TURNS:
            self._phone.prefer(turn=how)

    def teach(self, on: bool) -> None:
        self._phone.prefer(teach=bool(on), learnt=() if on else self._phone.storage.learnt)

    def learnt(self, lesson: str) -> None:
        self._phone.prefer(learnt=put_away(self._phone.storage.learnt, str(lesson)))

    def text_size(self, scale: float) -> None:
        if scale in SCALES:
            self._phone.prefer(scale=scale)

    def voice(self, length: str) -> None:
        if self._phone.where.role == "display" and length in VOICES:
            self._phone.prefer(voice=length)

    def volume(self, loud: float) -> None:
        if loud in VOLUMES:
            self._phone.prefer(volume=loud)

    def sound(self, on: bool) -> None:
        if self._phone.where.role == "display":
            self._phone.prefer(sound=bool(on))


LONGEST = 400
"""The most characters of a search on the home screen: a link may be long."""
SCREENS = frozenset(get_args(Screen))


class PageActions:
    """Navigation of one phone; see `companion.contract.actions.PageActions`."""

    def __init__(self, phone: Phone, boards: BoardActions, new_match: NewMatchActions) -> None:
        self._phone = phone
        self._boards = boards
        self._new_match = new_match

    def go(self, screen: str, **params: str) -> None:
        phone, where = self._phone, self._phone.where
        if screen not in SCREENS or screen == "keeping":
            return
        wanted = cast(Screen, screen)
        phone.cover.close(refresh=False)
        if wanted in ASIDE or (phone.table is not None and wanted in OF_A_MATCH):
            if wanted in ASIDE and where.screen not in ASIDE:
                where.back = phone.screen
            where.looks_at_lobby = False
            where.looks_at_lobby = wanted == "lobby" and phone.match_screen() in ("play", "take_over")
            where.screen = wanted if wanted in ASIDE else phone.match_screen()
            where.rules_game = params.get("game", where.rules_game)[:40]
            where.clause = ""
            phone.refresh()
            return
        phone.spawn(self._go(wanted, params))

    async def _go(self, screen: Screen, params: Mapping[str, str]) -> None:
        phone = self._phone
        if screen == "history":
            phone.leave_table()
            phone.where = type(phone.where)(screen="history", back="home")
            phone.where.history_game = params.get("game", "")[:40]
            phone.where.history_search = params.get("search", "")[:40]
            await phone.host.fill(phone)
            phone.refresh()
        elif screen in PAGES:
            before = phone.where
            phone.leave_table()
            phone.where = type(phone.where)(screen=screen, back="history", history_game=before.history_game)
            if screen == "owner":
                phone.where.back = before.screen if before.screen in ("person", "archive") else "home"
            number = params.get("id", str(before.person))
            phone.where.person = int(number) if number.isdecimal() and len(number) < 12 else 0
            phone.where.game = params.get("game", "")[:40]
            await phone.host.fill(phone)
            phone.refresh()
        elif screen == "boards":
            await self._boards.open()
            return
        elif screen == "new":
            await self._boards.reshelve()
            await self._new_match.begin()
        else:
            await phone.go("home", params.get("search", "")[:LONGEST])

    async def follow(self, steps: Sequence[tuple[str, Mapping[str, str]]]) -> None:
        phone = self._phone
        for at, (screen, given) in enumerate(steps):
            known = {TABLE, *offered()} if screen == "rules" else set(offered())
            params = {name: value for name, value in given.items() if name != "game" or value in known}
            if screen == "keeping":
                phone.actions.keeping.open()
            elif screen in ASIDE or phone.table is not None:
                if at == 0 and phone.table is None and phone.where.screen != "home":
                    await phone.go("home")
                self.go(screen, **params)
            elif screen == "game" and not params:
                await self._go("history", {})
            else:
                await self._go(cast(Screen, screen), params)

    def back(self) -> None:
        if (rest := self._leave()) is not None:
            self._phone.spawn(rest)

    async def go_back(self) -> None:
        if (rest := self._leave()) is not None:
            await rest

    def _leave(self) -> Coroutine[Any, Any, None] | None:
        """Go back as far as possible at once; return the rest as a coroutine, or None."""
        phone, where = self._phone, self._phone.where
        phone.cover.close(refresh=False)
        if where.clause:
            where.clause = ""
        elif phone.workshop is not None:
            phone.actions.editor.leave_editor()
            return None
        elif phone.table is not None and (where.screen in ASIDE or (where.looks_at_lobby and phone.screen == "lobby")):
            where.looks_at_lobby = where.looks_at_lobby and where.screen in ASIDE
            where.screen = phone.match_screen()
        elif where.back in ("new", "history") and where.screen in ASIDE:
            where.screen, where.back = where.back, "home"
        elif where.screen in PAGES:
            return self._go(where.back, {"game": where.history_game, "id": str(where.person)})
        else:
            return self._go("home", {})
        phone.refresh()
        return None

    def open_match(self, code: str) -> None:
        self._phone.spawn(self._phone.enter(str(code)[:40]))

    def put_away(self, code: str) -> None:
        self._phone.put_away(str(code)[:40], True)

    def clause(self, clause: str) -> None:
        self._phone.where.clause = str(clause)[:40]
        self._phone.refresh()

    def dismiss(self) -> None:
        where = self._phone.where
        where.refusal, where.refused_move, where.mendings = None, None, ()
        where.notice, where.notice_params, where.clause, where.differences, where.relearnt = "", {}, "", (), ()
        self._phone.refresh()
