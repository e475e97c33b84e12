"""The start of a turn in which somebody returns: start, hand and mission (SCORPION-23.1 to 23.8)."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.games.scorpion.facts import ASK, asked_of, character_of, side_of
from companion.games.scorpion.frame import Ctx, teach
from companion.games.scorpion.setup.bonus import bonus_cards, bonus_sleepers
from companion.games.scorpion.setup.cards import count_words
from companion.games.scorpion.setup.covered import open_dock, own_map, safe_picture
from companion.games.scorpion.setup.dock import waiting
from companion.games.scorpion.setup.draft import draft_of
from companion.games.scorpion.setup.intruders import deck_facts, hand_of, letter_bar, name_of
from companion.games.scorpion.setup.map import arranged, beside_switch
from companion.games.scorpion.setup.starts import start_map
from companion.games.scorpion.setup.steps import S, Work
from companion.games.scorpion.tracks import tracks
from companion.games.table.context import Screen
from companion.games.table.frame import answer, cover
from companion.ui import Choice, Main, button_side, choice_bar, text
from referee.core.values import Prompt
from referee.scorpion.cards import TOTALS
from referee.scorpion.preferences import DRAW

IC = ft.Icons


def returns(ctx: Ctx) -> Screen:
    """Draw the start of a turn for the seat `ctx.me`: one thing after the other, in secret."""
    mine = [p for p in asked_of(ctx.snap, ctx.me) if p.must]
    if not ctx.open:
        content = arranged(ctx, [tracks(ctx), text(ctx.look, "label", _due(ctx), bold=False), safe_picture(ctx)])
        if not mine:
            return content, waiting(ctx, _awaited(ctx), ctx.t(f"{S}returns_wait"))
        return content, open_dock(ctx, ctx.t("your_turn"), ctx.say(mine[0].ask, mine[0].params), "open_return")
    if not mine:
        return arranged(ctx, [tracks(ctx), own_map(ctx)]), waiting(ctx, _awaited(ctx), ctx.t(f"{S}returns_wait"))
    kind = mine[0].ask.removeprefix(ASK)
    draw = {"respawn": respawn, "redraw_mission": redraw, "bonus_cards": bonus_cards, "bonus_sleepers": bonus_sleepers}
    work = draw[kind](ctx, mine[0])
    line = ctx.t("your_turn") if not ctx.acting else ctx.t("answer_for", name=ctx.name(ctx.acting))
    content = [*teach(ctx, f"setup_{work.teach}", work.clause), *work.content]
    return arranged(ctx, content), answer(ctx, "asked", line, work.ask, cover(ctx), work.main)


def _due(ctx: Ctx) -> str:
    said = (f"{ctx.name(p.seat)}: {ctx.say(p.ask, p.params)}" for p in ctx.snap.prompts if p.must)
    return "\n".join(dict.fromkeys(said))


def _awaited(ctx: Ctx) -> str:
    asked = [p.seat for p in ctx.snap.prompts if p.must and p.seat != ctx.me]
    own = [seat for seat in asked if side_of(ctx.view, seat) == ctx.side]
    return next(iter((*own, *asked)), "")


def respawn(ctx: Ctx, prompt: Prompt) -> Work:
    """Draw a return: start zone and new hand in one declaration (SCORPION-23.1 to 23.6)."""
    t, who = ctx.t, prompt.params["intruder"]
    counted = ctx.view.options.intruder_cards == "counted"
    zone = draft_of(ctx).one(f"start_{who}")
    kept = {"secret_passage": 1} if _keeps_passage(ctx, who) else None
    size = min(getattr(ctx.view.options, f"{who}_rehand"), TOTALS[who] - (kept is not None))
    cards, chosen = ([], {}) if counted else hand_of(ctx, who, deck_facts(ctx, who, size), None, kept)
    n = sum(chosen.values())
    now = "hand" if ctx.pick.tab == "return_hand" else "start"
    bar = (Choice("return_start", t(f"{S}return_start")), Choice("return_hand", t(f"{S}return_hand", n=n, of=size)))
    chosen_part = choice_bar(ctx.look, bar, f"return_{now}", ctx.choose("tab"), tick=False)
    content: list[ft.Control] = [] if counted else [beside_switch(ctx, chosen_part)]
    if now == "start":
        content += start_map(ctx, who, prompt.choices("respawn", "zone"), "")
    else:
        content += cards
    move: dict[str, Any] = {"type": "respawn", "intruder": who, "zone": zone, "cards": None if counted else chosen}
    if not zone:
        main = Main(t(f"{S}tap_start"), None, False)
    elif counted or n == size:
        main = Main(t(f"{S}return_at", zone=zone), ctx.declare(move))
    elif now == "start":
        main = Main(t(f"{S}to_hand"), ctx.choose("tab", "return_hand"))
    else:
        main = Main(count_words(ctx, n, size), None, False)
    return Work(content, t(f"{S}ask.respawn", who=name_of(ctx, who), n=size), main, "respawn", "SCORPION-23.3")


def _keeps_passage(ctx: Ctx, who: str) -> bool:
    """Tell whether the Secret Passage card of the old life still lies in front of the new one (OP-46)."""
    one = character_of(ctx.view, who)
    return ctx.view.options.passage_after_return == "keeps" and one is not None and one.permitted


def redraw(ctx: Ctx, prompt: Prompt) -> Work:
    """Draw the new mission: a tile drawn by the host, or keyed in (SCORPION-23.7)."""
    t, who, letters = ctx.t, prompt.params["intruder"], prompt.choices("redraw_mission", "letter")
    keyed = draft_of(ctx).one(f"mission_{who}")
    drawing = ctx.declare({"type": "redraw_mission", "intruder": who, "letter": DRAW})
    content = [
        *letter_bar(ctx, who, keyed, letters),
        text(ctx.look, "body", t(f"{S}redraw_about"), ctx.look.p.text_2),
    ]
    main = Main(t(f"{S}draw"), drawing)
    if keyed:
        content.append(button_side(ctx.look, t(f"{S}draw"), drawing, IC.CASINO_SHARP, 48))
        move = {"type": "redraw_mission", "intruder": who, "letter": keyed}
        main = Main(t(f"{S}note_missions", letters=keyed), ctx.declare(move))
    return Work(content, t(f"{S}ask.redraw", who=name_of(ctx, who)), main, "redraw", "SCORPION-23.7")
