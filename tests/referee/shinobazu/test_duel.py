"""SHINOBAZU-8.3 to 8.14: points, discards and the duel."""

from dataclasses import asdict

import pytest

from tests.referee.shinobazu.table import Table


def lost_by_a(points: str = "", **options: str) -> Table:
    """Four players: A led red 1 and lost against C's red 5; B passed blue 5, D passed blue -3."""
    table = Table("ABCD", points=points, **options)
    table.lead("red 1")
    table.lay("B", "blue 5", "pass")
    table.lay("C", "red 5", "fight")
    table.lay("D", "blue -3", "pass")
    table.reveal()
    return table


@pytest.mark.clause("SHINOBAZU-8.1", "SHINOBAZU-8.3")
def test_a_unique_strongest_wins_and_loses_a_point() -> None:
    table = lost_by_a("1111")
    assert table.points == (2, 1, 0, 1)
    assert [(r.seat, r.before, r.after, r.outcome) for r in table.view().battle.rows] == [
        ("C", 1, 0, "wins"),
        ("A", 1, 2, "loses"),
    ]


@pytest.mark.clause("SHINOBAZU-8.1", "SHINOBAZU-8.2", "SHINOBAZU-8.3")
def test_shared_strongest_do_not_win_and_shared_weakest_all_lose() -> None:
    table = Table("ABCD", points="1111")
    table.lead("red 5")
    for seat, card in zip("BCD", ["blue 5", "red 1", "blue 1"], strict=True):
        table.lay(seat, card, "fight")
    table.reveal()
    assert table.points == (1, 1, 2, 2)
    assert table.view().battle.rows[0].outcome == "stays"
    assert (table.why()["no_winner"], table.why()["mutual"]) == ("8.1", "8.2")
    assert table.why()["no_duel_losers"] == "8.5"


@pytest.mark.clause("SHINOBAZU-8.3")
def test_equals_all_gain_a_point() -> None:
    table = Table("ABC")
    table.lead("red 5")
    table.lay("B", "blue 5", "fight")
    table.lay("C", "black 5", "fight")
    table.reveal()
    assert table.points == (1, 1, 1)
    assert table.why()["all_equal"] == "8.3"


@pytest.mark.clause("SHINOBAZU-8.4")
def test_cards_of_the_loser_and_the_passers_stay() -> None:
    table = lost_by_a()
    assert [table.front(s) for s in "ABCD"] == [["red 1"], [None], [], [None]]
    assert table.view().discards == ("red 5",)


@pytest.mark.clause("SHINOBAZU-8.5")
def test_one_loser_may_challenge_a_passer() -> None:
    table = lost_by_a()
    assert (table.view().phase, table.view().challenger) == ("duel", "A")
    prompt = table.prompts()["duel_challenge"]
    assert prompt.choices("duel_challenge", "target") == ("B", "D")
    assert prompt.offer("duel_decline") is not None


@pytest.mark.clause("SHINOBAZU-8.5")
def test_several_losers_do_not_challenge_and_discard() -> None:
    table = Table("ABCD")
    table.lead("red 1")
    table.lay("B", "blue 1", "fight")
    table.lay("C", "red 5", "fight")
    table.lay("D", "blue -3", "pass")
    table.reveal()
    assert table.view().phase == "round_end"
    assert [table.front(s) for s in "ABCD"] == [[], [], [], ["blue -3"]]
    table.refuses("8.5", "A", "duel_challenge", target="D")
    table.refuses("8.5", "A", "duel_decline")


@pytest.mark.clause("SHINOBAZU-8.5")
def test_without_a_passer_there_is_no_duel() -> None:
    table = Table("ABC")
    table.lead("red 1")
    table.lay("B", "red 2", "fight")
    table.lay("C", "red 5", "fight")
    table.reveal()
    assert table.view().phase == "round_end"
    assert table.why()["no_duel_passers"] == "8.5"
    assert all(table.front(s) == [] for s in "ABC")
    table.refuses("8.5", "A", "duel_challenge", target="B")


@pytest.mark.clause("SHINOBAZU-8.6")
def test_only_the_loser_challenges_and_only_a_passer() -> None:
    table = lost_by_a()
    table.refuses("8.6", "C", "duel_challenge", target="B")
    table.refuses("8.6", "C", "duel_decline")
    table.refuses("8.6", "A", "duel_challenge", target="C")
    table.refuses("8.6", "A", "duel_challenge", target="A")
    table.refuses("3.3", "A", "duel_challenge", target="Z")
    table.says("A", "duel_challenge", target="D")
    assert table.view().challenged == "D"


