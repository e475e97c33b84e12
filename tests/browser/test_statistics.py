"""From a finished match to its record, its picture and the pages of people, in a real browser."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from PIL import Image

from companion.phones.owner import issue
from models import Store
from tests.browser.conftest import NewPhone
from tests.browser.prepared import prepare
from tests.companion.evenings import evenings
from tests.hosted import Hosted
from tests.owners import KEY, owned

pytestmark = pytest.mark.browser


def test_what_was_played_is_looked_at_shared_and_kept(host: Hosted, phone: NewPhone, tmp_path: Path) -> None:
    with Store.open(host.database) as store:
        evenings(store, range(2), ["shinobazu"])
        people = {person.id: person.name for person in store.people.all()}
        name = people[min(people)]
        owned(store)
    prepared = prepare(host)
    mine = phone("owner", prepared.storage("p1", owner=KEY)).open(host.address)
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


def test_the_owner_pairs_a_phone_deletes_a_name_takes_it_back_and_erases_it(host: Hosted, phone: NewPhone) -> None:
    with Store.open(host.database) as store:
        evenings(store, range(2), ["shinobazu"])
        name = store.people.all()[0].name
        code = issue(store)
    mine, other = phone("owner").open(host.address), phone("other").open(host.address)
    t = mine.t
    for each in (mine, other):
        each.tap(re.compile(re.escape(t("app.home.history"))))
        each.tap(re.compile(f"^{re.escape(name)}, "))
        each.tap(t("person.tidy"))
        each.sees(re.compile(re.escape(t("people.not_yours"))))
    other.write(0, "2345-6789")
    other.tap(t("owner.enter"))
    other.sees(first_sentence(t("owner.wrong")))
    mine.write(0, code)
    mine.tap(t("owner.enter"))
    mine.sees(first_sentence(t("owner.paired")))
    for each in (mine, other):
        each.tap(t("app.close"))
        each.tap(t("app.back"))
        each.sees(re.compile(re.escape(t("person.over"))))
    other.tap(t("app.back"))
    other.sees(t("app.history.last"))
    other.sees(re.compile(re.escape(name)))

    def deletes() -> None:
        """Delete the name that this phone's page is about, and go where it can be taken back."""
        mine.tap(t("person.tidy"))
        mine.tap(re.compile("^" + re.escape(t("person.forget_short"))))
        mine.tap(t("person.forget_go_on"))
        mine.tap(t("person.forget_do"))
        mine.sees(first_sentence(t("people.forgotten")))
        other.does_not_see(re.compile(re.escape(name)))
        mine.tap(t("app.close"))
        mine.tap(t("app.back"))
        mine.tap(re.compile("^" + re.escape(t("app.settings.title"))))
        mine.tap(re.compile("^" + re.escape(t("owner.title"))))

    deletes()
    mine.tap(t("owner.take_back"))
    mine.sees(first_sentence(t("people.taken_back")))
    other.sees(re.compile(re.escape(name)))
    mine.tap(t("app.close"))
    mine.tap(t("app.back"))
    mine.tap(re.compile(re.escape(t("app.home.history"))))
    mine.tap(re.compile(f"^{re.escape(name)}, "))
    deletes()
    mine.tap(t("owner.erase"))
    mine.tap(t("owner.erase_do"))
    mine.sees(first_sentence(t("people.erased")))
    with Store.open(host.database) as store:
        assert name not in {person.name for person in store.people.all()}
        assert store.people.tidied() == []


def first_sentence(words: str) -> re.Pattern[str]:
    """Return how a notice begins: its sheet says what is so apart from what to do."""
    return re.compile(re.escape(words.partition(". ")[0]))


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
