"""The state of a Shinobazu match: immutable values, and queries of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from referee.core.base import replace
from referee.core.judging import firm, tell
from referee.core.values import Notice, Refused, Seat
from referee.shinobazu.cards import CARDS, HAND
from referee.shinobazu.moves import Options
from referee.shinobazu.view_model import Battle, Finding, Led, RefusedDuel, ScoreRound

PLAYERS = range(3, 6)


@dataclass(frozen=True)
class FightCard:
    """A card that was laid in this set.

    `recorded` is its player's secret record, `card` what everybody has seen. Current cards are those of the present
    round, carried ones those of earlier rounds. A discard of unknown origin has `round` 0 and no owner.
    """

    owner: str
    laid_by: str
    round: int
    recorded: str | None = None
    card: str | None = None
    discarded: bool = False
    void: bool = False
    """Whether everybody knows that the record is wrong; the card must be named when it is turned over."""


@dataclass(frozen=True)
class Player:
    """One seat. `hand` is secret, and `None` until it is noted."""

    seat: str
    name: str
    points: int = 0
    hand_size: int = HAND
    hand: tuple[str, ...] | None = None
    doubted: bool = False
    """Whether a house ruling has upheld a card outside the noted hand; secret like the note itself."""
    withdrawn: bool = False
    returned: tuple[str, ...] = ()
    """The cards that everybody saw return to this hand before the set (SHINOBAZU-9.5)."""
    laid: bool = False
    declared: str | None = None
    kept: int = 0
    """At the depth `scores`: the number of carried cards in front."""
    shown_hand: tuple[str, ...] | None = None


@dataclass(frozen=True)
class State:
    """The whole state. `players` are in turn order: the next one is the left neighbour."""

    options: Options
    players: tuple[Player, ...]
    start: str
    phase: str = "turns"
    set: int = 1
    round: int = 1
    active: str | None = None
    """The seat whose turn it is to lay."""
    declares: str | None = None
    """The seat that must declare."""
    lead: str | None = None
    """The announced lead colour of the round (SHINOBAZU-4.2)."""
    leads: tuple[Led | None, ...] = ()
    """The rounds of this set led so far; `None` for one that nobody remembers."""
    cards: tuple[FightCard, ...] = ()
    """All cards laid in this set, in order."""
    due: tuple[str, ...] = ()
    """The owners of the current cards that are due to be turned over."""
    three: bool = False
    """Whether the jutsu of three has forced the passers in (SHINOBAZU-7.1, or in a duel by option)."""
    stays: tuple[str, ...] = ()
    """The remaining passers."""
    challenger: str | None = None
    challenged: str | None = None
    answer: str | None = None
    duel_leads: tuple[str, ...] = ()
    battle: Battle | None = None
    duel: Battle | None = None
    refused: RefusedDuel | None = None
    gained: tuple[str, ...] = ()
    """The seats that received points last in this round (SHINOBAZU-9.1)."""
    findings: tuple[Finding, ...] = ()
    open_before: int = 0
    """The number of checks of earlier sets that can no longer be decided."""
    rounds: tuple[ScoreRound, ...] = ()

    @property
    def moments(self) -> tuple[str, ...]:
        """What is on now, most specific first: the due move, `untouched` or the fate of the duel, the phase."""
        plays, became = self.options.depth == "plays", ""
        if self.phase == "turns":
            due = "lead" if self.lead is None else "lay" if self.declares is None else "declare"
        elif self.due or self.phase == "battle":
            due = "turn_over" if self.due else "battle_result"
        elif self.phase == "duel" and plays and self.challenged is not None:
            due = "duel_answer" if self.answer is None else "choose_duel_lead"
        else:
            due = "end_round" if self.phase != "duel" else "duel_challenge" if plays else "duel_result"
        if self.set == self.round == 1 and not self.cards and not self.rounds:
            became = "untouched"
        elif self.phase == "duel" and self.answer == "accept":
            became = "accepted"
        elif self.phase == "round_end" and self.rounds[-1].duel is None:
            became = "several_lost" if len(self.gained) > 1 else "declined" if self.stays else "nobody_passed"
        return due, became, self.phase


def begin(options: Options, seated: Sequence[Seat]) -> State:
    """Return the first state: a hidden hand of three and 0 points each (SHINOBAZU-1.1, 1.3, 2.1 to 2.3).

    Raises `Refused` unless there are 3 to 5 seats and the start player is one of them.
    """
    firm(len(seated) in PLAYERS, "SHINOBAZU-1.1", "shinobazu.players", count=len(seated))
    ids = [s.seat for s in seated]
    start = options.start or ids[0]
    firm(start in ids, "SHINOBAZU-2.3", "shinobazu.not_in_game", seat=start)
    players = tuple(Player(s.seat, s.name or s.seat) for s in seated)
    if options.depth == "scores":
        return State(options, players, start, phase="battle")
    return State(options, players, start, active=start)


# Queries


def seats(state: State) -> tuple[str, ...]:
    """Return the seats in turn order."""
    return tuple(p.seat for p in state.players)


def player(state: State, seat: str) -> Player:
    """Return the player on `seat`. Raises `Refused` for an unknown seat (SHINOBAZU-3.3)."""
    for p in state.players:
        if p.seat == seat:
            return p
    raise Refused("SHINOBAZU-3.3", "shinobazu.not_in_game", firm=True, seat=seat)


def leftwards(state: State, seat: str) -> tuple[str, ...]:
    """Return all seats to the left, the left neighbour first and `seat` itself last."""
    order = seats(state)
    at = order.index(seat) + 1
    return order[at:] + order[:at]


def in_turn_order(state: State, some: Iterable[str]) -> tuple[str, ...]:
    """Return some seats in turn order, beginning with the start player."""
    wanted = set(some)
    order = leftwards(state, state.start)
    return tuple(s for s in (order[-1], *order[:-1]) if s in wanted)


def front(state: State, seat: str) -> tuple[FightCard, ...]:
    """Return the fight cards in front of a seat, the current one last."""
    return tuple(c for c in state.cards if c.owner == seat and not c.discarded)


def current(state: State, seat: str) -> FightCard | None:
    for c in state.cards:
        if c.owner == seat and c.round == state.round and not c.discarded:
            return c
    return None


def laid_by(state: State, seat: str) -> tuple[FightCard, ...]:
    """Return the cards that a seat has laid in this set, by round."""
    return tuple(c for c in state.cards if c.laid_by == seat)


def all_remembered(state: State, seat: str) -> bool:
    """Tell whether the origin of every card that a seat has laid in this set is known."""
    return len(laid_by(state, seat)) == HAND - player(state, seat).hand_size


def round_led(state: State, number: int) -> Led | None:
    """Return who led a round of this set; `None` if nobody remembers."""
    return state.leads[number - 1] if number else None


def open_cards(state: State, seat: str) -> tuple[str, ...]:
    """Return the faces of the open fight cards in front of a seat."""
    return tuple(c.card for c in front(state, seat) if c.card is not None)


def face_down(state: State, some: Iterable[str]) -> tuple[str, ...]:
    """Return those of some seats whose current card lies face down, in turn order."""
    return in_turn_order(state, (s for s in some if (c := current(state, s)) is not None and c.card is None))


def declared(state: State, choice: str | None) -> tuple[str, ...]:
    """Return who declared `fight` or `pass`, or nothing yet in this round, in turn order."""
    return in_turn_order(state, (p.seat for p in state.players if p.declared == choice))


def remaining(state: State, passers: Iterable[str], forced: Sequence[str], losers: Sequence[str]) -> tuple[str, ...]:
    """Return the passers who are left: those not forced to fight, by option also those who did not lose (5.6, 8.4)."""
    spared = state.options.forced_stay_passers == "yes"
    return tuple(seat for seat in passers if seat not in forced or (spared and seat not in losers))


def seen_cards(state: State) -> set[str]:
    seen = {c.card for c in state.cards if c.card is not None}
    for p in state.players:
        seen.update(p.shown_hand or ())
    return seen


def elsewhere(state: State, seat: str) -> set[str]:
    """Return the cards that, by public facts, this seat can neither have in hand nor have laid face down."""
    seen = seen_cards(state)
    for p in state.players:
        if p.seat != seat:
            seen.update(p.returned)
    return seen


def may_show(state: State, seat: str) -> tuple[str, ...]:
    """Return the possible faces of a card that this seat laid face down (SHINOBAZU-1.2).

    If wrong reveals leave none, these are all cards that lie open nowhere: some card is then not where everybody
    believes it to be.
    """
    gone = elsewhere(state, seat)
    if gone >= set(CARDS):
        gone = seen_cards(state)
    return tuple(card for card in CARDS if card not in gone)


def surely_held(state: State, seat: str) -> tuple[str, ...]:
    """Return the cards that everybody knows to be in this hand (SHINOBAZU-9.5).

    Once the player has laid a card unseen, it might be any of them.
    """
    me = player(state, seat)
    mine = laid_by(state, seat)
    if not me.returned or any(c.card is None for c in mine) or not all_remembered(state, seat):
        return ()
    gone = {c.card for c in mine} | set(me.shown_hand or ())
    return tuple(card for card in me.returned if card not in gone)


def with_others(state: State, seat: str) -> tuple[str, ...]:
    """Return the cards that other players have noted as in hand or laid."""
    hands = (card for p in state.players if p.seat != seat for card in p.hand or ())
    return (*hands, *(c.recorded for c in state.cards if c.owner != seat and c.recorded is not None))


def plausible(state: State) -> bool:
    """Tell whether all noted and shown cards are distinct (SHINOBAZU-1.2), and were shown as noted."""
    if any(c.card != c.recorded for c in state.cards if c.card is not None and c.recorded is not None):
        return False
    noted = [card for p in state.players for card in p.hand or ()]
    noted += [card for c in state.cards if (card := c.card or c.recorded) is not None]
    return len(set(noted)) == len(noted)


# Changes


def with_player(state: State, seat: str, **changes: Any) -> State:
    return replace(state, players=tuple(replace(p, **changes) if p.seat == seat else p for p in state.players))


def with_points(state: State, deltas: dict[str, int]) -> State:
    """Return the state with points added, never below 0 (SHINOBAZU-1.4) and without a maximum (1.5)."""
    return replace(
        state,
        players=tuple(
            replace(p, points=max(0, p.points + deltas[p.seat])) if deltas.get(p.seat) else p for p in state.players
        ),
    )


def after_battle(state: State, winner: str | None, losers: tuple[str, ...]) -> State:
    """Return the state with the points of a battle or duel (SHINOBAZU-8.3)."""
    deltas = dict.fromkeys(losers, 1) | ({} if winner is None else {winner: -1})
    return replace(with_points(state, deltas), gained=losers)


def lies_open(state: State, seat: str, card: str) -> State:
    """Return the state after `seat` has shown a card that was believed to have returned to another hand."""
    return replace(
        state,
        players=tuple(
            replace(p, returned=tuple(c for c in p.returned if c != card)) if p.seat != seat else p
            for p in state.players
        ),
    )


def discard(state: State, some: Iterable[str]) -> State:
    gone = set(some)
    return replace(
        state,
        cards=tuple(replace(c, discarded=True) if c.owner in gone and not c.discarded else c for c in state.cards),
    )


# Notices


def tell_points(before: State, after: State, clause: str) -> list[Notice]:
    return [
        tell("shinobazu.points", clause, seat=a.seat, before=b.points, after=a.points)
        for b, a in zip(before.players, after.players, strict=True)
        if a.points != b.points
    ]


def tell_outcome(message: str, clause: str, winner: str | None, **params: Any) -> Notice:
    """Return the notice of a result; without a winner it has a message of its own."""
    if winner is None:
        return tell(f"{message}_no_winner", clause, **params)
    return tell(message, clause, winner=winner, **params)


def one_seat(
    state: State, named: str | tuple[str, ...] | None, clause: str, what: str, *, stranger: str = "SHINOBAZU-3.3"
) -> str:
    """Return the one seat named as `what`. Raises `Refused` for none, several, or an unknown one (by `stranger`)."""
    firm(named, clause, f"shinobazu.name_{what}")
    firm(isinstance(named, str), clause, f"shinobazu.one_{what}")
    seat = str(named)
    firm(seat in seats(state), stranger, "shinobazu.not_in_game", seat=seat)
    return seat


def ninja_cards(cards: Iterable[str], *, private: bool = False) -> None:
    """Refuse anything but ninja cards (SHINOBAZU-1.2)."""
    for card in cards:
        firm(card in CARDS, "SHINOBAZU-1.2", "shinobazu.no_such_card", private=private, card=card)


def distinct_cards(cards: Sequence[str], *, private: bool = False) -> None:
    """Refuse anything but ninja cards, and duplicates (SHINOBAZU-1.2)."""
    ninja_cards(cards, private=private)
    twice = next((card for card in cards if cards.count(card) > 1), None)
    firm(twice is None, "SHINOBAZU-1.2", "shinobazu.card_twice", private=private, card=twice)
