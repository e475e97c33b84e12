"""The basis of the Shinobazu screens: words for cards, the pick, facts about seats, and whom the table waits for.

The facts are small values that compare by `==`, all from one snapshot. A component that is given only such values is
drawn again exactly when one of them has changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Literal

import flet as ft

from companion.contract.snapshot import Snapshot
from companion.games.table import context, frame
from companion.games.table.context import Away, Context, Covers, around, away, presence, private_of, seat_of
from companion.games.table.frame import Awaited
from companion.i18n import Translator, num
from companion.ui.theme import Look
from referee.shinobazu.cards import CARDS
from referee.shinobazu.view_model import FightCardView, SeatView, View

_CARD = re.compile(r"(black|red|blue) (-?\d+)")
_COLOURS = frozenset({"black", "red", "blue"})
_PEOPLE = frozenset({"seat", "seats", "player", "players", "to", "winners"})


def terms(t: Translator, name: str, value: Any) -> str | None:
    """Return the words for a card such as `red 5` or `black -3`, or for a colour."""
    if not isinstance(value, str) or name in _PEOPLE:
        return None
    if value in _COLOURS:
        return t(f"shinobazu.colour.{value}")
    found = _CARD.fullmatch(value)
    return None if found is None else _card(t, found[1], found[2])


def card(look: Look, text: str) -> str:
    """Return a card such as `red 5` in words."""
    return _card(look.t, *text.split())


def _card(t: Translator, colour: str, value: str) -> str:
    return t("shinobazu.card", colour=t(f"shinobazu.colour.{colour}"), value=num(int(value)))


ENTER_HAND, CONFIGURE = "shinobazu.ask.enter_hand", "shinobazu.ask.configure"
PLAYERS_OF_FULL_CARDS = 4
"""With more players a point card is drawn in its low form."""


@dataclass(frozen=True, slots=True)
class CardInFront:
    """A fight card in front of a seat. `card` is empty while it lies face down."""

    card: str
    turned: bool = False
    """Passed: the card lies sideways."""
    mine: bool = False
    """Whether I laid it, and see it only because my cover is open."""


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """The contents of a seat's point card."""

    seat: str
    name: str
    points: int
    front: tuple[CardInFront, ...]
    awaits: bool
    """Whether a card of this round is still to be laid in front of it."""
    status: str
    """The last part of a message key: fights, passes, declares, chooses, to_come, empty, challenged, you."""
    leads: str
    """The lead colour if this seat named it, else empty."""
    mine: bool
    turn: bool
    presence: Away
    """The presence of its phone, if that is away; empty if it is here."""
    low: bool


@dataclass(frozen=True, slots=True)
class Pick(context.Pick):
    """What is chosen on this phone and not declared yet.

    `naming` is also the seat whose card is being named, or `hand` while the cards shown after the end are.
    """

    skipped: int = 0
    """The set for which this phone's player does not enter a hand."""
    card: int = 0
    """The place in my hand, from 1; 0 for none."""
    to: str = ""
    """The seat in front of which a card is laid, that is challenged, or that is to start."""
    choice: str = ""
    """Fight or pass, or the outcome of a duel."""
    colour: str = ""
    named: tuple[str, ...] = ()
    tab: str = ""
    passers: tuple[str, ...] = ()
    winner: str = ""
    losers: tuple[str, ...] = ()
    three: bool = False
    pushed: bool = False

    def kept(self) -> dict[str, Any]:
        """Return what outlives its moment, and the set without a hand entry."""
        return {**context.Pick.kept(self), "skipped": self.skipped}


def moment_of(view: View) -> str:
    """Return a name of the moment, by which picks of an earlier moment are recognised.

    It stays the same while cards are turned over one by one, so that another's card does not reset the pick.
    """
    laid = sum(s.has_current for s in view.seats)
    asked = (view.active or view.declares or view.challenged or "", bool(view.reveals), view.accepted)
    return f"{view.set}.{view.round}.{view.phase}.{laid}.{asked}"


