"""Matches of all games, played by the host, seen by real phones, while mishaps come one after the other; counted."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import psutil

from referee.core.games import GAMES
from tests.bench.figures import median, percentile
from tests.chaos.phones import Seated
from tests.hosted import PROJECT, free_port
from tests.own_games import OWN_GAMES
from tests.wire.evening import digest

PAUSE = 0.15
"""Seconds between two declarations at all tables together."""
CALM = 25.0
"""Seconds at the end in which everything may come back."""


@dataclass
class Report:
    """What was counted. All but the last line's figures are to be nothing."""

    shown: int = 0
    lost: int = 0
    doubled: int = 0
    taps: int = 0
    away: int = 0
    """Phones that were not back at the end."""
    stale: int = 0
    """Phones that showed another table at the end than a phone that comes anew."""
    secrets: int = 0
    crashes: int = 0
    mishaps: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    told_p95: float = 0.0
    told_longest: float = 0.0
    """Seconds from a declaration's arrival to the last phone told, by the host that was there at the end."""
    mb_before: float = 0.0
    mb_after: float = 0.0
    matches: int = 0

    @property
    def well(self) -> bool:
        return not any((self.lost, self.doubled, self.taps, self.away, self.stale, self.secrets, self.crashes))

    def line(self) -> dict[str, Any]:
        back = self.waits or [0.0]
        return {
            "name": "chaos", "entries_shown": self.shown, "lost": self.lost, "doubled": self.doubled,
            "needed_a_tap": self.taps, "not_back": self.away, "stale": self.stale, "secrets_seen": self.secrets,
            "crashes": self.crashes, "matches": self.matches, "mishaps": dict(self.mishaps),
            "refused_by_disk": dict(self.failed), "came_back": len(self.waits),
            "seconds_until_back_median": round(median(back), 2), "p95": round(percentile(back, 95), 2),
            "longest": round(max(back), 2), "told_p95_ms": round(self.told_p95 * 1000, 1),
            "told_longest_ms": round(self.told_longest * 1000, 1),
            "mb_before": self.mb_before, "mb_after": self.mb_after,
        }  # fmt: skip


class HostProcess:
    """`tests.chaos.host`, which can be killed and started again."""

    def __init__(self, database: str, log: Path) -> None:
        self.port = free_port()
        self.database = database
        self._log = log
        self._process: asyncio.subprocess.Process | None = None
        self._talking = asyncio.Lock()

    async def start(self, seed: int) -> None:
        command = [sys.executable, "-m", "tests.chaos.host", str(self.port), self.database, str(seed)]
        async with self._talking:
            with self._log.open("ab") as log:
                self._process = await asyncio.create_subprocess_exec(
                    *command, cwd=PROJECT, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=log
                )
            ready = await self._answer()
        if ready is None:
            raise RuntimeError(f"the host did not start:\n{self._log.read_text('utf-8', 'replace')[-3000:]}")

    async def do(self, **asked: Any) -> dict[str, Any] | None:
        """Return the host's answer, or None if it died over it."""
        async with self._talking:
            process = self._process
            assert process is not None
            assert process.stdin is not None
            try:
                process.stdin.write(f"{json.dumps(asked)}\n".encode())
                await process.stdin.drain()
            except ConnectionError:
                return None
            return await self._answer()

    async def _answer(self) -> dict[str, Any] | None:
        assert self._process is not None
        assert self._process.stdout is not None
        read = await self._process.stdout.readline()
        return dict(json.loads(read)) if read else None

    async def kill(self) -> None:
        """Pull the plug."""
        if self._process is not None:
            self._process.kill()
            await self._process.wait()

    def megabytes(self) -> float:
        assert self._process is not None
        return round(psutil.Process(self._process.pid).memory_info().rss / 1e6, 1)


