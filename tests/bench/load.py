"""The bytes a phone loads: the first time, and at a reload."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.bench.figures import line
from tests.hosted import Hosted
from tests.shots.camera import ARGS, chromium

LAN = "table.test"
"""A name that is not this machine's own: the browser treats it as a phone on the network, with gzip alone."""


def run() -> None:
    """Load the first screen in a real Chromium over plain http, then reload it."""
    with tempfile.TemporaryDirectory() as folder, Hosted(Path(folder)) as host, sync_playwright() as playwright:
        rules = f"--host-resolver-rules=MAP {LAN} 127.0.0.1"
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*ARGS, rules])
        page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        counted = _Counter(page.context.new_cdp_session(page))
        address = f"http://{LAN}:{host.port}/"
        page.goto(address)
        _drawn(page)
        first = counted.taken()
        page.reload()
        _drawn(page)
        line("load", first_bytes=first, reload_bytes=counted.taken())
        browser.close()


def _drawn(page: Page) -> None:
    page.locator("flt-semantics-placeholder").wait_for(state="attached", timeout=120_000)
    page.wait_for_load_state("networkidle")


class _Counter:
    """Counts what comes over the network: files as they are encoded, and the socket's frames."""

    def __init__(self, session: CDPSession) -> None:
        self._bytes = 0
        session.send("Network.enable")
        session.on("Network.loadingFinished", lambda event: self._add(event["encodedDataLength"]))
        session.on("Network.webSocketFrameReceived", lambda event: self._add(len(event["response"]["payloadData"])))

    def _add(self, more: float) -> None:
        self._bytes += int(more)

    def taken(self) -> int:
        """Return the bytes since this was asked last."""
        taken, self._bytes = self._bytes, 0
        return taken
