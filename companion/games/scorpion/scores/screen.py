"""Depth `scores`: the start after the set-up on paper, then the board's trackers and what is known of each figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.scorpion.events import event_rows
from companion.games.scorpion.facts import Ctx, Pick, character_of, prompt_of
from companion.games.scorpion.map import letter_box
from companion.games.scorpion.scores.facts import (
    COMES_OUT,
    DRANK,
    GOES_IN,
    GUARDS,
    IC,
    LEAVES,
    SOBER,
    WOKE,
    Event,
    Fields,
    S,
    chosen_subject,
    current_phase,
    events_of,
    opened,
    subjects,
)
from companion.games.scorpion.scores.form import Counter, counters, event_words, form, tapped, tiles
from companion.games.scorpion.setup.cards import Counted
from companion.games.scorpion.setup.cards import counters as weapon_counters
from companion.games.scorpion.tracks import left_level, tracks_face
from companion.games.table import frame, game_master
from companion.games.table.context import Screen
from companion.games.table.frame import answer, undo
from companion.ui import (
    Act,
    Choice,
    Main,
    Side,
    aloud,
    block,
    choice_bar,
    column,
    edge,
    icon,
    label_row,
    list_panel,
    list_row,
    on,
    pressable,
    row,
    text,
    theme,
)
from companion.ui.base import fill_column, rule
from companion.ui.theme import Look
from referee.core.values import TABLE, Prompt
from referee.scorpion.scores.asks import plain_choices
from referee.scorpion.state import DEADLY


def start(ctx: Ctx, line: str, left: Any) -> Screen:
    choices = plain_choices(prompt_of(ctx.snap, TABLE, f"{S}start"))
    chosen = chosen_start(ctx, choices)
    content = [*prepared(ctx), *weapons(ctx, choices), *wolf(ctx, choices)]
    ready = chosen is not None
    begin = ctx.declare({"type": "start", **(chosen or {})}, TABLE) if ready else None
    main = Main(ctx.t(f"{S}begin" if ready else f"{S}whom_first"), begin, ready)
    return content, answer(ctx, "asked", line, ctx.t(f"{S}begin_ask"), left, main)


def prepared(ctx: Ctx) -> list[ft.Control]:
    """Return what the set-up on paper needs, according to this table's options."""
    given = ctx.view.options
    placed = ctx.t(f"{S}placed_is", sentries=given.sentries, patrols=given.patrol_count)
    held = ctx.t(f"{S}held_is", ninja=given.ninja_hand, traitor=given.traitor_hand)
    rows = (
        (IC.SHIELD_SHARP, ctx.t(f"{S}placed"), placed),
        (IC.EDIT_SHARP, ctx.t(f"{S}marked"), ctx.t(f"{S}marked_is", sleepers=given.sleepers)),
        (IC.STYLE_SHARP, ctx.t(f"{S}held"), held),
    )
    look = ctx.look
    about = text(look, "body", ctx.t(f"{S}begin_about"), look.p.text_2)
    return [about, list_panel(look, [list_row(look, *each) for each in rows])]


def weapons(ctx: Ctx, choices: Sequence[Fields]) -> list[ft.Control]:
    """Return how many of the figures placed have a sword, and how many a spear (SCORPION-4.1, 4.5)."""
    swords = sorted({each["sword"] for each in choices})
    if not swords:
        return []
    now = _swords_of(ctx.pick, swords)
    spears = next(each["spear"] for each in choices if each["sword"] == now)
    rows = tuple(
        Counted(weapon, ctx.t(f"{S}sort.{weapon}"), n, further in swords)
        for weapon, n, further in (("sword", now, now + 1), ("spear", spears, now - 1))
    )
    step = ctx.change(_stepped, tuple(swords))
    return [label_row(ctx.look, ctx.t(f"{S}figures")), weapon_counters(ctx.look, rows, step)]


