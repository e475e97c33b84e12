"""Home: the match that asks comes first, and nothing dead is offered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.contract.snapshot import Snapshot
from companion.i18n import language_name
from companion.screens.home import ordered
from companion.ui.theme import make_look
from tests.companion.screens.stage import EN, JA, shown
from tests.shots.scenes_shell import card, home
from tests.shots.tree import spoken, usable


def test_one_tap_goes_on_where_i_am_asked() -> None:
    screen, actions = shown(home("en"))
    screen.tap(EN.t("app.home.go_on"))
    assert actions.told == [("open_match", ("k3m9wq7x",), {})]
    assert "One match waits for you" in screen.words


def test_a_running_match_says_how_far_it_is_in_its_own_words() -> None:
    assert "Set 2, round 1" in shown(home("en"))[0].words
    assert "第2セット・1ラウンド目" in shown(home("ja"), JA)[0].words
    lobbies = Snapshot("home", home=(card("en", status="lobby", reached=()), card("en", code="x", game="unknown")))
    assert "Set 2" not in shown(lobbies)[0].words


def test_without_a_match_the_ask_is_to_open_a_table() -> None:
    screen, actions = shown(home("en", 0))
    screen.tap(EN.t("app.home.open"))
    assert actions.told == [("go", ("new",), {})]
    assert "Go on" not in screen.words


def test_a_host_has_the_manual_in_the_readers_language_and_a_device_without_one_does_not() -> None:
    for look, words, address in ((EN, "Manual", "/manual/en/index.html"), (JA, "取扱説明", "/manual/ja/index.html")):
        screen, _ = shown(home(look.lang), look)
        (link,) = (each for each in screen.tree if getattr(each, "url", None))
        assert (link.content, link.url.url) == (words, address)
        assert words not in shown(replace(home(look.lang), hosted=False), look)[0].words


def test_matches_that_ask_come_first_then_this_phones_then_the_newest() -> None:
    others = card("en", code="other", my_seats=(), host=False, asks_me=False)
    hosted = card("en", code="hosted", my_seats=(), asks_me=False)
    asking = card("en", code="asking")
    assert [c.code for c in ordered((others, hosted, asking))] == ["asking", "hosted", "other"]


def test_each_running_match_can_be_opened() -> None:
    screen, actions = shown(home("en", 3))
    for name in [n for n in screen.names if n.startswith("Go on with")]:
        screen.tap(name)
    assert [told[1] for told in actions.told] == [("k3m9wq7x",)]
    screen.tap("2 other tables are open")
    for name in [n for n in screen.names if "Since " in n]:
        screen.tap(name)
    assert [told[1] for told in actions.told[1:]] == [("k3m9wq7x",), ("c",), ("b",)]


def test_any_unfinished_table_can_be_put_away() -> None:
    screen, actions = shown(home("en", 3))
    screen.tap("2 other tables are open")
    buttons = [each for each in usable(screen.tree) if spoken(each).startswith("Put ")]
    for each in buttons:
        each.on_click(None)  # type: ignore[attr-defined]
    assert [told for told in actions.told if told[0] == "put_away"] == [
        ("put_away", (code,), {}) for code in ("k3m9wq7x", "c", "b")
    ]


@pytest.mark.parametrize(("title", "goes"), [("app.home.history", "history"), ("app.home.settings", "settings")])
def test_the_list_leads_on(title: str, goes: str) -> None:
    screen, actions = shown(home("en"))
    screen.tap(next(name for name in screen.names if name.startswith(EN.t(title))))
    assert actions.told == [("go", (goes,), {})]


def test_rules_and_boards_are_one_tap_away() -> None:
    screen, actions = shown(home("en"))
    screen.tap(next(name for name in screen.names if name.startswith("Rules of")))
    screen.tap(next(name for name in screen.names if name.startswith("Boards")))
    assert actions.told == [("go", ("rules",), {}), ("go", ("boards",), {})]


def test_it_says_that_no_internet_is_needed() -> None:
    assert "No internet needed" in shown(home("en"))[0].words


def test_the_switch_speaks_of_the_other_language() -> None:
    for look, other in ((EN, "ja"), (JA, "en")):
        screen, actions = shown(home(look.lang), look)
        screen.tap(look.t("app.language.name", language=language_name(other)))
        assert actions.told == [("language", (other,), {})]


def test_who_is_there_is_said_in_words() -> None:
    names = shown(home("en"))[0].names
    assert any(name.startswith("Dai, ") for name in names)
    assert "Aki, here" in names


def test_a_message_of_the_app_lies_over_home() -> None:
    screen, actions = shown(replace(home("en"), notice="app.no_such_page"))
    assert "There is no such page." in screen.words
    screen.tap(EN.t("kit.close"))
    assert actions.told == [("dismiss", (), {})]


def test_counts_are_in_both_numbers() -> None:
    assert "1 match, 1 player" in shown(Snapshot("home", totals=(1, 1)))[0].words
    assert "2 matches, 4 players" in shown(Snapshot("home", totals=(2, 4)))[0].words


def test_large_text_keeps_everything() -> None:
    screen, _ = shown(home("en"), make_look("en", scale=2.0))
    assert "started 20:12" in screen.words


def test_home_shows_the_games_how_each_goes_and_lets_one_choose_which_to_see() -> None:
    screen, actions = shown(home("en", 0))
    row = next(name for name in screen.names if name.startswith("Giryaku") and "20 min" in name)
    screen.tap(row)
    assert EN.t("app.game.giryaku.goes") in screen.words
    buttons = [each for each in usable(screen.tree) if spoken(each) == EN.t("app.home.see")]
    buttons[0].on_click(None)  # type: ignore[attr-defined]
    screen.tap(EN.t("app.home.read_rules"))
    assert ("show", ("giryaku",), {}) in actions.told
    assert ("go", ("rules",), {"game": "giryaku"}) in actions.told
