"""Building a secret path: lit zones are tapped one after the other, cards are added, then the path is locked (17).

Also the intruders' dock: the question, and below it the pad that opens the secret beside the button that declares it.
The pad has the same place in all docks, open or covered, so that it stays under the thumb that holds it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.scorpion.facts import Ctx, called
from companion.games.scorpion.intruders.cards import card_words, cards, now_words, uses
from companion.games.scorpion.intruders.way import (
    ROPES,
    Item,
    Plan,
    PlannedPath,
    by_zone,
    card_move,
    following,
    mine,
    path_move,
    paths_of,
    planning,
    searches_after,
    warnings,
    ways,
    why_not,
)
from companion.games.scorpion.map import number, place
from companion.games.table import frame
from companion.games.table.context import asleep
from companion.games.table.frame import answer
from companion.ui import (
    Act,
    Main,
    act,
    aloud,
    block,
    chip,
    clause_chip,
    column,
    edge,
    hold_pad,
    icon,
    main_face,
    named,
    row,
    text,
    theme,
)
from companion.ui.base import inset, rule
from companion.ui.theme import Look
from companion.ui.words import listed
from referee.core.offers import Way as Paths
from referee.scorpion.intruders.steps import OUTSIDE
from referee.scorpion.moves import MOVEMENTS, PASSAGE


def asks(ctx: Ctx, ask: str, main: Main | None, *, line: str = "") -> ft.Control:
    """Return the dock of an intruder who must act; of a game master who answers for the seat, with the way back."""
    if ctx.acting:
        return answer(ctx, "asked", frame.line(ctx), ask, frame.back(ctx), main)
    return padded(ctx, line or ctx.t("in.way.turn"), ask, main, lit=True, mark=ft.Icons.DARK_MODE_SHARP)


def asks_card(ctx: Ctx, item: Item) -> ft.Control:
    """Return the dock with the question whether a card is used now, by itself."""
    card = card_words(ctx, item.what if item.do == "bluff" else item.do)
    main = Main(ctx.t("in.card.play", card=card), ctx.declare(card_move(item)))
    return asks(ctx, now_words(ctx, item), main)


def waits(ctx: Ctx, seat: str, does: str) -> ft.Control:
    """Return the dock of an intruder who waits for a seat, or without one for several; it allows looking meanwhile."""
    if ctx.acting:
        return answer(ctx, "idle", frame.line(ctx), ctx.t("nothing_due"), frame.back(ctx))
    name = ctx.name(seat)
    sleeps = bool(seat) and asleep(ctx.snap, seat)
    line = ctx.t("waiting_asleep" if sleeps else "waiting_for", name=name) if seat else ctx.t("waiting")
    ask = ctx.t("tell_to_look", name=name) if sleeps else does
    mark = ft.Icons.NIGHTLIGHT_SHARP if sleeps else ft.Icons.HOURGLASS_EMPTY_SHARP
    return padded(ctx, line, ask, frame.hand_over(ctx, seat), lit=False, mark=mark)


def padded(ctx: Ctx, line: str, ask: str, main: Main | None, *, lit: bool, mark: ft.IconData) -> ft.Control:
    """Return a dock whose left action is the hold pad. `lit`: the seat must act."""
    look, wide = ctx.look, ctx.look.wide
    size = 64 if wide else 40
    sign = ft.Container(
        icon(look, mark, size * 0.6, look.p.on_accent if lit else look.p.text_2),
        width=size, height=size, alignment=ft.Alignment.CENTER, bgcolor=look.p.accent if lit else None,
        border=None if lit else edge(theme.LINE, look.p.line_strong), border_radius=theme.R_CARD,
    )  # fmt: skip
    words = ft.Column(
        [
            text(look, "over", line, look.p.accent_text if lit else look.p.text_2, lines=2 if look.scale > 1.15 else 1),
            text(look, "ask_wide" if wide else "ask", ask, lines=4 if look.scale > 1.15 else 2, size=24 if wide else 0),
        ],
        spacing=0, tight=True, expand=True, alignment=ft.MainAxisAlignment.CENTER,
    )  # fmt: skip
    both = ft.Row([sign, words], spacing=20 if wide else 12, height=None if wide or look.scale > 1.15 else theme.MAIN)
    asked = named(aloud(line, ask), both, live_region=True, expand=wide or None)
    beside = look.scale < 1.3 and not wide
    pad = ft.Container(
        hold_pad(look, ctx.actions, ctx.snap.held, tap=ctx.snap.tap_to_open, kind="button", expand=None),
        width=220 if wide else None, expand=True if beside else None,
    )  # fmt: skip
    buttons: list[ft.Control] = [pad]
    if main is not None:
        buttons.append(main_face(look, main.label, main.handler, enabled=main.enabled, expand=True if beside else None))
    body: ft.Control
    if wide:
        body = ft.Row([asked, *buttons], spacing=16, height=104)
    else:
        answers: ft.Control = ft.Row(buttons, spacing=10) if beside else column(buttons, 10)
        body = ft.Column(
            [asked, answers], spacing=12, tight=True, width=theme.COLUMN if look.shape == "column" else None
        )
    above = 0 if wide else 11 if lit else 14
    safe = ft.SafeArea(
        body, avoid_intrusions_top=False, minimum_padding=inset(look.margin, above, look.margin, 0 if wide else 17)
    )
    return ft.Container(
        safe,
        bgcolor=look.p.surface,
        border=rule("top", look.p.accent if lit else look.p.line, theme.EDGE if lit else theme.HAIR),
        alignment=ft.Alignment.TOP_CENTER if look.shape == "column" else None,
    )


def pad_over(ctx: Ctx) -> ft.Control:
    """Return the pad over the doors, for docks without space for it; it keeps its place while it is held."""
    if ctx.acting:
        return ft.Container(frame.back_row(ctx), left=24, right=24, bottom=10)
    words = "" if ctx.open else ctx.t("in.cat.look_first")
    pad = hold_pad(ctx.look, ctx.actions, ctx.snap.held, words, tap=ctx.snap.tap_to_open, kind="button", expand=None)
    return ft.Container(pad, left=24, right=24, bottom=10)


IC = ft.Icons
Parts = tuple[dict[str, Any], Act | None, list[ft.Control], ft.Control]
"""Additions to the map, the act of a tap on it, what is below it, and the dock."""
PACES = ("still", "sneak", "walk", "run")


def path(ctx: Ctx, plan: Plan, who: str, paths: Paths) -> Parts:
    facts, tap, way, more = onward(ctx, plan, who, paths)
    below: list[ft.Control] = [cards(ctx, plan, who, way, more)]
    if plan.card:
        below += uses(ctx, plan, way, locked=False)
    else:
        below += notes(ctx, plan, way)
    return facts, tap, below, dock(ctx, plan, who, way)


def draft(ctx: Ctx, plan: Plan, who: str, paths: Paths, first: tuple[ft.Control, ...], dock: ft.Control) -> Parts:
    """Return the screen on which a path is drafted while the guards play; cards are added on one's own turn.

    `first` are chips shown until there is a draft.
    """
    facts, tap, way, more = onward(ctx, plan, who, paths)
    if not plan.of(who) and not plan.hint:
        how = note(ctx.look, ctx.t("in.way.draft_how"), False, IC.EDIT_SHARP)
        return facts, tap, [cards(ctx, plan, who, None, (*first, *more)), how], dock
    below: list[ft.Control] = [cards(ctx, plan, who, None, more)]
    if plan.of(who):
        words = ctx.t("in.way.draft", steps=steps_words(ctx, plan, who))
        below.append(note(ctx.look, words, False, IC.EDIT_SHARP))
    return facts, tap, [*below, *notes(ctx, plan, way)], dock


def onward(
    ctx: Ctx, plan: Plan, who: str, paths: Paths
) -> tuple[dict[str, Any], Act, PlannedPath, tuple[ft.Control, ...]]:
    """Return how a path may go on: map additions, the act of a tap, the present end, and chips for other moves."""
    way = ways(ctx.view, plan)[who]
    items = following(paths, way)
    lit = by_zone(items)
    facts = {"targets": tuple((zone, cost(ctx, way, item)) for zone, item in lit.items())}
    tap = act(tapped, planning(ctx), plan, tuple(lit.items()))
    return facts, tap, way, tools(ctx, plan, who, [move for move in items if not move.what])


def cost(ctx: Ctx, way: PlannedPath, item: Item) -> str:
    """Return the label of a lit zone: the number of zones moved by then, or that a rope leads there."""
    if item.do in ROPES:
        return ctx.t("in.way.by_new_rope" if item.do == "rope_new" else "in.way.by_rope")
    return str(way.steps + 1)


def tapped(put: Act, plan: Plan, lit: tuple[tuple[str, Item], ...], zone: str) -> None:
    """Go on to a tapped zone, or keep it in order to say why it is impossible."""
    item = dict(lit).get(zone)
    put(plan.add(item) if item is not None else replace(plan.steps_only(), hint=zone))


# What to know


def notes(ctx: Ctx, plan: Plan, way: PlannedPath) -> list[ft.Control]:
    """Return why the tapped zone cannot be entered, how far one can be heard, and warnings."""
    said: list[ft.Control] = []
    if plan.hint:
        clause, key, params = why_not(ctx.view, way, plan.hint)
        words = aloud(place(ctx, plan.hint), ctx.say(key, params))
        chip_ = clause_chip(ctx.look, ctx.actions, clause)
        said.append(row([ft.Container(note(ctx.look, words, True), expand=True), chip_], 8))
    said.append(note(ctx.look, heard(ctx, way), False))
    if (n := searches_after(ctx.view, way)) > 0:
        said.append(note(ctx.look, ctx.t("in.way.then_search", n=n), False))
    return [*said, *(note(ctx.look, ctx.look.t(key), False, IC.WARNING_AMBER_SHARP) for key in warnings(ctx.view, way))]


def heard(ctx: Ctx, way: PlannedPath) -> str:
    """Return from how far the intruder can be heard next turn (SCORPION-12.2, 12.4, 25.16)."""
    if way.at in (PASSAGE, OUTSIDE):
        return ctx.t("in.way.unheard")
    return ctx.t("in.way.heard", n=way.steps) if way.steps else ctx.t("in.way.heard_here")


@block
def note(look: Look, words: str, loud: bool, glyph: ft.IconData | None = None) -> ft.Control:
    """Draw one line of information for the owner; a `loud` one answers a tap."""
    said = text(look, "label", words, look.p.text if loud or glyph else look.p.text_2, bold=loud, expand=True)
    if glyph is None:
        return named(words, ft.Row([said]), live_region=loud)
    return named(words, ft.Row([icon(look, glyph, 18, look.p.accent_text), said], spacing=8))


def tools(ctx: Ctx, plan: Plan, who: str, moves: list[Item]) -> tuple[ft.Control, ...]:
    """Return the other moves: taking a step back, entering the passage, leaving the map."""
    found: list[ft.Control] = []
    if plan.of(who):
        back = act(planning(ctx), plan.without_last(who))
        found.append(chip(ctx.look, "", back, False, IC.UNDO_SHARP, ctx.t("in.way.back")))
    for item in moves:
        glyph = IC.LOGIN_SHARP if item.do == "enter_passage" else IC.LOGOUT_SHARP
        found.append(chip(ctx.look, ctx.t(f"in.way.{item.do}"), act(planning(ctx), plan.add(item)), False, glyph))
    return tuple(found)


# The dock


def dock(ctx: Ctx, plan: Plan, who: str, way: PlannedPath) -> ft.Control:
    """Return the whole plan as a question, and the button that locks it, for both characters if both are planned."""
    if plan.now is not None:
        return asks_card(ctx, plan.now)
    whose = together(ctx, plan, who)
    asked, *rest = (path_words(ctx, plan, each) for each in whose)
    for each in rest:
        asked = ctx.t("in.way.and", first=asked, last=each)
    label = ctx.t("in.way.lock_both" if len(whose) > 1 else "in.way.lock" if plan.of(who) else "in.way.lock_still")
    moved = min(plan.moved(who), len(PACES) - 1)
    over = ctx.t("in.way.planned", pace=ctx.t(f"in.way.{PACES[moved]}"))
    return asks(ctx, asked, Main(label, ctx.declare(path_move(plan, whose))), line=over)


def together(ctx: Ctx, plan: Plan, who: str) -> tuple[str, ...]:
    """Return whose paths the next tap locks: the chosen one's, and all of mine if another's is planned too."""
    waiting = [c.who for c in mine(ctx) if paths_of(ctx, c.who) is not None]
    both = any(plan.of(other) for other in waiting if other != who)
    return tuple(waiting) if both else (who,)


def path_words(ctx: Ctx, plan: Plan, who: str) -> str:
    """Return a path as a short question: "Ninja: N3, N7 + Shuriken 5, W4?"."""
    if not plan.of(who):
        return ctx.t("in.way.ask_still", who=called(ctx, who))
    return ctx.t("in.way.ask", who=called(ctx, who), steps=steps_words(ctx, plan, who))


def steps_words(ctx: Ctx, plan: Plan, who: str) -> str:
    parts: list[str] = []
    for item in plan.of(who):
        words = item_words(ctx, item)
        if item.do in MOVEMENTS or not parts:
            parts.append(words)
        else:
            parts[-1] = ctx.t("in.way.with", step=parts[-1], card=words)
    return ctx.look.t("map.comma").join(parts)


def item_words(ctx: Ctx, item: Item) -> str:
    match item.do:
        case "walk" | "leave_passage":
            return item.what
        case "rope_new" | "rope_old":
            return ctx.t("in.way.roped", zone=item.what)
        case "enter_passage" | "exit_map":
            return ctx.t(f"in.way.into.{item.do}")
        case "bluff":
            return ctx.t("in.way.bluff", card=card_words(ctx, item.what))
        case "shadow_walk":
            return card_words(ctx, item.do)
    return f"{card_words(ctx, item.do)} {listed(ctx.look, [number(g) for g in item.what.split('+')])}"
