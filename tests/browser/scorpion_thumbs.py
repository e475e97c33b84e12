"""An evening of Scorpion by thumb: what is tapped on a phone's model is tapped on the phone in the browser too.

The models, drawn beside the phones from the host's own journal, know the names of what there is to tap. After every
declaration the host's journal is read again, for what the app draws at random only the host knows.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

import flet as ft

from companion.games.scorpion.facts import Pick
from companion.i18n import translator
from companion.phones.cover import DOUBLE_TAPS
from companion.tables.backend import know
from models import Store
from referee import scorpion
from referee.core.journal import Match
from referee.core.values import GAME_MASTER
from referee.scorpion import moves
from referee.scorpion.state import State, side_of
from tests.browser.match import journal_in
from tests.browser.phones import PATIENCE, BrowserPhone
from tests.browser.scorpion_script import Script
from tests.companion.games.scorpion.guards import stage as guards_stage
from tests.companion.games.scorpion.intruders import stage as intruders_stage
from tests.companion.games.scorpion.intruders.test_play import tap_out
from tests.companion.games.scorpion.setup import tables as setup_tables
from tests.companion.games.scorpion.setup.tables import Evening, lit_of, next_tap
from tests.hosted import Hosted
from tests.shots.tree import names, press

T = translator("en")
LISTS = ("Zones as a list", "As a list")
"""What makes a list of a map, in play and in the set-up."""
LOOKS = (T("kit.tap_to_look"), T("scorpion.screen.setup.open"), "Open in secret", T("table_screen.open_all"))
"""What opens a cover."""
Between = Callable[[int, str, str], None]
FRAMES, AFTER = 3, 0.05
"""How many frames must be quiet, and the seconds beyond those that the host leaves for reading a question."""
MOST = 200
"""Taps of one seat's set-up at most."""


class Thumb:
    """Taps on a phone in a browser."""

    def __init__(self, phone: BrowserPhone) -> None:
        self.phone = phone
        self.asked = -math.inf
        """When the question that stands here may have come."""

    def tap(self, name: str, look: bool = True) -> None:
        """Tap what has this name once it is there; a zone by its id, for what stands in it may be told in more words.

        A phone may be behind: what is asked for may still be under the cover, or on a map that is no list yet.
        """
        zone = re.match(r"^([A-Z]+\d+)[,.] ", name)
        target = re.compile(rf"^{zone[1]}[,.] ") if zone else name
        end = time.monotonic() + PATIENCE / 1000
        while True:
            if chart := next((each for each in LISTS if zone and self.phone.offers(each)), None):
                self.listed(chart)
            elif self.phone.offers(target):
                break
            elif look:
                self.look()
            assert time.monotonic() < end, f"there is no {name}: {self.phone.spoken()[-600:]}"
            self.phone.next_frame()
        self.read()
        self.phone.tap(target)

    def read(self) -> None:
        """Take the time to read a question that has just come: what is tapped sooner was meant for another."""
        while time.monotonic() < self.asked + DOUBLE_TAPS + AFTER:
            self.phone.next_frame()

    def listed(self, name: str) -> None:
        """Make a list of the map, and wait until it is one: what was tapped must not be looked for again."""
        self.phone.tap(name)
        self.phone.does_not_see(name)

    def still(self) -> None:
        """Wait until the host has nothing more to say to this phone for some frames: it shows the newest moment."""
        heard = -1
        while heard != len(self.phone.frames):
            heard = len(self.phone.frames)
            for _ in range(FRAMES):
                self.phone.next_frame()
        self.asked = self.phone.heard

    def look(self) -> None:
        """Open the cover, unless it is open."""
        for name in LOOKS:
            if self.phone.offers(name):
                self.phone.tap(name)
                self.phone.does_not_see(name)
                return


def as_list(tree: list[ft.BaseControl], thumb: Thumb) -> bool:
    """Show the zones as a list, where each can be tapped whatever is seen of the map; tell whether it was a map."""
    there = names(tree)
    for name in LISTS:
        if name in there:
            press(tree, name)
            if thumb.phone.offers(name):  # a phone stays at it until it is loaded again
                thumb.listed(name)
            return True
    return False


class Guard(guards_stage.GuardPhone):
    """A guard player's phone, beside its model, its cover closed."""

    def __init__(self, state: State, seat: str, thumb: Thumb) -> None:
        self.thumb = thumb
        super().__init__(state, seat)

    def tap(self, name: str) -> None:
        press(self.tree, name)  # what cannot be tapped is not looked for on the phone
        self.thumb.tap(name, look=False)
        self._happen()

    def go(self) -> None:
        self.thumb.read()
        self.thumb.phone.tap_last(self.main)
        super().go()

    def tap_zone(self, zone: str) -> None:
        if as_list(self.tree, self.thumb):
            self._happen()
        super().tap_zone(zone)


class Intruder(intruders_stage.Phone):
    """An intruder's phone, or the game master's who answers for it, beside its model.

    Its cover is open, or the question is asked on closed doors.
    """

    def __init__(self, state: State, seat: str, thumb: Thumb, look: bool, master: bool = False) -> None:
        self.thumb, self.opens = thumb, look
        super().__init__(state, seat, master=master)

    def tap(self, name: str) -> None:
        press(self.tree, name)
        self.thumb.tap(name, self.opens)
        self._happen()

    def tap_zone(self, zone: str) -> None:
        if as_list(self.tree, self.thumb):
            self._happen()
        super().tap_zone(zone)


