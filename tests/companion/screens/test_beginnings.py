"""What opens is seen from its beginning."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import flet as ft

from companion.screens.router import render
from tests.companion.flet_runtime.test_redraw import Stage
from tests.companion.screens.stage import EN
from tests.shots.scenes import Still
from tests.shots.scenes_shell import playing, refusal
from tests.shots.tree import drawn


def test_a_screen_that_opens_from_a_scrolled_one_does_not_scroll_with_it() -> None:
    async def check() -> None:
        snap, actions = playing("en"), Still()
        stage = Stage(lambda: render(EN, replace(snap, screen="home"), actions))

        def scrolls(screen: str) -> set[int]:
            stage.draw(lambda: render(EN, replace(snap, screen=screen), actions))  # type: ignore[arg-type]
            return {found.id for found in stage.mirror.walk() if found.node.get("scroll") == "auto"}

        home, again = scrolls("home"), scrolls("home")
        assert home == again != set()
        assert not home & scrolls("settings")
        assert not home & scrolls("history")

    asyncio.run(check())


def test_a_sheet_stands_at_the_foot_and_one_that_is_too_high_is_seen_from_its_beginning() -> None:
    tree = drawn(lambda: render(EN, refusal("en"), Still()))
    sheets = [each for each in tree if isinstance(each, ft.ListView) and each.reverse]
    assert [(each.auto_scroll, each.auto_scroll_animation) for each in sheets] == [(True, ft.Animation(0))]
