"""A Giryaku match goes on from any table as people describe it, and a table that cannot be is refused (METSUKE-5)."""

from __future__ import annotations

import copy
from collections import Counter
from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from referee import giryaku
from referee.check import player as anybody
from referee.check.positions import check_broken, check_laid
from referee.core.journal import Match, begin
from referee.core.reading import lay, read_position
from referee.core.values import GAME_MASTER, PUBLIC, Refused, Seat
from referee.giryaku.positions import POSITIONS, progress, unchecked
from referee.giryaku.positions.model import position_of
from referee.giryaku.state import State, player
from tests.players import giryaku as players
from tests.players.giryaku import CROOKED, HONEST, SECRET, SLOW, play, twin
from tests.players.people import seated
from tests.referee.giryaku.test_invariants import (
    all_cards_are_somewhere,
    face_down_only_while_flipped,
    hands_are_full,
    nobody_has_won_unseen,
    nothing_hangs,
)
from tests.shares import count

MATCHES = count("POSITIONS")
"""How many matches are cut, by players who know nothing and by players with real cards."""
BROKEN = count("BROKEN")
HABITS = (HONEST, SECRET, SLOW, CROOKED)
SEATS = tuple(Seat(seat=seat, name=f"Player {seat}") for seat in "AB")
BOX = {"consume_map": "O_raids", "nin_shi_range": "both_diagonals", "first_player": "A"}


# Any match, cut anywhere


