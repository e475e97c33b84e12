"""A trivial host in a process of its own, and a browser to look at it with."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.hosted import CACHE, PATIENCE, PROJECT, free_port
from tools.find_browser import HOW, find

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP table.test 127.0.0.1",
]
"""A browser trusts its own machine like a page over https; by a name it treats the host as a phone on a LAN does."""


class TrivialHost:
    """`trivial.py` in a process that can be killed and started again on the same port."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.page = f"http://table.test:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        environment = {**os.environ, "PYTHONPATH": str(PROJECT), "XDG_CACHE_HOME": str(CACHE)}
        command = [sys.executable, "-m", "tests.companion.hosting.trivial", str(self.port)]
        self.process = subprocess.Popen(command, env=environment, cwd=PROJECT)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.url}/health", timeout=PATIENCE):
                    return self
            except (urllib.error.URLError, ConnectionError):
                assert self.process.poll() is None, "the trivial host ended by itself"
                time.sleep(0.02)  # nothing can be waited for: the port is not listened on yet
        raise RuntimeError("the trivial host did not answer")

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@pytest.fixture(scope="module")
def one_host() -> Iterator[TrivialHost]:
    host = TrivialHost()
    yield host
    host.kill()


@pytest.fixture
def trivial_host(one_host: TrivialHost) -> TrivialHost:
    """A host that answers, whatever the test before did to it."""
    return one_host if one_host.process is not None else one_host.start()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start a browser for one module: while it runs, Playwright holds this thread's event loop."""
    found = find()
    assert found is not None, HOW
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=str(found), args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A page the size of a phone. Scripts of the test may be evaluated in it; its own may not."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, bypass_csp=True, locale="en-GB")
    context.set_default_timeout(PATIENCE * 1000)
    yield context.new_page()
    context.close()


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"
