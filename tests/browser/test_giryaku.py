"""Two phones play Giryaku at a table: every play from scan to winner, and an evening of results alone."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.conftest import NewPhone, mixed_engines
from tests.browser.match import journal_of, sit
from tests.browser.naps import nap
from tests.browser.phones import BrowserPhone
from tests.browser.test_evening import reachable
from tests.hosted import Hosted

pytestmark = pytest.mark.browser

NAMES = {"p1": "Aki", "p2": "Ben"}


class Hands:
    """The thumbs of both players: each declaration is made on the phone of whoever makes it."""

    def __init__(self, phones: dict[str, BrowserPhone]) -> None:
        self.phones = phones

    def t(self, seat: str, key: str, **params: Any) -> str:
        """Return words of these screens in a phone's language."""
        return self.phones[seat].t(f"giryaku.screen.{key}", **params)

    def kind(self, seat: str, kind: str) -> str:
        """Return a card as a phone says it."""
        return self.phones[seat].t(f"words.giryaku.{kind}")

    def cell(self, seat: str, owner: str, cell: str) -> None:
        """Tap a cell of somebody's board, whatever lies there."""
        where = self.phones[seat].t(f"words.giryaku.{cell[1]}", column=cell[0])
        said = self.t(seat, "cell_spoken", name=NAMES[owner], cell=where, what="")
        self.phones[seat].tap(re.compile("^" + re.escape(said)))

    def taps(self, seat: str, *names: str) -> None:
        """Tap one thing after the other."""
        for name in names:
            self.phones[seat].tap(name)

    def asked(self, seat: str, ask: str, **params: Any) -> None:
        """Wait until a phone asks this: what it showed before may have buttons of the same names."""
        self.phones[seat].sees(re.compile(re.escape(self.phones[seat].t(f"giryaku.ask.{ask}", **params))))

    def shows(self, seat: str, cards: str) -> None:
        """Show the three cards of the opening, given in the order of the kinds."""
        self.asked(seat, "reveal_opening")
        for missing, card in zip((2, 1, 0), cards, strict=True):
            self.taps(seat, self.kind(seat, card))
            if missing:
                self.phones[seat].sees(self.t(seat, "choose_n", n=missing))  # until then what is tapped may move
        self.taps(seat, self.t(seat, "show_cards", cards=" ".join(cards)))

    def lays(self, seat: str, a: int, b: int) -> None:
        """Lay the two opening cards."""
        self.asked(seat, "opening_place")
        self.cell(seat, seat, f"{a}L")
        self.cell(seat, seat, f"{b}L")
        self.taps(seat, self.t(seat, "lay_in", a=a, b=b))

    def turns_up(self, seat: str, **cards: str) -> None:
        """Turn them up: `c1="N"` is a ninja in column 1."""
        self.asked(seat, "opening_reveal")
        for column, card in cards.items():
            self.taps(seat, self.t(seat, "kind_in", card=self.kind(seat, card), column=column[1]))
        self.taps(seat, self.t(seat, "turn_them_up"))

    def places(self, seat: str, card: str, cell: str, *, strikes: bool = False) -> None:
        """Place a card."""
        self.asked(seat, "turn")
        self.taps(seat, self.kind(seat, card))
        self.cell(seat, seat, cell)
        label = self.t(seat, "place_card", card=self.kind(seat, card), column=cell[0])
        self.taps(seat, self.t(seat, "place_strike") if strikes else label)

    def picks(self, seat: str, place: int) -> None:
        """Pick a card of the other hand by its place."""
        self.taps(seat, self.t(seat, "hand_card", n=place), self.t(seat, "pick_card", n=place))

    def loses(self, seat: str, card: str) -> None:
        """Show the card that was picked."""
        self.asked(seat, "reveal_lost")
        self.taps(seat, self.kind(seat, card), self.t(seat, "lose_card", card=self.kind(seat, card)))


def table_of(laptop: BrowserPhone, depth: str) -> str:
    """Open a table of Giryaku on a phone that shows home; return the match's code."""
    t = laptop.t
    laptop.tap(t("app.home.open"))
    laptop.tap(t("app.game.giryaku"))
    if depth == "scores":
        laptop.tap(t("app.depth.scores"))
    laptop.is_offered(t("app.new.edit_seat", n=2, name=t("app.player_n", n=2)))
    for number, name in enumerate(NAMES.values(), 1):
        laptop.write(number, name)
        laptop.is_offered(t("app.new.edit_seat", n=number, name=name))
    laptop.tap(t("app.new.open"))
    laptop.page.wait_for_url(re.compile(r"/m/\w+$"), wait_until="commit")
    laptop.sees(re.compile(NAMES["p2"]))
    return laptop.page.url.rpartition("/")[2]


def seated(laptop: BrowserPhone, phone: NewPhone) -> Hands:
    """Let both players scan, sit down, and begin."""
    address = reachable(laptop.scan())
    phones = {seat: phone(name).open(address) for seat, name in NAMES.items()}
    for seat, name in NAMES.items():
        sit(phones[seat], name)
    laptop.tap(laptop.t("app.lobby.start"))
    return Hands(phones)