def _stepped(now: Pick, swords: tuple[int, ...], step: int, weapon: str) -> Pick:
    """Change the number of one weapon by 1; the other gets the rest."""
    to = _swords_of(now, swords) + (step if weapon == "sword" else -step)
    return replace(now, counts={"sword": to}) if to in swords else now


def _swords_of(pick: Pick, swords: Sequence[int]) -> int:
    """Return the number of swords chosen; initially half of the figures."""
    wanted = pick.counts.get("sword", -1)
    return wanted if wanted in swords else swords[len(swords) // 2]


def wolf(ctx: Ctx, choices: Sequence[Fields]) -> list[ft.Control]:
    """Return the choice of the lone wolf's character, if it is public (SCORPION-29.1)."""
    whom = dict.fromkeys(str(each["intruder"]) for each in choices if "intruder" in each)
    if not whom:
        return []
    every = tuple(Choice(who, ctx.t(f"{S}who.{who}")) for who in whom)
    return [label_row(ctx.look, ctx.t(f"{S}wolf_plays")), choice_bar(ctx.look, every, ctx.pick.who, ctx.choose("who"))]


def chosen_start(ctx: Ctx, choices: Sequence[Fields]) -> Fields | None:
    if not choices:
        return None
    wolf_ = any("intruder" in each for each in choices)
    now = _swords_of(ctx.pick, sorted({each["sword"] for each in choices}))
    fitting = (each for each in choices if each["sword"] == now)
    return next((each for each in fitting if not wolf_ or each.get("intruder") == ctx.pick.who), None)


LATELY, LATELY_WIDE = 3, 4
"""The number of last events shown."""


def scores(ctx: Ctx) -> Screen:
    """Draw the whole depth, from the start on; anybody at the table declares for all."""
    line, left = for_all(ctx)
    if ctx.view.phase == "setup":
        return start(ctx, line, left)
    return board(ctx), expected(ctx, line, left)


def for_all(ctx: Ctx) -> tuple[str, Side]:
    """Return the line over the ask and the action beside it: undo, or a game master's way back."""
    if ctx.snap.role == "gm":
        return frame.line(ctx), frame.back(ctx)
    return ctx.t("for_all"), undo(ctx)


def head(ctx: Ctx) -> ft.Control:
    """Return turn and alert. The phase is the latest one in which something was declared."""
    view = ctx.view
    return tracks_face(ctx.look, view.turn, view.alert, left_level(view), current_phase(view))


def board(ctx: Ctx) -> list[ft.Control]:
    acts = ctx.snap.role == "seat" or (ctx.snap.role == "gm" and game_master.may_act(ctx))
    doing = [*naming(ctx), *happening(ctx)] if acts else [figures(ctx, acts=False)]
    who = people(ctx, choose=acts)
    lately = event_rows(ctx, LATELY_WIDE if ctx.look.wide else LATELY, skip=False)
    if not ctx.look.wide:
        return [head(ctx), who, *doing, *lately]
    last = [label_row(ctx.look, ctx.t("last_events")), *lately] if lately else []
    left, right = (
        column(part, 12, expand=n)
        for part, n in (([who, *doing], 60), ([head(ctx), *last], 40))
    )
    return [ft.Row([left, right], spacing=20, vertical_alignment=ft.CrossAxisAlignment.START)]


def happening(ctx: Ctx) -> list[ft.Control]:
    """Return the events of the chosen subject, or the ways of the open event."""
    now = opened(ctx)
    if now is not None:
        return form(ctx, *now)
    who = chosen_subject(ctx)
    every = tuple(
        (event.glyph, event_words(ctx, event, who), *tapped(ctx, event, who)) for event in events_of(ctx, who)
    )
    counted = [figures(ctx)] if who == GUARDS else []
    return [*counted, tiles(ctx.look, every, who)]


# The dock


def expected(ctx: Ctx, line: str, left: Side) -> ft.Control:
    """Return the dock: who comes back, the end, or else the next turn."""
    for name in ("returned", "finish", "next_turn"):
        prompt = prompt_of(ctx.snap, TABLE, f"{S}{name}")
        if prompt is not None:
            ask, main = asked_now(ctx, name, prompt)
            return answer(ctx, "asked", line, ask, left, main)
    return answer(ctx, "idle", line, ctx.t("does.anybody"), left)


def asked_now(ctx: Ctx, name: str, prompt: Prompt) -> tuple[str, Main]:
    choices = plain_choices(prompt)
    if name == "next_turn":
        label = ctx.t(f"{S}next_turn", turn=prompt.params["turn"])
        return ctx.say(prompt.ask, prompt.params), Main(label, ctx.declare({"type": name}, TABLE))
    if name == "returned":
        who = ctx.t(f"{S}who.{choices[0]['intruder']}")
        label = ctx.t(f"{S}returned", who=who)
        return ctx.t(f"{S}returned_ask", who=who), Main(label, ctx.declare({"type": name, **choices[0]}, TABLE))
    chosen = choices[0] if len(choices) == 1 else next((c for c in choices if c["intruder"] == ctx.pick.unit), None)
    main = Main(ctx.t(f"{S}whom_first"), None, False)
    if chosen is not None:
        main = Main(ctx.t(f"{S}finish"), ctx.declare({"type": name, **chosen}, TABLE))
    return ctx.t(f"{S}finish_ask"), main


def naming(ctx: Ctx) -> list[ft.Control]:
    """Return the choice of who the lone wolf was, if nothing has revealed it before the end (SCORPION-29.3)."""
    choices = plain_choices(prompt_of(ctx.snap, TABLE, f"{S}finish"))
    if len(choices) < 2:
        return []
    every = tuple(Choice(c["intruder"], ctx.t(f"{S}who.{c['intruder']}")) for c in choices)
    return [choice_bar(ctx.look, every, ctx.pick.unit, ctx.choose("unit"), label=ctx.t(f"{S}it_was"))]


# What the table knows of guards and intruders

MORE = Event("more", "guard_added", IC.ADD_SHARP, (("cause", "other"),))


def figures(ctx: Ctx, *, acts: bool = True) -> ft.Control:
    """Return the numbers of guards by sort. Two guard players count swords and spears apart (SCORPION-4.6)."""
    kept = ctx.view.scores
    assert kept is not None
    two = any(p.role == "sword" for p in ctx.view.players)
    able = {"sword": kept.sword, "spear": kept.spear} if two else {"able": kept.sword + kept.spear}
    rows = [counter(ctx, sort, n, *_placing(sort), acts=acts) for sort, n in able.items()]
    rows.append(counter(ctx, "asleep", max(0, kept.sleepers - kept.woken), WOKE, None, acts=acts))
    rows.append(counter(ctx, "drunk", kept.drunk, SOBER, DRANK, acts=acts))
    rows.append(counter(ctx, "inside", kept.guards_in_passage, COMES_OUT, GOES_IN, acts=acts))
    return counters(ctx.look, tuple(rows))


def _placing(sort: str) -> tuple[Event, Event]:
    """Return the events that remove an able guard from the map, and that place one."""
    weapon = None if sort == "able" else sort
    fewer = replace(LEAVES, only=(*LEAVES.only, ("figure", weapon), ("inside", False)))
    return fewer, replace(MORE, only=(*MORE.only, ("weapon", weapon)))


def counter(ctx: Ctx, sort: str, n: int, fewer: Event | None, more: Event | None, *, acts: bool) -> Counter:
    less, more_ = (tapped(ctx, each, GUARDS) if each is not None and acts else (False, None) for each in (fewer, more))
    return ctx.t(f"{S}sort.{sort}"), n, (ctx.t(f"{S}less.{sort}"), *less), (ctx.t(f"{S}more.{sort}"), *more_)


Person = tuple[str, str, str, bool, Act | None]
"""The key, the name, what is known in one line, whether it is chosen, the act of a tap."""


def people(ctx: Ctx, *, choose: bool = True) -> ft.Control:
    now = chosen_subject(ctx)
    rows: list[Person] = []
    for who in subjects(ctx.view):
        handler = ctx.change(replace, who=who, tab="", zone="", form={}) if choose else None
        known = guards_known(ctx) if who == GUARDS else intruder_known(ctx, who)
        rows.append((who, ctx.t(f"{S}who.{who}"), known, choose and who == now, handler))
    return people_face(ctx.look, tuple(rows))


def guards_known(ctx: Ctx) -> str:
    """Return how many cards the guards drew, and have used in this turn."""
    view = ctx.view
    used = ctx.t(f"{S}used", n=view.cards_used) if view.cards_used else ""
    free = ctx.t(f"{S}focused") if view.focused else ""
    return _joined(ctx, ctx.t(f"{S}drew", n=view.drawn_at), used, free)


def intruder_known(ctx: Ctx, who: str) -> str:
    one = character_of(ctx.view, who)
    kept = next((c for c in (ctx.view.scores.characters if ctx.view.scores else ()) if c.who == who), None)
    if one is None or kept is None:
        return ""
    words = one.status if one.status in ("passage", "escaped", "dead", "due") else "map"
    parts = [ctx.t(f"{S}place.{words}")]
    if words in ("map", "passage"):
        if one.hand_size is not None:
            parts.append(ctx.t(f"{S}hand", n=one.hand_size))
        if one.wounds:
            most = DEADLY.get(who, 0)
            parts.append(ctx.t(f"{S}wounds", n=one.wounds, of=most) if most else ctx.t(f"{S}wounded", n=one.wounds))
    if kept.mission:
        parts.append(ctx.t(f"{S}done", letter=kept.mission))
    elif kept.letters:
        parts.append(ctx.t(f"{S}letters", letters=" ".join(kept.letters)))
    return _joined(ctx, *parts)


def _joined(ctx: Ctx, *parts: str) -> str:
    return ctx.t(f"{S}comma").join(part for part in parts if part)


@block
def people_face(look: Look, every: tuple[Person, ...]) -> ft.Control:
    """Draw the rows in one panel; the chosen one is filled with ink."""
    rows: list[ft.Control] = [_person(look, *each, last=each is every[-1]) for each in every]
    return ft.Container(
        column(rows),
        bgcolor=look.p.surface,
        border=edge(theme.LINE, look.p.line_strong),
        border_radius=theme.R_PANEL,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def _person(
    look: Look, who: str, name: str, about: str, chosen: bool, handler: Act | None, *, last: bool
) -> ft.Control:
    p = look.p
    large = look.scale > 1.15
    ink, muted = (p.background, p.background) if chosen else (p.text, p.text_2)
    words = fill_column(
        text(look, "subject", name, ink, lines=1), text(look, "caption", about, muted, lines=3 if large else 1)
    )
    box = ft.Container(
        row([sign(look, who, chosen=chosen), words], 12),
        height=None if large else theme.TOUCH,
        padding=ft.Padding.symmetric(horizontal=10, vertical=6 if large else 0),
        bgcolor=p.text if chosen else None,
        border=None if last else rule("bottom", p.line_strong),
        on_click=on(handler),
        ink=handler is not None,
    )
    return pressable(aloud(name, about), box, handler, selected=chosen)


def sign(look: Look, who: str, *, chosen: bool) -> ft.Control:
    """Return the sign of a side: an intruder's letter, the guards' shield."""
    if who in ("ninja", "traitor"):
        return letter_box(look, who, chosen=chosen)
    glyph = IC.SHIELD_SHARP if who == GUARDS else IC.QUESTION_MARK_SHARP
    return ft.Container(icon(look, glyph, 24, look.p.background if chosen else look.p.text), width=30)
