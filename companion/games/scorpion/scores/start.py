"""Depth `scores`: the match begins after the set-up on paper, with so many figures of each weapon (SCORPION-4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.scorpion.facts import Pick, prompt_of
from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.scores.facts import Fields, S
from companion.games.scorpion.setup.cards import Counted, counters
from companion.games.table.context import Screen
from companion.games.table.frame import answer
from companion.ui import Choice, Main, choice_bar, label_row, list_panel, list_row, text
from referee.core.values import TABLE
from referee.scorpion.scores.asks import plain_choices

IC = ft.Icons


def start(ctx: Ctx, line: str, left: Any) -> Screen:
    choices = plain_choices(prompt_of(ctx.snap, TABLE, f"{S}start"))
    chosen = chosen_start(ctx, choices)
    content = [*prepared(ctx), *weapons(ctx, choices), *wolf(ctx, choices)]
    ready = chosen is not None
    begin = ctx.declare({"type": "start", **(chosen or {})}, TABLE) if ready else None
    main = Main(ctx.t(f"{S}begin" if ready else f"{S}whom_first"), begin, ready)
    return content, answer(ctx, "asked", line, ctx.t(f"{S}begin_ask"), left, main)


def prepared(ctx: Ctx) -> list[ft.Control]:
    """Return what the set-up on paper needs, as this table has agreed."""
    given = ctx.view.options
    wolf = given.lone_wolf != "off"
    patrols = given.patrols if given.patrols is not None else 2 if wolf else 3
    rows = (
        (IC.SHIELD_SHARP, ctx.t(f"{S}placed"), ctx.t(f"{S}placed_is", sentries=given.sentries, patrols=patrols)),
        (IC.EDIT_SHARP, ctx.t(f"{S}marked"), ctx.t(f"{S}marked_is", sleepers=given.sleepers)),
        (
            IC.STYLE_SHARP,
            ctx.t(f"{S}held"),
            ctx.t(f"{S}held_is", ninja=given.ninja_hand, traitor=given.traitor_hand),
        ),
    )
    look = ctx.look
    about = text(look, "body", ctx.t(f"{S}begin_about"), look.p.text_2)
    return [about, list_panel(look, [list_row(look, *each) for each in rows])]


def weapons(ctx: Ctx, choices: Sequence[Fields]) -> list[ft.Control]:
    """Return how many of the figures placed have a sword, and how many a spear (SCORPION-4.1, 4.5)."""
    swords = sorted({each["sword"] for each in choices})
    if not swords:
        return []
    now = swords_now(ctx, choices)
    spears = next(each["spear"] for each in choices if each["sword"] == now)
    rows = tuple(
        Counted(weapon, ctx.t(f"{S}sort.{weapon}"), n, further in swords)
        for weapon, n, further in (("sword", now, now + 1), ("spear", spears, now - 1))
    )
    return [label_row(ctx.look, ctx.t(f"{S}figures")), counters(ctx.look, rows, ctx.change(_stepped, tuple(swords)))]


def _stepped(now: Pick, swords: tuple[int, ...], step: int, weapon: str) -> Pick:
    """Take one more or one less of a weapon: the other has the rest."""
    to = _swords_of(now, swords) + (step if weapon == "sword" else -step)
    return replace(now, counts={"sword": to}) if to in swords else now


def swords_now(ctx: Ctx, choices: Sequence[Fields]) -> int:
    """Return the swords chosen; at first half of the figures."""
    return _swords_of(ctx.pick, sorted({int(each["sword"]) for each in choices}))


def _swords_of(pick: Pick, swords: Sequence[int]) -> int:
    wanted = pick.counts.get("sword", -1)
    return wanted if wanted in swords else swords[len(swords) // 2]


def wolf(ctx: Ctx, choices: Sequence[Fields]) -> list[ft.Control]:
    """Return whom the lone wolf plays, where that is said (SCORPION-29.1)."""
    whom = dict.fromkeys(str(each["intruder"]) for each in choices if "intruder" in each)
    if not whom:
        return []
    every = tuple(Choice(who, ctx.t(f"{S}who.{who}")) for who in whom)
    return [label_row(ctx.look, ctx.t(f"{S}wolf_plays")), choice_bar(ctx.look, every, ctx.pick.who, ctx.choose("who"))]


def chosen_start(ctx: Ctx, choices: Sequence[Fields]) -> Fields | None:
    if not choices:
        return None
    wolf_ = any("intruder" in each for each in choices)
    now = swords_now(ctx, choices)
    fitting = (each for each in choices if each["sword"] == now)
    return next((each for each in fitting if not wolf_ or each.get("intruder") == ctx.pick.who), None)
