"""Firefox and WebKit, started and told what to do by the commands of WebDriver (https://www.w3.org/TR/webdriver2/).

Playwright drives Chromium alone here: its Firefox and its WebKit are builds of its own, and to a system's Firefox it
speaks a newer BiDi than that understands. Both engines know the commands of WebDriver, and a phone needs six of them.
WebKit's driver takes them over HTTP. Firefox takes them over a socket of its own, Marionette, to which
geckodriver hands them on; so no geckodriver is needed, which no registry has from those who make it.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol, TypeVar

import httpx
from playwright.sync_api import Error

from tools.find_browser import Engine, engine

START = 90.0
"""Seconds in which a browser starts, on a machine with other work."""
WIDTH, HEIGHT = 390, 844
T = TypeVar("T")


class Driver(Protocol):
    """A browser with one window, whose pages are those of a phone."""

    downloads: Path
    """Where it saves what is downloaded."""

    def send(self, command: str, **about: Any) -> Any:
        """Give a command by the name that it has in Firefox, and return its value; raise `Error` where it fails."""

    def end(self) -> None:
        """End the browser."""


def start(name: str, folder: Path, lang: str, dark: bool, still: bool) -> Driver:
    """Start the Firefox or the WebKit of this machine on a new folder, in a language such as `en_GB`."""
    found = engine(name)
    assert found is not None, f"there is no {name} on this machine"
    folder.mkdir(parents=True)
    return (Firefox if name == "firefox" else WebKit)(found, folder, lang, dark, still)


class Programs:
    """What runs for one browser, each in a group of its own."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.environment = {**os.environ, "HOME": str(folder), **environment}
        self._running: list[subprocess.Popen[bytes]] = []

    def start(self, *command: str | Path, **about: Any) -> None:
        """Start a program. What it says goes to a file, which a failure names."""
        with (self.folder / "programs.log").open("ab") as log:
            told = {"env": self.environment, "stdout": log, "stderr": log, "start_new_session": True}
            self._running.append(subprocess.Popen([str(part) for part in command], **told, **about))

    def end(self) -> None:
        """End them and what they started, the newest first."""
        for running in reversed(self._running):
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
            running.wait()

    def until(self, so: Callable[[], T | None], what: str) -> T:
        """Return what a program that starts comes to have."""
        end = time.monotonic() + START
        while (found := so()) is None:
            assert time.monotonic() < end, f"{what} does not come: {self.folder / 'programs.log'}"
            time.sleep(0.02)  # nothing can be waited for: a program that starts tells nobody
        return found


class Firefox:
    """A Firefox without a window."""

    CHROME = ":root { min-width: 0 !important; }"
    """Else no page is narrower than 500 pixels."""

    def __init__(self, found: Engine, folder: Path, lang: str, dark: bool, still: bool) -> None:
        self.downloads = folder / "downloads"
        self.downloads.mkdir()
        settings = {
            "marionette.port": 0,
            "remote.prefs.recommended": True,
            "toolkit.legacyUserProfileCustomizations.stylesheets": True,
            "intl.accept_languages": f"{lang.replace('_', '-')},{lang[:2]}",
            "layout.css.prefers-color-scheme.content-override": 0 if dark else 1,
            "ui.prefersReducedMotion": int(still),
            "devtools.jsonview.enabled": False,
            "browser.download.folderList": 2,
            "browser.download.dir": str(self.downloads),
            "browser.download.always_ask_before_handling_new_types": False,
            "browser.download.alwaysOpenPanel": False,
            "pdfjs.disabled": True,
        }
        profile = folder / "profile"
        (profile / "chrome").mkdir(parents=True)
        (profile / "chrome" / "userChrome.css").write_text(self.CHROME)
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items())
        (profile / "user.js").write_text("\n".join(lines))
        size = {"MOZ_HEADLESS_WIDTH": str(WIDTH), "MOZ_HEADLESS_HEIGHT": str(HEIGHT)}
        self._programs = Programs(folder, **size)
        (browser,) = found.parts
        self._programs.start(browser, "--marionette", "--headless", "--kiosk", "--no-remote", "--profile", profile)
        said = profile / "MarionetteActivePort"
        port = self._programs.until(lambda: said.read_text().strip() or None if said.exists() else None, "Firefox")
        self._socket = socket.create_connection(("127.0.0.1", int(port)))
        self._stream = self._socket.makefile("rb")
        self._number = 0
        self._answer()
        self.send("NewSession", capabilities={"alwaysMatch": {"pageLoadStrategy": "none"}})
        self.send("SetTimeouts", script=int(START * 1000))

    def send(self, command: str, **about: Any) -> Any:
        self._number += 1
        said = json.dumps([0, self._number, f"WebDriver:{command}", about]).encode()
        self._socket.sendall(b"%d:%s" % (len(said), said))
        _, _, fault, answer = self._answer()
        if fault is not None:
            raise Error(f"{fault['error']}: {fault['message']}")
        return answer.get("value") if isinstance(answer, dict) else answer

    def _answer(self) -> Any:
        """Read a message: its length in bytes, a colon, and JSON."""
        length = b""
        while (byte := self._stream.read(1)) != b":":
            if not byte:
                raise Error("Firefox has gone")
            length += byte
        return json.loads(self._stream.read(int(length)))

    def end(self) -> None:
        self._stream.close()
        self._socket.close()
        self._programs.end()


