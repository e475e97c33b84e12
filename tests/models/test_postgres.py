"""What only a server can do to a store: it is gone, refuses, is full, and several processes come at once."""

from __future__ import annotations

import io
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect, make_url, text
from sqlalchemy.exc import DBAPIError, OperationalError

from models import (
    CannotOpen,
    DiskFull,
    LockedDatabase,
    NewerDatabase,
    OtherDatabase,
    ReadOnlyDatabase,
    Store,
    StoreError,
    Unreachable,
)
from models.database.faults import in_plain_words, server_fault
from models.database.upgrade import config
from models.migrations import HEAD
from models.tables import METADATA
from tests.postgres import Postgres, own_postgres, postgres


@pytest.fixture
def server() -> Postgres:
    return postgres()


@pytest.fixture
def empty(server: Postgres) -> Iterator[str]:
    url = server.empty()
    yield url
    server.drop(url)


def place(url: str) -> str:
    """Return how a message names a database."""
    return make_url(url).set(drivername="postgresql+psycopg", query={}).render_as_string(hide_password=True)


def made(server: Postgres, url: str) -> set[str]:
    """Return every column, index and constraint of a database, as the server describes them."""
    with server.connect(str(make_url(url).database)) as connection:
        columns = connection.execute(
            "SELECT table_name, column_name, data_type, is_nullable, column_default, character_maximum_length"
            " FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'alembic_version'"
        ).fetchall()
        indexes = connection.execute(
            "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
        ).fetchall()
        constraints = connection.execute(
            "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint"
            " WHERE connamespace = 'public'::regnamespace AND conrelid IS DISTINCT FROM to_regclass('alembic_version')"
        ).fetchall()
    return {str(row) for row in (*columns, *indexes, *constraints)}


def test_the_migrations_make_exactly_the_tables_on_a_server(server: Postgres, empty: str) -> None:
    Store.open(empty).close()
    by_migrations = made(server, empty)
    engine = create_engine(make_url(empty).set(drivername="postgresql+psycopg"))
    with engine.begin() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, METADATA) == []
        METADATA.drop_all(connection)
        METADATA.create_all(connection)
    engine.dispose()
    assert made(server, empty) == by_migrations


def test_the_way_down_and_up_again_makes_the_same_tables_on_a_server(server: Postgres, empty: str) -> None:
    Store.open(empty).close()
    before = made(server, empty)
    settings = config()
    engine = create_engine(make_url(empty).set(drivername="postgresql+psycopg"))
    for revision in ("0001", "base"):
        with engine.begin() as connection:
            settings.attributes["connection"] = connection
            settings.output_buffer = io.StringIO()
            command.downgrade(settings, revision)
        if revision == "0001":
            with Store.open(empty) as opened:
                assert opened.settings.all() == {}
    with engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == {"alembic_version"}
    engine.dispose()
    Store.open(empty).close()
    assert made(server, empty) == before


def test_four_processes_may_open_a_new_database_at_once(server: Postgres, empty: str) -> None:
    program = (
        "import sys; from models import Store; print(flush=True); sys.stdin.readline(); Store.open(sys.argv[1]).close()"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", program, empty], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                         cwd=Path(__file__).parents[2])
        for _ in range(4)
    ]  # fmt: skip
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(b"\n")
        process.stdin.flush()
    for process in processes:
        process.communicate()
    assert [process.returncode for process in processes] == [0, 0, 0, 0]
    with server.connect(str(make_url(empty).database)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(HEAD,)]


def test_a_step_that_fails_leaves_nothing_behind_on_a_server(server: Postgres, empty: str) -> None:
    with server.connect(str(make_url(empty).database)) as connection:
        # The last table cannot be made, where all before it could.
        connection.execute("CREATE TYPE entered_part AS (x int)")
    with pytest.raises(StoreError):
        Store.open(empty)
    assert made(server, empty) == set()


