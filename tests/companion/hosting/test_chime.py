"""When the display's page plays its tone, in a real browser: for what is new, and never twice at once."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.i18n import ASSETS

pytestmark = pytest.mark.browser

SILENT_STAGE = """<title>Metsuke</title><button>Here</button><script>
  window.tones = 0; window.allowed = false;
  window.AudioContext = class {
    constructor() { this.state = "suspended"; this.currentTime = 0; this.waiting = []; }
    resume() {
      return new Promise((done) => {
        this.waiting.push(done);
        if (!window.allowed) return;
        this.state = "running";
        this.waiting.splice(0).forEach((each) => each());
      });
    }
    createGain() {
      const ramp = () => {};
      return { gain: { setValueAtTime: ramp, linearRampToValueAtTime: ramp }, connect: (to) => to };
    }
    createOscillator() {
      return { frequency: {}, connect: (to) => to, start: () => { window.tones += 1; }, stop: () => {} };
    }
  };
  window.entitled = (title) => {
    document.title = title;
    return new Promise((done) => setTimeout(() => done(window.tones), 0));
  };
</script><script>%s</script>"""
"""A page of no host, and a browser's sound that plays once it is allowed and counts its tones."""


def test_a_page_plays_what_is_new_and_one_tone_for_all_that_it_missed(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content(SILENT_STAGE % (ASSETS / "web" / "chime.js").read_text("utf-8"))

    def tones(title: str) -> Any:
        return page.evaluate("title => window.entitled(title)", title)

    assert tones("Metsuke ♪7") == 0  # it came up with them: no news
    assert [tones(f"Metsuke ♪{n}") for n in (8, 9, 10)] == [0, 0, 0]  # not allowed yet
    page.evaluate("window.allowed = true")
    page.click("button")
    assert tones("Metsuke ♪10") == 1
    assert tones("Metsuke ♪11") == 2
    assert tones("Metsuke") == 2
    page.click("button")
    assert tones("Metsuke ♪11") == 3  # it was switched on by a touch
    page.close()
