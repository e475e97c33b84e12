"""Seats, variants, numbers and boards with which a match may begin (SCORPION-1.6, 2, 24.1, 29, 30, 31.4)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.values import Refused, Seat
from referee.scorpion.options import Options
from referee.scorpion.setup.begin import begin
from referee.scorpion.state import State
from tests.referee.board.grid import PLAYABLE, grid_data

SMALL = {"sentries": 2, "patrols": 1, "sleepers": 2}


def starts(seats: str, **options: Any) -> State:
    return begin(Options(**options), [Seat(seat=s, name=s.title()) for s in seats.split()])


def refused(clause: str, seats: str, **options: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        starts(seats, **options)
    assert caught.value.clause == f"SCORPION-{clause}"
    return caught.value


def roles(state: State) -> list[str]:
    return [p.role for p in state.players]


@pytest.mark.clause("SCORPION-2.1", "SCORPION-2.2")
def test_a_match_begins_in_turn_1_without_alert_and_knows_no_orientation() -> None:
    state = starts("a b")
    assert (state.phase, state.turn, state.alert, state.figures) == ("setup", 1, 0, ())
    assert "orientation" not in Options.model_fields


@pytest.mark.clause("SCORPION-2.3")
@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ("a b", ["guards", "intruders"]),
        ("a b c", ["guards", "ninja", "traitor"]),
        ("a b c d", ["sword", "spear", "ninja", "traitor"]),
        ("intruder guard", ["intruders", "guards"]),
        ("Intruders Guards", ["intruders", "guards"]),
        ("traitor ninja guard", ["traitor", "ninja", "guards"]),
        ("ninja sword traitor spear", ["ninja", "sword", "traitor", "spear"]),
    ],
)
def test_roles_follow_the_seats_ids_or_else_their_order(seats: str, expected: list[str]) -> None:
    assert roles(starts(seats)) == expected


@pytest.mark.clause("SCORPION-2.3")
def test_the_table_may_choose_the_roles_and_must_name_each_seat() -> None:
    chosen = {"a": "intruders", "b": "guards"}
    state = starts("a b", roles=chosen)
    assert roles(state) == ["intruders", "guards"]
    assert {c.seat for c in state.characters} == {"a"}
    refused("2.3", "a b", roles={"a": "guards"})
    refused("2.3", "a b", roles={"a": "guards", "c": "intruders"})
    refused("2.3", "a b", roles={"a": "guards", "b": "guards"})


@pytest.mark.clause("SCORPION-2.3")
@pytest.mark.parametrize("seats", ["a", "a b c d e", "ninja traitor", "guards ninja", "guards intruders ninja"])
def test_other_seatings_are_refused(seats: str) -> None:
    refused("2.3", seats)


@pytest.mark.clause("SCORPION-2.3", "SCORPION-3.3")
def test_each_character_belongs_to_the_seat_that_plays_it() -> None:
    assert [(c.who, c.seat) for c in starts("a b c").characters] == [("ninja", "b"), ("traitor", "c")]


@pytest.mark.clause("SCORPION-3.5", "SCORPION-3.6", "SCORPION-1.3")
def test_the_guards_have_one_stock_of_36_or_two_of_18() -> None:
    assert [(s.role, s.size) for s in starts("a b c").stocks] == [("guards", 36)]
    assert [(s.role, s.size) for s in starts("a b c d").stocks] == [("sword", 18), ("spear", 18)]


@pytest.mark.clause("SCORPION-29.1")
def test_a_lone_wolf_needs_two_players() -> None:
    assert starts("a b", lone_wolf="on").identity_public
    assert not starts("a b", lone_wolf="hidden").identity_public
    refused("29.1", "a b c", lone_wolf="on")


@pytest.mark.clause("SCORPION-29.2")
def test_a_lone_wolf_faces_two_patrols_unless_the_table_says_otherwise() -> None:
    assert starts("a b", lone_wolf="on").options.patrol_count == 2
    assert starts("a b").options.patrol_count == 3
    assert starts("a b", lone_wolf="on", patrols=4).options.patrol_count == 4


@pytest.mark.clause("SCORPION-30.1", "SCORPION-30.6")
def test_disputed_ground_needs_two_intruder_players_who_have_a_passage_each() -> None:
    assert [p.owner for p in starts("a b c", disputed="on").passages] == ["ninja", "traitor"]
    assert [p.owner for p in starts("a b c").passages] == [None]
    refused("30.1", "a b", disputed="on")


@pytest.mark.clause("SCORPION-24.1", "SCORPION-31.4")
def test_sentries_and_patrols_are_at_most_20_figures() -> None:
    assert starts("a b", sentries=12, patrols=4).options.sentries == 12
    assert refused("24.1", "a b", sentries=12, patrols=5).params == {"figures": 22, "most": 20}


@pytest.mark.clause("SCORPION-31.4")
def test_the_board_must_have_room_for_the_numbers() -> None:
    assert starts("a b", sentries=12, patrols=0, sleepers=12)
    assert refused("31.4", "a b", sentries=13, patrols=0).params["problems"][0]["message"] == "board.posts_few"
    assert refused("31.4", "a b", sleepers=13).params["problems"][0]["message"] == "board.beds_few"
    assert refused("31.4", "a b", patrol_start="one_per_route").params["problems"][0]["message"] == "board.routes_few"
    assert starts("a b", patrol_start="one_per_route", patrols=1)


@pytest.mark.clause("SCORPION-1.6")
def test_a_board_is_a_bundled_one_or_data_that_is_checked() -> None:
    assert starts("a b").board.id == "nijo"
    assert starts("a b", board=grid_data(**PLAYABLE), **SMALL).board.id == "grid"
    assert refused("1.6", "a b", board="atlantis").reason == "scorpion.no_such_board"
    broken = refused("1.6", "a b", board=grid_data(edge=()), **SMALL)
    assert broken.params["count"] >= len(broken.params["problems"]) > 0
    assert all(p["message"].startswith("board.") for p in broken.params["problems"])
    refused("1.6", "a b", board={"zones": "none"})


@pytest.mark.clause("SCORPION-5.7", "SCORPION-5.8")
def test_marks_need_ten_zones_that_the_tables_own_rulings_allow() -> None:
    assert starts("a b", board=grid_data(**PLAYABLE), **SMALL, mark_on_barracks="allow")
    refused("5.7", "a b", board=grid_data(**PLAYABLE), **SMALL, mark_on_barracks="forbid")
    assert starts("a b", mark_on_barracks="forbid")


@pytest.mark.clause("SCORPION-4.3", "SCORPION-31.4")
def test_patrols_need_route_zones_that_the_tables_own_rulings_allow() -> None:
    posts = {"posts": ("c3", "c4", "b1", "b2"), "route": (("b1", "b2"), ("c3", "c4"))}
    data = grid_data(**PLAYABLE | posts | {"castle_b": ("a1", "a2", "c1", "c2")})
    data["zones"] = [z | ({"castle": "B", "kind": "castle"} if z["id"] in ("b1", "b2") else {}) for z in data["zones"]]
    extra = {"c5", "c3"}
    data["zones"] = [
        z | ({"castle": "A", "kind": "castle", "post": False} if z["id"] in extra else {}) for z in data["zones"]
    ]
    numbers = {"sentries": 1, "patrols": 2, "sleepers": 2}
    assert starts("a b", board=data, **numbers, patrol_start_on_post="forbid")
    refused("31.4", "a b", board=data, **numbers, patrol_start_on_post="forbid", patrol_start="distinct_zones")
    refused("31.4", "a b", board=data, **numbers, patrol_start_on_post="forbid", patrol_start="one_per_route")
    assert starts("a b", board=data, **numbers, patrol_start="one_per_route")


@pytest.mark.clause("SCORPION-1.3")
def test_a_counted_guard_deck_tells_what_all_cards_are() -> None:
    deck = {
        "awaken": 6,
        "kenjutsu": 4,
        "patrol_listen": 6,
        "patrol_search": 6,
        "secret_passage": 2,
        "sentry_listen": 6,
        "sentry_search": 6,
    }
    (stock,) = starts("a b", guard_deck=deck).stocks
    assert len(stock.listed or ()) == 36
    assert starts("a b").stocks[0].listed is None
    with pytest.raises(ValueError, match="deck_total"):
        Options(guard_deck=deck | {"awaken": 7})
    with pytest.raises(ValueError, match="deck_least"):
        Options(guard_deck=deck | {"kenjutsu": 1, "awaken": 9})
