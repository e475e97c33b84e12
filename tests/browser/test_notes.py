"""A hand that was noted wrongly, found out by a refusal, and put right in two taps on its owner's phone."""

from __future__ import annotations

import re

import pytest

from referee import giryaku
from referee.core.journal import begin
from referee.core.values import Seat
from tests.browser.conftest import NewPhone
from tests.browser.match import Step, journal_of, keep_open, pad
from tests.browser.phones import BrowserPhone
from tests.browser.prepared import prepare
from tests.browser.test_giryaku import NAMES, Hands
from tests.hosted import Hosted

pytestmark = pytest.mark.browser

BOX = {"consume_map": "O_raids", "nin_shi_range": "both_diagonals", "first_player": "p1"}
DECLARED = (
    ("table", {"type": "deal_done"}),
    *((seat, {"type": "reveal_opening", "cards": ["S", "N", "O"]}) for seat in NAMES),
    *((seat, {"type": "opening_place", "cols": [1, 2]}) for seat in NAMES),
    *((seat, {"type": "opening_reveal", "cards": {"1": "S", "2": "N"}}) for seat in NAMES),
    ("p1", {"type": "place", "col": 3, "card": "O"}),
    ("p2", {"type": "place", "col": 3, "card": "O"}),
    ("p1", {"type": "enter_hand", "cards": ["N", "O"]}),  # Aki holds a samurai and an onmyoji
)


def steps() -> list[Step]:
    match = begin(giryaku, BOX, [Seat(seat=seat, name=name) for seat, name in NAMES.items()])
    made = []
    for seat, move in DECLARED:
        after, ruling = match.declare(seat, move, "5a" * 16)
        assert ruling.upheld, ruling
        made.append(Step(match, seat, move, after))
        match = after
    return made


def test_a_mistyped_hand_is_found_out_by_a_refusal_and_mended_in_two_taps(host: Hosted, phone: NewPhone) -> None:
    made = prepare(host, steps(), play="giryaku", options=BOX, names=tuple(NAMES.values()))
    remembers = {seat: made.storage(seat, teach=False) for seat in NAMES}
    phones = {seat: phone(name, storage=remembers[seat]).open(made.address) for seat, name in NAMES.items()}
    hands, aki, ben = Hands(phones), phones["p1"], phones["p2"]
    hands.places("p1", "S", "3U", strikes=True)
    aki.sees(re.compile(re.escape(aki.t("table_screen.hold_to_see_why"))))
    aki.does_not_see(re.compile(re.escape(aki.t("table_screen.notes.again"))))
    aki.press(pad(aki))
    keep_open(aki)

    aki.tap(re.compile("^" + re.escape(aki.t("table_screen.notes.again"))))
    aki.sees(re.compile(re.escape(aki.t("table_screen.notes.title"))))
    so = aki.t("app.list.last", first=hands.kind("p1", "S"), last=hands.kind("p1", "O"))
    aki.tap(aki.t("table_screen.notes.so", what=so))

    ben.sees(re.compile(re.escape(ben.t("giryaku.ask.turn"))))
    match = journal_of(host, made.code)
    assert [entry.act.type for entry in match.entries[-2:]] == ["note_again", "declare"]
    assert match.view("p2").active == "p2"
    assert match.view("p1").private[0].hand == ("O",)


def test_a_card_that_was_placed_wrongly_is_corrected_together_in_the_log_and_the_match_taken_back(
    host: Hosted, phone: NewPhone
) -> None:
    made = prepare(host, steps()[:-3], play="giryaku", options=BOX, names=tuple(NAMES.values()))
    phones = {
        seat: phone(name, storage=made.storage(seat, teach=False)).open(made.address) for seat, name in NAMES.items()
    }
    hands, aki, ben = Hands(phones), phones["p1"], phones["p2"]
    hands.places("p1", "O", "3L")
    hands.asked("p2", "turn")
    number = journal_of(host, made.code).number
    for card in ("S", ""):
        _to_the_log(aki)
        aki.tap(re.compile(f"^{re.escape(aki.t('app.log.seat_line', n=number, name='Aki'))}"))
        if card:
            aki.tap(aki.t("table_screen.notes.is_wrong", what=hands.kind("p1", "O")))
            aki.tap(aki.t("table_screen.notes.is", what=hands.kind("p1", card)))
            aki.tap(aki.t("app.log.propose"))
            was, now = hands.kind("p2", "O"), hands.kind("p2", card)
            asked = ben.t("app.house.becomes", n=number, name="Aki", was=was, now=now)
        else:
            aki.tap(re.compile("^" + re.escape(aki.t("app.log.back"))))
            asked = ben.t("app.house.back", n=number, name="Aki")
        ben.sees(asked)
        ben.tap(ben.t("app.house.yes"))
        told = ben.t("app.corrected_together" if card else "app.taken_back").split(". ")[0]
        for each in (aki, ben):
            each.sees(re.compile(re.escape(told)))
            each.tap(each.t("kit.close"))
        board = journal_of(host, made.code).view("p2").seats[0]
        cells = [cell.card for cell in board.board if cell.cell == "3L"]
        assert cells == [card or None]
        aki.tap(aki.t("kit.back"))


def _to_the_log(one: BrowserPhone) -> None:
    one.tap(one.t("kit.more"))
    one.tap(re.compile("^" + re.escape(one.t("table_screen.notes.wrong"))))
    one.tap(re.compile("^" + re.escape(one.t("table_screen.notes.public"))))
    one.sees(re.compile(re.escape(one.t("app.log.tap_wrong"))))
