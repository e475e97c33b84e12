"""Sets, the field and its seal (SCHOOL-3, 4, 5)."""

from __future__ import annotations

import pytest

from referee.shinobi_school.field import collectable, least, sealed
from referee.shinobi_school.state import Field
from referee.shinobi_school.view_model import Tier
from tests.referee.shinobi_school.table import Table, said

EARTH = (3, 3, 3, 5, 5, 9, 9, 12)


def table(*tiers: str) -> Table:
    return Table("ABCD").playing(*tiers, A=EARTH)


def field(*tiers: tuple[int, int]) -> Field:
    return tuple(Tier(number, size) for number, size in tiers)


@pytest.mark.clause("SCHOOL-3.1", "SCHOOL-3.2")
def test_a_set_is_one_card_or_several_of_one_number() -> None:
    one = table("7")
    one.refuses("3.1", "no_card", "A", "place", side="earth", number=9, size=0)
    for mixed in ([3, 5], [3, 3], [3], []):
        one.refuses("3.1", "one_number", "A", "place", side="earth", number=mixed, size=2)
    one.place("A", "earth", "9")
    assert one.tiers == ["7", "9"]
    one.place("A", "heaven", "4")
    assert one.tiers == ["4", "7", "9"]


@pytest.mark.clause("SCHOOL-3.3")
@pytest.mark.parametrize("cards", ["3", "3 3", "3 3 3"])
def test_a_set_may_be_any_of_the_cards_of_its_number_on_one_side(cards: str) -> None:
    one = table("7")
    one.place("A", "earth", cards)
    assert one.seat("A").earth.count(3) == 3 - len(cards.split())


@pytest.mark.clause("SCHOOL-3.3")
def test_no_side_places_more_than_it_holds() -> None:
    one = table("7")
    ruling = one.cannot_place("3.3", "not_in_earth", "A", "earth", "5 5 5")
    assert ruling.params == {"number": 5, "held": 2}
    one.cannot_place("3.3", "not_in_earth", "A", "earth", "11")
    one.mansion("A", 1, (3, 3))
    one.cannot_place("3.3", "heaven_too_small", "A", "heaven", "3 3")
    one.place("A", "heaven", "3")


@pytest.mark.clause("SCHOOL-4.1")
def test_tiers_rise_from_top_to_bottom() -> None:
    one = table("7")
    for side, cards in (("earth", "9"), ("heaven", "2")):
        one.place("A", side, cards)
    assert [(tier.number, tier.size) for tier in one.view().field] == [(2, 1), (7, 1), (9, 1)]


@pytest.mark.clause("SCHOOL-4.2")
def test_a_set_at_the_top_is_smaller_and_has_as_many_cards() -> None:
    one = table("7 7", "8 8")
    ruling = one.cannot_place("4.2", "too_few_top", "A", "heaven", "4")
    assert ruling.params == {"size": 1, "least": 2}
    one.cannot_place("4.2", "belongs_top", "A", "earth", "5 5", end="bottom")
    assert one.place("A", "earth", "5 5", end="top").clause == "SCHOOL-4.2"
    one.place("A", "heaven", "4 4")
    assert one.tiers == ["4 4", "5 5", "7 7", "8 8"]


@pytest.mark.clause("SCHOOL-4.3")
def test_a_set_at_the_bottom_is_larger_and_has_as_many_cards() -> None:
    one = table("7 7", "8 8")
    one.cannot_place("4.3", "too_few_bottom", "A", "earth", "12")
    one.cannot_place("4.3", "belongs_bottom", "A", "earth", "9 9", end="top")
    assert one.place("A", "earth", "9 9").clause == "SCHOOL-4.3"
    one.place("A", "heaven", "13 13 13")
    assert one.tiers == ["7 7", "8 8", "9 9", "13 13 13"]


@pytest.mark.clause("SCHOOL-4.4")
@pytest.mark.parametrize(
    ("cards", "reason"), [("2", "equal_number"), ("4", "equal_number"), ("3", "between"), ("3 3", "between")]
)
def test_equal_numbers_and_those_between_the_ends_have_no_place(cards: str, reason: str) -> None:
    table("2", "4").cannot_place("4.4", reason, "A", "heaven", cards)


@pytest.mark.clause("SCHOOL-4.4")
def test_numbers_need_not_follow_each_other() -> None:
    one = table("4", "6")
    one.place("A", "earth", "12")
    one.place("A", "heaven", "1")
    assert one.tiers == ["1", "4", "6", "12"]


@pytest.mark.clause("SCHOOL-4.5")
@pytest.mark.parametrize("cards", ["1", "13", "7 7", "8 8 8 8 8"])
def test_on_an_empty_field_anything_goes(cards: str) -> None:
    one = table()
    one.cannot_place("4.5", "no_end_yet", "A", "heaven", cards, end="top")
    assert one.place("A", "heaven", cards).clause == "SCHOOL-4.5"
    assert one.tiers == [cards]


@pytest.mark.clause("SCHOOL-4.6")
@pytest.mark.parametrize(("end", "cards", "rest"), [("top", (2, 2), ["6", "9 9"]), ("bottom", (9, 9), ["2 2", "6"])])
def test_collecting_takes_the_whole_tier_at_an_end(end: str, cards: tuple[int, ...], rest: list[str]) -> None:
    one = table("2 2", "6", "9 9")
    one.says("A", "collect", side="heaven", end=end)
    assert one.tiers == rest
    assert one.seat("A").known == cards


