"""Depth `scores`: results alone, checked for all that can be known without the cards."""

from dataclasses import asdict
from itertools import combinations, product
from typing import Any

import pytest

from referee import shinobazu
from tests.referee.shinobazu.table import Table


def scores(seats: str = "ABCD", points: str = "", **options: str) -> Table:
    return Table(seats, points=points, depth="scores", **options)


def battle(table: Table, passers: str, winner: str | None, losers: str, **more: Any) -> None:
    table.says("table", "battle_result", passers=list(passers), winner=winner, losers=list(losers), **more)


def refused(table: Table, number: str, passers: str, winner: str | None, losers: str, **more: Any) -> str:
    ruling = table.refuses(
        number, "table", "battle_result", passers=list(passers), winner=winner, losers=list(losers), **more
    )
    return ruling.reason.removeprefix("shinobazu.")


def round_ends(table: Table) -> None:
    if table.state.phase == "duel":
        table.says("table", "no_duel")
    table.says("table", "end_round")


@pytest.mark.clause("SHINOBAZU-8.3", "SHINOBAZU-8.5", "SHINOBAZU-9.1")
def test_a_round_of_results() -> None:
    table = scores(points="1111")
    assert table.prompts().keys() == {"battle_result", "configure"}
    battle(table, "D", "A", "B")
    assert table.points == (0, 2, 1, 1)
    assert table.prompts()["duel_result"].choices("duel_result", "target") == ("D",)
    table.says("B", "duel_result", target="D", outcome="target_wins")
    assert table.points == (0, 3, 1, 0)
    assert table.view().next_start == "B"
    table.says("C", "end_round")
    assert (table.view().round, table.view().start, table.view().phase) == (2, "B", "battle")
    assert [asdict(r) for r in table.view().rounds] == [
        {"set": 1, "round": 1, "winner": "A", "losers": ("B",), "duel": "target_wins", "points": (0, 3, 1, 0)}
    ]


@pytest.mark.clause("SHINOBAZU-4.8", "SHINOBAZU-4.9")
def test_the_start_player_passes_only_after_a_push() -> None:
    table = scores()
    assert refused(table, "4.8", "A", "B", "C") == "start_fights"
    battle(table, "A", "B", "C", start_pushed=True)


@pytest.mark.clause("SHINOBAZU-5.2", "SHINOBAZU-6.6")
def test_passers_neither_win_nor_lose() -> None:
    table = scores()
    assert refused(table, "5.2", "D", "D", "B") == "took_no_part"
    assert refused(table, "5.2", "D", "A", "D") == "took_no_part"
    battle(table, "D", "A", "B")


@pytest.mark.clause("SHINOBAZU-5.3")
def test_when_all_passed_all_take_part() -> None:
    table = scores("ABC")
    battle(table, "ABC", "A", "C", start_pushed=True)
    assert table.view().phase == "round_end"
    assert not any(s.stays for s in table.view().seats)


@pytest.mark.clause("SHINOBAZU-5.4", "SHINOBAZU-5.6")
def test_a_single_fighter_neither_wins_nor_loses() -> None:
    table = scores()
    assert refused(table, "5.4", "BCD", "A", "B") == "took_no_part"
    assert refused(table, "5.4", "BCD", "B", "A") == "took_no_part"
    battle(table, "BCD", "B", "D")
    assert table.view().phase == "round_end"


@pytest.mark.clause("SHINOBAZU-8.2")
def test_every_battle_has_a_loser() -> None:
    assert refused(scores(), "8.2", "", "A", "") == "no_loser"


@pytest.mark.clause("SHINOBAZU-8.1")
def test_a_winner_does_not_lose() -> None:
    assert refused(scores(), "8.1", "", "A", "AB") == "winner_lost"


@pytest.mark.clause("SHINOBAZU-8.1", "SHINOBAZU-8.3")
@pytest.mark.parametrize(
    ("passers", "winner", "losers", "right"),
    [
        ("CD", "A", "B", True),
        ("CD", None, "AB", True),
        ("CD", None, "B", False),
        ("D", None, "B", True),
        ("D", None, "ABC", True),
        ("D", None, "BC", False),
        ("D", "A", "BC", True),
        ("", None, "BC", True),
        ("", None, "BCD", False),
        ("", None, "ABCD", True),
    ],
)
def test_only_results_that_cards_can_have(passers: str, winner: str | None, losers: str, right: bool) -> None:
    table = scores()
    if right:
        battle(table, passers, winner, losers)
    else:
        assert refused(table, "8.1", passers, winner, losers) == "winner_missing"


@pytest.mark.clause("SHINOBAZU-3.3")
def test_strangers_and_doubles_are_refused() -> None:
    table = scores()
    assert refused(table, "3.3", "Z", "A", "B") == "not_in_game"
    assert refused(table, "3.3", "", "A", "Z") == "not_in_game"
    assert refused(table, "3.3", "", "A", "BB") == "named_twice"
    assert refused(table, "3.3", "DD", "A", "B") == "named_twice"
    assert refused(table, "5.2", "", "Z", "B") == "took_no_part"


