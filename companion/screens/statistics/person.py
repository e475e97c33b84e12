"""One person's page: results compared with chance, against opponents, in roles; and the owner's tidying up."""

from __future__ import annotations

from difflib import SequenceMatcher

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.contract.statistics import PersonPage, PersonStatistics
from companion.screens.lost import nothing_here
from companion.screens.statistics.parts import (
    favourite_line,
    has_several_games,
    line,
    lines_panel,
    pace_lines,
    percent,
    point_lines,
    renege_line,
    rival_line,
    rivals_apart,
    role_lines,
    signed,
    tiles,
    unread_note,
)
from companion.ui import (
    Handler,
    Side,
    act,
    app_bar,
    block,
    button_main,
    button_side,
    chip,
    column,
    dock,
    list_panel,
    list_row,
    screen,
    sheet,
)
from companion.ui.live_field import live_field
from companion.ui.overlays import overlays
from companion.ui.phrases import back_action, game_name, games, on_day, paragraph, sideways, sign
from companion.ui.plot import Curve, Plot, figures, plot
from companion.ui.sheets import sheet_head
from companion.ui.theme import Look
from models.names import MAX_NAME, name_key

IC = ft.Icons
SHOWN = 12
"""The number of people offered for merging: those with the most similar names."""


@block
def tidy_sheet(
    look: Look,
    actions: Actions,
    person: int,
    name: str,
    left_out: bool,
    others: tuple[tuple[int, str], ...],
    step: str,
    show: Handler,
) -> ft.Control:
    """Return the sheet of a step: `choose`, `rename`, `merge` or `forget`; `merge:7`, `forget:sure` ask to confirm."""
    t = look.t
    written, write = ft.use_state("")
    close = act(show, "")

    def do(change: Handler, *given: object) -> None:
        show("")
        change(*given)

    if step == "rename":
        ready = bool(written.strip()) and written.strip() != name
        return sheet(
            look,
            [
                sheet_head(look, t("person.rename", name=name), close),
                live_field(look, written, write, name=t("person.new_name"), autofocus=True, limit=MAX_NAME),
                paragraph(look, t("person.rename_about")),
                button_main(look, t("person.rename_do"), act(do, actions.people.rename, person, written), ready),
            ],
        )
    if step == "merge":
        rows = [
            list_row(look, IC.PERSON_SHARP, called, "", "", act(show, f"merge:{other}"), height=52)
            for other, called in alike(name, others)
        ]
        about = paragraph(look, t("person.merge_about", name=name) if rows else t("person.merge_none"))
        return sheet(look, [sheet_head(look, t("person.merge", name=name), close), about, list_panel(look, rows)])
    if step.startswith("merge:"):
        other = int(step.removeprefix("merge:"))
        called = dict(others).get(other, "")
        return sheet(
            look,
            [
                sheet_head(look, t("person.merge_sure", name=name, other=called), close),
                paragraph(look, t("person.merge_sure_about", name=name, other=called)),
                button_main(look, t("person.merge_do"), act(do, actions.people.merge, person, other)),
            ],
        )
    if step == "forget":
        return sheet(
            look,
            [
                sheet_head(look, t("person.forget", name=name), close),
                paragraph(look, t("person.forget_about")),
                button_side(look, t("person.forget_go_on"), act(show, "forget:sure")),
            ],
        )
    if step == "forget:sure":
        return sheet(
            look,
            [
                sheet_head(look, t("person.forget_sure", name=name), close),
                paragraph(look, t("person.forget_sure_about")),
                button_main(look, t("person.forget_do"), act(do, actions.people.forget, person)),
            ],
        )
    out = t("person.let_in" if left_out else "person.leave_out")
    choices = [
        list_row(look, IC.EDIT_SHARP, t("person.rename_short"), "", "", act(show, "rename"), height=56),
        list_row(look, IC.GROUP_SHARP, t("person.merge_short"), "", "", act(show, "merge"), height=56),
        list_row(
            look,
            IC.VISIBILITY_OFF_SHARP,
            out,
            t("person.leave_out_about"),
            "",
            act(do, actions.people.leave_out, person, not left_out),
            arrow=False,
        ),
        list_row(look, IC.DELETE_SHARP, t("person.forget_short"), t("person.forget_line"), "", act(show, "forget")),
    ]
    return sheet(
        look,
        [
            sheet_head(look, name, close),
            list_panel(look, choices),
            column([button_side(look, t("person.done"), close)]),
        ],
    )


def alike(name: str, others: tuple[tuple[int, str], ...]) -> list[tuple[int, str]]:
    """Return people to merge with, the most similar names first."""

    def how(other: tuple[int, str]) -> tuple[float, str]:
        return -SequenceMatcher(None, name_key(name), name_key(other[1])).ratio(), other[1]

    return sorted(others, key=how)[:SHOWN]


