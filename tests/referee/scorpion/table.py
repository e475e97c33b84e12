"""A Scorpion table on which tests play one declaration after the other, and a set-up of Nijō to begin from.

`Table.ready(players)` stands at turn 1's alert phase. Seats: `guards` and `intruders` with 2 players; `guards`,
`ninja`, `traitor` with 3; `sword`, `spear`, `ninja`, `traitor` with 4. What was set up, with base numbers:

- sentries g01 to g08 at `POSTS[:8]`: W1 W4 S1 E1 E7 N1 P1 K1, swords and spears in turn;
- patrols g09+g10 (two swords) at W16 with W18 behind, g11+g12 (two spears) at E4 with E6 behind, g13+g14 (one of
  each) at C1 with S1 behind; `PATROLS` has three more places;
- with other numbers the first of `POSTS` and `PATROLS`, all patrols with one of each weapon;
- sleepers two each in W3 W10 W18, one each in E5 P3 (see `sleeping` for other numbers);
- marks: A P2, B P6, C P10, D K2, E K7, F K10, traps P9 K12, hidden sentries P15 K5;
- missions: Ninja A (at P2), Traitor D (at K2); starts: Ninja T1, Traitor N6; entrances S4 and N9 (rivals: the
  Traitor's own are W13 and E8);
- hands: the suggested ones; two guard players split `STOCK` twice and take `HALF_HAND` each.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from referee import scorpion
from referee.board.board import Board
from referee.core.reading import canonical
from referee.core.values import Seat
from referee.scorpion.cards import SUGGESTED
from referee.scorpion.options import Options
from referee.scorpion.prompts import ALWAYS
from referee.scorpion.state import Character, Figure, State, character, figure
from tests.referee.judging import Judging

SEATS: dict[int, tuple[str, ...]] = {
    2: ("guards", "intruders"),
    3: ("guards", "ninja", "traitor"),
    4: ("sword", "spear", "ninja", "traitor"),
}
POSTS = ("W1", "W4", "S1", "E1", "E7", "N1", "P1", "K1", "N8", "P12", "P14", "K14")
PATROLS = (("W16", "W18"), ("E4", "E6"), ("C1", "S1"), ("N5", "N3"), ("W7", "W6"), ("S5", "S7"))
"""Where patrols start, and what lies behind them."""
BARRACKS = ("W3", "W10", "W18", "E5", "P3", "K4")
MARKS = {
    "A": "P2",
    "B": "P6",
    "C": "P10",
    "D": "K2",
    "E": "K7",
    "F": "K10",
    "T1": "P9",
    "T2": "K12",
    "H1": "P15",
    "H2": "K5",
}
MISSIONS = {"ninja": "A", "traitor": "D"}
STARTS = {"ninja": "T1", "traitor": "N6"}
ENTRANCES = ("S4", "N9")
RIVAL_ENTRANCES = ("W13", "E8")
STOCK = {
    "awaken": 3,
    "kenjutsu": 2,
    "patrol_listen": 3,
    "patrol_search": 3,
    "secret_passage": 1,
    "sentry_listen": 3,
    "sentry_search": 3,
}
"""Half of the guards' 36 cards, for each of two guard players."""
HALF_HAND = {"awaken": 2, "kenjutsu": 1, "patrol_listen": 2, "patrol_search": 2, "sentry_listen": 3, "sentry_search": 2}
"""The 12 of them that are the hand; the deck: awaken, kenjutsu, listen, search of patrols, passage, a search."""
WEAPONS = ("sword", "spear")


def sleeping(n: int = 8) -> dict[str, int]:
    """Return where so many guards sleep: with 8 of them in five barracks, else two each in order."""
    if n == 8:
        return {"W3": 2, "W10": 2, "W18": 2, "E5": 1, "P3": 1}
    return {zone: min(2, n - 2 * i) for i, zone in enumerate(BARRACKS) if n > 2 * i}


