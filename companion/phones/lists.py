"""The lists on screens outside a match: running matches, finished ones, and the home screens that show them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from companion.contract.snapshot import History, MatchCard, PlayerStat, SeatInfo
from companion.flet_runtime.faults import fenced
from companion.phones.device_storage import HOST
from companion.phones.make_snapshot import clock
from companion.phones.routes import code_in
from companion.phones.session import Phone
from companion.tables.folding import BrokenJournal
from companion.tables.table import Table
from companion.tables.tables import Tables
from companion.tables.views import Views
from models import MatchRecord, Statistics, Store, StoreError
from referee.core.games import GameUnavailable
from referee.core.reading import name_key
from referee.core.values import PUBLIC

SHOWN = 50
"""The most matches in a list."""
NEWEST = 12
"""The most open tables of others on the home screen; the rest is found by searching."""
LOOKED_THROUGH = 500
"""The most running matches, and the most lobbies, that a search goes through."""


OPEN: Final = ("running", "lobby")


class OpenMatches(NamedTuple):
    """The running matches and open lobbies of a host: the newest, and the total."""

    newest: tuple[MatchRecord, ...]
    total: int


class Lists:
    """The lists of one host's matches."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._counted: tuple[int, Statistics] | None = None

    async def _statistics(self) -> Statistics:
        """Return the statistics of finished matches; computed again only after a match has ended."""
        ended = self.tables.ended
        if self._counted is None or self._counted[0] != ended:
            self._counted = ended, await self.tables.jobs.beside(self.tables.store.history.statistics)
        return self._counted[1]

    async def open_matches(self) -> OpenMatches:
        """Return the newest running matches and lobbies, and the total."""
        return await self.tables.jobs.beside(_open_matches, self.tables.store, NEWEST)

    async def home(
        self, mine: Mapping[str, dict[str, str]], open_now: OpenMatches, search: str = ""
    ) -> tuple[tuple[MatchCard, ...], int, tuple[int, int]]:
        """Return the open matches of a home screen, the number of others, and the totals of matches and players.

        Matches for which the phone holds keys come first, all of them; then the newest others or, with `search`, those
        with a matching player's name, link or code.
        """
        store, read = self.tables.store, self.tables.jobs.beside
        own = await read(store.matches.find, codes=tuple(mine)) if mine else []
        records = [record for record in own if record.status in OPEN]
        if wanted := name_key(search):
            every = await read(_open_matches, store, LOOKED_THROUGH)
            named = [r for r in every.newest if any(wanted in name_key(s.name) for s in r.seats)]
            coded = await read(store.matches.find, codes=(code_in(search),))
            found = {r.code: r for r in (*coded, *named) if r.status in OPEN}
            records = list(found.values())[:NEWEST]
        else:
            known = {record.code for record in records}
            records += [record for record in open_now.newest if record.code not in known][:NEWEST]
        cards = []
        for record in records:
            keys = mine.get(record.code, {})
            try:
                table = await self.tables.table(record.code) if keys else self.tables.live(record.code)
            except (GameUnavailable, BrokenJournal):
                table = None
            cards.append(self._card(record, table, keys))
        cards.sort(key=lambda card: not (card.my_seats or card.host))
        totals = await self._statistics()
        return tuple(cards), max(0, open_now.total - len(cards)), (totals.matches, len(totals.players))

    def _card(self, record: MatchRecord, table: Table | None, keys: dict[str, str]) -> MatchCard:
        mine: tuple[str, ...] = ()
        asks = host = False
        if table is not None:
            mine = tuple(s.seat for s in table.players if s.seat in keys and table.opens(s.seat, keys[s.seat]))
            host = HOST in keys and table.hosts(keys[HOST])
            if table.match is not None:
                asks = any(p.seat in mine for p in table.views.of(table.match).prompts(PUBLIC) if p.must)
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
            reached=() if table is None or table.match is None else _reached(table.views.of(table.match)),
        )

    async def history(self, game: str, search: str) -> History:
        """Return the finished matches of a game, or all, in which a player's name contains `search`."""
        store, read = self.tables.store, self.tables.jobs.beside
        ended = await read(store.matches.find, status="ended", limit=500)
        wanted = name_key(search)
        matches = [
            record
            for record in ended
            if (not game or record.game == game)
            and (not wanted or any(wanted in name_key(s.name) for s in record.seats))
        ]
        totals = await self._statistics()
        players = tuple(
            PlayerStat(name=p.name, wins=p.won, matches=p.matches, best=p.best_game or "", id=p.id)
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


def _open_matches(store: Store, newest: int) -> OpenMatches:
    found = [record for status in OPEN for record in store.matches.find(status=status, limit=newest)]
    found.sort(key=lambda record: record.created, reverse=True)
    return OpenMatches(tuple(found), store.matches.count(OPEN))


def _reached(views: Views) -> tuple[tuple[str, int], ...]:
    """Return the progress of a match in its game's own units, such as set and round."""
    if views.match is None or views.match.result is not None:
        return ()
    return tuple(views.match.game.EXTRAS.counts(views.match.state).items())


def _won(record: MatchRecord) -> tuple[tuple[str, ...], tuple[int, ...]]:
    result: Mapping[str, Any] = record.result or {}
    names = {s.seat: s.name for s in record.seats}
    points = {line["seat"]: line["points"] for line in result.get("ranking", ())}
    winners = tuple(result.get("winners", ()))
    return tuple(names.get(w, w) for w in winners), tuple(points.get(w, 0) for w in winners)


def _when(moment: datetime) -> str:
    local = moment.astimezone()
    return clock(moment) if local.date() == datetime.now().astimezone().date() else local.strftime("%Y-%m-%d")


log = logging.getLogger("metsuke")

HOME_SECONDS = 1.0
"""Seconds between two updates of the home screens: with many tables something always changes."""


class FirstPages:
    """The phones that show the home screen, and when they are drawn again."""

    def __init__(self, phones: Collection[Phone], lists: Lists) -> None:
        self._phones = phones
        self._lists = lists
        self._reading: asyncio.Task[None] | None = None
        self.due: asyncio.TimerHandle | None = None
        """The timer that is set while home screens are out of date."""
        self._read_at = -HOME_SECONDS

    @property
    def reading(self) -> asyncio.Task[None] | None:
        """The task that is updating home screens now."""
        return None if self._reading is None or self._reading.done() else self._reading

    def changed(self) -> None:
        """Note that something shown on home screens has changed."""
        # This goes through all phones, a thousand or more, at every declaration.
        if self.due is None and any(phone.table is None and _is_at_home(phone) for phone in self._phones):
            self._read_in(self._read_at + HOME_SECONDS - time.monotonic())

    def _read_in(self, seconds: float) -> None:
        self.due = asyncio.get_running_loop().call_later(max(0.0, seconds), self.read_now)

    def read_now(self) -> None:
        if self.reading is not None:
            self._read_in(HOME_SECONDS)  # what is being read may be out of date
            return
        self.due = None
        self._reading = asyncio.get_running_loop().create_task(self._read())

    async def _read(self) -> None:
        """Update the home screens, one after the other."""
        try:
            records = await self._lists.open_matches()
            for phone in filter(_is_at_home, tuple(self._phones)):
                with fenced("a phone could not be told what runs on this host"):
                    phone.home, phone.more, phone.totals = await self._lists.home(
                        phone.storage.keys, records, phone.where.home_search
                    )
                    phone.refresh()
                await asyncio.sleep(0)  # players come first
        except StoreError:
            log.error("what runs on this host could not be read")
        self._read_at = time.monotonic()

    async def stop(self) -> None:
        if self.due is not None:
            self.due.cancel()
        if self._reading is not None:
            self._reading.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reading


def _is_at_home(phone: Phone) -> bool:
    """Tell whether a phone shows the home screen; one that is still opening a match does not."""
    return phone.table is None and phone.where.screen == "home" and phone.shows_something
