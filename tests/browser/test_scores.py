"""A match in which only results are entered, by whoever has a thumb free."""

from __future__ import annotations

import re
from itertools import count

import pytest

from referee import shinobazu
from tests.browser.conftest import NewPhone
from tests.browser.match import NAMES, Table, journal_of, open_table, script, sit
from tests.hosted import Hosted

pytestmark = pytest.mark.browser

WANTED = {"battle_result", "duel_result", "no_duel", "end_round"}


def test_two_phones_and_the_host_play_results_alone_to_a_winner(host: Hosted, phone: NewPhone) -> None:
    steps = next(
        steps
        for seed in count(1)
        if len(steps := script(seed, 3, depth="scores")) < 20 and {s.move["type"] for s in steps} == WANTED
    )
    laptop = phone("laptop").open(host.address)
    address = open_table(laptop, depth="scores")
    sit(laptop, "Aki")
    phones = {"p1": laptop}
    for number, name in enumerate(NAMES[1:3], 2):
        phones[f"p{number}"] = phone(name).open(address)
        sit(phones[f"p{number}"], name)
    laptop.tap(laptop.t("app.lobby.start"))
    table = Table(phones)
    for step in steps:
        if step.seat in phones:
            table.make(step)
        else:
            getattr(table, f"_{step.move['type']}")(phones["p2"], step)
    for each in phones.values():
        each.sees(each.t("kit.strip_ended"))
        each.tap(each.t("analysis.face.record"))
    match = journal_of(host, address.rpartition("/")[2])
    assert match.number == len(steps)
    assert match.result == shinobazu.result(steps[-1].after) is not None
    for each in phones.values():
        for place, line in enumerate(match.result.ranking[:1], 1):
            each.sees(re.compile(f"{place}.*{NAMES[int(line.seat[1:]) - 1]}, {line.points} "))
    laptop.tap(laptop.t("app.end.again"))
    for name in ("p2", "p3"):
        phones[name].tap(phones[name].t("app.rematch.join"))
    for each in phones.values():
        each.sees(re.compile(re.escape(each.t("kit.strip_safe"))))
    again = journal_of(host, laptop.page.url.rpartition("/")[2])
    assert (again.number, again.result, again.state.start) == (0, None, "p2")
    assert [seat.name for seat in again.seats] == [*NAMES[:3]]
    for each in phones.values():
        assert each.page.url == laptop.page.url
        each.is_offered(re.compile(re.escape(each.t("kit.more"))))
