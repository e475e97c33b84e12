"""What the public record proves afterwards, and what the secret maps add to it after the end."""

from __future__ import annotations

from typing import Any

import pytest

from referee.scorpion.audits import intruders as audits
from referee.scorpion.audits.guards import Finding, reach
from referee.scorpion.moves import PASSAGE
from referee.scorpion.parts import Event
from referee.scorpion.state import Passage, Walk
from tests.referee.scorpion.night import BOARD, Night

Line = tuple[int, str, str, dict[str, Any]]
"""Turn, phase, kind and data of an event."""


def recorded(*lines: Line, **night: Any) -> Night:
    """Return a table with a public record made by hand."""
    record = tuple(Event(turn=turn, phase=phase, kind=kind, data=data) for turn, phase, kind, data in lines)
    return Night(**night).change(record=record)


def found(night: Night, audit: str, *, closing: bool = False) -> list[Finding]:
    """Return an audit's findings; before the end and after it, what the record alone proves is the same."""
    if closing:
        after = night.change(phase="ended")
        return [f for f in audits.findings(after.state) if f.audit == audit and not f.open]
    open_ = [f for f in audits.findings(night.state) if f.audit == audit]
    assert all(f.open for f in open_)
    return open_


def clauses(findings: list[Finding]) -> list[str]:
    return [f.clause.removeprefix("SCORPION-") for f in findings]


def seen(turn: int, phase: str, zone: str, who: str = "ninja") -> Line:
    return turn, phase, "discovered", {"intruder": who, "zone": zone}


def card(turn: int, kind: str, who: str = "ninja") -> Line:
    return turn, "intruders", "card_played", {"intruder": who, "card": kind}


def guard_card(turn: int, phase: str, kind: str, unit: str = "g01") -> Line:
    return turn, phase, "guard_card", {"seat": "guards", "card": kind, "unit": unit, "zone": "c3"}


def step(turn: int, unit: str, origin: str, zone: str, phase: str = "cards") -> Line:
    return turn, phase, "guards_moved", {"unit": unit, "origin": origin, "zone": zone}


def answer(turn: int, zone: str, what: str, who: str = "ninja") -> Line:
    return turn, "intruders", "search_answered", {"intruder": who, "zone": zone, "found": what}


def listen(turn: int, zone: str, kind: str = "heard_nothing") -> Line:
    return turn, "cards", kind, {"unit": "g01", "zone": zone}


# A1 and A2: what was heard


@pytest.mark.clause("SCORPION-12.2")
def test_a1_whoever_was_found_in_the_listeners_own_zone_must_have_been_heard() -> None:
    near = recorded(listen(3, "c2"), seen(3, "patrol", "c2"))
    assert [(f.clause, f.facts, f.certainty) for f in found(near, "A1")] == [("SCORPION-12.2", (0, 1), "proven")]
    assert not found(recorded(listen(3, "c1"), seen(3, "patrol", "c2")), "A1")
    assert not found(recorded(listen(2, "c2"), seen(3, "patrol", "c2")), "A1")
    assert not found(recorded(seen(3, "cards", "c2"), listen(3, "c2")), "A1")
    assert not found(recorded((3, "cards", "cat_played", {"unit": "g01", "zone": "c2"}), seen(3, "patrol", "c2")), "A1")


@pytest.mark.clause("SCORPION-12.2", "SCORPION-D3")
def test_a1_two_sights_bound_the_noise_from_below() -> None:
    walk = seen(2, "patrol", "c1"), listen(3, "c5"), seen(3, "patrol", "c3")
    assert len(found(recorded(*walk), "A1")) == 1
    assert not found(recorded(seen(2, "patrol", "c2"), *walk[1:]), "A1")
    assert not found(recorded(seen(1, "patrol", "c1"), *walk[1:]), "A1")
    through = (2, "intruders", "passage_entered", {"intruder": "ninja"})
    assert not found(recorded(walk[0], through, *walk[1:]), "A1")


