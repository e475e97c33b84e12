from __future__ import annotations

import io
import re
import sqlite3
import subprocess
import sys
import threading
from datetime import datetime
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event, inspect, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

from models import NewerDatabase, Store
from models.database.upgrade import bring_up, config
from models.migrations import HEAD
from models.tables import METADATA
from tests.owners import owned


def tables(file: Path) -> dict[str, str]:
    """Return what SQLite was told to make, by name."""
    with sqlite3.connect(file) as raw:
        rows = raw.execute("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'").fetchall()
    raw.close()
    return {name: " ".join(sql.split()) for name, sql in rows if name != "alembic_version"}


def revisions(file: Path) -> list[str]:
    with sqlite3.connect(file) as raw:
        rows = raw.execute("SELECT version_num FROM alembic_version").fetchall()
    raw.close()
    return [row[0] for row in rows]


def test_the_migrations_make_exactly_the_tables(url: str) -> None:
    Store.open(url).close()
    engine = create_engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


def test_the_migrations_make_the_same_constraints_word_for_word(tmp_path: Path, file: Path, url: str) -> None:
    Store.open(url).close()
    other = tmp_path / "other.db"
    engine = create_engine(f"sqlite:///{other}")
    METADATA.create_all(engine)
    engine.dispose()
    assert tables(file) == tables(other)
    assert len(tables(file)) == 20


def test_tables_and_migrations_say_the_same_to_postgresql() -> None:
    dialect = postgresql.dialect()
    wanted = {" ".join(str(CreateTable(table).compile(dialect=dialect)).split()) for table in METADATA.sorted_tables}
    for table in METADATA.sorted_tables:
        wanted |= {str(CreateIndex(index).compile(dialect=dialect)) for index in table.indexes}
    settings = config()
    settings.output_buffer = written = io.StringIO()
    settings.attributes["dialect"] = "postgresql"
    command.upgrade(settings, "head", sql=True)
    lines = (line for line in written.getvalue().splitlines() if not line.startswith("--"))
    statements = {" ".join(statement.split()) for statement in "\n".join(lines).split(";")}
    added = [match.groups() for s in statements if (match := re.match(r"ALTER TABLE (\w+) ADD COLUMN (.+)", s))]
    for table, column in added:  # as if it had been made with that column, behind those that it had
        (made_so,) = (s for s in statements if s.startswith(f"CREATE TABLE {table} "))
        statements.remove(made_so)
        statements.add(re.sub(r", (PRIMARY KEY|CONSTRAINT)", rf", {column}, \1", made_so, count=1))
    made = {s for s in statements if s.startswith("CREATE") and "alembic_version" not in s}
    assert made == wanted
    assert "PRAGMA" not in written.getvalue()


def test_the_head_that_the_store_looks_for_is_the_last_step() -> None:
    assert ScriptDirectory.from_config(config()).get_heads() == [HEAD]


def test_opening_again_changes_nothing(file: Path, url: str, store: Store, match) -> None:
    store.close()
    before = file.read_bytes()
    for _ in range(2):
        with Store.open(url) as again:
            assert again.matches.get(match.code) == match
    assert file.read_bytes() == before
    assert revisions(file) == [HEAD]


def test_the_way_down_and_up_again_makes_the_same_tables(file: Path, url: str) -> None:
    Store.open(url).close()
    before = tables(file)
    settings = config()
    engine = create_engine(url)
    with engine.begin() as connection:
        settings.attributes["connection"] = connection
        command.downgrade(settings, "base")
        assert set(inspect(connection).get_table_names()) == {"alembic_version"}
    engine.dispose()
    Store.open(url).close()
    assert tables(file) == before


def test_a_database_of_the_first_version_keeps_what_is_in_it(file: Path, url: str, store: Store, match) -> None:
    settings, engine = config(), create_engine(url)
    store.close()
    with engine.begin() as connection:
        settings.attributes["connection"] = connection
        command.downgrade(settings, "0001")
    engine.dispose()
    assert revisions(file) == ["0001"]
    with Store.open(url) as opened:
        assert opened.matches.get(match.code) == match
        assert opened.settings.all() == {}
    assert revisions(file) == [HEAD]


