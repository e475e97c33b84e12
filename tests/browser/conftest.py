"""A host of its own for each test, and phones in a Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from companion.phones.device_storage import DeviceStorage
from tests.browser.phones import BrowserPhone
from tests.browser.prepared import remembering
from tests.hosted import Hosted
from tests.shots.camera import ARGS, chromium

NewPhone = Callable[..., BrowserPhone]
QUICK = "--js-flags=--liftoff-only"
"""A page's WebAssembly is compiled once, simply: few live long enough for a second look at it."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start the Chromium that `make` found, that is on this machine, or that Playwright brings.

    One for each module: while it runs, Playwright holds this thread's event loop, which the next module may need.
    """
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=[*ARGS, QUICK])
        yield started
        started.close()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Hosted]:
    """Run a host on a port and a folder of its own."""
    with Hosted(tmp_path) as hosted:
        yield hosted


@pytest.fixture
def phone(browser: Browser, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NewPhone]:
    """Give out phones, and take them away at the end. After a failure, say what each of them showed."""
    phones: list[BrowserPhone] = []

    def new(name: str = "", storage: DeviceStorage | None = None, **about: Any) -> BrowserPhone:
        phones.append(BrowserPhone(browser, name, **about))
        if storage is not None:
            phones[-1].context.add_init_script(remembering(storage))
        return phones[-1]

    failed = request.session.testsfailed
    yield new
    if request.session.testsfailed > failed:
        for number, each in enumerate(phones, 1):
            each.testify(tmp_path / f"phone-{number}-{each.name}.png")
    for each in phones:
        each.close()
    # A table may stand where there is no internet.
    assert not [url for each in phones for url in each.elsewhere]
