"""When a page vibrates, plays and stays awake for one's turn, in a real browser: once a turn, never for a secret."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from companion.i18n import ASSETS

pytestmark = pytest.mark.browser

STAGE = """<title>Metsuke</title><script>
  window.told = [];
  window.metsuke = { stored: () => ({ turn: window.chosen }) };
  Object.defineProperty(navigator, "vibrate", { value: () => { window.told.push("shake"); return true; } });
  Object.defineProperty(navigator, "wakeLock", { value: {
    request: async () => { window.told.push("awake"); return { release: async () => window.told.push("asleep") }; }
  } });
  window.AudioContext = class {
    constructor() { this.currentTime = 0; }
    createGain() {
      const ramp = () => {};
      return { gain: { setValueAtTime: ramp, linearRampToValueAtTime: ramp }, connect: (to) => to };
    }
    createOscillator() {
      return { frequency: {}, connect: (to) => to, start: () => { window.told.push("tone"); }, stop: () => {} };
    }
  };
  window.entitled = (title) => {
    document.title = title;
    return new Promise((done) => setTimeout(() => done(window.told.splice(0)), 0));
  };
</script><script>%s</script>"""


def test_a_turn_is_told_once_and_a_hand_that_is_looked_at_is_no_second_one(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content(STAGE % (ASSETS / "web" / "turn.js").read_text("utf-8"))

    def told(title: str) -> Any:
        return page.evaluate("title => window.entitled(title)", title)

    assert told("Metsuke ") == []
    assert told("● Your turn. Metsuke") == ["awake", "shake"]
    assert told("◉ Metsuke") == []
    assert told("● Your turn. Metsuke") == []
    assert told("Metsuke") == ["asleep"]
    assert told("◉◎ Metsuke") == []
    page.evaluate("window.chosen = 'sound'")
    assert told("● Your turn. Metsuke") == ["awake", "shake", "tone"]
    assert told("Metsuke") == ["asleep"]
    page.evaluate("window.chosen = 'off'")
    assert told("● Your turn. Metsuke") == ["awake"]
    page.close()


def test_the_end_of_a_match_is_told_once_and_not_to_who_comes_when_it_is_over(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content(STAGE % (ASSETS / "web" / "turn.js").read_text("utf-8"))

    def told(title: str) -> Any:
        return page.evaluate("title => window.entitled(title)", title)

    page.evaluate("window.chosen = 'sound'")
    assert told("★ The match is over. Metsuke") == []
    assert told("Metsuke") == []
    assert told("● Your turn. Metsuke") == ["awake", "shake", "tone"]
    assert told("◉ Metsuke") == []
    assert sorted(told("★ The match is over. Metsuke")) == ["asleep", "shake", "tone", "tone"]
    assert told("★ The match is over. Metsuke ") == []
    page.close()