def test_another_programs_database_on_a_server_is_left_alone(server: Postgres, empty: str, assert_clear) -> None:
    with server.connect(str(make_url(empty).database)) as connection:
        connection.execute("CREATE TABLE recipe (title text)")
    with pytest.raises(OtherDatabase) as refused:
        Store.open(empty)
    assert_clear(refused.value, place(empty))
    assert len(made(server, empty)) == 1


def test_a_newer_database_on_a_server_is_left_alone(server: Postgres, empty: str, assert_clear) -> None:
    Store.open(empty).close()
    with server.connect(str(make_url(empty).database)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerDatabase) as refused:
        Store.open(empty)
    assert_clear(refused.value, place(empty))


def test_a_database_that_is_not_there_is_said_so(server: Postgres) -> None:
    url = server.url("no_such_database")
    with pytest.raises(Unreachable, match="does not let us in") as refused:
        Store.open(url)
    assert place(url) in str(refused.value)


def test_a_wrong_password_is_said_so_and_not_repeated(server: Postgres, empty: str) -> None:
    """A server that trusts everybody lets nobody in who does not exist."""
    url = make_url(empty).set(username="nobody-here", password="geheim").render_as_string(hide_password=False)
    with pytest.raises(Unreachable, match="the user and the password") as refused:
        Store.open(url)
    assert "geheim" not in str(refused.value)


def test_no_server_is_said_so() -> None:
    with pytest.raises(Unreachable, match="check that it runs") as refused:
        Store.open("postgresql://aki:geheim@127.0.0.1:1/x")
    assert isinstance(refused.value, CannotOpen)
    assert "geheim" not in str(refused.value)


def test_a_server_that_went_and_came_back_is_used_again(now) -> None:
    server = own_postgres()
    url = server.fresh()
    with Store.open(url) as store:
        match = store.matches.open(
            code="K7QX", game="shinobazu", options={}, seats=[("p1", "Aki")], host_key=None, created=now
        )
        store.journals.append(match.id, 1, "p1", {"note": "before"}, now)
        server.stop()
        try:
            with pytest.raises(Unreachable, match="nothing was written"):
                store.journals.append(match.id, 2, "p1", {"note": "meanwhile"}, now)
        finally:
            server.start()
        store.journals.append(match.id, 2, "p1", {"note": "after"}, now)
        assert [entry.act["note"] for entry in store.journals.entries(match.id)] == ["before", "after"]
    server.drop(url)


def test_a_lock_that_is_not_released_is_said_so(server: Postgres, now) -> None:
    url = server.used()
    with Store.open(url, patience=0.05) as store:
        match = store.matches.open(
            code="K7QX", game="shinobazu", options={}, seats=[("p1", "Aki")], host_key=None, created=now
        )
        with server.connect(str(make_url(url).database)) as other, other.transaction():
            other.execute("LOCK TABLE journal_entry IN ACCESS EXCLUSIVE MODE")
            with pytest.raises(LockedDatabase, match="try again"):
                store.journals.append(match.id, 1, "p1", {}, now)
        store.journals.append(match.id, 1, "p1", {}, now)


def test_a_server_that_only_reads_is_said_so(server: Postgres, now) -> None:
    url = server.fresh()
    with server.connect() as connection:
        connection.execute(f'ALTER DATABASE "{make_url(url).database}" SET default_transaction_read_only = on')
    with Store.open(url) as store, pytest.raises(ReadOnlyDatabase, match="cannot be written to"):
        store.matches.open(code="K7QX", game="shinobazu", options={}, seats=[("p1", "Aki")], host_key=None, created=now)
    server.drop(url)


