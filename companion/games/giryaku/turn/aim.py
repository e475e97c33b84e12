"""What my turn would do: where a tap chooses, and what is struck, shown on the boards before anything is struck."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.games.giryaku.board.facing import Place, Shown
from companion.games.giryaku.effect import PANEL, Effect, both, effect_panel, grown, sign_of, skill
from companion.games.giryaku.facts import Pick, cell_of, columns, free_cell, height
from companion.games.giryaku.frame import Ctx
from companion.games.giryaku.hand import secret_panel
from companion.games.giryaku.lessons import LESSONS
from companion.games.giryaku.turn.chosen import Turn, completing, placing, struck_by
from companion.games.table.lessons import lessons
from companion.ui import Act


def shown(ctx: Ctx, turn: Turn) -> Shown:
    """Return both boards with what is chosen, what it strikes, and where a tap chooses."""
    return _placing(ctx, turn) if placing(turn) else _consuming(ctx, turn)


def _placing(ctx: Ctx, turn: Turn) -> Shown:
    me, pick = turn.me, turn.pick
    marks: dict[Place, str] = {}
    cards: dict[Place, str] = {}
    taps: dict[Place, Act] = {}
    for column in columns(ctx.view, me.seat):
        cell = free_cell(me, column)
        full = ctx.no(ctx.say("giryaku.column_full", {"column": column}))
        banned = turn.card == "O" and not turn.down and turn.banned(column)
        cells = (f"{column}L", f"{column}U")
        may = ctx.put(cells=(cell,))
        if banned:
            may = ctx.no(ctx.say("giryaku.first_turn", {"column": column}))
        taps |= {(me.seat, each): may if cell else full for each in cells}
        if cell and not banned:
            marks[me.seat, cell] = "free"
    if turn.column and pick.cells[0] == free_cell(me, turn.column):
        at = me.seat, pick.cells[0]
        marks[at] = "placed"
        cards[at] = (turn.hidden or "?") if turn.down else turn.card
    struck = struck_by(turn)
    marks |= {(turn.other.seat, cell): "struck" for cell in struck}
    return Shown(marks, {at: card for at, card in cards.items() if card}, taps, _after(turn, struck))


def _after(turn: Turn, struck: tuple[str, ...]) -> dict[str, int]:
    by = len(struck) or (1 if completing(turn).get("pair") == "SN" and turn.other.hand else 0)
    return {turn.other.seat: turn.other.size + by} if by else {}


def _consuming(ctx: Ctx, turn: Turn) -> Shown:
    me, other, pick = turn.me, turn.other, turn.pick
    marks: dict[Place, str] = {(me.seat, cell): "chosen" for cell in pick.cells}
    taps: dict[Place, Act] = {}
    for cell in me.board:
        taps[me.seat, cell.cell] = _withdraw_tap(ctx, turn, cell.cell)
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
    return Shown(marks, {}, taps, after)


def _withdraw_tap(ctx: Ctx, turn: Turn, cell: str) -> Act:
    """One card of my board, or both of a column: a tap more on the same column adds, another one takes away."""
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


# In words


def effect(ctx: Ctx, turn: Turn) -> list[ft.Control]:
    """Return the panel that says what would happen, or why what was tapped cannot be; at first the lesson."""
    t, pick = ctx.t, turn.pick
    if ctx.hint:
        return [effect_panel(ctx.look, ctx.actions, Effect("", ctx.hint, ""))]
    known = secret_panel(ctx)
    if known is not None:
        return [known]
    nothing = not (pick.cards or pick.cells or pick.target)
    if nothing and placing(turn) and (taught := lessons(ctx, LESSONS)):
        return [ft.Container(taught[0], height=PANEL if ctx.look.scale <= 1.15 else None)]
    if placing(turn) and turn.me.first_turn and nothing:
        ban = Effect("", t("first_turn_ban"), t("first_turn_ban_mine"), "GIRYAKU-9.4")
        return [effect_panel(ctx.look, ctx.actions, ban)]
    found = placed_effect(ctx, turn) if placing(turn) else consumed_effect(ctx, turn)
    return [
        effect_panel(
            ctx.look, ctx.actions, found or Effect("", t(f"how.{turn.pick.way}"), t(f"how.{turn.pick.way}_about"))
        )
    ]


def placed_effect(ctx: Ctx, turn: Turn) -> Effect | None:
    """Return what placing does: a skill where it completes a column (GIRYAKU-4.5, 4.6)."""
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
    """Return what consuming does (GIRYAKU-8.2 to 8.7)."""
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
