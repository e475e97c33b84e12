"""Laying a position: the table is assembled, checked against the rules, and played on to its present state.

The result of a battle is not described but computed, by the functions that judge a match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from referee.core.base import replace
from referee.core.game import Position, Positions
from referee.core.judging import firm, naming
from referee.core.moves import Move
from referee.core.values import Refused, Ruling, RulingContext, Seat, Viewer
from referee.shinobazu import battle, moves
from referee.shinobazu.cards import HAND
from referee.shinobazu.hands import disputed
from referee.shinobazu.moves import END, Options
from referee.shinobazu.positions.model import OpenTable, SeatSecret, described, laid_result, lying, progress, unchecked
from referee.shinobazu.rounds import audit, ends
from referee.shinobazu.state import (
    FightCard,
    Player,
    State,
    begin,
    declared,
    distinct_cards,
    laid_by,
    ninja_cards,
    player,
    seats,
    with_player,
)
from referee.shinobazu.turns import in_order, next_turn
from referee.shinobazu.view_model import Led


def in_turn(
    state: State, cards: Sequence[FightCard], number: int, start: str | None
) -> tuple[list[FightCard], list[FightCard], str | None]:
    """Follow the turns of a round from its start player, if known (SHINOBAZU-3.2, 3.8 to 3.11).

    Returns its cards in turn order, those laid out of turn, and the seat whose turn is next.
    """
    at = replace(state, round=number, cards=(), players=tuple(replace(p, laid=False) for p in state.players))
    by = {card.laid_by: card for card in cards}
    laid: list[FightCard] = []
    turn = start
    while turn in by:
        laid.append(by.pop(turn))
        at = with_player(at, turn, laid=True)
        at = replace(at, cards=(*at.cards, replace(laid[-1], discarded=False)))
        turn = next_turn(at, laid[-1].owner)
    return laid, list(by.values()), turn


def with_cards(table: OpenTable, seated: Sequence[Seat], state: State) -> State:
    """Return the state with all cards of the set, in the order in which they were laid as far as it is known."""
    placed = [*_discards(table, state), *_fronts(table, seated, state)]
    _check_laid(table, placed, state)
    before = table.round - 1
    with naming("table.earlier"):
        firm(len(table.earlier) in (0, before), "SHINOBAZU-4.1", "shinobazu.position.earlier", count=before)
        for led in table.earlier:
            firm(led.start in seats(state), "SHINOBAZU-2.3", "shinobazu.not_in_game", seat=led.start)
    leads: list[Led | None] = [*table.earlier] or [None] * before
    cards = [card for _, card in placed if not card.round]
    for number in range(1, table.round + 1):
        start = table.start if number == table.round else then.start if (then := leads[number - 1]) else None
        laid, others, _ = in_turn(state, [card for _, card in placed if card.round == number], number, start)
        cards += laid + others
    if table.lead is not None:
        leads.append(Led(table.start, table.lead))
    return replace(state, lead=table.lead, leads=tuple(leads), cards=tuple(cards))


Placed = tuple[str, FightCard]
"""The path of a card's field, and the card."""


def _discards(table: OpenTable, state: State) -> Iterator[Placed]:
    """Yield the discards of earlier rounds, each with its origin fully known or not at all."""
    for i, card in enumerate(table.discards):
        with naming(f"table.discards[{i}]"):
            unknown = [card.laid_by, card.to, card.round].count(None)
            firm(unknown in (0, 3), "SHINOBAZU-3.3", "shinobazu.position.half_known")
            gone = FightCard(card.to or "", card.laid_by or "", card.round or 0, card=card.card, discarded=True)
            firm(gone.round < table.round, "SHINOBAZU-3.1", "shinobazu.position.earlier_only", round=table.round)
            for seat in () if unknown else (gone.laid_by, gone.owner):
                firm(seat in seats(state), "SHINOBAZU-3.3", "shinobazu.not_in_game", seat=seat)
        yield f"discards[{i}]", gone


