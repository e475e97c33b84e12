"""SHINOBAZU-6.1 to 6.6, 8.1 to 8.3: the arithmetic of a battle."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.shinobazu.battle import Outcome, decide, inverting, strength
from referee.shinobazu.cards import CARDS, COLOURS, colour_of, value_of
from referee.shinobazu.moves import Options
from referee.shinobazu.state import Player, State, after_battle
from tests.referee.shinobazu.table import Table

FRONTS = st.permutations(CARDS).flatmap(
    lambda cards: st.lists(st.integers(1, 3), min_size=2, max_size=5).map(
        lambda sizes: {
            f"p{n}": tuple(cards[sum(sizes[:n]) : sum(sizes[: n + 1])]) for n, size in enumerate(sizes) if size
        }
    )
)


@pytest.mark.clause("SHINOBAZU-6.1")
def test_all_fight_cards_are_added_up() -> None:
    assert strength(["black -3", "red 5"]) == 2
    assert strength(["red 1", "blue 1", "black 1"]) == 3
    assert strength(["black -3"]) == -3


@pytest.mark.clause("SHINOBAZU-6.2")
def test_the_larger_is_the_stronger() -> None:
    outcome = decide({"A": ["red 1"], "B": ["red 5"], "C": ["red -3"]}, ["red"])
    assert outcome.ranking == (("B", 5), ("A", 1), ("C", -3))
    assert (outcome.winner, outcome.losers) == ("B", ("C",))


@pytest.mark.clause("SHINOBAZU-6.3")
@pytest.mark.parametrize(("card", "lead"), list(product(CARDS, COLOURS)))
def test_only_a_two_or_four_of_another_colour_inverts(card: str, lead: str) -> None:
    assert bool(inverting([card], [lead])) == (value_of(card) in (2, 4) and colour_of(card) != lead)


@pytest.mark.clause("SHINOBAZU-6.3")
def test_each_of_several_lead_colours_keeps_its_cards_from_inverting() -> None:
    assert inverting(["red 2", "blue 2", "black 4"], ["red", "blue"]) == ("black 4",)


@pytest.mark.clause("SHINOBAZU-6.4")
@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (["red 5", "red 1", "red -3"], "A"),
        (["red 5", "blue 4", "red -3"], "C"),
        (["red 5", "blue 4", "blue 2"], "A"),
        (["blue 4", "black 4", "blue 2"], "C"),
    ],
)
def test_odd_inversions_make_the_smaller_stronger(cards: list[str], winner: str) -> None:
    fronts = {seat: [card] for seat, card in zip("ABC", cards, strict=True)}
    assert decide(fronts, ["red"]).winner == winner


@pytest.mark.clause("SHINOBAZU-6.5")
def test_carried_cards_are_judged_by_the_present_lead() -> None:
    table = Table("ABC")
    table.lead("black 5")
    table.lay("B", "black 2", "pass")
    table.lay("C", "black 1", "fight")
    table.reveal()
    table.go_on()
    table.lead("red 5")
    table.lay("A", "red 1", "fight")
    table.lay("B", "red -3", "fight")
    table.reveal()
    battle = table.view().battle
    assert battle.inversions == 1
    assert [(r.seat, r.total) for r in battle.rows] == [("B", -1), ("A", 1), ("C", 5)]
    assert table.why()["inverted"] == "6.4"


@pytest.mark.clause("SHINOBAZU-6.6")
def test_passers_cards_do_not_invert() -> None:
    table = Table("ABC")
    table.lead("red 5")
    table.lay("B", "blue 4", "pass")
    table.lay("C", "red 1", "fight")
    table.reveal()
    assert table.view().battle.inversions == 0
    assert table.why()["not_inverted"] == "6.2"


@pytest.mark.clause("SHINOBAZU-6.6")
def test_a_single_fighters_cards_do_not_invert() -> None:
    table = Table("ABC")
    table.lead("red 4")
    table.lay("B", "blue 1", "pass")
    table.lay("C", "black 5", "pass")
    table.reveal()
    assert table.view().battle.leads == ("blue",)
    assert table.view().battle.inversions == 0


@pytest.mark.clause("SHINOBAZU-8.1", "SHINOBAZU-8.2", "SHINOBAZU-8.3")
@pytest.mark.parametrize(
    ("values", "winner", "losers"),
    [
        ("5 4 1", "A", "C"),
        ("5 5 1", None, "C"),
        ("5 1 1", "A", "BC"),
        ("1 1 1", None, "ABC"),
        ("5 5 1 1", None, "CD"),
        ("4 4", None, "AB"),
    ],
)
def test_ties_at_the_top_and_at_the_bottom(values: str, winner: str | None, losers: str) -> None:
    fronts = {seat: [f"red {value}"] for seat, value in zip("ABCD", values.split(), strict=False)}
    outcome = decide(fronts, ["red"])
    assert (outcome.winner, "".join(outcome.losers)) == (winner, losers)
    before = State(Options(), tuple(Player(seat, seat, points=2) for seat in fronts), "A")
    after = after_battle(before, outcome.winner, outcome.losers)
    assert {p.seat: p.points - 2 for p in after.players} == {
        seat: -1 if seat == winner else int(seat in losers) for seat in fronts
    }


def exchanged(outcome: Outcome) -> Outcome:
    """Return the outcome that the opposite order of strength gives."""
    top = outcome.ranking[0][1]
    bottom = outcome.ranking[-1][1]
    weakest = tuple(seat for seat, value in outcome.ranking if value == top)
    strongest = tuple(seat for seat, value in outcome.ranking if value == bottom)
    winner = strongest[0] if len(strongest) == 1 and top != bottom else None
    return Outcome(outcome.inverting, outcome.ranking[::-1], strongest, winner, weakest)


@pytest.mark.clause("SHINOBAZU-6.4", "SHINOBAZU-8.1", "SHINOBAZU-8.2")
@given(FRONTS, st.sampled_from(COLOURS), st.sampled_from(COLOURS))
def test_two_more_inversions_change_nothing_and_one_more_turns_the_order_round(
    fronts: dict[str, tuple[str, ...]], lead: str, other: str
) -> None:
    now, then = decide(fronts, [lead]), decide(fronts, [other])
    odd = (len(now.inverting) - len(then.inverting)) % 2
    expected = exchanged(now) if odd else now
    assert then.winner == expected.winner
    assert set(then.losers) == set(expected.losers)
    assert set(then.strongest) == set(expected.strongest)
    assert [value for _, value in then.ranking] == [value for _, value in expected.ranking]


@pytest.mark.clause("SHINOBAZU-8.1", "SHINOBAZU-8.2")
@given(FRONTS, st.sampled_from(COLOURS))
def test_there_is_always_a_loser_and_never_a_winner_among_the_losers(
    fronts: dict[str, tuple[str, ...]], lead: str
) -> None:
    outcome = decide(fronts, [lead])
    assert outcome.losers
    assert outcome.winner not in outcome.losers
    assert {seat for seat, _ in outcome.ranking} == set(fronts)
