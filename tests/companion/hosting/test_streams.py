"""What a host prints beside: to a terminal that is gone or takes nothing, and how a host ends."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from companion.hosting.process import tell_of
from companion.hosting.terminal import MOST, SHOWN, STOPPED, Terminal, ThreadedStream
from tests.hosted import CACHE, PATIENCE, PROJECT, free_port

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals and closed streams are POSIX's")


def full_pipe() -> tuple[int, int]:
    """Return a pipe that takes nothing any more, as a terminal that is paused."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    try:
        while True:
            os.write(writer, b"." * 4096)
    except BlockingIOError:
        os.set_blocking(writer, True)
    return reader, writer


class Started:
    """A host as a person starts it, with whatever stands in the terminal's place."""

    def __init__(self, folder: Path, *arguments: str, closed: str = "", prefix: str = "", **streams: Any) -> None:
        self.port = free_port()
        own = {"HOME": folder, "XDG_CACHE_HOME": CACHE, "PYTHONPATH": PROJECT, "TMPDIR": folder}
        kept = {name: each for name, each in os.environ.items() if not name.startswith(("METSUKE_", "XDG_"))}
        command = [sys.executable, "-m", "tests.deft", *arguments, "--address", "127.0.0.1", "--port", str(self.port)]
        if closed:
            command = ["sh", "-c", f'exec {prefix}"$@" {closed}', "sh", *command]
        environment = {**kept, **{name: str(each) for name, each in own.items()}}
        self.process = subprocess.Popen(command, cwd=folder, env=environment, **streams)

    def answers(self) -> bool:
        """Wait until phones are answered; False where it has ended."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=PATIENCE):
                    return True
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.02)  # nothing can be waited for: the port is not listened on yet
        return False

    def ends(self, name: str) -> int:
        self.process.send_signal(getattr(signal, name))
        return self.process.wait(PATIENCE)


@pytest.fixture
def hosts(tmp_path: Path) -> Iterator[list[Started]]:
    started: list[Started] = []
    yield started
    for each in started:
        each.process.kill()
        each.process.wait()


@POSIX
@pytest.mark.parametrize(("terminal", "name"), [("gone", "SIGINT"), ("paused", "SIGTERM"), ("closed", "SIGHUP")])
def test_a_host_serves_and_ends_whatever_became_of_its_terminal(
    terminal: str, name: str, tmp_path: Path, hosts: list[Started]
) -> None:
    errors = tmp_path / "errors"
    with errors.open("wb") as err:
        if terminal == "closed":
            hosts.append(Started(tmp_path, closed=">&- <&-", stderr=err))
        else:
            reader, writer = os.pipe() if terminal == "gone" else full_pipe()
            if terminal == "gone":
                os.close(reader)
            hosts.append(Started(tmp_path, stdout=writer, stderr=err))
            os.close(writer)
    assert hosts[0].answers(), errors.read_text()
    assert hosts[0].ends(name) == 0
    assert errors.read_text() == ""


@POSIX
def test_what_is_logged_to_a_stream_that_takes_nothing_keeps_nobody(tmp_path: Path, hosts: list[Started]) -> None:
    _, writer = full_pipe()
    hosts.append(Started(tmp_path, stdout=writer, stderr=writer))
    os.close(writer)
    assert hosts[0].answers()
    foreign = urllib.request.Request(f"http://127.0.0.1:{hosts[0].port}/", headers={"Host": "evil.example.com"})
    for _ in range(3):  # the first is logged at once
        with pytest.raises(urllib.error.HTTPError, match="421"):
            urllib.request.urlopen(foreign, timeout=PATIENCE)
    assert hosts[0].answers()
    assert hosts[0].ends("SIGINT") == 0


@POSIX
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_demonstration_leaves_nothing_behind_and_says_so(name: str, tmp_path: Path, hosts: list[Started]) -> None:
    hosts.append(Started(tmp_path, "demo", "--no-qr", "--pace", "0", stdout=subprocess.PIPE, stderr=subprocess.STDOUT))
    assert hosts[0].answers()
    made = {path for path in tmp_path.rglob("*") if path.is_file()}
    assert hosts[0].ends(name) == 0
    assert hosts[0].process.stdout is not None
    said = hosts[0].process.stdout.read().decode()
    assert said.splitlines()[-1] == SHOWN
    assert "every match goes on" not in said
    assert "nothing is lost" not in said
    assert made == {path for path in tmp_path.rglob("*") if path.is_file()} == set()


@POSIX
def test_a_host_that_outlives_its_terminal_on_demand_does(tmp_path: Path, hosts: list[Started]) -> None:
    log = tmp_path / "log"
    with log.open("wb") as out:
        hosts.append(Started(tmp_path, "--no-qr", closed="</dev/null", prefix="nohup ", stdout=out, stderr=out))
    assert hosts[0].answers()
    hosts[0].process.send_signal(signal.SIGHUP)
    assert hosts[0].answers()
    assert hosts[0].ends("SIGTERM") == 0
    assert log.read_text().splitlines()[-1] == STOPPED


@POSIX
@pytest.mark.parametrize(
    ("arguments", "closed"),
    [
        (("--help",), ">&-"),
        (("--help",), "| true"),
        (("owner",), "| true"),
        (("--port", "0"), "2>&-"),
        (("--port", "0"), ">&- 2>&- <&-"),
        (("--port", "0"), "2>&1 | true"),
    ],
)
def test_a_command_whose_reader_has_gone_ends_without_a_traceback(
    arguments: tuple[str, ...], closed: str, tmp_path: Path
) -> None:
    command = ["sh", "-c", f'"$@" {closed}', "sh", sys.executable, "-m", "companion", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env=environment)
    assert "Traceback" not in done.stdout + done.stderr
    assert "Error" not in done.stdout + done.stderr
    assert done.returncode in ({0} if "|" in closed else {2 if arguments == ("--port", "0") else 0})


class Stuck(io.StringIO):
    """A stream that takes nothing until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.let_go, self.tried = threading.Event(), threading.Event()

    def write(self, text: str, /) -> int:
        self.tried.set()
        assert self.let_go.wait(PATIENCE)
        return super().write(text)


def test_what_a_stuck_stream_does_not_take_is_kept_up_to_a_bound_and_told_later() -> None:
    out = Stuck()
    stream = ThreadedStream(out)
    stream.write("first\n")
    assert out.tried.wait(PATIENCE)
    for n in range(2 * MOST):
        stream.write(f"{n}\n")
    out.let_go.set()
    stream.drain(PATIENCE)
    assert out.getvalue() == "first\n" + "".join(f"{n}\n" for n in range(MOST))


def test_a_match_is_open_whatever_becomes_of_its_line_in_the_terminal(caplog: pytest.LogCaptureFixture) -> None:
    class Unreachable:
        def join_url(self, code: str) -> str:
            raise OSError("no network")

    tell_of(Terminal(io.StringIO()), cast(Any, Unreachable()), "abc")
    assert "is not shown in the terminal" in caplog.text