class Evening:
    """One evening at one database, with as many hosts as there are workers: phones are at one of them at a time."""

    def __init__(self, folder: Path, seed: int, database: str = "", games: Sequence[str] = OWN_GAMES) -> None:
        self._games = games
        self.random = Random(seed)
        self.report = Report()
        self.url = database or f"sqlite:///{(folder / 'chaos.db').as_posix()}"
        self._file = folder / "chaos.db"
        self._log = folder / "host.log"
        self.hosts = [HostProcess(self.url, self._log) for _ in range(2 if database else 1)]
        self.at = 0
        self.phones: list[Seated] = []
        self._tables: dict[str, str] = {}
        self._last_logged: dict[str, dict[int, str]] = {}
        self.calm = asyncio.Event()
        """Whether the host is there and well: a declaration then need not fail."""

    @property
    def host(self) -> HostProcess:
        return self.hosts[self.at]

    async def begin(self) -> None:
        for host in self.hosts:
            await host.start(self.random.randrange(2**30))
        self.calm.set()
        for game in self._games:
            await self._open(game)
        await self._all_here(60.0)
        self.report.mb_before = self.host.megabytes()

    async def _open(self, game: str) -> None:
        opened = await self.host.do(do="open", game=game)
        if not opened or "code" not in opened:
            return
        self._tables[game] = opened["code"]
        self.report.matches += 1
        for phone in [each for each in self.phones if each.game == game]:
            self.phones.remove(phone)
            self._count(phone)
            await phone.end()
        for seat, key in opened["keys"].items():
            phone = Seated(game, opened["code"], seat, key)
            self.phones.append(phone)
            await phone.begin(self.host.port)

    async def play(self, until: float) -> None:
        """Declare at one table after the other. Nothing is declared twice by us: what failed is chosen anew."""
        while time.monotonic() < until:
            for game, code in tuple(self._tables.items()):
                answer = await self.host.do(do="play", code=code)
                await asyncio.sleep(PAUSE)
                if answer is None:
                    await asyncio.sleep(0.2)  # it was killed, and is started again by whoever did it
                elif "number" in answer:
                    self.report.shown += 1
                    self._last_logged.setdefault(code, {})[answer["number"]] = answer["digest"]
                    for phone in [each for each in self.phones if each.code == code]:
                        phone.cards |= set(answer["cards"])
                elif "failed" in answer:
                    self.report.failed[answer["failed"]] += 1
                elif "over" in answer and self.calm.is_set():
                    await self._open(game)
                for phone in self.phones:
                    if answer is not None and game == "shinobazu" and phone.code == code:
                        phone.listen()

    async def swap(self, seconds: float) -> None:
        """Kill the host; its phones find another worker, or the same host when it is started again."""
        dead = self.host
        self.calm.clear()
        await dead.kill()
        if len(self.hosts) > 1:
            self.at = 1 - self.at
            self._point()
        else:
            await asyncio.sleep(seconds)
        await dead.start(self.random.randrange(2**30))
        self._point()
        self.calm.set()

    def _point(self) -> None:
        for phone in self.phones:
            if phone.proxy is not None:
                phone.proxy.target = self.host.port

    async def _all_here(self, patience: float) -> None:
        end = time.monotonic() + patience
        while time.monotonic() < end and not all(phone.here for phone in self.phones):  # noqa: ASYNC110
            await asyncio.sleep(0.1)

    async def end(self) -> Report:
        """Let everything come back, look whether it did, and count."""
        if told := await self.host.do(do="told"):
            self.report.told_p95, self.report.told_longest = told["p95"], told["longest"]
        for phone in self.phones:
            if phone.proxy is not None:
                phone.proxy.mend()
        await self._all_here(CALM)
        self.report.away = sum(not phone.here for phone in self.phones)
        self.report.stale = await self._stale()
        self.report.mb_after = self.host.megabytes()
        for phone in self.phones:
            self._count(phone)
            await phone.end()
        for host in self.hosts:
            await host.kill()
        self._journals()
        if "Traceback" in self._log.read_text("utf-8", "replace"):
            self.report.crashes += 1
        return self.report

    async def _stale(self) -> int:
        """Return how many phones show something else than one that comes anew to the same seat."""
        stale = 0
        for phone in self.phones:
            if phone.phone is None or not phone.here:
                continue
            twin = Seated(phone.game, phone.code, phone.seat, phone.key)
            await twin.begin(self.host.port)
            end = time.monotonic() + 30
            same = False
            while time.monotonic() < end and not same:
                same = twin.here and twin.phone is not None and twin.phone.texts() == phone.phone.texts()
                await asyncio.sleep(0.1)
            stale += not same
            await twin.end()
        return stale

    def _count(self, phone: Seated) -> None:
        phone.listen()
        self.report.waits += phone.waits[1:]  # the first was coming for the first time
        self.report.taps += phone.needed_a_tap
        self.report.secrets += len(phone.leaks)
        if phone.phone is not None:
            self.report.crashes += len(phone.phone.crashes) + len(phone.phone.faults)

    def _journals(self) -> None:
        """Compare what was told with what lies on the disk."""
        for code, rows in self._stored().items():
            numbers = [number for number, _ in rows]
            salts = [json.dumps(act, sort_keys=True) for _, act in rows if act.get("salt")]
            self.report.doubled += len(numbers) - len(set(numbers)) + len(salts) - len(set(salts))
            self.report.lost += numbers != list(range(1, len(numbers) + 1))
            kept = {number: digest([act]) for number, act in rows}
            self.report.lost += sum(kept.get(n) != head for n, head in self._last_logged.get(code, {}).items())

    def _stored(self) -> dict[str, list[tuple[int, dict[str, Any]]]]:
        asked = "SELECT code, number, act FROM journal_entry JOIN match ON match.id = match_id ORDER BY code, number"
        if self.url.startswith("sqlite"):
            with sqlite3.connect(self._file) as connection:
                found = [(code, number, json.loads(act)) for code, number, act in connection.execute(asked)]
        else:
            import psycopg

            with psycopg.connect(self.url.replace("+psycopg", "")) as server:
                found = list(server.execute(asked))  # type: ignore[arg-type]
        stored: dict[str, list[tuple[int, dict[str, Any]]]] = {}
        for code, number, act in found:
            stored.setdefault(code, []).append((number, act))
        return stored


assert set(OWN_GAMES) <= set(GAMES)
