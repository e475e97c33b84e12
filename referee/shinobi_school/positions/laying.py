"""Laying a position: impossible fields are refused in the order of the rules, then what each seat registered."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from referee.core.base import replace
from referee.core.game import Position
from referee.core.judging import naming
from referee.core.values import Seat
from referee.shinobi_school.cards import COPIES, UNKNOWN, Cards, cost, heap, lacking, less, lost, too_many
from referee.shinobi_school.entries import accounted, in_deck, in_mansion, seen_elsewhere
from referee.shinobi_school.field import cards_on, tier_at
from referee.shinobi_school.moves import WIN, Options
from referee.shinobi_school.positions.model import (
    IN_SCORES,
    LIES,
    OPEN,
    OVER,
    PLAYED,
    ROUND,
    OpenTable,
    SeatSecret,
    check_fields,
    need,
    need_own,
)
from referee.shinobi_school.rounds import FLIPS, begin, best, loser_row, winner_row
from referee.shinobi_school.scores import most_lost
from referee.shinobi_school.state import Player, State, losers, may_agree, numbers, player, seats, undealt, with_seat
from referee.shinobi_school.view_model import Action, Round, SheetRow, Tier


def lay_turn(state: State, table: OpenTable) -> State:
    """Lay the present turn, or the one that has won the round (SCHOOL-2.4, 7, 8)."""
    assert table.now is not None
    for field, seat in (("table.now.seat", table.now.seat), ("table.last_placer", table.last_placer)):
        if seat is not None:
            with naming(field):
                player(state, seat)
    actions = table.now.actions
    for n, action in enumerate(actions):
        _check_action(state, n, action)
    sides = [action.side for action in actions]
    need(len(sides) == len(set(sides)), "SCHOOL-7.2", "position.side_twice", "table.now.actions")
    need(table.phase != "turn" or len(actions) < 2, "SCHOOL-7.1", "position.went_on", "table.now.actions")
    winner = None if table.phase == "turn" else table.now.seat
    state = replace(state, active=table.now.seat, actions=actions, fresh=table.now.swept, winner=winner)
    if any(action.side == "heaven" and action.kind != "pass" for action in actions):
        state = with_seat(state, table.now.seat, heaven_changed=True)
    _just_done(state)
    placed = table.last_placer is not None or bool(state.swept)
    state = replace(state, last_placer=table.last_placer, placed=placed)
    _swept(state)
    return _laps(state, table)


def _check_action(state: State, n: int, action: Action) -> None:
    path = f"table.now.actions[{n}]"
    if action.kind == "pass":
        nothing = action.number is None and not action.size and action.end is None
        need(nothing, "SCHOOL-7.5", "position.passed", path)
        return
    need(action.number is not None, "SCHOOL-3.1", "position.missing", f"{path}.number")
    with naming(f"{path}.number"):
        in_deck(state, (action.number or 0,))
    most = COPIES if action.kind == "place" else 2
    need(1 <= action.size <= most, "SCHOOL-3.1", "position.tier_size", f"{path}.size", most=most)
    need(action.kind == "place" or action.end is not None, "SCHOOL-4.6", "collected_at_ends", f"{path}.end")


def _just_done(state: State) -> None:
    """Refuse a last action whose cards are not at their end, or not where they went (SCHOOL-2.4, 4.2 to 4.6)."""
    last, field = (state.actions or (None,))[-1], "table.now.actions"
    won = state.phase == "turn" or (last is not None and last.kind == "place")
    need(won, "SCHOOL-2.4", "position.won_by_placing", field)
    if last is None or last.kind == "pass":
        return
    me, number = player(state, state.active or ""), last.number or 0
    if last.kind == "collect":
        held = me.earth if last.side == "earth" else me.known
        need(held.count(number) >= last.size, "SCHOOL-4.6", "position.not_collected", field, number=number)
        return
    new = Tier(number, last.size)
    if last.end is None:
        need(state.field == (new,), "SCHOOL-4.5", "position.not_placed", field, number=number)
    else:
        lies = len(state.field) > 1 and tier_at(state.field, last.end) == new
        need(lies, "SCHOOL-4.2", "position.not_placed", field, number=number)


def _swept(state: State) -> None:
    """Refuse a last placer that contradicts the field (SCHOOL-8.1 to 8.6)."""
    placed, mine = _has_placed_now(state), state.last_placer == state.active
    if not state.field:
        need(state.last_placer is None, "SCHOOL-8.4", "position.nothing_placed", "table.last_placer")
        need(state.swept, "SCHOOL-8.4", "position.never_empty", "table.field")
    elif state.last_placer is None:
        is_first_field = not state.swept and len(state.field) <= 2
        need(is_first_field, "SCHOOL-8.6", "position.somebody_placed", "table.last_placer")
    need(mine or not placed, "SCHOOL-8.1", "position.placed_now", "table.last_placer", seat=state.active)
    need(placed or not mine, "SCHOOL-8.2", "position.would_be_swept", "table.last_placer", seat=state.active)
    swept = not state.fresh or (state.swept and (placed or not state.field))
    need(swept, "SCHOOL-8.3", "position.not_swept", "table.now.swept")


def _laps(state: State, table: OpenTable) -> State:
    """Derive the number of turns of the round, and of those without a placement (SCHOOL-7.1, 8.1, 8.6)."""
    count = len(state.players)
    lap = _places_after(state, state.start)
    before = state.last_placer is not None and not _has_placed_now(state)
    exact: int | None = None
    if state.fresh:
        exact = 0
    elif before:
        exact = _places_after(state, state.last_placer) - 1
    elif not state.placed and table.turn:
        exact = table.turn - 1
    likely = int(not state.field) if state.placed else lap
    quiet = next(known for known in (table.quiet, exact, likely) if known is not None)
    need(exact in (None, quiet), "SCHOOL-8.1", "position.quiet", "table.quiet", quiet=quiet, count=exact)
    need(quiet or state.field or state.fresh, "SCHOOL-8.3", "position.swept_now", "table.now.swept", seat=state.active)
    leads = not state.placed and state.options.opening_flush == "start_leads"
    need(not leads or quiet < count, "SCHOOL-8.6", "position.would_be_swept", "table.quiet", seat=state.active)
    least = quiet + before + (count if state.swept else 0)
    earlier = least + (lap - least) % count if table.turn is None else table.turn - 1
    turns_fit = earlier >= least and earlier % count == lap and (state.placed or earlier == quiet)
    need(turns_fit, "SCHOOL-7.1", "position.turn", "table.turn", seat=state.active, turn=earlier + 1)
    return replace(state, quiet=quiet, earlier=earlier)


def _has_placed_now(state: State) -> bool:
    return any(action.kind == "place" for action in state.actions)


def _places_after(state: State, seat: str | None) -> int:
    """Return the number of places, clockwise, from a seat to the active player."""
    order = seats(state)
    return (order.index(state.active or "") - order.index(seat or "")) % len(order)


# The count at the end of a round


def counted(state: State, table: OpenTable) -> State:
    """Count the shown heavens; refuse a round in which nothing is left to show (SCHOOL-12.2 to 12.5, 13.1)."""
    for n, seat in enumerate(table.seats):
        path, p = f"table.seats[{n}]", player(state, seat.seat)
        if seat.seat == state.winner:
            nothing = seat.shown is None and seat.scored is None
            need(nothing, "SCHOOL-12.1", "winner_holds_nothing", path, seat=seat.seat)
            continue
        shown = () if not p.heaven_size and seat.shown is None else seat.shown
        if shown is not None:
            left: SheetRow | None = _shown(state, p, heap(shown), path)
        else:
            left = None if seat.scored is None else _closed(state, p, seat.scored, path)
        points_fit = left is None or seat.scored in (None, left.points)
        need(points_fit, "SCHOOL-12.5", "position.scored", f"{path}.scored", seat=seat.seat, points=seat.scored)
        state = with_seat(state, seat.seat, left=left)
    need(any(p.left is None for p in losers(state)), "SCHOOL-13.1", "position.went_on", "table.seats")
    return state


def _shown(state: State, p: Player, shown: Cards, path: str) -> SheetRow:
    field, size = f"{path}.shown", p.heaven_size
    with naming(field):
        in_deck(state, shown)
    need(len(shown) == size, "SCHOOL-12.2", "heaven_size", field, count=size, entered=len(shown))
    _holds_known(p, shown, field)
    return loser_row(p.seat, shown, p.earth)


def _closed(state: State, p: Player, points: int, path: str) -> SheetRow:
    """Keep a score whose heaven was counted unseen; only a registered heaven is checked (O14)."""
    field, earth = f"{path}.scored", cost(p.earth)
    need(state.options.final_heaven == "cost_only", "SCHOOL-12.2", "position.missing", f"{path}.shown")
    loses = -most_lost(state) <= points <= -max(earth, 1)
    need(loses, "SCHOOL-12.5", "position.scored", field, seat=p.seat, points=points)
    heaven = None if -points == earth else -points
    if p.heaven is not None:
        own = f"secrets.{p.seat}.heaven"
        need_own(lost(p.heaven, p.earth) == points, "SCHOOL-12.5", "position.scored", own, seat=p.seat, points=points)
        heaven = cost(p.heaven)
    return SheetRow(p.seat, points, None, p.earth, heaven, earth)


def _holds_known(p: Player, cards: Cards, field: str, *, private: bool = False) -> None:
    absent = lacking(cards, p.known)
    least = p.known.count(absent or 0)
    held = {"seat": p.seat, "number": absent, "least": least}
    need(absent is None, "SCHOOL-3.3", "heaven_lacks", field, private=private, **held)


# Registered entries


def entered(state: State, seat: str, secret: SeatSecret) -> State:
    """Keep a seat's secrets, checked against its own entry and the table only (SCHOOL-6.2)."""
    p, path = player(state, seat), f"secrets.{seat}"
    check_fields(secret, path, state.phase)
    given = [name for name in ("hand", "heaven") if getattr(secret, name) is not None] + ["doubted"] * secret.doubted
    need_own(not given or not p.withdrawn, "SCHOOL-6.2", "entry_given_up", f"{path}.{(given or [''])[0]}")
    need_own(len(given) < 2, "SCHOOL-6.2", "position.one_entry", f"{path}.{given[-1] if given else ''}")
    hand, laid, heaven = (None if cards is None else heap(cards) for cards in (secret.hand, secret.laid, secret.heaven))
    if hand is not None:
        each = state.deal.cards
        need_own(len(hand) == each, "SCHOOL-6.2", "hand_size", f"{path}.hand", count=each, entered=len(hand))
        with naming(f"{path}.hand", private=True):
            in_deck(state, hand)
    if laid is not None:
        _laid(state, p, laid, hand, f"{path}.laid")
    if heaven is not None:
        with naming(f"{path}.heaven", private=True):
            in_deck(state, heap(set(heaven)))
        if state.phase in OPEN:
            _heaven(state, p, heaven, f"{path}.heaven", contradicted=secret.contradicted)
        else:
            _hidden_heaven(state, p, heaven, laid, f"{path}.heaven")
    noted = bool(given)
    return with_seat(state, seat, hand=hand, laid=laid, heaven=heaven, noted=noted, doubted=secret.doubted)


