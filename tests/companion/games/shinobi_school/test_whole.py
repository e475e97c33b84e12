"""Whole matches of Shinobi School, every declaration made by tapping what the phones show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.shinobi_school.facts import groups, spoken_set
from companion.screens.router import render
from referee.core.values import PUBLIC
from referee.shinobi_school.moves import SIDES
from tests.companion.games.shinobi_school import tables
from tests.companion.screens.stage import EN, Shown
from tests.players.shinobi_school import Habits, Players
from tests.shots.scenes import Still
from tests.shots.tree import spoken

SHORT = {"3": {"cards": 6, "highest": 8}, "4": {"cards": 5, "highest": 9}, "5": {"cards": 5, "highest": 9}}
"""A deal that makes rounds short."""
BUSY = Habits(registers=0.7, notes=0.6, checks=0.1, counts=0.1, withdraws=0.1, collects=0.3)


class Evening:
    """A table, and a phone of every seat that is tapped like a player's."""

    def __init__(self, table: tables.Table) -> None:
        self.table = table
        self.phones = {s.seat: Phone(self, s.seat) for s in table.match.seats}
        self.said: list[str] = []

    def name(self, seat: str) -> str:
        """The name of a seat."""
        return next(s.name for s in self.table.match.seats if s.seat == seat)


class Phone:
    """One seat's phone: what it shows, and what its taps do at the table."""

    def __init__(self, evening: Evening, seat: str) -> None:
        self.evening, self.seat = evening, seat
        self.held, self.entering = "covered", ()
        self.actions = Still()
        self.shown: Shown | None = None
        self.drawn: Any = None
        """What it was drawn for: nothing is drawn again that has not changed."""
        self.taps = 0

    def draw(self) -> Shown:
        """Show what the table now lets this phone show."""
        now = (self.evening.table.match.number, self.held, self.entering, self.taps)
        if self.shown is not None and self.drawn == now:
            return self.shown
        self.drawn = now
        snap = self.evening.table.snap(self.seat, self.held, entering=self.entering if self.held != "covered" else ())
        if self.shown is None:
            self.shown = Shown(lambda: render(EN, snap, self.actions))
        else:
            self.shown.show(snap)
        return self.shown

    def tap(self, name: str, *, starts: bool = False, first: bool = False) -> None:
        """Tap what has this name, or begins with it; of several the last, which lies on top, or the first."""
        shown = self.draw()
        found = [
            each
            for each in shown.tree
            if getattr(each, "on_click", None) is not None
            and (spoken(each).startswith(name) if starts else spoken(each) == name)
        ]
        assert found, f"{self.seat}: nothing is called {name!r} in {shown.names}"
        self.taps += 1
        found[0 if first else -1].on_click(None)  # type: ignore[attr-defined]
        for action, args, _ in self.actions.told:
            self._do(action, args)
        self.actions.told.clear()

    def _do(self, action: str, args: tuple[Any, ...]) -> None:
        if action == "keep":
            self.held = "kept"
        elif action == "cover":
            self.held = "covered"
        elif action == "hands":
            self.entering = tuple(args[0])
        elif action == "declare":
            move, seat = args[0], args[1] if len(args) > 1 else self.seat
            self.evening.table = self.evening.table.says(
                seat, move["type"], **{k: v for k, v in move.items() if k != "type"}
            )
            self.evening.said.append(move["type"])
            self.entering = ()

    def tiles(self, cards: list[int]) -> None:
        """Tap each number of some cards in a picker."""
        for number in cards:
            shown = self.draw()
            names = (f"One more {number}", *(spoken_set(number, k) for k in range(2, 6)))
            self.tap(next(n for n in names if n in shown.names))


def secretly(phone: Phone, way: str, tab: str, move: Mapping[str, Any]) -> None:
    """Enter cards secretly and lock them."""
    phone.tap(way)
    if tab in phone.draw().names:
        phone.tap(tab)
    phone.tiles(move["cards"])
    phone.tap("Confirm", starts=True)


