"""Knowledge reads nothing that its viewer may not know: whatever the secrets are, it is the same."""

from __future__ import annotations

from random import Random

import pytest

from referee.core.base import replace
from referee.core.values import PUBLIC
from referee.scorpion.knowledge import knowledge_of
from referee.scorpion.state import Marks, Rope, State, is_disputed, seats_of
from tests.referee.scorpion.knowledge.enumeration import TooMany, enumerated, strangers
from tests.referee.scorpion.knowledge.small_matches import small
from tests.shares import count

TRIES = 1_500


def poisoned(state: State, viewer: str, random: Random) -> State:
    """Return a table with other secrets in the place of all that a viewer may not know."""
    hidden = strangers(state, viewer)
    zones = (*state.board.ids, "passage")
    characters = tuple(
        replace(
            one,
            zone=random.choice(zones) if one.zone else one.zone,
            start=random.choice(zones),
            noise=random.randint(0, 3),
            mission=random.choice("ABCDEF"),
            hand=("rope",) * one.hand_size if one.hand is not None else None,
            locked=not one.locked,
            touched=(),
            walks=(),
        )
        if one.seat in hidden
        else one
        for one in state.characters
    )
    seat = {one.who: one.seat for one in state.characters}
    a, b = sorted(random.sample(state.board.ids, 2))
    rope = Rope(a, b, random.choice(list(seat)), 1)
    ropes = tuple(r for r in state.ropes if r.found or seat[r.owner] not in hidden)
    if seat[rope.owner] in hidden:
        ropes = tuple(sorted((*ropes, rope), key=lambda r: (r.a, r.b, r.owner)))
    passages = tuple(
        replace(p, entrances=(*p.found, *random.choices(state.board.ids, k=2 - len(p.found))))
        if (p.owner is None and hidden) or (p.owner is not None and seat[p.owner] in hidden)
        else p
        for p in state.passages
    )
    if viewer not in seats_of(state, "guards"):
        state = replace(state, marks=Marks(recorded=True), stocks=tuple(replace(s, hand=None) for s in state.stocks))
    return replace(state, characters=characters, ropes=ropes, passages=passages)


@pytest.mark.soak
def test_the_same_record_gives_the_same_knowledge_whatever_the_secrets_are() -> None:
    compared = 0
    for seed in range(count("KNOWN_TWINS")):
        random, acts = Random(f"poison {seed}"), small(f"twins {seed}", 2)
        state = acts[-1].ruling.state
        rivals = seats_of(state, "intruders") if is_disputed(state) else ()
        for viewer in (PUBLIC, seats_of(state, "guards")[0], *rivals):
            for act in random.sample(acts, 3):
                state = act.ruling.state
                known = knowledge_of(state, viewer)
                assert knowledge_of(poisoned(state, viewer, random), viewer) == known, f"match {seed}, {viewer}"
            try:
                for moment in enumerated(acts, viewer, TRIES):
                    twin = random.choice(moment.worlds)
                    assert knowledge_of(twin, viewer) == knowledge_of(moment.truth, viewer), f"match {seed}, {viewer}"
                    compared += 1
            except TooMany:
                pass
    assert compared