def seats(snap: Snapshot, me: str = "") -> tuple[SeatFacts, ...]:
    """Return the point cards of a snapshot, mine last."""
    view: View = snap.view
    met = presence(snap)
    low = len(view.seats) > PLAYERS_OF_FULL_CARDS
    own = private_of(view, me) if me else None
    every = {laid.to: laid.card for p in view.private for laid in p.laid}
    shown = {laid.to: laid.card for laid in own.laid} if own else ({} if me else every)
    return tuple(
        _facts(view, s, me, away(met.get(s.seat, "here")), shown.get(s.seat, ""), low) for s in around(view.seats, me)
    )


def _facts(view: View, seat: SeatView, me: str, met: Away, shown: str, low: bool) -> SeatFacts:
    mine = seat.seat == me
    turn = seat.seat in (view.active, view.declares, _in_duel(view))
    front = tuple(_front(view, seat, card, shown) for card in seat.front)
    awaits = view.phase == "turns" and not seat.has_current
    leads = view.lead or "" if seat.leads or seat.seat == view.start else ""
    name, does = seat.name or seat.seat, status(view, seat, mine)
    return SeatFacts(seat.seat, name, seat.points, front, awaits, does, leads, mine, turn, met, low)


def _front(view: View, seat: SeatView, card: FightCardView, shown: str) -> CardInFront:
    current = seat.has_current and card is seat.front[-1]
    passed = current and seat.declared == "pass"
    if card.card is None and current and shown:
        return CardInFront(shown, passed, True)
    return CardInFront(card.card or "", passed and view.battle is None)


def _in_duel(view: View) -> str:
    if view.phase != "duel" or view.reveals:
        return ""
    return (view.challenger if view.accepted else view.challenged or view.challenger) or ""


def status(view: View, seat: SeatView, mine: bool) -> str:
    """Return the last part of the key of the word on the right of a point card."""
    if view.phase == "duel" and seat.seat == view.challenged:
        return "challenged"
    if seat.declared:
        return {"fight": "fights", "pass": "passes"}[seat.declared]
    if view.phase != "turns":
        return "you" if mine else ""
    if seat.seat == view.declares:
        return "declares"
    if mine:
        return "you"
    if seat.seat == view.active:
        return "chooses"
    return "empty" if seat.turn_over else "to_come"


def targets(view: View, me: str) -> tuple[SeatView, ...]:
    """Return all seats, me first: I may lay a card in front of one that has none of this round (SHINOBAZU-3.4, 3.5)."""
    return (seat_of(view, me), *around(view.seats, me)[:-1])


def chosen(pick: Pick, view: View, me: str) -> Pick:
    """Return the pick as it is valid now: nothing of an earlier turn, and a single possible value already chosen."""
    pick = pick.at(moment_of(view))
    seat = seat_of(view, me)
    free = [s.seat for s in targets(view, me) if not s.has_current]
    card = pick.card if pick.card <= seat.hand_size else 0
    if seat.hand_entered and seat.hand_size == 1:
        card = 1
    to = pick.to if pick.to in free else free[0] if len(free) == 1 or me in free else ""
    return replace(pick, card=card, to=to)


def missing(pick: Pick, view: View, me: str) -> str:
    """Return what must still be chosen before the dock's buttons declare; empty if nothing."""
    if seat_of(view, me).hand_entered and not pick.card:
        return "card"
    return "" if pick.to else "to"


def move_of(pick: Pick, view: View, me: str, said: str = "") -> dict[str, Any]:
    """Return the move of a pick; `said` is the colour of a lead, or `fight` or `pass`."""
    move: dict[str, Any] = {"type": "lead" if view.lead is None else "lay", "to": pick.to}
    if view.lead is None:
        move["colour"] = said
    elif pick.to == me and me != view.start:
        move["declare"] = said
    if seat_of(view, me).hand_entered:
        move["card"] = f"#{pick.card}"
    return move


def elsewhere(view: View, me: str = "") -> dict[str, tuple[str, str]]:
    """Return the cards that everybody knows not to be in `me`'s hand: the reason (last part of a key) and the seat."""
    known: dict[str, tuple[str, str]] = dict.fromkeys(view.discards, ("discarded", ""))
    for seat in view.seats:
        known |= {f.card: ("in_front", seat.seat) for f in seat.front if f.card}
        if seat.seat != me:
            known |= dict.fromkeys(seat.returned, ("in_hand", seat.seat))
    return known


