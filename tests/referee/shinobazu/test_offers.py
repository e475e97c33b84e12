"""Shinobazu's prompts offer all that is legal and nothing else, at any moment of a match."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee import shinobazu
from referee.check.offered import check_offered, check_others
from referee.core.games import game
from referee.core.journal import Match, begin
from referee.core.values import GAME_MASTER, PUBLIC
from referee.shinobazu.state import FightCard, State, with_player
from tests.players.people import seated
from tests.players.shinobazu import CARELESS, CROOKED, HONEST, OPEN, any_options, play
from tests.referee.core.journal.toy_acts import declare
from tests.referee.core.journal.toy_acts import play as upheld
from tests.shares import parts

SIZE = 5
STEPS = 12
"""At how many moments of a match its prompts are tried, drawn at random."""


def matches(seeds: range) -> list[tuple[Random, Match, list[Any]]]:
    """Return matches that have just begun, each with what is declared in it."""
    found = []
    for seed in seeds:
        random = Random(f"offers {seed}")
        seats = seated(random.randint(3, 5))
        options = any_options(random, random.choice(("plays", "plays", "scores")))
        moves = play(seed, len(seats), options, random.choice((HONEST, OPEN, CROOKED, CARELESS)))
        found.append((random, begin(game("shinobazu"), options, seats), moves))
    return found


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("OFFERS", SIZE), ids=str)
def test_what_is_offered_is_legal_and_nothing_else(seeds: range) -> None:
    offered = others = 0
    for random, match, moves in matches(seeds):
        moments = set(random.sample(range(len(moves) + 1), min(STEPS, len(moves)))) | {0, len(moves)}
        for n, said in enumerate([*moves, None]):
            if n in moments:
                offered += check_offered(match, random)
                others += check_others(match, random)
            if said is not None:
                match = upheld(match, (said[0], declare(*said, "0" * 32)))
        assert match.result is not None
    assert min(offered, others) > 100


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("OFFERS", SIZE), ids=str)
def test_every_declaration_of_a_match_was_offered(seeds: range) -> None:
    for _, match, moves in matches(seeds):
        for seat, move in moves:
            if seat == GAME_MASTER:
                seat = "table"
            prompts = [p for p in match.prompts(GAME_MASTER) if p.seat in (seat, "table")]
            offers = [offer for prompt in prompts for offer in prompt.offers]
            assert any(offer.fits(move) for offer in offers), (seat, move, offers)
            match = upheld(match, (seat, declare(seat, move, "0" * 32)))


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("OFFERS", SIZE), ids=str)
def test_all_are_asked_the_same_and_what_others_hold_is_not_offered(seeds: range) -> None:
    for _, match, moves in matches(seeds):
        for said in moves:
            public = match.prompts(PUBLIC)
            for seat in match.seats:
                own = match.prompts(seat.seat)
                asked = [p.model_copy(update={"offers": ()}) for p in own]
                assert asked == [p.model_copy(update={"offers": ()}) for p in public]
                others = [p for p in own if p.seat != seat.seat]
                assert others == [p for p in public if p.seat != seat.seat]
            match = upheld(match, (said[0], declare(*said, "0" * 32)))


def having_laid(*cards: str) -> State:
    """Return a set in which p1, who took two cards back, has laid others."""
    state = begin(game("shinobazu"), {}, seated(3)).state
    state = with_player(state, "p1", returned=("black 5", "black 4"), hand_size=3 - len(cards))
    fights = (FightCard("p1", "p1", n, card=card, discarded=True) for n, card in enumerate(cards, 1))
    return replace(state, cards=tuple(fights))


@pytest.mark.clause("SHINOBAZU-9.5", "SHINOBAZU-9.10")
def test_a_hand_that_cannot_be_is_not_asked_for() -> None:
    assert asked_to_show(replace(having_laid("red 1"), phase="ended"), "p1")
    assert not asked_to_show(replace(having_laid("red 1", "red 2"), phase="ended"), "p1")


@pytest.mark.clause("SHINOBAZU-9.5")
def test_a_hand_that_cannot_be_is_asked_for_as_ever_and_not_offered() -> None:
    for laid, offered in ((["red 1"], True), (["red 1", "red 2"], False)):
        turns = having_laid(*laid)
        asked = {viewer: [p for p in shinobazu.prompts(turns, viewer) if p.seat == "p1"] for viewer in ("p1", "p2")}
        entering = {viewer: [p for p in found if p.ask.endswith("enter_hand")] for viewer, found in asked.items()}
        assert [p.ask for p in entering["p1"]] == [p.ask for p in entering["p2"]] != []
        assert bool(entering["p1"][0].offers) is offered
        assert entering["p2"][0].offers


def asked_to_show(state: Any, seat: str) -> bool:
    asked = [p for p in shinobazu.prompts(state, seat) if p.seat == seat and p.ask.endswith("show_hand")]
    return bool(asked and asked[0].offers[0].any_of(Random(0)))
