"""What is missing, too much or unknown is refused by the rule that it breaks, not as unreadable."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from referee import shinobazu
from referee.core.values import PUBLIC
from tests.referee.shinobazu.table import Table


def led(**options: Any) -> Table:
    table = Table("ABC", **options)
    table.lead("red 5")
    return table


def in_duel(**options: Any) -> Table:
    table = led(**options)
    table.lay("B", "red 1", "fight")
    table.lay("C", "red 2", "pass")
    table.reveal()
    return table


def scored(**options: Any) -> Table:
    table = Table("ABC", depth="scores", **options)
    table.says("table", "battle_result", passers=["C"], winner="A", losers=["B"])
    return table


@pytest.mark.clause("SHINOBAZU-3.3")
@pytest.mark.parametrize("to", [None, "", ["B", "C"]])
def test_a_card_lies_before_one_player_who_is_named(to: Any) -> None:
    reason = "shinobazu.one_receiver" if to and len(to) > 1 else "shinobazu.name_receiver"
    assert Table().refuses("3.3", "A", "lead", to=to, colour="red").reason == reason
    refusal = led().refuses("3.3", "B", "lay", to=to)
    assert (refusal.reason, refusal.firm) == (reason, True)


@pytest.mark.clause("SHINOBAZU-3.3")
def test_a_lay_that_names_no_place_at_all() -> None:
    led().refuses("3.3", "B", "lay", card="red 1")
    Table().refuses("3.3", "A", "lead", colour="red")


@pytest.mark.clause("SHINOBAZU-3.1")
def test_one_card_is_laid_not_two() -> None:
    Table().refuses("3.1", "A", "lead", to="A", colour="red", card=["red 5", "red 4"])
    refusal = led().refuses("3.1", "B", "lay", to="B", card=["red 1", "red 4"])
    assert (refusal.reason, refusal.firm) == ("shinobazu.one_card", True)


@pytest.mark.clause("SHINOBAZU-4.8")
def test_a_lead_that_passes_is_refused_and_may_stand_by_house_ruling() -> None:
    table = Table("ABC")
    refusal = table.refuses("4.8", "A", "lead", to="A", colour="red", declare="pass")
    assert (refusal.reason, refusal.firm) == ("shinobazu.start_fights", False)
    table.says("A", "lead", ("4.8",), to="A", colour="red", declare="pass")
    assert table.view().seats[0].declared == "pass"
    table.lay("B", "red 1", "fight")
    table.lay("C", "red 2", "fight")
    assert table.view().reveals == ("B", "C")


@pytest.mark.clause("SHINOBAZU-4.8", "SHINOBAZU-4.6")
def test_a_lead_may_say_that_it_fights_but_not_for_another() -> None:
    table = Table("ABC")
    for choice in ("fight", "pass"):
        refusal = table.refuses("4.6", "A", "lead", to="B", colour="red", declare=choice)
        assert refusal.params == {"seat": "B"}
    table.says("A", "lead", to="A", colour="red", declare="fight")
    assert table.view().seats[0].declared == "fight"


@pytest.mark.clause("SHINOBAZU-4.6")
def test_a_declaration_says_fight_or_pass() -> None:
    table = led()
    table.says("B", "lay", to="B")
    assert table.refuses("4.6", "B", "declare").reason == "shinobazu.name_choice"
    table.says("B", "declare", choice="pass")


@pytest.mark.clause("SHINOBAZU-8.6")
@pytest.mark.parametrize("target", [None, "", ["C", "B"], ["C", "C"]])
def test_one_passer_is_challenged(target: Any) -> None:
    reason = "shinobazu.one_target" if target else "shinobazu.name_target"
    refusal = in_duel().refuses("8.6", "B", "duel_challenge", target=target)
    assert (refusal.reason, refusal.firm) == (reason, True)
    assert scored().refuses("8.6", "table", "duel_result", target=target, outcome="tie").reason == reason
    in_duel().says("B", "duel_challenge", target="C")


@pytest.mark.clause("SHINOBAZU-8.8", "SHINOBAZU-8.11", "SHINOBAZU-8.13", "SHINOBAZU-2.3")
def test_what_a_declaration_leaves_out_is_asked_for_by_its_rule() -> None:
    table = in_duel()
    table.says("B", "duel_challenge", target="C")
    assert table.refuses("8.8", "C", "duel_answer").reason == "shinobazu.name_answer"
    assert scored().refuses("8.13", "table", "duel_result", target="C").reason == "shinobazu.name_outcome"
    assert Table().refuses("2.3", "table", "configure").reason == "shinobazu.name_start"
    assert Table().refuses("2.3", "table", "configure", start=["A", "B"]).reason == "shinobazu.one_start"


@pytest.mark.clause("SHINOBAZU-2.1")
@pytest.mark.parametrize("count", [0, 2, 4, 15])
def test_a_hand_of_another_size_is_refused_by_its_rule(count: int) -> None:
    deck = [f"{colour} {value}" for colour in ("black", "red", "blue") for value in (-3, 1, 2, 4, 5)]
    ruling = Table().refuses("2.1", "A", "enter_hand", cards=deck[:count])
    assert ruling.params == {"count": 3, "entered": count}
    assert Table().refuses("2.1", "A", "enter_hand").private
    Table().says("A", "enter_hand", cards=deck[:3])


@pytest.mark.clause("SHINOBAZU-2.1", "SHINOBAZU-9.10")
def test_who_holds_nothing_has_no_hand_to_enter_or_to_show() -> None:
    table = Table("ABC")
    for n in range(3):
        start = table.state.start
        table.says(start, "lead", to=start, colour="red")
        if n == 2:
            assert table.refuses("2.1", start, "enter_hand").reason == "shinobazu.hand_empty"
        for seat in ("ABC" * 2)["ABC".index(start) + 1 :][:2]:
            table.says(seat, "lay", to=seat, declare="fight")
        for seat, card in zip("ABC", (f"black {n + 1 if n < 2 else 4}", f"red {n + 1 if n < 2 else 4}", "blue 5"),
                              strict=True):  # fmt: skip
            table.says(seat, "reveal", card=card if seat != "C" else ("blue 5", "blue 4", "blue -3")[n])
        if table.state.phase == "duel":
            table.go_on()
        elif n < 2:
            table.says("table", "end_round")
    table.state = shinobazu.adjust(table.state, shinobazu.ADJUSTMENT(points={"A": 5}))
    table.says("table", "end_round")
    assert table.refuses("9.10", "A", "show_hand").reason == "shinobazu.hand_empty"


@pytest.mark.clause("SHINOBAZU-8.1", "SHINOBAZU-8.2", "SHINOBAZU-3.3")
def test_a_result_with_two_winners_or_too_many_losers_is_refused_by_its_rule() -> None:
    table = Table("ABC", depth="scores")
    refusal = table.refuses("8.1", "table", "battle_result", winner=["A", "B"], losers=["C"])
    assert refusal.reason == "shinobazu.one_winner"
    assert table.refuses("8.2", "table", "battle_result", winner="A").reason == "shinobazu.no_loser"
    refusal = table.refuses("3.3", "table", "battle_result", losers=list("ABCABC"))
    assert (refusal.reason, refusal.params) == ("shinobazu.named_twice", {"seat": "A"})
    refusal = table.refuses("3.3", "table", "battle_result", passers=list("BBBBBB"), losers=["A"])
    assert refusal.params == {"seat": "B"}


@pytest.mark.clause("SHINOBAZU-8.9")
@pytest.mark.parametrize("k", [0, 2, 4, 99])
def test_a_refusal_costs_as_many_as_lie_there_whatever_is_said(k: int) -> None:
    table = scored()
    refusal = table.refuses("8.9", "table", "duel_result", target="C", outcome="refused", k=k)
    assert (refusal.params, refusal.firm) == ({"seat": "C", "count": 1}, False)
    table.says("table", "duel_result", ("8.9",), target="C", outcome="refused", k=k)
    assert table.points == (0, 1, k)


@pytest.mark.parametrize(
    "move",
    [
        {"type": "lead", "to": "A", "colour": "green"},
        {"type": "lead", "to": 5, "colour": "red"},
        {"type": "lay", "to": "A", "face": "up"},
        {"type": "declare", "choice": "wait"},
        {"type": "enter_hand", "cards": ["red 5"] * 31},
        {"type": "duel_result", "target": "A", "outcome": "refused", "k": -1},
    ],
)
def test_what_has_no_meaning_at_all_cannot_be_read(move: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        shinobazu.MOVE.validate_python(move)


# Reasons


@pytest.mark.clause("SHINOBAZU-8.7")
def test_after_declining_the_loser_is_told_that_this_stands() -> None:
    table = in_duel()
    table.says("B", "duel_decline")
    for kind, fields in (("duel_challenge", {"target": "C"}), ("duel_decline", {})):
        refusal = table.refuses("8.7", "B", kind, **fields)
        assert (refusal.reason, refusal.params) == ("shinobazu.challenge_declined", {"seat": "B"})
    table = scored()
    table.says("table", "no_duel")
    table.refuses("8.7", "table", "no_duel")
    assert table.refuses("8.7", "table", "duel_result", target="C", outcome="tie").params == {"seat": "B"}


@pytest.mark.clause("SHINOBAZU-8.5")
def test_why_there_is_no_duel_is_said() -> None:
    for passers, losers, why in (["", "BC", "losers"], ["", "B", "passers"]):
        table = Table("ABC", depth="scores")
        table.says("table", "battle_result", passers=list(passers), winner="A", losers=list(losers))
        assert table.refuses("8.5", "table", "no_duel").reason == f"shinobazu.no_duel_{why}"
    table = led()
    table.lay("B", "red 1", "fight")
    table.lay("C", "red 2", "fight")
    table.reveal()
    assert table.refuses("8.5", "B", "duel_decline").reason == "shinobazu.no_duel_passers"


@pytest.mark.clause("SHINOBAZU-8.6")
@pytest.mark.parametrize("answer", ["accept", "refuse"])
def test_one_challenge_a_round_however_it_was_answered(answer: str) -> None:
    table = in_duel()
    table.says("B", "duel_challenge", target="C")
    table.refuses("8.6", "B", "duel_decline")
    table.says("C", "duel_answer", answer=answer)
    if table.state.due:
        assert table.refuses("8.8", "C", "duel_answer", answer="refuse").reason == "shinobazu.answered_already"
        table.reveal()
    table.refuses("8.6", "B", "duel_challenge", target="C")
    table = scored()
    table.says("table", "duel_result", target="C", outcome="refused" if answer == "refuse" else "tie")
    table.refuses("8.6", "table", "no_duel")


@pytest.mark.clause("SHINOBAZU-2.4")
def test_what_is_not_on_now_is_refused_with_what_is() -> None:
    table = Table("ABC", duel_lead="loser_names")

    def told() -> tuple[str, Any]:
        ruling = table.judge("table", "end_round")
        assert (ruling.clause, ruling.firm) == ("SHINOBAZU-2.4", True)
        return ruling.reason.removeprefix("shinobazu.now."), dict(ruling.params)

    assert told() == ("lead", {"seat": "A"})
    table.says("A", "lead", to="C", colour="red", card="red 1")
    assert told() == ("declare", {"seat": "C"})
    table.says("C", "declare", choice="pass")
    assert told() == ("lay", {"seat": "C"})
    table.lay("C", "red 4", "fight", to="A")
    table.lay("B", "red 5", "fight")
    assert told() == ("turn_over", {"seats": ["A", "B"]})
    table.reveal()
    assert told() == ("duel_challenge", {"seat": "A"})
    table.says("A", "duel_challenge", target="C")
    assert told() == ("duel_answer", {"seat": "C"})
    table.says("C", "duel_answer", answer="refuse")
    assert table.refuses("2.4", "A", "declare", choice="pass").reason == "shinobazu.now.end_round"
    table = Table("ABC", depth="scores")
    assert told() == ("battle_result", {})
    table.says("table", "battle_result", passers=["C"], winner="A", losers=["B"])
    assert told() == ("duel_result", {"seat": "B"})


@pytest.mark.clause("SHINOBAZU-5.1", "SHINOBAZU-2.4")
def test_turning_over_too_early_or_too_late_says_what_comes_first() -> None:
    table = led()
    for kind, fields in (("turn_over", {}), ("reveal", {"owner": "A"})):
        refusal = table.refuses("5.1", "table", kind, **fields)
        assert (refusal.reason, refusal.params) == ("shinobazu.reveal_too_early", {"seats": ["B", "C"]})
    table.lay("B", "red 1", "pass")
    assert table.refuses("5.1", "table", "turn_over").params == {"seats": ["C"]}
    table = in_duel()
    assert table.refuses("2.4", "table", "turn_over").reason == "shinobazu.now.duel_challenge"
    table.says("B", "duel_decline")
    table.reveal()
    assert table.refuses("2.4", "table", "turn_over").reason == "shinobazu.now.end_round"


@pytest.mark.clause("SHINOBAZU-8.11", "SHINOBAZU-2.4")
def test_a_duels_colour_is_chosen_only_when_it_is_asked_for() -> None:
    table = in_duel()
    assert table.refuses("2.4", "B", "choose_duel_lead", colour="red").reason == "shinobazu.now.duel_challenge"
    table.says("B", "duel_challenge", target="C")
    assert table.refuses("2.4", "B", "choose_duel_lead", colour="red").reason == "shinobazu.now.duel_answer"
    table.says("C", "duel_answer", answer="accept")
    assert table.refuses("8.11", "B", "choose_duel_lead", colour="red").params == {"colours": ["red"]}


@pytest.mark.clause("SHINOBAZU-3.1")
def test_who_has_laid_hears_whose_turn_it_is() -> None:
    table = led()
    assert table.refuses("3.1", "A", "lay", to="B").params == {"seat": "B"}


def test_what_is_asked_has_the_name_of_the_move_that_answers_it() -> None:
    for table in (Table(), led(), in_duel(), scored()):
        for prompt in shinobazu.prompts(table.state, PUBLIC):
            assert prompt.ask.removeprefix("shinobazu.ask.") in {offer.move for offer in prompt.offers}
