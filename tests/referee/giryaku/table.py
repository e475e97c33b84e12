"""A table of the seats A and B on which tests play one declaration after the other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee import giryaku
from referee.core.values import Seat
from referee.giryaku.cards import CELLS, OWNED, counted
from referee.giryaku.state import Lying, State, moment_of, player, with_player
from referee.giryaku.view_model import Flipped
from tests.referee.judging import Judging

BOX = {"consume_map": "O_raids", "nin_shi_range": "both_diagonals", "first_player": "A"}


class Table(Judging):
    GAME = giryaku
    LEDGER = "GIRYAKU"

    def __init__(self, **options: Any) -> None:
        seats = [Seat(seat=s, name=f"Player {s}") for s in "AB"]
        self.state: State = giryaku.begin(giryaku.OPTIONS.model_validate(BOX | options), seats)

    def open(self, a: str = "SNO", b: str = "SNO") -> Table:
        """Deal, show, place the first two cards in columns 1 and 2 and turn them up: it is A's first turn."""
        self.says("table", "deal_done")
        for seat, cards in (("A", a), ("B", b)):
            self.says(seat, "reveal_opening", cards=tuple(cards))
        for seat in "AB":
            self.says(seat, "opening_place", cols=(1, 2))
        for seat, cards in (("A", a), ("B", b)):
            self.says(seat, "opening_reveal", cards={1: cards[0], 2: cards[1]})
        return self

    def set(self, seat: str, board: dict[str, str] | None = None, grave: str = "", hand: int = 2, **more: Any) -> Table:
        """Lay a player's cards out by hand; the deck is what is left of 15, or `deck`."""
        state, board = self.state, board or {}
        laid = [Lying(state.ids + i, board[cell]) if cell in board else None for i, cell in enumerate(CELLS)]
        deck = more.pop("deck", OWNED - len(board) - len(grave) - hand)
        more = {"known": (), "turns": 5} | more
        state = replace(state, ids=state.ids + 6)
        self.state = with_player(
            state, seat, board=tuple(laid), graveyard=counted(grave), hand=hand, deck=deck, flip=None, **more
        )
        return self

    def turn(self, seat: str = "A", **changes: Any) -> Table:
        """Let it be somebody's turn, well into the match."""
        self.state = replace(self.state, phase="turn", active=seat, turn=9, queue=(), **changes)
        return self

    def flip(self, seat: str, noted: bool = False) -> Table:
        """Turn a board face down, as if it had been rearranged; `noted` on its owner's phone."""
        p = player(self.state, seat)
        pool = tuple(sorted((card.kind for card in p.board if card and card.kind), key="SNO".index))
        board = tuple(
            card and replace(card, card=None, down=True, noted=card.kind if noted else None) for card in p.board
        )
        flip = Flipped(pool, moments=(moment_of(self.state.turn, board),), since=8)
        self.state = with_player(self.state, seat, board=board, flip=flip)
        return self

    def seat(self, seat: str) -> Any:
        return next(s for s in self.view().seats if s.seat == seat)

    def board(self, seat: str) -> dict[str, str | None]:
        """Return what everybody sees on a board; None for a face-down card."""
        return {c.cell: c.card for c in self.seat(seat).board if c.filled}

    def grave(self, seat: str) -> str:
        g = self.seat(seat).graveyard
        return "S" * g.S + "N" * g.N + "O" * g.O

    def view(self, viewer: str = "public") -> Any:
        return giryaku.view(self.state, viewer)

    def prompts(self, viewer: str = "public") -> dict[str, Any]:
        """Return what is asked, by ask; of several equal asks the first."""
        asked: dict[str, Any] = {}
        for prompt in giryaku.prompts(self.state, viewer):
            asked.setdefault(prompt.ask.removeprefix("giryaku.ask."), prompt)
        return asked

    @property
    def findings(self) -> list[str]:
        return [finding.kind for finding in self.view().findings]

    @property
    def winner(self) -> tuple[str, ...] | None:
        found = giryaku.result(self.state)
        return None if found is None else found.winners


def middle(
    a: dict[str, str] | None = None, b: dict[str, str] | None = None, *, turn: str = "A", **options: Any
) -> Table:
    """Return a table in the middle of a match, with these boards and full hands."""
    table = Table(**options)
    return table.set("A", a or {"1L": "S"}).set("B", b or {"1L": "S"}).turn(turn)
