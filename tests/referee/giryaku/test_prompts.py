"""What is asked, of whom, and what is offered as legal is what the referee upholds."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

from referee import giryaku
from tests.players.giryaku import HONEST, SLOW, any_options, playing
from tests.referee.giryaku.table import Table, middle

CELLS = ("1L", "1U", "2L", "2U", "3L", "3U")


@pytest.mark.clause("GIRYAKU-3.2", "GIRYAKU-4.3", "GIRYAKU-8.2", "GIRYAKU-8.4", "GIRYAKU-9.4")
@pytest.mark.parametrize("seed", range(8))
def test_what_is_offered_on_a_turn_is_just_what_is_upheld(seed: int) -> None:
    table = Table()
    made, _, _ = playing(seed, any_options(Random(seed)) | {"flip_mode": "trust"}, HONEST)
    for step in made[::3]:
        if step.before.phase != "turn":
            continue
        table.state = step.before
        asked = table.prompts(step.before.active)
        prompt = asked.get("turn") or asked.get("last_turn")
        if prompt is None:
            continue
        legal: dict[str, Any] = prompt.legal
        for target in (*CELLS, "1", "2", "3"):
            for card in legal["cards"]:
                ruling = table.judge(prompt.seat, "consume_one", card=card, target=target)
                offered = card != legal["raids"] and target in legal["withdraw"]
                assert ruling.upheld == offered or ruling.clause in ("GIRYAKU-2.2", "GIRYAKU-1.1"), ruling
        for target in CELLS:
            for cards in combinations_with_replacement(legal["cards"], 2):
                ruling = table.judge(prompt.seat, "consume_two", cards=cards, target=target)
                fits = ruling.upheld or ruling.clause in ("GIRYAKU-2.2", "GIRYAKU-1.1") or ruling.private
                assert fits == (target in legal["strike"]), ruling
        for column in (1, 2, 3):
            for card in legal["cards"]:
                ruling = table.judge(prompt.seat, "place", col=column, card=card)
                banned = card == "O" and column in legal["no_onmyoji"]
                offered = column in legal["columns"] and not banned
                assert ruling.upheld == offered or ruling.clause in ("GIRYAKU-2.2", "GIRYAKU-1.1"), ruling


@pytest.mark.clause("GIRYAKU-4.5", "GIRYAKU-7.12")
def test_what_a_card_would_strike_is_shown_before_it_is_placed() -> None:
    checked = 0
    for seed in range(20):
        made, _, _ = playing(seed, {"nin_shi_range": "both_diagonals", "consume_map": "O_raids"}, SLOW)
        for step in made:
            if step.move["type"] != "place" or step.move.get("face_down"):
                continue
            (prompt,) = (p for p in giryaku.prompts(step.before, "public") if p.must)
            shown = prompt.legal["completes"].get(str(step.move["col"]), {}).get(step.move["card"])
            action = giryaku.view(step.ruling.state, "public").action
            assert action is not None
            if shown is not None and step.ruling.state.phase != "resolve":
                assert (action.pair, sorted(action.struck)) == (shown["pair"], sorted(shown["cells"]))
                checked += 1
    assert checked > 10


def test_a_hand_may_be_noted_whenever_it_is_not_known() -> None:
    table = Table().open()
    asked = [p for p in giryaku.prompts(table.state, "public") if p.ask == "giryaku.ask.enter_hand"]
    assert [(p.seat, p.must, p.legal["known"]) for p in asked] == [("A", False, ["O"]), ("B", False, ["O"])]
    table.says("A", "enter_hand", cards=("O", "S"))
    asked = [p for p in giryaku.prompts(table.state, "public") if p.ask == "giryaku.ask.enter_hand"]
    assert [p.seat for p in asked] == ["B"]


def test_while_a_skill_waits_one_answer_must_come() -> None:
    table = middle({"1L": "S"})
    table.says("A", "place", col=1, card="N")
    must = [p for p in giryaku.prompts(table.state, "public") if p.must]
    assert [(p.seat, p.ask) for p in must] == [("A", "giryaku.ask.pick_hand")]
    view = table.view()
    assert (view.phase, view.due, view.waits_for) == ("resolve", "pick_hand", "A")
