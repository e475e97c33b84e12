"""A phone reads its covered words aloud while a finger holds them, if its owner has asked for it, and never else."""

from __future__ import annotations

import pytest

from tests.browser.conftest import NewPhone
from tests.browser.match import Table, hand_of, pad, script, words
from tests.browser.phones import BrowserPhone
from tests.browser.prepared import prepare
from tests.hosted import Hosted

pytestmark = pytest.mark.browser

DEALT = script(273, 3)[:3]
HAND = hand_of(DEALT[-1].after, "p1")
EARS = """(() => {
  window.testSaid = [];
  window.testHushed = 0;
  Object.defineProperty(window, "speechSynthesis", { value: {
    speak: (said) => window.testSaid.push([said.text, said.lang]), cancel: () => { window.testHushed += 1; } } });
})()"""
"""What the page says, where a test hears it."""


def said(phone: BrowserPhone) -> list[list[str]]:
    return phone.page.evaluate("() => window.testSaid")  # type: ignore[no-any-return]


def hushed(phone: BrowserPhone) -> int:
    return phone.page.evaluate("() => window.testHushed")  # type: ignore[no-any-return]


def test_what_is_held_is_read_until_the_finger_goes_and_on_no_other_phone(host: Hosted, phone: NewPhone) -> None:
    match = prepare(host, DEALT)
    reads = phone("Aki", storage=match.storage("p1", aloud=True, language="en"))
    silent = phone("Ben", storage=match.storage("p2"))
    kept = phone("Chie", storage=match.storage("p3", aloud=True, tap_to_open=True))
    for each in (reads, silent, kept):
        each.context.add_init_script(EARS)
        each.open(match.address)
    table = Table({"p1": reads, "p2": silent, "p3": kept})
    table.check_covered_hand(reads, 3)
    assert said(reads) == []

    reads.press(pad(reads))
    table.check_open_hand(reads, HAND)
    reads.waits_for(lambda: bool(said(reads)), "it says nothing")
    ((text, language),) = said(reads)
    assert language == "en"
    assert all(words(reads, card) in text for card in HAND)
    assert reads.t("shinobazu.screen.title") not in text  # what stood there before the hold is not said
    assert hushed(reads) == 0
    reads.lift()
    assert hushed(reads) == 1
    table.check_covered_hand(reads, 3)
    assert len(said(reads)) == 1

    # The page goes to the back while a finger lies on it.
    reads.press(pad(reads))
    reads.waits_for(lambda: len(said(reads)) == 2, "it says nothing")
    reads.hide()
    assert hushed(reads) == 2
    reads.lift()
    reads.show()

    # Nobody else's phone says anything: one has not asked for it, the other keeps its cover open without a finger.
    silent.press(pad(silent))
    table.check_open_hand(silent, hand_of(DEALT[-1].after, "p2"))
    silent.lift()
    kept.tap(kept.t("kit.tap_to_look"))
    table.check_open_hand(kept, hand_of(DEALT[-1].after, "p3"))
    assert said(silent) == said(kept) == []