def _fronts(table: OpenTable, seated: Sequence[Seat], state: State) -> Iterator[Placed]:
    """Yield the cards in front of all seats: carried ones first, open, from preceding rounds (SHINOBAZU-3.4, 9.4)."""
    for owner, of_owner in groupby(lying(table, seated), key=lambda lies: lies.owner):
        here = tuple(of_owner)
        carried = sum(lies.card.carried for lies in here)
        for n, (path, _, by, card) in enumerate(here):
            with naming(f"table.{path}"):
                firm(by in seats(state), "SHINOBAZU-3.3", "shinobazu.not_in_game", seat=by)
                firm(card.carried == (n < carried), "SHINOBAZU-9.4", "shinobazu.position.carried_first")
                firm(n <= carried, "SHINOBAZU-3.4", "shinobazu.front_occupied", seat=owner)
                firm(carried < table.round, "SHINOBAZU-9.4", "shinobazu.position.carried", count=table.round - 1)
                is_open = card.card is not None
                firm(is_open or not card.carried, "SHINOBAZU-9.4", "shinobazu.position.carried_open")
                firm(is_open or not card.recorded, "SHINOBAZU-3.1", "shinobazu.position.recorded")
                firm(not (is_open and card.void), "SHINOBAZU-1.2", "shinobazu.position.void")
            recorded = card.card if card.recorded else None
            number = table.round - carried + n
            yield path, FightCard(owner, by, number, recorded, card.card, void=card.void)


def _check_laid(table: OpenTable, placed: Sequence[Placed], state: State) -> None:
    """Refuse a card seen twice (SHINOBAZU-1.2), two of one seat in a round (3.1, 3.4), and wrong numbers (3.1)."""
    seen: set[str] = set()
    taken: set[tuple[str, str, int]] = set()
    for path, card in placed:
        with naming(f"table.{path}"):
            if card.card is not None:
                _seen_once(state, card.card, card.laid_by, seen)
            if card.round:
                by, to = ("by", card.laid_by, card.round), ("to", card.owner, card.round)
                firm(by not in taken, "SHINOBAZU-3.1", "shinobazu.position.laid_twice", seat=card.laid_by)
                firm(to not in taken, "SHINOBAZU-3.4", "shinobazu.front_occupied", seat=card.owner)
                taken |= {by, to}
    with naming("table.discards"):
        count = len(state.players) * (table.round - 1)
        lie = sum(card.round < table.round for _, card in placed)
        firm(count == lie, "SHINOBAZU-3.1", "shinobazu.position.laid_before", count=count, lie=lie)
    for i, p in enumerate(state.players):
        with naming(f"table.seats[{i}].shown_hand"):
            now = any(card.round == table.round and card.laid_by == p.seat for _, card in placed)
            fits = p.shown_hand is None or len(p.shown_hand) == p.hand_size - now
            firm(fits, "SHINOBAZU-9.10", "shinobazu.position.shown_hand", count=p.hand_size - now)
            for shown in p.shown_hand or ():
                _seen_once(state, shown, p.seat, seen)


def _seen_once(state: State, card: str, laid_by: str, seen: set[str]) -> None:
    ninja_cards([card])
    firm(card not in seen, "SHINOBAZU-1.2", "shinobazu.card_twice", card=card)
    seen.add(card)
    others = (p for p in state.players if laid_by and p.seat != laid_by)
    firm(all(card not in p.returned for p in others), "SHINOBAZU-1.2", "shinobazu.card_elsewhere", card=card)


def position_of(state: State, viewer: Viewer) -> Position:
    """Return the position of a state as a viewer may know it, marked if only a house ruling can have led to it."""
    found = described(state, viewer)
    seated = [Seat(seat=p.seat, name=p.name) for p in state.players]
    try:
        lay(state.options, seated, Position(found.table))
    except Refused:
        return Position(found.table.model_copy(update={"house_ruling": True}), found.secrets)
    return found


def lay(options: Options, seated: Sequence[Seat], position: Position) -> State:
    """Return the state of a position. Raises `Refused` with the field and the clause that it breaks (METSUKE-5.2)."""
    table: OpenTable = position.table
    waived = frozenset(f"SHINOBAZU-{n}" for n in WAIVABLE) if table.house_ruling else frozenset()
    context = RulingContext(waived)
    state = begin(options, seated)
    with naming("table.seats"):
        firm(len(table.seats) == len(seated), "SHINOBAZU-1.1", "shinobazu.position.seats", count=len(seated))
    with naming("table.start"):
        firm(table.start in seats(state), "SHINOBAZU-2.3", "shinobazu.not_in_game", seat=table.start)
    state = replace(state, set=table.set, round=table.round, start=table.start)
    _check_seats(table, context)
    if options.depth == "scores":
        return laid_result(_unlaid(table, state), table, context)
    state = _secrets(_turns(table, with_cards(table, seated, _unlaid(table, state)), context), position)
    for seat in seats(state):
        state = audit(state, seat, [])
    return _played(table, state, context)