def test_names_of_an_older_version_are_tidied_and_those_that_look_alike_are_one_person(
    file: Path, url: str, store: Store, new_match, now: datetime
) -> None:
    new_match("M1", names=("Aki", "Ben"))
    new_match("M2", names=("Chie", "Dai"))
    store.people.leave_out(owned(store), next(p.id for p in store.people.all() if p.name == "Dai"), True)
    store.close()
    settings, engine = config(), create_engine(url)
    with engine.begin() as connection:
        settings.attributes["connection"] = connection
        command.downgrade(settings, "0008")
        # What an older version kept: names with what nobody sees, and keys that tell them apart.
        for old, new in (("Chie", "A\u3164ki"), ("Dai", "Ben\u2800\u2800Li"), ("Ben", "Aki\ufe0f")):
            for statement in ("seat SET name = :new", "player SET name = :new, key = :new"):
                connection.execute(text(f"UPDATE {statement} WHERE name = :old"), {"old": old, "new": new})
    engine.dispose()
    with Store.open(url) as opened:
        assert [seat.name for seat in opened.matches.get("M1").players] == ["Aki", "Aki 2"]
        assert [seat.name for seat in opened.matches.get("M2").players] == ["Aki", "Ben Li"]
        assert [(p.name, p.left_out) for p in opened.people.all()] == [("Aki", False), ("Ben Li", True)]
        opened.people.rename(owned(opened), next(p.id for p in opened.people.all() if p.name == "Ben Li"), "ben  lI")
    assert revisions(file) == [HEAD]


def test_a_migration_that_fails_half_way_leaves_nothing_behind(file: Path, url: str, monkeypatch) -> None:
    def fail(connection: Connection, cursor: object, statement: str, *more: object) -> None:
        if "CREATE TABLE seat" in statement:
            raise RuntimeError("the power is gone")

    import models.database.database

    def sabotaged(engine, place: str) -> None:
        event.listen(engine, "before_cursor_execute", fail)
        bring_up(engine, place)

    with monkeypatch.context() as patch:
        patch.setattr(models.database.database, "bring_up", sabotaged)
        with pytest.raises(RuntimeError):
            Store.open(url)
    assert tables(file) == {}
    Store.open(url).close()
    assert len(tables(file)) == 20


def test_a_path_with_every_odd_character_works(tmp_path: Path) -> None:
    from models import default_url

    folder = tmp_path / "100% 目付?#& %(here)s"
    folder.mkdir()
    with Store.open(default_url(folder)) as opened:
        assert opened.matches.find() == []
    assert (folder / "metsuke.db").exists()


def test_many_threads_may_open_a_new_database_at_once(file: Path, url: str) -> None:
    together = threading.Barrier(6)
    opened: list[Store] = []

    def start() -> None:
        together.wait()
        opened.append(Store.open(url))

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for store in opened:
        assert store.matches.find() == []
        store.close()
    assert len(opened) == 6
    assert revisions(file) == [HEAD]


def test_several_processes_may_open_a_new_database_at_once(file: Path, url: str) -> None:
    program = (
        "import sys; from models import Store; print(flush=True); sys.stdin.readline(); Store.open(sys.argv[1]).close()"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", program, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                         cwd=Path(__file__).parents[2])
        for _ in range(3)
    ]  # fmt: skip
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    for process in processes:
        process.communicate(b"\n")
    assert [process.returncode for process in processes] == [0, 0, 0]
    assert revisions(file) == [HEAD]


def test_a_database_of_a_newer_version_is_left_exactly_as_it_is(
    file: Path, url: str, store: Store, match, assert_clear
) -> None:
    store.close()
    with sqlite3.connect(file) as raw:
        raw.execute("ALTER TABLE match ADD COLUMN weather TEXT")
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    raw.close()
    before = file.read_bytes()
    with pytest.raises(NewerDatabase) as refused:
        Store.open(url)
    assert_clear(refused.value, file)
    assert "newer" in str(refused.value)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]
