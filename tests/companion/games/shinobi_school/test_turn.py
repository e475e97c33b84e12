"""A player's phone at Shinobi School: the field as it lies, what is chosen, what the one button declares."""

from __future__ import annotations

from typing import Any

import pytest

from companion.ui.theme import make_look
from referee.core.values import PUBLIC, TABLE
from tests.companion.games.shinobi_school import tables
from tests.companion.screens.stage import JA, Shown, shown
from tests.shots.scenes import Still
from tests.shots.tree import names


def declared(actions: Still) -> list[Any]:
    """What was declared, in order."""
    return [(*args, *kwargs.values()) for name, args, kwargs in actions.told if name == "declare"]


def test_the_one_button_repeats_the_whole_declaration() -> None:
    screen, actions = shown(tables.my_turn().snap())
    assert "Choose a set" in screen.names
    screen.tap("1")
    screen.tap("Place 1 at the top")
    assert declared(actions) == [({"type": "place", "side": "earth", "number": 1, "size": 1},)]


@pytest.mark.clause("SCHOOL-7.4")
def test_either_side_may_act_first() -> None:
    screen, actions = shown(tables.my_turn(acted=False).snap())
    screen.tap("Heaven")
    screen.tap("Collect")
    screen.tap("Take 1 into heaven")
    screen.tap("Earth")
    screen.tap("Pass")
    screen.tap("Pass with earth")
    screen.tap("Both")
    screen.tap("Pass with both")
    assert declared(actions) == [
        ({"type": "collect", "side": "heaven", "end": "top"},),
        ({"type": "pass_action", "side": "earth"},),
        ({"type": "end_turn"},),
    ]


@pytest.mark.clause("SCHOOL-7.3")
def test_a_side_that_has_acted_is_not_offered_again() -> None:
    screen, _ = shown(tables.my_turn().snap())
    assert "Your second action. Earth: place which set?" in screen.names
    with pytest.raises(LookupError):
        screen.tap("Heaven")
    assert "took 1" in screen.words


@pytest.mark.clause("SCHOOL-5.2")
def test_the_sealed_end_says_that_nothing_may_and_the_open_end_what_may() -> None:
    screen, _ = shown(tables.my_turn().snap())
    assert "Top: below 2, one or more" in screen.names
    assert "Sealed: nothing goes or comes here" in screen.names
    assert "bottom end. 9 ×2. Sealed" in screen.names


@pytest.mark.clause("SCHOOL-5.3")
def test_an_open_field_says_at_both_ends_what_may_be_laid() -> None:
    screen, _ = shown(tables.fielded().snap())
    assert {"Top: below 4, one or more", "Bottom: above 6, one or more"} <= set(screen.names)
    assert not [name for name in screen.names if "Sealed" in name]


def test_a_set_that_does_not_fit_says_why_with_its_public_reason() -> None:
    screen, actions = shown(tables.my_turn().snap())
    screen.tap("11, not available")
    assert "The bottom is sealed: its 2 cards are more than those at the top. Only the top is open." in screen.words
    screen.tap("5 ×2, not available")
    assert (
        "5 lies between 2 and 9. Place a number smaller than 2 at the top, or one larger than 9 at the bottom."
    ) in screen.words
    assert "Choose a set" in screen.names
    assert declared(actions) == []


def test_the_reason_of_one_side_is_not_shown_for_the_other() -> None:
    screen, _ = shown(tables.my_turn(acted=False).snap())
    screen.tap("11, not available")
    assert "The bottom is sealed" in screen.words
    screen.tap("Heaven")
    assert "The bottom is sealed" in screen.words  # it is as true for heaven
    screen.tap("1, not available")
    assert "1 lies at an end already." in screen.words
    screen.tap("Earth")
    assert "1 lies at an end already." in screen.words
    screen.tap("Heaven")
    screen.tap("4, not available")
    screen.tap("Earth")
    assert "lies between" not in screen.words  # no 4 lies in earth


