"""From a finished match to its record, its picture and the pages of people, in a real browser."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from PIL import Image

from models import Store
from tests.browser.conftest import NewPhone
from tests.browser.prepared import prepare
from tests.companion.figures.evenings import evenings
from tests.hosted import Hosted

pytestmark = pytest.mark.browser


def test_what_was_played_is_looked_at_shared_and_kept(host: Hosted, phone: NewPhone, tmp_path: Path) -> None:
    with Store.open(host.database) as store:
        evenings(store, range(2), ["shinobazu"])
        people = {person.id: person.name for person in store.people.all()}
        name = people[min(people)]
    prepared = prepare(host)
    mine = phone("host", prepared.storage("p1", "host")).open(host.address)
    t = mine.t
    mine.tap(re.compile(re.escape(t("app.home.history"))))
    mine.tap(re.compile(f"^{re.escape(name)}, "))
    mine.sees(re.compile(re.escape(t("person.over"))))
    mine.is_offered(t("person.tidy"))
    mine.tap(t("app.back"))
    mine.tap(t("archive.title"))
    with mine.page.expect_download() as table:
        mine.tap(re.compile("^" + re.escape(t("archive.seats"))))
    assert name in table.value.path().read_text("utf-8-sig")
    with mine.page.expect_download() as archive:
        mine.tap(re.compile("^" + re.escape(t("archive.out"))))
    assert archive.value.path().read_bytes().startswith(b"PK")

    guest = phone("guest").open(f"{host.address}m/m0")
    guest.tap(t("app.end.export"))
    with guest.page.expect_download() as picture:
        guest.tap(re.compile("^" + re.escape(t("keeping.picture"))))
    assert Image.open(io.BytesIO(picture.value.path().read_bytes())).size == (1080, 1350)
    with guest.page.expect_download() as page:
        guest.tap(re.compile("^" + re.escape(t("keeping.page"))))
    kept = tmp_path / "record.html"
    kept.write_bytes(page.value.path().read_bytes())
    guest.tap(re.compile("^" + re.escape(t("keeping.bg_code"))))
    guest.sees(re.compile("BG Stats"))
    assert guest.scan().startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    assert not mine.elsewhere
    assert not guest.elsewhere
    reads_alone(guest.context, kept)


def reads_alone(context: object, kept: Path) -> None:
    """Open a record as a file, with no network: its slider moves through the match, in both languages."""
    page = context.new_page()  # type: ignore[attr-defined]
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: asked.append(message.text))
    page.goto(kept.as_uri())
    slider = page.get_by_role("slider", name="Moment of the match")
    slider.evaluate("it => { it.value = 3; it.dispatchEvent(new Event('input')); }")
    assert page.locator("li[aria-current=step] .n:visible").inner_text() == "3"
    page.get_by_role("button", name="One step on").click()
    assert page.locator("li[aria-current=step] .n:visible").inner_text() == "4"
    page.get_by_role("button", name="日本語").click()
    assert page.get_by_role("heading", level=1).count() == 1
    assert page.evaluate("document.documentElement.lang") == "ja"
    assert asked == [kept.as_uri()]
    page.close()
