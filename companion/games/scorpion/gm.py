"""The game master's screen of Scorpion: both sides' maps in one, every hand, and answering for any seat."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.games.scorpion.display.display import concerned
from companion.games.scorpion.facts import asked_of
from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.guards.screen import guards
from companion.games.scorpion.intruders.map import intruders_map
from companion.games.scorpion.intruders.people import person, told
from companion.games.scorpion.intruders.screen import intruders
from companion.games.scorpion.intruders.way import secrets_of
from companion.games.scorpion.map import guards_marks
from companion.games.scorpion.scores.screen import scores
from companion.games.scorpion.setup.screen import setup
from companion.games.scorpion.terms import terms
from companion.games.scorpion.tracks import tracks
from companion.games.table.context import Screen
from companion.games.table.game_master import nothing_due
from companion.ui import label_row, text
from companion.ui.map.board_map import castle_map
from companion.ui.map.facts import MapFacts
from companion.ui.map.words import joined
from companion.ui.map.zone_list import zone_list
from companion.ui.words import word

MAP, MAP_WIDE = 340.0, 560.0


def all_open(ctx: Ctx) -> list[ft.Control]:
    """Return the tracks, the map with both sides' secrets, and what each side holds."""
    if ctx.view.options["depth"] == "scores":
        return scores(ctx)[0]
    facts = master_map(ctx)
    high = MAP_WIDE if ctx.look.wide else MAP
    tap = ctx.choose("zone")
    board = zone_list(ctx.look, facts, tap) if ctx.pick.listed else castle_map(ctx.look, facts, tap, high)
    return [tracks(ctx), board, *secrets(ctx)]


def master_map(ctx: Ctx) -> MapFacts:
    """Return the map with the guards' marks and the intruders' ways in it."""
    facts = intruders_map(ctx, concerned=concerned(ctx), chosen=ctx.pick.zone)
    marks = tuple(dict.fromkeys(mark for own in ctx.view.guards[:1] for mark in guards_marks(own.marks)))
    rest = tuple(mark for mark in facts.marks if mark not in marks)
    return replace(facts, tone="gm", marks=(*marks, *rest))


def secrets(ctx: Ctx) -> list[ft.Control]:
    """Return the intruders with their missions, and every hand by its kinds."""
    rows: list[ft.Control] = []
    for c in secrets_of(ctx.view):
        title, lines = told(ctx, c)
        rows.append(person(ctx.look, c.who, title, joined(ctx.look, *lines), False, None))
        rows.append(hand(ctx, c.hand, c.hand_size))
    for own in ctx.view.guards:
        rows.append(label_row(ctx.look, ctx.look.t(f"scorpion.{own.role}")))
        rows.append(hand(ctx, own.hand, None))
    return rows


def hand(ctx: Ctx, cards: dict[str, int] | None, size: int | None) -> ft.Control:
    """Return a hand in words; only its size where kinds are not entered."""
    if cards is None:
        words = ctx.t("gm.hand_counted", n=size or 0)
    else:
        held = {kind: n for kind, n in cards.items() if n}
        words = ctx.t("gm.hand_none") if not held else word(ctx.look, {}, "cards", held, terms)
    return text(ctx.look, "caption", words, ctx.look.p.text_2)


def answering(ctx: Ctx) -> Screen:
    """Draw the choices of a seat, as its own player would have them."""
    view = ctx.view
    if view.options["depth"] == "scores":
        return scores(ctx)
    if not ctx.me or not asked_of(ctx.snap, ctx.me):
        return nothing_due(ctx)
    if view.phase in ("setup", "start"):
        return setup(ctx)
    return guards(ctx) if ctx.side == "guards" else intruders(ctx)
