"""What the whole table decides before anything else: who plays what, on which board, by which options (SCORPION-2.3).

The host's phone declares it; all of it is public. Once anything rests on it the referee holds it fast.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any

import flet as ft

from companion.contract.actions import Actions
from companion.games.scorpion.facts import Pick
from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.setup.steps import S
from companion.games.scorpion.terms import terms
from companion.games.table.context import Screen
from companion.games.table.frame import answer
from companion.tables.opening.options import Option, options_of
from companion.ui import Choice, Main, Side, act, choice_bar, column, label_row, options_fold, text
from companion.ui.fields.options import control
from companion.ui.words.sentences import begun, word
from referee.board.reading import BUNDLED
from referee.scorpion.setup.begin import ROLES


def may_arrange(ctx: Ctx) -> bool:
    """Tell whether this phone opened the match and the set-up is still on."""
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
    """Return who is to play what: as chosen here, else as it is."""
    return _chosen(ctx.pick, _seated(ctx))


def _chosen(pick: Pick, seated: Mapping[str, str]) -> dict[str, str]:
    return dict(pick.marks if pick.marks.keys() == seated.keys() else seated)


def _seats(ctx: Ctx) -> list[ft.Control]:
    """Return a bar of roles for each seat; two seats change places."""
    roles = _roles(ctx)
    every = ROLES[len(roles)]
    found: list[ft.Control] = [label_row(ctx.look, ctx.t(f"{S}who_plays"))]
    for seat, role in roles.items():
        bar = tuple(Choice(each, _title(ctx.look.t(f"scorpion.role.{each}"))) for each in every)
        change = ctx.change(_exchanged, _seated(ctx), seat)
        found += [
            text(ctx.look, "subject", ctx.name(seat), lines=1),
            choice_bar(ctx.look, bar, role, change, tick=False),
        ]
    return [column(found, spacing=6)]


def _title(words: str) -> str:
    return begun(words)


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