@pytest.mark.clause("SCHOOL-4.6")
def test_no_part_of_a_tier_no_inner_one_and_no_two_at_once_are_collected() -> None:
    one = table("2 2", "6", "9 9")
    for inner in ("6", "middle"):
        one.refuses("4.6", "collected_at_ends", "A", "collect", side="earth", end=inner)
    for several in (["top", "bottom"], ["top"], []):
        one.refuses("4.6", "one_tier", "A", "collect", side="earth", end=several)
    for size in (0, 1, 3):
        ruling = one.refuses("4.6", "whole_tier", "A", "collect", side="earth", end="top", size=size)
        assert (ruling.params["number"], ruling.params["count"], ruling.params["size"]) == (2, 2, size)
    one.says("A", "collect", side="earth", end="top", size=2)
    assert one.tiers == ["6", "9 9"]


@pytest.mark.clause("SCHOOL-4.4")
def test_nothing_is_placed_inside_the_field() -> None:
    one = table("2", "9")
    one.cannot_place("4.4", "placed_at_ends", "A", "heaven", "12", "middle")
    one.place("A", "heaven", "12", "bottom")


@pytest.mark.clause("SCHOOL-4.7")
def test_three_or_more_cards_are_never_collected() -> None:
    one = table("2 2 2", "9 9 9")
    ruling = one.refuses("4.7", "three_or_more", "A", "collect", side="earth", end="top")
    assert ruling.params == {"number": 2, "size": 3}
    one.field("2 2", "9 9").says("A", "collect", side="earth", end="top")


@pytest.mark.clause("SCHOOL-4.8", "SCHOOL-4.9")
def test_a_single_tier_is_both_ends_and_stays() -> None:
    one = table("7 7")
    for end in ("top", "bottom"):
        one.refuses("4.8", "only_tier", "A", "collect", side="earth", end=end)
    one.cannot_place("4.2", "too_few_top", "A", "earth", "3")
    one.cannot_place("4.3", "too_few_bottom", "A", "earth", "12")
    one.cannot_place("4.4", "equal_number", "A", "heaven", "7 7")
    one.place("A", "earth", "9 9")
    one.says("A", "collect", side="heaven", end="top")
    assert one.tiers == ["9 9"]
    table().refuses("4.8", "nothing_there", "A", "collect", side="earth", end="top")


@pytest.mark.clause("SCHOOL-5.1", "SCHOOL-5.5")
@pytest.mark.parametrize(
    ("tiers", "seal"),
    [
        (field(), None),
        (field((7, 3)), None),
        (field((4, 1), (7, 3)), "bottom"),
        (field((4, 2), (7, 1)), "top"),
        (field((4, 2), (5, 1), (7, 2)), None),
        (field((4, 2), (5, 1), (7, 3)), "bottom"),
    ],
)
def test_the_larger_end_is_sealed(tiers: Field, seal: str | None) -> None:
    assert sealed(tiers) == seal


@pytest.mark.clause("SCHOOL-5.2")
def test_nothing_is_placed_or_collected_at_a_sealed_end() -> None:
    one = table("4", "9 9")
    one.cannot_place("5.2", "sealed_bottom", "A", "earth", "12")
    one.cannot_place("5.2", "sealed_bottom", "A", "heaven", "12 12 12")
    one.refuses("5.2", "sealed_bottom", "A", "collect", side="earth", end="bottom")
    one.says("A", "collect", side="earth", end="top")
    one = table("4 4", "9")
    one.cannot_place("5.2", "sealed_top", "A", "earth", "3 3")
    one.refuses("5.2", "sealed_top", "A", "collect", side="heaven", end="top")
    one.place("A", "earth", "12")


@pytest.mark.clause("SCHOOL-5.3", "SCHOOL-5.4")
def test_the_seal_comes_off_as_soon_as_the_sizes_are_equal() -> None:
    one = table("4", "9 9")
    ruling = one.place("A", "earth", "3 3")
    assert said(ruling)[1] == "unsealed"
    assert one.view().sealed is None
    one.place("A", "heaven", "12 12")
    assert one.view().sealed is None


@pytest.mark.clause("SCHOOL-5.4")
def test_collecting_can_move_the_seal() -> None:
    one = table("4 4", "6 6 6", "9")
    assert one.view().sealed == "top"
    ruling = one.says("A", "collect", side="earth", end="bottom")
    assert said(ruling) == ["collected_earth", "seals_bottom"]
    assert one.view().sealed == "bottom"


@pytest.mark.clause("SCHOOL-5.5")
def test_a_set_is_compared_with_its_own_end_and_may_then_be_sealed() -> None:
    one = table("4", "9 9 9")
    ruling = one.place("A", "earth", "3 3")
    assert said(ruling) == ["placed_earth_top"]
    assert one.view().sealed == "bottom"
    one = table("4", "9")
    assert "seals_bottom" in said(one.place("A", "heaven", "12 12 12"))
    one.passes("A")
    one.cannot_place("5.2", "sealed_bottom", "B", "heaven", "13 13 13")
    one.place("B", "heaven", "2")


@pytest.mark.clause("SCHOOL-4.2", "SCHOOL-4.3", "SCHOOL-4.6", "SCHOOL-5.2")
def test_the_choices_are_those_of_the_rules() -> None:
    tiers = field((4, 2), (6, 1), (9, 2))
    assert [least(tiers, number) for number in (1, 4, 5, 9, 12)] == [2, None, None, None, 2]
    assert collectable(tiers) == ("top", "bottom")
    assert collectable(field((4, 1), (9, 2))) == ("top",)
    assert collectable(field((4, 3), (9, 3))) == ()
    assert least(field((4, 1), (9, 2)), 12) is None
    assert least((), 12) == 1
