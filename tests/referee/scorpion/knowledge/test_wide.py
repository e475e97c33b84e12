"""Whole random matches as wide as the referee: after every declaration, for everybody, exactly the worlds are known."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.core.values import PUBLIC
from referee.scorpion.state import State
from tests.referee.scorpion.knowledge import reducing
from tests.referee.scorpion.knowledge.reducing import looked_at, looked_at_by_all, told
from tests.referee.scorpion.knowledge.wide_matches import begun, wide
from tests.shares import SOAK, parts

TRIES = 4_000 if SOAK else 700
"""Declarations tried for one match and viewer; what comes after them in a match is left out."""


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("KNOWN_WIDE", 50), ids=str)
def test_what_is_known_after_every_declaration_is_what_every_legal_play_explains(seeds: range) -> None:
    moments, rough, wrong = 0, 0, []
    for seed in seeds:
        acts = wide(seed)
        if not begun(acts):
            continue
        for viewer, looked in looked_at_by_all(acts, TRIES).items():
            moments, rough = moments + looked.moments, rough + looked.rough
            if looked.found:
                wrong.append(told(acts, viewer, TRIES, f"match {seed}"))
    print(f"matches {seeds.start} to {seeds.stop - 1}: {moments} records, {rough} of them rough")
    assert not wrong, "\n\n".join(wrong)
    assert moments
    assert rough * 100 <= moments


def test_a_difference_is_reduced_to_what_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def differs(_: object, truth: State, worlds: Sequence[State]) -> list[str]:
        return ["seen"] if any(e.kind == "discovered" for e in truth.record) else []

    monkeypatch.setattr(reducing, "differences", differs)
    matches = (acts for seed in range(40) if begun(acts := wide(seed)))
    acts = next(acts for acts in matches if looked_at(acts, PUBLIC, 50).found)
    least = reducing.reduced(acts, PUBLIC, 50)
    assert len(least) < len(acts)
    assert least[-1].ruling.state.record[-2].kind == "discovered"
    assert all(not reducing.looked_at(least[:n], PUBLIC, 50).found for n in range(1, len(least)) if begun(least[:n]))
    assert "as public sees it: ['seen']" in told(acts, PUBLIC, 50, "a match")
