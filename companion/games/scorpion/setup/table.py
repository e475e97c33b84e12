"""What the whole table decides first (SCORPION-2.3), the covered set-up, and its dock.

Before anything else the table decides who plays what, on which board, with which options. The host's phone declares it;
all of it is public. Once anything depends on it, the referee refuses changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any

import flet as ft

from companion.contract.actions import Actions
from companion.games.scorpion.facts import Ctx, Pick, asked_of, prompt_of, side_of, terms
from companion.games.scorpion.map import guards_map, public_map
from companion.games.scorpion.setup.guards import arranged, chart, placed, wanted
from companion.games.scorpion.setup.intruders import secret_map
from companion.games.scorpion.setup.steps import PartAtWork, S, lacking, part_now, parts
from companion.games.scorpion.tracks import tracks
from companion.games.table import frame
from companion.games.table.context import Screen
from companion.games.table.frame import answer, cover, hand_over, undo, waits
from companion.tables.match_draft import Option, options_of
from companion.ui import (
    Choice,
    Main,
    Side,
    act,
    block,
    choice_bar,
    column,
    fusuma,
    icon,
    label_row,
    list_panel,
    list_row,
    named,
    options_fold,
    row,
    text,
)
from companion.ui.options import control
from companion.ui.theme import Look
from companion.ui.words import begun, word
from referee.board.reading import BUNDLED
from referee.scorpion.setup.begin import ROLES


def work_dock(ctx: Ctx, work: PartAtWork) -> ft.Control:
    """Return the dock of a part being worked on or, if only others can go on, of a waiting seat."""
    if work.main is None:
        return waiting(ctx, awaited(ctx), work.ask)
    return answer(ctx, "asked", line(ctx), work.ask, cover(ctx), work.main)


def line(ctx: Ctx) -> str:
    """Return the line over the ask: the number of this step, and of all steps."""
    if ctx.acting:
        return frame.line(ctx)
    now, every = part_now(ctx), parts(ctx)
    if now not in every:
        return ctx.t(f"{S}line_last")
    return ctx.t(f"{S}line", n=every.index(now) + 1, of=len(every))


def awaited(ctx: Ctx) -> str:
    """Return the seat awaited before turn 1: of the own side if that is not ready, else of the other."""
    view = ctx.view
    others = [p.seat for p in view.players if p.seat != ctx.me]
    mine = [seat for seat in others if side_of(view, seat) == ctx.side]
    theirs = [seat for seat in others if side_of(view, seat) != ctx.side]
    blocks = any(each.startswith("start") for each in lacking(ctx))
    own_first = mine if asked_of(ctx.snap, ctx.me) and not blocks else []
    unready = [seat for seat in (*own_first, *theirs) if side_of(view, seat) not in view.ready]
    return next(iter(unready), "")


def waiting(ctx: Ctx, seat: str, does: str) -> ft.Control:
    """Return the dock of a waiting seat. While open it can be covered, and handed over on a shared phone."""
    if not ctx.open:
        return waits(ctx, seat, does)
    over = ctx.t("waiting_for", name=ctx.name(seat)) if seat else ctx.t("for_all")
    return answer(ctx, "waiting", over, does, cover(ctx), hand_over(ctx, seat))


def may_arrange(ctx: Ctx) -> bool:
    """Tell whether this phone opened the match and the set-up is not over."""
    return ctx.snap.host and not ctx.open and not ctx.acting and ctx.view.phase == "setup"


def table_setup(ctx: Ctx) -> Screen:
    t = ctx.t
    content = [*_seats(ctx), *_board(ctx), *_options(ctx)]
    back = Side(t("back"), None, ctx.choose("tab", ""))
    roles = _roles(ctx)
    changed = roles != _seated(ctx)
    label = t(f"{S}seat_so" if changed else f"{S}seats_stay")
    main = Main(label, ctx.declare({"type": "seat_players", "roles": roles}), changed)
    mark = ft.Icons.TABLE_RESTAURANT_SHARP
    return content, answer(ctx, "idle", t("for_all"), t(f"{S}ask.arrange"), back, main, mark=mark)


def _seated(ctx: Ctx) -> dict[str, str]:
    return {p.seat: p.role for p in ctx.view.players}


def _roles(ctx: Ctx) -> dict[str, str]:
    """Return the roles of the seats: as chosen here, else the present ones."""
    return _chosen(ctx.pick, _seated(ctx))


def _chosen(pick: Pick, seated: Mapping[str, str]) -> dict[str, str]:
    return dict(pick.marks if pick.marks.keys() == seated.keys() else seated)


def _seats(ctx: Ctx) -> list[ft.Control]:
    """Return a bar of roles for each seat; a choice exchanges two seats."""
    roles = _roles(ctx)
    every = ROLES[len(roles)]
    found: list[ft.Control] = [label_row(ctx.look, ctx.t(f"{S}who_plays"))]
    for seat, role in roles.items():
        bar = tuple(Choice(each, begun(ctx.look.t(f"scorpion.role.{each}"))) for each in every)
        change = ctx.change(_exchanged, _seated(ctx), seat)
        found += [
            text(ctx.look, "subject", ctx.name(seat), lines=1),
            choice_bar(ctx.look, bar, role, change, tick=False),
        ]
    return [column(found, spacing=6)]


def _exchanged(now: Pick, seated: Mapping[str, str], seat: str, role: str) -> Pick:
    roles = _chosen(now, seated)
    other = next(s for s, r in roles.items() if r == role)
    return replace(now, marks={**roles, other: roles[seat], seat: role})


def _board(ctx: Ctx) -> list[ft.Control]:
    boards = tuple(dict.fromkeys((*BUNDLED, ctx.view.board.id)))
    bar = tuple(Choice(each, word(ctx.look, {}, "board", each, terms)) for each in boards)
    load = act(_load, ctx.actions, BUNDLED)
    return [label_row(ctx.look, ctx.t(f"{S}board")), choice_bar(ctx.look, bar, ctx.view.board.id, load, tick=False)]


def _load(actions: Actions, known: tuple[str, ...], board: str) -> None:
    if board in known:
        actions.match.declare({"type": "load_board", "board": board})


def _options(ctx: Ctx) -> list[ft.Control]:
    """Return all options in groups; each change is declared at once."""
    now = ctx.view.options.public
    found: list[ft.Control] = [label_row(ctx.look, ctx.t(f"{S}options"), ctx.t(f"{S}options_about"))]
    for group, members in groupby(options_of(ctx.GAME), key=lambda option: option.group):
        every = tuple(members)
        changed = sum(_value(now, each) != each.standard for each in every)
        title, summary = ctx.look.t(f"new.group.{group}"), ctx.t(f"{S}changed", n=changed, of=len(every))
        if not changed:
            summary = ctx.look.t("app.new.options.standard", n=len(every))
        found.append(options_fold(ctx.look, title, summary, partial(_group, ctx, every), changed=changed))
    return found


def _value(now: Mapping[str, Any], option: Option) -> Any:
    return now.get(option.key, option.standard)


def _group(ctx: Ctx, members: tuple[Option, ...]) -> ft.Control:
    take = act(_take, ctx.actions)
    return column(
        [control(ctx.look, ctx.GAME, each, _value(ctx.view.options.public, each), take) for each in members], spacing=18
    )


def _take(actions: Actions, key: str, value: Any) -> None:
    actions.match.declare({"type": "set_options", "options": {key: value}})


IC = ft.Icons


def covered(ctx: Ctx) -> Screen:
    """Draw a covered phone before turn 1: those of a side are all alike."""
    content = [tracks(ctx), set_up_parts(ctx), safe_picture(ctx)]
    if may_arrange(ctx):
        content.append(arrange_row(ctx))
    if prompt_of(ctx.snap, ctx.me, f"setup_{ctx.side}") is None:
        return arranged(ctx, content), waiting(ctx, awaited(ctx), ctx.t(f"{S}sets_up"))
    return arranged(ctx, content), open_dock(ctx, ctx.t(f"{S}line_last"), ctx.t(f"{S}ask.open"))


def open_dock(ctx: Ctx, line: str, ask: str, label: str = "open") -> ft.Control:
    return answer(
        ctx,
        "asked",
        line,
        ask,
        undo(ctx),
        Main(ctx.t(f"{S}{label}"), act(ctx.actions.secrets.keep)),
        mark=IC.LOCK_SHARP,
    )


def safe_picture(ctx: Ctx) -> ft.Control:
    """Return the middle of a covered screen: for the guards the table's map, for the intruders closed doors."""
    if ctx.side == "guards":
        return chart(ctx, public_map(ctx), None)
    return fusuma(ctx.look, "short" if may_arrange(ctx) else "full")


