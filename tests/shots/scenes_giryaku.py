"""Giryaku's screens: players, the table display, the game master, the end, in both depths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.games.giryaku.facts import Pick, moment_of
from companion.games.giryaku.screen import SCREEN
from companion.games.table.context import PickStore
from companion.games.table.table import drawn
from companion.ui.theme import Look
from referee.core.values import GAME_MASTER, PUBLIC
from tests.companion.games.giryaku import tables
from tests.shots.scenes import Scene

Made = Callable[[Sequence[str]], Snapshot]


def draw(made: Made, chosen: dict[str, Any]) -> Callable[[Look, Actions], ft.Control]:
    """Return a scene's drawing: the names of the seats and a hint are in the reader's language."""

    def drawing(look: Look, actions: Actions) -> ft.Control:
        snap = made(tables.KANA if look.lang == "ja" else tables.NAMES)
        said = {"hint": look.t(chosen["hint"], column=3)} if "hint" in chosen else {}
        return chosen_table(look, snap, actions, tuple({**chosen, **said}.items()))

    return drawing


@ft.component
def chosen_table(look: Look, snap: Snapshot, actions: Actions, chosen: tuple[tuple[str, Any], ...]) -> ft.Control:
    """Draw a table with something chosen already."""
    pick, put = ft.use_state(Pick(**{"moment": moment_of(snap.view), **dict(chosen)}))
    return drawn(SCREEN, look, snap, actions, pick, ft.use_memo(lambda: PickStore(put), []))


def scene(name: str, made: Made, size: str = "phone", scale: float = 1.0, **chosen: Any) -> Scene:
    """Return a scene of this game."""
    snap = made(tables.NAMES)
    return Scene(f"giryaku-{name}", draw(made, chosen), size, snap.held != "covered", scale)


def refused(names: Sequence[str]) -> tables.Table:
    """Return a refusal: two onmyoji on a first turn."""
    return tables.opened(names).tries("p1", "place", col=2, card="O")


def ruled(table: tables.Table, gm: Any = "referee") -> tables.Table:
    """Return a table with a game master, and Ben's phone asleep."""
    return replace(table, gm=gm, asleep=frozenset({"p2"}))


def noted(names: Sequence[str]) -> tables.Table:
    """Return Aki's turn with a flipped board and a noted hand."""
    return tables.rearranged(names).says("p1", "enter_hand", cards=["S", "O"])


