"""A new user's phone in each game: taps and seconds from the scanned code to the first declaration."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from companion.phones.device_storage import DeviceStorage
from tests.bench.figures import line
from tests.browser.first_minutes import GAMES, from_scan
from tests.browser.phones import BrowserPhone
from tests.browser.prepared import remembering
from tests.hosted import Hosted
from tests.shots.camera import ARGS, chromium


def run() -> None:
    """Print a line for each game. A finger of the test's loses no time by reading: people add theirs."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGS)
        for game in GAMES:
            with tempfile.TemporaryDirectory() as folder, Hosted(Path(folder)) as host:
                phones: list[BrowserPhone] = []

                def new(
                    name: str, storage: DeviceStorage | None = None, phones: list[BrowserPhone] = phones
                ) -> BrowserPhone:
                    phones.append(BrowserPhone(browser, name))
                    if storage is not None:
                        phones[-1].context.add_init_script(remembering(storage))
                    return phones[-1]

                begun = from_scan(host, new, game)
                line("first_minutes", game=game, taps=begun.taps, s=round(begun.seconds, 1), declared=begun.declared[0])
                for phone in phones:
                    phone.close()
        browser.close()
