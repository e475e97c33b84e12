from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

import models
from models import (
    BadAddress,
    CannotOpen,
    DamagedDatabase,
    DiskFull,
    LockedDatabase,
    NoFolder,
    NotADatabase,
    OtherDatabase,
    ReadOnlyDatabase,
    Store,
    StoreError,
    Unreachable,
    default_url,
)

NOBODY = 65534


@contextmanager
def an_ordinary_user() -> Iterator[None]:
    """Be somebody whom permissions hold, also where the tests are run by root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder that any user may look into, unlike pytest's own."""
    made = Path(tempfile.mkdtemp(prefix="metsuke-"))
    made.chmod(0o755)
    yield made
    made.chmod(0o755)
    shutil.rmtree(made)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.sqlite
def test_every_connection_writes_ahead_syncs_fully_and_checks_references(store: Store) -> None:
    with ExitStack() as stack:
        sessions = [stack.enter_context(store.database.reading()) for _ in range(6)]
        for session in sessions:
            pragmas = ("journal_mode", "synchronous", "foreign_keys")
            values = [session.connection().exec_driver_sql(f"PRAGMA {pragma}").scalar() for pragma in pragmas]
            assert values == ["wal", 2, 1]


def test_the_platforms_folder_is_made_and_the_new_file_is_its_owners_alone(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "a" / "b"))
    folder = models.data_folder()
    Store.open(default_url(folder)).close()
    assert stat.S_IMODE((folder / "metsuke.db").stat().st_mode) == 0o600


def test_no_other_folder_is_made(tmp_path: Path, assert_clear) -> None:
    with pytest.raises(NoFolder) as refused:
        Store.open(default_url(tmp_path / "a" / "b"))
    assert_clear(refused.value, tmp_path / "a" / "b" / "metsuke.db")
    assert contents(tmp_path) == {}


