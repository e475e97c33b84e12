"""Nothing that a phone may send breaks the referee or changes what it refuses."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee import giryaku
from referee.core.journal import Match, begin
from referee.core.values import Seat
from tests.players.giryaku import SECRET, any_options, playing
from tests.referee.giryaku.table import BOX, Table, middle

SEATS = (Seat(seat="A"), Seat(seat="B"))
UNREADABLE: list[dict[str, Any]] = [
    {"type": "place", "col": 1, "card": "X"},
    {"type": "place", "col": "left", "card": "S"},
    {"type": "place", "col": 10**9, "card": "S"},
    {"type": "place", "card": "S"},
    {"type": "place", "col": 1, "card": ["S"]},
    {"type": "place", "col": 1, "card": "S", "board": "B"},
    {"type": "consume_two", "cards": ["S"] * 10_000, "target": "1L"},
    {"type": "consume_two", "cards": ["S", "S"], "target": "hand"},
    {"type": "enter_hand", "cards": ["S"] * 10_000},
    {"type": "rearrange", "layout": {f"{n}L": "S" for n in range(10_000)}},
    {"type": "rearrange", "heights": [1] * 10_000},
    {"type": "final_count", "counts": {str(n): 1 for n in range(10_000)}},
    {"type": "opening_reveal", "cards": {"1": "S", "2": None}},
    {"type": "claim_skill", "col": 1, "pair": "XX"},
    {"type": "raid_take", "card": "S", "seen": "SNO"},
    {"type": "configure", "nin_shi_range": {"1": ["left"]}},
    {"type": "steal"},
    {},
]


def opened() -> Match:
    match = begin(giryaku, BOX, SEATS)
    for seat, move in (("A", {"type": "deal_done"}), ("A", {"type": "reveal_opening", "cards": ["S", "N", "O"]})):
        match, ruling = match.declare(seat, move)
        assert ruling.upheld
    return match


@pytest.mark.clause("METSUKE-1.4")
@pytest.mark.parametrize("move", UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_cannot_be_read_is_refused_by_its_field(move: dict[str, Any]) -> None:
    match = opened()
    after, ruling = match.declare("A", move)
    assert after is match
    assert ruling.clause == "METSUKE-1.4"
    assert ruling.params["field"]


@pytest.mark.clause("GIRYAKU-4.1")
def test_a_place_is_one_card_on_the_own_board() -> None:
    table = middle()
    table.refuses("4.1", "A", "place", col=2)
    table.refuses("3.1", "B", "place", col=2, card="S")
    table.refuses("3.1", "table", "place", col=2, card="S")
    table.refuses("3.1", "nobody", "place", col=2, card="S")
    assert table.says("A", "place", col=2, card="S").upheld


ANY: list[tuple[str, dict[str, Any]]] = [
    ("deal_done", {}),
    ("reveal_opening", {"cards": ("S", "N", "O")}),
    ("redraw_opening", {"cards": ("S", "N", "O")}),
    ("opening_place", {"cols": (1, 2)}),
    ("opening_reveal", {"cards": {1: "S", 2: "N"}}),
    ("place", {"col": 1, "card": "S"}),
    ("place", {"col": 2, "card": "N", "face_down": True}),
    ("place", {"col": 2, "face_down": True}),
    ("consume_one", {"card": "S", "target": "1L"}),
    ("consume_one", {"card": "O"}),
    ("consume_two", {"cards": ("S", "N"), "target": "1L"}),
    ("no_hand", {}),
    ("claim_skill", {"col": 1, "pair": "NN"}),
    ("pick_hand", {"index": 1}),
    ("reveal_lost", {"card": "S"}),
    ("reveal_lost", {"card": "N", "cell": "1L"}),
    ("choose_diagonal", {"side": "left"}),
    ("rearrange", {}),
    ("rearrange", {"heights": (2, 2, 2)}),
    ("rearrange", {"layout": {"1L": "S"}}),
    ("keep_layout", {}),
    ("declare_flip", {"stands": True}),
    ("reveal_board", {"cards": {"1L": "S"}}),
    ("raid_take", {"card": "S", "seen": ("S",)}),
    ("take_extra_turn", {}),
    ("decline_extra_turn", {}),
    ("enter_hand", {"cards": ("S", "N")}),
    ("graveyard_add", {"player": "p1", "cards": ("S",)}),
    ("board_count", {"player": "p1", "n": 1}),
    ("claim_empty_board", {"winner": "p1"}),
    ("claim_onmyoji_pair", {"winner": "p1", "first_turn": False}),
    ("last_turn_done", {"player": "p1"}),
    ("final_count", {"counts": {"p1": 1, "p2": 2}}),
    ("set_first_player", {"player": "p1"}),
    ("configure", {"first_player": "p2"}),
]


@pytest.mark.parametrize("depth", ["plays", "scores"])
def test_whatever_is_declared_whenever_is_upheld_or_refused_with_a_clause(depth: str) -> None:
    """In any state of some whole matches every kind of move gets an answer, and views and prompts can be made."""
    clauses = {clause.id for clause in giryaku.CLAUSES}
    seen = set()
    for seed in range(6):
        made, _, last = playing(seed, any_options(Random(seed), depth), SECRET)
        table = Table()
        for state in [*(step.before for step in made), last]:
            table.state = state
            for seat in ("p1", "p2", "table"):
                for kind, fields in ANY:
                    ruling = table.judge(seat, kind, **fields)
                    assert ruling.clause in clauses
                    assert ruling.upheld == (ruling.state is not None)
                    seen.add((kind, ruling.upheld))
            for viewer in ("p1", "p2", "gm", "public"):
                assert giryaku.view(state, viewer).game == "giryaku"
                assert giryaku.prompts(state, viewer) or state.phase == "ended"
    assert len(seen) > 30
