"""What the intruders are offered is upheld, and nothing else is (SCORPION-16 to 18)."""

from __future__ import annotations

from random import Random

import pytest

from referee.check.offered import check_offered, check_others
from referee.core.offers import Offer, Way
from referee.scorpion.moves import PASSAGE
from referee.scorpion.prompts import ALWAYS
from tests.players.scorpion.match import any_options, judged
from tests.referee.scorpion.evenings import match_at
from tests.referee.scorpion.night import Night, items
from tests.shares import count, parts

NIGHTS = 10
"""Random nights for each match."""


def offer(night: Night, who: str = "ninja") -> Offer:
    """Return the offer of one intruder's path."""
    prompt = night.prompts(night.owner(who))["intruders"]
    return next(o for o in prompt.offers if o.move == "lock_path" and who in o.choices("intruder"))


def fits(night: Night, *path: str, who: str = "ninja") -> bool:
    """Tell whether a path is offered; it must be upheld exactly if it is."""
    move = {"type": "lock_path", "intruder": who, "steps": items(path)}
    offered = offer(night, who).fits(move)
    assert night.judge(night.owner(who), "lock_path", intruder=who, steps=items(path)).upheld is offered
    return offered


@pytest.mark.clause(
    "SCORPION-17.1", "SCORPION-17.3", "SCORPION-17.5", "SCORPION-17.7", "SCORPION-20.1", "SCORPION-25.6"
)
def test_paths_are_offered_as_far_as_they_may_lead() -> None:
    assert fits(Night())
    for path in (["b1"], ["b1", "a1", "a2"], ["b1", "exit_map"], ["b3"], ["c2", "enter_passage"], ["b1", "b2", "b3"]):
        assert fits(Night(), *path), path
    for path in (
        ["a3"],
        ["b3", "b2"],
        ["b1", "b2", "b1", "b2"],
        ["exit_map"],
        ["b1", "exit_map", "b1"],
        ["rope_new b1"],
    ):
        assert not fits(Night(), *path), path
    assert fits(Night("a3"), "rope_new a4", "bluff rope")
    assert not fits(Night("a3"), "rope_new a4", "a5")
    assert not fits(Night("b3"), "b2", "b3", "b2")
    assert fits(Night(PASSAGE), "leave_passage b4", "a4", "b4")
    assert not fits(Night(PASSAGE), "leave_passage b4", "enter_passage", "leave_passage c2")


@pytest.mark.clause("SCORPION-16.3", "SCORPION-21.3", "SCORPION-22.3", "SCORPION-1.2")
def test_cards_and_guards_run_out_on_the_way() -> None:
    night = Night("b2", "c3", ["c2", "c2", "c4"], hands={"ninja": ["kenjutsu1", "shuriken", "rope", "shadow_walk"]})
    assert fits(night, "c2", "kenjutsu1 g01", "shuriken g02")
    for path in (
        ["c2", "kenjutsu1 g01", "kenjutsu1 g02"],
        ["c2", "kenjutsu1 g01", "shuriken g01"],
        ["c2", "shuriken g03"],
        ["shadow_walk"],
        ["b1", "shadow_walk", "a1"],
        ["c2", "shadow_walk"],
        ["c2", "c1", "shadow_walk", "c2"],
        ["c2", "bluff rope", "bluff rope"],
    ):
        assert not fits(night, *path), path
    assert fits(night, "c2", "shadow_walk", "c1")
    assert fits(night, "c2", "shadow_walk", "bluff rope", "c1", "kenjutsu1 g01") is False
    sake = Night("b2", "c4", ["c4", "c4"], hands={"traitor": ["potent_sake"] * 3 + ["kenjutsu1"]}, sake_targets="2")
    assert fits(sake, "sake g01+g02", who="traitor")
    assert fits(sake, "sake g01", "kenjutsu1 g01", who="traitor")
    assert not fits(sake, "sake g01", "sake g01", who="traitor")
    assert not fits(sake, "kenjutsu1 g01", "sake g01+g02", who="traitor")


@pytest.mark.clause("SCORPION-16.3")
def test_where_kinds_are_not_entered_no_more_copies_are_offered_than_there_can_be() -> None:
    night = Night("b2", "c3", intruder_cards="counted", hands={"ninja": ["rope"] * 8})
    assert fits(night, *["bluff rope"] * 6)
    assert not fits(night, *["bluff rope"] * 7)
    assert not fits(night, *["bluff shuriken"] * 4, *["bluff rope"] * 5)
    assert fits(night, *["bluff shuriken"] * 4, *["bluff rope"] * 4)


