"""Offers: what fits one, what is made of one, and the check that holds a game's prompts to them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.check.offered import Wrong, check_offered, check_others
from referee.core.offers import Choice, Each, Free, Number, Offer, One, Some
from referee.core.values import GAME_MASTER, PUBLIC, Prompt, Ruling
from tests.referee.core.journal.toy_acts import random_match, toy_match
from toy_game import Toy


def offer(choice: Choice) -> Offer:
    return Offer(move="pick", fields={"what": choice})


@pytest.mark.parametrize(
    ("choice", "fit", "unfit"),
    [
        (One(of=("a", "b")), ["a", "b"], ["c", None, ["a"], 1]),
        (One(of=(None, "a")), [None, "a"], ["b"]),
        (One(of=(True, 1)), [True, 1], [2, False]),
        (One(of=(1,)), [1], [True, 2]),
        (One(of=({"a": 1},)), [{"a": 1}], [{"a": 2}, {}]),
        (Some(of=("a", "a", "b"), least=1, most=2), [["a"], ["a", "a"], ("b", "a")], [[], None, "a", ["b", "b"]]),
        (Some(of=("a",), most=1, optional=True), [None, [], ["a"]], [["a", "a"]]),
        (Number(least=1, most=3), [1, 3], [0, 4, True, None, "2"]),
        (Each(of={"a": Number(least=0, most=2), "b": Number(least=0, most=2)}, total=3), [{"a": 1, "b": 2}],
         [{"a": 2, "b": 2}, {"a": 1}, {"a": 1, "b": 2, "c": 0}, [1, 2]]),
        (Each(of={"a": One(of=("x", "y")), "b": One(of=("x", "y"))}, different=True), [{"a": "y", "b": "x"}],
         [{"a": "x", "b": "x"}]),
        (Each(of={"a": One(of=(None, "x"))}), [{}, {"a": "x"}], [{"a": "y"}]),
        (Free(), [None, 1, "x"], []),
    ],
)  # fmt: skip
def test_a_move_fits_what_its_fields_may_hold(choice: Choice, fit: list[Any], unfit: list[Any]) -> None:
    for value in fit:
        assert offer(choice).fits({"type": "pick", "what": value}), value
    for value in unfit:
        assert not offer(choice).fits({"type": "pick", "what": value}), value


def test_a_move_of_another_type_or_with_another_field_does_not_fit() -> None:
    assert Offer(move="skip").fits({"type": "skip", "to": None})
    assert not Offer(move="skip").fits({"type": "skip", "to": "p1"})
    assert not Offer(move="skip").fits({"type": "pass"})


@pytest.mark.parametrize(
    "choice",
    [
        One(of=("a", None)),
        Some(of=("a", "a", "b"), least=1, most=3),
        Some(of=("a",), most=1, optional=True),
        Number(least=-2, most=2),
        Each(of={"a": Number(least=0, most=2), "b": Number(least=1, most=2)}, total=3),
        Each(of={x: One(of=tuple("abc")) for x in "xyz"}, different=True),
    ],
)
def test_what_is_made_of_an_offer_fits_it(choice: Choice) -> None:
    random = Random(0)
    made = [offer(choice).any_of(random) for _ in range(60)]
    assert all(offer(choice).fits(move) for move in made)
    assert len({str(move) for move in made}) > 1


@pytest.mark.parametrize("choice", [One(of=()), Free(), Each(of={x: One(of=("a",)) for x in "xy"}, different=True)])
def test_nothing_is_made_where_nothing_is_listed(choice: Choice) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        offer(choice).any_of(Random(0))


def test_prompts_say_what_a_field_may_hold() -> None:
    prompt = Prompt(
        seat="p1",
        ask="toy.pick",
        offers=(offer(One(of=("a", "b"))), offer(One(of=("b", "c"))), Offer(move="skip")),
    )
    assert prompt.choices("pick", "what") == ("a", "b", "c")
    assert prompt.choices("skip", "what") == prompt.choices("dance", "what") == ()
    assert prompt.offer("skip") == Offer(move="skip")
    assert prompt.offer("dance") is None
    assert Prompt.model_validate_json(prompt.model_dump_json()) == prompt


def test_a_games_prompts_offer_what_is_legal_and_nothing_else_is() -> None:
    offered = others = 0
    for seed in range(12):
        random = Random(seed)
        for match in random_match(seed)[1][::6]:
            offered += check_offered(match, random)
            others += check_others(match, random, tries=10)
    assert offered > 500
    assert others > 200


class OffersTooMuch(Toy):
    def prompts(self, state: Any, viewer: str) -> tuple[Prompt, ...]:
        skips = tuple(Prompt(seat=p.seat, ask="toy.skip", offers=(Offer(move="skip"),)) for p in state.players)
        return super().prompts(state, viewer) + skips


class OffersTooLittle(Toy):
    def prompts(self, state: Any, viewer: str) -> tuple[Prompt, ...]:
        return tuple(p for p in super().prompts(state, viewer) if p.ask != "toy.hide")


class OffersNothing(Toy):
    def prompts(self, state: Any, viewer: str) -> tuple[Prompt, ...]:
        return (Prompt(seat="p1", ask="toy.guess", offers=(Offer(move="guess", fields={"target": One(of=())}),)),)


@pytest.mark.parametrize("wrong", [OffersTooMuch, OffersTooLittle, OffersNothing])
def test_prompts_that_offer_wrongly_are_caught(wrong: type[Toy]) -> None:
    match = toy_match()
    match = type(match)(wrong(), match.options, match.seats, match.state)

    def check() -> None:
        for seed in range(50):
            check_offered(match, Random(seed))
            check_others(match, Random(seed))

    with pytest.raises(Wrong):
        check()


def test_an_excuse_lets_a_ruling_pass() -> None:
    match = toy_match()
    match = type(match)(OffersTooMuch(), match.options, match.seats, match.state)

    def of_skips(seat: str, move: Any, ruling: Ruling) -> bool:
        return move["type"] == "skip" and ruling.clause == "TOY-3.1"

    assert check_offered(match, Random(0), excused=of_skips) > 0
    assert match.prompts(PUBLIC) != match.prompts(GAME_MASTER)