@pytest.mark.clause("SHINOBAZU-8.6")
@pytest.mark.parametrize("answer", ["accept", "refuse"])
def test_there_is_one_challenge_a_round(answer: str) -> None:
    table = lost_by_a()
    table.says("A", "duel_challenge", target="D")
    table.refuses("8.6", "A", "duel_challenge", target="B")
    table.refuses("8.6", "A", "duel_decline")
    table.says("D", "duel_answer", answer=answer)
    if answer == "accept":
        table.says("D", "reveal")
    table.refuses("8.6", "A", "duel_challenge", target="B")


@pytest.mark.clause("SHINOBAZU-8.7")
def test_declining_discards_the_losers_cards() -> None:
    table = lost_by_a()
    table.says("A", "duel_decline")
    assert table.front("A") == []
    assert table.view().phase == "round_end"
    assert table.points == (1, 0, 0, 0)


@pytest.mark.clause("SHINOBAZU-8.8")
def test_only_the_challenged_answers() -> None:
    table = lost_by_a()
    table.refuses("8.8", "D", "duel_answer", answer="accept")
    table.says("A", "duel_challenge", target="D")
    table.refuses("8.8", "B", "duel_answer", answer="accept")
    table.refuses("8.8", "A", "duel_answer", answer="refuse")
    ruling = table.says("D", "duel_answer", answer="accept")
    assert not ruling.told
    table.refuses("8.8", "D", "duel_answer", answer="refuse")


@pytest.mark.clause("SHINOBAZU-8.9", "SHINOBAZU-8.10")
def test_refusing_costs_a_point_a_card_and_discards_unseen() -> None:
    table = lost_by_a()
    table.says("A", "duel_challenge", target="D")
    assert table.prompts()["duel_answer"].params == {"challenger": "A", "cost": 1}
    ruling = table.says("D", "duel_answer", answer="refuse")
    assert not ruling.told
    assert table.points == (1, 0, 0, 1)
    assert [table.front(s) for s in "ABCD"] == [[], [None], [], []]
    view = table.view()
    assert (view.discards_unseen, set(view.discards)) == (1, {"red 5", "red 1"})
    assert asdict(view.refused_duel) == {"challenger": "A", "target": "D", "before": 0, "after": 1}
    assert view.next_start == "D"
    assert table.view("D").private[0].gone == ("blue -3",)


@pytest.mark.clause("SHINOBAZU-8.9", "SHINOBAZU-4.11")
def test_refusing_costs_the_carried_cards_too() -> None:
    table = lost_by_a()
    table.go_on()
    table.lead("black 1")
    table.lay("B", "black 5", "pass")
    table.lay("C", "black 4", "fight")
    table.lay("D", "black 2", "pass")
    table.reveal()
    table.says("A", "duel_challenge", target="B")
    table.says("B", "duel_answer", answer="refuse")
    assert table.points == (2, 2, 0, 0)
    assert table.front("B") == []


@pytest.mark.clause("SHINOBAZU-8.9")
def test_refusing_in_the_third_round_costs_up_to_three() -> None:
    table = Table("ABC")
    for n, colour in enumerate(("red", "black", "blue")):
        start = table.state.start
        table.lead(f"{colour} 5")
        other = "B" if start == "A" else "A"
        for seat, card, choice in sorted([(other, f"{colour} 1", "fight"), ("C", f"{colour} 2", "pass")],
                                         key=lambda laid: ("ABC".index(laid[0]) - "ABC".index(start)) % 3):  # fmt: skip
            table.lay(seat, card, choice)
        table.reveal()
        if n < 2:
            table.go_on()
    before = table.points[2]
    table.says(table.state.challenger or "", "duel_challenge", target="C")
    assert table.prompts()["duel_answer"].params["cost"] == 3
    table.says("C", "duel_answer", answer="refuse")
    assert table.points[2] - before == 3