def _laid(state: State, p: Player, laid: Cards, hand: Cards | None, field: str) -> None:
    need_own(p.ready, "SCHOOL-9.3", "position.not_ready", field)
    need_own(len(laid) <= state.deal.cards, "SCHOOL-6.2", "earth_size", field, count=state.deal.cards)
    with naming(field, private=True):
        in_deck(state, laid)
    both = state.options.empty_side == "allow" or 0 < len(laid) < state.deal.cards
    need_own(both, "SCHOOL-6.2", "empty_side", field)
    missing = None if hand is None else lacking(hand, laid)
    need_own(missing is None, "SCHOOL-6.2", "not_dealt", field, number=missing)


def _hidden_heaven(state: State, p: Player, heaven: Cards, laid: Cards | None, field: str) -> None:
    """Check a heaven beside a face-down earth; everybody may have had to name theirs again (SCHOOL-6.2, 9.3)."""
    need_own(p.ready and (laid is not None or state.phase == "reveal"), "SCHOOL-6.2", "earth_first", field)
    size = len(heaven) if laid is None else state.deal.cards - len(laid)
    size_fits = len(heaven) == size <= state.deal.cards
    need_own(size_fits, "SCHOOL-6.2", "heaven_size", field, count=size, entered=len(heaven))
    with naming(field, private=True):
        in_mansion(state, heaven, laid or ())