class Setter(setup_tables.Phone):
    """A seat's phone during the set-up, beside its model, its cover open."""

    def __init__(self, match: Match, seat: str, thumb: Thumb) -> None:
        super().__init__(Evening(match), seat)
        self.thumb = thumb
        self.pick = Pick(listed=False)
        self.keep()

    def use(self, tree: list[ft.BaseControl], name: str) -> None:
        """Tap the same here and there, once for each has been declared."""
        if not as_list(tree, self.thumb):
            press(tree, name)
            self.thumb.tap(name)


class Table:
    """A match on a host, and the phones of its seats. It is closed in the end, as a file is."""

    def __init__(self, host: Hosted, code: str, phones: Mapping[str, Thumb], seed: int) -> None:
        self.store = Store.open(host.database)
        self.code, self.phones = code, phones
        self.random = Random(seed)
        match = self.match
        know(match.state.board)
        self.script = Script(seed, match.options.model_dump(mode="json"), match.state.board)
        self.letters = self.random.sample("ABCDEF", 6)
        """The missions that are keyed in."""
        self.kinds: list[str] = []
        """What was declared so far."""
        self.master: Thumb | None = None
        """The game master, while the phone of whoever is asked is asleep."""

    @property
    def match(self) -> Match:
        """The match as the host keeps it."""
        return journal_in(self.store, self.code)

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.close()

    def set_up(self) -> None:
        """Let every seat tap whatever leads on, each as far as it can, until turn 1 begins."""
        while (match := self.match).state.phase == "setup":
            before = match.number
            for seat, thumb in self.phones.items():
                self._settle(seat, thumb)
            assert self.match.number > before, "nobody can go on with the set-up"
        self._close([seat for seat in self.phones if side_of(match.state, seat) == "guards"])

    def _close(self, seats: Iterable[str]) -> None:
        """Close the covers of phones at once: a page that is loaded again shows no secret."""
        for seat in seats:
            self.phones[seat].phone.reload()

    def _settle(self, seat: str, thumb: Thumb) -> None:
        thumb.still()
        phone = Setter(self.match, seat, thumb)
        for _ in range(MOST):
            asked = [p for p in phone.ctx.snap.prompts if p.seat == seat and p.must]
            if not asked or asked[0].params.get("locked"):
                return
            tree, declared = phone.tree, len(phone.evening.moves)
            step = self._wanted(phone, tree)
            if not step:
                return
            thumb.look()
            phone.use(tree, step)
            if len(phone.evening.moves) > declared:
                self.kinds.append(phone.evening.moves[-1][1]["type"])
                phone.evening.match = self.further(phone.evening.match.number, thumb)
        raise AssertionError(f"{seat} never came to an end: {phone.names}")

    def _wanted(self, phone: Setter, tree: list[ft.BaseControl]) -> str:
        """Return what to tap next. Nothing is left to the app's own lots, which fall differently every time."""
        step = next_tap(phone, tree, self.random)
        if step == T("scorpion.screen.setup.draw"):
            return self.letters.pop()
        return self.random.choice(lit_of(tree)) if step == T("scorpion.screen.setup.anyhow") else step

    def play(self, until: Callable[[State], bool], between: Between = lambda *_: None) -> None:
        """Let the players play by their script until a state, or to the end; `between(n, seat, type)` comes before."""
        match = self.match
        while not until(match.state) and (said := self.script.next(scorpion, match.state)) is not None:
            seat, move = said
            between(len(self.kinds), seat, move["type"])
            self.declare(match.state, seat, move)
            self.kinds.append(move["type"])
            match = self.further(match.number + 1, self.phones[seat])

    def declare(self, state: State, seat: str, move: dict[str, Any]) -> None:
        """Make a declaration with the thumb of its seat, or of the game master who answers for it."""
        if self.master is not None:
            self._answer(self.master, state, seat, move)
            return
        thumb = self.phones[seat]
        thumb.still()
        if side_of(state, seat) == "guards":
            guard = Guard(state, seat, thumb)
            guard.make(move)
            self._close([seat] if guard.held != "covered" else [])
            return
        parsed = scorpion.MOVE.validate_python(move)
        opens = not isinstance(parsed, moves.AnswerCat)
        if opens:
            thumb.look()
        tap_out(Intruder(state, seat, thumb, opens), parsed)

    def _answer(self, master: Thumb, state: State, seat: str, move: dict[str, Any]) -> None:
        """Let the game master make an intruder's declaration, whose phone is asleep."""
        musts = [prompt.seat for prompt in scorpion.prompts(state, GAME_MASTER) if prompt.must]
        master.still()
        master.look()
        master.phone.sees(T("table_screen.sleeps_asked"))
        master.phone.tap_nth(T("table_screen.answer"), musts.index(seat) + 1)
        name = next(p.name for p in state.players if p.seat == seat)
        # The whole table has a map, too.
        master.phone.sees(re.compile(re.escape(T("table_screen.answer_for", name=name))))
        tap_out(Intruder(state, seat, master, False, master=True), scorpion.MOVE.validate_python(move))

    def further(self, number: int, thumb: Thumb) -> Match:
        """Return the host's match once it has so many entries."""
        end = time.monotonic() + PATIENCE / 1000
        match = self.store.matches.get(self.code).id
        while len(self.store.journals.entries(match)) < number:
            assert time.monotonic() < end, f"entry {number} never came: {thumb.phone.spoken()[-600:]}"
            thumb.phone.next_frame()
        thumb.asked = time.monotonic()
        return self.match
