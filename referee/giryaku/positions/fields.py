"""What the fields of a position cannot say, whatever the rest says: seats, moments, and one seat's cards."""

from __future__ import annotations

from typing import Final

from referee.core.position import check_phase
from referee.giryaku.cards import HAND, OPENING, OWNED
from referee.giryaku.options import Options
from referee.giryaku.positions.model import RESULTS, OpenSeat, OpenTable
from referee.giryaku.positions.refusing import need
from referee.giryaku.setup import STEPS
from referee.giryaku.state import State, is_seat

BOX: Final = frozenset({"consume_map", "nin_shi_range"})


def check_names(table: OpenTable, state: State) -> None:
    """Refuse a seat that nobody has (GIRYAKU-3.1)."""
    named = {
        "first": table.first,
        "active": table.active,
        "last": table.last,
        "waits_for": table.waits_for,
        "action.seat": None if table.action is None else table.action.seat,
        "result.winner": None if table.result is None else table.result.winner,
    }
    named |= {f"findings[{i}].player": finding.player for i, finding in enumerate(table.findings)}
    for field, seat in named.items():
        need(seat is None or is_seat(state, seat), "3.1", "not_in_game", f"table.{field}", seat=seat)


def check_fields(table: OpenTable, options: Options) -> None:
    """Refuse what a moment of the match does not have (GIRYAKU-3.3)."""
    scores, phase = options.depth == "scores", "turn" if table.phase == "last_turn" else table.phase
    now = f"scores:{table.phase}" if scores else phase
    of_depth = now in RESULTS if scores else phase != "count"
    need(of_depth, "3.3", "position_other_depth", "table.phase")
    check_phase(table, "table", now, "giryaku.position_not_now")
    for i, seat in enumerate(table.seats):
        check_phase(seat, f"table.seats[{i}]", now, "giryaku.position_not_now")
    if scores or phase == "setup":
        return
    need(table.first or options.first_player, "2.11", "who_is_first", "table.first")
    need(options.consume_map or table.consume_map, "8.8", "which_kind_raids", "table.consume_map")
    need(options.nin_shi_range or table.nin_shi_range, "7.12", "which_range", "table.nin_shi_range")
    for name in sorted(BOX):
        settled, box = getattr(options, name), getattr(table, name)
        need(box is None or settled in (None, box), "2.3", "dealt_already", f"table.{name}")


def check_seat(table: OpenTable, i: int, options: Options) -> None:
    """Refuse what one seat cannot have before it."""
    one, path = table.seats[i], f"table.seats[{i}]"
    need(one.opening is None or len(one.opening) == OPENING, "2.5", "three_cards", f"{path}.opening",
         count=len(one.opening or ()))  # fmt: skip
    for cell, card in one.board.items():
        settled = cell.endswith("L") or f"{cell[0]}L" in one.board
        need(settled, "5.1", "card_fell", f"{path}.board.{cell}", cells=[cell])
        need(card.down or card.card is not None, "4.4", "position_name_card", f"{path}.board.{cell}", cell=cell)
        flipped = not card.down or one.flip is not None or table.phase in STEPS
        need(flipped, "4.4", "position_not_flipped", f"{path}.board.{cell}", cell=cell)
    if options.depth == "plays" and table.phase not in STEPS:
        _owns(one, path, options, ended=table.phase == "ended")


def hand_and_deck(one: OpenSeat) -> int:
    """Return how many cards a seat has in hand and deck: what is left of 15 (GIRYAKU-1.2)."""
    return OWNED - sum((one.graveyard.S, one.graveyard.N, one.graveyard.O)) - len(one.board)


def deck_and_hand(seat: OpenSeat, table: OpenTable, options: Options) -> tuple[int, int]:
    """Return what is left of 15 cards (GIRYAKU-1.2, 2.5, 2.9, 3.5); without plays nobody knows."""
    if options.depth == "scores":
        return 0, 0
    if table.phase in STEPS:
        dealt = table.phase != "setup"
        return (OWNED - (OPENING if seat.opening else 0) if dealt else 0), 1 if seat.board else 0
    rest = hand_and_deck(seat)
    hand = min(HAND, rest) if seat.hand is None else seat.hand
    return rest - hand, hand


def _owns(one: OpenSeat, path: str, options: Options, *, ended: bool) -> None:
    rest = hand_and_deck(one)
    hand = min(HAND, max(0, rest)) if one.hand is None else one.hand
    need(rest >= hand, "1.2", "position_fifteen", f"{path}.graveyard", count=OWNED - rest + hand)
    need(len(one.known) <= min(1, hand), "2.9", "position_kept", f"{path}.known")
    need(hand or not one.hand_entered, "3.5", "no_hand_to_enter", f"{path}.hand_entered")
    emptied = one.board or ended or options.self_empty_board == "no_loss"
    need(emptied, "9.2", "position_empty_board", f"{path}.board")
    if one.flip is None:
        return
    down, flip = sum(card.down for card in one.board.values()), one.flip
    due = len(flip.pool) + flip.extra - flip.gone - len(flip.shown)
    need(down == due, "7.7", "position_flipped_cards", f"{path}.flip.pool", down=down, count=due)
    for n, moment in enumerate(flip.moments):
        field = f"{path}.flip.moments[{n}]"
        need(len(set(moment.cards.values())) == len(moment.cards), "7.7", "position_moment", field)
    now = flip.moments[-1].cards.keys() if flip.moments else one.board.keys()
    need(now == one.board.keys(), "7.7", "position_moment", f"{path}.flip.moments")
