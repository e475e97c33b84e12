"""What is asked of whom, and what legal choices it brings."""

from __future__ import annotations

from random import Random

import pytest

from referee import shinobi_school
from referee.check.offered import check_offered, check_others
from referee.core.games import game
from referee.core.journal import begin
from tests.players.people import seated
from tests.players.shinobi_school import CARELESS, HONEST, LAZY, OPEN, SILENT, any_options, play, playing
from tests.referee.shinobi_school.table import Table
from tests.shares import parts

GAME = game("shinobi-school")
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
    assert table.prompts("A")["lay_earth"].offer("lay_earth").fields["cards"].most == 15
    table.says("C", "register_hand", cards=HAND)
    assert sorted(table.prompts("C")["lay_earth"].offer("lay_earth").fields["cards"].of) == HAND
    assert table.prompts("A")["lay_earth"].offer("lay_earth").fields == {}
    assert table.prompts("A")["register_heaven"].offer("register_heaven").fields == {}
    assert table.prompts("B")["register_heaven"].offer("register_heaven").fields["cards"].least == 14
    table.says("C", "lay_earth", cards=[11])
    prompt = table.prompts()["reveal_earths"]
    assert prompt.params["seats"] == ["A"]
    optional = {seat: side.optional for seat, side in prompt.offer("reveal_earths").fields["earths"].of.items()}
    assert optional == {"A": False, "B": True, "C": True}
    table.says("table", "reveal_earths", earths={"A": [3] * 4})
    flips = table.prompts()["first_field"].choices("first_field", "cards")
    assert not any(3 in cards for cards in flips)  # all five lie in earths
    assert (4, 4, 4, 4, 4, 6) in flips
    assert (6, 4) in flips
    assert (4, 6, 4) not in flips
    table.says("table", "first_field", cards=[5, 6])
    assert asked(table)[0] == ("table", "set_start_player", True)


def offered(table: Table, viewer: str = "public") -> list[dict[str, object]]:
    """Return the sets and tiers that the player on turn is offered."""
    prompt = next(p for p in shinobi_school.prompts(table.state, viewer) if p.must)
    return [offer.model_dump(mode="json")["fields"] for offer in prompt.offers if offer.move in ("place", "collect")]


def sets(side: str, numbers: list[int], size: tuple[int, int], end: str) -> dict[str, object]:
    return {
        "side": {"kind": "one", "of": [side]},
        "number": {"kind": "one", "of": numbers},
        "size": {"kind": "number", "least": size[0], "most": size[1]},
        "end": {"kind": "one", "of": [None, end]},
    }


def tier(side: str, end: str, size: int) -> dict[str, object]:
    return {name: {"kind": "one", "of": of} for name, of in (("side", [side]), ("end", [end]), ("size", [None, size]))}


def test_a_turn_offers_what_both_sides_can_do() -> None:
    table = Table("ABC").playing("5", "8 8", A=[3, 3, 9, 9])
    assert offered(table) == [
        sets("heaven", [1, 2, 4], (1, 5), "top"),
        sets("heaven", [3], (1, 3), "top"),
        tier("heaven", "top", 1),
        sets("earth", [3], (1, 2), "top"),
        tier("earth", "top", 1),
    ]
    prompt = table.prompts()["turn"]
    assert prompt.choices("pass_action", "side") == ("heaven", "earth")
    assert prompt.offer("end_turn") is not None
    assert prompt.params["heaven"] == {"1": [1, 5], "2": [1, 5], "3": [1, 3], "4": [1, 5]}
    table.place("A", "earth", "3 3")
    prompt = table.prompts()["heaven_action"]
    assert (prompt.seat, prompt.choices("pass_action", "side")) == ("A", ("heaven",))
    assert sets("heaven", [9], (2, 3), "bottom") in offered(table)
    assert [each for each in offered(table) if "number" not in each] == [
        tier("heaven", "top", 2),
        tier("heaven", "bottom", 2),
    ]


@pytest.mark.clause("SCHOOL-9.2")
def test_what_a_registered_heaven_offers_its_owner_alone_is_told() -> None:
    table = Table("ABC").dealt()
    table.says("A", "register_hand", cards=HAND)
    table.playing("5", "8", A=[3, 3])
    assert [each for each in offered(table, "A") if each["side"] == {"kind": "one", "of": ["heaven"]}] == [
        sets("heaven", [1], (1, 2), "top"),
        sets("heaven", [2, 3, 4], (1, 1), "top"),
        sets("heaven", [9, 10], (1, 1), "bottom"),
        sets("heaven", [11], (1, 2), "bottom"),
        tier("heaven", "top", 1),
        tier("heaven", "bottom", 1),
    ]
    for viewer in ("B", "public"):
        assert offered(table, viewer)[0] == {"side": {"kind": "one", "of": ["heaven"]}}
        assert table.prompts(viewer)["turn"].params["heaven"]["1"] == [1, 5]


def test_the_end_of_a_round_asks_all_others_for_their_heavens() -> None:
    table = Table("ABC").playing("6", "7").mansion("A", 0, (9,)).mansion("B", 2, (), known=(8,))
    table.wins("A", "earth", "9")
    assert asked(table) == [
        ("B", "show_heaven", True),
        ("C", "show_heaven", True),
        ("table", "show_heaven", False),
        ("table", "show_heaven", False),
    ]
    first, _, other, _ = shinobi_school.prompts(table.state, "public")
    assert first.alternative == other.alternative
    cards = first.offer("show_heaven").fields["cards"]  # type: ignore[union-attr]
    assert (cards.always, cards.least, cards.most) == ((8,), 2, 2)  # type: ignore[union-attr]
    assert other.choices("show_heaven", "player") == ("B",)


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


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("OFFERS", 5), ids=str)
def test_what_is_offered_is_upheld_and_nothing_else(seeds: range) -> None:
    offered = others = 0
    for seed in seeds:
        random = Random(f"offers {seed}")
        options = any_options(random, "scores" if random.random() < 0.2 else "plays")
        seats, habits = seated(3 + seed % 3), random.choice((HONEST, OPEN, SILENT, LAZY, CARELESS))
        match = begin(GAME, options, seats)
        for n, (actor, move) in enumerate(play(seed, len(seats), options, habits)):
            if n < 12 or random.random() < 0.15 or match.state.phase not in ("turn", "split"):
                offered += check_offered(match, random, 1)
                others += check_others(match, random, 8)
            match, ruling = match.declare(actor, move)
            assert ruling.upheld or habits is CARELESS
            if not ruling.upheld:
                break
    assert offered > 5
    assert others > 5
