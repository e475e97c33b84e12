"""Declarations that nobody could mean are refused by their field or clause, and change nothing."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from referee import scroll_trick
from referee.core import journal
from referee.core.moves import Move
from referee.core.values import Seat
from referee.scroll_trick import moves
from tests.players.scroll_trick import any_options, playing
from tests.referee.scroll_trick.table import Table, at, standing

JUNK: tuple[Any, ...] = (None, True, -1, 10**9, 1.5, "", "x" * 10_000, "A 5\n", [], {}, [[]], {"A 5": {}}, "\u202eA 5")
LONG = ["A 1"] * 10_000


def fresh() -> journal.Match:
    seats = [Seat(seat=f"p{n}") for n in (1, 2)]
    return journal.begin(scroll_trick, {"start": "p1"}, seats)


@pytest.mark.parametrize(
    "move",
    [
        {"type": "register_hand", "cards": LONG},
        {"type": "lay_shadow", "cards": LONG, "value": 3},
        {"type": "take_start_scrolls", "values": [3] * 10_000},
        {"type": "draw_scrolls", "values": [3] * 10_000},
        {"type": "score_trick", "player": "p1", "values": [3] * 10_000},
        {"type": "score_round", "captured": {"p1": [3] * 10_000}},
        {"type": "score_round", "captured": {f"p{n}": [] for n in range(10_000)}},
        {"type": "place_scrolls", "scrolls": {f"A {n}": 3 for n in range(10_000)}},
        {"type": "take_trick", "player": "p1", "values": {f"p{n}": 3 for n in range(10_000)}},
        {"type": "configure", "tile_counts": {str(n): 1 for n in range(10_000)}},
        {"type": "configure", "kinds": ["A"] * 10_000},
        {"type": "claim_revoke", "accused": "p1", "trick": 100},
        {"type": "steal"},
        {},
    ],
)
def test_what_cannot_be_read_is_refused_by_its_field(move: dict[str, Any]) -> None:
    match = fresh()
    same, ruling = match.declare("p1", move)
    assert same is match
    assert (ruling.upheld, ruling.clause) == (False, "METSUKE-1.4")
    assert len(json.dumps(dict(ruling.params))) < 200


@pytest.mark.parametrize("seed", range(20))
def test_junk_in_any_field_at_any_time_changes_nothing(seed: int) -> None:
    random = Random(seed)
    count = 2 + seed % 4
    depth = "scores" if seed % 5 == 4 else "plays"
    made, _, _ = playing(seed, count, any_options(random, count, depth), most=150)
    kinds = [kind for kind in Move.__subclasses__() if kind.__module__ == moves.__name__]
    assert kinds
    for step in random.sample(made, min(len(made), 8)):
        for kind in kinds:
            fields = {name: random.choice(JUNK) for name in kind.model_fields if name != "type"}
            if not fields:
                continue
            match = standing(step.before)
            actor = random.choice(("p1", "p2", "table", "gm"))
            after, ruling = match.declare(actor, {"type": kind.model_fields["type"].default, **fields})
            assert ruling.upheld == (after is not match)
            if not ruling.upheld:
                assert ruling.clause.startswith(("METSUKE-", "SCROLL-"))
                assert len(json.dumps(dict(ruling.params))) < 600


@pytest.mark.clause("SCROLL-2.1", "SCROLL-1.1")
def test_cards_and_seats_that_are_not_there() -> None:
    table = Table().contest()
    for text in ("A 8", "F 1", "A", "A 1 1", "1 A", " ", "a 1", "A  1"):
        assert table.refuses("2.1", "ann", "play_card", card=text).firm
    for seat in ("zoe", "shadow", "public", ""):
        assert table.refuses("1.1", seat, "play_card", card="A 1").firm
    done = at("ended", 3)
    done.refuses("8.1", "p1", "register_hand", cards=[])
