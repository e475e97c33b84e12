"""A table of 忍のがっこう at one moment: immutable values, and the plain questions one asks of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.core.base import replace
from referee.core.judging import tell
from referee.core.values import Notice, Refused
from referee.shinobi_school.moves import COPIES, DEAL_TABLE, SIDES, Cards, Deal, Options, Side
from referee.shinobi_school.view_model import Action, Finding, Round, SheetRow, Tier, Turn

Field = tuple[Tier, ...]
"""The tiers from top to bottom, numbers rising."""


@dataclass(frozen=True)
class Player:
    """One seat. What is said of cards holds for the round in progress."""

    seat: str
    name: str
    scores: tuple[int, ...] = ()
    by_hand: int = 0
    """What house rulings have added to the round scores."""
    won: int = 0
    ready: bool = False
    hand: Cards | None = None
    """What the player registered of the deal: secret, until it becomes the heaven."""
    laid: Cards | None = None
    """The earth that was noted: secret until the reveal."""
    earth: Cards = ()
    heaven_size: int = 0
    known: Cards = ()
    """Cards that are certainly in heaven, as everybody saw (ledger A1)."""
    heaven_changed: bool = False
    """Whether the heaven has placed or collected."""
    heaven: Cards | None = None
    """What is in heaven, if it was registered: secret."""
    noted: bool = False
    """Whether hand or heaven was registered. That it was is public."""
    doubted: bool = False
    """The entry turned out wrong and binds no longer: secret, as the entry itself."""
    withdrawn: bool = False
    counted: int = 0
    """The turn in which the heaven was last counted (ledger A4)."""
    agrees: bool = False
    left: SheetRow | None = None
    """What was left in hand, once this round is counted."""

    @property
    def points(self) -> int:
        return sum(self.scores) + self.by_hand


@dataclass(frozen=True)
class State:
    """The whole table. `players` are in clockwise order."""

    options: Options
    players: tuple[Player, ...]
    deal: Deal
    start: str | None = None
    """Who starts this round; None until the table has named a seat for the first one."""
    phase: str = "deal"
    round: int = 1
    turned: int = 0
    """How many cards were turned from the stock for the first field."""
    field: Field = ()
    swept: Cards = ()
    active: str | None = None
    actions: tuple[Action, ...] = ()
    """What the player on turn has done in this turn."""
    fresh: bool = False
    """Whether the field was swept when this turn began."""
    last_placer: str | None = None
    """Who placed most recently since the field was made or swept (SCHOOL-8.2)."""
    placed: bool = False
    """Whether anybody has placed in this round (SCHOOL-8.6)."""
    quiet: int = 0
    """Turns in a row without a placement."""
    turns: tuple[Turn, ...] = ()
    """The turns of this round that are over."""
    earlier: int = 0
    """How many more there were before a match that begins in the middle."""
    winner: str | None = None
    """Who has won the round that is not scored yet."""
    rounds: tuple[Round, ...] = ()
    findings: tuple[Finding, ...] = ()
    chosen: str | None = None
    """Whom the table chose among equals (open point O11)."""


# Questions


def seats(state: State) -> tuple[str, ...]:
    """Return the seats, clockwise."""
    return tuple(p.seat for p in state.players)


def player(state: State, seat: str) -> Player:
    """Return whoever has this seat. Raises `Refused` when nobody has (SCHOOL-1.3)."""
    for p in state.players:
        if p.seat == seat:
            return p
    raise Refused("SCHOOL-1.3", "shinobi_school.not_in_game", firm=True, seat=seat)


def after(state: State, seat: str) -> str:
    """Return who sits next clockwise (SCHOOL-7.1)."""
    order = seats(state)
    return order[(order.index(seat) + 1) % len(order)]


def deal_of(options: Options, count: int) -> Deal:
    """Return how many cards each gets, and the highest number (SCHOOL-1.2, 1.3; O13)."""
    return (options.deal_table or {}).get(count) or DEAL_TABLE[count]


def undealt(state: State) -> int:
    """Return how many cards are not dealt (SCHOOL-1.4)."""
    return COPIES * state.deal.highest - state.deal.cards * len(state.players)


def numbers(state: State) -> range:
    """Return the numbers of this deck (SCHOOL-1.1, 1.3)."""
    return range(1, state.deal.highest + 1)


def turns_over(state: State) -> int:
    """Return how many turns of this round are over."""
    return state.earlier + len(state.turns)


def turn_number(state: State) -> int:
    """Return the number of the turn that is on, or has won the round, from 1; 0 before the first."""
    return turns_over(state) + (state.phase in ("turn", "won"))


def open_sides(state: State) -> tuple[Side, ...]:
    """Return the sides with which the player on turn has not acted yet (SCHOOL-7.2, 7.3)."""
    done = {action.side for action in state.actions}
    return tuple(side for side in SIDES if side not in done) if state.phase == "turn" else ()


def untouched(state: State) -> bool:
    """Tell whether nobody has acted yet in the first round: who starts may still be named (SCHOOL-11.1)."""
    return state.round == 1 and not turns_over(state) and not state.actions and not state.rounds


def losers(state: State) -> tuple[Player, ...]:
    """Return all but the winner of the round that is not scored yet."""
    return tuple(p for p in state.players if p.seat != state.winner)


def may_agree(state: State) -> bool:
    """Tell whether the table may agree to sweep the first field: a whole lap without a placement (O1)."""
    between = state.phase == "turn" and not state.actions
    return between and not state.placed and bool(state.field) and state.quiet >= len(state.players)


# Changes


def with_seat(state: State, seat: str, **changes: Any) -> State:
    return replace(state, players=tuple(replace(p, **changes) if p.seat == seat else p for p in state.players))


def with_seats(state: State, changes: Mapping[str, Mapping[str, Any]]) -> State:
    return replace(state, players=tuple(replace(p, **changes.get(p.seat, {})) for p in state.players))


# Answers


def found(state: State, finding: Finding, clause: str, told: list[Notice]) -> State:
    params = finding.model_dump(mode="json", exclude={"kind"})
    told.append(tell(f"shinobi_school.finding.{finding.kind}", clause, **params))
    return replace(state, findings=(*state.findings, finding))