def split(phone: Phone, sides: Mapping[str, Any]) -> None:
    """Enter both sides of a split at once and lock them."""
    phone.tap("Enter my earth")
    phone.tap("Both sides")
    phone.tap("Earth")
    phone.tiles(sides["earth"])
    phone.tap("Heaven")
    phone.tiles(sides["heaven"])
    phone.tap("Confirm", starts=True)


def do(evening: Evening, actor: str, move: Mapping[str, Any]) -> None:
    """Declare a move on the phone of its actor, or on the first one for the table, by taps alone."""
    seat = actor if actor in evening.phones else "p1"
    phone, name, kind = evening.phones[seat], evening.name, move["type"]
    before = len(evening.said)
    view = evening.table.view
    if kind == "confirm_deal":
        phone.tap("Dealt", starts=True)
    elif kind == "lay_earth":
        if "split" in move:
            split(phone, move["split"])
        elif "cards" in move:
            secretly(phone, "Enter my earth", "My earth", move)
        else:
            phone.tap("Laid face down")
    elif kind == "register_hand":
        way = f"Enter my {view.dealt} cards" if view.phase == "deal" else "Enter"
        secretly(phone, way, "Whole hand", move)
    elif kind == "register_heaven":
        secretly(phone, "Enter", "My heaven", move)
    elif kind == "reveal_earths" and list(move["earths"]) == [seat] and "Enter it for everybody" in phone.draw().names:
        cards = move["earths"][seat]
        if cards:
            phone.tiles(cards)
            phone.tap("Enter 1 card" if len(cards) == 1 else f"Enter {len(cards)} cards")
        else:
            phone.tap("It is empty")
    elif kind == "reveal_earths":
        if "Enter it for everybody" in phone.draw().names:
            phone.tap("Enter it for everybody")
        for who, cards in move["earths"].items():
            phone.tap(name(who))
            if "Something else lies there" in phone.draw().names:
                phone.tap("Something else lies there")
            if cards:
                phone.tiles(cards)
            elif f"{name(who)}: earth is empty" in phone.draw().names:
                phone.tap(f"{name(who)}: earth is empty")
        phone.tap("Turn up all earths")
    elif kind == "first_field":
        for number in move["cards"]:
            phone.tap(str(number))
        phone.tap("Make the field")
    elif kind == "set_start_player":
        phone.tap(name(move["player"]))
        if view.phase == "start":
            phone.tap(f"{name(move['player'])} starts")
    elif kind in ("place", "collect", "pass_action", "end_turn"):
        act(phone, view, move)
    elif kind in ("withdraw_entry", "count_heaven", "check_move"):
        ask(evening, phone, move)
    elif kind == "score_round":
        phone.tap("Score the round")
    elif kind == "show_heaven":
        if move.get("player", seat) != seat:
            phone = evening.phones["p1"]
            if move["player"] != "p1" and name(move["player"]) in phone.draw().names:
                phone.tap(name(move["player"]))
            else:
                phone = evening.phones[move["player"]]
        chosen = list(next(s for s in view.seats if s.seat == move.get("player", seat)).known)
        left = list(move["cards"])
        for number in chosen:
            left.remove(number)
        phone.tiles(left)
        phone.tap("Show them")
    elif kind == "break_tie":
        phone.tap(name(move["player"]))
        phone.tap(f"{name(move['player'])} has won")
    elif kind in ("round_cards", "round_points"):
        enter_round(evening, phone, move)
    else:
        assert kind == "close_game"
        phone.tap("End the match")
    assert len(evening.said) == before + 1, (kind, evening.said[before:])