class WebKit:
    """WebKit's own small browser, on a screen of its own that nobody sees."""

    PATHS: Mapping[str, tuple[str, str]] = {
        "Navigate": ("POST", "url"),
        "Refresh": ("POST", "refresh"),
        "ExecuteAsyncScript": ("POST", "execute/async"),
        "PerformActions": ("POST", "actions"),
        "SetWindowRect": ("POST", "window/rect"),
        "TakeScreenshot": ("GET", "screenshot"),
    }
    BAR = 38
    """Pixels of the browser's own bar above the page. It makes the page 447 pixels wide, as those of large phones."""

    def __init__(self, found: Engine, folder: Path, lang: str, dark: bool, still: bool) -> None:
        self.downloads = folder / "downloads"
        self.downloads.mkdir()
        settings = folder / "config" / "gtk-3.0" / "settings.ini"
        settings.parent.mkdir(parents=True)
        settings.write_text(f"[Settings]\ngtk-enable-animations={int(not still)}\n")
        (folder / "config" / "user-dirs.dirs").write_text(f'XDG_DOWNLOAD_DIR="{self.downloads}"\n')
        self._programs = Programs(
            folder, LANG=f"{lang}.UTF-8", LC_ALL=f"{lang}.UTF-8", LIBGL_ALWAYS_SOFTWARE="1",
            XDG_CONFIG_HOME=str(settings.parents[1]), XDG_DATA_HOME=str(folder / "data"),
            XDG_CACHE_HOME=str(folder / "cache"),
        )  # fmt: skip
        driver, browser, screen = found.parts
        self._programs.environment["DISPLAY"] = self._screen(screen)
        port = _free_port()
        self._programs.start(driver, f"--port={port}")
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=START * 2, trust_env=False)
        self._programs.until(self._listens, "WebKitWebDriver")
        options = {"binary": str(browser), "args": ["--automation", *(["--dark-mode"] if dark else [])]}
        wanted = {"pageLoadStrategy": "none", "webkitgtk:browserOptions": options}
        session = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        self._at = f"/session/{session}/"
        self._ask("POST", f"{self._at}timeouts", {"script": int(START * 1000)})
        self.send("SetWindowRect", x=0, y=0, width=WIDTH, height=HEIGHT + self.BAR)

    def _screen(self, program: Path) -> str:
        """Start a screen that finds its own number; return it."""
        reading, writing = os.pipe()
        size = f"{2 * WIDTH}x{HEIGHT + self.BAR}x24"
        self._programs.start(
            program, "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp", pass_fds=[writing]
        )
        os.close(writing)
        with os.fdopen(reading) as said:
            number = said.readline().strip()
        assert number, f"there is no screen: {self._programs.folder / 'programs.log'}"
        return f":{number}"

    def _listens(self) -> bool | None:
        with suppress(httpx.TransportError):
            return self._client.get("/status").is_success or None
        return None

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        try:
            answer = self._client.request(method, path, json=body)
        except httpx.TransportError as fault:
            raise Error(f"WebKit does not answer: {fault}") from fault
        value = answer.json()["value"]
        if answer.is_error:
            raise Error(f"{value['error']}: {value['message']}")
        return value

    def send(self, command: str, **about: Any) -> Any:
        method, path = self.PATHS[command]
        return self._ask(method, self._at + path, about if method == "POST" else None)

    def end(self) -> None:
        self._client.close()
        self._programs.end()


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])