@pytest.mark.clause("SCORPION-12.2", "SCORPION-D4")
@pytest.mark.parametrize(
    ("kind", "zone", "audit", "wrong"),
    [
        ("heard_nothing", "b1", "A1", True),
        ("heard_nothing", "c5", "A1", False),
        ("heard", "c5", "A2", True),
        ("heard", "b1", "A2", False),
    ],
)
def test_a1_and_a2_the_secret_maps_tell_wrong_answers(kind: str, zone: str, audit: str, wrong: bool) -> None:
    night = recorded(listen(3, zone, kind))
    night.set("ninja", walks=(Walk(2, ("b2", "b1", "a1"), 2), Walk(3, ("a1",), 0)))
    night.set("traitor", walks=(Walk(2, ("c2", PASSAGE), 1), Walk(3, (PASSAGE,), 0)))
    assert (len(found(night, audit, closing=True)) == 1) is wrong


@pytest.mark.clause("SCORPION-12.2")
def test_a2_is_silent_where_the_maps_are() -> None:
    night = recorded(listen(3, "c5", "heard")).set("ninja", walks=(Walk(2, ("b2", "b1"), 1), Walk(3, ("b1",), 0)))
    assert not found(night, "A2", closing=True)
    for kind in ("escaped", "died"):
        gone = recorded((1, "intruders", kind, {"intruder": "traitor"}), listen(3, "c5", "heard"))
        gone.set("ninja", walks=(Walk(2, ("b2", "b1"), 1), Walk(3, ("b1",), 0)))
        assert len(found(gone, "A2", closing=True)) == 1


@pytest.mark.clause("SCORPION-12.2", "SCORPION-D5")
def test_a1_nobody_hears_the_dead() -> None:
    walks = (Walk(2, ("b2", "b1"), 1),)
    dead = (3, "alert", "died", {"intruder": "ninja"})
    after = recorded(dead, listen(3, "b1"), traitor=None).set("ninja", walks=walks)
    before = recorded(listen(3, "b1"), dead, traitor=None).set("ninja", walks=walks)
    assert not found(after, "A1", closing=True)
    assert len(found(before, "A1", closing=True)) == 1


# A3, A6, A7: where an intruder can have been


@pytest.mark.clause("SCORPION-D7", "SCORPION-17.5", "SCORPION-17.7")
def test_the_reach_of_a_turn_counts_stops_and_ropes() -> None:
    assert reach(BOARD, "a3", 1, ropes=False) == {"a1", "a2", "a3", "b1", "b2", "b3", "c2"}
    assert reach(BOARD, "a3", 1, ropes=True) == reach(BOARD, "a3", 1, ropes=False) | {"a4"}
    assert "a4" in reach(BOARD, "c4", 1, ropes=False)
    assert reach(BOARD, "c4", 0, ropes=True) == {"c4"}


@pytest.mark.clause("SCORPION-17.1")
@pytest.mark.parametrize(
    ("first", "second", "proven"),
    [
        (seen(2, "patrol", "a1"), seen(3, "patrol", "c4"), True),
        (seen(2, "patrol", "a1"), seen(4, "patrol", "c4"), False),
        (seen(2, "patrol", "a1"), seen(3, "intruders", "c4"), False),
        (seen(2, "patrol", "c1"), seen(3, "patrol", "c4"), False),
        (seen(3, "cards", "c1"), seen(3, "patrol", "c2"), True),
        (seen(2, "patrol", "a1"), seen(3, "patrol", "c4", "traitor"), False),
    ],
)
def test_a3_too_far_a_walk_between_two_sights(first: Line, second: Line, proven: bool) -> None:
    assert clauses(found(recorded(first, second), "A3")) == (["17.1"] if proven else [])


@pytest.mark.clause("SCORPION-17.1")
@pytest.mark.parametrize("kind", ["passage_entered", "passage_left", "died", "returned"])
def test_a3_the_passage_and_a_new_life_explain_it(kind: str) -> None:
    between = (2, "intruders", kind, {"intruder": "ninja"})
    assert not found(recorded(seen(2, "patrol", "a1"), between, seen(3, "patrol", "c4")), "A3")


