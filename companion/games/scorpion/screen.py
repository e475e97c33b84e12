"""The table of NINJA: Legend of the Scorpion Clan on one phone, and what "More" opens there.

Both sides may agree during the match on an unknown fact or a ruling (ledger 5.5). The menu offers `agree_rows`, which
open `agree_sheet`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flet as ft

from companion.games.scorpion.after import ended, puzzle_map, replayed, sought
from companion.games.scorpion.display import public
from companion.games.scorpion.facts import LESSONS, Ctx, Pick, awaited, moment_of, still_due
from companion.games.scorpion.gm import all_open, answering, figures_sheet, relearnt, ruling_sheet, seat_screen
from companion.games.table.context import in_turn
from companion.games.table.menu import head
from companion.games.table.table import table_of
from companion.games.table.table_screen import Row, TableScreen
from companion.tables.match_draft import Option, options_of
from companion.ui import (
    Act,
    act,
    block,
    button_main,
    button_side,
    clause_chip,
    icon,
    list_panel,
    list_row,
    on,
    pressable,
    row,
    sheet,
    text,
    theme,
)
from companion.ui import options as option_words
from companion.ui.base import fill_column
from companion.ui.options import announced, control, title_of
from companion.ui.sheets import Instead
from companion.ui.theme import Look
from referee.scorpion.parts import Event
from referee.scorpion.setup.table import RULED, UNKNOWN

IC = ft.Icons
A = "agree."
CLAUSE = "SCORPION-2.4"
GROUPS = {"cards": UNKNOWN, "rulings": RULED}
SHEET = "unknown"
"""The value of `Pick.sheet` while these sheets are open."""


def agree_rows(ctx: Ctx) -> list[Row]:
    """Return the menu's row for filling in what is unknown; none during the set-up and after the end."""
    if not ctx.me or ctx.ended or ctx.view.options.depth != "plays" or ctx.view.phase in ("setup", "ended"):
        return []
    t, open_ = ctx.t, proposal(ctx)
    about = t(f"{A}proposed", option=_names(ctx, open_)) if open_ else t(f"{A}unknown_about")
    return [(IC.HELP_CENTER_SHARP, t(f"{A}unknown"), about, ctx.choose("sheet", SHEET))]


def agree_sheet(ctx: Ctx) -> ft.Control:
    key, value = ctx.pick.option or ("", "")
    return option_sheet(ctx, key, value) if key else options_sheet(ctx, str(value))


# Unknown options


def options_sheet(ctx: Ctx, group: str) -> ft.Control:
    """Return the options that may be filled in, by group, with their values; the other side's proposal comes first."""
    t, look = ctx.t, ctx.look
    parts: list[ft.Control] = [head(ctx, t(f"{A}unknown")), _about(ctx)]
    wanted = proposal(ctx)
    if wanted:
        agree = _declare(ctx, {"type": "set_unknown", "options": dict(wanted)})
        parts.append(text(look, "subject", t(f"{A}proposed", option=_names(ctx, wanted))))
        parts.append(button_main(look, t(f"{A}agree"), agree))
    rows = [
        list_row(look, IC.EXPAND_MORE_SHARP if name == group else IC.EXPAND_LESS_SHARP, t(f"{A}{name}"), "", "",
                 ctx.toggle("option", ("", name), off=None), arrow=False, height=52)
        for name in GROUPS
    ]  # fmt: skip
    parts.append(list_panel(look, rows))
    for option in options_of(ctx.GAME):
        if option.key in GROUPS.get(group, ()):
            title, now = title_of(look, ctx.GAME, option), _now(ctx, option)
            choose = ctx.choose("option", (option.key, now))
            parts.append(option_row(look, title, value_words(ctx, option, now), choose))
    return sheet(look, parts, True, spacing=8)


@block
def option_row(look: Look, title: str, value: str, choose: Act) -> ft.Control:
    words = fill_column(text(look, "subject", title), text(look, "caption", value, look.p.text_2))
    face = ft.Container(
        ft.Row([words, icon(look, IC.CHEVRON_RIGHT_SHARP)], spacing=8), padding=ft.Padding.symmetric(vertical=6),
        on_click=on(choose), ink=True, border=ft.Border(bottom=ft.BorderSide(theme.HAIR, look.p.line)),
    )  # fmt: skip
    return pressable(look.t("map.comma").join((title, value)), face, choose)


def option_sheet(ctx: Ctx, key: str, value: Any) -> ft.Control:
    option = next(each for each in options_of(ctx.GAME) if each.key == key)
    changed = value != _now(ctx, option)
    propose = _declare(ctx, {"type": "set_unknown", "options": {key: value}}) if changed else None
    return sheet(
        ctx.look,
        [
            head(ctx, ctx.t(f"{A}unknown")),
            control(ctx.look, ctx.GAME, option, value, act(_take, ctx.choose("option"))),
            _about(ctx),
            button_main(ctx.look, ctx.t(f"{A}propose") if changed else ctx.t(f"{A}as_it_is"), propose, changed),
            button_side(ctx.look, ctx.t("back"), ctx.choose("option", None), None, 48),
        ],
        True,
    )