def act(phone: Phone, view: Any, move: Mapping[str, Any]) -> None:
    """Play one action of a turn."""
    kind, both = move["type"], len(view.open) > 1
    if kind == "end_turn":
        phone.tap("Pass")
        if both:
            phone.tap("Both")
        phone.tap("Pass with both" if both else f"Pass with {view.open[0]}")
        return
    side = move["side"]
    if both:
        phone.tap(side.capitalize())
    if kind == "pass_action":
        phone.tap("Pass")
        phone.tap(f"Pass with {side}")
    elif kind == "collect":
        phone.tap("Collect")
        phone.tap(f"{move['end'].capitalize()}: ", starts=True)
        phone.tap("Take", starts=True)
    else:
        phone.tap("Place")
        held = dict(groups(next(s for s in view.seats if s.seat == view.active).earth or ()))
        phone.tap(spoken_set(move["number"], held[move["number"]]) if side == "earth" else str(move["number"]))
        size = f"\N{MULTIPLICATION SIGN}{move['size']}"
        if size in phone.draw().names:
            phone.tap(size)
        phone.tap(f"Place {spoken_set(move['number'], move['size'])} ", starts=True)


def ask(evening: Evening, phone: Phone, move: Mapping[str, Any]) -> None:
    """Do what "More" offers."""
    phone.tap("More")
    if move["type"] == "withdraw_entry":
        phone.tap("Withdraw my entry", starts=True)
    elif move["type"] == "count_heaven":
        phone.tap("Count a heaven", starts=True)
        name, size = evening.name(move["player"]), move["size"]
        phone.tap(name)
        phone.tap(f"{name}: {size} card{'' if size == 1 else 's'}")
    else:
        phone.tap("Ask about a move", starts=True)
        asked = move["move"]
        phone.tap(asked["side"].capitalize())
        phone.tap(asked["type"].capitalize())
        if asked["type"] == "collect":
            field = evening.table.view.field
            phone.tap(f"{asked['end'].capitalize()}: " if field else f"{asked['end']} end", starts=True)
        else:
            phone.tap(str(asked["number"]))
            phone.tap(f"\N{MULTIPLICATION SIGN}{asked['size']}")
        phone.tap("Ask the referee secretly")
        phone.tap("Close")


def enter_round(evening: Evening, phone: Phone, move: Mapping[str, Any]) -> None:
    """Enter a round of depth scores."""
    phone.tap(evening.name(move["winner"]), first=True)
    if move["type"] == "round_points":
        phone.tap("By points")
        for who, points in move["points"].items():
            for _ in range(-points // 10):
                phone.tap(f"Ten points less for {evening.name(who)}")
            for _ in range(-points % 10):
                phone.tap(f"One point less for {evening.name(who)}")
    else:
        for who, left in move["left"].items():
            for side in SIDES:
                if left[side]:
                    phone.tap(f"{evening.name(who)}: {side.capitalize()}")
                    phone.tiles(left[side])
    phone.tap(f"{evening.name(move['winner'])} wins the round")


def play(seed: int, count: int, **options: Any) -> Evening:
    """Play a match to its end by taps."""
    evening = Evening(tables.begun(count, **options))
    players = Players(seed, list(evening.phones), BUSY)
    while evening.table.match.result is None:
        match = evening.table.match
        view = match.view(PUBLIC).model_dump()
        said = players.next(view, [p.model_dump() for p in match.prompts(PUBLIC)])
        assert said is not None, view["phase"]
        do(evening, *said)
    return evening


@pytest.mark.parametrize(("seed", "count"), [(1, 3), (2, 4), (3, 5)])
def test_a_whole_match_is_played_by_taps_alone(seed: int, count: int) -> None:
    evening = play(seed, count, rounds=1, deal_table=SHORT)
    assert evening.table.match.result is not None
    assert {"confirm_deal", "lay_earth", "reveal_earths", "first_field", "place"} <= set(evening.said)
    for seat, phone in evening.phones.items():
        phone.held = "covered"
        assert "Export" in phone.draw().names, seat


@pytest.mark.parametrize(("seed", "count"), [(1, 3), (2, 4), (5, 5)])
def test_a_match_of_results_is_entered_by_taps_alone(seed: int, count: int) -> None:
    evening = play(seed, count, depth="scores", rounds=2, final_tie="table")
    assert evening.said[-1] in ("close_game", "break_tie")
    assert "Score sheet" in "\n".join(evening.phones["p1"].draw().names)
