"""Games that the referee knows before there is a screen for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module

import pytest

import companion.games.offered
from companion.contract.snapshot import Draft
from companion.games.offered import offered, screen_module
from companion.screens.router import game_screen
from companion.ui.phrases import games
from referee.core.announced import Announcement, announced
from referee.core.games import Games
from tests.companion.screens.stage import EN, shown
from tests.shots.scenes_shell import lobby

UNSEEN = "hidden-game"


@pytest.fixture
def unseen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A game more, whose module need not even be there."""
    more = Games(lambda: (*announced(), Announcement(UNSEEN, "referee.hidden_game")))
    monkeypatch.setattr(companion.games.offered, "GAMES", more)
    for cached in (offered, games):
        cached.cache_clear()
    yield
    monkeypatch.undo()
    for cached in (offered, games):
        cached.cache_clear()


def test_every_game_that_is_offered_has_a_screen() -> None:
    assert "shinobazu" in offered()
    for key in offered():
        assert game_screen(key) is import_module(screen_module(key)).table


def test_a_game_without_a_screen_is_offered_nowhere(unseen: None) -> None:
    assert UNSEEN in companion.games.offered.GAMES
    assert UNSEEN not in offered()
    assert UNSEEN not in games()
    assert game_screen(UNSEEN) is None


@pytest.mark.parametrize("where", ["lobby", "play", "end"])
def test_a_match_of_a_game_without_a_screen_is_lost_and_says_so(where: str, unseen: None) -> None:
    snap = lobby("en")
    assert snap.match is not None
    screen, actions = shown(replace(snap, screen=where, match=replace(snap.match, game=UNSEEN), draft=Draft()))
    assert EN.t("app.lost.not_found") in screen.words
    screen.tap(EN.t("app.lost.home"))
    assert actions.told == [("go", ("home",), {})]