def any_night(seed: int) -> Night:
    """Return a night in which much can be done, with options drawn at random."""
    random = Random(f"offers {seed}")
    players = random.choice((2, 2, 3, 4))
    zones = ["b2", "c2", "c3", "a4", "b1", "a3", "b3", "c1", PASSAGE]
    options = any_options(random, players)
    names = ("shuriken_range", "sake_range", "sake_targets", "shadow_walk_scope", "shadow_walk_stop", "passage_bluff")
    names += ("drunk_notices", "passage_reuse", "rope_same_turn", "search_limit", "intruder_cards", "search_timing")
    names += ("disputed", "search_limit_disputed", "search_after_escape", "ninja_deck", "traitor_deck")
    chosen = {name: value for name, value in options.items() if name in names}
    guards = [random.choice(["c2", "c3", "b2", "b5", "c4", "b1", PASSAGE]) for _ in range(random.randint(0, 6))]
    if chosen.get("disputed") == "on":
        guards = [zone for zone in guards if zone != PASSAGE]
    ropes = [("a3", "a4", random.choice(("ninja", "traitor")))] if random.random() < 0.5 else []
    drunk = {f"g{n:02}": 99 for n in range(1, len(guards) + 1) if random.random() < 0.2}
    night = Night(
        random.choice(zones),
        random.choice(zones),
        guards,
        players=players,
        ropes=ropes,
        drunk=dict(list(drunk.items())[:3]),
        entrances=tuple(random.sample(["c2", "b4", "b1", "c5"], 2)),
        **chosen,
    )
    for who in ("ninja", "traitor"):
        if night.one(who).zone == PASSAGE or random.random() < 0.3:
            night.set(who, permitted=True)
    return night


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("OFFERS", 5), ids=str)
def test_whatever_is_offered_at_night_is_upheld_and_nothing_else(seeds: range) -> None:
    made = other = 0
    for seed in range(seeds.start * NIGHTS, seeds.stop * NIGHTS):
        random = Random(f"try {seed}")
        match = match_at(any_night(seed).state)
        for _ in range(5):
            made += check_offered(match, random, tries=3)
            other += check_others(match, random, 10)
            seat = random.choice([s.seat for s in match.seats if s.seat not in ("guards", "sword", "spear")])
            own = (p for p in match.prompts(seat) if p.seat == seat and p.ask not in ALWAYS)
            offers = [o for p in own for o in p.offers]
            if not offers or match.state.phase != "intruders":
                break
            match, ruling = match.declare(seat, random.choice(offers).any_of(random), "5a" * 16)
            assert ruling.upheld, ruling
    assert made > NIGHTS * len(seeds)
    assert other > NIGHTS * len(seeds)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(count("OFFERS") // 2))
def test_whatever_is_offered_in_whole_matches_is_upheld(seed: int) -> None:
    random = Random(f"whole {seed}")
    players = 2 + seed % 3
    for one in judged(f"offers {seed}", players, any_options(random, players)):
        if one.before.phase == "intruders" and random.random() < 0.3:
            match = match_at(one.before)
            check_offered(match, random)
            check_others(match, random, 20)


def test_a_way_is_what_its_legs_and_its_supply_allow() -> None:
    way = offer(Night()).fields["steps"]
    assert isinstance(way, Way)
    assert way.starts == ("b2",)
    assert {"do": "walk", "to": "b1"} in way.onward("b2")
    random = Random(1)
    for _ in range(300):
        assert way.allows(way.any_of(random))


def test_a_way_begins_with_whatever_comes_first_on_it_and_with_nothing_else() -> None:
    night = Night(guards=("b1",), shadow_walk_scope="zone", shadow_walk_stop="no")
    way = offer(night).fields["steps"]
    assert isinstance(way, Way)
    random, unfinished = Random(2), 0
    for _ in range(300):
        path = way.any_of(random)
        for n in range(len(path) + 1):
            assert way.begins(path[:n])
            unfinished += not way.allows(path[:n])
        assert not way.begins([*path, {"do": "walk", "to": "nowhere"}])
    assert unfinished  # Shadow Walk covers an entry where nobody may stay: the path has to go on
