"""What is asked of whom, and what legal choices it brings."""

from random import Random
from typing import Any

import pytest

from referee import shinobazu
from tests.players.shinobazu import any_options, playing
from tests.referee.shinobazu.table import Table


def asked(table: Table, viewer: str = "public") -> list[tuple[str, str, bool]]:
    return [(p.seat, p.ask.removeprefix("shinobazu.ask."), p.must) for p in shinobazu.prompts(table.state, viewer)]


def test_the_start_player_leads_and_all_may_enter_their_hands_in_turn_order() -> None:
    table = Table("ABC", start="B")
    assert asked(table) == [
        ("B", "lead", True),
        ("B", "enter_hand", False),
        ("C", "enter_hand", False),
        ("A", "enter_hand", False),
        ("table", "configure", False),
    ]
    lead = table.prompts()["lead"]
    assert (lead.choices("lead", "to"), lead.choices("lead", "colour")) == (("B", "C", "A"), ("black", "red", "blue"))
    table.says("B", "enter_hand", cards=["red 5", "blue 1", "blue 4"])
    assert ("B", "enter_hand", False) not in asked(table)
    assert ("B", "withdraw_hand", False) in asked(table)
    assert table.prompts("B")["lead"].choices("lead", "card") == ("red 5", "blue 1", "blue 4")
    assert table.prompts("B")["lead"].choices("lead", "colour") == ("red", "blue")
    assert table.prompts()["lead"] == lead


def test_a_hand_that_was_not_entered_offers_every_card_that_may_be_in_it() -> None:
    table = Table("ABC")
    assert len(table.prompts("A")["lead"].choices("lead", "card")) == 1 + 15
    table.lead("red 5")
    table.lay("B", "red 1", "fight")
    table.lay("C", "red 4", "fight")
    table.reveal()
    table.go_on()
    assert len(table.prompts("B")["lead"].choices("lead", "card")) == 1 + 12


def test_the_declaration_is_asked_of_the_owner() -> None:
    table = Table("ABC")
    table.lead("red 5", "C")
    assert asked(table)[0] == ("C", "declare", True)
    prompt = table.prompts()["declare"]
    assert (prompt.choices("declare", "choice"), prompt.params) == (("fight", "pass"), {"colour": "red"})


def test_a_lay_offers_empty_fronts_and_a_declaration_only_for_oneself() -> None:
    table = Table("ABC")
    table.lead("red 5", "C", "fight")
    [pushed] = table.prompts()["lay"].offers
    assert {name: pushed.choices(name) for name in pushed.fields} == {"to": ("A", "B")}
    table.lay("C", "red 1", "fight", to="A")
    [own] = table.prompts()["lay"].offers
    assert {name: own.choices(name) for name in own.fields} == {"to": ("B",), "declare": (None, "fight", "pass")}


def test_due_cards_are_asked_of_their_owners_in_turn_order() -> None:
    table = Table("ABC", start="C")
    table.says("C", "lead", to="C", colour="red")
    table.says("A", "lay", to="A", card="red 1", declare="fight")
    table.says("B", "lay", to="B", card="red 2", declare="fight")
    assert asked(table) == [
        ("table", "turn_over", True),
        ("C", "reveal", True),
        ("A", "reveal", True),
        ("B", "reveal", True),
        ("table", "reveal", False),
    ]
    assert {p.alternative for p in shinobazu.prompts(table.state, "public")} == {"turn_over"}
    own, *others, by_table = [p for p in shinobazu.prompts(table.state, "public") if p.ask == "shinobazu.ask.reveal"]
    assert (own.choices("reveal", "owner"), len(own.choices("reveal", "card"))) == ((None, "C"), 15)
    assert all(p.choices("reveal", "card")[0] is None for p in others)
    assert by_table.choices("reveal", "owner") == ("C", "A", "B")
    table.says("table", "turn_over")
    assert asked(table) == [("C", "reveal", True), ("table", "reveal", False)]
    assert "red 1" not in table.prompts()["reveal"].choices("reveal", "card")


def test_the_end_of_a_round_says_who_starts_and_whether_the_match_ends() -> None:
    table = Table("ABC", points="040")
    table.lead("red 5")
    table.lay("B", "red 1", "fight")
    table.lay("C", "red 2", "fight")
    table.reveal()
    assert asked(table) == [("table", "end_round", True)]
    assert table.prompts()["end_round"].params == {"next_start": "B", "ends": True}


@pytest.mark.parametrize("seed", range(20))
def test_somebody_is_always_asked_until_the_end(seed: int) -> None:
    depth = "scores" if seed % 4 == 3 else "plays"
    made, _, state = playing(seed, 3 + seed % 3, any_options(Random(seed), depth))
    for step in made:
        if step.before.phase == "ended":
            break
        required = [p for p in shinobazu.prompts(step.before, "public") if p.must]
        assert required
        seats = {p.seat for p in step.before.players} | {"table"}
        assert all(p.seat in seats for p in required)
    assert not [p for p in shinobazu.prompts(state, "public") if p.must]


@pytest.mark.parametrize("seed", range(10))
def test_every_lay_and_lead_that_is_offered_is_upheld_and_no_other_place(seed: int) -> None:
    made, _, _ = playing(seed, 3 + seed % 3, {})
    for step in made:
        state = step.before
        asks: dict[str, Any] = {p.ask: p for p in shinobazu.prompts(state, "gm") if p.must}
        prompt = asks.get("shinobazu.ask.lay")
        if prompt is None:
            continue
        entered = next(p for p in state.players if p.seat == prompt.seat).hand is not None
        for to in (p.seat for p in state.players):
            for card in prompt.choices("lay", "card") if entered else [None]:
                move = shinobazu.MOVE.validate_python({"type": "lay", "to": to, "card": card})
                upheld = shinobazu.judge(state, prompt.seat, move).upheld
                assert upheld == (to in prompt.choices("lay", "to"))