@pytest.mark.clause("SHINOBAZU-8.10")
def test_by_option_refused_cards_are_carried() -> None:
    table = lost_by_a(refused_cards="carry")
    table.says("A", "duel_challenge", target="D")
    table.says("D", "duel_answer", answer="refuse")
    assert table.view().reveals == ("B", "D")
    assert table.points == (1, 0, 0, 1)
    table.reveal()
    table.says("table", "end_round")
    assert table.front("D") == ["blue -3"]


@pytest.mark.clause("SHINOBAZU-8.10")
@pytest.mark.parametrize(("cards", "front"), [("discard", []), ("carry", ["blue -3"])])
def test_by_option_refused_cards_are_shown(cards: str, front: list[str]) -> None:
    table = lost_by_a(refused_cards=cards, refused_shown="yes")
    table.says("A", "duel_challenge", target="D")
    assert not table.says("D", "duel_answer", answer="refuse").told
    assert table.view().reveals == ("D",)
    assert table.view().phase == "duel"
    table.refuses("2.4", "table", "end_round")
    ruling = table.says("D", "reveal")
    assert (ruling.clause, ruling.told) == ("SHINOBAZU-8.9", True)
    assert table.view().phase == "round_end"
    assert table.front("D") == front
    assert table.view().discards_unseen == 0


@pytest.mark.clause("SHINOBAZU-8.11", "SHINOBAZU-8.13", "SHINOBAZU-8.14")
def test_accepting_brings_a_battle_of_two_under_the_losers_colour() -> None:
    table = lost_by_a("1111")
    table.says("A", "duel_challenge", target="D")
    table.says("D", "duel_answer", answer="accept")
    assert (table.view().reveals, table.view().accepted) == (("D",), True)
    table.refuses("8.11", "A", "reveal")
    assert table.says("D", "reveal").clause == "SHINOBAZU-8.11"
    duel = table.view().duel
    assert (duel.kind, duel.leads, duel.inversions) == ("duel", ("red",), 0)
    assert [(r.seat, r.before, r.after) for r in duel.rows] == [("A", 2, 1), ("D", 1, 2)]
    assert table.points == (1, 1, 0, 2)
    assert [table.front(s) for s in "ABCD"] == [[], [None], [], []]
    assert set(table.view().discards) == {"red 5", "red 1", "blue -3"}


@pytest.mark.clause("SHINOBAZU-8.11")
def test_the_target_must_reveal_before_the_round_goes_on() -> None:
    table = lost_by_a()
    table.says("A", "duel_challenge", target="D")
    table.says("D", "duel_answer", answer="accept")
    table.refuses("2.4", "table", "end_round")
    table.refuses("8.11", "B", "reveal", owner="D")
    table.refuses("5.1", "B", "reveal")
    table.says("table", "turn_over")


@pytest.mark.clause("SHINOBAZU-8.12")
def test_inversions_count_the_cards_of_the_two_alone() -> None:
    table = Table("ABCD")
    table.lead("red 5")
    table.lay("B", "blue 4", "fight")
    table.lay("C", "red 1", "fight")
    table.lay("D", "black 2", "pass")
    table.reveal()
    assert table.view().challenger == "A"
    table.says("A", "duel_challenge", target="D")
    table.says("D", "duel_answer", answer="accept")
    table.reveal()
    assert table.view().duel.inversions == 1
    assert table.why()["inverted"] == "6.4"
    assert [r.seat for r in table.view().duel.rows] == ["D", "A"]


def three_in_the_duel(**options: str) -> Table:
    """Round 2: B carries blue 1 and passes with black 2 (three), D passes with blue 5; A loses and challenges B."""
    table = Table("ABCD", **options)
    table.lead("red 1")
    table.lay("B", "blue 1", "pass")
    table.lay("C", "red 5", "fight")
    table.lay("D", "blue -3", "fight")
    table.reveal()
    table.go_on()
    assert table.state.start == "D"
    table.lead("red 4")
    table.lay("A", "red -3", "fight")
    table.lay("B", "black 2", "pass")
    table.lay("C", "black 5", "pass")
    table.reveal()
    assert table.state.challenger == "A"
    table.says("A", "duel_challenge", target="B")
    table.says("B", "duel_answer", answer="accept")
    table.says("B", "reveal")
    return table


@pytest.mark.clause("SHINOBAZU-8.12")
def test_a_three_drags_nobody_into_the_duel() -> None:
    table = three_in_the_duel()
    assert [(r.seat, r.total) for r in table.view().duel.rows] == [("A", -3), ("B", 3)]
    assert table.front("C") == [None]


