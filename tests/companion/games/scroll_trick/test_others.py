"""Scroll Trick besides the turns: entries under the cover, duties explained, the game master, the box, claims, ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.scroll_trick.picker import ALL
from referee.core.values import GAME_MASTER, PUBLIC
from tests.companion.games.scroll_trick import tables
from tests.companion.screens.stage import EN, JA, shown
from tests.players.scroll_trick import CROOKED, OPEN, SILENT, play


def told(actions: Any) -> Any:
    """Return what was last declared or asked of the phone."""
    return actions.told[-1]


@pytest.mark.clause("SCROLL-6.7")
def test_the_only_open_card_of_the_led_kind_is_chosen_already_and_the_others_say_why_not() -> None:
    phone, actions = shown(tables.my_turn().snap())
    assert "Follow Water. Your open Water 7 must go first." in phone.words
    phone.tap("3 closed cards, not now")
    assert "Water was led, and open cards go first. Play one of these: Water 7." in phone.words
    phone.tap("Wind 3, scroll face down, not now")
    assert "Water was led and lies open before you. Play one of these: Water 7." in phone.words
    phone.tap("Play Water 7")
    assert told(actions) == ("declare", ({"type": "play_card", "card": "B 7"},), {})


@pytest.mark.clause("SCROLL-6.10")
def test_a_trick_says_who_is_ahead_and_by_what() -> None:
    for viewer in ("p1", "p3", PUBLIC):
        phone, _ = shown(tables.my_turn().snap(viewer))
        assert "Fire 1: the only trump" in phone.words
        assert "Dai, Fire 1, scroll face down. ahead" in phone.names


def test_a_hand_is_registered_under_the_cover_with_the_open_cards_in_it() -> None:
    table = tables.laid()
    phone, actions = shown(table.snap())
    phone.tap("My hand")
    assert told(actions)[0] == "keep"
    entering = ("hand@1.p1", "E 1", "E 2", "D 1", "A 6")
    snap = table.snap("p1", "kept", entering=entering)
    entry, asked = shown(snap)
    assert "Confirm hand" not in entry.words  # nothing is entered before the entry is opened
    entry.tap("My hand")
    assert "7 of 7" in entry.words
    entry.tap("Confirm hand")
    cards = ["A 3", "A 6", "B 7", "D 1", "D 2", "E 1", "E 2"]
    assert told(asked) == ("declare", ({"type": "register_hand", "cards": cards},), {})


def test_scrolls_are_noted_card_by_card_under_the_cover() -> None:
    table = tables.ready()
    entry, actions = shown(table.snap("p1", "kept", entering=("scrolls@1.p1", "B 7=3", "A 3=1")))
    entry.tap("Enter scrolls")
    entry.tap("−1")
    assert told(actions) == ("hands", (["scrolls@1.p1", "A 3=1", "B 7=3", "D 2=-1"],), {})
    full, actions = shown(table.snap("p1", "kept", entering=("scrolls@1.p1", "B 7=3", "A 3=1", "D 2=-1")))
    full.tap("Enter scrolls")
    full.tap("Lay and confirm")
    move = {"type": "place_scrolls", "scrolls": {"B 7": 3, "A 3": 1, "D 2": -1}}
    assert told(actions) == ("declare", (move,), {})


def test_drawn_scrolls_are_noted_under_the_cover() -> None:
    table = tables.until(lambda v: v.phase == "between", habits=SILENT)
    entry, actions = shown(table.snap("p1", "kept", entering=("drawn@1.p1", "5", "-3", "10")))
    entry.tap("Enter scrolls")
    entry.tap("Draw and confirm")
    assert told(actions) == ("declare", ({"type": "draw_scrolls", "values": [5, -3, 10]},), {})


def test_what_was_noted_wrongly_is_given_up_from_the_menu() -> None:
    table = tables.my_turn(note=True, register=True)
    for row, what in (("My hand was entered wrongly", "hand"), ("My scrolls were entered wrongly", "scrolls")):
        phone, actions = shown(table.snap())
        phone.tap("More")
        phone.tap(next(name for name in phone.names if name.startswith(row)))
        assert told(actions) == ("declare", ({"type": "withdraw_entry", "what": what},), {})


def test_a_chosen_card_may_be_asked_about_under_the_cover() -> None:
    table = tables.laid().says("p2", "register_hand", cards=[*tables.OPENED["p2"], *tables.CLOSED["p2"]])
    phone, actions = shown(table.snap("p2", "kept"))
    phone.tap("Wood 5, in your hand")
    phone.tap("May I play it? Only I see the answer")
    assert told(actions) == ("declare", ({"type": "check_card", "card": "#4"},), {})


def test_the_box_is_counted_once_and_adds_up_to_45() -> None:
    phone, actions = shown(tables.begun(4).snap())
    phone.tap("More")
    phone.tap(next(name for name in phone.names if name.startswith("Scrolls in the box")))
    for _ in range(25):
        phone.tap("One +5 more")
    phone.tap("Enter the box")
    move = next(args[0] for verb, args, _ in actions.told if verb == "declare")
    assert move["tile_counts"] == {value: 26 if value == 5 else 5 if value in (3, 1, -1) else 1 for value in ALL}


def test_a_claim_names_the_accused_and_the_trick() -> None:
    phone, actions = shown(tables.my_turn().snap())
    phone.tap("More")
    phone.tap(next(name for name in phone.names if name.startswith("Somebody did not follow")))
    phone.tap("Chie")
    phone.tap("2")
    phone.tap("Chie did not follow in trick 2")
    move = {"type": "claim_revoke", "accused": "p3", "trick": 2}
    assert ("declare", (move,), {}) in actions.told


@pytest.mark.clause("SCROLL-6.4")
def test_a_proved_revoke_is_shown_and_the_table_decides_with_equal_buttons() -> None:
    table = tables.until(lambda v: v.remedy is not None, 4, 3, habits=CROOKED, revoke_remedy="rewind")
    phone, actions = shown(table.snap())
    assert "Let it stand" in phone.words
    phone.tap("Go back")
    assert told(actions) == ("declare", ({"type": "remedy", "choice": "rewind"},), {})
    assert "Did not follow" in shown(table.snap(PUBLIC))[0].words


def test_others_answer_for_a_sleeper_what_anybody_may_say() -> None:
    table = tables.ready()
    for seat in ("p1", "p3", "p4"):
        table = table.says(seat, "place_scrolls")
    assert "Waiting for Ben" in shown(table.snap())[0].words
    phone, actions = shown(replace(table, asleep=frozenset({"p2"})).snap())
    phone.tap("All scrolls are laid")
    assert told(actions) == ("declare", ({"type": "place_scrolls"}, "table"), {})


def test_a_refusal_offers_the_open_cards_that_go_first() -> None:
    table = tables.my_turn().tries("p1", "play_card", card="A 3")
    phone, actions = shown(table.snap())
    assert "Wind 3 to the trick" in phone.words
    phone.tap("Play Water 7")
    assert told(actions) == ("declare", ({"type": "play_card", "card": "B 7"},), {})


@pytest.mark.parametrize("held", ["covered", "kept"])
def test_the_game_master_sees_what_was_noted_only_while_open(held: str) -> None:
    table = replace(tables.my_turn(note=True, register=True), gm="referee")
    phone, _ = shown(table.snap(GAME_MASTER, held))
    assert ("Water 7 +3" in phone.words) == (held == "kept")
    assert ("Moon 2" in phone.names) == (held == "kept")


def test_the_game_master_answers_for_a_seat_and_sets_captured_scrolls() -> None:
    table = replace(tables.my_turn(), gm="referee")
    phone, actions = shown(table.snap(GAME_MASTER, "kept"))
    phone.tap("Answer")
    phone.tap("Play Water 7")
    assert told(actions) == ("declare", ({"type": "play_card", "card": "B 7"}, "p1"), {})
    phone, actions = shown(table.snap(GAME_MASTER, "kept"))
    phone.tap("House ruling")
    phone.tap("Ben")
    phone.tap("+5")
    phone.tap("Set Ben +5")
    assert ("house_ruling", (), {"adjust": {"captured": {"p2": [5]}}}) in actions.told


def test_the_game_master_corrects_a_card_that_was_named_wrongly() -> None:
    table = replace(tables.my_turn(), gm="referee")
    phone, actions = shown(table.snap(GAME_MASTER, "kept"))
    phone.tap("More")
    phone.tap(next(name for name in phone.names if name.startswith("Another card")))
    entry = next(name for name in phone.names if name.endswith("Dai: Fire 1"))
    phone.tap(entry)
    phone.tap("Fire 2")
    number = int(entry.split()[0])
    assert told(actions) == ("correct", (number, {"type": "play_card", "card": "C 2"}), {})
    phone.tap("It was Fire 2")
    assert ("correct", (number, {"type": "play_card", "card": "C 2"}), {"confirm": True}) in actions.told


@pytest.mark.clause("SCROLL-10.3")
def test_the_shadow_ahead_ends_the_match_and_nobody_wins() -> None:
    table = tables.until(lambda v: v.result is not None and not v.result.winners, 2, habits=SILENT)
    phone, _ = shown(table.snap())
    assert "Nobody wins" in phone.words
    assert "勝者なし" in shown(table.snap(), JA)[0].words


@pytest.mark.clause("SCROLL-8.3")
def test_the_ranking_names_both_tie_breaks() -> None:
    table = tables.until(lambda v: v.phase == "ended", habits=SILENT)
    phone, _ = shown(table.snap())
    for row in table.view.standings:
        name = next(s.name for s in table.view.seats if s.seat == row.seat)
        points = str(row.points).replace("-", "−")
        key = "scroll_trick.screen.scrolls_plus"
        assert f"{row.place}: {name}, {points} points, {EN.t(key, n=row.tiles, plus=row.plus)}" in phone.names


@pytest.mark.parametrize(("count", "depth"), [(2, "plays"), (5, "plays"), (2, "scores")])
def test_every_moment_has_a_screen_for_the_display_the_game_master_and_an_observer(count: int, depth: str) -> None:
    table = tables.begun(count, depth=depth)
    phases = set[str]()
    for seat, move in play(9, count, {"depth": depth}, OPEN):
        if (key := f"{table.view.phase} {len(table.view.findings)}") not in phases:
            phases.add(key)
            for viewer, held, gm in ((PUBLIC, "covered", "none"), (GAME_MASTER, "kept", "referee"),
                                     (GAME_MASTER, "kept", "observer")):  # fmt: skip
                snap = replace(table, gm=gm).snap(viewer, held)  # type: ignore[arg-type]
                phone, _ = shown(snap)
                assert ("House ruling" in phone.words) == (gm == "referee")
                assert "scroll_trick." not in phone.words
                assert "table_screen." not in phone.words
        table = tables.said(table, [(seat, move)])
    assert len(phases) > 1