@pytest.mark.clause("SHINOBAZU-7.1", "SHINOBAZU-7.3")
def test_the_jutsu_of_three_needs_a_carried_card_a_passer_and_two_fighters() -> None:
    table = scores()
    assert refused(table, "7.3", "D", "A", "D", three=True) == "three_needs_carried"
    battle(table, "D", "A", "B")
    round_ends(table)
    assert refused(table, "7.1", "", "A", "B", three=True) == "three_passers"
    assert refused(table, "7.1", "ACD", "A", "C", three=True) == "three_fighters"
    assert refused(table, "7.3", "D", "A", "D", three=True) == "three_needs_carried"
    battle(table, "C", "C", "A", three=True)
    assert table.view().phase == "round_end"


@pytest.mark.clause("SHINOBAZU-5.5")
def test_by_option_a_single_fighters_three_counts() -> None:
    table = scores(single_three="three_applies")
    battle(table, "D", "A", "B")
    round_ends(table)
    battle(table, "ABC", "D", "A", three=True, start_pushed=True)
    assert table.view().phase == "round_end"


@pytest.mark.clause("SHINOBAZU-5.6")
def test_by_option_forced_players_stay_passers() -> None:
    table = scores("ABC", forced_stay_passers="yes")
    battle(table, "BC", "B", "C")
    assert (table.view().phase, table.view().challenger) == ("duel", "C")
    table.says("table", "duel_result", target="B", outcome="tie")
    assert table.points == (0, 1, 2)


@pytest.mark.clause("SHINOBAZU-8.5")
def test_no_duel_without_a_passer_or_with_several_losers() -> None:
    for passers, winner, losers in [("", "A", "B"), ("D", "A", "BC")]:
        table = scores()
        battle(table, passers, winner, losers)
        assert table.view().phase == "round_end"
        table.refuses("8.5", "table", "duel_result", target="D", outcome="tie")
        table.refuses("8.5", "table", "no_duel")
    table = scores()
    table.refuses("2.4", "table", "duel_result", target="D", outcome="tie")
    table.refuses("2.4", "table", "no_duel")


@pytest.mark.clause("SHINOBAZU-8.6")
def test_one_passer_is_challenged_once() -> None:
    table = scores()
    battle(table, "CD", "A", "B")
    table.refuses("8.6", "table", "duel_result", target="A", outcome="tie")
    table.refuses("3.3", "table", "duel_result", target="Z", outcome="tie")
    table.says("table", "duel_result", target="C", outcome="tie")
    table.refuses("8.6", "table", "duel_result", target="D", outcome="tie")
    table.refuses("8.6", "table", "no_duel")


@pytest.mark.clause("SHINOBAZU-8.7")
def test_the_loser_may_challenge_nobody() -> None:
    table = scores()
    battle(table, "D", "A", "B")
    assert table.says("B", "no_duel").clause == "SHINOBAZU-8.7"
    assert table.view().phase == "round_end"


@pytest.mark.clause("SHINOBAZU-8.9", "SHINOBAZU-8.10")
def test_a_refusal_costs_the_cards_kept_without_a_gap() -> None:
    table = scores()
    for _ in range(2):
        battle(table, "D", "A", "B")
        round_ends(table)
    battle(table, "CD", "A", "B")
    assert table.view().seats[3].kept == 2
    costs = {offer.choices("target"): offer.choices("k") for offer in table.prompts()["duel_result"].offers}
    assert costs == {("C", "D"): (), ("C",): (None, 1), ("D",): (None, 3), (): ()}
    assert table.refuses("8.9", "table", "duel_result", target="D", outcome="refused", k=2).params["count"] == 3
    table.refuses("8.9", "table", "duel_result", target="C", outcome="refused", k=2)
    table.says("table", "duel_result", target="D", outcome="refused", k=3)
    assert table.points == (0, 3, 0, 3)
    assert table.view().refused_duel.after == 3
    assert table.view().next_start == "D"
    assert [s.seat for s in table.view().seats if s.stays] == ["C"]


@pytest.mark.clause("SHINOBAZU-8.9")
def test_a_gap_or_a_new_set_starts_the_count_again() -> None:
    table = scores()
    battle(table, "D", "A", "B")
    round_ends(table)
    battle(table, "", "A", "B")
    round_ends(table)
    battle(table, "D", "A", "B")
    table.says("table", "duel_result", target="D", outcome="refused")
    assert table.points[3] == 1
    table = scores()
    for _ in range(3):
        battle(table, "D", "A", "B")
        round_ends(table)
    assert (table.view().set, table.view().round) == (2, 1)
    assert [s.kept for s in table.view().seats] == [0, 0, 0, 0]


@pytest.mark.clause("SHINOBAZU-8.9")
@pytest.mark.parametrize("outcome", ["challenger_wins", "target_wins", "tie"])
def test_a_number_of_cards_belongs_to_a_refusal_only(outcome: str) -> None:
    table = scores()
    battle(table, "D", "A", "B")
    table.refuses("8.9", "table", "duel_result", target="D", outcome=outcome, k=1)
    table.says("table", "duel_result", target="D", outcome=outcome)


