"""The intruders' set-up: the lone wolf's character, missions and hands (SCORPION-2.5 to 2.8, 3.1 to 3.4, 29, 30)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

import flet as ft

from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.setup.cards import card_rows, chosen_of, count_words, helps, suited
from companion.games.scorpion.setup.draft import draft_of, put_told
from companion.games.scorpion.setup.steps import S, Work, declares, is_locked, lacking
from companion.games.table.context import in_turn
from companion.ui import Choice, Main, act, button_side, choice_bar, label_row, text
from referee.scorpion.cards import KINDS, SUGGESTED, Deck
from referee.scorpion.preferences import DRAW
from referee.scorpion.setup.hands import HAND_CLAUSE, LETTERS, deck_list
from referee.scorpion.views.view_model import IntruderView

IC = ft.Icons
BOTH = ("ninja", "traitor")


def known(ctx: Ctx, who: str) -> IntruderView | None:
    mine = ctx.view.intruders.characters if ctx.view.intruders is not None else ()
    return next((c for c in mine if c.who == who), None)


def own(ctx: Ctx) -> list[IntruderView]:
    """Return the seat's own characters, Ninja first, one who does not take part included."""
    mine = () if is_locked(ctx) else BOTH if ctx.role == "intruders" else (ctx.role,)
    found = (known(ctx, who) for who in mine)
    return [one for one in found if one is not None]


def playing(ctx: Ctx) -> list[IntruderView]:
    return [one for one in own(ctx) if one.status != "absent"]


def rivals(ctx: Ctx) -> bool:
    """Tell whether the intruders are rivals (SCORPION-30.1)."""
    return bool(ctx.view.options.disputed == "on")


def name_of(ctx: Ctx, who: str) -> str:
    return ctx.look.t(f"scorpion.{who}")


def who_bar(ctx: Ctx, characters: Sequence[str], now: str, what: str) -> list[ft.Control]:
    """Return the bar that chooses between two characters, with a tick on whose `what` is done; nothing for one."""
    if len(characters) < 2:
        return []
    lacks = lacking(ctx)
    ticks = {who: None if f"{what}_{who}" in lacks else IC.CHECK_SHARP for who in characters}
    choices_ = tuple(Choice(who, name_of(ctx, who), ticks[who]) for who in characters)
    return [choice_bar(ctx.look, choices_, now, ctx.choose("who"), tick=False)]


def character(ctx: Ctx) -> Work:
    """Draw the lone wolf's choice (SCORPION-29.1, 29.3)."""
    t = ctx.t
    hidden = ctx.view.options.lone_wolf == "hidden"
    absent = next((c.who for c in own(ctx) if c.status == "absent"), "")
    declared = next((who for who in BOTH if absent and who != absent), "")
    now = draft_of(ctx).one("character", declared)
    content = [
        choice_bar(
            ctx.look, tuple(Choice(who, name_of(ctx, who)) for who in BOTH), now, put_told(ctx, "character"), tick=False
        ),
        text(ctx.look, "body", t(f"{S}character_hidden" if hidden else f"{S}character_open"), ctx.look.p.text_2),
    ]
    main = Main(t(f"{S}choose_character"), None, False)
    if now:
        move = {"type": "choose_character", "intruder": now}
        main = Main(t(f"{S}play_as", who=name_of(ctx, now)), declares(ctx, move))
    return Work(content, t(f"{S}ask.character"), main, "character", "SCORPION-29.1")


# Missions


def mission(ctx: Ctx) -> Work:
    """Draw the missions: a tile drawn by the host, or keyed in from the tiles on the table (SCORPION-2.5, 30.2)."""
    t, mine = ctx.t, [one.who for one in playing(ctx)]
    if "character" in lacking(ctx):
        first = Main(t(f"{S}to_character"), ctx.choose("tab", "character"))
        return Work([], t(f"{S}character_first"), first, "mission", "SCORPION-29.1")
    keyed = {who: draft_of(ctx).one(f"mission_{who}") for who in mine}
    content: list[ft.Control] = []
    for who in mine:
        taken = {*taken_letters(ctx, mine), *(keyed[other] for other in mine if other != who)}
        content += letter_bar(ctx, who, keyed[who] or _noted(ctx, who), [x for x in LETTERS if x not in taken])
    drawing = declares(ctx, {"type": "draw_missions", **dict.fromkeys(mine, DRAW)})
    once = rivals(ctx) and ctx.view.options.disputed_mission == "draw"
    stays = once and any(_noted(ctx, who) for who in mine)
    content.append(text(ctx.look, "body", t(f"{S}tile_stays" if stays else f"{S}mission_about"), ctx.look.p.text_2))
    if any(keyed.values()):
        if not stays:
            content.append(button_side(ctx.look, t(f"{S}draw"), drawing, IC.CASINO_SHARP, 48))
        full = {who: keyed[who] or _noted(ctx, who) for who in mine}
        ready = all(full.values())
        move = {"type": "draw_missions", **full}
        letters = t("app.list.comma").join(filter(None, full.values()))
        main = Main(t(f"{S}note_missions", letters=letters), declares(ctx, move), ready)
    else:
        main = Main(t(f"{S}draw" if len(mine) < 2 else f"{S}draw_both"), None if stays else drawing, not stays)
    return Work(content, t(f"{S}ask.mission"), main, "mission", "SCORPION-2.5")


