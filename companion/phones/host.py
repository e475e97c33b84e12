"""One host: its store, its live matches, and the phones that are connected to it."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

import flet as ft

from companion.contract import snapshot
from companion.contract.offered import offered
from companion.contract.snapshot import History, MatchCard, PlayerStat, SeatInfo
from companion.hosting import addresses as nets
from companion.phones.intake import Intake
from companion.phones.make_snapshot import clock
from companion.phones.session import Phone
from companion.tables.table import Table, Tables
from companion.ui import qr
from models import MatchRecord, Statistics, Store
from referee.core.games import GameUnavailable
from referee.core.journal import Match
from referee.core.values import PUBLIC

TICK = 20.0
"""Seconds between looks at who has been away for how long."""
REACH_SECONDS = 5.0
"""How long this machine's addresses are believed: a laptop changes its network in the middle of an evening."""
SHOWN = 50
"""Matches that a list shows."""


class Host:
    """The services behind the web host and the native app; see `companion.hosting.services`."""

    def __init__(
        self,
        open_store: Callable[[], Store],
        reach: Callable[[], Sequence[nets.Address]],
        language: str = "",
    ) -> None:
        self._open_store = open_store
        self._reach = reach
        self.language = language
        """The language of phones that have not chosen one; empty: what each asks for."""
        self.phones: set[Phone] = set()
        self.intake = Intake()
        self.on_new_match: Callable[[str], None] | None = None
        self._tables: Tables | None = None
        self._ticking: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._codes: set[str] = set()
        self._found: tuple[nets.Address, ...] = ()
        self._counted: tuple[int, Statistics] | None = None
        self._looked = -REACH_SECONDS

    @property
    def tables(self) -> Tables:
        """The live matches. Only while the host runs."""
        assert self._tables is not None, "the host has not been started"
        return self._tables

    # Starting and stopping

    async def start(self) -> None:
        """Open the store. Raises `models.StoreError` in words for people."""
        if self._tables is None:
            self._tables = Tables(self._open_store())
            self._tables.news.listen(self._heard)
            self._ticking = asyncio.get_running_loop().create_task(self._tick())

    async def stop(self) -> None:
        """Finish what is being written and close the store."""
        if self._ticking is not None:
            self._ticking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._ticking
        if self._tables is not None:
            self._tables.close()
            self._tables = None

    async def main(self, page: ft.Page) -> None:
        """The Flet main: one phone's session."""
        if not self.phones:
            offered()  # the first phone loads what all need, so that no turn of play has to wait for it
        await Phone(self, page).open()

    # Addresses

    def match_exists(self, code: str) -> bool:
        """Tell whether phones may join a match of this code."""
        return code in self._codes or self.tables.live(code) is not None

    def addresses(self, code: str = "") -> tuple[snapshot.Address, ...]:
        """Return how phones reach this host, or a match on it, the likeliest first."""
        suffix = f"/m/{code}" if code else ""
        now = time.monotonic()
        if now - self._looked > REACH_SECONDS:
            self._found, self._looked = tuple(self._reach()), now
        return tuple(snapshot.Address(a.url + suffix, a.url.partition("://")[2] + suffix) for a in self._found)

    def join_url(self, code: str) -> str:
        """Return the address that a match's QR code holds, or an empty string where nobody can join."""
        return next((address.url for address in self.addresses(code)), "")

    def qr_of(self, code: str) -> str:
        """Return the QR code of a match as a data URL, or an empty string where nobody can join."""
        url = self.join_url(code)
        return _qr_data(url) if url else ""

    def opened(self, code: str) -> None:
        """A match was opened: the terminal shows its QR code."""
        self._codes.add(code)
        if self.on_new_match is not None:
            self.on_new_match(code)

    # News

    def _heard(self, code: str) -> None:
        """A match moved: draw it on its phones."""
        for phone in tuple(self.phones):
            if phone.table is not None and phone.table.code == code:
                phone.actions.heard()
                phone.refresh()
            elif phone.table is None and phone.where.screen == "home" and phone.ready and phone.connected:
                phone.spawn(self._refill(phone))

    async def _refill(self, phone: Phone) -> None:
        await self.fill(phone)
        phone.refresh()

    async def _tick(self) -> None:
        """Minutes away count up on the phones that show them."""
        while True:
            await asyncio.sleep(TICK)
            for phone in tuple(self.phones):
                if phone.table is not None and phone.connected:
                    phone.refresh()

    # Lists

    async def fill(self, phone: Phone) -> None:
        """Read what the lists on a phone's screen show."""
        if phone.where.screen == "home":
            await self._fill_home(phone)
        elif phone.where.screen == "history":
            phone.history = await self._history(phone.where.history_game, phone.where.history_search)

    async def _statistics(self) -> Statistics:
        """Return what finished matches come to; counted again only after a match has ended."""
        ended = self.tables.ended
        if self._counted is None or self._counted[0] != ended:
            self._counted = ended, await self.tables.run(self.tables.store.statistics)
        return self._counted[1]

    async def _fill_home(self, phone: Phone) -> None:
        store, run = self.tables.store, self.tables.run
        records = [
            *await run(store.matches, status="running", limit=SHOWN),
            *await run(store.matches, status="lobby", limit=SHOWN),
        ]
        cards = []
        for record in sorted(records, key=lambda r: r.created, reverse=True):
            keys = phone.pocket.keys.get(record.code, {})
            try:
                table = await self.tables.table(record.code) if keys else self.tables.live(record.code)
            except GameUnavailable:
                table = None
            cards.append(self._card(record, table, keys))
        cards.sort(key=lambda card: not (card.my_seats or card.host))
        phone.home = tuple(cards)
        totals = await self._statistics()
        phone.totals = (totals.matches, len(totals.players))

    def _card(self, record: MatchRecord, table: Table | None, keys: dict[str, str]) -> MatchCard:
        mine: tuple[str, ...] = ()
        asks = host = False
        if table is not None:
            mine = tuple(s.seat for s in table.players if s.seat in keys and table.opens(s.seat, keys[s.seat]))
            host = "host" in keys and table.hosts(keys["host"])
            if table.match is not None:
                asks = any(p.seat in mine for p in table.match.prompts(PUBLIC) if p.must)
        seats = tuple(
            SeatInfo(
                s.seat,
                s.name,
                presence="free" if s.key_hash is None else (table.attendance.of(s.seat)[0] if table else "asleep"),
                mine=s.seat in mine,
            )
            for s in record.players
        )
        winners, points = _won(record)
        return MatchCard(
            code=record.code,
            game=record.game,
            depth=record.options.get("depth", "plays"),
            status=record.status,
            seats=seats,
            when=_when(record.ended or record.started or record.created),
            my_seats=mine,
            asks_me=asks,
            winners=winners,
            points=points,
            host=host,
            reached=_reached(table.match) if table is not None and table.match is not None else (),
        )

    async def _history(self, game: str, search: str) -> History:
        store, run = self.tables.store, self.tables.run
        ended = await run(store.matches, status="ended", limit=500)
        wanted = search.strip().casefold()
        matches = [
            record
            for record in ended
            if (not game or record.game == game)
            and (not wanted or any(wanted in s.name.casefold() for s in record.seats))
        ]
        totals = await self._statistics()
        players = tuple(
            PlayerStat(name=p.name, wins=p.won, matches=p.matches, best=p.best_game or "")
            for p in sorted(totals.players, key=lambda p: (-p.won / p.matches, p.name))
        )
        return History(
            game=game,
            matches=tuple(self._card(record, None, {}) for record in matches[:SHOWN]),
            players=players,
            total_matches=totals.matches,
            total_players=len(totals.players),
            minutes=int(totals.seconds // 60),
            search=search,
        )


@lru_cache(maxsize=64)
def _qr_data(url: str) -> str:
    return "data:image/png;base64," + base64.b64encode(qr.png(url)).decode()


def _reached(match: Match) -> tuple[tuple[str, int], ...]:
    """Return what a game's public view counts: its sets and rounds, its turns."""
    if match.result is not None:
        return ()
    return tuple((name, value) for name, value in match.view(PUBLIC) if type(value) is int)


def _won(record: MatchRecord) -> tuple[tuple[str, ...], tuple[int, ...]]:
    result: Mapping[str, Any] = record.result or {}
    names = {s.seat: s.name for s in record.seats}
    points = {line["seat"]: line["points"] for line in result.get("ranking", ())}
    winners = tuple(result.get("winners", ()))
    return tuple(names.get(w, w) for w in winners), tuple(points.get(w, 0) for w in winners)


def _when(moment: datetime) -> str:
    local = moment.astimezone()
    return clock(moment) if local.date() == datetime.now().astimezone().date() else local.strftime("%Y-%m-%d")
