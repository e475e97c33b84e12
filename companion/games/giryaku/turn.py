"""My turn while it is chosen: placing a card, or consuming one or two, and the effects on the boards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import flet as ft

from companion.games.giryaku.board import LARGE, kind_bar
from companion.games.giryaku.facing import (
    Effect,
    SeatCell,
    ShownOnBoards,
    both,
    effect_panel,
    grown,
    instead_of_panel,
    lesson_panel,
    sign_of,
    skill,
)
from companion.games.giryaku.facts import (
    Ctx,
    Pick,
    cell_of,
    columns,
    free_cell,
    height,
    held,
    other_of,
)
from companion.games.giryaku.hand import note, noted, secret_panel
from companion.games.table.context import seat_of
from companion.games.table.frame import lacks
from companion.ui import Act, Choice, Main, act, choice_bar, label_row
from referee.core.values import Prompt
from referee.giryaku.cards import KINDS
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
    """The kind to be placed face down; only while my cover is open."""
    app: bool
    """Whether my phone keeps the face-down cards."""
    raider: str
    """The kind that raids."""

    @property
    def column(self) -> int:
        """The column in which a card is placed, 0 if none is chosen."""
        return int(self.pick.cells[0][0]) if self.pick.cells else 0

    @property
    def down(self) -> bool:
        return self.pick.side == "down" and self.me.flipped

    @property
    def card(self) -> str:
        return self.pick.cards[-1] if self.pick.cards else ""

    @property
    def raids(self) -> bool:
        """Whether the single consumed card raids."""
        return self.pick.cards == (self.raider,)

    def is_pair_banned(self, column: int) -> bool:
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
    """Return the valid part of a pick: a card is placed in a free cell, and withdrawn from a filled one."""
    if pick.action == PLACE and prompt.offer("place") is not None:
        free = [cell for cell in pick.cells[:1] if free_cell(me, int(cell[0])) == cell]
        return replace(pick, cells=tuple(free), cards=pick.cards[-1:], target="")
    filled = tuple(cell for cell in pick.cells if cell_of(me, cell).filled)
    target = pick.target if pick.target in prompt.choices("consume_two", "target") else ""
    return replace(pick, action=CONSUME, cells=filled, cards=pick.cards[-me.hand :], target=target)


def placing(turn: Turn) -> bool:
    return turn.pick.action == PLACE


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


def shown(ctx: Ctx, turn: Turn) -> ShownOnBoards:
    """Return both boards with what is chosen, what it strikes, and the cells to tap."""
    return _placing(ctx, turn) if placing(turn) else _consuming(ctx, turn)


def _placing(ctx: Ctx, turn: Turn) -> ShownOnBoards:
    me, card = turn.me, (turn.hidden or "?") if turn.down else turn.card
    marks: dict[SeatCell, str] = {}
    taps: dict[SeatCell, Act] = {}
    for column in columns(ctx.view, me.seat):
        cell = free_cell(me, column)
        if not cell:
            tap = ctx.no(ctx.say("giryaku.column_full", {"column": column}))
        elif turn.card == "O" and not turn.down and turn.is_pair_banned(column):
            tap = ctx.no(ctx.say("giryaku.first_turn", {"column": column}))
        else:
            tap, marks[me.seat, cell] = ctx.put(cells=(cell,)), "free"
        taps |= {(me.seat, f"{column}{row}"): tap for row in "LU"}
    marks |= {(me.seat, cell): "placed" for cell in turn.pick.cells}
    struck = struck_by(turn)
    marks |= {(turn.other.seat, cell): "struck" for cell in struck}
    return ShownOnBoards(marks, {(me.seat, cell): card for cell in turn.pick.cells if card}, taps, _after(turn, struck))


def _after(turn: Turn, struck: tuple[str, ...]) -> dict[str, int]:
    by = len(struck) or (1 if completing(turn).get("pair") == "SN" and turn.other.hand else 0)
    return {turn.other.seat: turn.other.size + by} if by else {}


def _consuming(ctx: Ctx, turn: Turn) -> ShownOnBoards:
    me, other, pick = turn.me, turn.other, turn.pick
    marks: dict[SeatCell, str] = {(me.seat, cell): "chosen" for cell in pick.cells}
    taps = {(me.seat, cell.cell): _withdraw_tap(ctx, turn, cell.cell) for cell in me.board}
    for cell in other.board:
        if not cell.filled:
            tap = ctx.no(ctx.say("giryaku.nothing_to_strike", {"cell": cell.cell}))
        elif cell.cell in turn.asked.choices("consume_two", "target"):
            tap = ctx.put(target="" if pick.target == cell.cell else cell.cell, cells=())
        else:
            tap = ctx.no(ctx.say("giryaku.hand_of_two"))
        taps[other.seat, cell.cell] = tap
    after = {me.seat: me.size + len(pick.cards)} if pick.cards else {}
    if pick.target:
        marks[other.seat, pick.target] = "struck"
        after[other.seat] = other.size + 1
    return ShownOnBoards(marks, {}, taps, after)


def _withdraw_tap(ctx: Ctx, turn: Turn, cell: str) -> Act:
    """Return the act of a tap on my board: it withdraws a card, or both of a column; tapped again, a card stays."""
    if not cell_of(turn.me, cell).filled:
        return ctx.no(ctx.say("giryaku.cell_empty", {"cell": cell}))
    may = turn.asked.choices("consume_one", "target")
    if cell not in may:
        return ctx.no(ctx.say("giryaku.board_stays"))
    return ctx.change(_withdrawn, cell, cell[0] in may)


def _withdrawn(now: Pick, cell: str, whole: bool) -> Pick:
    if cell in now.cells:
        cells = tuple(each for each in now.cells if each != cell)
    else:
        cells = (*(each for each in now.cells if whole and each[0] == cell[0]), cell)
    return replace(now, hint="", known=False, cells=cells, target="")


# Words


def effect(ctx: Ctx, turn: Turn) -> list[ft.Control]:
    """Return the panel about the effect, or about why what was tapped is impossible; for newcomers the lesson."""
    t, pick = ctx.t, turn.pick
    if ctx.hint:
        return [effect_panel(ctx.look, ctx.actions, Effect("", ctx.hint, ""))]
    known = secret_panel(ctx)
    if known is not None:
        return [known]
    nothing = not (pick.cards or pick.cells or pick.target)
    if nothing and placing(turn) and (taught := lesson_panel(ctx)):
        return taught
    if placing(turn) and turn.me.first_turn and nothing:
        ban = Effect("", t("first_turn_ban"), t("first_turn_ban_mine"), "GIRYAKU-9.4")
        return [effect_panel(ctx.look, ctx.actions, ban)]
    found = placed_effect(ctx, turn) if placing(turn) else consumed_effect(ctx, turn)
    found = found or Effect("", t(f"how.{pick.action}"), t(f"how.{pick.action}_about"))
    return [effect_panel(ctx.look, ctx.actions, found)]


def placed_effect(ctx: Ctx, turn: Turn) -> Effect | None:
    """Return the effect of placing: a skill if it completes a column (GIRYAKU-4.5, 4.6)."""
    t = ctx.t
    if not turn.column or not (turn.card or turn.down):
        return None
    if not height(turn.me, turn.column):
        return Effect("", t("fires_nothing"), t("fires_nothing_about"), "GIRYAKU-4.6")
    found = completing(turn)
    if not found:
        about = t("fires_known_about" if turn.app else "fires_claimed_about")
        return Effect("", t("fires_claimed"), about, "GIRYAKU-4.5")
    return skill(ctx, found["pair"], turn.column, turn.other, tuple(found["cells"]))


def consumed_effect(ctx: Ctx, turn: Turn) -> Effect | None:
    """Return the effect of consuming (GIRYAKU-8.2 to 8.7)."""
    t, me, other, cards = ctx.t, turn.me, turn.other, turn.pick.cards
    if not cards:
        return None
    sign = sign_of(cards)
    if len(cards) == 2:
        words = t("strike_about", grows=both(ctx, (me, 2), (other, 1)))
        return Effect(sign, t("skill.strike"), words, "GIRYAKU-8.4", True)
    if turn.raids:
        loses = int(other.hand + other.deck > 0)
        words = t("raid_about", grows=both(ctx, (me, 1), (other, loses)))
        return Effect(sign, t("skill.raid"), words, "GIRYAKU-8.5", True)
    return Effect(sign, t("skill.withdraw"), t("withdraw_about", grows=grown(me, 1)), "GIRYAKU-8.2")


def choices(ctx: Ctx, turn: Turn) -> list[ft.Control]:
    """Return the bars of my turn: place or consume, face up or down, which card."""
    t = ctx.t
    actions = (
        Choice(PLACE, t("place"), None, turn.asked.offer("place") is not None, t("board_full")),
        Choice(CONSUME, t("consume")),
    )
    action_bar = choice_bar(ctx.look, actions, turn.pick.action, ctx.set("action"), tick=False)
    bars: list[ft.Control] = [action_bar]
    if placing(turn) and turn.me.flipped:
        sides = (Choice("up", t("face_up")), Choice("down", t("face_down_short")))
        bars = beside(
            ctx, [action_bar, choice_bar(ctx.look, sides, turn.pick.side, ctx.set("side"), tick=False)], (13, 9)
        )
    if turn.down and placing(turn):
        return bars
    cards = kind_bar(ctx.look, "", tuple(_kind(ctx, turn, kind) for kind in KINDS))
    return beside(ctx, [action_bar, cards], (13, 11)) if bars == [action_bar] else [*bars, cards]


def hidden_rows(ctx: Ctx, turn: Turn) -> list[ft.Control]:
    """Return, while my cover is open, the choice of the card to be placed face down and kept on my phone."""
    if not (turn.down and placing(turn) and turn.app and ctx.open):
        return []
    kinds = tuple(_hidden(ctx, turn, kind) for kind in KINDS)
    parts = [label_row(ctx.look, ctx.t("hidden_card")), kind_bar(ctx.look, "", kinds)]
    return instead_of_panel(ctx, ft.Column(parts, spacing=4, tight=True))


def beside(ctx: Ctx, bars: list[ft.Control], shares: tuple[int, int] = (1, 1)) -> list[ft.Control]:
    """Return two bars on one line with their shares of it; one below the other in the largest text."""
    if ctx.look.scale >= 1.3:
        return bars
    return [ft.Row([ft.Container(bar, expand=share) for bar, share in zip(bars, shares, strict=True)], spacing=8)]


def _kind(ctx: Ctx, turn: Turn, kind: str) -> tuple[str, int, str, Act]:
    """Return a kind to tap: struck through if it cannot be chosen, with the reason on tap."""
    spoken = ctx.kind(kind)
    if kind not in turn.cards:
        return kind, -1, spoken, ctx.no(ctx.t("not_in_hand", card=spoken), known=True)
    if placing(turn) and kind == "O" and turn.is_pair_banned(turn.column):
        return kind, -1, spoken, ctx.no(ctx.say("giryaku.first_turn", {"column": turn.column}))
    most = 1 if placing(turn) else min(2, turn.me.hand)
    return kind, turn.pick.cards.count(kind), spoken, ctx.ring(kind, most)


def _hidden(ctx: Ctx, turn: Turn, kind: str) -> tuple[str, int, str, Act]:
    if kind not in turn.cards:
        return kind, -1, ctx.kind(kind), ctx.no(ctx.t("not_in_hand", card=ctx.kind(kind)), known=True)
    return kind, int(kind == turn.hidden), ctx.t("known_down", card=ctx.kind(kind)), note(ctx, "down", (kind,))


# The declaration


def main_of(ctx: Ctx, turn: Turn) -> Main:
    """Return the main button: the whole declaration, or what is still to be chosen."""
    return _place_main(ctx, turn) if placing(turn) else _consume_main(ctx, turn)


def _place_main(ctx: Ctx, turn: Turn) -> Main:
    t, column = ctx.t, turn.column
    if turn.down and turn.app and not ctx.open:
        return Main(t("open_to_choose"), act(ctx.actions.secrets.keep))
    if (turn.app or not turn.down) and not (turn.hidden if turn.down else turn.card):
        return lacks(ctx, "card")
    if not column:
        return lacks(ctx, "column")
    move: dict[str, Any] = {"type": "place", "col": column}
    if turn.down:
        move |= {"face_down": True} | ({"card": turn.hidden} if turn.app else {})
        return Main(t("place_down", column=column), ctx.declare(move))
    label = t("place_strike" if struck_by(turn) else "place_card", card=ctx.kind(turn.card), column=column)
    return Main(label, ctx.declare(move | {"card": turn.card}))


def _consume_main(ctx: Ctx, turn: Turn) -> Main:
    t, pick, cards = ctx.t, turn.pick, turn.pick.cards
    if pick.target:
        if len(cards) < 2:
            return lacks(ctx, "two_cards" if not cards else "one_more")
        move = {"type": "consume_two", "cards": list(cards), "target": pick.target}
        return Main(t("strike_cell", cell=ctx.cell(pick.target)), ctx.declare(move))
    if not cards:
        return lacks(ctx, "cards")
    if len(cards) == 2:
        return lacks(ctx, "their_card")
    if turn.raids:
        if pick.cells:
            return lacks(ctx, "raid_only")
        return Main(
            t("raid_hand", name=ctx.name(turn.other.seat)), ctx.declare({"type": "consume_one", "card": cards[0]})
        )
    target = taken_back(turn)
    if not target:
        return lacks(ctx, "own_card")
    move = {"type": "consume_one", "card": cards[0], "target": target}
    return Main(t("withdraw_cell", cell=ctx.cell(target)), ctx.declare(move))


def ask_of(ctx: Ctx, turn: Turn, prompt: Prompt) -> str:
    """Return the question: once it is chosen, what would be struck."""
    if placing(turn) and struck_by(turn) and turn.column:
        below = turn.me.board[2 * turn.column - 2].card or ""
        words = {"card": ctx.kind(turn.card), "below": ctx.kind(below), "column": turn.column}
        return ctx.t("ask_strike" if ctx.look.scale < LARGE else "ask_strike_large", **words)
    return ctx.say(prompt.ask, prompt.params)