@pytest.mark.clause("SHINOBAZU-8.10")
def test_by_option_refused_cards_are_carried() -> None:
    table = scores(refused_cards="carry")
    battle(table, "D", "A", "B")
    table.says("table", "duel_result", target="D", outcome="refused")
    table.says("table", "end_round")
    assert table.view().seats[3].kept == 1


@pytest.mark.clause("SHINOBAZU-8.12")
def test_by_option_a_three_in_the_duel_drags_the_passers_in() -> None:
    table = scores(duel_three="on")
    battle(table, "CD", "A", "B")
    said = {"target": "D", "outcome": "three", "winner": "B", "losers": ["C"]}
    table.refuses("7.3", "table", "duel_result", **said)
    round_ends(table)
    battle(table, "CD", "A", "B")
    assert "three" in table.prompts()["duel_result"].choices("duel_result", "outcome")
    table.refuses("8.12", "table", "duel_result", **said | {"losers": ["A"]})
    table.says("table", "duel_result", **said)
    assert table.points == (0, 1, 1, 0)
    assert not any(s.stays for s in table.view().seats)
    table = scores()
    battle(table, "CD", "A", "B")
    table.refuses("8.12", "table", "duel_result", **said)


@pytest.mark.clause("SHINOBAZU-8.13")
@pytest.mark.parametrize(("outcome", "points"), [("challenger_wins", "112"), ("target_wins", "130"), ("tie", "132")])
def test_the_points_of_a_duel(outcome: str, points: str) -> None:
    table = scores("ABC", points="211")
    battle(table, "C", "A", "B")
    table.refuses("8.13", "table", "duel_result", target="C", outcome=outcome, losers=["A"])
    table.says("table", "duel_result", target="C", outcome=outcome)
    assert "".join(map(str, table.points)) == points


@pytest.mark.clause("SHINOBAZU-9.7", "SHINOBAZU-9.8", "SHINOBAZU-9.10")
def test_results_end_a_match_too() -> None:
    table = scores(points="0403")
    battle(table, "", None, "BD")
    assert table.view().ends
    table.says("table", "end_round")
    assert table.view().result.winners == ("A", "C")
    table.refuses("9.10", "table", "battle_result", losers=["A"])
    assert table.prompts() == {}


@pytest.mark.clause("SHINOBAZU-2.3")
def test_the_table_says_who_starts_before_the_first_result() -> None:
    table = scores()
    table.says("table", "configure", start="C")
    assert (table.view().start, table.view().active) == ("C", None)
    battle(table, "", "A", "B")
    table.refuses("2.3", "table", "configure", start="A")


def test_nothing_is_secret_without_plays() -> None:
    assert scores().view("A").private == ()
    assert scores().view("gm").private == ()


def lists(seats: str) -> list[list[str]]:
    """Return every choice of some of the seats, in one order."""
    return [list(some) for size in range(len(seats) + 1) for some in combinations(seats, size)]


@pytest.mark.parametrize("seats", ["ABC", "ABCD"])
@pytest.mark.parametrize("single", ["leaves", "three_applies"])
@pytest.mark.parametrize("rounds", [0, 1])
def test_every_result_of_a_battle_is_offered_or_refused(seats: str, single: str, rounds: int) -> None:
    table = Table(seats, depth="scores", single_three=single)
    for _ in range(rounds):
        battle(table, "C", "A", "B")
        round_ends(table)
    [prompt] = [p for p in shinobazu.prompts(table.state, "public") if p.ask == "shinobazu.ask.battle_result"]
    upheld = 0
    for passers, losers in product(lists(seats), lists(seats)):
        for winner, three, pushed in product((None, *seats), (False, True), (False, True)):
            move = {"passers": passers, "losers": losers, "winner": winner, "three": three, "start_pushed": pushed}
            ruling = table.judge("table", "battle_result", **move)
            assert any(o.fits({"type": "battle_result", **move}) for o in prompt.offers) == ruling.upheld, move
            upheld += ruling.upheld
    assert upheld > 20


@pytest.mark.parametrize("three", ["on", "off"])
@pytest.mark.parametrize("rounds", [0, 1])
def test_every_result_of_a_duel_is_offered_or_refused(three: str, rounds: int) -> None:
    table = scores(duel_three=three)
    for _ in range(rounds):
        battle(table, "C", "A", "B")
        round_ends(table)
    battle(table, "CD", "A", "B")
    prompt = table.prompts()["duel_result"]
    outcomes = ("refused", "challenger_wins", "target_wins", "tie", "three")
    for target, outcome, k in product("ABCD", outcomes, (None, 0, 1, 2, 3)):
        for winner, losers in product((None, *"ABCD"), lists("ABCD")):
            move = {"target": target, "outcome": outcome, "k": k, "winner": winner, "losers": losers}
            ruling = table.judge("table", "duel_result", **move)
            assert any(o.fits({"type": "duel_result", **move}) for o in prompt.offers) == ruling.upheld, move
