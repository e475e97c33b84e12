"""What trick-taking games have in common, beside any table."""

from __future__ import annotations

from referee.core.cards import followers, number_of, of_suit, owed, ranked, strongest, suit_of

HAND = ("red 5", "blue -3", "Red Fire 12", "red 1")


def test_a_card_is_its_suit_and_its_number() -> None:
    assert [suit_of(card) for card in HAND] == ["red", "blue", "Red Fire", "red"]
    assert [number_of(card) for card in HAND] == [5, -3, 12, 1]
    assert of_suit(HAND, "red") == ("red 5", "red 1")
    assert of_suit(HAND, None) == ()


def test_whoever_can_follow_must() -> None:
    assert followers(HAND, "red") == ("red 5", "red 1")
    assert followers(HAND, "green") == HAND
    assert followers(HAND, None) == HAND
    assert followers((), "red") == ()


def test_what_was_held_back_is_owed_and_proves_a_renege() -> None:
    assert owed(HAND, "blue -3", "red") == ("red 5", "red 1")
    assert owed(HAND, "red 1", "red") == ()
    assert owed(HAND, "blue -3", "green") == ()
    assert owed(["red 5"], "blue 1", "red") == ("red 5",)


def test_who_is_strongest() -> None:
    strengths = {"a": (1, 5), "b": (2, 1), "c": (2, 1), "d": (0, 9)}
    assert strongest(strengths) == ("b", "c")
    assert ranked(strengths) == ("b", "c", "a", "d")
    assert strongest({"a": -3, "b": -1}) == ("b",)
