"""Laying a table in the middle of a match: what cannot be is refused, field by field, in the order of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from referee.core.judging import naming
from referee.core.position import Position
from referee.core.replacing import replace
from referee.core.values import Seat
from referee.shinobi_school.cards import COPIES, UNKNOWN, WIN, heap
from referee.shinobi_school.entries import in_deck
from referee.shinobi_school.field.tiers import cards_on
from referee.shinobi_school.options import Options
from referee.shinobi_school.positions.entries import counted, entered
from referee.shinobi_school.positions.fields import check_fields, need
from referee.shinobi_school.positions.model import IN_SCORES, LIES, OPEN, OVER, PLAYED, ROUND, OpenTable
from referee.shinobi_school.positions.turn import lay_turn
from referee.shinobi_school.rounds.ranking import best
from referee.shinobi_school.rounds.scoring import winner_row
from referee.shinobi_school.scores import most_lost
from referee.shinobi_school.setup import FLIPS, begin
from referee.shinobi_school.state import State, may_agree, numbers, player, seats, undealt, with_seat
from referee.shinobi_school.supply import accounted
from referee.shinobi_school.view_model import Round, SheetRow


def lay(options: Options, seated: Sequence[Seat], position: Position) -> State:
    """Return the state of a position. Raises `Refused` with its field and the clause that it breaks."""
    table: OpenTable = position.table
    state = begin(options, seated)
    _moment(state, table)
    state = replace(state, phase=table.phase, round=table.round)
    state = _starts(_scored(state, table), table)
    if table.phase in OPEN:
        state = _mansions(state, table)
    if table.phase in LIES:
        state = _supply(_field(state, table), table)
    if table.phase in PLAYED:
        state = lay_turn(state, table)
    for n, seat in enumerate(table.seats):
        ready = seat.ready or table.phase in ROUND - {"deal", "split"}
        state = with_seat(state, seat.seat, ready=ready, withdrawn=seat.withdrawn, agrees=seat.agrees)
        need(not seat.agrees or may_agree(state), "SCHOOL-8.6", "no_flush_now", f"table.seats[{n}].agrees")
    for what, clause in (("ready", "SCHOOL-9.3"), ("agrees", "SCHOOL-8.6")):
        all_ = table.phase in ("split", "turn") and all(getattr(seat, what) for seat in table.seats)
        need(not all_, clause, "position.went_on", "table.seats")
    for seat_id, secret in position.secrets.items():
        state = entered(state, seat_id, secret)
    if table.phase == "scoring":
        state = _supply(counted(state, table), table)
    return state


# The moment


def _moment(state: State, table: OpenTable) -> None:
    """Refuse other seats, another depth, and what a moment does not know or must know (SCHOOL-1.3, 2.3, 2.6)."""
    in_depth = table.phase in (IN_SCORES if state.options.depth == "scores" else ROUND | OVER - {"close"})
    need(in_depth, "SCHOOL-2.3", "other_depth", "table.phase")
    need(table.round <= state.options.rounds, "SCHOOL-2.6", "position.rounds", "table.round", of=state.options.rounds)
    last = table.phase not in OVER or table.round == state.options.rounds
    need(last, "SCHOOL-2.6", "position.rounds", "table.round", of=state.options.rounds)
    same = tuple(seat.seat for seat in table.seats) == seats(state)
    need(same, "SCHOOL-1.3", "position.seats", "table.seats", seats=list(seats(state)))
    check_fields(table, "table", table.phase)
    for n, seat in enumerate(table.seats):
        check_fields(seat, f"table.seats[{n}]", table.phase)


# Rounds that are over


def _scored(state: State, table: OpenTable) -> State:
    """Write the rounds that are over: one winner each, all others lose (SCHOOL-2.6, 12.1, 12.5)."""
    past = table.round if table.phase in OVER else table.round - 1
    for n, seat in enumerate(table.seats):
        right = len(seat.scores) == past
        need(right, "SCHOOL-2.6", "position.scores", f"table.seats[{n}].scores", count=past, round=table.round)
    rounds = tuple(_round(state, table, at) for at in range(past))
    won = [sheet.winner for sheet in rounds]
    players = []
    for p, seat in zip(state.players, table.seats, strict=True):
        by_hand = 0 if seat.points is None else seat.points - sum(seat.scores)
        players.append(replace(p, scores=seat.scores, by_hand=by_hand, won=won.count(p.seat)))
    state = replace(state, players=tuple(players), rounds=rounds)
    tied = state.options.final_tie == "table" and len(best(state)) > 1
    need(table.phase != "tie" or tied, "SCHOOL-13.2", "no_tie", "table.phase")
    may_choose = table.chosen in best(state) if tied else table.chosen is None
    need(table.phase != "ended" or may_choose, "SCHOOL-13.2", "not_tied", "table.chosen", seats=list(best(state)))
    return replace(state, chosen=table.chosen)


def _round(state: State, table: OpenTable, at: int) -> Round:
    won = [n for n, seat in enumerate(table.seats) if seat.scores[at] == WIN]
    field = f"table.seats[{won[-1] if won else 0}].scores[{at}]"
    need(len(won) == 1, "SCHOOL-12.1", "position.one_winner", field, round=at + 1, points=WIN)
    rows = []
    for n, seat in enumerate(table.seats):
        points, field = seat.scores[at], f"table.seats[{n}].scores[{at}]"
        if n == won[0]:
            rows.append(winner_row(seat.seat))
            continue
        need(points <= -1, "SCHOOL-12.5", "loser_loses", field, seat=seat.seat, points=points)
        least = -most_lost(state)
        need(points >= least, "SCHOOL-12.5", "loses_too_much", field, seat=seat.seat, points=points, least=least)
        rows.append(SheetRow(seat.seat, points))
    return Round(at + 1, table.seats[won[0]].seat, tuple(rows), verified=False)


def _starts(state: State, table: OpenTable) -> State:
    """Say who starts: the winner of the round before, or whom the table named (SCHOOL-11.1, 13.1)."""
    if table.start is not None:
        with naming("table.start"):
            player(state, table.start)
    if table.round > 1:
        start: str | None = state.rounds[table.round - 2].winner
        need(table.start in (None, start), "SCHOOL-13.1", "position.starts", "table.start", seat=start)
    else:
        start = table.start or state.options.start
    need(table.phase != "start" or start is None, "SCHOOL-11.2", "position.start_named", "table.phase")
    need(table.phase not in PLAYED or start is not None, "SCHOOL-11.1", "position.missing", "table.start")
    return replace(state, start=start)


# What lies on the table


def _mansions(state: State, table: OpenTable) -> State:
    """Lay heaven and earth of each seat (SCHOOL-2.4, 2.5, 6.1, 6.2)."""
    each, untouched = state.deal.cards, table.phase not in PLAYED
    winner = table.now.seat if table.now is not None and table.phase != "turn" else None
    for n, seat in enumerate(table.seats):
        path, earth, size, known = f"table.seats[{n}]", heap(seat.earth or ()), seat.heaven or 0, heap(seat.known)
        for name, cards in (("earth", earth), ("known", known)):
            with naming(f"{path}.{name}"):
                in_deck(state, cards)
        need(len(known) <= size, "SCHOOL-9.2", "position.known", f"{path}.known", count=len(known), of=size)
        count = len(earth) + size
        dealt = not untouched or count == each
        need(dealt, "SCHOOL-6.2", "position.dealt", f"{path}.heaven", seat=seat.seat, count=each, entered=count)
        both = not untouched or state.options.empty_side == "allow" or (earth and size)
        need(both, "SCHOOL-6.2", "empty_side", f"{path}.earth")
        if seat.seat == winner:
            need(not count, "SCHOOL-2.4", "winner_holds_nothing", path, seat=seat.seat)
        else:
            need(count, "SCHOOL-2.5", "only_one_winner", path, seat=seat.seat)
        changed = seat.heaven_changed or bool(known)
        held = {"earth": earth, "heaven_size": size, "known": known, "heaven_changed": changed}
        state = with_seat(state, seat.seat, **held)
    return state


def _field(state: State, table: OpenTable) -> State:
    """Lay the field: numbers rise, and sizes first never rise, then never fall (SCHOOL-4.1 to 4.3)."""
    for n, tier in enumerate(table.field):
        path = f"table.field[{n}]"
        need(1 <= tier.size <= COPIES, "SCHOOL-3.1", "position.tier_size", f"{path}.size", most=COPIES)
        with naming(f"{path}.number"):
            in_deck(state, (tier.number,))
        above = n == 0 or table.field[n - 1].number < tier.number
        need(above, "SCHOOL-4.1", "position.not_rising", f"{path}.number", number=tier.number)
    steps = [(n, b.size - a.size) for n, (a, b) in enumerate(pairwise(table.field), 1) if a.size != b.size]
    for (_, before), (n, after) in pairwise(steps):
        need(before < 0 or after > 0, "SCHOOL-4.2", "position.no_valley", f"table.field[{n}].size")
    return replace(state, field=table.field)


def _supply(state: State, table: OpenTable) -> State:
    """All cards of the deck are somewhere, and no number six times (SCHOOL-1.1, 1.4, 10.1 to 10.3)."""
    stock = table.stock or 0
    turned = undealt(state) - stock
    most = undealt(state) - 2
    drawn = 2 <= turned <= FLIPS
    need(drawn, "SCHOOL-10.1", "position.stock", "table.stock", stock=stock, least=undealt(state) - FLIPS, most=most)
    if table.phase == "start":
        sizes = sorted(tier.size for tier in state.field)
        need(sizes == [1, turned - 1], "SCHOOL-10.3", "position.first_field", "table.field", count=turned)
    with naming("table.swept_cards"):
        in_deck(state, heap(table.swept_cards))
    unknown = (UNKNOWN,) * table.swept_unknown
    state = replace(state, turned=turned, swept=heap((*table.swept_cards, *unknown)))
    where = {
        "on_field": len(cards_on(state.field)),
        "swept": len(state.swept),
        "earths": sum(len(p.earth) for p in state.players),
        "heavens": sum(p.heaven_size for p in state.players),
    }
    all_, deck = sum(where.values()) + stock, COPIES * state.deal.highest
    need(all_ == deck, "SCHOOL-1.1", "position.sum", "table.stock", count=all_, of=deck, stock=stock, **where)
    for number in numbers(state):
        count = sum(accounted(state, number).values())
        need(count <= COPIES, "SCHOOL-1.1", "position.sixth", "table.seats", number=number, count=count)
    return state