def own_map(ctx: Ctx) -> ft.Control:
    return chart(ctx, guards_map(ctx) if ctx.side == "guards" else secret_map(ctx), None)


def set_up_parts(ctx: Ctx) -> ft.Control:
    """Return the public progress: the figures on the board, and which sides are ready."""
    (sentries, patrols), (all_sentries, all_patrols) = placed(ctx.view), wanted(ctx.view)
    t = ctx.t
    facts = (
        (sentries >= all_sentries, t(f"{S}sentries", n=sentries, of=all_sentries)),
        (patrols >= all_patrols, t(f"{S}patrols", n=patrols, of=all_patrols)),
        ("guards" in ctx.view.ready, t(f"{S}guards_ready")),
        ("intruders" in ctx.view.ready, t(f"{S}intruders_ready")),
    )
    return ticks(ctx.look, facts)


@block
def ticks(look: Look, facts: tuple[tuple[bool, str], ...]) -> ft.Control:
    cells: list[ft.Control] = []
    for done, words in facts:
        glyph = IC.CHECK_BOX_SHARP if done else IC.CHECK_BOX_OUTLINE_BLANK_SHARP
        said = f"{words}, {look.t('scorpion.screen.setup.done' if done else 'scorpion.screen.setup.open_still')}"
        line = row([icon(look, glyph, 18, look.p.text_2), text(look, "label", words, bold=done)], 5, tight=True)
        cells.append(named(said, line))
    return ft.Row(cells, spacing=14, run_spacing=4, wrap=True)


def arrange_row(ctx: Ctx) -> ft.Control:
    t = ctx.t
    arrange = list_row(
        ctx.look, IC.TABLE_RESTAURANT_SHARP, t(f"{S}arrange"), t(f"{S}arrange_about"), "", ctx.choose("tab", "table")
    )
    return list_panel(ctx.look, [arrange])
