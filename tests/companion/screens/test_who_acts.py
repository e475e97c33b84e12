"""Who acts and who waits: every dock of every game's scenes says what the prompts say."""

from __future__ import annotations

from typing import Any

import flet as ft
import pytest

import companion.games.table.frame
import companion.games.table.table
from companion.ui.theme import make_look
from referee.core.values import TABLE
from tests.shares import SOAK
from tests.shots.scenes import Scene, Still, collect
from tests.shots.tree import drawn

GAMES = ("shinobazu-", "shinobi-school-", "giryaku-", "scroll-trick-", "scorpion-")
SCENES = [scene for name, scene in collect().scenes.items() if name.startswith(GAMES)][:: 1 if SOAK else 3]


def docks(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Any], list[str]]:
    """Draw a scene. Returns what the pages were drawn from, and in which states their docks were."""
    pages: list[Any] = []
    states: list[str] = []
    page, dock = companion.games.table.table.page, companion.games.table.frame.dock

    def noted_page(ctx: Any, *rest: Any) -> ft.Control:
        pages.append(ctx)
        return page(ctx, *rest)

    def noted_dock(look: Any, **given: Any) -> ft.Control:
        states.append(given["state"])
        return dock(look, **given)

    monkeypatch.setattr(companion.games.table.table, "page", noted_page)
    monkeypatch.setattr(companion.games.table.frame, "dock", noted_dock)
    look = make_look("en", secret=scene.secret, scale=scene.scale)
    drawn(lambda: scene.draw(look, Still()))
    return pages, states


@pytest.mark.soak
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_dock_asks_whom_the_prompts_ask_and_nobody_else(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    pages, states = docks(scene, monkeypatch)
    for ctx in pages:
        if ctx.ended or ctx.snap.role != "seat" or ctx.snap.refusal is not None or ctx.snap.match.paused:
            continue
        assert states, "its dock is none of a table's"
        mine = [p for p in ctx.snap.prompts if p.seat in (ctx.me, TABLE)]
        if any(p.must for p in mine):
            assert "waiting" not in states, [p.ask for p in mine]
        elif not mine:
            assert "asked" not in states, [p.ask for p in ctx.snap.prompts]
