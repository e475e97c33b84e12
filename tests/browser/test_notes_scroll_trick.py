"""A scroll that was noted with a wrong value, found out when it is turned, and put right in two taps."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from referee.core.journal import Declare, NoteAgain
from tests.browser.conftest import NewPhone
from tests.browser.match import NAMES, Step, journal_of
from tests.browser.prepared import prepare
from tests.browser.test_scroll_trick import Evening
from tests.companion.games.scroll_trick.thumbs import CALM, Taps, next_of
from tests.companion.screens.stage import EN
from tests.hosted import Hosted

pytestmark = pytest.mark.browser

SEED, WRONG = 1, 10


def turns() -> tuple[Evening, str, Any, dict[str, Any]]:
    """Return an evening up to where a seat turns one scroll, the seat, what asks for it, and the move."""
    evening = Evening(SEED, 3)
    evening.players.habits = replace(CALM, notes=1)
    while (turn := next_of(evening.table, evening.players)) is not None:
        seat, prompt, move = turn
        if move["type"] == "turn_scroll" and len(move["card"]) == 1:
            return evening, seat, prompt, move
        evening.table = evening.table.says(seat, **{("type_" if k == "type" else k): v for k, v in move.items()})
        evening.said.append((seat, move))
    raise AssertionError("nobody turns one scroll")


def test_a_scroll_with_a_wrong_value_is_put_right_in_two_taps_from_the_refusal(host: Hosted, phone: NewPhone) -> None:
    evening, seat, prompt, move = turns()
    (card,) = move["card"]
    said = [(each, {k: v for k, v in made.items() if k != "values"}) for each, made in evening.said]
    at = max(n for n, (each, made) in enumerate(said) if each == seat and card in made.get("scrolls", {}))
    said[at] = seat, {**said[at][1], "scrolls": {**said[at][1]["scrolls"], card: WRONG}}
    options = evening.table.match.options.model_dump(mode="json")
    steps = [Step(None, each, made, None) for each, made in said]
    made = prepare(host, steps, options=options, play="scroll-trick", names=NAMES[:3])
    mine = phone("mine", storage=made.storage(seat, teach=False, tap_to_open=True)).open(made.address)
    before = journal_of(host, made.code).number

    mine.tap(mine.t("kit.more"))
    mine.tap(re.compile("^" + re.escape(mine.t("table_screen.notes.wrong"))))
    mine.tap(mine.t("table_screen.notes.open"))
    mine.sees(mine.t("table_screen.notes.choose"))
    mine.tap(mine.t("kit.close"))
    mine.does_not_see(mine.t("table_screen.notes.choose"))
    covered, *names = Taps(EN).of(evening.table.view, prompt, move, evening.players.table.scrolls)
    kind = covered.split(",")[0]
    mine.tap(re.compile("^" + re.escape(kind)))
    for name in names:
        mine.tap(name)
    mine.tap(re.compile("^" + re.escape(mine.t("table_screen.notes.again"))))
    mine.tap(re.compile(re.escape(mine.t("table_screen.notes.so", what=""))))

    mine.sees(re.compile(re.escape(EN.t("scroll_trick.screen.with_scroll", card=kind, value=names[0]))))
    match = journal_of(host, made.code)
    again, declared = (entry.act for entry in match.entries[before:])
    assert isinstance(again, NoteAgain)
    assert isinstance(declared, Declare)
    assert again.move["scrolls"][card] == declared.move["value"] == move["value"][0]
