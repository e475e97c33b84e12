"""One person's page: what was, beside what chance would have given; against whom; as what; and who they are."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.contract.statistics import PersonFigures, PersonPage
from companion.screens.figures.parts import (
    favourite_line,
    line,
    lines_panel,
    pace_lines,
    percent,
    point_lines,
    renege_line,
    rival_line,
    rivals_apart,
    role_lines,
    several,
    signed,
    tiles,
    unread_note,
)
from companion.screens.figures.tidying import tidy_sheet
from companion.screens.lost import nothing_here
from companion.ui import Side, act, app_bar, block, chip, dock, screen
from companion.ui.look import Look
from companion.ui.phrases import back_action, game_name, games, on_day, paragraph, sideways, sign
from companion.ui.plot import Curve, Plot, plot
from companion.ui.plot_drawing import figures
from companion.ui.sheets.overlays import overlays

IC = ft.Icons


def person(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    if not isinstance(snap.page, PersonPage):
        return nothing_here(look, actions)
    return _person(look, snap, actions, snap.page)


@ft.component
def _person(look: Look, snap: Snapshot, actions: Actions, page: PersonPage) -> ft.Control:
    t, fig = look.t, page.figures
    tidying, tidy = ft.use_state("")
    content: list[ft.Control] = []
    if several(look):
        content.append(game_chips(look, actions, page.id, page.game))
    content += unread_note(look, page.unread)
    content += figures_of(look, actions, fig) if fig.matches else [paragraph(look, t("person.nothing"))]
    sub = t("person.since", day=on_day(look, fig.since), n=fig.matches) if fig.matches else t("person.no_match")
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


def figures_of(look: Look, actions: Actions, fig: PersonFigures) -> list[ft.Control]:
    t = look.t
    content = [
        tiles(
            look,
            (
                (percent(fig.won, fig.matches), t("person.wins", n=fig.won, all=fig.matches)),
                (signed(fig.won - fig.chance), t("person.over_chance", chance=figures(fig.chance))),
                (str(fig.row), t("person.row", longest=fig.longest)),
            ),
        )
    ]
    if fig.matches > 1:
        content.append(wins_plot(look, fig))
    if fig.against:
        apart = rivals_apart(look, (each.name for each in fig.against))
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
            for each in fig.against
        ]
        content.append(lines_panel(look, t("person.against"), t("person.against_how"), rows))
    for game in dict.fromkeys(each.game for each in fig.roles):
        some = [each for each in fig.roles if each.game == game]
        lines = favourite_line(look, some) + role_lines(look, some, "figures.decided")
        head = t("figures.roles", game=game_name(look, game))
        content.append(lines_panel(look, head, t("figures.success"), lines))
    if fig.points:
        content.append(lines_panel(look, t("figures.points_head"), "", point_lines(look, fig.points)))
    if fig.places:
        lines = [
            line(look, t("figures.place_n", n=place), t("figures.in_matches", n=n, all=fig.matches))
            for place, n in fig.places
        ]
        content.append(lines_panel(look, t("figures.places"), "", lines))
    rest = pace_lines(look, fig.pace)
    if fig.suited:
        rest.append(renege_line(look, fig.reneges, fig.suited))
    content.append(lines_panel(look, t("figures.table"), "", rest))
    return content


def wins_plot(look: Look, fig: PersonFigures) -> ft.Control:
    t, over = look.t, fig.over_time
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