@pytest.mark.clause("SCORPION-18.2")
@pytest.mark.parametrize(
    ("zone", "turn", "proven"), [("c4", 3, True), ("b3", 3, False), ("c4", 4, False), ("a1", 3, False)]
)
def test_a6_a_search_out_of_reach(zone: str, turn: int, proven: bool) -> None:
    night = recorded(seen(3, "patrol", "a1"), answer(turn, zone, "nothing"))
    assert clauses(found(night, "A6")) == (["18.2"] if proven else [])
    left = (3, "intruders", "passage_left", {"intruder": "ninja"})
    assert not found(recorded(left, seen(3, "intruders", "a1"), answer(3, "c4", "nothing")), "A6")


@pytest.mark.clause("SCORPION-17.6", "SCORPION-17.8")
@pytest.mark.parametrize(
    ("between", "options", "proven"),
    [
        ([], {}, True),
        ([card(2, "rope")], {}, False),
        ([card(2, "rope", "traitor")], {}, False),
        ([card(2, "rope", "traitor")], {"disputed": "on", "players": 3}, True),
        ([card(2, "shuriken")], {}, True),
    ],
)
def test_a7_a_wall_crossed_without_a_rope(between: list[Line], options: dict[str, Any], proven: bool) -> None:
    night = recorded(seen(2, "patrol", "a3"), *between, seen(3, "patrol", "a4"), **options)
    assert clauses(found(night, "A7")) == (["17.6"] if proven else [])


@pytest.mark.clause("SCORPION-17.6")
def test_a7_a_way_through_the_gate_excuses() -> None:
    assert not found(recorded(seen(2, "patrol", "c3"), seen(3, "patrol", "b4")), "A7")


# A4 and A10: guards


FOUND = (4, "cards", "entrance_found", {"zone": "c2", "entrances": 1})


@pytest.mark.clause("SCORPION-25.11", "SCORPION-25.13", "SCORPION-25.21")
@pytest.mark.parametrize(
    ("lines", "proven"),
    [
        ([step(3, "g01", "b2", "c2"), (3, "patrol", "patrol_phase", {}), FOUND], True),
        ([step(3, "g01", "b2", "c2"), step(3, "g01", "c2", "c3"), (3, "patrol", "patrol_phase", {}), FOUND], False),
        ([step(4, "g01", "b2", "c2"), seen(4, "cards", "c2"), FOUND], False),
        ([FOUND, step(4, "g01", "b2", "c2"), (4, "patrol", "patrol_phase", {})], False),
        ([step(3, "g01", "b2", "c1"), (3, "patrol", "patrol_phase", {}), FOUND], False),
    ],
)
def test_a4_a_move_ended_on_an_entrance_in_silence(lines: list[Line], proven: bool) -> None:
    assert clauses(found(recorded(*lines), "A4")) == (["25.11"] if proven else [])
    assert not found(recorded(*lines, passage_discoverable="no"), "A4")


@pytest.mark.clause("SCORPION-25.11")
def test_a4_an_entrance_that_was_never_announced() -> None:
    night = recorded(step(3, "g01", "b2", "c2")).change(passages=(Passage(None, ("c2", "b4")),))
    assert clauses(found(night, "A4", closing=True)) == ["25.11"]
    other = recorded(step(3, "g01", "b2", "c1")).change(passages=(Passage(None, ("c2", "b4")),))
    assert not found(other, "A4", closing=True)


@pytest.mark.clause("SCORPION-13.2", "SCORPION-13.4", "SCORPION-15.6")
@pytest.mark.parametrize(
    ("lines", "clause"),
    [
        ([step(3, "g01", "b2", "c2"), step(3, "g01", "c2", "c3")], []),
        ([step(3, "g01", "b2", "c2"), step(3, "g01", "c2", "c3"), step(3, "g01", "c3", "c4")], ["13.2"]),
        ([step(3, "g01", "b2", "c2"), guard_card(3, "cards", "sentry_search"), step(3, "g01", "c2", "c3")], ["13.4"]),
        ([step(3, "g01", "b2", "c2"), guard_card(3, "cards", "kenjutsu"), step(3, "g01", "c2", "c3")], []),
        ([step(3, "g01", "b2", "c2"), step(4, "g01", "c2", "c3"), step(4, "g01", "c3", "c4")], []),
        ([step(3, "g01+g02", "b2", "c2", "patrol"), step(3, "g01+g02", "c2", "b2", "patrol")], ["15.6", "15.6"]),
    ],
)
def test_a10_guards_who_moved_too_much_or_back(lines: list[Line], clause: list[str]) -> None:
    assert clauses(found(recorded(*lines), "A10")) == clause


