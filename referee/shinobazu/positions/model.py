"""Models of Shinobazu positions: what everybody sees, and what each seat alone knows (METSUKE-5).

What follows from the cards and declarations is not described: who must declare, which cards are due, and the result of
a battle. `laying` derives it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, Field

from referee.core.base import replace
from referee.core.game import Completion, Position, said
from referee.core.judging import firm, naming, shown, tell
from referee.core.values import GAME_MASTER, Notice, Refused, RulingContext, Seat, Value, Viewer
from referee.shinobazu.cards import HAND, Card, Colour, colour_of
from referee.shinobazu.hands import disputed
from referee.shinobazu.moves import Declaration, Options, SeatId
from referee.shinobazu.rounds import ends
from referee.shinobazu.scores import fought, known
from referee.shinobazu.state import FightCard, Player, State, declared, in_turn_order, laid_by, player
from referee.shinobazu.view_model import Led, Phase, RefusedDuel, ScoreRound

Points = Annotated[int, Field(ge=0, le=99)]
Hand = Annotated[tuple[Card, ...], Field(max_length=HAND)]
RoundNumber = Annotated[int, Field(ge=1, le=HAND)]


class FrontCard(Value):
    """A fight card in front of a seat; `laid_by` is `None` if the seat itself laid it."""

    card: Card | None = None
    laid_by: SeatId | None = None
    carried: bool = False
    recorded: bool = False
    """Of an open card: whether it had been recorded."""
    void: bool = False
    """Of a face-down card: whether it was recorded and everybody knows that the record is wrong."""


class Discard(Value):
    """A discard from an earlier round of this set and, if remembered, who laid it before whom in which round."""

    card: Card | None = None
    """`None` for one that nobody saw."""
    laid_by: SeatId | None = None
    to: SeatId | None = None
    round: RoundNumber | None = None


class OpenSeat(Value):
    """What everybody sees of one seat."""

    points: Points = 0
    before: Points | None = None
    """The points before this round's battle, once it is decided."""
    front: Annotated[tuple[FrontCard, ...], Field(max_length=HAND)] = ()
    """Carried cards first. Once the round's battle is decided: what lay there when it began."""
    declared: Declaration | None = None
    returned: Hand = ()
    """The cards that everybody saw return to this hand before the set (SHINOBAZU-9.5), whether or not played since."""
    withdrawn: bool = False
    kept: Annotated[int, Field(ge=0, lt=HAND)] = 0
    """At the depth `scores`: the number of carried cards in front at the beginning of the round."""
    stays: bool = False
    """At the depth `scores`: whether it is a remaining passer."""
    shown_hand: Hand | None = None


class ScoredBattle(Value):
    """At the depth `scores`: the results of this round's battle and duel."""

    winner: SeatId | None = None
    losers: Annotated[tuple[SeatId, ...], Field(max_length=5)]
    duel: Literal["refused", "challenger_wins", "target_wins", "tie", "three"] | None = None
    gained: Annotated[tuple[SeatId, ...], Field(max_length=5)] = ()
    """The seats that the duel gave points; empty without a duel."""
    refused_duel: RefusedDuel | None = None


class OpenTable(Value):
    """What everybody sees. The defaults describe the beginning of a set."""

    phase: Phase = "turns"
    set: Annotated[int, Field(ge=1, le=999)] = 1
    round: RoundNumber = 1
    start: SeatId
    active: SeatId | None = None
    """The seat whose turn it is to lay; `None` if it is to be derived."""
    lead: Colour | None = None
    seats: Annotated[tuple[OpenSeat, ...], Field(max_length=5)]
    discards: Annotated[tuple[Discard, ...], Field(max_length=15)] = ()
    """Discards from earlier rounds of this set."""
    earlier: Annotated[tuple[Led, ...], Field(max_length=HAND)] = ()
    """The earlier rounds of this set, or none if nobody remembers."""
    challenged: SeatId | None = None
    """The seat that the loser of this round challenged."""
    accepted: bool | None = None
    duel_lead: Colour | None = None
    """The colour that the loser named, with the option `duel_lead=loser_names`."""
    scored: ScoredBattle | None = None
    house_ruling: bool = False
    """Whether a house ruling has upheld something in this round that the rules refuse."""