POSITIONS = Positions(
    OpenTable, SeatSecret, lay, position_of, progress, unchecked, left_out=("findings", "open_checks", "rounds")
)
WAIVABLE = ("1.3", "3.2", "3.8", "3.9", "3.10", "3.11", "4.8", "5.1", "8.3", "8.9", "9.7")
"""The clauses that a house ruling may have waived."""


def _check_seats(table: OpenTable, context: RulingContext) -> None:
    """Refuse points that end a match before the battle (9.7) or at its beginning (1.3), and wrong returned cards."""
    begun = (table.set, table.round) != (1, 1)
    for i, seat in enumerate(table.seats):
        with naming(f"table.seats[{i}].points" if seat.before is None else f"table.seats[{i}].before"):
            points = seat.points if seat.before is None else seat.before
            decided = table.scored is not None
            context.require(points < END or decided, "SHINOBAZU-9.7", "shinobazu.position.over", points=points)
            context.require(begun or decided or not points, "SHINOBAZU-1.3", "shinobazu.position.nothing_yet")
        with naming(f"table.seats[{i}].returned"):
            firm(table.set > 1 or not seat.returned, "SHINOBAZU-9.5", "shinobazu.position.first_set")
            ninja_cards(seat.returned)
    back = Counter(card for seat in table.seats for card in seat.returned)
    for i, seat in enumerate(table.seats):
        with naming(f"table.seats[{i}].returned"):
            twice = next((card for card in seat.returned if back[card] > 1), None)
            firm(twice is None, "SHINOBAZU-1.2", "shinobazu.card_twice", card=twice)


def _unlaid(table: OpenTable, state: State) -> State:
    """Return the state at the beginning of the round, with the points before its battle."""
    for seat, it in zip(seats(state), table.seats, strict=True):
        state = with_player(
            state,
            seat,
            points=it.points if it.before is None else it.before,
            hand_size=HAND + 1 - table.round,
            returned=it.returned,
            withdrawn=it.withdrawn,
            shown_hand=it.shown_hand,
            declared=it.declared,
            kept=it.kept if state.options.depth == "scores" else sum(card.carried for card in it.front),
        )
    return state


# The turns


def _turns(table: OpenTable, state: State, context: RulingContext) -> State:
    """Return the state with the seat whose turn it is; refuse cards laid out of turn (SHINOBAZU-3.2, 4.6, 4.8)."""
    now = [card for card in state.cards if card.round == table.round]
    with naming("table.lead"):
        firm(bool(now) == (table.lead is not None), "SHINOBAZU-4.1", "shinobazu.position.lead")
    _, others, next_seat = in_turn(state, now, table.round, table.start)
    with naming("table.seats"):
        out_of_turn = [card.laid_by for card in others]
        context.require(not out_of_turn, "SHINOBAZU-3.2", "shinobazu.position.order", seats=out_of_turn)
    for card in now:
        state = with_player(state, card.laid_by, laid=True, hand_size=player(state, card.laid_by).hand_size - 1)
    _check_declared(table, state, now, context)
    waiting = next((card.owner for card in now if player(state, card.owner).declared is None), None)
    turn = next_seat if waiting is None else None
    if table.active is not None and table.active != turn:
        with naming("table.active"):
            firm(table.active in seats(state), "SHINOBAZU-3.2", "shinobazu.not_in_game", seat=table.active)
            firm(waiting is None, "SHINOBAZU-4.6", "shinobazu.declaration_due", seat=waiting)
            firm(turn or others, "SHINOBAZU-2.4", "shinobazu.position.phase_battle")
            firm(not player(state, table.active).laid, "SHINOBAZU-3.1", "shinobazu.turn_is_over", seat=turn)
            context.refuse(_clause_of_turn(table, now), "shinobazu.not_your_turn", seat=turn)
    unlaid = (p.seat for p in state.players if not p.laid and waiting is None)
    return replace(state, declares=waiting, active=table.active or turn or next(unlaid, None))