class Table(Judging):
    GAME = scorpion
    LEDGER = "SCORPION"

    def __init__(self, players: int | Mapping[str, str] = 2, **options: Any) -> None:
        """Begin a match with 2 to 4 players, or with seats and their names."""
        names = players if isinstance(players, Mapping) else {seat: seat.title() for seat in SEATS[players]}
        self.state: State = scorpion.begin(Options(**options), [Seat(seat=s, name=n) for s, n in names.items()])

    @classmethod
    def at(cls, state: State) -> Table:
        """Return a table with a state made by hand."""
        table = cls.__new__(cls)
        table.state = state
        return table

    @classmethod
    def ready(cls, players: int = 2, character: str = "ninja", **options: Any) -> Table:
        """Return a table at turn 1's alert phase. `character` is whom a lone wolf plays."""
        return cls.at(_ready(players, character, canonical(options)))

    @classmethod
    def setting_up(cls, players: int = 2, to: str = "", character: str = "ninja", **options: Any) -> Table:
        """Return a table in the set-up before the part `to`: one of `PARTS`."""
        table = cls(players, **options)
        for part in PARTS[: PARTS.index(to)] if to else PARTS:
            getattr(table, part)(**({"character": character} if part == "missions" else {}))
        return table

    # --- Declarations -----------------------------------------------------------------------------------------------
    def view(self, viewer: str = "public") -> Any:
        """Return what a viewer sees."""
        return scorpion.view(self.state, viewer)

    def prompts(self, viewer: str = "public") -> dict[str, Any]:
        """Return what is asked, by ask, but for what may be said at any time; of several equal asks the first."""
        asked: dict[str, Any] = {}
        for prompt in scorpion.prompts(self.state, viewer):
            if prompt.ask in ALWAYS:
                continue
            asked.setdefault(prompt.ask.removeprefix("scorpion.ask."), prompt)
        return asked

    # --- What is there ----------------------------------------------------------------------------------------------
    @property
    def board(self) -> Board:
        return self.state.board

    def seats(self, side: str) -> tuple[str, ...]:
        """Return the seats of `guards` or `intruders`."""
        of = {"guards": ("guards", "sword", "spear"), "intruders": ("intruders", "ninja", "traitor")}[side]
        return tuple(p.seat for p in self.state.players if p.role in of)

    def owner(self, who: str) -> str:
        """Return the seat that plays the Ninja or the Traitor."""
        return character(self.state, who).seat

    def one(self, who: str) -> Character:
        """Return the Ninja or the Traitor."""
        return character(self.state, who)

    def guard(self, id: str) -> Figure:
        """Return a guard figure that must be there."""
        found = figure(self.state, id)
        assert found is not None, id
        return found

    def kinds(self, before: int = 0) -> list[str]:
        """Return the kinds of all events of the public record, from a number of events on."""
        return [event.kind for event in self.state.record[before:]]

    # --- The set-up, part by part -----------------------------------------------------------------------------------
    def missions(self, character: str = "ninja") -> None:
        """A lone wolf's character is chosen; missions are drawn."""
        if self.state.options.lone_wolf != "off":
            self.says("intruders", "choose_character", intruder=character)
            self.says("intruders", "draw_missions", **{character: MISSIONS[character]})
        elif len(self.seats("intruders")) == 1:
            self.says("intruders", "draw_missions", **MISSIONS)
        else:
            for who, letter in MISSIONS.items():
                self.says(who, "draw_missions", **{who: letter})

    def hands(self) -> None:
        """All hands are chosen."""
        options = self.state.options
        for who in self.handed():
            named = options.intruder_cards == "entered"
            size = options.ninja_hand if who == "ninja" else options.traitor_hand
            cards = {"cards": hand(who, size)} if named else {}
            self.says(self.owner(who), "choose_intruder_hand", intruder=who, **cards)
        named = options.guard_cards == "entered"
        if len(self.seats("guards")) == 2 and named:
            self.says("sword", "split_guard_cards", sword=STOCK, spear=STOCK)
        chosen = HALF_HAND if len(self.seats("guards")) == 2 else SUGGESTED["guards"]
        for seat in self.seats("guards"):
            self.says(seat, "choose_guard_hand", **({"cards": chosen} if named else {}))

    def handed(self) -> tuple[str, ...]:
        """Return whose opening hands are prepared: a hidden lone wolf's both (29.3)."""
        if self.state.options.lone_wolf == "on":
            return tuple(c.who for c in self.state.characters if c.status != "absent")
        return ("ninja", "traitor")

    def guard_figures(self) -> None:
        """Sentries and patrols are placed."""
        seat, options = self.seats("guards")[0], self.state.options
        for i, zone in enumerate(POSTS[: options.sentries]):
            self.says(seat, "place_sentry", zone=zone, weapon=WEAPONS[i % 2])
        base = options.sentries == 8 and options.patrol_count == 3
        for i, (zone, behind) in enumerate(PATROLS[: options.patrol_count]):
            weapons = ([WEAPONS[i]] * 2 if i < 2 else WEAPONS) if base else WEAPONS
            self.says(seat, "place_patrol", zone=zone, behind=behind, weapons=list(weapons))

    def guard_marks(self) -> None:
        """The guards record their secrets."""
        seat = self.seats("guards")[-1]
        self.says(seat, "record_sleepers", sleepers=sleeping(self.state.options.sleepers))
        self.says(seat, "record_marks", marks=MARKS)

    def guards_lock(self) -> None:
        """Every guard player locks their part."""
        for seat in self.seats("guards"):
            self.says(seat, "lock_setup")

    def intruder_marks(self) -> None:
        """The intruders record their secrets."""
        for one in self.state.characters:
            if one.status != "absent":
                self.says(one.seat, "set_start", intruder=one.who, zone=STARTS[one.who])
        for i, seat in enumerate(self.seats("intruders")):
            rival = i == 1 and self.state.options.disputed == "on"
            self.says(seat, "set_passage", entrances=RIVAL_ENTRANCES if rival else ENTRANCES)

    def intruders_lock(self) -> None:
        """Every intruder player locks their part: turn 1 begins."""
        for seat in self.seats("intruders"):
            self.says(seat, "lock_setup")


PARTS = ("missions", "hands", "guard_figures", "guard_marks", "guards_lock", "intruder_marks", "intruders_lock")
"""The parts of the set-up in their order."""
MORE = {
    "ninja": ("kenjutsu1", "kenjutsu2", "rope", "shadow_walk", "shuriken"),
    "traitor": ("cat", "kenjutsu1", "potent_sake"),
}


def hand(who: str, size: int) -> dict[str, int]:
    """Return the suggested hand of a character, with fewer or more cards for other sizes than the base game's."""
    cards = [card for card, n in SUGGESTED[who].items() for _ in range(n)]  # type: ignore[index]
    cards = (cards + list(MORE[who]))[:size]
    return {card: cards.count(card) for card in dict.fromkeys(cards)}


@lru_cache(maxsize=256)
def _ready(players: int, character: str, options: str) -> State:
    return Table.setting_up(players, character=character, **json.loads(options)).state
