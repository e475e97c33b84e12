"""`metsuke local`: it opens a window, or says in one sentence why not, and never serves the app on the network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import psutil
import pytest
from flet.version import flet_version
from PIL import ImageGrab

from tests.hosted import PATIENCE, PROJECT, free_port

FLET_DESKTOP = '''
import asyncio, sys, urllib.error
async def open_flet_view_async(page_url, assets_dir, hidden):
    if {failure!r} == "offline":
        raise urllib.error.URLError(OSError("Temporary failure in name resolution"))
    if {failure!r} == "no home":
        open("/dev/null/.flet", "w")
    return await asyncio.create_subprocess_exec(sys.executable, {client!r}, page_url), None
def close_flet_view(pid_file):
    pass
'''
"""In the place of Flet's package, which fetches its client from the internet."""
CLIENT = '''
import socket, struct, sys, msgpack
body = {"session_id": None, "page_name": "", "page": {"route": "/", "web": False}}
with socket.socket(socket.AF_UNIX) as app:
    app.settimeout(60)
    app.connect(sys.argv[1])
    frame = bytes([0]) + msgpack.packb([1, body])
    app.sendall(struct.pack("<I", len(frame)) + frame)
    print("shown", len(app.recv(4096)) > 0, flush=True)
    sys.stdin.readline()
'''
"""In the place of the client: it comes to the app's socket, and is shown something."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("home", "bin"):
        (tmp_path / name).mkdir()
    (tmp_path / "client.py").write_text(CLIENT)
    return tmp_path


def local(folder: Path, failure: str = "", client: str = "client.py", **environment: str) -> subprocess.Popen[str]:
    package = folder / "flet_desktop"
    package.mkdir(exist_ok=True)
    (package / "__init__.py").write_text(FLET_DESKTOP.format(failure=failure, client=str(folder / client)))
    version = "0.1" if failure == "another version" else flet_version
    (package / "version.py").write_text(f"version = {version!r}")
    kept = {
        name: each for name, each in os.environ.items() if not name.startswith(("METSUKE_", "FLET_", "XDG_", "WAYLAND"))
    }
    kept.pop("DISPLAY", None)
    own = {"HOME": str(folder / "home"), "PYTHONPATH": f"{PROJECT}{os.pathsep}{folder}", "PIP_NO_INDEX": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "companion", "local"], cwd=folder, env={**kept, **own, **environment},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="screens that a process may not have are Linux's")
@pytest.mark.parametrize(
    ("failure", "environment", "says"),
    [
        ("", {}, "no screen to open a window on"),
        ("", {"DISPLAY": "", "FLET_FORCE_WEB_SERVER": "true"}, "no screen to open a window on"),
        ("", {"FLET_PLATFORM": "linux", "FLET_SERVER_PORT": "0"}, "no screen to open a window on"),
        ("another version", {"DISPLAY": ":77"}, "needs Flet's desktop client"),
        ("offline", {"DISPLAY": ":77"}, r"fetched from the internet .* failed \(Temporary failure in name"),
        ("offline", {"WAYLAND_DISPLAY": "wayland-0"}, "fetched from the internet"),
        ("offline", {"DISPLAY": ":77", "FLET_FORCE_WEB_SERVER": "1", "FLET_DISPLAY_URL_PREFIX": "x"}, "the internet"),
        ("no home", {"DISPLAY": ":77"}, "Not a directory"),
        ("nothing is shown", {"DISPLAY": ":77"}, "has ended before it opened a window"),
    ],
)
def test_without_a_window_there_is_a_sentence_and_nothing_else(
    failure: str, environment: dict[str, str], says: str, folder: Path
) -> None:
    (folder / "other.py").write_text("")
    process = local(folder, failure, "other.py" if failure == "nothing is shown" else "client.py", **environment)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert re.search(says, err)
    assert err.startswith("metsuke: ")
    assert err.count("\n") == 1
    assert out == ""
    left = [path.name for path in folder.rglob("*-host")]
    assert left == []


@pytest.mark.skipif(sys.platform != "linux", reason="the stand-in speaks through a socket of Unix")
@pytest.mark.parametrize("environment", [{}, {"FLET_FORCE_WEB_SERVER": "true", "FLET_SERVER_PORT": "0"}])
def test_a_window_is_shown_the_app_and_nobody_else_is(environment: dict[str, str], folder: Path) -> None:
    given = {"DISPLAY": ":77", **environment}
    if "FLET_SERVER_PORT" in given:
        given["FLET_SERVER_PORT"] = str(free_port())
    process = local(folder, **given)
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "shown True\n"
        listened = [each for each in psutil.Process(process.pid).net_connections("inet") if each.status == "LISTEN"]
        assert listened == []
        second = local(folder, **given)
        _, err = second.communicate(timeout=PATIENCE)
        assert f"process {process.pid} in a window" in err
        assert second.returncode == 2
        process.communicate("\n", timeout=PATIENCE)
        assert process.returncode == 0
    finally:
        process.kill()
        process.communicate()


# The client itself, where it is


@pytest.fixture
def screen() -> Iterator[str]:
    """Start a screen that nobody sees."""
    reading, writing = os.pipe()
    try:
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "500x900x24", "-nolisten", "tcp"]
        server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    except FileNotFoundError:
        pytest.skip("there is no Xvfb here")
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


def client_is_there() -> bool:
    there = Path.home() / ".flet" / "client"
    return find_spec("flet_desktop") is not None and (bool(os.environ.get("FLET_VIEW_PATH")) or there.is_dir())


@pytest.mark.skipif(not client_is_there(), reason="Flet's desktop client is not installed here, or was never fetched")
def test_the_client_draws_a_window(screen: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "local", "--database", str(tmp_path / "metsuke.db")]
    environment = {**os.environ, "DISPLAY": screen, "PYTHONPATH": str(PROJECT), "GDK_BACKEND": "x11"}
    process = subprocess.Popen(command, cwd=tmp_path, env=environment)
    try:
        end = time.monotonic() + PATIENCE
        colours = 0
        while colours < 3 and time.monotonic() < end and process.poll() is None:
            colours = len(ImageGrab.grab(xdisplay=screen).getcolors(1 << 24) or ())
            time.sleep(0.1)  # nothing can be waited for: a screen tells nobody that something was drawn
        assert colours >= 3
    finally:
        process.terminate()
        process.wait()
