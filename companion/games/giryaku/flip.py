"""A flipped board: rearranging it unseen, saying whether two ninja stand, and turning it up (GIRYAKU-7.5 to 7.14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import flet as ft

from companion.games.giryaku.board import kind_bar
from companion.games.giryaku.facing import Effect, SeatCell, ShownOnBoards, boards, effect_panel, panel_or_lesson
from companion.games.giryaku.facts import Ctx, Pick, asked, height
from companion.games.giryaku.hand import note, noted
from companion.games.giryaku.setup import hinted
from companion.games.table.context import NO_HINT, Screen, private_of, seat_of, with_entry
from companion.games.table.frame import answer
from companion.ui import Act, Main, Side, act, button_side
from companion.ui.words import begun
from referee.core.values import Prompt
from referee.giryaku.cards import CELLS, COLUMNS, KINDS

UNKNOWN = "?"
Layout = dict[str, str]


# Rearranging


def rearrange(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the rearrangement: under my phone's cover or, if only the cells are entered, in sight of all."""
    if ctx.view.options.flip_mode != "app":
        return rearrange_shape(ctx, prompt)
    t, own = ctx.t, private_of(ctx.view, ctx.me)
    leave = Side(t("leave_it"), None, ctx.declare({"type": "keep_layout"}))
    effect = Effect("", t("rearrange"), t("rearrange_app"), "GIRYAKU-7.7")
    if own is None or not ctx.open:
        main = Main(t("open_to_rearrange"), act(ctx.actions.secrets.keep))
        content = [boards(ctx, _turned_down(ctx)), *panel_or_lesson(ctx, effect)]
        return content, asked(ctx, ctx.say(prompt.ask), main, left=leave)
    now, chosen = read(noted(ctx, "lay"), own.board)
    free = ctx.view.options.rearrange_scope == "any_cells"
    taps: dict[SeatCell, Act] = {}
    for cell in CELLS:
        moved, selected = tapped(now, chosen, cell, free)
        taps[ctx.me, cell] = note(ctx, "lay", written(moved, selected))
    main = Main(t("lies_so"), ctx.declare({"type": "rearrange", "layout": now}))
    content = [boards(ctx, _moved(ctx, now, chosen, taps)), effect_panel(ctx.look, ctx.actions, effect)]
    return content, asked(ctx, ctx.say(prompt.ask), main, left=leave)


def _turned_down(ctx: Ctx) -> ShownOnBoards:
    """Return my face-down cards as backs: they are about to be moved unseen."""
    down = (cell.cell for cell in seat_of(ctx.view, ctx.me).board if cell.filled and cell.down)
    return ShownOnBoards(cards={(ctx.me, cell): UNKNOWN for cell in down})


