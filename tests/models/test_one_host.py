"""One SQLite file has one host, and a disk that takes nothing is named as what it is."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from models import DiskFull, InUse, NoFolder, ReadOnlyDatabase, Store, default_url
from models.database import faults

PROJECT = Path(__file__).parents[2]
HOST = """
import os, sys
from models import InUse, Store
try:
    with Store.one_host(sys.argv[1], "on port 8550"):
        if "forks" in sys.argv and not os.fork():
            sys.stdin.read()
            os._exit(0)
        print("has it", os.getpid(), flush=True)
        sys.stdin.readline()
except InUse as other:
    print("in use:", other.who, flush=True)
"""
MANY = """
import os, sys
from models import InUse, Store
url, inside, turns = sys.argv[1], sys.argv[2], 0
while turns < 50:
    try:
        with Store.one_host(url, "one of many"):
            os.close(os.open(inside, os.O_CREAT | os.O_EXCL))  # fails where another is inside
            turns += 1
            os.unlink(inside)
    except InUse:
        pass
"""


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start a process that is the host of a database, or is not let."""
    started: list[subprocess.Popen[str]] = []

    def start(url: str, *how: str) -> subprocess.Popen[str]:
        started.append(
            subprocess.Popen(
                [sys.executable, "-c", HOST, url, *how], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(PROJECT)},
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )
        )  # fmt: skip
        return started[-1]

    yield start
    for each in started:
        each.kill()
        each.communicate()


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_a_second_host_is_told_who_the_first_is(tmp_path: Path, host, assert_clear) -> None:
    url, file = default_url(tmp_path), tmp_path / "metsuke.db"
    first = host(url)
    who = said(first).replace("has it", "process")
    (tmp_path / "link.db").symlink_to(file)
    for spelling in (url, "sqlite:///metsuke.db", f"sqlite:///{tmp_path}/link.db", f"sqlite:///file:{file}?uri=true"):
        assert said(host(spelling)) == f"in use: {who} on port 8550"
    assert Store.other_host(url) == f"{who} on port 8550"
    with pytest.raises(InUse) as refused, Store.one_host(url, "here"):
        pass
    assert_clear(refused.value, file)
    first.communicate("\n")
    assert not Store.other_host(url)
    assert [path.name for path in tmp_path.iterdir()] == ["link.db"]
    assert said(host(url)).startswith("has it")


@pytest.mark.skipif(sys.platform == "win32", reason="forks")
@pytest.mark.parametrize("how", [(), ("forks",)])
def test_a_host_that_was_killed_leaves_no_lock(tmp_path: Path, host, how: tuple[str, ...]) -> None:
    url = default_url(tmp_path)
    first = host(url, *how)
    assert said(first).startswith("has it")
    first.send_signal(signal.SIGKILL)
    first.wait()
    assert (tmp_path / "metsuke.db-host").exists()
    assert not Store.other_host(url)
    assert said(host(url)).startswith("has it")


def test_within_a_process_too_a_file_has_one_host(tmp_path: Path) -> None:
    url = default_url(tmp_path)
    with Store.one_host(url, "here"):
        with pytest.raises(InUse, match=rf"process {os.getpid()} here"), Store.one_host(url, "there"):
            pass
        assert Store.other_host(url)
        with Store.one_host(default_url(tmp_path).replace("metsuke.db", "other.db"), "elsewhere"):
            pass
    with Store.one_host(url, "there"):
        pass


def test_of_many_that_come_and_go_one_at_a_time_is_inside(tmp_path: Path) -> None:
    command = [sys.executable, "-c", MANY, default_url(tmp_path), str(tmp_path / "inside")]
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    many = [subprocess.Popen(command, env=environment) for _ in range(4)]
    assert [each.wait() for each in many] == [0] * 4
    assert list(tmp_path.iterdir()) == []


def test_who_looks_for_another_host_makes_nothing(tmp_path: Path) -> None:
    assert not Store.other_host(default_url(tmp_path))
    assert not Store.other_host(default_url(tmp_path / "nowhere"))
    with pytest.raises(NoFolder), Store.one_host(default_url(tmp_path / "nowhere"), "here"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_server_has_many_hosts() -> None:
    with Store.one_host("postgresql://somebody@nowhere/metsuke", "here"):
        assert not Store.other_host("postgresql://somebody@nowhere/metsuke")


# Disks


@pytest.fixture
def disk() -> Iterator[Path]:
    """Mount a disk of one megabyte."""
    folder = Path(tempfile.mkdtemp(prefix="metsuke-disk-"))
    if not _mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", folder):
        folder.rmdir()
        pytest.skip("this account may not mount a disk of its own")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)
    folder.rmdir()


def _mount(*arguments: object) -> bool:
    try:
        return subprocess.run(["mount", *map(str, arguments)], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


@contextmanager
def full(disk: Path) -> Iterator[None]:
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as out:
        try:
            while True:
                out.write(bytes(4096))
        except OSError:
            pass
    yield
    filler.unlink()


def test_a_full_disk_is_named_when_a_database_is_opened_on_it(disk: Path, assert_clear) -> None:
    url = default_url(disk)
    for _ in ("new", "there"):
        with full(disk), pytest.raises(DiskFull) as refused, Store.one_host(url, "here"):
            Store.open(url)
        assert_clear(refused.value, disk / "metsuke.db")
        with Store.open(url) as store:
            assert store.matches.find() == []


def test_a_disk_that_is_for_reading_alone_is_named(disk: Path, assert_clear) -> None:
    url = default_url(disk)
    for _ in ("new", "there"):
        assert _mount("-o", "remount,ro", disk)
        with pytest.raises(ReadOnlyDatabase, match=r"disk .* is read-only") as refused, Store.one_host(url, "here"):
            Store.open(url)
        assert_clear(refused.value, disk / "metsuke.db")
        assert _mount("-o", "remount,rw", disk)
        Store.open(url).close()


def test_a_disk_that_becomes_full_is_named_in_the_log_once(
    disk: Path, now, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(faults, "_said", {})
    with Store.open(default_url(disk)) as store:
        match = store.matches.open(
            code="K7QX", game="shinobazu", options={}, seats=[("p1", "Aki")], host_key=None, created=now
        )
        last = 0
        with full(disk), caplog.at_level(logging.WARNING, "metsuke"):
            for number in range(1, 200):
                try:
                    store.journals.append(match.id, last + 1, "p1", {"note": "secret " * 500}, now)
                    last = number
                except DiskFull:
                    continue
        assert last < 199
        (line,) = caplog.messages
        assert "no room left" in line
        assert "secret" not in line
