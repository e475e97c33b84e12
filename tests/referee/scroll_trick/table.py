"""A table of Ann, Ben, Cem, … on which tests play one declaration after the other.

Cards are written `A5` here and `A 5` in the moves.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from referee import scroll_trick
from referee.core import journal
from referee.core.values import Ruling, Seat
from referee.scroll_trick.state import State, seat_of
from tests.players.scroll_trick import Habits, playing
from tests.referee.judging import Judging

NAMES = ("ann", "ben", "cem", "dee", "eve")
OPENED = ("A1 B1 C1", "A2 B2 C2", "A3 B3 C3", "A4 B4 C4", "A5 B5 C5")
"""What is opened where a test does not mind."""
PLAIN = Habits(counts=0.0)
"""Honest players of a box that nobody counts."""


def card(text: str) -> str:
    """Return a card written shortly: `A5` is `A 5`."""
    return f"{text[:-1]} {text[-1]}"


def hand(text: str) -> list[str]:
    """Return cards written shortly."""
    return [card(each) for each in text.split()]


def standing(state: State) -> journal.Match:
    """Return a match whose table stands as given."""
    seats = tuple(Seat(seat=p.seat, name=p.name) for p in state.players)
    return journal.Match(scroll_trick, state.options, seats, state)


class Table(Judging):
    GAME = scroll_trick
    LEDGER = "SCROLL"

    def __init__(self, count: int = 3, start: str | None = "ann", state: State | None = None, **options: Any) -> None:
        chosen = scroll_trick.OPTIONS(start=start, **options)
        seats = [Seat(seat=name, name=name.title()) for name in NAMES[:count]]
        self.state: State = state or scroll_trick.begin(chosen, seats)

    # Bringing a table to where a test begins

    def dealt(self) -> Table:
        """Everybody has scrolls and cards; trump is asked for."""
        if self.state.phase == "setup":
            self.says("table", "take_start_scrolls")
        self.says("table", "confirm_deal")
        return self

    def trump(self, kind: str = "E", row: str = "D1 D2 D3", value: int = 3) -> Table:
        """Trump is chosen; with two players the shadow's row lies."""
        self.says(self.state.marker or "", "choose_trump", kind=kind)
        if self.state.shadow is not None:
            self.says("table", "lay_shadow", cards=hand(row), value=value)
        return self

    def opened(self, **opens: str) -> Table:
        """All have opened three cards, those named or those that a test does not mind."""
        cards = {p.seat: hand(opens.get(p.seat, OPENED[n])) for n, p in enumerate(self.state.players)}
        while self.state.phase == "open":
            seat = self.view().active
            self.says(seat, "open_card", card=cards[seat].pop(0))
        return self

    def placed(self, noted: Mapping[str, str] | None = None) -> Table:
        """All have laid their scrolls; `noted` says who noted which values, on their cards in order."""
        for seat, values in (noted or {}).items():
            cards = [laid.card for laid in seat_of(self.state, seat).open]
            scrolls = dict(zip(cards, map(int, values.split()), strict=True))
            self.says(seat, "place_scrolls", scrolls=scrolls)
        if self.state.phase == "place":
            self.says("table", "place_scrolls")
        return self

    def contest(self, trump: str = "E", row: str = "D1 D2 D3", value: int = 3, **opens: str) -> Table:
        """Round 1 stands before its first trick."""
        return self.dealt().trump(trump, row, value).opened(**opens).placed()

    # The contest

    def plays(self, cards: str) -> Ruling:
        """Everybody in turn plays one of these cards; the shadow plays by itself, in its turn, where `-` stands."""
        for each in cards.split():
            seat = self.view().active
            if each == "-":
                ruling = self.says("table", "shadow_play")
            else:
                ruling = self.says(seat, "play_card", card=card(each))
        return ruling

    def takes(self, **values: int) -> Ruling:
        """Whoever is ahead takes the trick; a value that nobody named is the first that may be."""
        prompt = self.prompts()["take_trick"]
        for seat, choice in prompt.offers[0].fields["values"].of.items():
            values.setdefault(seat, next(value for value in choice.of if value is not None))
        return self.says("table", "take_trick", player=prompt.params["seat"], values=values)

    # Reading

    def view(self, viewer: str = "public") -> Any:
        return scroll_trick.view(self.state, viewer)

    def seat(self, seat: str) -> Any:
        """Return what everybody sees of a seat."""
        return next(s for s in self.view().seats if s.seat == seat)

    def prompts(self, viewer: str = "public") -> dict[str, Any]:
        """Return what is asked, by ask; of several equal asks the first."""
        asked: dict[str, Any] = {}
        for prompt in scroll_trick.prompts(self.state, viewer):
            asked.setdefault(prompt.ask.removeprefix("scroll_trick.ask."), prompt)
        return asked

    def scored(self, **captured: str) -> Table:
        """Set by hand what seats have captured."""
        scrolls = {seat: tuple(map(int, values.split())) for seat, values in captured.items()}
        self.state = scroll_trick.adjust(self.state, scroll_trick.ADJUSTMENT(captured=scrolls))
        return self


def matches(
    count: int, wanted: Callable[[State], bool], seeds: int = 40, habits: Habits = PLAIN, **options: Any
) -> Iterator[Table]:
    """Yield tables at the first moment of random matches at which something holds; seats are `p1`, `p2`, …"""
    for seed in range(seeds):
        made, _, last = playing(seed, count, options, habits)
        for state in [step.before for step in made] + [last]:
            if wanted(state):
                yield Table(state=state)
                break


def at(phase: str, round: int = 1, count: int = 3, **options: Any) -> Table:
    """Return a table of a random match at the first moment of a phase of a round; seats are `p1`, `p2`, …"""
    return Table(state=_first(phase, round, count, json.dumps(options)))


@lru_cache(maxsize=64)
def _first(phase: str, round: int, count: int, options: str) -> State:
    chosen = json.loads(options)
    return next(matches(count, lambda s: (s.phase, s.round) == (phase, round), 40, PLAIN, **chosen)).state


def turning(round: int, count: int = 3, points: str = "", **options: Any) -> Table:
    """Return a table of a round at which scrolls are laid; `points` are what seats had captured before."""
    table = at("between", round - 1, count, **options)
    if points:
        for n, values in enumerate(points.split("/"), 1):
            table.scored(**{f"p{n}": values})
    table.says("table", "draw_scrolls")
    table.says("table", "give_marker", player=table.view().lowest[0])
    return table.dealt().trump("E", "D1 D2 D3", 1).opened()