class SeatSecret(Value):
    """What a seat alone knows and may leave out: its cards are then judged at the reveal."""

    hand: Annotated[tuple[Card, ...], Field(max_length=15)] | None = None
    laid: Card | None = None
    """The face-down card that the seat laid in this round."""
    gone: Hand = ()
    """The cards that it laid in earlier rounds of this set and that were discarded unseen."""
    doubted: bool = False
    """Whether a house ruling has upheld a card that is not in `hand`."""
    disputed: bool = False
    """Whether public facts have since contradicted the records, which stand as they were."""


# From a state


def described(state: State, viewer: Viewer) -> Position:
    """Return the position of a state as a viewer may know it; the game master knows all of it."""
    plays = state.options.depth == "plays"
    table = shown(
        OpenTable,
        state,
        seats=tuple(_seat(state, p) for p in state.players),
        discards=tuple(_discard(c) for c in state.cards if c.round < _from(state, c.owner)),
        earlier=tuple(led for led in state.leads[: state.round - 1] if led is not None),
        scored=None if plays else _scored(state),
        **(_duel(state) if plays else {"challenged": None}),
    )
    known = [p.seat for p in state.players if plays and viewer in (p.seat, GAME_MASTER)]
    return Position(table, {seat: _secret(state, seat) for seat in known})


def _from(state: State, owner: str) -> int:
    """Return the round of the first card that lay before a seat when this round began, or that is laid there in it."""
    return state.round - next((p.kept for p in state.players if p.seat == owner), 0)


def _seat(state: State, p: Player) -> OpenSeat:
    lay = [c for c in state.cards if c.owner == p.seat and c.round >= _from(state, p.seat)]
    plays = state.options.depth == "plays"
    return shown(
        OpenSeat,
        p,
        before=_before(state, p) if plays and state.battle is not None else None,
        front=tuple(_front(state, c) for c in lay),
        kept=0 if plays else p.kept,
        stays=not plays and p.seat in state.stays,
    )


def _before(state: State, p: Player) -> int:
    rows = [row for battle in (state.battle, state.duel) if battle is not None for row in battle.rows]
    refused = [state.refused] if state.refused is not None else []
    changes = [(row.seat, row.before) for row in rows] + [(r.target, r.before) for r in refused]
    return next((before for seat, before in changes if seat == p.seat), p.points)


def _front(state: State, c: FightCard) -> FrontCard:
    laid_by = None if c.laid_by == c.owner else c.laid_by
    recorded = c.card is not None and c.recorded is not None
    return shown(FrontCard, c, laid_by=laid_by, carried=c.round < state.round, recorded=recorded)


def _discard(c: FightCard) -> Discard:
    return Discard(card=c.card, laid_by=c.laid_by or None, to=c.owner or None, round=c.round or None)


def _duel(state: State) -> dict[str, object]:
    """Return the fields about the duel: the challenged seat, its answer, and the colour that the loser named."""
    target = state.challenged
    losing = [row for row in state.battle.rows if row.outcome == "loses"] if state.battle is not None else []
    if state.refused is not None:
        target = state.refused.target
    elif state.duel is not None:
        dragged = {seat for why in state.duel.why for seat in why.params.get("passers", ())}
        others = dragged | {row.seat for row in losing}
        target = next(row.seat for row in state.duel.rows if row.seat not in others)
    named = state.options.duel_lead == "loser_names" and len(state.duel_leads) == 1
    several = len({colour_of(card) for row in losing for card in row.cards}) > 1
    answered = None if state.answer is None else state.answer == "accept"
    return {
        "challenged": target,
        "accepted": answered,
        "duel_lead": state.duel_leads[0] if named and several else None,
    }


def _scored(state: State) -> ScoredBattle | None:
    if not declared(state, "fight") and not declared(state, "pass"):
        return None
    last = state.rounds[-1]
    return shown(ScoredBattle, last, gained=state.gained if last.duel else (), refused_duel=state.refused)


def _secret(state: State, seat: str) -> SeatSecret:
    me = next(p for p in state.players if p.seat == seat)
    hidden = [c for c in laid_by(state, seat) if c.card is None and c.recorded is not None]
    return shown(
        SeatSecret,
        me,
        laid=next((c.recorded for c in hidden if c.round == state.round), None),
        gone=tuple(c.recorded for c in hidden if c.recorded and c.round < state.round),
        disputed=any(disputed(state, seat)),
    )