@pytest.mark.clause("SHINOBAZU-8.12")
def test_by_option_a_three_drags_the_other_passers_into_the_duel() -> None:
    table = three_in_the_duel(duel_three="on")
    assert table.view().duel is None
    assert table.view().reveals == ("C",)
    table.says("C", "reveal")
    duel = table.view().duel
    assert [(r.seat, r.total, r.outcome) for r in duel.rows] == [
        ("A", -3, "wins"),
        ("B", 3, "stays"),
        ("C", 5, "loses"),
    ]
    assert table.why()["three"] == "8.12"
    assert all(table.front(s) == [] for s in "ABCD")
    assert table.view().rounds[-1].duel == "three"
    assert table.view().next_start == "C"


@pytest.mark.clause("SHINOBAZU-8.12", "SHINOBAZU-5.6")
def test_by_option_whoever_was_dragged_into_the_duel_and_lost_it_keeps_no_card() -> None:
    table = three_in_the_duel(duel_three="on", forced_stay_passers="yes")
    table.says("C", "reveal")
    assert table.front("C") == []
    assert not any(seat.stays for seat in table.view().seats)


@pytest.mark.clause("SHINOBAZU-8.13")
def test_equals_in_the_duel_both_gain_a_point() -> None:
    table = Table("ABC")
    table.lead("red 1")
    table.lay("B", "blue 1", "pass")
    table.lay("C", "red 5", "fight")
    table.reveal()
    table.says("A", "duel_challenge", target="B")
    table.says("B", "duel_answer", answer="accept")
    table.reveal()
    assert table.points == (2, 1, 0)
    assert table.view().rounds[-1].duel == "tie"


@pytest.mark.clause("SHINOBAZU-8.13")
def test_the_challenger_may_gain_twice() -> None:
    table = lost_by_a()
    table.says("A", "duel_challenge", target="B")
    table.says("B", "duel_answer", answer="accept")
    table.reveal()
    assert table.points == (2, 0, 0, 0)


def two_colours(option: str) -> Table:
    """Round 2: A shows blue 1 (carried) and red -3 and loses to C; B, who passed with blue 4, accepts A's challenge."""
    table = Table("ABC", start="B", duel_lead=option)
    table.lead("red 5")
    table.lay("C", "black 1", "fight")
    table.lay("A", "blue 1", "pass")
    table.reveal()
    table.go_on()
    table.lead("red 4")
    table.lay("A", "red -3", "fight")
    table.lay("B", "blue 4", "pass")
    table.reveal()
    assert table.state.challenger == "A"
    table.says("A", "duel_challenge", target="B")
    table.says("B", "duel_answer", answer="accept")
    return table


@pytest.mark.clause("SHINOBAZU-8.11")
@pytest.mark.parametrize(
    ("option", "leads", "inversions"),
    [("current", ("red",), 1), ("all", ("blue", "red"), 0)],
)
def test_which_of_the_losers_colours_leads(option: str, leads: tuple[str, ...], inversions: int) -> None:
    table = two_colours(option)
    table.refuses("8.11", "A", "choose_duel_lead", colour="red")
    table.reveal()
    assert (table.view().duel.leads, table.view().duel.inversions) == (leads, inversions)


@pytest.mark.clause("SHINOBAZU-8.11")
@pytest.mark.parametrize(("named", "inversions"), [("blue", 0), ("red", 1)])
def test_by_option_the_loser_names_one_of_their_colours(named: str, inversions: int) -> None:
    table = two_colours("loser_names")
    assert table.prompts()["choose_duel_lead"].choices("choose_duel_lead", "colour") == ("blue", "red")
    assert table.prompts().keys() == {"choose_duel_lead"}
    table.refuses("8.11", "A", "choose_duel_lead", colour="black")
    table.refuses("8.11", "B", "choose_duel_lead", colour="red")
    table.refuses("5.1", "B", "reveal")
    early = table.refuses("2.4", "table", "end_round")
    assert (early.reason, early.params) == ("shinobazu.now.choose_duel_lead", {"seat": "A"})
    table.says("A", "choose_duel_lead", colour=named)
    table.refuses("8.11", "A", "choose_duel_lead", colour=named)
    table.reveal()
    assert (table.view().duel.leads, table.view().duel.inversions) == ((named,), inversions)
