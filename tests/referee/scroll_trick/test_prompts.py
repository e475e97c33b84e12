"""What is asked of whom, and what legal choices it brings."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee import scroll_trick
from referee.core.offers import Offer
from referee.core.values import TABLE
from referee.scroll_trick.cards import VALUES
from referee.scroll_trick.state import humans
from tests.players.scroll_trick import CARELESS, CROOKED, HONEST, OPEN, any_options, playing
from tests.referee.scroll_trick.table import Table, at, hand, turning


def asked(table: Table, viewer: str = "public") -> list[tuple[str, str, bool]]:
    prompts = scroll_trick.prompts(table.state, viewer)
    return [(p.seat, p.ask.removeprefix("scroll_trick.ask."), p.must) for p in prompts]


def worth(table: Table) -> dict[str, tuple[int | None, ...]]:
    """Return what each scroll of the trick may be said to be worth."""
    each = table.prompts()["take_trick"].offers[0].fields["values"].of
    return {seat: choice.of for seat, choice in each.items()}


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
        ("table", "configure", False),
    ]


def test_the_box_may_be_entered_at_any_time_and_its_cards_before_the_deal() -> None:
    counts = {10: 2, 7: 3, 5: 5, 3: 9, 1: 9, -1: 9, -3: 4, -5: 4}
    table = Table(tile_counts=counts)
    prompt = table.prompts()["configure"]
    assert not prompt.must
    assert {name for offer in prompt.offers for name in offer.fields} == {"tile_counts", "kinds", "numbers"}
    later = table.contest().prompts()["configure"]
    assert {name for offer in later.offers for name in offer.fields} == {"tile_counts"}


def test_what_may_be_in_a_hand_is_for_its_owner() -> None:
    table = Table().dealt().trump()
    table.says("ann", "open_card", card="A 1")
    assert table.prompts()["open_card"].offers == (Offer(move="open_card"),)
    assert len(table.prompts("ben")["open_card"].choices("open_card", "card")) == 34
    table.says("ben", "register_hand", cards=hand("A2 B2 C2 D1 D2 D3 D4"))
    assert list(table.prompts("ben")["open_card"].choices("open_card", "card")) == hand("A2 B2 C2 D1 D2 D3 D4")
    assert table.prompts("ann")["open_card"].offers == (Offer(move="open_card"),)


@pytest.mark.clause("SCROLL-2.1")
def test_a_card_of_my_entry_that_another_has_shown_is_not_offered() -> None:
    table = Table().dealt().trump()
    table.says("ben", "register_hand", cards=hand("A1 A2 B2 C2 D1 D2 D3"))
    table.opened(ann="A1 B1 C1", ben="A2 B2 C2")
    table.placed().plays("D7")
    assert "A 1" not in table.prompts("ben")["play_card"].choices("play_card", "card")
    assert table.prompts("ben")["play_card"].choices("play_card", "card") == ("D 1", "D 2", "D 3")
    lone = Table().contest()
    lone.says("ben", "register_hand", cards=hand("A2 B2 C2 D1 D2 D3 D4"))
    lone.says("ann", "play_card", card="D 1")
    assert lone.prompts("ben")["play_card"].choices("play_card", "card") == ("D 2", "D 3", "D 4")


def test_the_open_cards_and_their_duty_are_everybodys() -> None:
    table = Table().contest()
    leads = {"kind": None, "trick": 1, "open": ["A 1", "B 1", "C 1"], "closed": True}
    assert table.prompts()["play_card"].params == leads
    table.plays("A1")
    assert table.prompts()["play_card"].params == {"kind": "A", "trick": 1, "open": ["A 2"], "closed": False}
    assert table.prompts()["play_card"].offers == (Offer(move="play_card"),)
    assert table.prompts("ben")["play_card"].choices("play_card", "card") == ("A 2",)
    loose = Table(follow_open="any_card").contest()
    loose.plays("A1")
    assert loose.prompts()["play_card"].params == {"kind": "A", "trick": 1, "open": ["A 2"], "closed": True}
    assert list(loose.prompts("ben")["play_card"].choices("play_card", "card")) == hand("A2 A4 A5 A6 A7")


def test_what_is_due_to_be_turned() -> None:
    table = turning(2, points="3/1/1").placed({"p1": "5 7 -3"})
    prompt = table.prompts()["turn_scroll"]
    assert (prompt.seat, prompt.params) == ("p1", {"count": 1, "player": "p1"})
    assert list(prompt.choices("turn_scroll", "card")) == ["A 1", "B 1", "C 1"]
    assert set(prompt.choices("turn_scroll", "value")) == set(VALUES)
    own = [o.fields for o in table.prompts("p1")["turn_scroll"].offers]
    assert [(o["card"].of, o["value"].of) for o in own] == [
        ((("A 1",),), (None, (5,))),
        ((("B 1",),), (None, (7,))),
        ((("C 1",),), (None, (-3,))),
    ]


def test_the_winner_is_asked_for_the_scrolls() -> None:
    table = Table().dealt().trump().opened().placed({"ann": "3 1 -1"})
    table.plays("A1 A2 A3")
    prompt = table.prompts()["take_trick"]
    assert (prompt.seat, prompt.choices("take_trick", "player")) == ("cem", ("cem",))
    assert worth(table) == {"ann": (None, 3, 1, -1), "ben": (3, 1, -1), "cem": (3, 1, -1)}
    again = [p for p in scroll_trick.prompts(table.state, "public") if p.alternative == "take_trick"]
    assert [(p.seat, p.must) for p in again] == [("cem", True), (TABLE, False)]
    table.takes(ann=3, ben=1, cem=-1)
    table.plays("B3 B1 B2")
    assert worth(table) == {"cem": (3, 1), "ann": (None, 1, -1), "ben": (3, -1)}


def test_the_shadows_steps_are_asked_of_the_table() -> None:
    table = Table(2).contest(row="A7 D2 D3", value=1)
    table.plays("A1 A2")
    prompt = table.prompts()["shadow_play"]
    assert (prompt.seat, prompt.choices("shadow_play", "card")) == (TABLE, (None, "A 7"))
    assert [w.clause for w in table.view().shadow.why] == ["SCROLL-9.8", "SCROLL-9.10"]
    table.plays("-")
    assert table.prompts()["take_trick"].seat == TABLE
    table.takes()
    refill = table.prompts()["refill_shadow"]
    assert refill.choices("refill_shadow", "value") == (3, -1)
    assert "A 7" not in refill.choices("refill_shadow", "card")


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
    after = scroll_trick.prompts(state, "public")
    assert {(p.ask, p.must) for p in after} <= {("scroll_trick.ask.claim_revoke", False)}


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
        offered_cards = prompt.choices("play_card", "card")
        for card in me.hand:
            move = scroll_trick.MOVE.validate_python({"type": "play_card", "card": card})
            assert scroll_trick.judge(state, prompt.seat, move).upheld == (card in offered_cards)
            offered += 1
    assert offered > 50
