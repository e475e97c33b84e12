"""Small guard tables on the worked grid, laid by hand: who stands where, what is held, what is secret.

Guards are written as units: `"g01:b2"` a sentry, `"g03+g04:c2<b2"` a patrol with b2 behind it, `"g05p:a1"` a spear.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.board.board import Board
from referee.core.values import Ruling
from referee.scorpion.cards import SUGGESTED, cards
from referee.scorpion.guards.patrol_phase import patrol_steps
from referee.scorpion.guards.steps import zones_onward
from referee.scorpion.guards.units import where
from referee.scorpion.options import Options
from referee.scorpion.parts import Moving, Patrol
from referee.scorpion.state import Character, Figure, Marks, Passage, Player, Rope, State, Stock
from tests.referee.board.grid import playable_grid
from tests.referee.scorpion.table import SEATS, Table

DECK = 12
WEAPON_ROLES = ("sword", "spear")


class Guarded(Table):
    """A table in the middle of a match, whose guards are declared for."""

    def listens(self, seat: str, kind: str, cat: bool = False, **fields: Any) -> Ruling:
        """Let a unit listen and the Traitor's player answer; return the ruling that tells the answer."""
        ruling = self.says(seat, kind, **fields)
        if self.state.pending and type(self.state.pending[-1]).__name__ == "Listening":
            ruling = self.says(self.owner("traitor"), "answer_cat", use=cat)
        return ruling

    def steps(self, seat: str, *way: str, **fields: Any) -> None:
        """Walk zone by zone."""
        for to in way:
            self.says(seat, "guard_step", to=to, **fields)

    @property
    def asked(self) -> str:
        """The kind of the question that is open, or nothing."""
        return type(self.state.pending[-1]).__name__ if self.state.pending else ""

    def said(self, before: int) -> list[str]:
        """Return the kinds of the events since, without the alert's own."""
        return [kind for kind in self.kinds(before) if kind != "alert_raised"]


def lay(
    guards: str = "",
    *,
    players: int = 2,
    ninja: str | None = None,
    traitor: str | None = None,
    noise: tuple[int, int] = (0, 0),
    visible: tuple[str, ...] = (),
    phase: str = "cards",
    turn: int = 2,
    alert: int = 0,
    hand: Mapping[str, int] | None = None,
    drawn: Mapping[str, int] | None = None,
    decks: Mapping[str, int] | None = None,
    board: Board | None = None,
    entrances: tuple[str, ...] = ("b1", "c4"),
    found: tuple[str, ...] = (),
    front: int = 0,
    ropes: tuple[tuple[str, str], ...] = (),
    sleepers: Mapping[str, int] | None = None,
    cat: bool = True,
    **options: Any,
) -> Guarded:
    """Return a table in the middle of a match. `noise` is the Ninja's and the Traitor's; the Traitor may hold a Cat."""
    seats = SEATS[players]
    chosen = Options(**options)
    figures, patrols = _figures(guards)
    own = tuple(role for role in seats if role in ("guards", *WEAPON_ROLES))
    held, fresh = cards(hand or SUGGESTED["guards"]), cards(drawn or {})
    named = chosen.guard_cards == "entered"
    stocks = tuple(
        Stock(
            role,
            len(held) + len(fresh) + front + (decks or {}).get(role, DECK),
            chosen=True,
            hand=held if named else None,
            hand_size=len(held),
            drawn=fresh if named else None,
            drawn_size=len(fresh),
            deck_size=(decks or {}).get(role, DECK),
            front=front if i == 0 else 0,
            drew=True,
        )
        for i, role in enumerate(own)
    )
    state = State(
        chosen,
        board or playable_grid(),
        tuple(Player(seat, seat.title(), seat, True) for seat in seats),
        phase=phase,
        turn=turn,
        alert=alert,
        figures=figures,
        patrols=patrols,
        stocks=stocks,
        marks=Marks(sleepers=tuple((sleepers or {}).items()), recorded=True, sleepers_recorded=True),
        characters=tuple(
            Character(
                who,
                who if players > 2 else "intruders",
                status="in_play" if at else "dead",
                zone=at,
                noise=n,
                visible=who in visible,
                hand=("cat", "rope") if who == "traitor" and cat else ("rope",),
                hand_size=2 if who == "traitor" and cat else 1,
                hand_chosen=True,
            )
            for who, at, n in (("ninja", ninja, noise[0]), ("traitor", traitor, noise[1]))
        ),
        passages=(Passage(None, entrances, found),),
        ropes=tuple(Rope(a, b, "ninja", 1) for a, b in ropes),
        opened=False,
    )
    return Guarded.at(state)  # type: ignore[return-value]


def _figures(text: str) -> tuple[tuple[Figure, ...], tuple[Patrol, ...]]:
    figures, patrols = [], []
    for unit in text.split():
        ids, _, place = unit.partition(":")
        zone, _, behind = place.partition("<")
        members = [(id.removesuffix("p"), "spear" if id.endswith("p") else "sword") for id in ids.split("+")]
        figures += [Figure(id, zone, weapon) for id, weapon in members]
        if len(members) > 1:
            patrols.append(Patrol(tuple(sorted(id for id, _ in members)), behind or None))
    return tuple(sorted(figures, key=lambda f: f.id)), tuple(patrols)


def with_flags(table: Guarded, id: str, **flags: Any) -> Guarded:
    """Change one figure: drunk, carded, moved, …"""
    figures = tuple(replace(f, **flags) if f.id == id else f for f in table.state.figures)
    table.state = replace(table.state, figures=figures)
    return table


def copies(table: Guarded) -> int:
    """Return how many guard cards there are in all places together (invariant 3)."""
    wounds = sum(len(c.wounds) for c in table.state.characters)
    return wounds + sum(s.hand_size + s.drawn_size + s.deck_size + len(s.discard) + s.front for s in table.state.stocks)


def steps_from(state: State, moving: Moving) -> tuple[str, ...]:
    """Return the zones that the moving unit may enter next, by what the guards know."""
    if moving.cause == "patrol":
        return patrol_steps(state, moving.unit)
    return zones_onward(state, moving, where(state, moving.unit))[0]
