"""The intruders' set-up on the map: where they start, and the secret passage (SCORPION-6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flet as ft

from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.map import place, public_map
from companion.games.scorpion.setup.draft import Draft, draft_of, keeper, put_told
from companion.games.scorpion.setup.intruders import BOTH, known, name_of, playing, rivals, who_bar
from companion.games.scorpion.setup.map import chart, note, targets
from companion.games.scorpion.setup.steps import S, Work, asked, declares, lacking, starts_of
from companion.ui import Act, Choice, Main, act, choice_bar, text
from companion.ui.map.facts import Figure, MapFacts, Mark

ENTRANCE = "x"
"""The part of a draft in which entrances are kept."""


def starts(ctx: Ctx) -> Work:
    """Draw the choice of where a character starts, once all guards stand on the board (SCORPION-6.1 to 6.6)."""
    t, lacks, mine = ctx.t, lacking(ctx), [one.who for one in playing(ctx)]
    zones = starts_of(ctx)
    if not mine or not zones:
        waits = [text(ctx.look, "body", t(f"{S}figures_first"), ctx.look.p.text_2)]
        shown = [chart(ctx, secret_map(ctx), None)]
        return Work([*waits, *shown], t(f"{S}figures_first"), None, "starts", "SCORPION-4.8")
    now = ctx.pick.who if ctx.pick.who in mine else next((w for w in mine if f"start_{w}" in lacks), mine[0])
    noted = start_of(ctx, now)
    content = [*who_bar(ctx, mine, now, "start"), *start_map(ctx, now, zones.get(now, ()), noted)]
    zone = draft_of(ctx).one(f"start_{now}", noted)
    main = Main(t(f"{S}tap_start"), None, False)
    if zone:
        move = {"type": "set_start", "intruder": now, "zone": zone}
        main = Main(t(f"{S}start_at", zone=zone), declares(ctx, move))
    clause = "SCORPION-6.1" if now == "ninja" else "SCORPION-6.2"
    return Work(content, t(f"{S}ask.start_{now}"), main, f"start_{now}", clause)


def start_of(ctx: Ctx, who: str) -> str:
    one = known(ctx, who)
    return (one.start or "") if one is not None else ""


def start_map(ctx: Ctx, who: str, zones: Sequence[str], noted: str) -> list[ft.Control]:
    """Return the map on which a start is chosen, and what its owner should know of it."""
    zone = draft_of(ctx).one(f"start_{who}", noted)
    map_ = secret_map(ctx, moved={who: zone}, targets=targets(zones), chosen=zone)
    words, loud = ctx.t(f"{S}tap_start_about"), False
    if zone:
        loud = any(f.zone == zone and not f.drunk for f in ctx.view.figures)
        hides = loud and who == "ninja" and ctx.view.options.ninja_start_guarded == "hidden"
        key = "start_guarded_hidden" if hides else "start_guarded" if loud else "start_free"
        words = ctx.t(f"{S}{key}", who=name_of(ctx, who), zone=place(ctx, zone))
    return [chart(ctx, map_, put_told(ctx, f"start_{who}")), note(ctx.look, words, loud)]


def secret_map(ctx: Ctx, moved: Any = None, **more: Any) -> MapFacts:
    """Return the map with the starts and entrances that this seat knows; `moved` are starts not declared yet."""
    view = ctx.view.intruders
    stand = {} if view is None else {c.who: c.start or "" for c in view.characters if c.status == "waiting"}
    stand |= moved or {}
    figures = tuple(
        Figure(zone, "ninja" if who == "ninja" else "traitor", who[0].upper())
        for who, zone in stand.items()
        if zone and who in BOTH
    )
    entrances = more.pop("entrances", None)
    if entrances is None:
        entrances = () if view is None else tuple(zone for passage in view.passages for zone in passage.entrances)
    marks = tuple(Mark(zone, "X") for zone in dict.fromkeys(entrances))
    return public_map(ctx, tone="intruders", figures=figures, marks=marks, **more)


# The passage


def passage(ctx: Ctx) -> Work:
    """Draw the secret passage: both entrances, the partner's word on them, or one each (SCORPION-6.8 to 6.10, 30.6)."""
    each = one_each(ctx) and draft_of(ctx).one("each") == "one"
    work = _one(ctx) if each else _both(ctx)
    if not one_each(ctx):
        return work
    bar = (Choice("both", ctx.t(f"{S}both_entrances")), Choice("one", ctx.t(f"{S}one_entrance")))
    chosen = choice_bar(ctx.look, bar, "one" if each else "both", put_told(ctx, "each"), tick=False)
    return Work([chosen, *work.content], work.ask, work.main, work.teach, work.clause)


