"""What can be known of the intruders, in words and on a map: where each can be, since when, and why not elsewhere."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.games.scorpion.frame import Ctx
from companion.ui import clause_chip, named, row, text
from companion.ui.base import at_most
from companion.ui.map.facts import MapFacts
from referee.scorpion.moves import PASSAGE
from referee.scorpion.views.view_model import OutView, ReasoningView, WhereView

R = "reason."
ALL = "all"
"""Stands for all intruders at once."""


def of(known: ReasoningView, who: str) -> tuple[WhereView, ...]:
    """Return what is known of one intruder; of all where that one is no more in it."""
    return tuple(one for one in known.intruders if one.who == who) or known.intruders


def possible(known: ReasoningView, who: str) -> tuple[str, ...]:
    """Return the zones in which one of those who are asked about can be."""
    return tuple(dict.fromkeys(zone for one in of(known, who) for zone in one.zones))


def shaded(ctx: Ctx, facts: MapFacts, known: ReasoningView, who: str, zone: str) -> MapFacts:
    """Return a map whose zones that are out are hatched, with what is known of each in words; `zone` is ringed."""
    there = set(possible(known, who))
    ids = _zones(known)
    notes = tuple((each, " ".join(short(ctx, one, each) for one in of(known, who))) for each in ids)
    return replace(
        facts, out=tuple(each for each in ids if each not in there), notes=notes, chosen=zone or facts.chosen
    )


def _zones(known: ReasoningView) -> tuple[str, ...]:
    """Return the zones of the board that anything is known of."""
    found = (zone for one in known.intruders for zone in (*one.zones, *(out.zone for out in one.out)))
    return tuple(dict.fromkeys(zone for zone in found if zone != PASSAGE))


def out_of(one: WhereView, zone: str) -> OutView | None:
    return next((out for out in one.out if out.zone == zone), None)


def called(ctx: Ctx, who: str) -> str:
    return ctx.look.t(f"scorpion.{who}")


def short(ctx: Ctx, one: WhereView, zone: str) -> str:
    """Return what is known of a zone in a few words, for the list and for screen readers."""
    out = out_of(one, zone)
    if out is None:
        return ctx.t(f"{R}can", who=called(ctx, one.who))
    return ctx.t(f"{R}cannot", who=called(ctx, one.who), why=why(ctx, out))


def why(ctx: Ctx, out: OutView) -> str:
    """Return the fact that put a zone out, with its turn, as a part of a sentence."""
    if not out.kind:
        return ctx.t(f"{R}no_way")
    own = f"scorpion.why.{out.kind}"
    words = ctx.say(own if ctx.look.t.has(own) else f"scorpion.{out.kind}", out.data)
    return ctx.t(f"{R}in_turn", turn=out.turn, why=words.rstrip(".。"))


def age(ctx: Ctx, one: WhereView) -> str:
    """Return in how many zones an intruder can be, and how old the last fact is that named one."""
    n = len(one.zones)
    if one.certain is None:
        return ctx.t(f"{R}never", who=called(ctx, one.who), n=n)
    old = ctx.view.turn - one.certain
    return ctx.t(f"{R}age" if old else f"{R}now", who=called(ctx, one.who), n=n, turn=one.certain, old=old)


def explained(ctx: Ctx, known: ReasoningView, who: str, zone: str) -> list[ft.Control]:
    """Return what is known of a zone with its clauses; without a zone how old the knowledge is."""
    asked = [(one, out_of(one, zone) if zone else None) for one in of(known, who)]
    lines = [age(ctx, one) if not zone else short(ctx, one, zone) for one, _ in asked]
    lines += [ctx.t(f"{R}broken")] if known.broken else []
    lines += [ctx.t(f"{R}laid")] if known.laid else []
    lines += [ctx.t(f"{R}rough")] if known.rough else []
    said: list[ft.Control] = [
        named(words, text(ctx.look, "caption", words, lines=at_most(ctx.look, 2), line=16))
        for words in lines
    ]
    clauses = dict.fromkeys(out.clause for _, out in asked if out is not None and out.clause)
    chips = [clause_chip(ctx.look, ctx.actions, clause) for clause in clauses]
    words = ft.Column(said, spacing=3, tight=True, expand=None if ctx.look.scale >= 1.5 else True)
    if ctx.look.scale >= 1.5:
        return [words, *chips]
    return [row([words, *chips], 6)]
