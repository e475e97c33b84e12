"""Positions of 戯略 Giryaku (METSUKE-5).

`model` has their models and the position of a state, `laying` the state of a position, and `playing` the checks of each
moment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.game import Completion, Position, Positions
from referee.core.values import Notice, Seat
from referee.giryaku.moves import Options
from referee.giryaku.positions.laying import due_on_board, lay
from referee.giryaku.positions.model import OpenTable, SeatSecret, deck_and_hand, position_of
from referee.giryaku.setup import STEPS


def progress(options: Options, seated: Sequence[Seat], position: Position) -> Mapping[str, Completion]:
    """Return how much each seat has entered: of a board that its phone must record, else of an optional hand."""
    found: dict[str, Completion] = {}
    if options.depth == "scores" or position.table.phase in STEPS:
        return found
    for each, seat in zip(seated, position.table.seats, strict=True):
        secret = position.secrets.get(each.seat, SeatSecret())
        due = due_on_board(seat) if options.flip_mode == "app" else set()
        _, hand = deck_and_hand(seat, position.table, options)
        if due:
            found[each.seat] = Completion(len(due & secret.board.keys()), len(due))
        elif hand:
            found[each.seat] = Completion(min(hand, len(secret.hand or ())), hand, must=False)
    return found


def unchecked(options: Options, seated: Sequence[Seat], position: Position) -> tuple[Notice, ...]:
    """Return notices of what nobody sees: the decks, and boards that no phone records."""
    if options.depth == "scores":
        return (Notice(message="giryaku.unchecked_boards", clause="GIRYAKU-1.3"),)
    found = []
    if position.table.phase not in STEPS:
        found.append(Notice(message="giryaku.unchecked_decks", clause="GIRYAKU-2.2"))
    for each, seat in zip(seated, position.table.seats, strict=True):
        if options.flip_mode == "trust" and seat.flip is not None and due_on_board(seat):
            about = {"seat": each.seat}
            found.append(Notice(message="giryaku.unchecked_flip", params=about, clause="GIRYAKU-7.5"))
    return tuple(found)


POSITIONS = Positions(
    table=OpenTable,
    secret=SeatSecret,
    lay=lay,
    position_of=position_of,
    progress=progress,
    unchecked=unchecked,
    left_out=("seats.*.opening",),
)