def _clause_of_turn(table: OpenTable, now: Sequence[FightCard]) -> str:
    """Return the clause that determines the turn after the last card (SHINOBAZU-3.2, 3.8 to 3.11)."""
    if not now:
        return "SHINOBAZU-3.2"
    last = now[-1]
    if last.owner == last.laid_by:
        return "SHINOBAZU-3.8" if last.owner == table.start else "SHINOBAZU-3.9"
    return "SHINOBAZU-3.11" if any(card.laid_by == last.owner for card in now) else "SHINOBAZU-3.10"


def _check_declared(table: OpenTable, state: State, now: Sequence[FightCard], context: RulingContext) -> None:
    """Refuse a declaration without a card of this round in front, and a missing one before the last card (4.6, 4.8)."""
    for i, p in enumerate(state.players):
        with naming(f"table.seats[{i}].declared"):
            mine = next((card for card in now if card.owner == p.seat), None)
            firm(mine is not None or p.declared is None, "SHINOBAZU-4.6", "shinobazu.nothing_to_declare")
            if mine is None:
                continue
            firm(p.declared or mine is now[-1], "SHINOBAZU-4.6", "shinobazu.declaration_due", seat=p.seat)
            if mine.laid_by == p.seat == table.start:
                firm(p.declared, "SHINOBAZU-4.8", "shinobazu.start_fights")
                context.require(p.declared == "fight", "SHINOBAZU-4.8", "shinobazu.start_fights")


# What each seat alone knows


def _secrets(state: State, position: Position) -> State:
    """Return the state with what seats have entered. Raises a private `Refused` (SHINOBAZU-1.2, 2.1, 3.1, 4.1, 9.5)."""
    for p in state.players:
        secret: SeatSecret = position.secrets.get(p.seat, SeatSecret())
        here = laid_by(state, p.seat)
        with naming(f"secrets.{p.seat}.hand"):
            _check_hand(p, secret)
        with naming(f"secrets.{p.seat}.laid"):
            unnamed_cards = [c for c in here if c.card is None and c.round == state.round]
            firm(unnamed_cards or secret.laid is None, "SHINOBAZU-3.1", "shinobazu.position.nothing_laid", private=True)
            distinct_cards(() if secret.laid is None else (secret.laid,), private=True)
        with naming(f"secrets.{p.seat}.gone"):
            unseen = [c for c in here if c.card is None and c.round < state.round]
            count = len(unseen)
            fits = len(secret.gone) <= count
            firm(fits, "SHINOBAZU-3.1", "shinobazu.position.gone", private=True, count=count)
            distinct_cards(secret.gone if secret.laid is None else (*secret.gone, secret.laid), private=True)
        records = dict(zip(map(id, unseen), secret.gone, strict=False)) | {id(c): secret.laid for c in unnamed_cards}
        state = replace(
            state, cards=tuple(replace(c, recorded=records[id(c)]) if id(c) in records else c for c in state.cards)
        )
        own = {c.recorded for c in laid_by(state, p.seat)}
        with naming(f"secrets.{p.seat}.hand"):
            again = next((card for card in secret.hand or () if card in own), None)
            firm(again is None, "SHINOBAZU-1.2", "shinobazu.card_twice", private=True, card=again)
        doubted = secret.doubted and secret.hand is not None
        state = with_player(state, p.seat, hand=secret.hand, doubted=doubted)
        if not secret.disputed and (wrong := next(disputed(state, p.seat), None)) is not None:
            raise wrong
    return state


def _check_hand(p: Player, secret: SeatSecret) -> None:
    if secret.hand is None:
        return
    firm(not p.withdrawn, "SHINOBAZU-2.1", "shinobazu.hand_withdrawn_already", private=True)
    entered = len(secret.hand)
    fits = entered == p.hand_size or (secret.doubted and entered > p.hand_size)
    firm(fits, "SHINOBAZU-2.1", "shinobazu.hand_size", private=True, count=p.hand_size, entered=entered)
    distinct_cards(secret.hand, private=True)


