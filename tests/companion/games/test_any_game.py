"""The table of a game without screens: drawn from its view and offers, on every kind of phone."""

from __future__ import annotations

import re
from typing import Any

import flet as ft
import pytest

import companion.games.table.menu
import companion.ui.phrases
from companion.contract.game_ui import GameUi, forget, table_of, ui_of
from companion.ui.phrases import sign
from referee import GAME_MASTER, PUBLIC, Seat, begin
from tests.companion.games.giryaku.tables import Table
from tests.companion.screens.stage import EN, JA, Shown, shown
from tests.shots.tree import drawn

NAMES = ("Aki", "Ben", "Chie")
DICE = ([5, 2], [5, 4], [3, 6])


def table(**options: Any) -> Table:
    seats = [Seat(seat=f"p{n}", name=name) for n, name in enumerate(NAMES, 1)]
    return Table(begin("liars-dice", {"dice": 2, **options}, seats))


def rolled() -> Table:
    match = table()
    for n, dice in enumerate(DICE, 1):
        match = match.says(f"p{n}", "roll", dice=dice)
    return match


def seen(snap: Any, look: Any = EN) -> Shown:
    return shown(snap, look)[0]


def test_it_is_offered_with_its_own_words_and_sign() -> None:
    forget()
    assert table_of("liars-dice") is not None
    assert ui_of("liars-dice").sign == "博"
    assert EN.t("app.game.liars-dice") == "Liar’s Dice"
    assert JA.t("liars_dice.do.doubt") == "疑う"


@pytest.mark.parametrize(("wanted", "drawn"), [("博", "博"), ("賽", "目"), ("🎲", "目")])
def test_a_sign_that_phones_do_not_load_at_once_is_drawn_as_that_of_all_games(
    wanted: str, drawn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(companion.ui.phrases, "ui_of", lambda _: GameUi(sign=wanted))
    assert sign("liars-dice") == drawn


@pytest.mark.parametrize("look", [EN, JA], ids=["en", "ja"])
def test_every_word_of_it_is_in_the_readers_language(look: Any) -> None:
    for snap in (table().snap(), rolled().snap(), rolled().snap(held="held"), rolled().snap(PUBLIC)):
        assert not re.search(r"(liars_dice|table_screen)\.", seen(snap, look).words)


def test_what_the_app_draws_is_one_button() -> None:
    screen, actions = shown(table().snap())
    screen.tap("Roll")
    assert actions.told == [("declare", ({"type": "roll"},), {})]


def test_a_covered_phone_shows_no_die_of_anybody() -> None:
    for viewer in ("p1", PUBLIC):
        screen = seen(rolled().snap(viewer))
        assert "2 covered" in "\n".join(screen.names) or viewer == PUBLIC
        assert not re.search(r"^5 2$|2 5", "\n".join(screen.names))


def test_an_open_cover_shows_my_own_dice_and_no_others() -> None:
    said = "\n".join(seen(rolled().snap(held="kept")).names)
    assert "Dice. 2 5" in said
    assert "4 5" not in said
    assert "3 6" not in said


def test_an_odd_seat_has_a_row_of_its_own_with_its_numbers_side_by_side() -> None:
    def side_by_side(names: tuple[str, ...]) -> list[bool]:
        seats = [Seat(seat=f"p{n}", name=name) for n, name in enumerate(names, 1)]
        tree = seen(Table(begin("liars-dice", {"dice": 2}, seats)).snap()).tree
        tiles = [each for each in tree if isinstance(each, ft.Semantics) and str(each.label).partition(".")[0] in names]
        return [any(isinstance(part, ft.Row) and part.wrap for part in drawn(lambda: tile)) for tile in tiles]  # noqa: B023

    assert side_by_side(NAMES) == [False, False, True]
    assert side_by_side((*NAMES, "Dai")) == [False] * 4


def test_a_bid_is_made_of_what_is_tapped_and_says_what_it_will_be() -> None:
    screen, actions = shown(rolled().snap())
    assert "Choose first" in screen.words
    screen.tap("How many, one more")
    screen.tap("How many, one more")
    screen.tap("6")
    assert "Bid 3 × 6" in screen.words
    screen.tap("Bid 3 × 6")
    assert actions.told[-1] == ("declare", ({"type": "bid", "count": 3, "face": 6},), {})


def test_only_what_may_be_bid_can_be_chosen_and_doubt_stands_beside_it() -> None:
    screen, actions = shown(rolled().says("p1", "bid", count=6, face=4).snap("p2"))
    assert "6 × 4" in screen.words
    assert "Bid more, or doubt Aki?" in screen.words
    assert not {"1", "2", "3"} & set(screen.names)
    screen.tap("Doubt")
    assert actions.told[-1] == ("declare", ({"type": "doubt"},), {})


def test_several_values_are_chosen_one_by_one_and_taken_back() -> None:
    real = table(dice_are="real").says("p1", "bid", count=1, face=4).says("p2", "doubt")
    screen, actions = shown(real.snap())
    assert "0 of 2" in screen.words
    for name in ("What you rolled. 6", "Take back", "What you rolled. 4", "What you rolled. 4"):
        screen.tap(name)
    screen.tap("Show these")
    assert actions.told[-1] == ("declare", ({"type": "show", "dice": [4, 4]},), {})


def test_a_game_with_sheets_of_its_own_has_them_printed_from_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def more() -> tuple[Shown, Any]:
        screen, actions = shown(rolled().snap())
        screen.tap("More")
        return screen, actions

    assert "Print my sheet" not in more()[0].words
    monkeypatch.setattr(companion.games.table.menu, "ui_of", lambda _: GameUi(seat_sheet=lambda *_: b""))
    screen, actions = more()
    screen.tap("Print my sheet, To play on with paper")
    assert actions.told[-1] == ("print_sheet", (), {})


def test_whoever_is_not_asked_waits_for_who_is() -> None:
    screen = seen(rolled().snap("p2"))
    assert "Waiting for Aki" in screen.words
    assert "to act" in screen.words


def test_the_table_display_and_the_game_master_have_their_own() -> None:
    assert "Aki" in seen(rolled().snap(PUBLIC)).words
    covered, opened = seen(rolled().snap(GAME_MASTER)), seen(rolled().snap(GAME_MASTER, held="kept"))
    assert "4 5" not in "\n".join(covered.names)
    assert "4 5" in "\n".join(opened.names)


def test_a_refusal_says_what_was_declared_and_why() -> None:
    words = seen(rolled().tries("p1", "bid", count=7, face=1).snap()).words
    assert "Bid 7 × 1" in words
    assert "There are not 7 dice." in words


def test_the_end_shows_who_won_and_the_ranking() -> None:
    match = table(dice=1)
    for n in (1, 2, 3):
        match = match.says(f"p{n}", "roll", dice=[n])
    match = match.says("p1", "bid", count=1, face=6).says("p2", "doubt")
    for n in (2, 3):
        match = match.says(f"p{n}", "roll", dice=[n])
    match = match.says("p2", "bid", count=1, face=6).says("p3", "doubt")
    words = seen(match.snap()).words
    assert "Chie" in words
    assert "The last who has dice." in words


def test_a_game_that_has_no_screens_module_is_drawn_too() -> None:
    from companion.games.table.any_game import any_screen
    from toy_game import TOY

    screen = any_screen(TOY.KEY)
    assert screen.context.WORDS == "toy."
    assert screen.moment(begin("toy", seats=["Aki", "Ben"]).view(PUBLIC))
