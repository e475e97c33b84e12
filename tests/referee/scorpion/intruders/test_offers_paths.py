"""Of all the paths that could be written down, those that are offered are upheld and no others (SCORPION-17 to 26)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest

from referee import scorpion
from referee.core.offers import Offer
from referee.scorpion.cards import KINDS
from referee.scorpion.moves import STEP
from referee.scorpion.state import State, character, with_figures
from tests.referee.scorpion.intruders.paths import next_steps
from tests.referee.scorpion.intruders.test_offers import NIGHTS, any_night
from tests.referee.scorpion.night import Night, items, tagged

Item = dict[str, Any]
LONGEST = 6
TRIED = 8
"""Steps that are tried at the end of a path, one after the other."""


def path_offers(night: Night, seat: str) -> list[Offer]:
    """Return the paths that a seat is offered."""
    asked = (prompt for prompt in scorpion.prompts(night.state, seat) if prompt.seat == seat)
    return [offer for prompt in asked for offer in prompt.offers if offer.move == "lock_path"]


def stands(night: Night, seat: str, steps: list[Item], offers: list[Offer], **named: str) -> bool:
    """Tell whether a path is upheld; it must be offered exactly if it is."""
    move = {"type": "lock_path", "steps": steps, **named}
    ruling = night.judge(seat, "lock_path", steps=steps, **named)
    offered = any(offer.fits(move) for offer in offers)
    assert offered is ruling.upheld, (night.state.options.model_dump(exclude_defaults=True), move, ruling.reason)
    return offered


def crowded_night(seed: int) -> Night:
    """Return a night with guards, some of them drunk, where the intruders go, who hold cards more than once."""
    random = Random(f"crowd {seed}")
    night = any_night(seed)
    near = random.sample(["b1", "b2", "c1", "c2", "c3", "a4"], 2)
    drunk = random.choice((0, 0, 2, 3))
    for n, guard in enumerate(night.state.figures):
        state = with_figures(night.state, (guard.id,), zone=random.choice(near), drunk=99 if n < drunk else None)
        night.change(figures=state.figures)
    for one in night.state.characters:
        favoured = ["shadow_walk", "rope"] if one.who == "ninja" else ["potent_sake", "kenjutsu1", "rope"]
        if one.hand is not None:
            hand = [random.choice([*KINDS[one.who], *favoured, *favoured]) for _ in one.hand]  # type: ignore[index]
            night.set(one.who, hand=tuple(sorted(hand)))
    return night


def steps_of(state: State, who: str) -> dict[str, list[Item]]:
    """Return, by what is done, every step of an intruder that can be written down on this board."""
    guards = [guard.id for guard in state.figures]
    found: dict[str, list[Item]] = {do: [{"do": do}] for do in ("exit_map", "enter_passage", "shadow_walk")}
    for do in ("walk", "rope_new", "rope_old"):
        found[do] = [{"do": do, "to": zone} for zone in state.board.ids]
    found["leave_passage"] = [{"do": "leave_passage", "to": zone} for p in state.passages for zone in p.entrances]
    found["bluff"] = [{"do": "bluff", "card": card} for card in KINDS[character(state, who).who]]  # type: ignore[index]
    if guards:
        found["kenjutsu"] = [{"do": "kenjutsu", "value": n, "guards": [id]} for n in (1, 2) for id in guards]
        found["shuriken"] = [{"do": "shuriken", "guards": [id]} for id in guards]
        found["sake"] = [{"do": "sake", "guards": list(some)} for n in (1, 2, 3) for some in permutations(guards, n)]
    return found


def following(state: State, who: str, path: list[Item]) -> list[Item]:
    """Return the movements that may follow on an intruder's own steps, as the rules see them, and Shadow Walk."""
    own = [STEP.validate_python(step) for step in path if step.get("intruder", who) == who]
    found = [step.model_dump(exclude_none=True) for step in next_steps(state, who, own)]
    return [*found, {"do": "shadow_walk"}]


def compare(night: Night, seat: str, who: tuple[str, ...], random: Random) -> Counter[bool]:
    """Grow a path step by step and hold all that are tried on the way against the offers; count what stands or not."""
    named = {"intruder": who[0]} if len(who) == 1 else {}
    steps = {one: steps_of(night.state, one) for one in who}
    offers = path_offers(night, seat)
    path: list[Item] = []
    made: Counter[bool] = Counter()
    for _ in range(LONGEST):
        tried: list[Item] = []
        for one in who:
            some = [random.choice(random.choice(list(steps[one].values()))) for _ in range(TRIED)]
            some += following(night.state, one, path)
            tried += some if named else [step | {"intruder": one} for step in some]
        judged = [stands(night, seat, [*path, step], offers, **named) for step in tried]
        made.update(judged)
        # A shadow that covers nothing yet may cover something once the path goes on.
        onward = [step for step, stood in zip(tried, judged, strict=True) if stood or step["do"] == "shadow_walk"]
        rather = [step for step in onward if step["do"] not in ("bluff", "exit_map")]
        path.append(random.choice(rather or onward))
    return made


def both(night: Night, *steps: tuple[str, str]) -> bool:
    """Tell whether a list of both intruders stands; it must be offered exactly if it does."""
    return stands(night, "intruders", tagged(steps), path_offers(night, "intruders"))


