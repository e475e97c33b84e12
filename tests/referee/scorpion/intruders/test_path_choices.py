"""What may follow on a path that is put together, and that all of it is upheld."""

from __future__ import annotations

from random import Random

import pytest

from referee.scorpion.moves import PASSAGE, GoTo, Step
from tests.referee.scorpion.intruders.paths import next_cards, next_steps
from tests.referee.scorpion.night import Night, steps

SAMPLES = 300


def offered(night: Night, who: str, *so_far: str) -> set[str]:
    return {
        f"{s.do} {s.to if isinstance(s, GoTo) else ''}".strip() for s in next_steps(night.state, who, steps(*so_far))
    }


def cards(night: Night, who: str, *so_far: str) -> set[str]:
    found = set()
    for s in next_cards(night.state, who, steps(*so_far)):
        json = s.model_dump(exclude_none=True)
        found.add(" ".join([f"{s.do}{json.get('value', '')}", *json.get("guards", ()), json.get("card", "")]).strip())
    return found


@pytest.mark.clause("SCORPION-17.3", "SCORPION-20.1", "SCORPION-25.2")
def test_next_steps_are_those_of_borders_ropes_passage_and_edge() -> None:
    assert offered(Night("b1"), "ninja") == {"walk a1", "walk b2", "walk c1", "exit_map"}
    assert offered(Night("a3"), "ninja") == {"walk a2", "walk b3", "rope_new a4"}
    roped = Night("a3", ropes=[("a3", "a4", "traitor")], hands={"ninja": []})
    assert offered(roped, "ninja") == {"walk a2", "walk b3", "rope_old a4"}
    assert offered(Night("c2"), "ninja") == {"walk b2", "walk c1", "walk c3", "enter_passage"}
    assert offered(Night("c2", hands={"ninja": []}), "ninja") == {"walk b2", "walk c1", "walk c3"}
    assert offered(Night(PASSAGE), "ninja") == {"leave_passage c2", "leave_passage b4"}


@pytest.mark.clause("SCORPION-17.1", "SCORPION-17.5", "SCORPION-17.7", "SCORPION-25.6", "SCORPION-20.2")
@pytest.mark.parametrize(
    "so_far", [("b3",), ("b1", "exit_map"), ("c2", "enter_passage"), ("b1", "b2", "b1"), ("a4",), ("bluff cat",)]
)
def test_nothing_follows_where_the_move_ends_or_was_wrong(so_far: tuple[str, ...]) -> None:
    assert not offered(Night(), "ninja", *so_far)
    assert not offered(Night("a3"), "ninja", "rope_new a4")


@pytest.mark.clause("SCORPION-16.3", "SCORPION-17.8")
def test_cards_and_ropes_of_the_path_itself_count() -> None:
    one = Night("b3", "b2", hands={"ninja": ["rope"], "traitor": []})
    assert "rope_new b4" in offered(one, "ninja")
    assert "rope_new b4" not in offered(one, "ninja", "bluff rope")


@pytest.mark.clause("SCORPION-17.10", "SCORPION-9.2", "SCORPION-20.2")
def test_nothing_is_offered_to_whoever_may_not_move() -> None:
    night = Night()
    night.goes("ninja")
    assert not offered(night, "ninja")
    assert not cards(night, "ninja")
    for other in (Night().change(phase="cards"), Night().set("ninja", status="dead", zone=None)):
        assert not offered(other, "ninja")
        assert not cards(other, "ninja")


@pytest.mark.clause("SCORPION-16.2", "SCORPION-22.3", "SCORPION-26.1")
def test_cards_are_those_that_can_be_used_here_and_bluffs() -> None:
    bluffs = {f"bluff {c}" for c in ("kenjutsu1", "kenjutsu2", "rope", "secret_passage", "shadow_walk", "shuriken")}
    assert cards(Night(), "ninja") == bluffs
    night = Night("b2", "c3", ["c2", "c4"])
    used = {"kenjutsu1 g01", "kenjutsu2 g01", "shuriken g01", "shadow_walk"}
    assert cards(night, "ninja", "c2") == bluffs | used
    assert cards(night, "ninja", "c2", "kenjutsu1 g01") == bluffs - {"bluff kenjutsu1"}
    assert "shadow_walk" not in cards(night, "ninja", "b1", "b2", "c2")
    assert "sake g02" in cards(night, "traitor", "c4")
    assert not any("cat" in card for card in cards(night, "traitor"))
    assert not cards(Night("b1"), "ninja", "exit_map")


@pytest.mark.clause("SCORPION-17.3", "SCORPION-16.2")
def test_whatever_is_offered_is_upheld() -> None:
    upheld = 0
    for seed in range(SAMPLES):
        rng = Random(seed)
        zones = [rng.choice(["b2", "c2", "c3", "a4", "b1", PASSAGE]) for _ in range(2)]
        guards = [rng.choice(["c2", "c3", "b2", "b5", "c4"]) for _ in range(4)]
        night = Night(*zones, guards, shuriken_range=rng.choice("012"), sake_range=rng.choice("01"))
        night.set("ninja", permitted=True).set("traitor", permitted=True)
        who = rng.choice(["ninja", "traitor"])
        path: tuple[Step, ...] = ()
        for _ in range(rng.randrange(6)):
            more = next_steps(night.state, who, path)
            used = next_cards(night.state, who, path) if rng.random() < 0.4 else ()
            shadowed = bool(path) and path[-1].do == "shadow_walk"
            choice = more if shadowed and more else (*more, *used)
            if not choice:
                break
            path = (*path, rng.choice(choice))
        if path and path[-1].do == "shadow_walk":
            path = path[:-1]
        raw = [step.model_dump(exclude_none=True) for step in path]
        night.says("intruders", "lock_path", intruder=who, steps=raw)
        upheld += len(path)
    assert upheld > SAMPLES