def _heaven(state: State, p: Player, heaven: Cards, field: str, *, contradicted: bool) -> None:
    size = p.heaven_size
    need_own(len(heaven) == size, "SCHOOL-6.2", "heaven_size", field, count=size, entered=len(heaven))
    _holds_known(p, heaven, field, private=True)
    six = too_many(less(heaven, p.known) or ())
    need_own(six is None, "SCHOOL-1.1", "six_named", field, number=six)
    gone = seen_elsewhere(state, p, heaven)
    need_own(contradicted or gone is None, "SCHOOL-1.1", "seen_elsewhere", field, number=gone)


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
        is_ready = seat.ready or table.phase in ROUND - {"deal", "split"}
        state = with_seat(state, seat.seat, ready=is_ready, withdrawn=seat.withdrawn, agrees=seat.agrees)
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
    """Refuse other seats, another depth, and wrong fields for the phase (SCHOOL-1.3, 2.3, 2.6)."""
    in_depth = table.phase in (IN_SCORES if state.options.depth == "scores" else ROUND | OVER - {"close"})
    need(in_depth, "SCHOOL-2.3", "other_depth", "table.phase")
    need(table.round <= state.options.rounds, "SCHOOL-2.6", "position.rounds", "table.round", of=state.options.rounds)
    is_last_round = table.phase not in OVER or table.round == state.options.rounds
    need(is_last_round, "SCHOOL-2.6", "position.rounds", "table.round", of=state.options.rounds)
    seats_fit = tuple(seat.seat for seat in table.seats) == seats(state)
    need(seats_fit, "SCHOOL-1.3", "position.seats", "table.seats", seats=list(seats(state)))
    check_fields(table, "table", table.phase)
    for n, seat in enumerate(table.seats):
        check_fields(seat, f"table.seats[{n}]", table.phase)


# Rounds that are over


def _scored(state: State, table: OpenTable) -> State:
    """Record the past rounds, each with one winner (SCHOOL-2.6, 12.1, 12.5)."""
    past = table.round if table.phase in OVER else table.round - 1
    for n, seat in enumerate(table.seats):
        rounds_fit = len(seat.scores) == past
        need(rounds_fit, "SCHOOL-2.6", "position.scores", f"table.seats[{n}].scores", count=past, round=table.round)
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
    """Set the start player: the winner of the round before, or the seat that the table named (SCHOOL-11.1, 13.1)."""
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


# The cards on the table


def _mansions(state: State, table: OpenTable) -> State:
    """Lay each seat's heaven and earth (SCHOOL-2.4, 2.5, 6.1, 6.2)."""
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
    """Lay the field: numbers rise; sizes first do not rise, then do not fall (SCHOOL-4.1 to 4.3)."""
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
    """Refuse missing cards of the deck, and six of a number (SCHOOL-1.1, 1.4, 10.1 to 10.3)."""
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
    where: dict[str, Any] = {
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
