"""Two guard players share something: cards to draw, cards to play, wound cards. One proposes, the other agrees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.scorpion.facts import Pick, prompt_of
from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.guards.frame import G, ask_me, laid, small
from companion.games.scorpion.map import guards_map
from companion.games.table.context import Screen
from companion.games.table.frame import undo
from companion.ui import Act, Main, act, block, button_side, icon_button, text, theme
from companion.ui.look import Look
from companion.ui.words.sentences import begun

IC = ft.Icons


def sharing(ctx: Ctx) -> list[ft.Control]:
    """Return the row in which a split is proposed or agreed to, and what the partner said."""
    prompt = prompt_of(ctx.snap, ctx.me, "agree_split")
    if prompt is None or (prompt.params["share"] == "hand_cards" and ctx.view.hand_used):
        return []
    what, total = str(prompt.params["share"]), int(prompt.params["total"])
    proposed: Mapping[str, Any] | None = prompt.params["proposed"]
    before = (total + 1) // 2 if proposed is None else int(proposed["sword"])
    sword = wanted(ctx.pick, total, before)
    move = {"type": "agree_split", "what": what, "sword": sword, "spear": total - sword}
    said = proposed is not None and proposed["sword"] == sword
    mine = said and proposed is not None and ctx.role in proposed["by"]
    label = ctx.t(f"{G}split_waits" if mine else f"{G}split_agree" if said else f"{G}split_propose")
    row = splitter(ctx.look, ctx.t(f"{G}split_{what}"), sword, total, ctx.change(_shared, total, before), label,
                   None if mine else ctx.declare(move))  # fmt: skip
    return [row]


def wanted(pick: Pick, total: int, before: int) -> int:
    """Return how many the swords get as it is set now: by me, else as `before`."""
    return min(total, max(0, pick.counts.get("sword", before)))


def _shared(now: Pick, total: int, before: int, by: int) -> Pick:
    return replace(now, counts={"sword": min(total, max(0, wanted(now, total, before) + by))})


@block
def splitter(
    look: Look, title: str, sword: int, total: int, step: Act, label: str = "", declare: Act | None = None
) -> ft.Control:
    """Draw a split with − and +, and the button that declares it, where the dock does not."""
    t = look.t
    parts = (f"{t('scorpion.weapon.sword')} {sword}", f"{t('scorpion.weapon.spear')} {total - sword}")
    words = begun(t("map.comma").join(parts))
    less = act(step, -1) if sword else None
    more = act(step, 1) if sword < total else None
    said = ft.Column(
        [text(look, "over", title, look.p.text_2, lines=2), text(look, "label", words, look.p.text, lines=2)],
        spacing=0, tight=True, expand=True,
    )  # fmt: skip
    sides: list[ft.Control] = [
        icon_button(look, IC.REMOVE_SHARP, t(f"scorpion.screen.{G}sword_less"), less, "" if less else look.p.text_3),
        text(look, "title", str(sword), lines=1),
        icon_button(look, IC.ADD_SHARP, t(f"scorpion.screen.{G}sword_more"), more, "" if more else look.p.text_3),
    ]
    agree = [button_side(look, label, declare, None, theme.TOUCH, None, True)] if label else []
    if look.scale > 1.15:
        return ft.Column([ft.Row([said, *sides], spacing=0), *agree], spacing=8, tight=True)
    return ft.Row([said, *sides, *agree], spacing=2)


def wounds(ctx: Ctx) -> Screen:
    """Draw the question whose discard pile gets the wound cards (SCORPION-20.5, 22.13)."""
    prompt = prompt_of(ctx.snap, ctx.me, "assign_wound_cards")
    assert prompt is not None
    total = int(prompt.params["cards"])
    proposed: Mapping[str, Any] | None = prompt.params["proposed"]
    before = (total + 1) // 2 if proposed is None else int(proposed["sword"])
    sword = wanted(ctx.pick, total, before)
    label = ctx.t(f"{G}wound_split", sword=sword, spear=total - sword)
    row = splitter(ctx.look, ctx.t(f"{G}split_wounds"), sword, total, ctx.change(_shared, total, before))
    said = "" if proposed is None else ctx.t(f"{G}proposed", sword=proposed["sword"], spear=proposed["spear"])
    mine = proposed is not None and ctx.role in proposed["by"] and proposed["sword"] == sword
    move = {"type": "assign_wound_cards", "sword": sword, "spear": total - sword}
    main = Main(ctx.t(f"{G}split_waits") if mine else label, None if mine else ctx.declare(move), not mine)
    dock = ask_me(ctx, ctx.t(f"{G}wound_line"), ctx.t(f"{G}ask_wounds", n=total), undo(ctx), main, IC.STYLE_SHARP)
    return laid(ctx, guards_map(ctx), None, ctx.t(f"{G}wound_line"), said, [row, small(ctx, said)]), dock
