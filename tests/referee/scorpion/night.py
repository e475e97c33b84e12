"""An intruder phase on the worked grid, made by hand: who stands where, what is marked, held and known.

BoardDrawing A is a4 a5 b4 b5, castle B a1 a2 b1 b2 c1 c2; a3 and b3 are moats; walls a3|a4, b3|b4, b5|c5; the edge is
a1 b1 c1 c5. Marks: A a4, B a5, C b4, D a1, E a2, F b1, traps b5 and b2, hidden sentries c1 and c2.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from referee.core.values import Ruling
from referee.scorpion.cards import SUGGESTED, cards
from referee.scorpion.moves import STEP, Step
from referee.scorpion.options import Options
from referee.scorpion.parts import Patrol
from referee.scorpion.state import (
    Character,
    Figure,
    Marks,
    Passage,
    Player,
    Rope,
    State,
    Stock,
    with_character,
    with_figures,
)
from tests.referee.board.grid import playable_grid
from tests.referee.scorpion.table import SEATS, Table

BOARD = playable_grid()
LETTERS = {"A": "a4", "B": "a5", "C": "b4", "D": "a1", "E": "a2", "F": "b1"}
TRAPS = ("b5", "b2")
HIDDEN = ("c1", "c2")
HANDS: dict[str, tuple[str, ...]] = {
    who: cards(SUGGESTED[who])  # type: ignore[index]
    for who in ("ninja", "traitor")
}


class Night(Table):
    """A table in the intruder phase."""

    def __init__(
        self,
        ninja: str | None = "b2",
        traitor: str | None = "c3",
        guards: Iterable[str] = (),
        *,
        players: int = 2,
        turn: int = 3,
        alert: int = 0,
        patrols: Iterable[tuple[str, ...]] = (),
        weapons: Mapping[str, str] | None = None,
        drunk: Mapping[str, int] | None = None,
        hands: Mapping[str, Iterable[str]] | None = None,
        missions: Mapping[str, str] | None = None,
        entrances: tuple[str, ...] = ("c2", "b4"),
        visible: Iterable[str] = (),
        wounds: Mapping[str, int] | None = None,
        ropes: Iterable[tuple[str, str, str]] = (),
        board: Any = BOARD,
        **options: Any,
    ) -> None:
        """Lay the night. Guards g01, g02, … stand in the zones given, one for each; None: not in play."""
        chosen = Options(**options)
        seats = SEATS[players]
        owner = {who: who if who in seats else "intruders" for who in ("ninja", "traitor")}
        stocks = ("sword", "spear") if "sword" in seats else ("guards",)
        absent = "absent" if chosen.lone_wolf != "off" else "dead"
        held = {**HANDS, **{who: tuple(sorted(hand)) for who, hand in (hands or {}).items()}}
        counted = chosen.intruder_cards == "counted"
        self.state = State(
            options=chosen,
            board=board,
            players=tuple(Player(seat, seat.title(), seat, locked=True) for seat in seats),
            phase="intruders",
            turn=turn,
            alert=alert,
            figures=tuple(
                Figure(f"g{i:02}", zone, (weapons or {}).get(f"g{i:02}", "sword")) for i, zone in enumerate(guards, 1)
            ),
            patrols=tuple(Patrol(members) for members in patrols),
            stocks=tuple(Stock(role, 36 // len(stocks), chosen=True, hand=()) for role in stocks),
            marks=Marks(tuple(LETTERS.items()), TRAPS, HIDDEN, (), True, True),
            characters=tuple(
                Character(
                    who,
                    owner[who],
                    status="in_play" if zone else absent,
                    zone=zone,
                    start=zone,
                    visible=who in visible,
                    wounds=(stocks[0],) * (wounds or {}).get(who, 0),
                    mission=(missions or {"ninja": "A", "traitor": "D"}).get(who),
                    hand=None if counted else held[who],
                    hand_size=len(held[who]),
                    hand_chosen=True,
                )
                for who, zone in (("ninja", ninja), ("traitor", traitor))
            ),
            ropes=tuple(Rope(a, b, who, 1) for a, b, who in ropes),
            passages=tuple(
                Passage(who, entrances) for who in (("ninja", "traitor") if is_disputed(chosen) else (None,))
            ),
            opened=False,
            identity_public=chosen.lone_wolf != "hidden",
        )
        for id, turns in (drunk or {}).items():
            self.state = with_figures(self.state, (id,), drunk=turns)

    def set(self, who: str, **changes: Any) -> Night:
        """Change an intruder by hand."""
        self.state = with_character(self.state, who, **changes)
        return self

    def change(self, **changes: Any) -> Night:
        """Change the state by hand."""
        self.state = replace(self.state, **changes)
        return self

    # --- Paths ------------------------------------------------------------------------------------------------------
    def goes(self, who: str, *steps: str | Mapping[str, Any]) -> Ruling:
        """Lock a path that must be upheld."""
        return self.says(self.owner(who), "lock_path", intruder=who, steps=items(steps))

    def may_not(self, number: str, who: str, *steps: str | Mapping[str, Any]) -> Ruling:
        """Declare a path that must be refused by this clause, on the declaring phone alone, with nothing changed."""
        before = self.state
        ruling = self.refuses(number, self.owner(who), "lock_path", intruder=who, steps=items(steps))
        assert ruling.private
        assert self.state is before
        return ruling

    def both(self, *steps: tuple[str, str | Mapping[str, Any]]) -> Ruling:
        """Lock both paths in one list."""
        return self.says(self.owner("ninja"), "lock_path", steps=tagged(steps))

    def searches(self, who: str, *zones: str) -> Ruling:
        """Declare searches that must be upheld."""
        return self.says(self.owner(who), "declare_searches", searches=named(who, zones))

    def may_not_search(self, number: str, who: str, *zones: str) -> Ruling:
        """Declare searches that must be refused by this clause."""
        ruling = self.refuses(number, self.owner(who), "declare_searches", searches=named(who, zones))
        assert ruling.private
        return ruling

    def ends(self) -> Ruling:
        """The intruders end their phase."""
        return self.says(self.seats("intruders")[0], "end_intruder_phase")


def is_disputed(options: Options) -> bool:
    return options.disputed == "on"


def named(who: str, zones: Iterable[str]) -> list[dict[str, str]]:
    return [{"intruder": who, "zone": zone} for zone in zones]


def items(steps: Iterable[str | Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [item(step) for step in steps]


def tagged(steps: Iterable[tuple[str, str | Mapping[str, Any]]]) -> list[dict[str, Any]]:
    return [item(step) | {"intruder": who} for who, step in steps]


def item(step: str | Mapping[str, Any]) -> dict[str, Any]:
    """Return a step written short: `"b3"` walks there, `"rope_new a4"`, `"kenjutsu1 g01"`, `"bluff rope"`, ….

    `"sake g01+g02"` is for two guards; `"enter_passage"`, `"exit_map"` and `"shadow_walk"` stand alone.
    """
    if not isinstance(step, str):
        return dict(step)
    do, _, what = step.partition(" ")
    if do in BOARD.ids:
        return {"do": "walk", "to": do}
    if do in ("kenjutsu1", "kenjutsu2"):
        return {"do": "kenjutsu", "value": int(do[-1]), "guards": [what]}
    if do == "bluff":
        return {"do": do, "card": what}
    if do in ("shuriken", "sake"):
        return {"do": do, "guards": what.split("+")}
    return {"do": do, "to": what} if what else {"do": do}


def steps(*short: str) -> tuple[Step, ...]:
    """Return steps as values."""
    return tuple(STEP.validate_python(item(step)) for step in short)


def said(ruling: Ruling) -> list[str]:
    """Return what everybody is told, in order: the kinds of the public notices."""
    return [n.message.removeprefix("scorpion.") for n in ruling.notices if n.to == "public"]


def about(ruling: Ruling, kind: str, n: int = 0) -> dict[str, Any]:
    """Return the parameters of the n-th public notice of a kind."""
    return [dict(x.params) for x in ruling.notices if x.message == f"scorpion.{kind}" and x.to == "public"][n]
