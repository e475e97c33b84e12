"""The intruders' set-up: character, missions, hands; on the map, starts and the secret passage (SCORPION-2, 3, 6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

import flet as ft

from companion.games.scorpion.facts import Ctx, called
from companion.games.scorpion.map import intruder_figure, lit, place, public_map
from companion.games.scorpion.setup.cards import card_rows, chosen_of, helps, once_chosen, suited, without_none
from companion.games.scorpion.setup.guards import chart, note
from companion.games.scorpion.setup.steps import (
    Draft,
    PartAtWork,
    S,
    asked,
    declares,
    draft_of,
    is_locked,
    keeper,
    lacking,
    put_and_keep,
    starts_of,
)
from companion.games.table.context import in_turn
from companion.ui import Act, Choice, Main, act, button_side, choice_bar, label_row, text
from companion.ui.map.drawing import MapFacts, Mark
from referee.scorpion.cards import KINDS, SUGGESTED, Deck
from referee.scorpion.preferences import DRAW
from referee.scorpion.setup.hands import HAND_CLAUSE, LETTERS
from referee.scorpion.views.view_model import IntruderView

IC = ft.Icons
BOTH = ("ninja", "traitor")


def known(ctx: Ctx, who: str) -> IntruderView | None:
    mine = ctx.view.intruders.characters if ctx.view.intruders is not None else ()
    return next((c for c in mine if c.who == who), None)


def own(ctx: Ctx) -> list[IntruderView]:
    """Return the seat's own characters, Ninja first, including one who does not take part."""
    mine = () if is_locked(ctx) else BOTH if ctx.role == "intruders" else (ctx.role,)
    found = (known(ctx, who) for who in mine)
    return [one for one in found if one is not None]


def playing(ctx: Ctx) -> list[IntruderView]:
    return [one for one in own(ctx) if one.status != "absent"]


def are_rivals(ctx: Ctx) -> bool:
    """Tell whether the intruders are rivals (SCORPION-30.1)."""
    return bool(ctx.view.options.disputed == "on")


def who_bar(ctx: Ctx, characters: Sequence[str], now: str, what: str) -> list[ft.Control]:
    """Return the bar for choosing between two characters, with a tick for those whose `what` is done; empty for one."""
    if len(characters) < 2:
        return []
    lacks = lacking(ctx)
    bar = tuple(
        Choice(who, called(ctx, who), None if f"{what}_{who}" in lacks else IC.CHECK_SHARP) for who in characters
    )
    return [choice_bar(ctx.look, bar, now, ctx.choose("who"), tick=False)]


def character(ctx: Ctx) -> PartAtWork:
    """Draw the lone wolf's choice (SCORPION-29.1, 29.3)."""
    t = ctx.t
    hidden = ctx.view.options.lone_wolf == "hidden"
    absent = next((c.who for c in own(ctx) if c.status == "absent"), "")
    declared = next((who for who in BOTH if absent and who != absent), "")
    now = draft_of(ctx).one("character", declared)
    content = [
        choice_bar(
            ctx.look,
            tuple(Choice(who, called(ctx, who)) for who in BOTH),
            now,
            put_and_keep(ctx, "character"),
            tick=False,
        ),
        text(ctx.look, "body", t(f"{S}character_hidden" if hidden else f"{S}character_open"), ctx.look.p.text_2),
    ]
    main = Main(t(f"{S}choose_character"), None, False)
    if now:
        move = {"type": "choose_character", "intruder": now}
        main = Main(t(f"{S}play_as", who=called(ctx, now)), declares(ctx, move))
    return PartAtWork(content, t(f"{S}ask.character"), main, "character", "SCORPION-29.1")


# Missions