@lru_cache(maxsize=10)
def moments(seed: int) -> list[Match]:
    """Return a match at each of its moments: every second one is played with real cards in the players' hands."""
    random = Random(f"positions {seed}")
    if seed % 2:
        options = players.any_options(random, "scores" if seed % 10 == 1 else "plays")
        made, _, _ = players.playing(seed, options, HABITS[seed // 2 % len(HABITS)])
        found = [begin(giryaku, options, seated())]
        for step in made:
            found.append(found[-1].declare(step.actor, step.move, anybody.salt(random))[0])
        return found
    found = [anybody.any_match(giryaku, random, anybody.any_options(giryaku, random))]
    with suppress(anybody.Unfinished):  # nobody may say what was noted wrongly: cut it all the same
        found.extend(one.after for one in anybody.playing(found[0], random))
    return found


@pytest.mark.clause("METSUKE-5.1", "METSUKE-5.2")
@pytest.mark.parametrize("seed", range(MATCHES))
@pytest.mark.soak
def test_a_match_cut_anywhere_goes_on_as_it_was_played(seed: int) -> None:
    found = moments(seed)
    check_laid(found, Random(seed).randrange(len(found)))


@pytest.mark.clause("METSUKE-5.2")
@pytest.mark.soak
def test_a_broken_position_is_refused_or_can_be_played_on() -> None:
    refused: Counter[str] = Counter()
    for seed in range(BROKEN):
        random = Random(f"broken {seed}")
        match = random.choice(moments(seed % 10))
        broken, why = check_broken(match, random)
        if why is not None:
            refused[why.clause] += 1
            continue
        state = lay(giryaku, match.state.options, match.seats, read_position(giryaku, broken, match.seats))
        assert isinstance(state, State)
        keeps_the_invariants(state)
    assert len(refused) > 3


def keeps_the_invariants(state: State) -> None:
    """Hold a table that was laid to what the random matches are held to."""
    for p in state.players:
        nothing_hangs(p)
        if state.options.depth == "plays":
            all_cards_are_somewhere(p)
        if state.phase in ("turn", "resolve") and state.options.depth == "plays":
            face_down_only_while_flipped(state, p)
    if state.phase == "turn" and state.options.depth == "plays":
        hands_are_full(state)
        nobody_has_won_unseen(state)


# A table as a person would write it

TABLE: dict[str, Any] = {
    "phase": "turn",
    "active": "B",
    "seats": [
        {"turns": 4, "graveyard": {"S": 2, "O": 1}, "board": {"1L": {"card": "N"}, "1U": {"card": "S"}}},
        {"turns": 3, "graveyard": {"N": 2}, "board": {"2L": {"card": "O"}, "3L": {"card": "S"}}},
    ],
}
FLIPPED: dict[str, Any] = {
    "phase": "turn",
    "active": "B",
    "seats": [
        {
            "turns": 4,
            "flip": {"pool": ["S", "N", "N"], "extra": 1},
            "board": {cell: {"down": True} for cell in ("1L", "1U", "2L", "3L")},
        },
        {"turns": 3, "board": {"2L": {"card": "O"}}},
    ],
}
KEPT = {"1L": "N", "1U": "N", "2L": "S", "3L": "O"}
OPENING: dict[str, Any] = {
    "phase": "opening_reveal",
    "seats": [
        {"opening": ["S", "N", "O"], "board": {"1L": {"card": "S"}, "3L": {"card": "O"}}, "known": ["N"]},
        {"opening": ["N", "N", "S"], "board": {"1L": {"down": True}, "2L": {"down": True}}},
    ],
}
DUE: dict[str, Any] = {
    **TABLE,
    "phase": "resolve",
    "active": "A",
    "due": "pick_hand",
    "seats": [{**TABLE["seats"][0], "hand": 1}, {**TABLE["seats"][1]}],
    "action": {"seat": "A", "what": "place", "cell": "1U", "pair": "SN"},
}
ENDED: dict[str, Any] = {
    "phase": "ended",
    "last": "A",
    "seats": [
        {"turns": 9, "graveyard": {"S": 5, "N": 4}, "board": {"1L": {"card": "S"}}},
        {
            "turns": 9,
            "graveyard": {"S": 5, "N": 5, "O": 3},
            "board": {"1L": {"card": "S"}, "2L": {"card": "O"}},
        },
    ],
    "result": {"reason": "fewer_graveyard", "winner": "A"},
}
SCORES: dict[str, Any] = {
    "phase": "last_turn",
    "last": "A",
    "active": "A",
    "turn": 6,
    "seats": [{"graveyard": {"S": 3}, "count": 4}, {"graveyard": {"S": 5, "N": 4}, "count": 6}],
}


def changed(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Return a table with other values at some paths, as `seats.0.turns`."""
    table = copy.deepcopy(base)
    for path, value in changes.items():
        *way, last = path.split(".")
        at: Any = table
        for part in way:
            at = at[int(part)] if part.isdigit() else at.setdefault(part, {})
        at[last] = value
    return table


def laid(table: dict[str, Any], secrets: dict[str, Any] | None = None, **options: Any) -> State:
    """Lay a table of the seats A and B. Raises `Refused`."""
    match = begin(giryaku, BOX | options, SEATS)
    position = read_position(giryaku, {"table": table, "secrets": secrets or {}}, match.seats)
    state = lay(giryaku, match.options, match.seats, position)
    assert isinstance(state, State)
    return state


def refused(clause: str, field: str, table: dict[str, Any], secrets: dict[str, Any] | None = None, **o: Any) -> Refused:
    """Lay a table that must be refused by this clause and field."""
    with pytest.raises(Refused) as caught:
        laid(table, secrets, **o)
    why = caught.value
    assert (why.clause, why.params["field"]) == (clause, field), (why.clause, why.reason, why.params)
    assert why.private == field.startswith("secrets") or why.clause == "METSUKE-5.3"
    return why


@pytest.mark.clause("METSUKE-5.1", "GIRYAKU-1.2", "GIRYAKU-3.5")
def test_a_table_is_played_on_and_what_can_be_derived_is() -> None:
    state = laid(TABLE, {"B": {"hand": ["S", "N"]}})
    assert [(p.hand, p.deck) for p in state.players] == [(2, 8), (2, 9)]
    assert (state.turn, state.first, state.active) == (7, "A", "B")
    assert not player(state, "B").hand_entered
    ruling = giryaku.judge(state, "B", giryaku.MOVE.validate_python({"type": "place", "col": 2, "card": "O"}))
    assert ruling.private
    ruling = giryaku.judge(state, "B", giryaku.MOVE.validate_python({"type": "place", "col": 2, "card": "S"}))
    assert ruling.upheld
    assert [notice.message for notice in ruling.notices][:2] == ["giryaku.placed", "giryaku.skill.SO"]


@pytest.mark.clause("GIRYAKU-7.5", "GIRYAKU-7.14")
@pytest.mark.parametrize("mode", ["trust", "app"])
def test_a_flipped_board_is_played_on_from_what_people_know_of_it(mode: str) -> None:
    secrets = {"A": {"board": KEPT}} if mode == "app" else {}
    state = laid(FLIPPED, secrets, flip_mode=mode)
    strike = giryaku.MOVE.validate_python({"type": "consume_two", "cards": ["S", "S"], "target": "1U"})
    ruling = giryaku.judge(state, "B", strike)
    if mode == "trust":
        shows = giryaku.MOVE.validate_python({"type": "reveal_lost", "card": "N"})
        ruling = giryaku.judge(ruling.state, "A", shows)
    assert "giryaku.struck" in [notice.message for notice in ruling.notices]
    ends = player(ruling.state, "A").flip is None
    asks = [prompt.ask for prompt in giryaku.prompts(ruling.state, PUBLIC)]
    assert ends if mode == "app" else asks[0] == "giryaku.ask.reveal_board"


@pytest.mark.clause(
    "GIRYAKU-1.1",
    "GIRYAKU-1.2",
    "GIRYAKU-2.2",
    "GIRYAKU-2.5",
    "GIRYAKU-2.6",
    "GIRYAKU-2.7",
    "GIRYAKU-2.8",
    "GIRYAKU-2.9",
    "GIRYAKU-2.11",
    "GIRYAKU-3.1",
    "GIRYAKU-3.3",
    "GIRYAKU-3.5",
    "GIRYAKU-4.4",
    "GIRYAKU-5.1",
    "GIRYAKU-7.2",
    "GIRYAKU-7.7",
    "GIRYAKU-7.12",
    "GIRYAKU-8.7",
    "GIRYAKU-8.8",
    "GIRYAKU-9.1",
    "GIRYAKU-9.2",
    "GIRYAKU-9.3",
    "GIRYAKU-9.6",
    "GIRYAKU-9.9",
    "GIRYAKU-9.10",
)
@pytest.mark.parametrize(
    ("clause", "field", "base", "changes", "fitting"),
    [
        ("GIRYAKU-1.1", "seats[0].graveyard", TABLE, {"seats.0.graveyard": {"S": 6}, "seats.1.graveyard": {"S": 6}},
         {"seats.0.graveyard": {"S": 6}, "seats.1.graveyard": {"S": 5}}),
        ("GIRYAKU-1.2", "seats[0].graveyard", TABLE, {"seats.0.graveyard": {"S": 6, "N": 5, "O": 3}},
         {"seats.0.graveyard": {"S": 5, "N": 4, "O": 3}}),
        ("GIRYAKU-2.2", "seats[1].graveyard", TABLE, {"seats.1.graveyard": {"N": 6, "O": 3}},
         {"seats.1.graveyard": {"N": 6, "O": 2}}),
        ("GIRYAKU-2.5", "seats[1].opening", OPENING, {"seats.1.opening": ["N", "N"]}, {}),
        ("GIRYAKU-2.6", "seats[1].redraws", OPENING, {"seats.1.opening": ["O", "O", "S"]}, {}),
        ("GIRYAKU-2.7", "seats[1].board", OPENING, {"seats.1.board": {"1L": {"down": True}}}, {}),
        ("GIRYAKU-2.8", "seats[0].board", OPENING, {"seats.0.board.3L.card": "S"}, {}),
        ("GIRYAKU-2.9", "seats[0].known", OPENING, {"seats.0.known": []}, {}),
        ("GIRYAKU-2.9", "seats[0].known", TABLE, {"seats.0.known": ["S", "N"]}, {"seats.0.known": ["S"]}),
        ("GIRYAKU-3.1", "seats[0].turns", TABLE, {"seats.0.turns": 0}, {"seats.0.turns": 9}),
        ("GIRYAKU-3.1", "seats[1].turns", TABLE, {"seats.1.turns": 0}, {"seats.1.turns": 1}),
        ("GIRYAKU-3.1", "active", TABLE, {"active": None}, {"active": "A"}),
        ("GIRYAKU-3.1", "active", TABLE, {"active": "C"}, {"active": "A"}),
        ("GIRYAKU-3.3", "count", TABLE, {"seats.0.count": 2}, {}),
        ("GIRYAKU-3.3", "due", TABLE, {"phase": "resolve"}, {}),
        ("GIRYAKU-3.5", "seats[0].hand", TABLE, {"seats.0.hand": 1}, {"seats.0.hand": 2}),
        ("GIRYAKU-3.5", "seats[0].hand", DUE, {"seats.0.hand": 2}, {"seats.0.hand": 0}),
        ("GIRYAKU-4.4", "seats[0].board.1U", TABLE, {"seats.0.board.1U": {"down": True}}, {}),
        ("GIRYAKU-4.4", "seats[0].board.1U", TABLE, {"seats.0.board.1U": {}}, {"seats.0.board.1U": {"card": "O"}}),
        ("GIRYAKU-5.1", "seats[0].board.2U", TABLE, {"seats.0.board.2U": {"card": "S"}},
         {"seats.0.board.2L": {"card": "S"}}),
        ("GIRYAKU-7.2", "action", DUE, {"action": None}, {}),
        ("GIRYAKU-7.2", "due", DUE, {"action.pair": "SS"}, {}),
        ("GIRYAKU-7.2", "waits_for", DUE, {"waits_for": "B"}, {"waits_for": "A"}),
        ("GIRYAKU-7.7", "seats[0].flip.pool", FLIPPED, {"seats.0.flip.extra": 0},
         {"seats.0.flip.pool": ["O", "N", "N"]}),
        ("GIRYAKU-7.7", "seats[0].flip.moments", FLIPPED, {"seats.0.flip.moments": [{"turn": 7, "cards": {"1L": 3}}]},
         {"seats.0.flip.moments": [{"turn": 7, "cards": {"1L": 3, "1U": 4, "2L": 5, "3L": 6}}]}),
        ("GIRYAKU-8.7", "chained", TABLE, {"chained": True, "seats.1.turns": 1}, {"chained": True}),
        ("GIRYAKU-8.7", "bonus", TABLE, {"bonus": True}, {}),
        ("GIRYAKU-9.1", "result.winner", ENDED, {"result.winner": "B"}, {}),
        ("GIRYAKU-9.2", "result.reason", ENDED, {"result.reason": "empty_board"},
         {"result.reason": "empty_board", "seats.1.board": {}, "last": None}),
        ("GIRYAKU-9.3", "result.reason", ENDED, {"result.reason": "onmyoji_pair"},
         {"result.reason": "onmyoji_pair", "seats.0.board": {"1L": {"card": "O"}, "1U": {"card": "O"}}}),
        ("GIRYAKU-9.3", "seats[0].board", TABLE, {"seats.0.board": {"1L": {"card": "O"}, "1U": {"card": "O"}}},
         {"seats.0.board": {"1L": {"card": "O"}, "2L": {"card": "O"}}}),
        ("GIRYAKU-9.6", "last", TABLE, {"last": "A"}, {}),
        ("GIRYAKU-9.9", "result.winner", ENDED, {"result.reason": "equal_graveyards"},
         {"result": {"reason": "equal_graveyards"}, "seats.0.graveyard": {"S": 6, "N": 4, "O": 3}}),
        ("GIRYAKU-9.10", "result", ENDED, {"result": None}, {}),
    ],
)  # fmt: skip
def test_what_cannot_lie_on_the_table_is_refused_by_field_and_clause(
    clause: str, field: str, base: dict[str, Any], changes: dict[str, Any], fitting: dict[str, Any]
) -> None:
    path = "table.seats[0].count" if field == "count" else f"table.{field}"
    refused(clause, path, changed(base, changes))
    keeps_the_invariants(laid(changed(base, fitting)))


@pytest.mark.clause("GIRYAKU-2.3", "GIRYAKU-2.11", "GIRYAKU-7.12", "GIRYAKU-8.8")
def test_what_the_box_says_and_who_began_is_settled_before_the_first_turn() -> None:
    for clause, field, missing in (
        ("GIRYAKU-2.11", "table.first", "first_player"),
        ("GIRYAKU-8.8", "table.consume_map", "consume_map"),
        ("GIRYAKU-7.12", "table.nin_shi_range", "nin_shi_range"),
    ):
        refused(clause, field, TABLE, **{missing: None})
    raids = changed(TABLE, {"consume_map": "N_raids"})
    refused("GIRYAKU-2.3", "table.consume_map", raids)
    assert laid(raids, consume_map=None).options.consume_map == "N_raids"
    assert laid({"phase": "setup"}, consume_map=None, first_player=None).phase == "setup"
    assert laid(changed(TABLE, {"first": "A"}), first_player=None).first == "A"


@pytest.mark.clause("GIRYAKU-8.7", "GIRYAKU-9.2")
def test_what_an_option_forbids_is_refused() -> None:
    bare = changed(TABLE, {"seats.0.board": {}})
    refused("GIRYAKU-9.2", "table.seats[0].board", bare, self_empty_board="loss")
    assert laid(bare).active == "B"
    extra = changed(TABLE, {"bonus": True, "seats.1.hand": 1, "seats.1.turns": 4})
    assert laid(extra, raid_extra="action_before_refill").bonus
    refused("GIRYAKU-3.1", "table.seats[1].turns", changed(extra, {"seats.1.turns": 3}),
            raid_extra="action_before_refill")  # fmt: skip


@pytest.mark.clause("GIRYAKU-1.2", "GIRYAKU-1.3", "GIRYAKU-9.5", "GIRYAKU-9.6")
def test_results_alone_are_taken_over_as_far_as_they_were_entered() -> None:
    state = laid(SCORES, depth="scores")
    assert (state.last, [p.size for p in state.players]) == ("A", [3, 9])
    refused("GIRYAKU-1.2", "table.seats[0].graveyard", changed(SCORES, {"seats.0.graveyard": {"S": 6, "N": 6}}),
            depth="scores")  # fmt: skip
    refused("GIRYAKU-1.3", "table.seats[0].count", changed(SCORES, {"seats.0.count": 7}), depth="scores")
    refused("GIRYAKU-9.5", "table.seats[1].graveyard", changed(SCORES, {"seats.1.graveyard.N": 3}), depth="scores")
    refused("GIRYAKU-9.6", "table.last", changed(SCORES, {"last": None, "active": None}), depth="scores")
    refused("GIRYAKU-3.3", "table.phase", {"phase": "opening_draw"}, depth="scores")
    refused("GIRYAKU-3.3", "table.phase", {"phase": "count"})


# What a seat alone knows


@pytest.mark.clause("METSUKE-5.3", "GIRYAKU-2.9", "GIRYAKU-3.5", "GIRYAKU-7.8", "GIRYAKU-8.6", "GIRYAKU-9.3")
def test_a_seat_is_told_alone_what_it_cannot_know() -> None:
    refused("GIRYAKU-3.5", "secrets.A.hand", TABLE, {"A": {"hand": ["S", "S", "S"]}})
    refused("GIRYAKU-2.9", "secrets.A.hand", changed(TABLE, {"seats.0.known": ["O"]}), {"A": {"hand": ["S", "N"]}})
    refused("GIRYAKU-8.6", "secrets.A.spied", TABLE, {"A": {"spied": ["S", "S", "S"]}})
    full = changed(TABLE, {"seats.0.hand_entered": True, "seats.0.graveyard": {"S": 6}})
    refused("GIRYAKU-2.2", "secrets.A.hand", full, {"A": {"hand": ["S", "S"]}})
    assert player(laid(full, {"A": {"hand": ["O", "N"]}}), "A").hand_entered
    assert player(laid(TABLE, {"A": {"spied": ["S"]}}), "B").spied == ("S",)
    refused("GIRYAKU-7.6", "secrets.A.board", FLIPPED, {"A": {"board": KEPT}})
    refused("METSUKE-5.3", "secrets.A", FLIPPED, {"A": {"board": {"1L": "N", "1U": "S"}}}, flip_mode="app")
    for clause, board in (
        ("GIRYAKU-7.5", {"1L": "N", "1U": "S", "2L": "N", "3L": "O"}),
        ("GIRYAKU-7.7", {"1L": "N", "1U": "N", "2L": "O", "3L": "O"}),
        ("GIRYAKU-7.8", {**KEPT, "3U": "S"}),
    ):
        refused(clause, "secrets.A.board", FLIPPED, {"A": {"board": board}}, flip_mode="app")
    six = changed(FLIPPED, {"seats.0.flip": {"pool": ["N", "N", "O", "O"]}})
    six = changed(six, {"seats.0.board": {cell: {"down": True} for cell in ("1L", "1U", "2L", "2U")}})
    refused("GIRYAKU-9.3", "secrets.A.board", six, {"A": {"board": {"1L": "N", "1U": "N", "2L": "O", "2U": "O"}}},
            flip_mode="app")  # fmt: skip


@pytest.mark.clause("METSUKE-5.3")
def test_a_board_that_is_not_entered_whole_is_missing_and_not_wrong() -> None:
    match = begin(giryaku, BOX | {"flip_mode": "app"}, SEATS)
    for board in ({}, {"1L": "N", "1U": "S"}):
        position = read_position(giryaku, {"table": FLIPPED, "secrets": {"A": {"board": board}}}, match.seats)
        with pytest.raises(Refused) as caught:
            POSITIONS.lay(match.options, match.seats, position)
        assert (caught.value.clause, caught.value.params["field"]) == ("METSUKE-5.3", "secrets")


@pytest.mark.clause("METSUKE-5.2", "METSUKE-5.3")
def test_everybody_hears_how_much_is_entered_and_what_nobody_can_check() -> None:
    match = begin(giryaku, BOX | {"flip_mode": "app"}, SEATS)
    position = read_position(giryaku, {"table": FLIPPED, "secrets": {"A": {"board": {"1L": "N"}}}}, match.seats)
    assert progress(match.options, match.seats, position) == {"A": (1, 4, True), "B": (0, 2, False)}
    assert [n.message for n in unchecked(match.options, match.seats, position)] == ["giryaku.unchecked_decks"]
    trust = begin(giryaku, BOX, SEATS)
    assert progress(trust.options, trust.seats, position)["A"] == (0, 2, False)
    told = unchecked(trust.options, trust.seats, position)
    assert [n.message for n in told] == ["giryaku.unchecked_decks", "giryaku.unchecked_flip"]


@pytest.mark.clause("METSUKE-5.2", "METSUKE-5.3")
@pytest.mark.soak
@pytest.mark.parametrize("seed", range(count("SECRETS")))
def test_a_position_tells_nobody_what_only_others_know(seed: int) -> None:
    random = Random(f"told {seed}")
    options = players.any_options(random)
    moves = play(seed, options, SECRET)
    moves = moves[: random.randrange(len(moves) // 2, len(moves))]
    viewer = random.choice(["p1", "p2", PUBLIC])
    other = twin(moves, viewer, random, options=options, seats=seated())
    states = [players.judged(each, options, seated())[0][-1] for each in (moves, other or moves)]
    seen = [position_of(state, viewer) for state in states]
    assert seen[0] == seen[1]
    assert set(seen[0].secrets) == ({viewer} - {PUBLIC} if states[0].phase != "ended" else {"p1", "p2"})
    assert set(position_of(states[0], GAME_MASTER).secrets) == {"p1", "p2"}
