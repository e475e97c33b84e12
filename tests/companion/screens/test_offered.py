"""Games that cannot be played here: without screens, or broken. They harm no other and are shown as what they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module

import pytest

import companion.contract.offered
import companion.ui.phrases
from companion.contract.offered import PLAIN, forget, offered, table_of, ui_of
from companion.ui.phrases import games
from referee.core.announced import Announcement, announced
from referee.core.games import GAMES, Games
from tests.companion.screens.stage import EN, shown
from tests.shots.scenes_shell import lobby

Announce = Callable[[str, str], None]


@pytest.fixture
def announce(monkeypatch: pytest.MonkeyPatch) -> Iterator[Announce]:
    """Announce one game more, by its key and the module of its rules."""

    def more(key: str, rules: str) -> None:
        known = Games(lambda: (*announced(), Announcement(key, rules, "toys")))
        for module in (companion.contract.offered, companion.ui.phrases):
            monkeypatch.setattr(module, "GAMES", known)
        forget()

    yield more
    monkeypatch.undo()
    forget()


def test_every_game_that_is_offered_has_a_table_screen() -> None:
    assert offered() == tuple(GAMES)
    for key in offered():
        assert table_of(key) is import_module(f"{GAMES[key].SCREENS}.screen").table


def test_every_game_has_a_sign_of_its_own_and_one_is_proposed() -> None:
    found = [ui_of(key) for key in offered()]
    assert len({ui.sign for ui in (*found, PLAIN)}) == len(found) + 1
    assert [ui.proposed for ui in found].count(True) == 1


def test_a_game_that_is_only_judged_is_offered_nowhere(announce: Announce) -> None:
    announce("toy", "tests.toy_game:TOY")
    assert offered() == tuple(GAMES)
    assert "toy" not in games()
    assert (table_of("toy"), ui_of("toy")) == (None, PLAIN)


@pytest.mark.parametrize("where", ["lobby", "play", "end"])
def test_a_match_of_a_game_without_a_screen_is_lost_and_says_so(where: str, announce: Announce) -> None:
    announce("toy", "tests.toy_game:TOY")
    snap = lobby("en")
    assert snap.match is not None
    screen, actions = shown(replace(snap, screen=where, match=replace(snap.match, game="toy")))
    assert EN.t("app.lost.not_found") in screen.words
    screen.tap(EN.t("app.lost.home"))
    assert actions.told == [("go", ("home",), {})]
