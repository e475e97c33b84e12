"""A real server as its own process, on a folder of its own, that can be killed and started again.

On Linux it is forked from a process that has read the code once for all servers of a run.
"""

from __future__ import annotations

import atexit
import json
import multiprocessing
import os
import runpy
import secrets
import signal
import socket
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Self

import psutil
from sqlalchemy import create_engine

from tests.own_games import OWN_GAMES

PROJECT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0
"""Seconds a server may take until it answers; a start that takes longer has failed."""
WORKERS = os.environ.get("METSUKE_TEST_HOST") == "workers"
"""Whether hosts are two workers on PostgreSQL; else they are one process on SQLite."""
LAST_WORDS = {False: "It is good for one phone.", True: "Ctrl-C ends the demonstration."}
"""What a host, and a demonstration, prints last of its start: its address answers before."""
CACHE = Path(tempfile.gettempdir()) / f"metsuke-tests-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"
"""The compressed web client, kept between servers and runs: to compress it takes longer than to test it."""

METHOD = "forkserver" if sys.platform == "linux" else "spawn"
"""How processes are started: elsewhere what a process has read may not stand a fork."""
READ = (
    "companion.cli", "companion.hosting.run", "companion.hosting.web_app", "companion.phones.host", "models.store",
    "alembic.command", "alembic.config", "sqlalchemy.dialects.sqlite", "uvicorn", "httptools", "flet.controls.theme",
    *(f"companion.games.{game.replace('-', '_')}" for game in OWN_GAMES),
)  # fmt: skip
"""What every server reads."""
PORTS = range(20_000, 32_000)
"""Below those that systems give to connections by themselves."""


def free_port() -> int:
    """Return a port that nobody listens on, and that no connection is given by the system while its host is down."""
    while True:
        with socket.socket() as listening, suppress(OSError):
            listening.bind(("127.0.0.1", secrets.choice(PORTS)))
            return int(listening.getsockname()[1])


def _run(module: str, arguments: Sequence[str], folder: Path, environment: dict[str, str], log: Path) -> None:
    """Be the process of a server: what `python -m module` does, with these arguments and nothing of the caller's."""
    with log.open("ab") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    os.environ.clear()
    os.environ.update(environment)
    # Python itself reads the path only when it starts, and this process was forked.
    sys.path[:0] = [each for each in environment["PYTHONPATH"].split(os.pathsep) if each not in sys.path]
    os.chdir(folder)
    sys.argv[1:] = arguments
    runpy.run_module(module, run_name="__main__", alter_sys=True)