STRIKE: dict[str, Any] = {"cards": ("N",), "cells": ("2U",)}
SCENES = [
    scene("new", lambda n: tables.begun(n).snap()),
    scene("new-own", lambda n: tables.begun(n).snap(), first="p2", reach="custom"),
    scene("new-options", lambda n: tables.begun(n).snap(), sheet="options"),
    scene("new-ready", lambda n: tables.begun(n, **tables.BOX, first_player="p1").snap()),
    scene("draw", lambda n: tables.dealt(n).snap(), cards=("S", "N", "N")),
    scene("redraw", lambda n: tables.dealt(n).says("p1", "reveal_opening", cards=["O", "O", "S"]).snap()),
    scene("lay", lambda n: tables.shown(n).snap(), cells=("1L", "3L")),
    scene(
        "turn-up",
        lambda n: (
            tables.shown(n).says("p1", "opening_place", cols=[1, 2]).says("p2", "opening_place", cols=[2, 3]).snap("p2")
        ),
        faces=(("2", "S"),),
    ),
    scene("turn", lambda n: tables.midgame(n).snap(), **STRIKE),
    scene("turn-blank", lambda n: tables.midgame(n).snap()),
    scene("turn-first", lambda n: tables.opened(n).snap(), cards=("O",)),
    scene("turn-hint", lambda n: tables.midgame(n).snap(), hint="giryaku.column_full"),
    scene("turn-long", lambda n: tables.midgame(tables.LONG).snap(), **STRIKE),
    scene("turn-130", lambda n: tables.midgame(n).snap(), scale=1.3, **STRIKE),
    scene("turn-200", lambda n: tables.midgame(n).snap(), scale=2.0, **STRIKE),
    scene("turn-short", lambda n: tables.midgame(n).snap(), "short", **STRIKE),
    scene("consume", lambda n: tables.midgame(n).snap(), action="consume", cards=("S", "N"), target="2L"),
    scene("withdraw", lambda n: tables.midgame(n).snap(), action="consume", cards=("S",), cells=("2L",)),
    scene("raid", lambda n: tables.midgame(n).snap(), action="consume", cards=("O",)),
    scene("waiting", lambda n: tables.midgame(n).snap("p2")),
    scene("asleep", lambda n: replace(tables.midgame(n), asleep=frozenset({"p1"})).snap("p2")),
    scene("raid-take", lambda n: tables.raided(n).snap(), cards=("N",)),
    scene("raid-open", lambda n: tables.raided(n).snap("p1", "kept"), cards=("N",)),
    scene("pick", lambda n: tables.opened(n).says("p1", "place", col=1, card="S").snap(), value="2"),
    scene("lost", lambda n: tables.picked(n).snap("p2"), cards=("N",)),
    scene("rearrange", lambda n: tables.flipped(n).snap()),
    scene("rearrange-open", lambda n: tables.flipped(n).snap("p1", "kept")),
    scene("rearrange-trust", lambda n: tables.flipped(n, flip_mode="trust").snap(), cells=("2L",)),
    scene(
        "flip-question",
        lambda n: tables.flipped(n, flip_mode="trust").says("p1", "rearrange", heights=[1, 2, 0]).snap(),
    ),
    scene(
        "flip-over",
        lambda n: (
            tables.flipped(n, flip_mode="trust")
            .says("p1", "rearrange", heights=[1, 2, 0])
            .says("p1", "declare_flip", stands=False)
            .snap()
        ),
        faces=(("1L", "O"),),
    ),
    scene("flipped", lambda n: noted(n).snap(), side="down", cells=("3L",)),
    scene("flipped-open", lambda n: noted(n).snap("p1", "kept"), side="down", cells=("3L",)),
    scene("flipped-other", lambda n: noted(n).snap("p2")),
    scene(
        "claim",
        lambda n: tables.rearranged(n, flip_mode="trust").says("p1", "place", col=1, card="S").snap(),
        value="SO",
    ),
    scene("note-hand", lambda n: tables.midgame(n).snap("p1", "kept")),
    scene("refused", lambda n: refused(n).snap()),
    scene("menu", lambda n: tables.begun(n).snap(), sheet="menu"),
    scene("end", lambda n: tables.over(n).snap()),
    scene("recount", lambda n: tables.over(n).snap(), showing="count"),
    scene("scores", lambda n: tables.booked(n).snap(), first="p2", cards=("S", "N")),
    scene("scores-new", lambda n: tables.begun(n, depth="scores").snap()),
    scene("scores-end", lambda n: tables.booked(n).snap(), value="end", showing="pair", first="p1"),
    scene("display", lambda n: tables.midgame(n).snap(PUBLIC), "tablet"),
    scene("display-flipped", lambda n: noted(n).snap(PUBLIC), "tablet"),
    scene("display-phone", lambda n: tables.midgame(n).snap(PUBLIC)),
    scene("gm", lambda n: ruled(noted(n)).snap(GAME_MASTER, "kept"), "tablet"),
    scene("gm-covered", lambda n: ruled(noted(n)).snap(GAME_MASTER), "tablet"),
    scene("gm-phone", lambda n: ruled(noted(n)).snap(GAME_MASTER, "kept")),
    scene("gm-answer", lambda n: ruled(noted(n)).snap(GAME_MASTER, "kept"), naming="p1"),
    scene("gm-points", lambda n: ruled(noted(n)).snap(GAME_MASTER, "kept"), sheet="ruling"),
]
