"""What is asked, of whom, and what is offered as legal is what the referee upholds."""

from __future__ import annotations

from typing import Any

import pytest

from referee import giryaku
from tests.players.giryaku import SLOW, playing
from tests.referee.giryaku.table import Table, middle


@pytest.mark.clause("GIRYAKU-4.5", "GIRYAKU-7.12")
def test_what_a_card_would_strike_is_shown_before_it_is_placed() -> None:
    checked = 0
    for seed in range(20):
        made, _, _ = playing(seed, {"nin_shi_range": "both_diagonals", "consume_map": "O_raids"}, SLOW)
        for step in made:
            if step.move["type"] != "place" or step.move.get("face_down"):
                continue
            (prompt,) = (p for p in giryaku.prompts(step.before, "public") if p.must)
            shown = prompt.params["completes"].get(str(step.move["col"]), {}).get(step.move["card"])
            action = giryaku.view(step.ruling.state, "public").action
            assert action is not None
            if shown is not None and step.ruling.state.phase != "resolve":
                assert (action.pair, sorted(action.struck)) == (shown["pair"], sorted(shown["cells"]))
                checked += 1
    assert checked > 10


def test_a_hand_may_be_noted_at_any_time_and_anew() -> None:
    table = Table().open()

    def asked(viewer: str) -> list[tuple[str, bool, Any]]:
        found = [p for p in giryaku.prompts(table.state, viewer) if p.ask == "giryaku.ask.enter_hand"]
        return [(p.seat, p.must, p.params["known"]) for p in found]

    assert asked("public") == [("A", False, ["O"]), ("B", False, ["O"])]
    for cards in (("O", "S"), ("N", "O")):
        table.says("A", "enter_hand", cards=cards)
        assert asked("public") == asked("A") == [("A", False, ["O"]), ("B", False, ["O"])]
        assert table.seat("A").hand_entered


def test_while_a_skill_waits_one_answer_must_come() -> None:
    table = middle({"1L": "S"})
    table.says("A", "place", col=1, card="N")
    must = [p for p in giryaku.prompts(table.state, "public") if p.must]
    assert [(p.seat, p.ask) for p in must] == [("A", "giryaku.ask.pick_hand")]
    view = table.view()
    assert (view.phase, view.due, view.waits_for) == ("resolve", "pick_hand", "A")
