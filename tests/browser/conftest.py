"""A host of its own for each test, and phones in a Chromium, or in another engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from companion.phones.device_storage import DeviceStorage
from tests.browser.phones import BrowserPhone
from tests.browser.prepared import remembering
from tests.browser.webdriver_page import OtherBrowser
from tests.hosted import Hosted
from tests.shares import SOAK
from tests.shots.camera import ARGS, chromium
from tools.find_browser import ENGINES, engine, how

NewPhone = Callable[..., BrowserPhone]
QUICK = "--js-flags=--liftoff-only"
"""A page's WebAssembly is compiled once, simply: few live long enough for a second look at it."""


def _phones(*engines: str) -> Any:
    """Return the parameter by which phones are of these engines in turn; the empty one is Chromium."""
    skips = [pytest.mark.skipif(engine(each) is None, reason=how(each)) for each in filter(None, engines)]
    marks = [*skips, *([pytest.mark.soak] if SOAK else []), pytest.mark.timeout(1800)]
    return pytest.param(engines, id=" ".join(each or "chromium" for each in engines), marks=marks)


CHROMIUM = pytest.param(("",), id="chromium")
every_engine = pytest.mark.parametrize("phone", [_phones(each) for each in ENGINES], indirect=True)
"""A test is done once in each engine that is on this machine beside Chromium."""
THREE = _phones("firefox", "webkit", "")
three_engines = pytest.mark.parametrize("phone", [THREE] if SOAK else [], indirect=True)
"""In a soak each of a test's phones is of another engine than the one before."""
mixed_engines = pytest.mark.parametrize("phone", [CHROMIUM, *([THREE] if SOAK else [])], indirect=True)
"""A test's phones are Chromiums, and in a soak once more each of another engine than the one before."""
also_other_engines = pytest.mark.parametrize(
    "phone", [CHROMIUM, *([_phones(each) for each in ENGINES] if SOAK else [])], indirect=True
)
"""A test is done in Chromium, and in a soak in every other engine too."""


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
def phone(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NewPhone]:
    """Give out phones, and take them away at the end. After a failure, say what each of them showed."""
    phones: list[BrowserPhone] = []

    browsers = cycle(
        OtherBrowser(each, tmp_path) if each else request.getfixturevalue("browser")
        for each in getattr(request, "param", ("",))
    )

    def new(name: str = "", storage: DeviceStorage | None = None, **about: Any) -> BrowserPhone:
        phones.append(BrowserPhone(next(browsers), name, **about))  # type: ignore[arg-type]
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