def rearrange_shape(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the rearrangement on trust: everybody sees where cards are, nobody which."""
    t, mine = ctx.t, seat_of(ctx.view, ctx.me)
    before = tuple(height(mine, c) for c in COLUMNS)
    heights = ctx.pick.heights or before
    free = ctx.view.options.rearrange_scope == "any_cells"
    now = {f"{c}{row}": UNKNOWN for c, n in zip(COLUMNS, heights, strict=True) for row in "LU"[:n]}
    chosen = ctx.pick.cells[0] if ctx.pick.cells else ""
    taps: dict[SeatCell, Act] = {}
    for cell in CELLS if free else ():
        moved, selected = tapped(now, chosen, cell, True)
        shape = tuple(sum(each[0] == str(c) for each in moved) for c in COLUMNS)
        taps[ctx.me, cell] = ctx.put(heights=shape, cells=(selected,) if selected else ())
    about = t("rearrange_trust" if free else "rearrange_swap")
    effect = panel_or_lesson(ctx, Effect("", t("rearrange"), about, "GIRYAKU-7.7"))
    move = {"type": "rearrange"} | ({"heights": list(heights)} if heights != before else {})
    leave = Side(t("leave_it"), None, ctx.declare({"type": "keep_layout"}))
    main = Main(t("rearranged"), ctx.declare(move))
    return [boards(ctx, _moved(ctx, now, chosen, taps)), *effect], asked(ctx, ctx.say(prompt.ask), main, left=leave)


def _moved(ctx: Ctx, now: Mapping[str, str], chosen: str, taps: dict[SeatCell, Act]) -> ShownOnBoards:
    me = ctx.me
    gone = frozenset((me, cell) for cell in CELLS if cell not in now)
    marks = {(me, chosen): "chosen"} if chosen else {}
    return ShownOnBoards(marks, {(me, cell): kind for cell, kind in now.items()}, taps, {}, gone)


def tapped(now: Layout, chosen: str, cell: str, free: bool) -> tuple[Layout, str]:
    """Return the layout after a tap, and the chosen cell: two cards change places, or one moves and falls."""
    if cell == chosen or (not chosen and cell not in now):
        return now, ""
    if not chosen:
        return now, cell
    moved = dict(now)
    if cell in now:
        moved[cell], moved[chosen] = now[chosen], now[cell]
        return moved, ""
    if not free:
        return now, chosen
    moved[cell] = moved.pop(chosen)
    for column in COLUMNS:
        if f"{column}L" not in moved and f"{column}U" in moved:
            moved[f"{column}L"] = moved.pop(f"{column}U")
    return moved, ""


def written(layout: Layout, chosen: str) -> tuple[str, ...]:
    """Return a layout as it is kept under the cover, with the card chosen to be moved."""
    return tuple(f"{cell}={kind}" for cell, kind in sorted(layout.items())) + ((f"!{chosen}",) if chosen else ())


def read(entry: tuple[str, ...], before: Mapping[str, str]) -> tuple[Layout, str]:
    """Return the layout that is kept under the cover, else the previous one, and the chosen card."""
    found = dict(each.split("=", 1) for each in entry if "=" in each)
    chosen = next((each[1:] for each in entry if each.startswith("!")), "")
    whole = sorted(found.values()) == sorted(before.values()) and set(found) <= set(CELLS)
    layout = found if whole else dict(before)
    return layout, chosen if chosen in layout else ""


# Does the flip last?


def declare_flip(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the question that only the owner can answer: two equal answers, and two onmyoji that win (7.9, 7.11)."""
    t = ctx.t
    both = (
        Side(t("ninja_stand"), None, ctx.declare({"type": "declare_flip", "stands": True})),
        Side(t("no_ninja"), None, ctx.declare({"type": "declare_flip", "stands": False})),
    )
    wins = [
        button_side(
            ctx.look,
            t("onmyoji_stand", column=column),
            ctx.declare({"type": "claim_skill", "col": column, "pair": "OO"}),
            None,
            48,
        )
        for column in prompt.choices("claim_skill", "col")
    ]
    effect = Effect("", t("flip_question"), t("flip_about"), "GIRYAKU-7.14")
    content = [boards(ctx), *panel_or_lesson(ctx, effect), *wins]
    return content, answer(ctx, "asked", t("your_turn"), ctx.say(prompt.ask), equal=both)


# Turning it up


def reveal_board(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the entry of every face-down card, cell by cell."""
    t, me, mine = ctx.t, ctx.me, seat_of(ctx.view, ctx.me)
    cells = tuple(cell.cell for cell in mine.board if cell.down)
    faces = {cell: kind for cell, kind in ctx.pick.faces if cell in cells}
    rest = [cell for cell in cells if cell not in faces]
    wanted = ctx.pick.cells[0] if ctx.pick.cells else ""
    at = wanted if wanted in cells else (rest[0] if rest else "")
    taps = {(me, cell): ctx.put(cells=(cell,)) for cell in cells}
    marks = dict.fromkeys(((me, cell) for cell in rest), "due")
    if at:
        marks[me, at] = "chosen"
    bars: list[ft.Control] = []
    if at:
        kinds = tuple(
            (kind, int(faces.get(at) == kind), ctx.kind(kind), ctx.change(_turned, at, kind)) for kind in KINDS
        )
        bars.append(kind_bar(ctx.look, begun(ctx.cell(at)), kinds))
    pool = " ".join(mine.pool) or ctx.look.t("words.none")
    effect = Effect("", t("turn_up_title"), t("turn_up_about", kinds=pool), "GIRYAKU-7.14")
    main = Main(t("missing.faces", n=len(rest)), None, False)
    if not rest:
        main = Main(t("turn_them_up"), ctx.declare({"type": "reveal_board", "cards": faces}))
    lies = boards(ctx, ShownOnBoards(marks, {(me, c): k for c, k in faces.items()}, taps))
    content = [lies, *panel_or_lesson(ctx, effect), *hinted(ctx), *bars]
    return content, asked(ctx, ctx.say(prompt.ask), main)


def _turned(now: Pick, cell: str, kind: str) -> Pick:
    return replace(now, **NO_HINT, cells=(), faces=with_entry(now.faces, cell, kind))
