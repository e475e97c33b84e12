"""What is asked of whom, and what legal choices it brings."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee import scroll_trick
from referee.core.values import TABLE
from referee.scroll_trick.state import humans
from tests.players.scroll_trick import CARELESS, CROOKED, HONEST, OPEN, any_options, playing
from tests.referee.scroll_trick.table import Table, at, hand, turning


def asked(table: Table, viewer: str = "public") -> list[tuple[str, str, bool]]:
    prompts = scroll_trick.prompts(table.state, viewer)
    return [(p.seat, p.ask.removeprefix("scroll_trick.ask."), p.must) for p in prompts]


def test_before_the_deal() -> None:
    table = Table(2, start=None)
    assert asked(table) == [
        ("table", "set_start_player", True),
        ("ann", "take_start_scrolls", True),
        ("ben", "take_start_scrolls", True),
        ("table", "take_start_scrolls", True),
        ("table", "configure", False),
    ]
    table.says("table", "set_start_player", player="ben")
    table.says("table", "take_start_scrolls")
    assert asked(table)[:2] == [("table", "confirm_deal", True), ("table", "set_start_player", False)]
    table.says("table", "confirm_deal")
    assert asked(table) == [
        ("ben", "choose_trump", True),
        ("ann", "register_hand", False),
        ("ben", "register_hand", False),
    ]


def test_a_counted_box_is_not_asked_for() -> None:
    counts = {10: 2, 7: 3, 5: 5, 3: 9, 1: 9, -1: 9, -3: 4, -5: 4}
    assert "configure" not in Table(tile_counts=counts).prompts()


def test_what_may_be_in_a_hand_is_for_its_owner() -> None:
    table = Table().dealt().trump()
    table.says("ann", "open_card", card="A 1")
    assert table.prompts()["open_card"].legal == {}
    assert len(table.prompts("ben")["open_card"].legal["cards"]) == 34
    table.says("ben", "register_hand", cards=hand("A2 B2 C2 D1 D2 D3 D4"))
    assert table.prompts("ben")["open_card"].legal["cards"] == hand("A2 B2 C2 D1 D2 D3 D4")
    assert table.prompts("ann")["open_card"].legal == {}


def test_the_open_cards_and_their_duty_are_everybodys() -> None:
    table = Table().contest()
    assert table.prompts()["lead"].legal == {"open": ["A 1", "B 1", "C 1"], "closed": True}
    table.plays("A1")
    assert table.prompts()["follow_open"].params == {"kind": "A", "trick": 1}
    assert table.prompts()["follow_open"].legal == {"open": ["A 2"], "closed": False}
    assert table.prompts("ben")["follow_open"].legal["cards"] == ["A 2"]
    loose = Table(follow_open="any_card").contest()
    loose.plays("A1")
    assert loose.prompts()["follow_open"].legal == {"open": ["A 2"], "closed": True}
    assert loose.prompts("ben")["follow_open"].legal["cards"] == hand("A2 A4 A5 A6 A7")


def test_what_is_due_to_be_turned() -> None:
    table = turning(2, points="3/1/1").placed({"p1": "5 7 -3"})
    prompt = table.prompts()["turn_scroll"]
    assert (prompt.seat, prompt.params) == ("p1", {"count": 1, "player": "p1"})
    assert prompt.legal["cards"] == ["A 1", "B 1", "C 1"]
    assert "noted" not in prompt.legal
    assert table.prompts("p1")["turn_scroll"].legal["noted"] == {"A 1": 5, "B 1": 7, "C 1": -3}


def test_the_winner_is_asked_for_the_scrolls() -> None:
    table = Table().dealt().trump().opened().placed({"ann": "3 1 -1"})
    table.plays("A1 A2 A3")
    prompt = table.prompts()["take_trick"]
    assert (prompt.seat, prompt.legal["player"]) == ("cem", "cem")
    assert [(s["seat"], s["values"], s["noted"]) for s in prompt.legal["scrolls"]] == [
        ("ann", [3, 1, -1], True),
        ("ben", [3, 1, -1], False),
        ("cem", [3, 1, -1], False),
    ]
    table.takes(ann=3, ben=1, cem=-1)
    table.plays("B3 B1 B2")
    assert [s["values"] for s in table.prompts()["take_trick"].legal["scrolls"]] == [[3, 1], [1, -1], [3, -1]]


def test_the_shadows_steps_are_asked_of_the_table() -> None:
    table = Table(2).contest(row="A7 D2 D3", value=1)
    table.plays("A1 A2")
    prompt = table.prompts()["shadow_play"]
    assert (prompt.seat, prompt.legal["card"]) == (TABLE, "A 7")
    assert [w["clause"] for w in prompt.legal["why"]] == ["SCROLL-9.8", "SCROLL-9.10"]
    table.plays("-")
    assert table.prompts()["take_trick"].seat == TABLE
    table.takes()
    refill = table.prompts()["refill_shadow"]
    assert (refill.legal["opens"], refill.legal["turns"], refill.legal["values"]) == (1, True, [3, -1])
    assert "A 7" not in refill.legal["cards"]


def test_between_rounds() -> None:
    table = at("between", 1)
    assert [a for a in asked(table) if a[2]] == [
        ("p1", "draw_scrolls", True),
        ("p2", "draw_scrolls", True),
        ("p3", "draw_scrolls", True),
        ("table", "give_marker", True),
    ]


@pytest.mark.parametrize("seed", range(24))
def test_somebody_is_always_asked_until_the_end(seed: int) -> None:
    depth = "scores" if seed % 4 == 3 else "plays"
    count = 2 + seed % 4
    habits = (HONEST, OPEN, CROOKED, CARELESS)[seed % 4]
    made, _, state = playing(seed, count, any_options(Random(seed), count, depth), habits)
    for step in made:
        required = [p for p in scroll_trick.prompts(step.before, "public") if p.must]
        assert required
        assert all(p.seat in {*humans(step.before), TABLE} for p in required)
    assert scroll_trick.prompts(state, "public") == ()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.clause("SCROLL-6.2", "SCROLL-6.4")
def test_of_a_registered_hand_what_is_offered_is_upheld_and_nothing_else(seed: int) -> None:
    made, _, _ = playing(seed, 2 + seed % 4, {}, OPEN)
    offered = 0
    for step in made:
        state = step.before
        if state.phase != "trick" or step.move["type"] != "play_card":
            continue
        prompt: Any = next(p for p in scroll_trick.prompts(state, "gm") if p.must)
        me = next(p for p in state.players if p.seat == prompt.seat)
        if me.hand is None:
            continue
        for card in me.hand:
            move = scroll_trick.MOVE.validate_python({"type": "play_card", "card": card})
            assert scroll_trick.judge(state, prompt.seat, move).upheld == (card in prompt.legal["cards"])
            offered += 1
    assert offered > 50