@pytest.mark.clause("SCORPION-15.6")
def test_a10_a_patrol_may_turn_back_where_the_table_lets_it() -> None:
    lines = step(3, "g01+g02", "b2", "c2", "patrol"), step(3, "g01+g02", "c2", "b2", "patrol")
    assert not found(recorded(*lines, patrol_uturn="allow"), "A10")


def woke(turn: int, zone: str, figures: int = 15) -> Line:
    return turn, "cards", "guards_woke", {"guards": ["g15"], "zone": zone, "figures": figures}


@pytest.mark.clause("SCORPION-5.1", "SCORPION-23.10", "SCORPION-24.1")
def test_a10_more_guards_than_can_have_slept_or_stand() -> None:
    three = [woke(turn, "c2") for turn in (1, 2, 3)]
    assert clauses(found(recorded(*three), "A10")) == ["5.1"]
    assert not found(recorded(*three[:2], woke(3, "c4")), "A10")
    more = (3, "start", "bonus_sleepers_taken", {"count": 3})
    assert not found(recorded(*three[:2], more, three[2]), "A10")
    assert clauses(found(recorded(woke(3, "c2", 21)), "A10")) == ["24.1"]
    assert not found(recorded(woke(3, "c2", 20)), "A10")


# A5 and A11: searches


@pytest.mark.clause("SCORPION-18.9", "SCORPION-19.2", "SCORPION-19.5")
@pytest.mark.parametrize(
    ("first", "second", "wrong"),
    [
        ("nothing", "nothing", False),
        ("nothing", "trap", True),
        ("trap", "trap", False),
        ("trap", "nothing", True),
        ("A", "A", False),
        ("A", "B", True),
        ("hidden_sentry", "nothing", False),
        ("hidden_sentry", "hidden_sentry", True),
    ],
)
def test_a5_a_zone_answers_the_same_each_time(first: str, second: str, wrong: bool) -> None:
    for zone in ("a4", "by the well"):
        depth = {} if zone == "a4" else {"depth": "scores"}
        night = recorded(answer(2, zone, first), answer(3, zone, second, "traitor"), **depth)
        assert [(f.clause, f.facts) for f in found(night, "A5")] == ([("SCORPION-18.9", (0, 1))] if wrong else [])


@pytest.mark.clause("SCORPION-5.2", "SCORPION-5.3", "SCORPION-5.5", "SCORPION-5.7")
@pytest.mark.parametrize(
    ("finds", "clause"),
    [
        ({"a4": "A", "a5": "B", "b4": "C"}, []),
        ({"a4": "A", "a5": "B", "b4": "C", "b5": "D"}, ["5.5"]),
        ({"a4": "A", "a5": "A"}, ["5.2"]),
        ({"a4": "trap", "a5": "trap"}, []),
        ({"a4": "trap", "a5": "trap", "b4": "trap"}, ["5.2"]),
        ({"a4": "hidden_sentry", "a5": "hidden_sentry", "b4": "hidden_sentry"}, ["5.2"]),
        ({"c3": "trap"}, ["5.3"]),
        ({"a3": "A"}, ["5.7"]),
    ],
)
def test_a5_the_marks_that_were_found_are_possible(finds: dict[str, str], clause: list[str]) -> None:
    assert clauses(found(recorded(*(answer(2, zone, what) for zone, what in finds.items())), "A5")) == clause


@pytest.mark.clause("SCORPION-18.10")
@pytest.mark.parametrize(("letter", "wrong"), [("A", False), ("C", True)])
def test_a11_the_shown_mission_is_the_tile(letter: str, wrong: bool) -> None:
    shown = (3, "intruders", "mission_accomplished", {"intruder": "ninja", "letter": letter})
    assert bool(found(recorded(shown), "A11", closing=True)) is wrong
    again = (4, "start", "returned", {"intruder": "ninja"})
    assert not found(recorded(shown, again), "A11", closing=True)