def _take(choose: Act, key: str, value: Any) -> None:
    choose((key, value))


def proposal(ctx: Ctx) -> Mapping[str, Any]:
    """Return what the other side has proposed and nobody has agreed to yet; empty if nothing."""
    said: Event | None = next((e for e in ctx.view.record[::-1] if e.kind.startswith("unknown_")), None)
    if said is None or said.kind != "unknown_proposed" or said.data["side"] == ctx.side:
        return {}
    wanted: Mapping[str, Any] = said.data["options"]
    return wanted


def value_words(ctx: Ctx, option: Option, value: Any) -> str:
    if option.things:
        return ctx.t(f"{A}not_listed" if value is None else f"{A}listed")
    return option_words.value_words(ctx.look, ctx.GAME, option, value)


def _names(ctx: Ctx, wanted: Mapping[str, Any]) -> str:
    known = {each.key: each for each in options_of(ctx.GAME)}
    return ctx.look.t("app.list.comma").join(
        f"{title_of(ctx.look, ctx.GAME, known[key])}: {value_words(ctx, known[key], value)}"
        for key, value in wanted.items()
        if key in known
    )


def _now(ctx: Ctx, option: Option) -> Any:
    return getattr(ctx.view.options, option.key)


def _about(ctx: Ctx) -> ft.Control:
    said = text(ctx.look, "caption", ctx.t(f"{A}both_sides"), ctx.look.p.text_2, expand=True)
    return row([said, clause_chip(ctx.look, ctx.actions, CLAUSE)], 8)


def listed_otherwise(ctx: Ctx) -> tuple[Instead, ...]:
    """Return the way to what the decks are said to hold, where a refusal rests on such a list: both sides may mend it.

    Before turn 1 nothing is listed that could not be chosen anew.
    """
    options = ctx.view.options
    if not agree_rows(ctx) or not (options.guard_deck or options.ninja_deck or options.traitor_deck):
        return ()
    opens = act(in_turn, ctx.put(sheet=SHEET, option=("", "cards")), ctx.actions.pages.dismiss)
    return ((IC.HELP_CENTER_SHARP, ctx.t(f"{A}relist"), ctx.t(f"{A}relist_about"), opens),)


def _declare(ctx: Ctx, move: Mapping[str, Any]) -> Act:
    return act(in_turn, ctx.declare(move), ctx.choose("sheet", ""))


def own_rows(ctx: Ctx) -> list[Row]:
    t, rows = ctx.t, list[Row]()
    if ctx.me and ctx.view.phase not in ("setup", "ended") and ctx.view.options.depth == "plays":
        rows.append((IC.FLAG_SHARP, t("menu.concede"), t("menu.concede_about"), ctx.choose("sheet", "concede")))
    rows += agree_rows(ctx)
    for words in announced(ctx.look, ctx.GAME, ctx.view.options.public):
        rows.append((IC.INFO_SHARP, words, t("menu.announced"), ctx.choose("sheet", "")))
    return rows


def concede_sheet(ctx: Ctx) -> ft.Control | None:
    """Return the question whether my side concedes, which ends the match for everybody."""
    if not ctx.me or ctx.view.phase in ("setup", "ended"):
        return None
    return sheet(
        ctx.look,
        [
            head(ctx, ctx.t("menu.concede")),
            text(ctx.look, "body", ctx.t("concede_words"), ctx.look.p.text_2),
            row(
                [
                    button_side(ctx.look, ctx.t("concede_no"), ctx.choose("sheet", ""), None, 56, True, True),
                    button_main(ctx.look, ctx.t("concede_yes"), _declare(ctx, {"type": "concede"})),
                ],
                10,
            ),
        ],
    )


SCREEN = TableScreen(
    context=Ctx,
    pick=Pick(),
    moment=moment_of,
    awaited=awaited,
    seat=seat_screen,
    ended=ended,
    replay=replayed,
    seek=sought,
    puzzle_map=puzzle_map,
    colors={"N": "ninja", "T": "traitor"},
    lessons=LESSONS,
    public=public,
    place_is_named=False,
    sheets={"concede": concede_sheet, SHEET: agree_sheet},
    rows=own_rows,
    counted=listed_otherwise,
    still=still_due,
    all_open=all_open,
    answering=answering,
    ruling=ruling_sheet,
    relearnt=relearnt,
    master_sheets={"figures": figures_sheet},
)
table = table_of(SCREEN)
