"""Scorpion without looking: a turn for each role in a real browser, by what a screen reader speaks and touches alone.

What is used is found by its role and name, and touched as a screen reader touches it, with no place on the screen.
What is decided rests on what was read in the list of zones or announced; the host's journal says whether it was right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import closing, suppress
from typing import Any

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Locator

from companion.boards.drawing import drawing_of
from models import Store
from referee.core.journal import Declare
from tests.browser.conftest import NewPhone
from tests.browser.match import journal_in
from tests.browser.phones import BrowserPhone
from tests.browser.prepared import prepare
from tests.browser.scorpion_script import played
from tests.browser.scorpion_thumbs import T
from tests.hosted import Hosted
from tests.players.scorpion.match import seated

pytestmark = pytest.mark.browser

SEED = 18
OPTIONS = {
    "depth": "plays", "cat_wait_s": 0, "gm": "off", "sentries": 4, "patrols": 1, "sleepers": 2,
    "ninja_hand": 3, "traitor_hand": 3, "ninja_rehand": 2, "traitor_rehand": 2,
}  # fmt: skip
EARS = """(() => {
  window.testHeard = [];
  new MutationObserver(changes => changes.forEach(each => each.addedNodes.forEach(node => {
    if (each.target.closest?.('[aria-live]')) window.testHeard.push(node.textContent);
  }))).observe(document, { childList: true, subtree: true });
})()"""
"""Keeps what the page lets a screen reader announce."""
MOST = 12
"""Steps of the patrols in a turn at most."""
ZONE = re.compile(r"^([A-Z]+\d+), ")
LOOK = T("kit.tap_to_look")
LIST, MAP = T("scorpion.screen.as_list"), T("scorpion.screen.as_map")


class Ear:
    """Somebody who hears a phone and sees nothing of it."""

    def __init__(self, phone: BrowserPhone) -> None:
        self.phone = phone
        self.heard = ""
        """All that was announced since something was used."""
        self.opens = False
        """Whether its cover is to be open."""

    def use(self, name: str | re.Pattern[str]) -> None:
        """Use what has this name, once it can be used."""
        self.phone.waits_for(lambda: self.can(name) or self._look(), f"there is no {name}")
        self.listen()
        self.heard = ""
        self.phone.touch_named(self._button(name))

    def _look(self) -> bool:
        """Open a cover again that has closed itself, where it is to be open: a slow page takes itself for cut off."""
        if self.opens and self.can(LOOK):
            with suppress(PlaywrightError):  # it is opening just now
                self._button(LOOK).dispatch_event("click", timeout=1000)
        return False

    def can(self, name: str | re.Pattern[str]) -> bool:
        """Tell whether something can be used now."""
        return self._button(name).count() > 0

    def _button(self, name: str | re.Pattern[str]) -> Locator:
        return self.phone.page.get_by_role("button", name=name, exact=isinstance(name, str), disabled=False).last

    def listen(self) -> str:
        self.heard += "\n".join(["", *self.phone.page.evaluate("() => window.testHeard.splice(0)")])
        return self.heard

    def hears(self, words: str) -> None:
        """Wait until words are announced by themselves."""
        self.phone.waits_for(lambda: words in self.listen() or self._look(), f"{words!r} is not announced")

    def zones(self) -> Mapping[str, str]:
        """Return what is read of each zone in the list."""
        rows = self.phone.page.get_by_role("button", name=ZONE)
        read = "nodes => nodes.map(node => `${node.getAttribute('aria-label') ?? ''} ${node.textContent}`.trim())"
        return {ZONE.match(row)[1]: row for row in rows.evaluate_all(read)}  # type: ignore[index]

    def as_list(self) -> Mapping[str, str]:
        """Make a list of the map and read it."""
        while not self.can(MAP):
            self.use(LIST)
            self.phone.waits_for(lambda: not self.can(LIST), "it stays a map")
        return self.zones()


def near(row: str) -> set[str]:
    """Return the zones that a row says lie beside it or behind a wall."""
    ways = re.findall(r"(?:Beside|Behind a wall:) ([^.]*)", row.partition("Can be chosen")[0])
    return {zone for said in ways for zone in re.findall(r"[A-Z]+\d+", said)}


def offered(rows: Mapping[str, str]) -> list[str]:
    """Return the zones that are said to be ones to choose, in their order in the list."""
    return [zone for zone, row in rows.items() if "Can be chosen" in row]


def declared(host: Hosted, code: str, since: int) -> list[Mapping[str, Any]]:
    """Return what was declared after an entry."""
    with closing(Store.open(host.database)) as store:
        entries = journal_in(store, code).entries[since:]
    return [each.act.move for each in entries if isinstance(each.act, Declare)]


@pytest.mark.timeout(600)
def test_each_role_plays_a_turn_by_ear(host: Hosted, phone: NewPhone) -> None:
    seats = seated(2)
    before = played(SEED, OPTIONS, seats, lambda state: state.turn == 2 and state.phase == "cards")
    match = prepare(host, before, options=OPTIONS, play="scorpion", seats=seats)
    ears = {}
    for s in seats:
        each = phone(s.name, storage=match.storage(s.seat, tap_to_open=True, announce="all", language="en"))
        each.context.add_init_script(EARS)
        ears[s.seat] = Ear(each.open(match.address))
    guards, intruders = ears["guards"], ears["intruders"]
    board = drawing_of(before[-1].after.board.hash).board

    def phase() -> str:
        with closing(Store.open(host.database)) as store:
            return str(journal_in(store, match.code).state.phase)

    def moves(kind: str, many: int = 1) -> list[Mapping[str, Any]]:
        """Wait for declarations of a kind."""
        found: list[Mapping[str, Any]] = []

        def there() -> bool:
            found[:] = [each for each in declared(host, match.code, len(before)) if each["type"] == kind]
            return len(found) >= many

        guards.phone.waits_for(there, f"no {kind} is declared")
        return found

    # A guard listens: who can is read in the list, with the place and what lies around it.
    guards.hears(T("scorpion.phase.cards"))
    guards.use("Listen")
    guards.hears("Who listens?")
    rows = guards.as_list()
    assert set(rows) == set(board.ids)
    for zone, row in rows.items():
        assert near(row) == set(board.neighbours(zone, "plain")) | set(board.neighbours(zone, "wall")), row
    where = offered(rows)
    assert where
    assert where == list(rows)[: len(where)]  # what may be chosen is read first
    assert all(re.search(r"\. (Guard|Patrol) ", rows[zone]) for zone in where)
    guards.use(re.compile(f"^{where[0]}, "))
    guards.hears(f"listen in {where[0]}?")
    guards.use("Listen")

    # The intruders are asked on closed doors; then everybody hears the same answer.
    intruders.hears(T("scorpion.screen.in.cat.ask"))
    intruders.hears(f"listens in {where[0]}")
    intruders.use(T("scorpion.screen.in.cat.let"))
    assert moves("answer_cat")[0]["use"] is False
    guards.hears(f"{T('scorpion.screen.guards.heard')}. ")
    intruders.hears(f"{where[0]}: something was heard")

    # Who has heard something may go there: what lies beside is read, and how far it is.
    guards.hears(T("scorpion.screen.guards.step_left", n=2))
    rows = guards.zones()
    assert set(offered(rows)) <= near(rows[where[0]])
    onward = [zone for zone in offered(rows) if ". Moat" not in rows[zone]]
    guards.use(re.compile(f"^{onward[0]}, "))
    guards.use(T("scorpion.screen.guards.move"))
    guards.hears(f"moves from {where[0]} to {onward[0]}")
    guards.hears(T("scorpion.screen.guards.step_last"))
    guards.use(T("scorpion.screen.guards.stop"))
    assert moves("guard_stop")
    assert [each["to"] for each in moves("guard_step")] == [onward[0]]

    # The patrols walk: where to is announced or chosen in the list, and lies beside where they stand by what is read.
    guards.use(T("scorpion.screen.guards.end_card_phase"))
    moves("end_card_phase")
    move = T("scorpion.screen.guards.move")
    steps, over = 1, T("scorpion.screen.guards.end_patrol_phase")
    while phase() == "patrol":
        assert steps < MOST
        guards.phone.waits_for(lambda: guards.can(move) or guards.can(over) or bool(offered(guards.zones())), "stuck")
        if guards.can(over):
            guards.use(over)
            moves("end_patrol_phase")
            break
        rows = guards.zones()
        (at,) = [zone for zone, row in rows.items() if ". Patrol " in row]
        if not guards.can(move):
            guards.use(re.compile(f"^{offered(rows)[0]}, "))
        guards.use(move)
        steps += 1
        to = moves("guard_step", steps)[-1]["to"]
        assert to in near(rows[at])
        guards.hears(to)
    assert steps > 1

    # An intruder's way: where the Ninja stands and what lies beside it is read; the plan is announced.
    intruders.hears(T("scorpion.phase.intruders"))
    intruders.use(LOOK)
    intruders.opens = True
    intruders.hears(T("scorpion.screen.in.way.ask_still", who=T("scorpion.ninja")))
    rows = intruders.as_list()
    (at,) = [zone for zone, row in rows.items() if ". Ninja. " in row]
    assert set(offered(rows)) <= near(rows[at])
    dry = [zone for zone in offered(rows) if ". Moat" not in rows[zone] and "rope" not in rows[zone]]
    intruders.use(re.compile(f"^{dry[0]}, "))
    intruders.hears(T("scorpion.screen.in.way.ask", who=T("scorpion.ninja"), steps=dry[0]))
    intruders.phone.sees(T("scorpion.screen.in.way.heard", n=1))  # how far it can be heard
    intruders.use(T("scorpion.screen.in.way.lock"))
    intruders.hears(T("scorpion.screen.in.way.ask_still", who=T("scorpion.traitor")))
    intruders.use(T("scorpion.screen.in.way.lock_still"))
    ninja, traitor = moves("lock_path", 2)
    assert ninja["steps"] == [{"do": "walk", "to": dry[0]}]
    assert traitor["steps"] == []
    intruders.use(T("scorpion.screen.in.search.end"))
    moves("end_intruder_phase")

    # The guards hear that it is their turn, and nothing of where the intruders went.
    guards.hears(T("scorpion.phase.alert"))
    assert dry[0] not in re.findall(r"[A-Z]+\d+", guards.listen())
