"""Laying what each seat alone knows, and what was shown at the end of a round (SCHOOL-6.2, 12)."""

from __future__ import annotations

from referee.core.judging import naming
from referee.shinobi_school.cards import Cards, cost, heap, less, lost, too_many
from referee.shinobi_school.entries import in_deck, in_mansion, seen_elsewhere
from referee.shinobi_school.positions.fields import check_fields, need, need_own
from referee.shinobi_school.positions.model import OPEN, OpenTable, SeatSecret
from referee.shinobi_school.rounds.scoring import loser_row
from referee.shinobi_school.scores import most_lost
from referee.shinobi_school.state import Player, State, losers, player, with_seat
from referee.shinobi_school.view_model import SheetRow

# What is left at the end of a round


def counted(state: State, table: OpenTable) -> State:
    """Count what was shown; with nothing left to show the round would be over (SCHOOL-12.2 to 12.5, 13.1)."""
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
        right = left is None or seat.scored in (None, left.points)
        need(right, "SCHOOL-12.5", "position.scored", f"{path}.scored", seat=seat.seat, points=seat.scored)
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
    """Keep a score whose heaven was counted unseen: only what is registered is (O14)."""
    field, earth = f"{path}.scored", cost(p.earth)
    closed = state.options.final_heaven == "cost_only"
    need(closed, "SCHOOL-12.2", "position.missing", f"{path}.shown")
    loses = -most_lost(state) <= points <= -max(earth, 1)
    need(loses, "SCHOOL-12.5", "position.scored", field, seat=p.seat, points=points)
    heaven = None if -points == earth else -points
    if p.heaven is not None:
        right = lost(p.heaven, p.earth) == points
        own = f"secrets.{p.seat}.heaven"
        need_own(right, "SCHOOL-12.5", "position.scored", own, seat=p.seat, points=points)
        heaven = cost(p.heaven)
    return SheetRow(p.seat, points, None, p.earth, heaven, earth)


def _holds_known(p: Player, cards: Cards, field: str, *, private: bool = False) -> None:
    lacking = next((n for n in sorted(set(p.known)) if cards.count(n) < p.known.count(n)), None)
    least = p.known.count(lacking or 0)
    asks = need_own if private else need
    asks(lacking is None, "SCHOOL-3.3", "heaven_lacks", field, seat=p.seat, number=lacking, least=least)


# What a seat has registered


def entered(state: State, seat: str, secret: SeatSecret) -> State:
    """Keep what a seat alone knows; only what rests on its own entry and on the table is looked at (SCHOOL-6.2)."""
    p, path = player(state, seat), f"secrets.{seat}"
    check_fields(secret, path, state.phase)
    given = [name for name in ("hand", "heaven") if getattr(secret, name) is not None] + ["doubted"] * secret.doubted
    need_own(not given or not p.withdrawn, "SCHOOL-6.2", "entry_given_up", f"{path}.{(given or [''])[0]}")
    need_own(len(given) < 2, "SCHOOL-6.2", "position.one_entry", f"{path}.{given[-1] if given else ''}")
    hand, laid, heaven = (None if cards is None else heap(cards) for cards in (secret.hand, secret.laid, secret.heaven))
    if hand is not None:
        each = state.deal.cards
        whole = len(hand) == each
        need_own(whole, "SCHOOL-6.2", "hand_size", f"{path}.hand", count=each, entered=len(hand))
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
    missing = None if hand is None else next((n for n in laid if laid.count(n) > hand.count(n)), None)
    need_own(missing is None, "SCHOOL-6.2", "not_dealt", field, number=missing)


def _hidden_heaven(state: State, p: Player, heaven: Cards, laid: Cards | None, field: str) -> None:
    """Beside an earth that lies face down; all may have had to name theirs anew (SCHOOL-6.2, 9.3)."""
    there = p.ready and (laid is not None or state.phase == "reveal")
    need_own(there, "SCHOOL-6.2", "earth_first", field)
    size = len(heaven) if laid is None else state.deal.cards - len(laid)
    right = len(heaven) == size <= state.deal.cards
    need_own(right, "SCHOOL-6.2", "heaven_size", field, count=size, entered=len(heaven))
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