# Completeness


class Lies(NamedTuple):
    """A fight card of a position, with the path of its field."""

    path: str
    owner: str
    laid_by: str
    card: FrontCard


def lying(table: OpenTable, seats: Sequence[Seat]) -> tuple[Lies, ...]:
    """Return all fight cards in front of seats."""
    return tuple(
        Lies(f"seats[{i}].front[{j}]", seat.seat, card.laid_by or seat.seat, card)
        for i, (seat, it) in enumerate(zip(seats, table.seats, strict=False))
        for j, card in enumerate(it.front)
    )


def progress(options: Options, seats: Sequence[Seat], position: Position) -> Mapping[str, Completion]:
    """Return how many cards each seat could name and has named. Naming none of the hand is allowed."""
    table: OpenTable = position.table
    if options.depth == "scores":
        return {}
    found = {}
    for seat in (s.seat for s in seats):
        now = [lies.card for lies in lying(table, seats) if lies.laid_by == seat and not lies.card.carried]
        in_hand = HAND + 1 - table.round - len(now)
        of = in_hand + sum(card.card is None for card in now)
        mine: SeatSecret = position.secrets.get(seat, SeatSecret())
        done = len(mine.hand or ()) + (mine.laid is not None)
        if of > 0:
            found[seat] = Completion(min(done, of), of, must=0 < len(mine.hand or ()) < in_hand)
    return found


def unchecked(options: Options, seats: Sequence[Seat], position: Position) -> tuple[Notice, ...]:
    """Return notices of what depends on rounds that nobody described."""
    table: OpenTable = position.table
    told = []
    if (table.set, table.round) != (1, 1):
        told.append(tell("shinobazu.unchecked.points", "SHINOBAZU-8.3"))
        told.append(tell("shinobazu.unchecked.start", "SHINOBAZU-9.1"))
    if any(seat.returned for seat in table.seats):
        told.append(tell("shinobazu.unchecked.returned", "SHINOBAZU-9.5"))
    if any(card.round is None for card in table.discards) or len(table.earlier) < table.round - 1:
        told.append(tell("shinobazu.unchecked.discards", "SHINOBAZU-4.4"))
    return tuple(told)


# At the depth `scores`


def laid_result(state: State, table: OpenTable, context: RulingContext) -> State:
    """Return the state of a round of which only the result, or nothing yet, is known (SHINOBAZU-8.1 to 9.7)."""
    _unsaid(table, "table", ("active", "lead", "discards", "earlier", "challenged", "accepted", "duel_lead"))
    for i, seat in enumerate(table.seats):
        _unsaid(seat, f"table.seats[{i}]", ("before", "front", "returned", "withdrawn", "shown_hand"))
    for i, p in enumerate(state.players):
        with naming(f"table.seats[{i}].kept"):
            firm(p.kept < table.round, "SHINOBAZU-9.4", "shinobazu.position.carried", count=table.round - 1)
        with naming(f"table.seats[{i}].declared"):
            fits = (p.declared is None) == (table.scored is None)
            firm(fits, "SHINOBAZU-4.6", "shinobazu.position.declared_with_result")
    stays = tuple(p.seat for p, it in zip(state.players, table.seats, strict=True) if it.stays)
    if table.scored is None:
        with naming("table.seats"):
            firm(not stays, "SHINOBAZU-8.4", "shinobazu.position.stays", seats=list(stays))
        return _in_phase(replace(state, phase="battle"), table, ("battle",))
    return _decided(state, table, table.scored, in_turn_order(state, stays), context)


def _unsaid(part: BaseModel, path: str, of_plays: tuple[str, ...]) -> None:
    """Refuse fields that only the depth `plays` has (SHINOBAZU-2.4)."""
    there = said(part)
    for name in of_plays:
        firm(name not in there, "SHINOBAZU-2.4", "shinobazu.kept_in_scores", field=f"{path}.{name}")


