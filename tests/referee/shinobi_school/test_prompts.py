"""What is asked of whom, and what legal choices it brings."""

from __future__ import annotations

from random import Random

import pytest

from referee import shinobi_school
from referee.shinobi_school.state import State
from tests.players.shinobi_school import any_options, playing
from tests.referee.shinobi_school.table import Table

HAND = [1, 1, 2, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11]


def asked(table: Table, viewer: str = "public") -> list[tuple[str, str, bool]]:
    prompts = shinobi_school.prompts(table.state, viewer)
    return [(p.seat, p.ask.removeprefix("shinobi_school.ask."), p.must) for p in prompts]


def test_the_asks_of_the_preparation() -> None:
    table = Table("ABC", start=None)
    assert asked(table) == [
        ("table", "confirm_deal", True),
        *((seat, "register_hand", False) for seat in "ABC"),
        ("table", "set_start_player", False),
    ]
    table.dealt()
    table.says("A", "lay_earth")
    table.says("B", "lay_earth", cards=[3])
    assert asked(table)[:3] == [
        ("C", "lay_earth", True),
        ("B", "register_heaven", False),
        ("C", "register_hand", False),
    ]
    table.says("C", "register_hand", cards=HAND)
    assert table.prompts("C")["lay_earth"].legal["cards"] == HAND
    assert "cards" not in table.prompts("A")["lay_earth"].legal
    assert "count" not in table.prompts("A")["register_heaven"].legal
    assert table.prompts("B")["register_heaven"].legal["count"] == 14
    table.says("C", "lay_earth", cards=[11])
    assert table.prompts()["reveal_earths"].legal["missing"] == ["A"]
    table.says("table", "reveal_earths", earths={"A": [3] * 4})
    assert 3 not in table.prompts()["first_field"].legal["numbers"]
    table.says("table", "first_field", cards=[5, 6])
    assert asked(table)[0] == ("table", "set_start_player", True)


def test_a_turn_offers_what_both_sides_can_do() -> None:
    table = Table("ABC").playing("5", "8 8", A=[3, 3, 9, 9])
    legal = table.prompts()["turn"].legal
    assert legal["sides"] == ["heaven", "earth"]
    assert legal["place"]["earth"] == {"3": [1, 2]}
    assert legal["place"]["heaven"] == {"1": [1, 5], "2": [1, 5], "3": [1, 3], "4": [1, 5]}
    assert legal["collect"] == {"heaven": ["top"], "earth": ["top"]}
    table.place("A", "earth", "3 3")
    prompt = table.prompts()["heaven_action"]
    assert (prompt.seat, prompt.legal["sides"], prompt.legal["place"]["heaven"]["9"]) == ("A", ["heaven"], [2, 3])
    assert prompt.legal["collect"] == {"heaven": ["top", "bottom"]}


@pytest.mark.clause("SCHOOL-9.2")
def test_what_a_registered_heaven_offers_its_owner_alone_is_told() -> None:
    table = Table("ABC").dealt()
    table.says("A", "register_hand", cards=HAND)
    table.playing("5", "8", A=[3, 3])
    assert table.prompts("A")["turn"].legal["place"]["heaven"] == {
        "1": [1, 2],
        "2": [1, 1],
        "3": [1, 1],
        "4": [1, 1],
        "9": [1, 1],
        "10": [1, 1],
        "11": [1, 2],
    }
    for viewer in ("B", "public"):
        assert table.prompts(viewer)["turn"].legal["place"]["heaven"]["1"] == [1, 5]


def test_the_end_of_a_round_asks_all_others_for_their_heavens() -> None:
    table = Table("ABC").playing("6", "7").mansion("A", 0, (9,)).mansion("B", 2, (), known=(8,))
    table.place("A", "earth", "9")
    assert asked(table) == [("B", "show_heaven", True), ("C", "show_heaven", True)]
    assert table.prompts()["show_heaven"].legal["known"] == [8]


def test_scores_ask_for_rounds_and_then_for_the_end() -> None:
    table = Table("ABC", depth="scores", rounds=1)
    assert asked(table)[:2] == [("table", "round_cards", True), ("table", "round_points", False)]
    table.says("table", "round_points", winner="A", points={"B": -1, "C": -1})
    assert asked(table) == [("table", "close_game", True)]
    table.says("table", "close_game")
    assert asked(table) == []


@pytest.mark.parametrize("seed", range(10))
def test_somebody_is_always_asked_until_the_end(seed: int) -> None:
    depth = "scores" if seed % 4 == 3 else "plays"
    made, _, state = playing(seed, 3 + seed % 3, any_options(Random(seed), depth) | {"rounds": 1})
    for step in made:
        assert [p for p in shinobi_school.prompts(step.before, "public") if p.must]
    assert shinobi_school.prompts(state, "public") == ()


def offered(state: State, side: str, number: int, size: int) -> bool:
    """Tell whether the game master is offered a placement."""
    for prompt in shinobi_school.prompts(state, "gm"):
        bounds = prompt.legal.get("place", {}).get(side, {}).get(str(number))
        if bounds is not None:
            return bool(bounds[0] <= size <= bounds[1])
    return False


@pytest.mark.clause("SCHOOL-3.3", "SCHOOL-4.2", "SCHOOL-4.3", "SCHOOL-4.6", "SCHOOL-7.2", "SCHOOL-7.3")
@pytest.mark.parametrize("seed", range(6))
def test_what_is_offered_is_upheld_and_nothing_else(seed: int) -> None:
    made, _, _ = playing(seed, 3 + seed % 3, any_options(Random(seed)) | {"rounds": 1})
    turns = [step for step in made if step.before.phase == "turn"]
    for step in turns[::7]:
        state = step.before
        for side in ("heaven", "earth"):
            for number in range(1, 14):
                for size in (1, 2, 3, 5):
                    move = {"type": "place", "side": side, "number": number, "size": size}
                    ruling = shinobi_school.judge(state, state.active or "", shinobi_school.MOVE.validate_python(move))
                    assert ruling.upheld == offered(state, side, number, size), (move, ruling)
            for end in ("top", "bottom"):
                move = {"type": "collect", "side": side, "end": end}
                ruling = shinobi_school.judge(state, state.active or "", shinobi_school.MOVE.validate_python(move))
                prompt = next(p for p in shinobi_school.prompts(state, "gm") if p.must)
                assert ruling.upheld == (end in prompt.legal["collect"].get(side, ()))