def one_each(ctx: Ctx) -> bool:
    """Tell whether partners who do not agree may place one entrance each (SCORPION-6.10, OP-20)."""
    partners = sum(p.role in BOTH for p in ctx.view.players) == 2 and not rivals(ctx)
    return partners and (len(ctx.view.players) == 4 or ctx.view.options.passage_split_3p == "yes")


def noted(ctx: Ctx) -> tuple[str, ...]:
    """Return the entrances of this seat's passage, as they were declared last, by whomever."""
    view = ctx.view.intruders
    if view is None:
        return ()
    mine = {one.who for one in playing(ctx)}
    return next((p.entrances for p in view.passages if p.owner is None or p.owner in mine), ())


def _both(ctx: Ctx) -> Work:
    t, before = ctx.t, noted(ctx)
    begun = draft_of(ctx).of(ENTRANCE)
    now = before if begun is None else begun
    proposed = begun is None and len(before) == 2 and "passage" in lacking(ctx)
    waits = begun is None and len(before) == 2 and "passage_partner" in lacking(ctx)
    content = [*_entrance_map(ctx, now, 2)]
    move: dict[str, Any] = {"type": "set_passage", "entrances": list(now)}
    if rivals(ctx):
        move["intruder"] = playing(ctx)[0].who
    if len(now) < 2:
        main = Main(t(f"{S}tap_entrance" if not now else f"{S}tap_second"), None, False)
    elif waits:
        main = Main(t(f"{S}partner_waits"), None, False)
    else:
        main = Main(t(f"{S}agree" if proposed else f"{S}passage_at", a=now[0], b=now[1]), declares(ctx, move))
    ask = "ask.passage_proposed" if proposed else "ask.passage_waits" if waits else "ask.passage"
    return Work(content, t(f"{S}{ask}"), main, "passage", "SCORPION-6.8")


def _one(ctx: Ctx) -> Work:
    t, lacks, before = ctx.t, lacking(ctx), noted(ctx)
    begun = (draft_of(ctx).of(ENTRANCE) or ())[-1:]
    given = "passage" not in lacks
    content = [*_entrance_map(ctx, begun or before, 1)]
    main = Main(t(f"{S}tap_entrance"), None, False)
    if begun:
        main = Main(t(f"{S}entrance_at", zone=begun[0]), declares(ctx, {"type": "set_entrance", "zone": begun[0]}))
    elif given:
        main = Main(t(f"{S}partner_waits"), None, False)
    return Work(content, t(f"{S}ask.entrance"), main, "passage", "SCORPION-6.10")


def _entrance_map(ctx: Ctx, now: Sequence[str], most: int) -> list[ft.Control]:
    zones = asked(ctx).choices("set_passage", "entrances")
    map_ = secret_map(ctx, entrances=tuple(now), targets=targets(zones), chosen=now[-1] if now else "")
    begun = draft_of(ctx).of(ENTRANCE) or ()
    tap = act(_tap, keeper(ctx), draft_of(ctx), tuple(begun), most)
    words = ctx.t(f"{S}entrances", zones=" + ".join(place(ctx, zone) for zone in now) if now else "–")
    return [chart(ctx, map_, tap), note(ctx.look, words)]


def _tap(keep: Act, draft: Draft, begun: tuple[str, ...], most: int, zone: str) -> None:
    """Add an entrance; one more than there may be begins anew. Both may be in one zone (SCORPION-6.9)."""
    keep(draft.but(ENTRANCE, *((*begun, zone) if len(begun) < most else (zone,))).texts)
