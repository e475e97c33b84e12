"""What each kind of public fact tells, on Nijō as `Table` sets it up; the worked example of docs/deduction.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.scorpion.knowledge import Knowledge, knowledge_of
from referee.scorpion.moves import PASSAGE
from referee.scorpion.parts import Event
from tests.referee.scorpion.table import Table

DOC = Path(__file__).parents[4] / "docs" / "deduction.md"
OVER = ("intruder_phase_ended", {})


def known(players: int = 2, **options: Any) -> Knowledge:
    return knowledge_of(Table.ready(players, **options).state)


def told(knowledge: Knowledge, *facts: tuple[str, dict[str, Any]], phase: str = "cards", turn: int = 3) -> Knowledge:
    return knowledge.learn(Event(turn=turn, phase=phase, kind=kind, data=data) for kind, data in facts)


def in_phase(knowledge: Knowledge, *facts: tuple[str, dict[str, Any]]) -> Knowledge:
    return told(knowledge, ("intruder_phase", {"turn": 3}), *facts, OVER, phase="intruders")


def seen(who: str, zone: str) -> tuple[str, dict[str, Any]]:
    return "discovered", {"intruder": who, "zone": zone}


def lost(who: str) -> tuple[str, dict[str, Any]]:
    return "lost_sight", {"intruder": who}


def played(who: str, card: str) -> tuple[str, dict[str, Any]]:
    return "card_played", {"intruder": who, "card": card}


def searched(who: str, zone: str) -> list[tuple[str, dict[str, Any]]]:
    about = {"intruder": who, "zone": zone}
    return [("search_declared", about), ("search_answered", about | {"found": "nothing"})]


def by_noise(knowledge: Knowledge, who: str) -> str:
    places, order = knowledge.places(who), knowledge.ground.ids
    rows = (" ".join(z for z in order if (z, n) in places) for n in range(4))
    return "\n".join(f"noise {n}: {row}" for n, row in enumerate(rows) if row)


def at_the_moat() -> Knowledge:
    """Return what is known when the Ninja has come from T1 into M1 and is seen there."""
    return told(in_phase(told(known(), seen("ninja", "T1")), lost("ninja")), seen("ninja", "M1"))


@pytest.mark.clause("SCORPION-6.1")
@pytest.mark.clause("SCORPION-6.5")
def test_at_first_they_are_where_they_may_start() -> None:
    knowledge = known()
    assert set(knowledge.zones("ninja")) == knowledge.ground.board.edge_zones
    assert set(knowledge.zones("traitor")) < knowledge.ground.board.traitor_starts
    assert not {"W1", "E1", "W16"} & set(knowledge.zones("traitor"))
    assert {noise for _, noise in knowledge.places("ninja")} == {0}


@pytest.mark.clause("SCORPION-12.2")
def test_the_example_of_the_page_is_what_the_engine_says() -> None:
    page = "\n".join(line.strip() for line in DOC.read_text(encoding="utf-8").splitlines())
    knowledge = told(known(), seen("ninja", "T1"))
    knowledge = in_phase(knowledge, lost("ninja"), *searched("ninja", "T2"))
    assert f"```\n{by_noise(knowledge, 'ninja')}\n```" in page
    knowledge = told(knowledge, ("heard_nothing", {"unit": "g02", "zone": "W4"}), turn=4)
    assert f"```\n{by_noise(knowledge, 'ninja')}\n```" in page
    assert knowledge.zones("ninja") == ("T1", "T2", "T24")
    why = knowledge.why_out("ninja", "T3")
    assert why is not None
    assert (why.turn, why.kind, why.data["zone"], why.clause) == (4, "heard_nothing", "W4", "SCORPION-12.8")
    assert knowledge.why_out("ninja", "T2") is None
    assert knowledge.certain("ninja") == 3


@pytest.mark.clause("SCORPION-12.5")
def test_something_was_heard_is_the_one_or_the_other() -> None:
    knowledge = told(known(), seen("ninja", "T1"))
    knowledge = in_phase(knowledge, lost("ninja"))
    traitor = knowledge.zones("traitor")
    knowledge = told(knowledge, ("heard", {"unit": "g01", "zone": "W1"}), turn=4)
    near = knowledge.ground.heard_at("W1")

    def in_range(place: tuple[str, int] | None) -> bool:
        assert place is not None
        return bool(near >> place[1] * knowledge.ground.width & knowledge.ground.bit(place[0]))

    assert all(in_range(a) or in_range(b) for a, b in knowledge.pairs())
    assert any(not in_range(a) for a, _ in knowledge.pairs())
    assert knowledge.zones("traitor") == traitor


@pytest.mark.clause("SCORPION-21.1")
def test_a_zone_that_guards_enter_is_empty_unless_they_meet_somebody() -> None:
    moved = ("guards_moved", {"unit": "g09+g10", "origin": "W16", "zone": "W14"})
    assert "W14" in known().zones("traitor")
    after = told(known(), moved)
    assert "W14" not in after.zones("traitor")
    why = after.why_out("traitor", "W14")
    assert why is not None
    assert why.kind == "guards_moved"
    assert told(known(), moved, seen("traitor", "W14")).zones("traitor") == ("W14",)


@pytest.mark.clause("SCORPION-21.4")
def test_nobody_walks_unseen_through_guards() -> None:
    knowledge = in_phase(at_the_moat(), lost("ninja"))
    assert {"W2", "T1"} & set(knowledge.zones("ninja")) == {"T1"}
    assert "W1" not in knowledge.zones("ninja")


@pytest.mark.clause("SCORPION-17.6")
@pytest.mark.clause("SCORPION-26.2")
def test_a_rope_may_hang_or_be_a_bluff_and_leads_back() -> None:
    knowledge = in_phase(at_the_moat(), played("ninja", "rope"), lost("ninja"))
    assert {"W2", "T1"} <= set(knowledge.zones("ninja"))
    assert ("W2", 1) in knowledge.places("ninja")
    assert ("W2", 2) not in knowledge.places("ninja")
    inside = told(knowledge, seen("ninja", "W2"), turn=4)
    assert ("M1", 1) in in_phase(inside, lost("ninja")).places("ninja")


@pytest.mark.clause("SCORPION-25.7")
def test_the_passage_is_left_where_it_can_end() -> None:
    entered = ("passage_entered", {"intruder": "ninja"})
    knowledge = told(known(), seen("ninja", "T1"))
    knowledge = in_phase(knowledge, played("ninja", "secret_passage"), entered, lost("ninja"))
    assert knowledge.zones("ninja") == (PASSAGE,)
    assert told(knowledge, ("heard_nothing", {"unit": "g01", "zone": "W1"}), turn=4).zones("ninja") == (PASSAGE,)
    left = in_phase(knowledge, ("passage_left", {"intruder": "ninja"}))
    assert ("T1", 1) in left.places("ninja")
    assert ("T2", 1) in left.places("ninja")
    assert ("M1", 1) not in left.places("ninja")
    assert ("M1", 2) in left.places("ninja")
    found = ("entrance_found", {"zone": "P2", "entrances": 1})
    known_exit = in_phase(told(knowledge, found), ("passage_left", {"intruder": "ninja"}))
    assert ("P2", 1) in known_exit.places("ninja")
    assert ("T3", 1) not in known_exit.places("ninja")
    assert ("T1", 1) in known_exit.places("ninja")


@pytest.mark.clause("SCORPION-20.3")
@pytest.mark.clause("SCORPION-23.1")
def test_who_is_gone_is_nowhere_and_who_returns_begins_anew() -> None:
    knowledge = told(known(), seen("ninja", "T1"), ("died", {"intruder": "ninja", "returns": True}))
    assert knowledge.zones("ninja") == ()
    assert knowledge.names == ("traitor",)
    knowledge = told(knowledge, ("returned", {"intruder": "ninja"}), turn=4)
    assert set(knowledge.zones("ninja")) == knowledge.ground.board.edge_zones
    gone = in_phase(told(knowledge, seen("ninja", "T2")), ("escaped", {"intruder": "ninja"}))
    assert gone.zones("ninja") == ()
    assert gone.zones("traitor")


@pytest.mark.clause("SCORPION-29.5")
def test_a_nameless_lone_wolf_is_either_until_a_card_tells() -> None:
    knowledge = known(lone_wolf="hidden")
    assert knowledge.names == ("intruder",)
    assert {"T1", "W2"} <= set(knowledge.zones("intruder"))
    named = told(knowledge, ("lone_wolf_named", {"intruder": "traitor"}), played("traitor", "cat"))
    assert named.names == ("traitor",)
    assert "T1" not in named.zones("traitor")


@pytest.mark.clause("METSUKE-3.1")
def test_a_record_that_no_play_explains_begins_anew() -> None:
    knowledge = told(known(), seen("ninja", "T1"))
    broken = in_phase(knowledge, *searched("ninja", "K1"))
    assert broken.broken == 3
    assert broken.zones("ninja") == ("T1",), "whose figure still stands there"
    assert len(broken.zones("traitor")) > 100
    assert told(broken, seen("ninja", "K3"), turn=4).zones("ninja") == ("K3",)
