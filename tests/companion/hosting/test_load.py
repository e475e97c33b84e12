"""What a browser really fetches, on the wire, with the encodings that a phone on plain http offers."""

from __future__ import annotations

import io
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page

from tests.companion.hosting.conftest import TrivialHost
from tests.companion.hosting.trivial import PICTURE

pytestmark = pytest.mark.browser


def measured(phone: Page, go: Callable[[], object]) -> tuple[int, set[str]]:
    """Bytes received with headers, sockets included, and the hosts they came from, until the app is drawn."""
    session = phone.context.new_cdp_session(phone)
    session.send("Network.enable")
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


def test_first_load_and_reload_are_small_and_come_from_the_host_alone(phone: Page, trivial_host: TrivialHost) -> None:
    first, hosts = measured(phone, lambda: phone.goto(trivial_host.page))
    assert hosts == {urlsplit(trivial_host.page).netloc}
    assert not phone.evaluate("isSecureContext"), "a phone on a LAN has plain http"
    assert 1_000_000 < first <= 4_860_000
    again, _ = measured(phone, phone.reload)
    assert 0 < again <= 22_000


def test_the_pages_own_policy_lets_the_app_run(browser: Browser, trivial_host: TrivialHost) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    stopped: list[str] = []
    page.on("console", lambda message: stopped.append(message.text) if "Content Security" in message.text else None)
    page.goto(trivial_host.page)
    page.wait_for_selector("flt-semantics-placeholder", state="attached")
    # Flet's client asks a distant server for an animation player that we do not use; that is all.
    assert [line for line in stopped if "rive" not in line] == []
    context.close()


def test_pictures_are_drawn_without_the_large_engine(phone: Page, trivial_host: TrivialHost) -> None:
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.goto(f"{trivial_host.page}/picture")
    phone.wait_for_selector("flt-semantics-placeholder", state="attached")
    for _ in range(200):
        seen = zxingcpp.read_barcodes(Image.open(io.BytesIO(phone.screenshot())))
        if seen:
            break
    assert [code.text for code in seen] == [PICTURE]
    assert any(url.endswith("/skwasm.wasm") for url in asked)
    assert not any("heavy" in url for url in asked)