@pytest.mark.clause("SCHOOL-4.7")
def test_an_end_that_stays_is_struck_through() -> None:
    table = tables.fielded().says("p2", "end_turn").says("p3", "end_turn").says("p4", "end_turn")
    table = table.says("p1", "place", side="earth", number=8, size=3)
    screen, actions = shown(table.snap())
    screen.tap("Collect")
    screen.tap("Bottom: 8 ×3, not available")
    screen.tap("Take 4 into heaven")
    assert declared(actions) == [({"type": "collect", "side": "heaven", "end": "top"},)]


@pytest.mark.clause("SCHOOL-3.3")
def test_any_part_of_a_set_may_be_placed() -> None:
    table = tables.fielded().says("p2", "end_turn").says("p3", "end_turn").says("p4", "end_turn")
    screen, actions = shown(table.snap())
    screen.tap("8 ×3")
    screen.tap("Place 8 ×3 at the bottom")
    screen.tap("×2")
    screen.tap("Place 8 ×2 at the bottom")
    assert [move["size"] for (move,) in declared(actions)] == [3, 2]


@pytest.mark.clause("SCHOOL-8.2")
def test_everybody_reads_when_the_field_is_swept() -> None:
    table = tables.my_turn()
    for viewer in ("p1", "p2", PUBLIC):
        assert "Swept on Chie’s turn if nobody places." in shown(table.snap(viewer))[0].words
    assert "Swept on your turn if nobody places." in shown(table.snap("p3"))[0].words
    assert "Nobody has placed yet: nothing is swept." in shown(tables.fielded().snap())[0].words


@pytest.mark.clause("SCHOOL-8.4")
def test_on_a_swept_field_any_set_may_begin() -> None:
    table = tables.my_turn().says("p1", "end_turn").says("p2", "end_turn")
    assert table.view.active == "p3"
    assert not table.view.field
    screen, actions = shown(table.snap("p3"))
    assert "Empty: any number, one or more" in screen.names
    screen.tap("10 ×2")
    screen.tap("Place 10 ×2 on the field")
    assert declared(actions) == [({"type": "place", "side": "earth", "number": 10, "size": 2},)]


def test_what_a_mansion_is_known_to_hold_is_read_by_all() -> None:
    table = tables.my_turn()
    for viewer in ("p2", PUBLIC):
        said = shown(table.snap(viewer))[0].names
        assert "1, 5 ×2, 8 ×3 and 11" in said
        assert "1 and 6 unseen" in said
    screen, _ = shown(table.snap("p1"))
    screen.tap("Ben. 5 points. 10 cards")
    assert "3, 7 ×2 and 11" in screen.names


@pytest.mark.clause("SCHOOL-8.6")
def test_a_first_field_on_which_nobody_places_may_be_swept_if_all_agree() -> None:
    table = tables.fielded()
    for seat in ("p2", "p3", "p4", "p1"):
        table = table.says(seat, "end_turn")
    screen, actions = shown(table.snap("p4"))
    screen.tap("Agree to sweep the field")
    assert declared(actions) == [({"type": "agree_flush"},)]
    waiting = shown(table.says("p4", "agree_flush").snap("p4"))[0]
    assert "You agree to sweep the field. Agreed so far: 1." in waiting.words


def test_a_choice_does_not_outlive_its_action() -> None:
    table = tables.my_turn(acted=False)
    screen, _ = shown(table.snap())
    screen.tap("Heaven")
    screen.tap("Collect")
    screen.show(table.says("p1", "collect", side="heaven", end="top").snap())
    assert "Your second action. Earth: place which set?" in names(screen.again())


def test_the_secret_entry_closes_with_its_lock() -> None:
    snap = tables.splitting().snap("p1", "kept", entering=("5", "8"))
    screen, actions = shown(snap)
    screen.tap("One more 11")
    assert ("hands", (["5", "8", "11"],), {}) in actions.told
    screen.tap("One less: 8")
    assert ("hands", (["5"],), {}) in actions.told
    screen.tap("Confirm 2 cards")
    assert declared(actions) == [({"type": "lay_earth", "cards": [5, 8]},)]
    assert actions.told[-1] == ("cover", (), {})


