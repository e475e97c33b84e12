"""Going from screen to screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast, get_args

from companion.contract.snapshot import Screen
from companion.phones.actions.boards import BoardActions
from companion.phones.actions.new_match import NewMatchActions
from companion.phones.make_snapshot import PAGES
from companion.phones.phone_state import OF_A_MATCH
from companion.phones.session import Phone

SCREENS = frozenset(get_args(Screen))
ASIDE: frozenset[Screen] = frozenset({"rules", "settings", "log", "keeping", "tour"})
"""Screens that are laid over another and left again by going back."""


class PageActions:
    """Going about; see `companion.contract.actions.Pages`."""

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
            where.at_the_door = False
            where.at_the_door = wanted == "lobby" and phone.match_screen() in ("play", "take_over")
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
            await phone.go("home", params.get("search", "")[:40])
        await phone.push_route()

    def back(self) -> None:
        phone, where = self._phone, self._phone.where
        phone.cover.close(refresh=False)
        if where.clause:
            where.clause = ""
            phone.refresh()
        elif phone.table is not None and (where.screen in ASIDE or (where.at_the_door and phone.screen == "lobby")):
            where.at_the_door = where.at_the_door and where.screen in ASIDE
            where.screen = phone.match_screen()
            phone.refresh()
        elif where.back in ("new", "history") and where.screen in ASIDE:
            where.screen, where.back = where.back, "home"
            phone.refresh()
        elif where.screen in PAGES:
            phone.spawn(self._go(where.back, {"game": where.history_game, "id": str(where.person)}))
        else:
            phone.spawn(self._go("home", {}))

    def open_match(self, code: str) -> None:
        self._phone.spawn(self._open_match(code))

    async def _open_match(self, code: str) -> None:
        await self._phone.enter(str(code)[:40])
        await self._phone.push_route()

    def clause(self, clause: str) -> None:
        self._phone.where.clause = str(clause)[:40]
        self._phone.refresh()

    def dismiss(self) -> None:
        where = self._phone.where
        where.refusal = where.refused_move = None
        where.notice, where.notice_params, where.clause, where.differences, where.relearnt = "", {}, "", (), ()
        self._phone.refresh()