# After all declarations


def _played(table: OpenTable, state: State, context: RulingContext) -> State:
    """Return the present state by computing the battle and then the duel (SHINOBAZU-5.1 to 9.7)."""
    if state.active is None and state.declares is None:
        state = battle.battle_begins(state, [])
    if state.phase == "duel":
        state = _duelled(table, state)
    _check_duel(table, state)
    with naming("table.seats"):
        early = {c.owner for c in state.cards if c.round == state.round and c.card is not None} - _shown_by_now(state)
        shown_early = [seat for seat in seats(state) if seat in early]
        context.require(not shown_early, "SHINOBAZU-5.1", "shinobazu.position.shown_early", seats=shown_early)
    for i, (p, it) in enumerate(zip(state.players, table.seats, strict=True)):
        with naming(f"table.seats[{i}].points"):
            context.require(p.points == it.points, "SHINOBAZU-8.3", "shinobazu.position.points", points=p.points)
            state = with_player(state, p.seat, points=it.points)
    if table.phase == "ended" and state.phase == "round_end":
        with naming("table.phase"):
            firm(ends(state) and not state.due, "SHINOBAZU-9.7", "shinobazu.position.goes_on")
        state = replace(state, phase="ended")
    with naming("table.phase"):
        firm(state.phase == table.phase, "SHINOBAZU-2.4", f"shinobazu.position.phase_{state.phase}")
    with naming("table.seats"):
        shown = [p.seat for p in state.players if p.shown_hand is not None]
        firm(state.phase == "ended" or not shown, "SHINOBAZU-2.1", "shinobazu.only_in_ended", seats=shown)
    return state


def _duelled(table: OpenTable, state: State) -> State:
    """Return the state after the described duel: the challenge, its answer, its lead (SHINOBAZU-8.6 to 8.11)."""
    loser, target, said = state.challenger, table.challenged, list[tuple[str, str, Callable[..., Ruling], Move]]()
    assert loser is not None
    if target is not None:
        said.append(("challenged", loser, battle.duel_challenge, moves.DuelChallenge(target=target)))
        if table.accepted is not None:
            answer = moves.DuelAnswer(answer="accept" if table.accepted else "refuse")
            said.append(("accepted", target, battle.duel_answer, answer))
        if table.duel_lead is not None:
            said.append(("duel_lead", loser, battle.choose_duel_lead, moves.ChooseDuelLead(colour=table.duel_lead)))
    elif table.phase != "duel":
        said.append(("phase", loser, battle.duel_decline, moves.DuelDecline()))
    for field, seat, rule, move in said:
        with naming(f"table.{field}"):
            in_order(state, move)
            state = rule(state, seat, move, RulingContext()).state
    return state


def _check_duel(table: OpenTable, state: State) -> None:
    """Refuse a description of a duel that was impossible (SHINOBAZU-8.5 to 8.11)."""
    over = state.duel is not None or state.refused is not None
    with naming("table.challenged"):
        none = table.challenged is None or over or state.phase == "duel"
        firm(none, "SHINOBAZU-8.5", "shinobazu.position.no_duel")
    with naming("table.accepted"):
        firm(table.accepted is None or table.challenged, "SHINOBAZU-8.8", "shinobazu.position.no_duel")
    with naming("table.duel_lead"):
        firm(table.duel_lead is None or table.challenged, "SHINOBAZU-8.11", "shinobazu.position.no_duel")


def _shown_by_now(state: State) -> set[str]:
    """Return the seats whose card of this round may have been turned over (SHINOBAZU-5.1 to 5.4, 7.1, 8.11, 9.4)."""
    if state.phase == "turns":
        return set()
    fighters = declared(state, "fight")
    if len(fighters) < 2 or state.three:
        return set(seats(state))
    fought = {row.seat for battle in (state.battle, state.duel) if battle is not None for row in battle.rows}
    asked = {state.challenged or ""} if state.answer is not None else set()
    refused = {state.refused.target} if state.refused is not None and state.options.refused_shown == "yes" else set()
    stays = set(state.stays) if state.phase in ("round_end", "ended") else set()
    return {*fighters, *fought, *asked, *refused, *stays}