@pytest.mark.clause("SCORPION-18.10", "SCORPION-18.11")
@pytest.mark.parametrize(("who", "wrong"), [("ninja", True), ("traitor", False)])
def test_a11_a_found_mission_was_shown(who: str, wrong: bool) -> None:
    assert bool(found(recorded(answer(3, "a4", "A", who)), "A11", closing=True)) is wrong
    shown = (3, "intruders", "mission_accomplished", {"intruder": who, "letter": {"ninja": "A"}.get(who, "D")})
    assert not found(recorded(answer(3, "a4", "A", who), shown), "A11", closing=True)


# A8 and A9: cards

INSIDE = (3, "intruders", "passage_entered", {"intruder": "ninja"})
BACK = (4, "start", "returned", {"intruder": "ninja"})


@pytest.mark.clause("SCORPION-25.7", "SCORPION-25.8")
@pytest.mark.parametrize(
    ("lines", "option", "proven"),
    [
        ([INSIDE], "needs_card", True),
        ([card(3, "secret_passage"), INSIDE, INSIDE], "needs_card", False),
        ([card(3, "secret_passage", "traitor"), INSIDE], "needs_card", True),
        ([card(3, "secret_passage"), BACK, INSIDE], "needs_card", True),
        ([card(3, "secret_passage"), BACK, INSIDE], "keeps", False),
    ],
)
def test_a8_into_the_passage_without_a_card(lines: list[Line], option: str, proven: bool) -> None:
    assert clauses(found(recorded(*lines, passage_after_return=option), "A8")) == (["25.7"] if proven else [])


@pytest.mark.clause("SCORPION-3.1", "SCORPION-16.3", "SCORPION-23.6")
@pytest.mark.parametrize(
    ("lines", "clause"),
    [
        ([card(2, "rope")] * 6, []),
        ([card(2, "rope")] * 7, ["16.3"]),
        (
            [
                card(2, k)
                for k in ("rope", "rope", "rope", "shuriken", "shuriken", "kenjutsu1", "kenjutsu2", "shuriken")
            ],
            [],
        ),
        (
            [
                card(2, k)
                for k in ("rope", "rope", "rope", "shuriken", "shuriken", "kenjutsu1", "kenjutsu2", "shuriken", "rope")
            ],
            ["3.1"],
        ),
        ([*[card(2, "rope")] * 6, BACK, *[card(5, "rope")] * 6], []),
        (
            [BACK, *[card(5, k) for k in ("rope", "rope", "rope", "shuriken", "shuriken", "kenjutsu1", "kenjutsu2")]],
            ["23.6"],
        ),
    ],
)
def test_a9_more_cards_than_an_intruder_can_have(lines: list[Line], clause: list[str]) -> None:
    assert clauses(found(recorded(*lines), "A9")) == clause


@pytest.mark.clause("SCORPION-14.1")
@pytest.mark.parametrize(("option", "proven"), [("counts", True), ("free", False)])
def test_a9_a_third_hand_card(option: str, proven: bool) -> None:
    lines = [guard_card(3, "cards", "sentry_listen", f"g0{i}") for i in (1, 2)]
    lines.append(guard_card(3, "cards", "kenjutsu", "g03"))
    assert clauses(found(recorded(*lines, kenjutsu_card_phase=option), "A9")) == (["14.1"] if proven else [])
    drawn = [guard_card(3, "alert", "sentry_listen", f"g0{i}") for i in (1, 2, 3)]
    assert not found(recorded(*drawn), "A9")