SPELLINGS = [
    "sqlite:///{path}",
    "sqlite+pysqlite:///{path}",
    "sqlite:///{path}?uri=true",
    "sqlite:///{name}",
    "sqlite:///file:{path}?uri=true",
    "sqlite:///file:{name}?uri=true",
    "sqlite:///file://{path}?uri=true&mode=rwc",
    "sqlite:///file://localhost{path}?uri=true&cache=private",
    "sqlite:///file:{path}?mode=rw&uri=1",
    "sqlite:///file:{escaped}?uri=true",
    "sqlite:///{link}",
    "sqlite:///file:{link}?uri=true",
]
"""Ways to name one file."""


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_file_that_others_could_read_is_closed_to_them_whatever_its_url(
    spelling: str, file: Path, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Store.open(f"sqlite:///{file}").close()
    (tmp_path / "link.db").symlink_to(file)
    url = spelling.format(
        path=file, name=file.name, link=tmp_path / "link.db", escaped=str(file).replace("metsuke", "%6Detsuke")
    )
    with sqlite3.connect(file) as left_open:  # a copy of what is written lies beside the file, readable as it was
        file.chmod(0o644)
        left_open.execute("SELECT * FROM match").fetchall()
        beside = [tmp_path / f"metsuke.db-{each}" for each in ("wal", "shm")]
        assert [stat.S_IMODE(each.stat().st_mode) for each in beside] == [0o644, 0o644]
        with Store.open(url):
            assert [stat.S_IMODE(each.stat().st_mode) for each in (file, *beside)] == [0o600] * 3
    left_open.close()


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_new_file_is_its_owners_alone_whatever_its_url(
    spelling: str, file: Path, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "link.db").symlink_to(file)
    escaped = str(file).replace(".db", "%2edb")
    url = spelling.format(path=file, name=file.name, link=tmp_path / "link.db", escaped=escaped)
    if "mode=rw&" in spelling:
        with pytest.raises(CannotOpen):
            Store.open(url)
        assert not file.exists()
        return
    before = os.umask(0)
    try:
        with Store.open(url) as store:
            with store.database.reading() as session:
                at = session.connection().exec_driver_sql("PRAGMA database_list").fetchone()
            assert at is not None
            assert Path(at[2]).resolve() == file
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
            modes.pop("link.db")
            assert modes == dict.fromkeys(("metsuke.db", "metsuke.db-wal", "metsuke.db-shm"), 0o600)
    finally:
        os.umask(before)


@pytest.mark.parametrize(
    "url", ["sqlite://", "sqlite:///:memory:", "sqlite:///file::memory:?uri=true", "sqlite:///file:x?mode=memory&uri=true"]
)
def test_a_database_in_memory_has_no_file(url: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    with Store.one_host(url, "here"), Store.open(url) as store:
        assert store.matches.find() == []
        assert contents(tmp_path) == {}


def test_the_default_is_a_file_in_the_platforms_folder(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = models.data_folder()
    assert "metsuke" in folder.parts
    assert not folder.exists()
    assert default_url(Path("/data")) == "sqlite:////data/metsuke.db"


def test_a_store_in_memory_serves_every_thread(new_match, now) -> None:
    with Store.open("sqlite://") as store:
        match = store.matches.open(
            code="K7QX", game="shinobazu", options={}, seats=[("p1", "Aki")], host_key=None, created=now
        )
        together = threading.Barrier(8)
        failed: list[BaseException] = []

        def write(writer: int) -> None:
            try:
                together.wait()
                for _ in range(10):
                    store.seats.rename(match.id, "p1", f"Aki {writer}")
                    assert store.matches.get("K7QX").players[0].name.startswith("Aki")
            except BaseException as error:
                failed.append(error)

        threads = [threading.Thread(target=write, args=(n,)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failed
    with Store.open("sqlite://") as fresh:
        assert fresh.matches.find() == []


def test_a_closed_store_writes_nothing_and_says_so(url: str, store: Store, match, now) -> None:
    store.close()
    store.close()
    for ask in (lambda: store.journals.append(match.id, 1, "p1", {}, now), store.matches.find):
        with pytest.raises(StoreError, match=r"closed.*\.$"):
            ask()
    with Store.open(url) as again:
        assert again.journals.entries(match.id) == []


@pytest.mark.parametrize("content", [b"x", b"Dear diary,\n" * 500, b"SQLite format 2\0" + bytes(4096)])
def test_a_file_that_is_no_database_is_kept_as_it_was(file: Path, url: str, content: bytes, assert_clear) -> None:
    file.write_bytes(content)
    with pytest.raises(NotADatabase) as refused:
        Store.open(url)
    assert_clear(refused.value, file)
    assert contents(file.parent) == {file.name: content}


def test_a_folder_is_no_database(file: Path, url: str, assert_clear) -> None:
    file.mkdir()
    with pytest.raises(NotADatabase) as refused:
        Store.open(url)
    assert_clear(refused.value, file)
    assert list(file.iterdir()) == []


def test_a_damaged_database_is_kept_as_it_was(file: Path, url: str, store: Store, assert_clear) -> None:
    store.close()
    content = file.read_bytes()
    file.write_bytes(content[:100] + b"\xff" * 400 + content[500:])
    before = contents(file.parent)
    with pytest.raises(DamagedDatabase) as refused:
        Store.open(url)
    assert_clear(refused.value, file)
    assert contents(file.parent) == before


@pytest.mark.parametrize(
    "script",
    [
        "CREATE TABLE recipe (title TEXT); INSERT INTO recipe VALUES ('miso');",
        "CREATE TABLE match (id INTEGER);",
        "CREATE TABLE recipe (title TEXT); CREATE TABLE alembic_version AS SELECT 'ae1027a6acf' AS version_num;",
        "CREATE TABLE recipe (title TEXT); CREATE TABLE alembic_version (version_num TEXT);",
    ],
)
def test_another_programs_database_is_kept_as_it_was(file: Path, url: str, script: str, assert_clear) -> None:
    raw = sqlite3.connect(file)
    raw.executescript(script)
    raw.close()
    before = contents(file.parent)
    with pytest.raises(OtherDatabase) as refused:
        Store.open(url)
    assert_clear(refused.value, file)
    assert contents(file.parent) == before


def test_an_empty_file_becomes_a_database(file: Path, url: str) -> None:
    file.touch()
    with Store.open(url) as opened:
        assert opened.matches.find() == []


def test_a_folder_that_cannot_be_written_to_is_said_so(folder: Path, assert_clear) -> None:
    folder.chmod(0o555)
    with an_ordinary_user(), pytest.raises(ReadOnlyDatabase) as refused:
        Store.open(default_url(folder))
    assert_clear(refused.value, folder / "metsuke.db")
    assert contents(folder) == {}


@pytest.mark.parametrize(("of_file", "of_folder"), [(0o444, 0o755), (0o444, 0o555), (0o666, 0o555)])
def test_a_database_that_cannot_be_written_to_is_kept_as_it_was(
    folder: Path, of_file: int, of_folder: int, assert_clear
) -> None:
    url = default_url(folder)
    Store.open(url).close()
    (folder / "metsuke.db").chmod(of_file)
    folder.chmod(of_folder)
    before = contents(folder)
    with an_ordinary_user(), pytest.raises(ReadOnlyDatabase) as refused:
        Store.open(url)
    assert_clear(refused.value, folder / "metsuke.db")
    folder.chmod(0o755)
    assert contents(folder) == before


def test_a_place_below_a_file_is_no_folder(tmp_path: Path, assert_clear) -> None:
    (tmp_path / "note").write_text("keep me")
    with pytest.raises(NoFolder) as refused:
        Store.open(default_url(tmp_path / "note"))
    assert_clear(refused.value, tmp_path / "note" / "metsuke.db")
    assert contents(tmp_path) == {"note": b"keep me"}


def test_a_database_that_another_program_holds_is_said_so(file: Path, url: str, assert_clear) -> None:
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(LockedDatabase) as refused:
        Store.open(url, patience=0.01)
    assert_clear(refused.value, file)
    holder.execute("COMMIT")
    holder.close()
    with Store.open(url) as opened:
        assert opened.matches.find() == []


def test_an_entry_that_waits_for_a_lock_in_vain_is_not_written_and_can_be_tried_again(
    file: Path, url: str, match, now, assert_clear
) -> None:
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with Store.open(url, patience=0.01) as hasty:
        with pytest.raises(LockedDatabase) as refused:
            hasty.journals.append(match.id, 1, "p1", {}, now)
        assert_clear(refused.value, file)
        assert hasty.matches.get(match.code) == match
        holder.execute("COMMIT")
        hasty.journals.append(match.id, 1, "p1", {}, now)
        assert len(hasty.journals.entries(match.id)) == 1
    holder.close()


def test_a_full_disk_keeps_what_was_written(file: Path, store: Store, match, now, assert_clear) -> None:
    with store.database.reading() as session:
        # The same connection is used again: the last one that was given back.
        session.connection().exec_driver_sql("PRAGMA max_page_count = 1")
    store.journals.append(match.id, 1, "p1", {"note": "short"}, now)
    with pytest.raises(DiskFull) as refused:
        store.journals.append(match.id, 2, "p1", {"note": "x" * 100_000}, now)
    assert_clear(refused.value, file)
    assert [entry.act for entry in store.journals.entries(match.id)] == [{"note": "short"}]
    store.journals.append(match.id, 2, "p1", {"note": "short"}, now)
    assert len(store.journals.entries(match.id)) == 2


@pytest.mark.parametrize(
    "address",
    ["", "metsuke.db", "nonsense://x", "sqlite+nonsense:///x.db", "postgresql://host:port/x", "sqlite+aiosqlite:///x"],
)
def test_an_address_that_cannot_be_understood_is_said_so(tmp_path: Path, monkeypatch, address: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadAddress, match=r"write .* instead|write it as"):
        Store.open(address)
    assert contents(tmp_path) == {}


def test_no_message_repeats_the_password_of_a_database(monkeypatch) -> None:
    addresses = ["postgresql://aki:geheim@127.0.0.1:1/x?application_name=geheim", "postgresql://aki:geheim@h:port/x"]
    for address in addresses:
        with pytest.raises((BadAddress, Unreachable)) as refused:
            Store.open(address)
        assert "geheim" not in str(refused.value)


def test_all_that_keeps_a_store_from_opening_is_one_kind_of_error() -> None:
    kinds = (BadAddress, DamagedDatabase, NotADatabase, OtherDatabase, ReadOnlyDatabase, Unreachable)
    assert all(issubclass(kind, CannotOpen) for kind in (*kinds, models.NewerDatabase))
    assert issubclass(CannotOpen, StoreError)
