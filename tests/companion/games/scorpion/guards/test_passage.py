"""Guards in the secret passage: the map has no zone for it, so they and their ways out are chosen by name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee import scorpion
from referee.scorpion.state import State
from tests.companion.games.scorpion.guards.stage import GuardPhone, played


def inside(count: int) -> State:
    """Return a card phase in which sentries stand in the passage, of which one entrance is known."""
    now = next(o for o in played(1, 2) if o.before.phase == "cards" and not o.before.pending).before
    (passage,) = now.passages
    patrolling = {guard for patrol in now.patrols for guard in patrol.members}
    chosen = [f.id for f in now.figures if f.id not in patrolling][:count]
    figures = tuple(replace(f, zone="passage") if f.id in chosen else f for f in now.figures)
    return replace(now, figures=figures, passages=(replace(passage, found=passage.entrances[:1]),))


def upheld(state: State, phone: GuardPhone) -> State:
    """Return the state after what a phone declared last."""
    ruling = scorpion.judge(state, "guards", scorpion.MOVE.validate_python(dict(phone.declared[-1])))
    assert ruling.upheld, ruling.reason
    after: State = ruling.state
    return after


@pytest.mark.clause("SCORPION-25.15")
def test_a_guard_inside_is_chosen_by_name_and_leaves_by_the_exit_that_nobody_knows() -> None:
    state = inside(1)
    phone = GuardPhone(state, "guards")
    assert "In the secret passage: Guard 1" in phone.words
    phone.tap("Search")
    phone.tap("Guard 1")
    phone.go()
    assert phone.declared == [{"type": "play_sentry_search", "guard": "g01"}]
    state = upheld(state, phone)
    phone = GuardPhone(state, "guards")
    known = state.passages[0].found[0]
    assert [name for name in phone.names if name.startswith(f"{known}, ")]
    phone.tap("Out by the unknown exit")
    phone.go()
    assert phone.declared[-1]["to"] == "other"
    upheld(state, phone)


@pytest.mark.clause("SCORPION-25.17")
def test_whoever_is_inside_is_not_offered_to_listen() -> None:
    phone = GuardPhone(inside(1), "guards")
    phone.tap("Listen")
    assert "Guard 1" not in phone.names


@pytest.mark.clause("SCORPION-7.7")
def test_two_inside_may_walk_together() -> None:
    state = inside(2)
    phone = GuardPhone(state, "guards")
    phone.tap("Join")
    phone.tap("the secret passage")
    phone.go()
    assert phone.declared == [{"type": "merge_units", "guards": ["g01", "g02"]}]
    upheld(state, phone)
