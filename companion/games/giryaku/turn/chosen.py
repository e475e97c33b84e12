"""My turn as it is chosen so far: what is legal, what is tapped, and what of it can be so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.games.giryaku.facts import Pick, asked_of, cell_of, free_cell, held, other_of, seat_of
from companion.games.giryaku.frame import Ctx
from companion.games.giryaku.hand import noted
from referee.core.values import Prompt
from referee.giryaku.moves import CONSUME_MAP
from referee.giryaku.view_model import SeatView

PLACE, CONSUME = "place", "consume"


@dataclass(frozen=True, slots=True)
class Turn:
    """My turn: what is legal and what is chosen. Nothing of an earlier turn is in it."""

    me: SeatView
    other: SeatView
    asked: Prompt
    cards: tuple[str, ...]
    """The kinds that I may have, as far as this phone may know."""
    pick: Pick
    hidden: str
    """The kind that is placed face down, while my cover is open."""
    app: bool
    """Whether my phone keeps what lies face down."""
    raider: str
    """The kind that raids."""

    @property
    def column(self) -> int:
        """The column in which a card is placed, 0 while none is chosen."""
        return int(self.pick.cells[0][0]) if self.pick.cells else 0

    @property
    def down(self) -> bool:
        return self.pick.side == "down" and self.me.flipped

    @property
    def card(self) -> str:
        return self.pick.cards[-1] if self.pick.cards else ""

    @property
    def raids(self) -> bool:
        """Whether the one card that is consumed raids."""
        return self.pick.cards == (self.raider,)

    def banned(self, column: int) -> bool:
        """Tell whether an onmyoji would make a forbidden pair in a column (GIRYAKU-9.4)."""
        return self.me.first_turn and bool(column) and cell_of(self.me, f"{column}L").card == "O"


def turn_of(ctx: Ctx, prompt: Prompt) -> Turn:
    view, me = ctx.view, seat_of(ctx.view, ctx.me)
    hidden = noted(ctx, "down")
    return Turn(
        me, other_of(view, ctx.me), prompt, held(view, ctx.me), tidy(ctx.pick, me, prompt),
        hidden[0] if hidden else "", view.options.flip_mode == "app", (view.options.consume_map or CONSUME_MAP)[0],
    )  # fmt: skip


def tidy(pick: Pick, me: SeatView, prompt: Prompt) -> Pick:
    """Return what of a choice can be so: a card is placed where one is missing, and withdrawn where one lies."""
    if pick.way == PLACE and prompt.offer("place") is not None:
        free = [cell for cell in pick.cells[:1] if free_cell(me, int(cell[0])) == cell]
        return replace(pick, cells=tuple(free), cards=pick.cards[-1:], target="")
    filled = tuple(cell for cell in pick.cells if cell_of(me, cell).filled)
    target = pick.target if pick.target in prompt.choices("consume_two", "target") else ""
    return replace(pick, way=CONSUME, cells=filled, cards=pick.cards[-me.hand :], target=target)


def placing(turn: Turn) -> bool:
    return turn.pick.way == PLACE


def completing(turn: Turn) -> dict[str, Any]:
    """Return the pair that a placed card completes with a card that everybody knows, and the cells it strikes."""
    if turn.down or not turn.card or not turn.column:
        return {}
    found: dict[str, Any] = turn.asked.params["completes"].get(str(turn.column), {}).get(turn.card, {})
    return found


def struck_by(turn: Turn) -> tuple[str, ...]:
    return tuple(completing(turn).get("cells", ()))


def taken_back(turn: Turn) -> str:
    """Return what is withdrawn: a cell, a whole column by its number, or nothing yet (GIRYAKU-8.2)."""
    cells = turn.pick.cells
    return "" if not cells else cells[0] if len(cells) == 1 else cells[0][0]


def asks_me(ctx: Ctx) -> Prompt | None:
    prompt = asked_of(ctx.snap.prompts, ctx.me)
    return prompt if prompt is not None and prompt.ask in ("giryaku.ask.turn", "giryaku.ask.last_turn") else None