def meet(laptop: BrowserPhone, hands: Hands, winner: str) -> None:
    """Wait until every phone names the winner."""
    for each in (laptop, *hands.phones.values()):
        each.sees(each.t("kit.strip_ended"))
        each.sees(re.compile(re.escape(each.t("app.end.wins", name=winner))))


@mixed_engines
def test_two_phones_scan_sit_and_play_to_two_onmyoji(host: Hosted, phone: NewPhone) -> None:
    laptop = phone("laptop").open(host.address)
    code = table_of(laptop, "plays")
    hands = seated(laptop, phone)
    aki, ben = hands.phones["p1"], hands.phones["p2"]

    # What the box says is settled by whoever has it at hand; then the decks are ready.
    hands.taps("p1", NAMES["p1"], hands.t("p1", "settle"), hands.t("p1", "dealt"))
    hands.shows("p1", "SNO")
    ben.sees(re.compile(re.escape(hands.t("p2", "opening_of", name=NAMES["p1"], cards="S N O"))))
    hands.shows("p2", "SSN")
    hands.lays("p1", 1, 2)
    hands.lays("p2", 2, 3)
    hands.turns_up("p1", c1="N", c2="O")
    hands.turns_up("p2", c2="N", c3="S")

    # Samurai and ninja: a card of Ben's hand is picked unseen, and Ben shows it.
    hands.places("p1", "S", "1U")
    hands.picks("p1", 2)
    hands.loses("p2", "N")

    # A phone is loaded anew, and is at its seat again. A raid, and the turn that it brings.
    aki.reload()
    hands.asked("p2", "turn")
    hands.taps("p2", hands.t("p2", "consume"), hands.kind("p2", "O"), hands.t("p2", "raid_hand", name=NAMES["p1"]))
    hands.asked("p2", "raid_take", other=NAMES["p1"])
    nap(ben, NAMES["p2"], (aki,))
    hands.taps("p2", hands.kind("p2", "S"), hands.t("p2", "bury_card", card=hands.kind("p2", "S")))
    hands.taps("p2", hands.t("p2", "take_extra"))
    hands.places("p2", "S", "2U")
    # Samurai and ninja once more, at Aki's hand.
    hands.picks("p2", 1)
    hands.loses("p1", "N")

    # Two cards strike one of Ben's: the upper card falls.
    hands.asked("p1", "turn")
    hands.taps("p1", hands.t("p1", "consume"), hands.kind("p1", "S"), hands.kind("p1", "N"))
    hands.cell("p1", "p2", "2L")
    hands.taps("p1", hands.t("p1", "strike_cell", cell=aki.t("words.giryaku.L", column=2)))
    hands.places("p2", "S", "1L")
    ben.is_offered(ben.t("table_screen.turn_of", name=NAMES["p1"]))
    hands.places("p1", "O", "2U")

    meet(laptop, hands, NAMES["p1"])
    match = journal_of(host, code)
    assert match.result is not None
    assert match.result.winners == ("p1",)
    assert match.result.reason == "giryaku.onmyoji_pair"


def test_graveyards_and_the_result_alone_lead_to_a_winner(host: Hosted, phone: NewPhone) -> None:
    laptop = phone("laptop").open(host.address)
    code = table_of(laptop, "scores")
    hands = seated(laptop, phone)

    def buries(seat: str, owner: str, cards: str, before: int) -> None:
        t = hands.t
        hands.taps(seat, NAMES[owner])
        for after, card in enumerate(cards, before + 1):
            hands.taps(seat, hands.kind(seat, card))
            hands.phones[seat].is_offered(t(seat, "add_to", name=NAMES[owner], before=before, after=after))
        hands.taps(seat, t(seat, "add_to", name=NAMES[owner], before=before, after=after))
        for each in hands.phones.values():  # what is chosen belongs to what a phone shows
            each.sees(re.compile(rf"^{NAMES[owner]}\. [^.]*: {after}\."))

    hands.taps("p1", hands.t("p1", "goes_first", name=NAMES["p1"]))
    buries("p1", "p2", "SSN", 0)
    buries("p2", "p1", "SO", 0)
    buries("p1", "p2", "SSSNNO", 3)
    hands.taps("p2", hands.t("p2", "tab.end"), NAMES["p2"], hands.t("p2", "end.no_hand"))
    hands.taps("p2", hands.t("p2", "has_no_hand", name=NAMES["p2"]))
    hands.taps("p1", hands.t("p1", "last_turn_done", name=NAMES["p1"]))
    hands.taps("p2", hands.t("p2", "count_is", counts=f"{NAMES['p1']} 2, {NAMES['p2']} 9"))

    meet(laptop, hands, NAMES["p1"])
    match = journal_of(host, code)
    assert match.result is not None
    assert match.result.reason == "giryaku.fewer_graveyard"
    assert [line.points for line in match.result.ranking] == [2, 9]