def person(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    if not isinstance(snap.page, PersonPage):
        return nothing_here(look, actions)
    return _person(look, snap, actions, snap.page)


@ft.component
def _person(look: Look, snap: Snapshot, actions: Actions, page: PersonPage) -> ft.Control:
    t, stats = look.t, page.statistics
    tidying, tidy = ft.use_state("")
    content: list[ft.Control] = []
    if has_several_games(look):
        content.append(game_chips(look, actions, page.id, page.game))
    content += unread_note(look, page.unread)
    content += statistics_of(look, actions, stats) if stats.matches else [paragraph(look, t("person.nothing"))]
    sub = t("person.since", day=on_day(look, stats.since), n=stats.matches) if stats.matches else t("person.no_match")
    left = Side(t("person.tidy"), IC.EDIT_SHARP, act(tidy, "choose"))
    if not page.owner:
        left = Side(t("person.tidy"), IC.LOCK_SHARP, act(actions.pages.go, "owner"))
    overlay = overlays(look, snap, actions)
    if overlay is None and tidying and page.owner:
        overlay = tidy_sheet(look, actions, page.id, page.name, page.left_out, page.others, tidying, act(tidy))
    return screen(
        look,
        bar=app_bar(look, page.name, sub, back_action(look, actions)),
        content=content,
        dock=dock(
            look,
            state="idle",
            line=t("person.left_out") if page.left_out else t("person.over"),
            ask=t("person.ask"),
            mark=IC.PERSON_SHARP,
            left=left,
        ),
        overlay=overlay,
    )


@block
def game_chips(look: Look, actions: Actions, person: int, chosen: str) -> ft.Control:
    t = look.t
    chips = [chip(look, t("app.history.all"), act(actions.pages.go, "person", id=str(person), game=""), not chosen)]
    chips += [
        chip(
            look,
            sign(game),
            act(actions.pages.go, "person", id=str(person), game=game),
            game == chosen,
            None,
            t("app.history.filter", game=game_name(look, game)),
        )
        for game in games()
    ]
    return sideways(chips)


def statistics_of(look: Look, actions: Actions, stats: PersonStatistics) -> list[ft.Control]:
    t = look.t
    content = [
        tiles(
            look,
            (
                (percent(stats.won, stats.matches), t("person.wins", n=stats.won, all=stats.matches)),
                (signed(stats.won - stats.chance), t("person.over_chance", chance=figures(stats.chance))),
                (str(stats.row), t("person.row", longest=stats.longest)),
            ),
        )
    ]
    if stats.matches > 1:
        content.append(wins_plot(look, stats))
    if stats.against:
        apart = rivals_apart(look, (each.name for each in stats.against))
        rows = [
            rival_line(
                look,
                each.name,
                (each.won + each.shared / 2) / each.matches,
                f"{each.won} / {each.lost} / {each.shared}",
                t("person.against_said", name=each.name, won=each.won, lost=each.lost, shared=each.shared),
                act(actions.pages.go, "person", id=str(each.person)),
                apart,
            )
            for each in stats.against
        ]
        content.append(lines_panel(look, t("person.against"), t("person.against_how"), rows))
    for game in dict.fromkeys(each.game for each in stats.roles):
        some = [each for each in stats.roles if each.game == game]
        lines = favourite_line(look, some) + role_lines(look, some, "figures.decided")
        head = t("figures.roles", game=game_name(look, game))
        content.append(lines_panel(look, head, t("figures.success"), lines))
    if stats.points:
        content.append(lines_panel(look, t("figures.points_head"), "", point_lines(look, stats.points)))
    if stats.ranks:
        lines = [
            line(look, t("figures.place_n", n=rank), t("figures.in_matches", n=n, all=stats.matches))
            for rank, n in stats.ranks
        ]
        content.append(lines_panel(look, t("figures.places"), "", lines))
    rest = pace_lines(look, stats.pace)
    if stats.suited:
        rest.append(renege_line(look, stats.reneges, stats.suited))
    content.append(lines_panel(look, t("figures.table"), "", rest))
    return content


def wins_plot(look: Look, stats: PersonStatistics) -> ft.Control:
    t, over = look.t, stats.over_time
    n, won, chance = len(over.days), over.won[-1], over.chance[-1]
    return plot(
        look,
        Plot(
            t("person.plot", n=n),
            t("person.plot_by"),
            t("figures.day"),
            tuple(on_day(look, day) for day in over.days),
            (
                Curve(t("person.curve_won"), tuple(map(float, over.won))),
                Curve(t("person.curve_chance"), over.chance),
            ),
            t("person.plot_said", won=won, n=n, chance=figures(chance)),
            tuple(on_day(look, day, short=True) for day in over.days),
        ),
    )
