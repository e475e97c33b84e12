"""Whatever the intruders do unseen, everybody else sees the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee import scorpion
from referee.check.twins import plain, reaching
from referee.core.values import Ruling
from tests.referee.scorpion.night import HANDS, Night, items

PAIRS = 150
QUIET = {"b2": [(), ("a2",), ("a2", "a1"), ("b3",), ("b1", "a1", "a2")], "c3": [(), ("b3",), ("c2", "b2")]}
OTHERS = {2: ("guards", "public"), 3: ("guards", "public"), 4: ("sword", "spear", "public")}


def shown(night: Night, viewer: str) -> str:
    view = scorpion.view(night.state, viewer)
    return plain([view, scorpion.prompts(night.state, viewer)])


def told(ruling: Ruling, viewer: str) -> str:
    return plain([reaching(ruling, "intruders", viewer), ruling.clause])


def twin(random: Random, players: int) -> Night:
    """A night whose secrets are drawn at random and whose open table is always the same."""
    missions = random.sample("ABCDEF", 2)
    ropes = [("a3", "a4", "ninja")] if random.random() < 0.5 else []
    hands = {who: random.sample(hand, len(hand)) if random.random() < 0.5 else hand for who, hand in HANDS.items()}
    hands["ninja"] = random.choice([HANDS["ninja"], ("rope",) * 3 + ("shuriken",) * 5])
    return Night(
        random.choice(["b2", "c3"]),
        random.choice(["b2", "c3"]),
        ["c4", "a5"],
        players=players,
        ropes=ropes,
        hands=hands,
        missions={"ninja": missions[0], "traitor": missions[1]},
        entrances=tuple(random.sample(["c1", "b4", "c5", "a1"], 2)),
    )


@pytest.mark.clause("SCORPION-17.2", "SCORPION-3.4", "SCORPION-25.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_quiet_paths_look_alike_to_everybody_else(players: int) -> None:
    random = Random(players)
    for _ in range(PAIRS // 3):
        pair = twin(random, players), twin(random, players)
        for who in ("ninja", "traitor"):
            paths = [random.choice(QUIET[night.one(who).zone or ""]) for night in pair]
            rulings = [night.goes(who, *path) for night, path in zip(pair, paths, strict=True)]
            for viewer in OTHERS[players]:
                assert told(rulings[0], viewer) == told(rulings[1], viewer)
                assert shown(pair[0], viewer) == shown(pair[1], viewer)
        ends = [night.ends() for night in pair]
        for viewer in OTHERS[players]:
            assert told(ends[0], viewer) == told(ends[1], viewer)
            assert shown(pair[0], viewer) == shown(pair[1], viewer)


@pytest.mark.clause("SCORPION-26.2", "SCORPION-26.4")
def test_real_cards_without_a_visible_effect_look_like_bluffs() -> None:
    cases: list[tuple[dict[str, Any], tuple[str, ...], tuple[str, ...]]] = [
        ({"ninja": "a3"}, ("rope_new a4",), ("bluff rope",)),
        ({"ninja": "b2"}, ("a2", "bluff rope"), ("bluff rope", "b1")),
        ({"ninja": "b4"}, ("c4", "shadow_walk", "c5"), ("a4", "bluff shadow_walk")),
    ]
    for places, first, second in cases:
        nights = [Night(**places, guards=["c4"]) for _ in range(2)]
        rulings = [night.goes("ninja", *path) for night, path in zip(nights, (first, second), strict=True)]
        for viewer in OTHERS[2]:
            assert told(rulings[0], viewer) == told(rulings[1], viewer)
            assert shown(nights[0], viewer) == shown(nights[1], viewer)


@pytest.mark.clause("SCORPION-30.1", "SCORPION-17.2")
def test_a_rival_sees_nothing_of_a_quiet_path() -> None:
    random = Random(30)
    for _ in range(PAIRS // 3):
        nights = [Night(zone, "c2", players=3, disputed="on") for zone in ("b2", "c3")]
        for night in nights:
            night.goes("ninja", *random.choice(QUIET[night.one("ninja").zone or ""]))
        assert shown(nights[0], "traitor") == shown(nights[1], "traitor")


@pytest.mark.clause("SCORPION-16.2", "SCORPION-17.2")
@pytest.mark.parametrize("path", [["z9"], ["a4"], ["b1", "exit_map", "b1"], ["kenjutsu1 g09"], ["enter_passage"]])
def test_a_refused_path_is_for_its_owner_alone(path: list[str]) -> None:
    night = Night("b2", "c3", ["c4"])
    before = shown(night, "guards")
    steps = [{"do": "walk", "to": "z9"}] if path == ["z9"] else items(path)
    ruling = night.judge("intruders", "lock_path", intruder="ninja", steps=steps)
    assert (ruling.upheld, ruling.private, ruling.notices) == (False, True, ())
    assert shown(night, "guards") == before


@pytest.mark.clause("SCORPION-18.10", "SCORPION-18.11")
def test_an_own_letter_of_the_partner_is_seen_like_an_objective_of_nobody() -> None:
    rulings = []
    for mission in ("E", "F"):
        night = Night("b2", "c3", missions={"ninja": "A", "traitor": mission})
        night.goes("ninja", "a2")
        rulings.append(night.searches("ninja", "a2"))
    for viewer in OTHERS[2]:
        assert told(rulings[0], viewer) == told(rulings[1], viewer)