def alone(night: Night, who: str, *steps: str) -> bool:
    """Tell whether one intruder's path stands; it must be offered exactly if it does."""
    return stands(night, "intruders", items(steps), path_offers(night, "intruders"), intruder=who)


@pytest.mark.clause("SCORPION-1.2", "SCORPION-22.3")
def test_a_drunk_guard_who_is_killed_gives_a_drunk_figure_back() -> None:
    hands = {"traitor": ["potent_sake", "potent_sake", "kenjutsu1"]}
    night = Night("b2", "c4", ["c4"] * 4, drunk=dict.fromkeys(("g01", "g02", "g03"), 99), hands=hands)
    assert not alone(night, "traitor", "sake g04")
    assert alone(night, "traitor", "kenjutsu1 g01", "sake g04")
    assert not alone(night, "traitor", "kenjutsu1 g04", "sake g04")
    assert both(night, ("traitor", "kenjutsu1 g01"), ("ninja", "b1"), ("traitor", "sake g04"))
    sober = Night("b2", "c4", ["c4"] * 4, drunk={"g01": 99, "g02": 99}, hands=hands)
    assert alone(sober, "traitor", "sake g03", "kenjutsu1 g03", "sake g04")
    assert not alone(sober, "traitor", "sake g03", "sake g04")


@pytest.mark.clause("SCORPION-17.8", "SCORPION-17.6")
def test_a_rope_serves_the_partner_in_the_same_list() -> None:
    ropes = (("traitor", "rope_new a4"), ("ninja", "rope_old a4"))
    assert both(Night("a3", "a3", rope_same_turn="yes"), *ropes)
    assert not both(Night("a3", "a3", rope_same_turn="yes"), *reversed(ropes))
    assert not both(Night("a3", "a3", rope_same_turn="no"), *ropes)
    assert not both(Night("a3", "b3", rope_same_turn="yes"), ("traitor", "rope_new b4"), ("ninja", "rope_old a4"))
    over = (("traitor", "rope_new a3"), ("ninja", "a3"), ("ninja", "rope_old a4"))
    assert not both(Night("a2", "a4", rope_same_turn="yes"), *over)


@pytest.mark.clause("SCORPION-21.3")
def test_shadow_walk_covers_an_entry_in_a_list_of_both_until_the_partner_acts() -> None:
    entry, cover, on = ("ninja", "c2"), ("ninja", "shadow_walk"), ("ninja", "c1")
    throws, partner = ("ninja", "bluff rope"), ("traitor", "c4")
    for stop, stays in (("yes", True), ("no", False)):
        night = Night("b2", "c3", ["c2"], shadow_walk_stop=stop, hands={"ninja": ["shadow_walk"] * 2 + ["rope"]})
        assert both(night, entry, cover, on)
        assert both(night, partner, entry, throws, cover, ("traitor", "c3"), on)
        assert both(night, entry, cover, cover, on)
        assert both(night, entry, cover) is stays
        assert both(night, entry, cover, partner) is stays
        assert not both(night, entry, partner, cover, on)
        assert not both(night, entry, cover, partner, cover, on)
        assert not both(night, entry, partner, throws, cover, on)
        assert not both(night, cover, entry, on)


@pytest.mark.clause("SCORPION-21.3")
def test_shadow_walk_covers_an_entry_that_was_guarded_whoever_is_left_there() -> None:
    hand = ["kenjutsu1", "shadow_walk", "shadow_walk", "shuriken"]
    for stop, last in (("yes", ()), ("no", ("c1",))):
        night = Night("b2", "c3", ["c2"], shadow_walk_stop=stop, hands={"ninja": hand})
        assert alone(night, "ninja", "c2", "kenjutsu1 g01", "shadow_walk", *last)
        assert alone(night, "ninja", "c2", "shadow_walk", "kenjutsu1 g01", "shadow_walk", *last)
        assert not alone(night, "ninja", "c2", "kenjutsu1 g01", "c1", "c2", "shadow_walk", *last)
    near = Night("b2", "c3", ["c2"], shadow_walk_stop="yes", shuriken_range="1", hands={"ninja": hand})
    assert alone(near, "ninja", "c2", "shuriken g01", "shadow_walk")
    assert not alone(near, "ninja", "shuriken g01", "c2", "shadow_walk")
    drunk = {"drunk": {"g01": 99}, "shadow_walk_stop": "yes", "hands": {"ninja": hand}}
    assert not alone(Night("b2", "c3", ["c2"], drunk_notices="no", **drunk), "ninja", "c2", "shadow_walk")
    assert alone(Night("b2", "c3", ["c2"], drunk_notices="yes", **drunk), "ninja", "c2", "shadow_walk")


@pytest.mark.parametrize("chunk", range(4))
def test_a_path_stands_exactly_if_it_is_offered(chunk: int) -> None:
    made: Counter[bool] = Counter()
    for seed in range(chunk, NIGHTS, 4):
        random = Random(f"paths {seed}")
        night = crowded_night(seed)
        for seat in night.seats("intruders"):
            own = tuple(c.who for c in night.state.characters if c.seat == seat)
            for who in dict.fromkeys((own, own[:1], own[-1:])):
                made += compare(night, seat, who, random)
    assert made[True] > NIGHTS
    assert made[False] > NIGHTS