def hand_chosen(entering: tuple[str, ...], view: View, me: str) -> tuple[str, ...]:
    """Return the cards tapped so far, with those known to have been returned (SHINOBAZU-9.5)."""
    returned = seat_of(view, me).returned
    return tuple(card for card in CARDS if card in entering or card in returned)


def may_enter(snap: Snapshot, me: str) -> bool:
    """Tell whether my hand may be entered now, according to the referee's prompts; it is asked for before I lay."""
    return any(p.seat == me and p.ask == ENTER_HAND for p in snap.prompts) and not seat_of(snap.view, me).turn_over


def may_name_start(snap: Snapshot) -> bool:
    """Tell whether the table may still enter who starts (SHINOBAZU-2.3)."""
    return any(p.ask == CONFIGURE for p in snap.prompts)


LESSONS: Final[Mapping[str, str]] = {
    "lead": "SHINOBAZU-4.1",
    "lay": "SHINOBAZU-3.3",
    "declare": "SHINOBAZU-4.7",
    "turn_over": "SHINOBAZU-5.1",
    "reveal": "SHINOBAZU-5.1",
    "duel_challenge": "SHINOBAZU-8.6",
    "duel_answer": "SHINOBAZU-8.9",
    "end_round": "SHINOBAZU-9.1",
    "battle_result": "SHINOBAZU-8.3",
    "duel_result": "SHINOBAZU-8.6",
    "wait": "SHINOBAZU-3.1",
    "wait_duel_challenge": "SHINOBAZU-8.6",
    "wait_duel_answer": "SHINOBAZU-8.9",
}


K = "shinobazu.screen."


@dataclass(frozen=True, slots=True)
class Ctx(Context[Pick, View]):
    """The context of a Shinobazu screen."""

    GAME: ClassVar[str] = "shinobazu"
    WORDS: ClassVar[str] = K

    @property
    def where(self) -> str:
        view, t = self.view, self.t
        if view.phase == "ended":
            return t("over", depth=t(f"depth.{view.options.depth}"))
        return t("at_round", set=view.set, round=view.round, depth=t(f"depth.{view.options.depth}"))

    @property
    def covers(self) -> Covers:
        """What this seat's phone covers now: its hand, while rounds are played."""
        hand = self.view.options.depth == "plays" and self.view.phase == "turns" and self.snap.role == "seat"
        return "parts" if hand else "nothing"


Kind = Literal[
    "leads", "lays", "declares", "turn_over", "battle_result", "duel_result", "challenges", "answers", "names_lead",
    "end_round", "ended",
]  # fmt: skip
FOR_ALL = frozenset({"turn_over", "battle_result", "duel_result", "end_round"})
"""What anybody at the table may do for all."""


@dataclass(frozen=True, slots=True)
class AwaitedDecision:
    """What the table waits for: a seat's decision or, with an empty `seat`, something anybody may do for all."""

    kind: Kind
    seat: str = ""


def due(snap: Snapshot) -> AwaitedDecision:
    view: View = snap.view
    if view.phase == "ended":
        return AwaitedDecision("ended")
    if view.phase == "turns":
        if view.declares:
            return AwaitedDecision("declares", view.declares)
        return AwaitedDecision("leads" if view.lead is None else "lays", view.active or "")
    if view.phase == "round_end":
        return AwaitedDecision("turn_over" if view.reveals else "end_round")
    if view.phase == "battle":
        return AwaitedDecision("battle_result" if view.options.depth == "scores" else "turn_over")
    if view.options.depth == "scores":
        return AwaitedDecision("duel_result")
    if view.reveals:
        return AwaitedDecision("turn_over")
    challenger, challenged = view.challenger or "", view.challenged or ""
    if not challenged:
        return AwaitedDecision("challenges", challenger)
    return AwaitedDecision("names_lead", challenger) if view.accepted else AwaitedDecision("answers", challenged)


def does(ctx: Ctx, what: AwaitedDecision) -> str:
    return ctx.t(f"does.{what.kind}", name=ctx.name(what.seat))


def awaited(ctx: Ctx) -> Awaited:
    what = due(ctx.snap)
    return Awaited("" if what.kind in FOR_ALL else what.seat, does(ctx, what))


def waits(ctx: Ctx, what: AwaitedDecision) -> ft.Control:
    return frame.waits(ctx, what.seat, does(ctx, what))
