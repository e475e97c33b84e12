"""What cannot be read or does not belong here is refused, and changes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from referee import shinobi_school
from referee.core.games import game
from referee.core.journal import begin
from referee.core.moves import Move
from referee.core.values import Seat
from referee.shinobi_school import RULES, moves
from tests.players.shinobi_school import any_options, playing
from tests.referee.shinobi_school.table import Table

GAME = game("shinobi-school")
SEATS = tuple(Seat(seat=seat, name=f"{seat}.") for seat in "ABC")

UNREADABLE: tuple[tuple[Mapping[str, Any], str], ...] = (
    ({}, "type"),
    ({"type": "steal"}, "type"),
    ({"type": "lay_earth", "cards": [-1]}, "cards[0]"),
    ({"type": "lay_earth", "cards": [4, 100]}, "cards[1]"),
    ({"type": "lay_earth", "split": [4]}, "split"),
    ({"type": "lay_earth", "cards": ["4"]}, "cards[0]"),
    ({"type": "lay_earth", "cards": [True]}, "cards[0]"),
    ({"type": "lay_earth", "cards": [4.5]}, "cards[0]"),
    ({"type": "register_hand", "cards": [1] * 10_000}, "cards"),
    ({"type": "register_hand"}, "cards"),
    ({"type": "reveal_earths", "earths": {"A": ["x"]}}, "earths.A[0]"),
    ({"type": "reveal_earths", "earths": {str(n): [1] for n in range(10_000)}}, "earths"),
    ({"type": "place", "side": ["earth"], "number": 3, "size": 1}, "side"),
    ({"type": "place", "side": "earth", "number": 3, "size": "two"}, "size"),
    ({"type": "place", "side": "earth", "number": 3, "size": 1, "end": 6}, "end"),
    ({"type": "place", "side": "earth", "number": "3", "size": 1}, "number"),
    ({"type": "place", "side": "earth", "number": ["3"], "size": 1}, "number"),
    ({"type": "collect", "side": "earth", "end": 5}, "end"),
    ({"type": "collect", "side": "earth", "end": ["top", 5]}, "end"),
    ({"type": "collect", "side": "earth", "end": "top", "number": 1}, "number"),
    ({"type": "round_points", "winner": "A", "points": {"B": -1.5}}, "points.B"),
)


@pytest.mark.parametrize(("move", "field"), UNREADABLE)
def test_what_cannot_be_read_is_refused_by_its_field(move: Mapping[str, Any], field: str) -> None:
    match = begin(GAME, {}, SEATS)
    after, ruling = match.declare("A", move)
    assert after is match
    assert (ruling.clause, ruling.reason, ruling.params["field"]) == ("METSUKE-1.4", "table.unreadable", field)


@pytest.mark.parametrize(
    "options",
    [{"depth": "deep"}, {"rounds": 0}, {"rounds": 10}, {"deal_table": {"2": {"cards": 9, "highest": 9}}}, {"x": 1}],
)
def test_options_that_nobody_knows_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        shinobi_school.OPTIONS(**options)


@pytest.mark.clause("SCHOOL-1.3")
@pytest.mark.parametrize("seat", ["Z", "", "public"])
def test_whoever_does_not_sit_at_the_table_declares_nothing(seat: str) -> None:
    table = Table("ABC").playing("6", "7")
    table.refuses("1.3", "not_in_game", seat, "end_turn")
    table.refuses("1.3", "not_in_game", seat, "count_heaven", player="A", size=15)
    for speaker in ("table", "gm"):
        table.refuses("1.3", "not_in_game", speaker, "place", side="heaven", number=3, size=1)
        table.refuses("1.3", "not_in_game", speaker, "register_hand", cards=[3])


@pytest.mark.clause("SCHOOL-2.6", "SCHOOL-11.2", "SCHOOL-12.2")
def test_every_move_has_its_phases_and_is_refused_by_its_clause_in_others() -> None:
    kinds = {kind for kind in vars(moves).values() if isinstance(kind, type) and issubclass(kind, Move)}
    assert set(RULES) == kinds - {Move}
    known = {clause.id for clause in shinobi_school.CLAUSES}
    for kind in RULES:
        assert kind.about.during
        assert {clause for clause, _ in kind.about.late.values()} <= known
    table = Table("ABC")
    table.refuses("12.2", "not_won", "A", "show_heaven", cards=[1])
    table.refuses("8.6", "not_in_deal", "A", "agree_flush")
    table.refuses("11.2", "not_in_deal", "A", "place", side="heaven", number=3, size=1)
    table.dealt().refuses("1.5", "dealt_already", "A", "confirm_deal")


@pytest.mark.parametrize("seed", range(12))
def test_a_refused_declaration_changes_nothing_and_another_seat_may_not_act(seed: int) -> None:
    made, _, _ = playing(seed, 3 + seed % 3, any_options(Random(seed)) | {"rounds": 1})
    acted = 0
    for step in made:
        move = shinobi_school.MOVE.validate_python(step.move)
        if step.move["type"] in ("place", "collect", "pass_action", "end_turn"):
            for p in step.before.players:
                if p.seat != step.actor:
                    ruling = shinobi_school.judge(step.before, p.seat, move)
                    assert (ruling.upheld, ruling.clause, ruling.state) == (False, "SCHOOL-7.1", None)
                    acted += 1
        assert shinobi_school.judge(step.before, step.actor, move) == step.ruling
    assert acted > 20
