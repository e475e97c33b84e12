"""Every move that a prompt offers is upheld, and no other one is: in random matches of both depths."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from referee import giryaku
from referee.check.offered import check_offered, check_others
from referee.core.journal import begin
from referee.core.offers import Each, Offer, One
from referee.core.values import PUBLIC, Ruling
from tests.players.giryaku import CROOKED, HONEST, SECRET, SLOW, Players, any_options
from tests.players.people import seated
from tests.shares import count

HABITS = (HONEST, SECRET, CROOKED, SLOW)


def excused(seat: str, move: Mapping[str, Any], ruling: Ruling) -> bool:
    """What only the owner of a raided hand has noted, no prompt of the raider knows (GIRYAKU-8.6)."""
    return move["type"] == "raid_take" and ruling.private and ruling.reason == "giryaku.not_in_that_hand"


@pytest.mark.clause("GIRYAKU-3.2", "GIRYAKU-4.3", "GIRYAKU-8.2", "GIRYAKU-8.4", "GIRYAKU-9.4", "METSUKE-1.4")
@pytest.mark.soak
@pytest.mark.parametrize("seed", range(count("OFFERS")))
def test_what_is_offered_is_just_what_is_upheld(seed: int) -> None:
    random = Random(f"offers {seed}")
    options = any_options(random, "scores" if seed % 4 == 3 else "plays")
    match, players = begin(giryaku, options, seated()), Players(seed, ("p1", "p2"), random.choice(HABITS))
    made = others = 0
    often = 1 if options["depth"] == "scores" else 6
    for n in range(400):
        if n % often == 0 or match.result is not None:
            made += check_offered(match, random, 1, excused)
            others += check_others(match, random, 8)
        prompts = [p.model_dump(mode="json") for p in match.prompts(PUBLIC)]
        said = players.next(match.view(PUBLIC).model_dump(mode="json"), prompts)
        if said is None:
            break
        match, ruling = match.declare(*said)
        assert ruling.upheld, (said, ruling)
        players.heard([notice.model_dump(mode="json") for notice in ruling.notices if notice.reaches(PUBLIC)])
    assert made > 3
    assert others > 3


def test_values_of_a_mapping_are_some_of_those_it_is_made_of() -> None:
    one = One(of=("S", "N"))
    offer = Offer(move="show", fields={"cards": Each(of={"1L": one, "2L": one}, supply=("S", "N", "N"))})
    assert offer.fits({"type": "show", "cards": {"1L": "N", "2L": "N"}})
    assert not offer.fits({"type": "show", "cards": {"1L": "S", "2L": "S"}})
    for seed in range(20):
        assert offer.fits(offer.any_of(Random(seed)))


def test_so_many_fields_are_given_at_least() -> None:
    maybe = One(of=(None, 1))
    offer = Offer(move="settle", fields={"a": maybe, "b": maybe}, least=1)
    assert offer.fits({"type": "settle", "b": 1})
    assert not offer.fits({"type": "settle"})
    assert not offer.fits({"type": "settle", "a": None})
    for seed in range(20):
        assert offer.fits(offer.any_of(Random(seed)))
    with pytest.raises(ValueError, match="together"):
        Offer(move="settle", fields={"a": maybe}, least=2).any_of(Random(1))