@pytest.mark.clause("SCORPION-11.2", "SCORPION-22.8")
@pytest.mark.parametrize(
    ("lines", "clause"),
    [
        ([guard_card(3, "alert", "sentry_listen"), guard_card(3, "cards", "sentry_search")], ["11.2"]),
        ([guard_card(3, "alert", "sentry_listen"), guard_card(4, "cards", "sentry_search")], []),
        ([guard_card(3, "alert", "patrol_listen", "g01+g02"), guard_card(3, "cards", "sentry_search")], ["11.2"]),
        ([guard_card(3, "cards", "sentry_search"), guard_card(3, "cards", "kenjutsu")], []),
        ([guard_card(3, "cards", "kenjutsu"), guard_card(3, "patrol", "kenjutsu")], ["22.8"]),
        ([guard_card(3, "cards", "kenjutsu"), guard_card(3, "patrol", "kenjutsu", "g02")], []),
    ],
)
def test_a9_a_second_card_or_attack_of_one_guard(lines: list[Line], clause: list[str]) -> None:
    assert clauses(found(recorded(*lines), "A9")) == clause


@pytest.mark.clause("SCORPION-1.3", "SCORPION-10.2")
def test_a9_cards_that_a_deck_does_not_have_side_by_side() -> None:
    deck = {"awaken": 8, "kenjutsu": 2, "patrol_listen": 6, "patrol_search": 6, "secret_passage": 2}
    deck |= {"sentry_listen": 6, "sentry_search": 6}
    wounds = [
        (turn, "patrol", "guard_card", {"card": "kenjutsu", "unit": f"g0{turn}", "intruder": "ninja"})
        for turn in (1, 2, 3)
    ]
    assert clauses(found(recorded(*wounds, guard_deck=deck), "A9")) == ["1.3"]
    dead = (2, "patrol", "died", {"intruder": "ninja"})
    assert not found(recorded(*wounds[:2], dead, wounds[2], guard_deck=deck), "A9")
    assert not found(recorded(*wounds), "A9")


@pytest.mark.clause("SCORPION-10.4", "SCORPION-10.7")
@pytest.mark.parametrize(("drawn", "wrong"), [((3,), False), ((2, 1), False), ((2,), True), ((3, 1), True)])
def test_a9_a_wrong_number_of_draws(drawn: tuple[int, ...], wrong: bool) -> None:
    lines: list[Line] = [(3, "alert", "alert_phase", {"turn": 3, "level": 3, "draw": 3})]
    lines += [(3, "alert", "drawn", {"n": n}) for n in drawn]
    assert not found(recorded(*lines), "A9")
    lines.append((3, "cards", "card_phase", {"turn": 3}))
    assert clauses(found(recorded(*lines), "A9")) == (["10.4"] if wrong else [])


# A12: starts


@pytest.mark.clause("SCORPION-6.1", "SCORPION-6.2", "SCORPION-6.5")
@pytest.mark.parametrize(
    ("ninja", "traitor", "clause"),
    [
        ("a1", "c4", []),
        ("b2", "c4", ["6.1"]),
        ("a1", "b4", ["6.2"]),
        ("a1", "c3", ["6.5"]),
    ],
)
def test_a12_where_they_may_not_have_started(ninja: str, traitor: str, clause: list[str]) -> None:
    posted = (1, "setup", "sentry_placed", {"zone": "c3", "figure": "g01", "weapon": "sword"})
    later = (1, "cards", "guards_moved", {"unit": "g01", "origin": "c3", "zone": "c4"})
    night = recorded(posted, (1, "alert", "alert_phase", {}), later)
    night.set("ninja", start=ninja).set("traitor", start=traitor)
    assert clauses(found(night, "A12", closing=True)) == clause


@pytest.mark.clause("SCORPION-6.1", "SCORPION-23.3")
def test_a12_looks_at_the_starts_of_both_lives() -> None:
    walks = (Walk(1, ("b2", "b1"), 1), Walk(3, ("c2", "c1"), 1))
    night = recorded((3, "start", "returned", {"intruder": "ninja"})).set("traitor", start="c4")
    night.set("ninja", start="c2", life=2, died=2, walks=walks)
    assert [f.about["zone"] for f in found(night, "A12", closing=True)] == ["b2", "c2"]
    night.set("ninja", start="c1", walks=walks[1:])
    assert not found(night, "A12", closing=True)


# A13: seen and hidden


