"""What a browser really fetches, on the wire, with the encodings that a phone on plain http offers."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from tests.companion.hosting.conftest import TrivialHost

pytestmark = pytest.mark.browser


def measured(phone: Page, go: Callable[[], object]) -> tuple[int, set[str]]:
    """Bytes received with headers, sockets included, and the hosts they came from, until the app is drawn."""
    session = phone.context.new_cdp_session(phone)
    session.send("Network.enable")
    # Browsers offer brotli only over https, and to this machine itself, which a phone is not.
    session.send("Network.setExtraHTTPHeaders", {"headers": {"Accept-Encoding": "gzip, deflate"}})
    sizes: list[int] = []
    hosts: set[str] = set()
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    session.on("Network.webSocketFrameReceived", lambda event: sizes.append(len(event["response"]["payloadData"])))
    session.on("Network.responseReceived", lambda event: hosts.add(urlsplit(event["response"]["url"]).netloc))
    with phone.expect_websocket() as opened:
        go()
    opened.value.wait_for_event("framereceived")
    phone.wait_for_selector("flt-semantics-placeholder", state="attached")
    phone.wait_for_load_state("networkidle")
    session.detach()
    return sum(map(int, sizes)), hosts


def test_first_load_and_reload_are_small_and_come_from_the_host_alone(
    phone: Page, trivial_host: TrivialHost
) -> None:
    first, hosts = measured(phone, lambda: phone.goto(trivial_host.url))
    assert hosts == {urlsplit(trivial_host.url).netloc}
    assert 1_000_000 < first < 5_000_000
    again, _ = measured(phone, phone.reload)
    assert 0 < again < 200_000
