"""What has been entered, read: the round, the past ones, and what the values of the fields mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.contract.take_over import Entered
from companion.games.table.entered import listed, number
from referee.core.values import Seat
from referee.shinobi_school.cards import COPIES, WIN
from referee.shinobi_school.moves import Options
from referee.shinobi_school.positions.model import OVER
from referee.shinobi_school.state import deal_of

PLAYS = ("deal", "split", "reveal", "field", "start", "turn")
SCORES = ("score", "close", "tie")
ONE = "n"
"""The row of a number that stands alone."""
NOBODY = "-"


def nobody_placed(entered: Entered) -> bool:
    """Tell whether the number of the turn says how long nobody has placed; else nobody needs to have counted."""
    return entered.get("last_placer") == NOBODY


def swept_unknown(options: Options, seats: Sequence[Seat], entered: Entered) -> int:
    """Return how many cards of the deck are nowhere else."""
    lists = ("field", "swept_cards", *(f"earth.{seat.seat}" for seat in seats))
    seen = sum(len(entered.get(key) or ()) for key in lists) + number(entered, "stock", ONE)
    heavens = sum(number(entered, "heaven", seat.seat) for seat in seats)
    return max(0, COPIES * deal_of(options, len(seats)).highest - seen - heavens)


def score_of(entered: Entered, n: int, seat: str) -> int:
    return WIN if entered.get(f"winner.{n}") == seat else -number(entered, f"lost.{n}", seat)


def cards_of(entered: Entered, key: str) -> list[Any]:
    return [int(each) if each.isdecimal() else each for each in listed(entered, key)]


def round_of(entered: Entered) -> int:
    return max(1, number(entered, "round", ONE))


def past_of(entered: Entered) -> int:
    """Return how many rounds are over."""
    return round_of(entered) - (entered.get("phase") not in OVER)