def mission(ctx: Ctx) -> PartAtWork:
    """Draw the missions: a tile drawn by the host, or entered from the tiles on the table (SCORPION-2.5, 30.2)."""
    t, mine = ctx.t, [one.who for one in playing(ctx)]
    if "character" in lacking(ctx):
        first = Main(t(f"{S}to_character"), ctx.choose("tab", "character"))
        return PartAtWork([], t(f"{S}character_first"), first, "mission", "SCORPION-29.1")
    keyed = {who: draft_of(ctx).one(f"mission_{who}") for who in mine}
    content: list[ft.Control] = []
    for who in mine:
        taken = {*taken_letters(ctx, mine), *(keyed[other] for other in mine if other != who)}
        content += letter_bar(ctx, who, keyed[who] or _noted(ctx, who), [x for x in LETTERS if x not in taken])
    drawing = declares(ctx, {"type": "draw_missions", **dict.fromkeys(mine, DRAW)})
    once = are_rivals(ctx) and ctx.view.options.disputed_mission == "draw"
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
    return PartAtWork(content, t(f"{S}ask.mission"), main, "mission", "SCORPION-2.5")


def letter_bar(ctx: Ctx, who: str, now: str, free: Sequence[str]) -> list[ft.Control]:
    """Return the bar of the six tiles, to enter the one on the table."""
    t = ctx.t
    bar = tuple(
        Choice(letter, letter, None, letter in free or letter == now, t(f"{S}letter_taken", letter=letter))
        for letter in LETTERS
    )
    noted = t(f"{S}mission_is", letter=now) if now else t(f"{S}mission_open")
    return [
        label_row(ctx.look, called(ctx, who), noted),
        choice_bar(ctx.look, bar, now, put_and_keep(ctx, f"mission_{who}"), tick=False),
    ]


def taken_letters(ctx: Ctx, mine: Iterable[str]) -> set[str]:
    """Return the partner's tile. A rival's tile is the rival's secret (SCORPION-2.8, 30.1)."""
    if are_rivals(ctx) or ctx.view.intruders is None:
        return set()
    return {c.mission for c in ctx.view.intruders.characters if c.who not in mine and c.mission}


def _noted(ctx: Ctx, who: str) -> str:
    found = known(ctx, who)
    return (found.mission or "") if found is not None else ""


# Hands


def hands(ctx: Ctx) -> PartAtWork:
    """Draw the choice of the opening hands (SCORPION-3.1 to 3.4); a hidden lone wolf prepares both (29.3)."""
    t, lacks = ctx.t, lacking(ctx)
    if "character" in lacks or "mission" in lacks:
        first = "character" if "character" in lacks else "mission"
        main = Main(t(f"{S}to_{first}"), ctx.choose("tab", first))
        return PartAtWork([], t(f"{S}{first}_first"), main, "hands", "SCORPION-4.8")
    both = ctx.view.options.lone_wolf == "hidden"
    mine = [one.who for one in own(ctx) if both or one.status != "absent"]
    now = ctx.pick.who if ctx.pick.who in mine else next((w for w in mine if f"hand_{w}" in lacks), mine[0])
    size, found = getattr(ctx.view.options, f"{now}_hand"), known(ctx, now)
    move: dict[str, Any] = {"type": "choose_intruder_hand", "intruder": now}
    if ctx.view.options.intruder_cards == "counted":
        content: list[ft.Control] = [text(ctx.look, "body", t(f"{S}counted_about", n=size))]
        label, n = t(f"{S}note_counted", n=size), size
    else:
        content, chosen = hand_of(ctx, now, size, None if found is None else found.hand)
        move["cards"] = chosen
        label, n = t(f"{S}note_cards", n=size), sum(chosen.values())
    main = once_chosen(ctx, label, act(in_turn, ctx.choose("who", ""), declares(ctx, move)), n, size)
    ask = t(f"{S}ask.hands", who=called(ctx, now), n=size)
    return PartAtWork([*who_bar(ctx, mine, now, "hand"), *content], ask, main, "hands", HAND_CLAUSE[now])


def suggested_cards(ctx: Ctx, who: str, size: int) -> dict[str, int] | None:
    """Return the suggested hand of a character, if it has this size and the counted deck holds it (SCORPION-3.8)."""
    return suited(SUGGESTED[cast(Deck, who)], size, ctx.view.options.deck_list(who))