@pytest.mark.clause("SCORPION-21.7")
@pytest.mark.parametrize(
    ("option", "phase", "proven"), [("no", "patrol", True), ("no", "intruders", False), ("yes", "patrol", False)]
)
def test_a13_out_of_sight_in_the_guards_phases(option: str, phase: str, proven: bool) -> None:
    lines = seen(3, "cards", "c2"), (3, phase, "lost_sight", {"intruder": "ninja"})
    assert clauses(found(recorded(*lines, rehide_when_alone=option), "A13")) == (["21.7"] if proven else [])


@pytest.mark.clause("SCORPION-21.7", "SCORPION-21.5")
def test_a13_out_of_sight_without_a_step_or_a_kill() -> None:
    lines: list[Line] = [seen(3, "cards", "c2"), (3, "intruders", "lost_sight", {"intruder": "ninja"})]
    still = recorded(*lines).set("ninja", walks=(Walk(3, ("c2",), 0),))
    assert clauses(found(still, "A13", closing=True)) == ["21.7"]
    walked = recorded(*lines).set("ninja", walks=(Walk(3, ("c2", "c1"), 1),))
    assert not found(walked, "A13", closing=True)
    kill = (3, "intruders", "guard_killed", {"intruder": "ninja", "guard": "g01", "zone": "c2"})
    killed = recorded(lines[0], kill, lines[1]).set("ninja", walks=(Walk(3, ("c2",), 0),))
    assert not found(killed, "A13", closing=True)


@pytest.mark.clause("SCORPION-21.4")
def test_a13_unseen_where_guards_stood_is_possible_only() -> None:
    posted = (1, "setup", "sentry_placed", {"zone": "c2", "figure": "g01", "weapon": "sword"})
    over = (3, "intruders", "intruder_phase_ended", {})
    walk = (Walk(3, ("b2", "c2"), 1),)
    night = recorded(posted, over).set("ninja", walks=walk)
    assert [(f.clause, f.certainty) for f in found(night, "A13", closing=True)] == [("SCORPION-21.4", "possible")]
    met = recorded(posted, seen(3, "intruders", "c2"), over).set("ninja", walks=walk)
    assert not found(met, "A13", closing=True)
    kill = (3, "intruders", "guard_killed", {"intruder": "ninja", "guard": "g01", "zone": "c2"})
    assert not found(recorded(posted, kill, over).set("ninja", walks=walk), "A13", closing=True)
    stays = recorded(posted, over, shadow_walk_stop="yes").set("ninja", walks=walk)
    assert not found(stays, "A13", closing=True)


# All together


@pytest.mark.clause("SCORPION-32.1")
def test_before_the_end_nothing_rests_on_a_secret() -> None:
    lines = seen(2, "patrol", "a1"), listen(3, "c4"), seen(3, "patrol", "c4"), answer(3, "a4", "A")
    night = recorded(*lines)
    before = audits.findings(night.state)
    night.set("ninja", walks=(Walk(2, ("a1",), 0), Walk(3, ("a1", "b1"), 1)), mission="F", start="b4", zone="a5")
    assert audits.findings(night.state) == before != ()
    assert len(audits.findings(night.change(phase="ended").state)) > len(before)


@pytest.mark.clause("SCORPION-29.5")
def test_a_lone_wolf_is_one_under_both_names() -> None:
    lines = seen(2, "patrol", "a1", "intruder"), seen(3, "patrol", "c4", "ninja")
    assert clauses(found(recorded(*lines, traitor=None, lone_wolf="hidden"), "A3")) == ["17.1"]


@pytest.mark.clause("SCORPION-1.1")
@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_found_in_a_match_that_the_referee_has_judged(seed: int) -> None:
    from random import Random

    from referee import scorpion
    from tests.players.scorpion.match import any_options, playing, seated

    players = 2 + seed % 3
    options = any_options(Random(seed), players) if seed % 2 else {}
    state = scorpion.begin(scorpion.OPTIONS.model_validate(options), seated(players))
    for seat, move in playing(seed, players, options):
        state = scorpion.judge(state, seat, scorpion.MOVE.validate_python(move)).state
    assert state.phase == "ended"
    assert audits.findings(state) == ()