@pytest.mark.clause("SCHOOL-6.2")
def test_both_sides_of_a_split_are_locked_as_one() -> None:
    table = tables.splitting()
    screen, actions = shown(table.snap("p1", "kept"))
    screen.tap("Both sides")
    assert "13 cards more" in screen.names
    earth, held = ("5", "8"), ("h1", "h1", "h2", "h3", "h4", "h4", "h6", "h7", "h9", "h13")
    screen.show(table.snap("p1", "kept", entering=(*earth, *held)))
    screen.tap("One more 11")
    assert actions.told[-1] == ("hands", ([*held, "5", "8", "11"],), {})
    screen.tap("Heaven")
    screen.tap("One more 5")
    assert actions.told[-1] == (
        "hands",
        ([*earth, "h1", "h1", "h2", "h3", "h4", "h4", "h5", "h6", "h7", "h9", "h13"],),
        {},
    )
    screen.tap("One less: 13")
    assert actions.told[-1] == ("hands", ([*earth, *held[:-1]],), {})
    screen.show(table.snap("p1", "kept", entering=(*earth, *held, "h12")))
    screen.tap("Confirm both: 2 and 11")
    split = {"heaven": [1, 1, 2, 3, 4, 4, 6, 7, 9, 12, 13], "earth": [5, 8]}
    assert declared(actions) == [({"type": "lay_earth", "split": split},)]
    assert actions.told[-1] == ("cover", (), {})


def test_nobody_is_made_to_enter_anything() -> None:
    screen, actions = shown(tables.splitting().snap("p3"))
    screen.tap("Laid face down")
    assert declared(actions) == [({"type": "lay_earth"},)]


@pytest.mark.clause("SCHOOL-11.1")
def test_a_start_player_that_the_app_draws_is_drawn_for_the_table() -> None:
    table = tables.begun(first_start="random").says(TABLE, "confirm_deal")
    for seat, earth in tables.EARTHS.items():
        if seat != "p5":
            table = table.says(seat, "lay_earth", cards=list(earth))
    table = table.says("p1", "reveal_earths").says("p1", "first_field", cards=[4, 6])
    screen, actions = shown(table.snap())
    screen.tap("Draw")
    ((move, seat),) = declared(actions)
    assert (move["type"], seat) == ("set_start_player", TABLE)
    assert move["player"] in ("p1", "p2", "p3", "p4")


@pytest.mark.clause("SCHOOL-10.3")
def test_equal_cards_of_the_stock_are_turned_until_another_comes() -> None:
    table = tables.splitting(4, tables.NAMES, "p1", "p2", "p3", "p4").says("p1", "reveal_earths")
    screen, actions = shown(table.snap())
    screen.tap("4")
    screen.tap("4")
    assert "Turn another card" in screen.names
    screen.tap("6")
    screen.tap("Make the field")
    assert declared(actions) == [({"type": "first_field", "cards": [4, 4, 6]},)]


def test_five_players_and_japanese_are_drawn_in_every_phase() -> None:
    for phase in ("split", "reveal", "field", "start", "turn", "won", "scoring"):
        table = tables.played(phase, 5, tables.KANA)
        for look in (JA, make_look("ja", scale=2.0), make_look("en", "light", shape="tablet")):
            for viewer in ("p1", PUBLIC):
                said = names(Shown(lambda v=viewer, t=table, k=look: _drawn(t, v, k)).tree)  # type: ignore[misc]
                assert not [name for name in said if "shinobi_school." in name or "{" in name]


def _drawn(table: tables.Table, viewer: str, look: Any) -> Any:
    from companion.screens.router import render

    return render(look, table.snap(viewer), Still())
