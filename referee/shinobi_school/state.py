"""The state of a match of 忍のがっこう: immutable values, and queries of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.core.base import replace
from referee.core.judging import tell
from referee.core.values import Notice, Refused
from referee.shinobi_school.cards import COPIES, DEAL_TABLE, Cards, Deal
from referee.shinobi_school.moves import SIDES, Options, Side
from referee.shinobi_school.view_model import Action, Finding, Round, SheetRow, Tier, Turn

Field = tuple[Tier, ...]
"""The tiers from top to bottom, with rising numbers."""


@dataclass(frozen=True)
class Player:
    """One seat. Fields about cards apply to the present round."""

    seat: str
    name: str
    scores: tuple[int, ...] = ()
    by_hand: int = 0
    """The sum of what house rulings have added to the round scores."""
    won: int = 0
    ready: bool = False
    hand: Cards | None = None
    """The registered hand; secret, until it becomes the heaven."""
    laid: Cards | None = None
    """The noted earth; secret until the reveal."""
    earth: Cards = ()
    heaven_size: int = 0
    known: Cards = ()
    """The cards that everybody knows to be in heaven (ledger A1)."""
    heaven_changed: bool = False
    """Whether cards were placed from or collected into the heaven."""
    heaven: Cards | None = None
    """The present heaven, if registered; secret."""
    noted: bool = False
    """Whether hand or heaven was registered, which is public."""
    doubted: bool = False
    """Whether the entry proved wrong and is no longer used; secret like the entry itself."""
    withdrawn: bool = False
    counted: int = 0
    """The turn in which the heaven was last counted (ledger A4)."""
    agrees: bool = False
    left: SheetRow | None = None
    """The remaining cards, once this round is counted."""

    @property
    def points(self) -> int:
        return sum(self.scores) + self.by_hand


@dataclass(frozen=True)
class State:
    """The whole state. `players` are in clockwise order."""

    options: Options
    players: tuple[Player, ...]
    deal: Deal
    start: str | None = None
    """The start player of this round; `None` until named for the first round."""
    phase: str = "deal"
    round: int = 1
    turned: int = 0
    """The number of cards turned from the stock for the first field."""
    field: Field = ()
    swept: Cards = ()
    active: str | None = None
    actions: tuple[Action, ...] = ()
    """The active player's actions in this turn."""
    fresh: bool = False
    """Whether the field was swept at the beginning of this turn."""
    last_placer: str | None = None
    """The seat that placed last since the field was made or swept (SCHOOL-8.2)."""
    placed: bool = False
    """Whether anybody has placed in this round (SCHOOL-8.6)."""
    quiet: int = 0
    """The number of consecutive turns without a placement."""
    turns: tuple[Turn, ...] = ()
    """The past turns of this round."""
    earlier: int = 0
    """The number of further turns before a take-over."""
    winner: str | None = None
    """The winner of the round that is not scored yet."""
    rounds: tuple[Round, ...] = ()
    findings: tuple[Finding, ...] = ()
    chosen: str | None = None
    """The winner that the table chose among tied players (open point O11)."""


# Queries


def seats(state: State) -> tuple[str, ...]:
    """Return the seats, clockwise."""
    return tuple(p.seat for p in state.players)


def player(state: State, seat: str) -> Player:
    """Return the player of a seat. Raises `Refused` for an unknown seat (SCHOOL-1.3)."""
    for p in state.players:
        if p.seat == seat:
            return p
    raise Refused("SCHOOL-1.3", "shinobi_school.not_in_game", firm=True, seat=seat)


def after(state: State, seat: str) -> str:
    """Return the next seat clockwise (SCHOOL-7.1)."""
    order = seats(state)
    return order[(order.index(seat) + 1) % len(order)]


def deal_of(options: Options, count: int) -> Deal:
    """Return the deal for a number of players (SCHOOL-1.2, 1.3; O13)."""
    return (options.deal_table or {}).get(count) or DEAL_TABLE[count]


def undealt(state: State) -> int:
    """Return the number of undealt cards (SCHOOL-1.4)."""
    return COPIES * state.deal.highest - state.deal.cards * len(state.players)


def numbers(state: State) -> range:
    """Return the numbers of this deck (SCHOOL-1.1, 1.3)."""
    return range(1, state.deal.highest + 1)


def turns_over(state: State) -> int:
    """Return the number of past turns of this round."""
    return state.earlier + len(state.turns)


def turn_number(state: State) -> int:
    """Return the number of the present turn, or of the one that has won the round, from 1; 0 before the first."""
    return turns_over(state) + (state.phase in ("turn", "won"))


def open_sides(state: State) -> tuple[Side, ...]:
    """Return the sides with which the active player has not acted yet (SCHOOL-7.2, 7.3)."""
    done = {action.side for action in state.actions}
    return tuple(side for side in SIDES if side not in done) if state.phase == "turn" else ()


def is_untouched(state: State) -> bool:
    """Tell whether nobody has acted in the first round, so that the start player may still be named (SCHOOL-11.1)."""
    return state.round == 1 and not turns_over(state) and not state.actions and not state.rounds


def losers(state: State) -> tuple[Player, ...]:
    """Return all players but the winner of the round that is not scored yet."""
    return tuple(p for p in state.players if p.seat != state.winner)


def may_agree(state: State) -> bool:
    """Tell whether sweeping the first field may be agreed on: after a whole lap without a placement (O1)."""
    between = state.phase == "turn" and not state.actions
    return between and not state.placed and bool(state.field) and state.quiet >= len(state.players)


# Changes


def with_seat(state: State, seat: str, **changes: Any) -> State:
    return replace(state, players=tuple(replace(p, **changes) if p.seat == seat else p for p in state.players))


def with_seats(state: State, changes: Mapping[str, Mapping[str, Any]]) -> State:
    return replace(state, players=tuple(replace(p, **changes.get(p.seat, {})) for p in state.players))


# Findings


def found(state: State, kind: str, seat: str | None, clause: str, told: list[Notice], **about: int) -> State:
    """Add a finding of this round about a seat, and tell everybody."""
    finding = Finding.model_validate({"kind": kind, "round": state.round, "player": seat, **about})
    params = finding.model_dump(mode="json", exclude={"kind"})
    told.append(tell(f"shinobi_school.finding.{kind}", clause, **params))
    return replace(state, findings=(*state.findings, finding))