def _in_phase(state: State, table: OpenTable, phases: tuple[str, ...]) -> State:
    with naming("table.phase"):
        firm(table.phase in phases, "SHINOBAZU-2.4", f"shinobazu.position.phase_{phases[0]}")
    return replace(state, phase=table.phase)


def _decided(
    state: State, table: OpenTable, scored: ScoredBattle, stays: tuple[str, ...], context: RulingContext
) -> State:
    with naming("table.scored.losers"):
        losers = known(state, scored.losers)
    passed = _passed(state, scored, losers, stays)
    may_duel = len(losers) == 1 and bool(passed)
    gained = losers
    if scored.duel is not None:
        with naming("table.scored.duel"):
            firm(may_duel, "SHINOBAZU-8.5", "shinobazu.position.no_duel")
        with naming("table.scored.gained"):
            gained = known(state, scored.gained)
            fits = gained and set(gained) <= {*losers, *passed}
            firm(fits, "SHINOBAZU-9.1", "shinobazu.position.gained", seats=[*losers, *passed])
    with naming("table.scored.gained"):
        firm(scored.duel or not scored.gained, "SHINOBAZU-9.1", "shinobazu.position.no_duel")
    for i, p in enumerate(state.players):
        with naming(f"table.seats[{i}].points"):
            gained_nothing = p.seat in gained and not p.points
            context.require(not gained_nothing, "SHINOBAZU-8.3", "shinobazu.position.gained_nothing", seat=p.seat)
    refused = _refused(state, scored, losers, passed, context)
    points = tuple(p.points for p in state.players)
    state = replace(
        state,
        players=tuple(replace(p, laid=True, hand_size=p.hand_size - 1) for p in state.players),
        stays=stays,
        gained=gained,
        refused=refused,
        rounds=(ScoreRound(table.set, table.round, scored.winner, losers, points, duel=scored.duel),),
    )
    open_duel = may_duel and scored.duel is None
    state = _in_phase(state, table, ("duel", "round_end", "ended") if open_duel else ("round_end", "ended"))
    with naming("table.phase"):
        firm(state.phase != "ended" or ends(state), "SHINOBAZU-9.7", "shinobazu.position.goes_on")
    return replace(state, challenger=losers[0] if state.phase == "duel" else None)


def _passed(state: State, scored: ScoredBattle, losers: tuple[str, ...], stays: tuple[str, ...]) -> tuple[str, ...]:
    """Return the passers remaining after the battle, into which a three may have forced some.

    Raises `Refused` if the result is impossible both with and without a three (SHINOBAZU-5.2 to 5.4, 7.1, 8.1 to 8.4).
    """
    why: list[Refused] = []
    for three in (False, True):
        try:
            with naming("table.scored"):
                _, passed = fought(state, declared(state, "pass"), three, scored.winner, losers)
            with naming("table.seats"):
                fits = stays == passed if scored.duel is None else set(stays) <= set(passed)
                firm(fits, "SHINOBAZU-8.4", "shinobazu.position.stays", seats=list(passed))
        except Refused as refused:
            why.append(refused)
        else:
            return passed
    raise why[0]


def _refused(
    state: State, scored: ScoredBattle, losers: tuple[str, ...], passed: tuple[str, ...], context: RulingContext
) -> RefusedDuel | None:
    refused = scored.refused_duel
    with naming("table.scored.refused_duel"):
        fits = (refused is not None) == (scored.duel == "refused")
        firm(fits, "SHINOBAZU-8.9", "shinobazu.position.refused")
        if refused is None:
            return None
        firm(refused.challenger in losers, "SHINOBAZU-8.6", "shinobazu.loser_challenges", seat=losers[0])
        firm(refused.target in passed, "SHINOBAZU-8.6", "shinobazu.not_a_passer", seat=refused.target)
        firm(refused.before >= 0, "SHINOBAZU-1.4", "shinobazu.below_zero", seat=refused.target)
        target = player(state, refused.target)
        cost = target.kept + 1
        fits = refused.after - refused.before == cost and refused.after == target.points
        context.require(fits, "SHINOBAZU-8.9", "shinobazu.cards_in_front", seat=refused.target, count=cost)
        firm(scored.gained == (refused.target,), "SHINOBAZU-9.1", "shinobazu.position.gained", seats=[refused.target])
    return refused
