"""What cannot be read of a secret declaration is refused on its own phone alone, by its field (METSUKE-1.4)."""

from __future__ import annotations

from typing import Any

import pytest

from referee import scorpion
from referee.core.journal import begin
from tests.players.scorpion.match import seated


@pytest.mark.clause("METSUKE-1.4", "SCORPION-1.5")
@pytest.mark.parametrize(
    ("seat", "move", "field"),
    [
        ("guards", {"type": "record_sleepers", "sleepers": {"W3": "two"}}, "sleepers.W3"),
        ("guards", {"type": "record_sleepers", "sleepers": {"W3": -1}}, "sleepers.W3"),
        ("guards", {"type": "record_marks", "marks": {"A": 7}}, "marks.A"),
        ("guards", {"type": "record_marks"}, "marks"),
        ("guards", {"type": "bonus_sleepers", "sleepers": {"W3": []}}, "sleepers.W3"),
        ("guards", {"type": "bonus_cards", "deck": {"awaken": "all"}}, "deck.awaken"),
        ("guards", {"type": "choose_guard_hand", "cards": {"awaken": -1}}, "cards.awaken"),
        ("intruders", {"type": "set_passage", "entrances": ["P2", 5]}, "entrances[1]"),
        ("intruders", {"type": "set_start", "intruder": "ninja", "zone": ""}, "zone"),
        ("intruders", {"type": "draw_missions", "ninja": "G"}, "ninja"),
        ("intruders", {"type": "respawn", "intruder": "ninja", "zone": "T1", "cards": {"rope": None}}, "cards.rope"),
    ],
)
def test_it_is_refused_privately_and_names_the_field(seat: str, move: dict[str, Any], field: str) -> None:
    match = begin(scorpion, {}, seated(2))
    after, ruling = match.declare(seat, move)
    assert after is match
    assert (ruling.upheld, ruling.clause, ruling.private) == (False, "METSUKE-1.4", True)
    assert ruling.params == {"field": field}


@pytest.mark.clause("METSUKE-1.4")
def test_what_holds_no_secret_is_refused_for_all_to_see() -> None:
    match = begin(scorpion, {}, seated(2))
    _, ruling = match.declare("guards", {"type": "place_sentry", "zone": 4})
    assert (ruling.clause, ruling.private, ruling.params) == ("METSUKE-1.4", False, {"field": "zone"})
