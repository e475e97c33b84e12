"""A mark in the wrong zone, found out by a search, and put right by the table without a game master."""

from __future__ import annotations

import re
from typing import Any

import pytest

from referee import scorpion
from referee.core.journal import Match, begin
from tests.browser.conftest import NewPhone
from tests.browser.match import Step, journal_of
from tests.browser.phones import BrowserPhone
from tests.browser.prepared import prepare
from tests.browser.scorpion_script import played
from tests.hosted import Hosted
from tests.players.scorpion.match import seated

pytestmark = pytest.mark.browser

SEED = 1
OPTIONS = {
    "depth": "plays", "cat_wait_s": 0, "sentries": 4, "patrols": 1, "sleepers": 2,
    "ninja_hand": 3, "traitor_hand": 3, "ninja_rehand": 2, "traitor_rehand": 2,
}  # fmt: skip
SEATS = seated(4)
MARK, NOTED, TRUE = "A", "P8", "P2"
"""A mark, the zone in which it was noted and searched, and the one in which its tile lies."""


def searched() -> tuple[list[Step], Match]:
    """Return what was declared up to the search of the zone in which the mark was noted, and the match then."""
    made: list[Step] = []
    match = begin(scorpion, OPTIONS, SEATS)
    for step in played(SEED, OPTIONS, SEATS, lambda state: state.turn == 5):
        match, ruling = match.declare(step.seat, step.move, "5a" * 16)
        made.append(step)
        if any(found(n.params) for n in ruling.notices if n.message == "scorpion.search_answered"):
            return made, match
    raise AssertionError(f"nobody searches {NOTED}")


def found(params: Any) -> bool:
    return bool((params["zone"], params["found"]) == (NOTED, MARK))


def opened(one: BrowserPhone) -> None:
    """Open what I noted."""
    one.tap(one.t("kit.more"))
    one.tap(re.compile("^" + re.escape(one.t("table_screen.notes.wrong"))))
    one.tap(one.t("table_screen.notes.open"))


def test_a_mark_in_a_wrong_zone_is_put_right_by_the_table_while_a_phone_sleeps(host: Hosted, phone: NewPhone) -> None:
    steps, match = searched()
    (noted,) = (s for s in match.steps if s.act.move["type"] == "record_marks")
    made = prepare(host, steps, options=OPTIONS, play="scorpion", seats=SEATS)
    phones = {s.seat: phone(s.name, storage=made.storage(s.seat, teach=False)).open(made.address) for s in SEATS}
    owner, others = phones[noted.seat], [each for seat, each in phones.items() if seat != noted.seat]
    asleep = others[-1]
    asleep.hide()
    opened(owner)
    owner.tap(re.compile("^" + re.escape(owner.t("scorpion.screen.what.record_marks"))))
    owner.tap(owner.t("table_screen.notes.is_wrong", what=f"{MARK} {NOTED}"))
    owner.tap(owner.t("table_screen.notes.is", what=TRUE))
    owner.tap(owner.t("table_screen.notes.again"))
    owner.tap(re.compile("^" + re.escape(owner.t("table_screen.notes.together"))))
    for each in others:
        if each is asleep:
            asleep.show()
        each.sees(each.t("app.house.corrects", name=owner.name))
        assert not re.search(rf"\b{TRUE}\b", each.spoken())
        each.tap(each.t("app.house.yes"))
    for each in (owner, *others):
        each.sees(re.compile(re.escape(each.t("app.corrected_together").split(". ")[0])))
        each.tap(each.t("kit.close"))
        each.sees(re.compile(rf"nothing\b.*\b{NOTED}\b|\b{NOTED}\b.*nothing\b", re.IGNORECASE))
    for each in (phones["ninja"], phones["traitor"]):
        assert not re.search(rf"Mark {MARK}, ", each.spoken())
    after = journal_of(host, made.code)
    assert dict(after.state.marks.objectives)[MARK] == TRUE
    assert "table.told_wrong" in [notice.message for notice in after.rulings[-1].notices]