class Hosted:
    """`tests.deft` in a process. The same object can start it again on the same data and port."""

    MODULE = "tests.deft"

    def __init__(self, folder: Path, *arguments: str, qr: bool = False, database: str = "") -> None:
        """Start nothing yet. `folder` gets the database, the log and everything else the server writes."""
        self.folder = folder
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}/"
        self.workers = WORKERS and not {"local", "demo"} & set(arguments)
        self.database = database or self._own_database()
        if self.workers and "--workers" not in arguments:
            arguments = (*arguments, "--workers", "2")
        self.log = folder / "server.log"
        self._arguments = [*arguments, *([] if qr else ["--no-qr"])]
        self._process: BaseProcess | None = None

    def _own_database(self) -> str:
        if not self.workers:
            return f"sqlite:///{(self.folder / 'metsuke.db').as_posix()}"
        from tests.postgres import postgres

        return postgres().fresh()

    def journal(self) -> list[tuple[int, dict[str, Any]]]:
        """Return the number and act of every entry of the host's one match, as they lie in the database."""
        query = "SELECT number, act FROM journal_entry ORDER BY number"
        engine = create_engine(self.database.replace("postgresql://", "postgresql+psycopg://"))
        with engine.connect() as connection:
            rows = connection.exec_driver_sql(query).fetchall()
        engine.dispose()
        return [(number, json.loads(act) if isinstance(act, str) else act) for number, act in rows]

    @property
    def arguments(self) -> list[str]:
        """What the server is told."""
        return ["--port", str(self.port), "--database", self.database, *self._arguments]

    @property
    def environment(self) -> dict[str, str]:
        """The server's environment: nothing of the person who runs the tests, and folders of its own."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("METSUKE_", "FLET_", "XDG_"))}
        own = {"XDG_DATA_HOME": str(self.folder / "data"), "XDG_CONFIG_HOME": str(self.folder / "config")}
        return {**kept, **own, "XDG_CACHE_HOME": str(CACHE), "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(PROJECT)}

    def launch(self) -> Self:
        """Start the process and wait for nothing."""
        assert self._process is None, "it runs already"
        context = multiprocessing.get_context(METHOD)
        if METHOD == "forkserver":
            context.set_forkserver_preload(list(READ))
        told = self.MODULE, self.arguments, self.folder, self.environment, self.log
        self._process = context.Process(target=_run, args=told)
        self._process.start()
        atexit.register(self.kill)  # whatever becomes of the test: Python waits for processes at its end
        return self

    def start(self) -> Self:
        """Start the process and wait until it answers and has printed all of its start.

        Raises `RuntimeError` with its output if it does not.
        """
        last = LAST_WORDS["demo" in self._arguments]
        printed = self.output.count(last)
        self.launch()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.returncode is not None:
                raise RuntimeError(f"the server ended with {self.returncode}:\n{self.output[-4000:]}")
            try:
                if self.output.count(last) == printed:
                    raise ConnectionError
                with urllib.request.urlopen(self.address + "health", timeout=PATIENCE):
                    return self
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.02)  # nothing can be waited for: the port is not listened on yet
        self.kill()
        raise RuntimeError(f"the server did not answer:\n{self.output[-4000:]}")

    @property
    def running(self) -> bool:
        """Whether the process is there."""
        return self._process is not None and self._process.is_alive()

    @property
    def returncode(self) -> int | None:
        """What the process ended with, or None while it runs."""
        assert self._process is not None, "it was not started"
        return self._process.exitcode

    @property
    def pid(self) -> int:
        """The process's id."""
        assert self._process is not None, "it was not started"
        assert self._process.pid is not None
        return self._process.pid

    @property
    def output(self) -> str:
        """All that the server printed or logged so far, over all its starts."""
        return self.log.read_text("utf-8", "replace") if self.log.exists() else ""

    def kill(self) -> None:
        """Pull the plug: SIGKILL, so that nothing is flushed, closed or said."""
        if self._process is not None:
            workers = self.worker_processes() if self._process.is_alive() else []
            self._process.kill()
            for worker in workers:
                with suppress(psutil.NoSuchProcess):
                    worker.kill()
            self._process.join()
            psutil.wait_procs(workers, PATIENCE)
            self._process = None

    def worker_processes(self) -> list[psutil.Process]:
        """Return the workers that are there now, if this host has any."""
        with suppress(psutil.NoSuchProcess):
            return [each for each in psutil.Process(self.pid).children() if "--multiprocessing-fork" in each.cmdline()]
        return []

    def stop(self) -> int:
        """Ask it to end as a person does with Ctrl-C, and return its exit code."""
        os.kill(self.pid, signal.SIGINT)
        code = self.wait()
        self.kill()
        if code is None:
            raise RuntimeError(f"the server did not stop:\n{self.output[-4000:]}")
        return code

    def wait(self) -> int | None:
        """Wait until it ends by itself, and return its exit code; None where it does not."""
        assert self._process is not None, "it was not started"
        self._process.join(PATIENCE)
        return self._process.exitcode

    def memory(self) -> int:
        """Return the bytes of memory the server holds (resident set)."""
        return int(psutil.Process(self.pid).memory_info().rss)

    def __enter__(self) -> Self:
        return self if self.running else self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()