def hand_of(ctx: Ctx, who: str, size: int, noted: Any, kept: Any = None) -> tuple[list[ft.Control], dict[str, int]]:
    """Return the rows in which a character's cards are chosen, and the chosen ones, without the `kept` cards."""
    part, deck = f"hand_{who}", cast(Deck, who)
    chosen = chosen_of(ctx, part, KINDS[deck], noted)
    listed = ctx.view.options.deck_list(who)
    content = [
        label_row(ctx.look, called(ctx, who), ctx.t(f"{S}n_of", n=sum(chosen.values()), of=size)),
        card_rows(ctx, part, chosen, size, deck=deck, listed=listed, beside=kept),
        helps(ctx, part, KINDS[deck], suggested_cards(ctx, who, size)),
    ]
    return content, without_none(chosen)


ENTRANCE = "x"
"""The part of a draft that holds entrances."""


def starts(ctx: Ctx) -> PartAtWork:
    """Draw the choice of a character's start, once all guards are on the board (SCORPION-6.1 to 6.6)."""
    t, lacks, mine = ctx.t, lacking(ctx), [one.who for one in playing(ctx)]
    zones = starts_of(ctx)
    if not mine or not zones:
        why = t(f"{S}figures_first")
        waits = [text(ctx.look, "body", why, ctx.look.p.text_2), chart(ctx, secret_map(ctx), None)]
        return PartAtWork(waits, why, None, "starts", "SCORPION-4.8")
    now = ctx.pick.who if ctx.pick.who in mine else next((w for w in mine if f"start_{w}" in lacks), mine[0])
    noted = start_of(ctx, now)
    content = [*who_bar(ctx, mine, now, "start"), *start_map(ctx, now, zones.get(now, ()), noted)]
    zone = draft_of(ctx).one(f"start_{now}", noted)
    main = Main(t(f"{S}tap_start"), None, False)
    if zone:
        move = {"type": "set_start", "intruder": now, "zone": zone}
        main = Main(t(f"{S}start_at", zone=zone), declares(ctx, move))
    clause = "SCORPION-6.1" if now == "ninja" else "SCORPION-6.2"
    return PartAtWork(content, t(f"{S}ask.start_{now}"), main, f"start_{now}", clause)


def start_of(ctx: Ctx, who: str) -> str:
    one = known(ctx, who)
    return (one.start or "") if one is not None else ""


def start_map(ctx: Ctx, who: str, zones: Sequence[str], noted: str) -> list[ft.Control]:
    """Return the map on which a start is chosen, with information for its owner."""
    zone = draft_of(ctx).one(f"start_{who}", noted)
    map_ = secret_map(ctx, moved={who: zone}, targets=lit(zones), chosen=zone)
    words, loud = ctx.t(f"{S}tap_start_about"), False
    if zone:
        loud = any(f.zone == zone and not f.drunk for f in ctx.view.figures)
        hides = loud and who == "ninja" and ctx.view.options.ninja_start_guarded == "hidden"
        key = "start_guarded_hidden" if hides else "start_guarded" if loud else "start_free"
        words = ctx.t(f"{S}{key}", who=called(ctx, who), zone=place(ctx, zone))
    return [chart(ctx, map_, put_and_keep(ctx, f"start_{who}")), note(ctx.look, words, loud)]


def secret_map(ctx: Ctx, moved: Any = None, **more: Any) -> MapFacts:
    """Return the map with the starts and entrances that this seat knows; `moved` are starts not declared yet."""
    view = ctx.view.intruders
    stand = {} if view is None else {c.who: c.start or "" for c in view.characters if c.status == "waiting"}
    stand |= moved or {}
    figures = tuple(intruder_figure(zone, who) for who, zone in stand.items() if zone and who in BOTH)
    entrances = more.pop("entrances", None)
    if entrances is None:
        entrances = () if view is None else tuple(zone for passage in view.passages for zone in passage.entrances)
    marks = tuple(Mark(zone, "X") for zone in dict.fromkeys(entrances))
    return public_map(ctx, tone="intruders", figures=figures, marks=marks, **more)


# The passage


