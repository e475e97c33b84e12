"""A ruling is told, and so stands, exactly where it brings something out; what hides a card is refused in private."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from referee import shinobazu
from referee.core.games import game
from referee.core.journal import begin
from referee.core.values import PUBLIC
from tests.players.people import seated
from tests.players.shinobazu import CARELESS, CROOKED, HONEST, OPEN, any_options, playing

HABITS = (HONEST, OPEN, CROOKED, CARELESS)


def faces(state: Any) -> Counter[str]:
    """Return the faces that everybody sees on the table: in front of somebody, discarded or in a hand shown."""
    seen = shinobazu.view(state, PUBLIC)
    shown = [c for seat in seen.seats for c in (*(lies.card for lies in seat.front), *(seat.shown_hand or ()))]
    return Counter(card for card in (*shown, *seen.discards) if card is not None)


@pytest.mark.clause("METSUKE-2.3")
@pytest.mark.parametrize("seed", range(16))
def test_what_brings_a_card_out_is_told_and_nothing_else_is(seed: int) -> None:
    random = Random(f"told {seed}")
    options = any_options(random, random.choice(("plays", "plays", "scores")))
    told = 0
    for step in playing(seed, random.randint(3, 5), options, HABITS[seed % len(HABITS)])[0]:
        after = step.ruling.state
        shows = bool(faces(after) - faces(step.before))
        clashes = any(n.message == "shinobazu.records_clash" for n in step.ruling.notices)
        dealt = after.set > step.before.set
        opened = after.phase == "ended" != step.before.phase and options["depth"] == "plays"
        assert step.ruling.told == (shows or clashes or dealt or opened), step
        told += step.ruling.told
    assert told


@pytest.mark.clause("METSUKE-1.4")
@pytest.mark.parametrize(
    ("kind", "private"), [("enter_hand", True), ("lead", True), ("lay", True), ("reveal", False), ("declare", False)]
)
def test_what_might_hold_a_card_is_refused_in_private_where_it_cannot_be_read(kind: str, private: bool) -> None:
    act = {"type": "declare", "seat": "p1", "move": {"type": kind, "extra": "red 5"}, "salt": "5a" * 16}
    _, ruling = begin(game("shinobazu"), {}, seated(3)).act("p1", act)
    assert (ruling.upheld, ruling.clause, ruling.private) == (False, "METSUKE-1.4", private)