def letter_bar(ctx: Ctx, who: str, now: str, free: Sequence[str]) -> list[ft.Control]:
    """Return the six tiles, to key in which one lies on the table."""
    t = ctx.t
    bar = tuple(
        Choice(letter, letter, None, letter in free or letter == now, t(f"{S}letter_taken", letter=letter))
        for letter in LETTERS
    )
    noted = t(f"{S}mission_is", letter=now) if now else t(f"{S}mission_open")
    return [
        label_row(ctx.look, name_of(ctx, who), noted),
        choice_bar(ctx.look, bar, now, put_told(ctx, f"mission_{who}"), tick=False),
    ]


def taken_letters(ctx: Ctx, mine: Iterable[str]) -> set[str]:
    """Return the partner's tile. What a rival has is the rival's secret (SCORPION-2.8, 30.1)."""
    if rivals(ctx) or ctx.view.intruders is None:
        return set()
    return {c.mission for c in ctx.view.intruders.characters if c.who not in mine and c.mission}


def _noted(ctx: Ctx, who: str) -> str:
    found = known(ctx, who)
    return (found.mission or "") if found is not None else ""


# Hands


def hands(ctx: Ctx) -> Work:
    """Draw the choice of the opening hands (SCORPION-3.1 to 3.4); a hidden lone wolf prepares both (29.3)."""
    t, lacks = ctx.t, lacking(ctx)
    if "character" in lacks or "mission" in lacks:
        first = "character" if "character" in lacks else "mission"
        main = Main(t(f"{S}to_{first}"), ctx.choose("tab", first))
        return Work([], t(f"{S}{first}_first"), main, "hands", "SCORPION-4.8")
    both = ctx.view.options.lone_wolf == "hidden"
    mine = [one.who for one in own(ctx) if both or one.status != "absent"]
    now = ctx.pick.who if ctx.pick.who in mine else next((w for w in mine if f"hand_{w}" in lacks), mine[0])
    legal = deck_facts(ctx, now, getattr(ctx.view.options, f"{now}_hand"))
    found = known(ctx, now)
    if ctx.view.options.intruder_cards == "counted":
        move: dict[str, Any] = {"type": "choose_intruder_hand", "intruder": now}
        content: list[ft.Control] = [text(ctx.look, "body", t(f"{S}counted_about", n=legal["size"]))]
        complete = True
        label = t(f"{S}note_counted", n=legal["size"])
    else:
        content, chosen = hand_of(ctx, now, legal, None if found is None else found.hand)
        move = {"type": "choose_intruder_hand", "intruder": now, "cards": chosen}
        complete = sum(chosen.values()) == legal["size"]
        label = count_words(ctx, sum(chosen.values()), legal["size"])
        label = t(f"{S}note_cards", n=legal["size"]) if complete else label
    main = Main(label, act(in_turn, ctx.choose("who", ""), declares(ctx, move)) if complete else None, complete)
    ask = t(f"{S}ask.hands", who=name_of(ctx, now), n=legal["size"])
    return Work([*who_bar(ctx, mine, now, "hand"), *content], ask, main, "hands", HAND_CLAUSE[now])


def deck_facts(ctx: Ctx, who: str, size: int) -> dict[str, Any]:
    """Return what a hand of so many cards is chosen from: kinds, suggested cards, and the counted deck if there is."""
    deck = cast(Deck, who)
    counted = deck_list(ctx.view.options, who)
    return {"size": size, "kinds": KINDS[deck], "suggested": SUGGESTED[deck], "deck": counted}


def hand_of(ctx: Ctx, who: str, legal: Any, noted: Any, kept: Any = None) -> tuple[list[ft.Control], dict[str, int]]:
    """Return the rows in which a character's cards are chosen, and what is chosen. `kept` lies elsewhere."""
    part, kinds, size = f"hand_{who}", legal["kinds"], legal["size"]
    chosen = chosen_of(ctx, part, kinds, noted)
    deck = cast(Deck, who)
    suggested = suited(legal["suggested"], size, legal["deck"])
    content = [
        label_row(ctx.look, name_of(ctx, who), ctx.t(f"{S}n_of", n=sum(chosen.values()), of=size)),
        card_rows(ctx, part, chosen, size, deck=deck, listed=legal["deck"], beside=kept),
        helps(ctx, part, kinds, suggested),
    ]
    return content, {kind: n for kind, n in chosen.items() if n}
