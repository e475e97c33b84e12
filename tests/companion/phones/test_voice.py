"""A display says aloud what everybody may read, and no other phone says anything."""

from __future__ import annotations

import asyncio

import pytest
from playwright.sync_api import Browser

from companion.i18n import ASSETS
from companion.phones.device_storage import DeviceStorage, loads
from companion.phones.page import TITLE, spoken
from referee.core.values import PUBLIC
from tests.companion.hosting.conftest import browser
from tests.wire.hall import hall

__all__ = ["browser"]


def test_only_a_display_speaks_and_only_of_the_public_journal() -> None:
    async def run() -> None:
        async with hall() as room:
            table, keys = await room.begun(3)
            seat = table.players[0].seat
            board, player = await room.phone(table, display=True), await room.phone(table, {seat: keys[seat]})
            phones = {phone.where.role: phone for phone in room.host.phones}
            phones["display"].actions.settings.voice("turn")
            phones["seat"].actions.settings.voice("turn")
            await board.wait_for(lambda: "¶en¶0.6¶" in board.mirror.page["title"], "its words")
            phones["seat"].prefer(voice="all")
            await room.declare(table, seat, {"type": "lead", "to": seat, "colour": "red"})
            await room.quiet()
            said = spoken(phones["display"].look, phones["display"].snap)
            assert said
            assert board.mirror.page["title"].endswith(said)
            assert phones["display"].snap.lately == tuple(table.match.log(PUBLIC)[-1:])
            assert player.mirror.page["title"].removeprefix("● Your turn. ") == TITLE
            assert phones["seat"].snap.lately == ()
            phones["seat"].cover.open("kept")
            assert "¶" not in player.mirror.page["title"]
            phones["display"].actions.settings.voice("off")
            await board.wait_for(lambda: board.mirror.page["title"] == TITLE, "silence")

    asyncio.run(run())


def test_a_display_keeps_its_voice_and_a_strange_one_is_none() -> None:
    assert loads(DeviceStorage(voice="all", volume=1.0).dumps()).voice == "all"
    assert loads('{"voice": "shout", "volume": 7}').voice == "off"
    assert loads('{"voice": ["all"], "volume": "1"}').volume == 0.6


STAGE = """<title>Metsuke</title><script>
  window.said = [];
  Object.defineProperty(window, "speechSynthesis", { value: {
    speak: (u) => window.said.push([u.text, u.lang, u.volume]), cancel: () => {} } });
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  window.entitled = (title) => {
    document.title = title;
    return new Promise((done) => setTimeout(() => done(window.said), 0));
  };
</script><script>%s</script>"""


@pytest.mark.browser
def test_the_browser_says_what_is_new_once(browser: Browser) -> None:
    page = browser.new_page(bypass_csp=True)
    page.set_content(STAGE % (ASSETS / "web" / "voice.js").read_text("utf-8"))
    assert page.evaluate("entitled('Metsuke x')") == []
    assert page.evaluate("entitled('Metsuke ¶en¶0.6¶Aki leads.')") == [["Aki leads.", "en", 0.6]]
    assert len(page.evaluate("entitled('Metsuke ¶en¶0.6¶Aki leads. ♪1')")) == 1
    assert page.evaluate("entitled('Metsuke ¶ja¶1¶次 ♪2')")[1] == ["次", "ja", 1]
    page.evaluate("entitled('Metsuke')")
    assert len(page.evaluate("entitled('◉ Metsuke')")) == 2
    page.close()