def test_two_that_wait_for_each_other_are_told_to_try_again(server: Postgres) -> None:
    """One of them is; the other one's change is kept."""
    url = server.used()
    name = str(make_url(url).database)
    engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"))
    with server.connect(name) as connection:
        connection.execute("INSERT INTO setting VALUES ('a', '{}'), ('b', '{}')")
    together = threading.Barrier(2)
    failed: list[StoreError] = []

    def change(first: str, second: str) -> None:
        try:
            with in_plain_words("here"), engine.begin() as connection:
                for step, key in enumerate((first, second)):
                    connection.execute(text("UPDATE setting SET value = '[1]' WHERE key = :key"), {"key": key})
                    if not step:
                        together.wait()
        except StoreError as error:
            failed.append(error)

    threads = [threading.Thread(target=change, args=keys) for keys in (("a", "b"), ("b", "a"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    engine.dispose()
    assert len(failed) == 1
    assert "try again" in str(failed[0])
    assert "password" not in str(failed[0])


@pytest.mark.parametrize(
    ("state", "kind", "words"),
    [
        ("53100", DiskFull, "make room"),
        ("53200", StoreError, "run out of memory"),
        ("53300", Unreachable, "max_connections"),
        ("57P01", Unreachable, "check that it runs"),
        ("57P03", Unreachable, "check that it runs"),
        ("08006", Unreachable, "check that it runs"),
        ("28P01", Unreachable, "password"),
        ("3D000", Unreachable, "check its name"),
        ("40001", StoreError, "same moment"),
        ("55P03", LockedDatabase, "locked"),
        ("42501", ReadOnlyDatabase, "cannot be written to"),
        ("XX000", StoreError, "check its disk"),
    ],
)
def test_every_state_of_a_server_is_said_in_words(state: str, kind: type, words: str) -> None:
    error = server_fault(state, "FATAL: geheim", "here")
    assert type(error) is kind
    assert words in str(error)
    assert "here" in str(error)
    assert "geheim" not in str(error)
    assert "nothing was" in str(error) or "unchanged" in str(error)


def test_a_full_disk_of_a_server_keeps_what_was_written(server: Postgres, match_on_server, now) -> None:
    """The server's own error, raised where it would come from: as it writes."""
    store, match, name = match_on_server
    with server.connect(name) as connection:
        connection.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$"
        )
        connection.execute("CREATE TRIGGER full_disk BEFORE INSERT ON journal_entry EXECUTE FUNCTION full_disk()")
    with pytest.raises(DiskFull, match="make room"):
        store.journals.append(match.id, 1, "p1", {}, now)
    with server.connect(name) as connection:
        connection.execute("DROP FUNCTION full_disk() CASCADE")
    store.journals.append(match.id, 1, "p1", {}, now)
    assert len(store.journals.entries(match.id)) == 1


@pytest.fixture
def match_on_server(server: Postgres, now) -> Iterator[tuple]:
    url = server.used()
    with Store.open(url) as store:
        match = store.matches.open(
            code="K7QX", game="shinobazu", options={}, seats=[("p1", "Aki")], host_key=None, created=now
        )
        yield store, match, str(make_url(url).database)


def test_nobody_waits_for_ever_for_a_server_that_is_gone(server: Postgres) -> None:
    """Keepalives and time-outs are the connection's own, and an address may say others."""
    url = make_url(server.used()).update_query_dict({"connect_timeout": "7"}).render_as_string(hide_password=False)
    with Store.open(url) as store, store.database.reading() as session:
        raw = session.connection().connection.driver_connection
        assert isinstance(raw, psycopg.Connection)
        used = raw.info.get_parameters()
        assert used["connect_timeout"] == "7"
        assert used["keepalives_idle"] == "5"
        assert used["tcp_user_timeout"] == "10000"
        assert session.connection().exec_driver_sql("SHOW lock_timeout").scalar() == "5s"


def test_a_driver_that_fails_without_a_word_is_a_server_that_is_gone() -> None:
    with pytest.raises(Unreachable), in_plain_words("here"):
        raise OperationalError("SELECT 1", {}, psycopg.OperationalError("server closed the connection unexpectedly"))
    assert issubclass(OperationalError, DBAPIError)