def passage(ctx: Ctx) -> PartAtWork:
    """Draw the secret passage: both entrances, the partner's consent, or one each (SCORPION-6.8 to 6.10, 30.6)."""
    each = one_each(ctx) and draft_of(ctx).one("each") == "one"
    work = _one(ctx) if each else _both(ctx)
    if not one_each(ctx):
        return work
    bar = (Choice("both", ctx.t(f"{S}both_entrances")), Choice("one", ctx.t(f"{S}one_entrance")))
    chosen = choice_bar(ctx.look, bar, "one" if each else "both", put_and_keep(ctx, "each"), tick=False)
    return PartAtWork([chosen, *work.content], work.ask, work.main, work.teach, work.clause)


def one_each(ctx: Ctx) -> bool:
    """Tell whether partners who do not agree may place one entrance each (SCORPION-6.10, OP-20)."""
    partners = sum(p.role in BOTH for p in ctx.view.players) == 2 and not are_rivals(ctx)
    return partners and (len(ctx.view.players) == 4 or ctx.view.options.passage_split_3p == "yes")


def noted(ctx: Ctx) -> tuple[str, ...]:
    """Return the entrances of this seat's passage as last declared, by either partner."""
    view = ctx.view.intruders
    if view is None:
        return ()
    mine = {one.who for one in playing(ctx)}
    return next((p.entrances for p in view.passages if p.owner is None or p.owner in mine), ())


def _both(ctx: Ctx) -> PartAtWork:
    t, before = ctx.t, noted(ctx)
    begun = draft_of(ctx).of(ENTRANCE)
    now = before if begun is None else begun
    proposed = begun is None and len(before) == 2 and "passage" in lacking(ctx)
    waits = begun is None and len(before) == 2 and "passage_partner" in lacking(ctx)
    move: dict[str, Any] = {"type": "set_passage", "entrances": list(now)}
    if are_rivals(ctx):
        move["intruder"] = playing(ctx)[0].who
    if len(now) < 2:
        main = Main(t(f"{S}tap_entrance" if not now else f"{S}tap_second"), None, False)
    elif waits:
        main = Main(t(f"{S}partner_waits"), None, False)
    else:
        main = Main(t(f"{S}agree" if proposed else f"{S}passage_at", a=now[0], b=now[1]), declares(ctx, move))
    ask = "ask.passage_proposed" if proposed else "ask.passage_waits" if waits else "ask.passage"
    return PartAtWork(_entrance_map(ctx, now, 2), t(f"{S}{ask}"), main, "passage", "SCORPION-6.8")


def _one(ctx: Ctx) -> PartAtWork:
    t, begun = ctx.t, (draft_of(ctx).of(ENTRANCE) or ())[-1:]
    main = Main(t(f"{S}tap_entrance"), None, False)
    if begun:
        main = Main(t(f"{S}entrance_at", zone=begun[0]), declares(ctx, {"type": "set_entrance", "zone": begun[0]}))
    elif "passage" not in lacking(ctx):
        main = Main(t(f"{S}partner_waits"), None, False)
    content = _entrance_map(ctx, begun or noted(ctx), 1)
    return PartAtWork(content, t(f"{S}ask.entrance"), main, "passage", "SCORPION-6.10")


def _entrance_map(ctx: Ctx, now: Sequence[str], most: int) -> list[ft.Control]:
    zones = asked(ctx).choices("set_passage", "entrances")
    map_ = secret_map(ctx, entrances=tuple(now), targets=lit(zones), chosen=now[-1] if now else "")
    begun = draft_of(ctx).of(ENTRANCE) or ()
    tap = act(_tap, keeper(ctx), draft_of(ctx), tuple(begun), most)
    words = ctx.t(f"{S}entrances", zones=" + ".join(place(ctx, zone) for zone in now) if now else "–")
    return [chart(ctx, map_, tap), note(ctx.look, words)]


def _tap(keep: Act, draft: Draft, begun: tuple[str, ...], most: int, zone: str) -> None:
    """Add an entrance; one beyond the limit starts again. Both may be in one zone (SCORPION-6.9)."""
    keep(draft.but(ENTRANCE, *((*begun, zone) if len(begun) < most else (zone,))).texts)
