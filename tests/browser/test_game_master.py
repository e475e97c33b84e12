"""The table display, which everybody may look at, and the game master, who sees all and may overrule."""

from __future__ import annotations

import re

import pytest

from referee.core.journal import Correct
from tests.browser.conftest import NewPhone
from tests.browser.match import NAMES, hand_of, journal_of, script, words
from tests.browser.prepared import prepare
from tests.hosted import Hosted

pytestmark = pytest.mark.browser

STEPS = script(273, 3)


def test_a_game_master_answers_overrules_and_corrects_while_the_display_shows_no_secret(
    host: Hosted, phone: NewPhone
) -> None:
    # Aki has pushed the lead on Chie, who declared without looking and must lay now.
    before, pushed = STEPS[4].after, STEPS[5]
    match = prepare(host, STEPS[:5], game_master="referee")
    display = phone("display").open(f"{host.address}t/{match.code}")
    master = phone("master", storage=match.storage("gm")).open(match.address)
    t = master.t
    for name in NAMES[:3]:
        display.sees(re.compile(f"^{name}, "))
    assert not master.cards()

    # Covered until opened; open, it shows every hand, and says so in red.
    master.tap(t("table_screen.open_all"))
    master.sees(t("kit.strip_gm"))
    for seat in ("p1", "p2", "p3"):
        for card in hand_of(before, seat):
            master.sees(words(master, card))

    # Chie's phone is asleep: the game master declares for that seat, and the table goes on.
    master.sees(re.compile(r"^Chie\. "))
    master.tap(t("table_screen.answer"))
    hand = hand_of(before, "p3")
    master.tap(re.compile(re.escape(words(master, pushed.move["card"]))))
    master.tap(NAMES[int(pushed.move["to"][1:]) - 1])
    place, target = hand.index(pushed.move["card"]) + 1, NAMES[int(pushed.move["to"][1:]) - 1]
    master.tap(t("shinobazu.screen.push", n=place, name=target))
    display.sees(re.compile(f"^{target}, .*" + re.escape(t("shinobazu.screen.status.declares"))))
    master.is_offered(t("table_screen.house_ruling"))

    # A house ruling sets points at once, on every screen.
    master.tap(t("table_screen.house_ruling"))
    master.tap(t("table_screen.point_more", name="Ben"))
    master.tap(t("table_screen.set_points", points="Ben 1"))
    display.sees(re.compile("^Ben, 1 "))

    # A correction tells first, and the game master alone, which rulings would have been different.
    journal = journal_of(host, match.code)
    lead = next(e.number for e in journal.entries if getattr(e.act, "move", None) and e.act.move["type"] == "lead")
    differ = journal.corrected(Correct(number=lead, move=None)).differences
    assert differ
    master.tap(t("table_screen.correct_move"))
    master.tap(re.compile(f"^(Entry )?{lead}\\b|^Aki.*{re.escape(STEPS[3].move['colour'])}", re.IGNORECASE))
    master.sees(t("table_screen.entry_n", n=lead))
    master.tap(t("table_screen.strike_out"))
    master.sees(re.compile(rf"\b{len(differ)} "))
    master.tap(t("table_screen.strike_confirm", n=lead))
    display.sees(re.compile(re.escape(t("shinobazu.screen.leads_soon", name="Aki"))))

    # All that time the display was sent no card, and offered nothing that would show one.
    assert not display.cards()
    assert not display.offers(t("table_screen.open_all"))


def test_an_observer_sees_everything_and_changes_nothing(host: Hosted, phone: NewPhone) -> None:
    match = prepare(host, STEPS[:3], game_master="observer")
    observer = phone("observer", storage=match.storage("gm")).open(match.address)
    t = observer.t
    observer.tap(t("table_screen.open_all"))
    observer.sees(re.compile(re.escape(t("table_screen.you_observe"))))
    for card in hand_of(STEPS[2].after, "p1"):
        observer.sees(words(observer, card))
    for key in ("answer", "house_ruling", "correct_move", "undo_last", "free_a_seat"):
        assert not observer.offers(t(f"table_screen.{key}")), key
    observer.tap(t("table_screen.cover"))
    observer.is_offered(t("table_screen.open_all"))
    assert journal_of(host, match.code).number == 3
