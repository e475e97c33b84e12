"""A match cut at any moment goes on from its position; a position that cannot be is refused by field and clause."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from referee import shinobi_school
from referee.check.player import any_match, any_options
from referee.check.player import playing as playing_blindly
from referee.check.positions import check_broken, check_laid
from referee.core.game import Position
from referee.core.journal import Match
from referee.core.reading import lay, positions_of, read_position
from referee.core.values import GAME_MASTER, PUBLIC, Refused
from referee.shinobi_school.state import State
from tests.players.people import seated
from tests.players.shinobi_school import CARELESS, HONEST, LAZY, OPEN, judged, playing
from tests.players.shinobi_school import any_options as more_options
from tests.referee.shinobi_school import test_invariants as held
from tests.referee.shinobi_school.test_secrecy import pairs
from tests.shares import count

POSITIONS = count("POSITIONS")
"""How many matches are cut."""
BROKEN = count("BROKEN")
CHUNKS = max(5, POSITIONS // 25)
BROKEN_CHUNKS = 5
HABITS = (HONEST, OPEN, LAZY, CARELESS)


def moments(seed: int) -> list[Match]:
    """Play a match at random and return it after each of its declarations."""
    random = Random(f"positions {seed}")
    match = any_match(shinobi_school, random, any_options(shinobi_school, random))
    return [match, *(one.after for one in playing_blindly(match, random))]


def keeps_the_invariants(state: State) -> None:
    """What holds of any moment of a random match."""
    held.the_field_is_a_valley_of_rising_numbers(state)
    held.the_seal_follows_from_the_field(state)
    held.cards_add_up(state, state)
    held.a_turn_has_two_actions(state)
    held.the_last_placer_begins_anew(state, state)
    held.the_player_on_turn_may_pass(state)
    held.heavens_hold_what_they_must(state)
    for sheet in state.rounds:
        assert [row.points for row in sheet.rows].count(5) == 1


@pytest.mark.clause("METSUKE-5.1")
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.soak
def test_a_match_cut_anywhere_goes_on_as_it_was_played(chunk: int) -> None:
    random = Random(chunk)
    for seed in range(chunk, POSITIONS, CHUNKS):
        played = moments(seed)
        phase = random.choice(sorted({match.state.phase for match in played}))
        cuts = [n for n, match in enumerate(played) if match.state.phase == phase]
        check_laid(played, random.choice(cuts))


@pytest.mark.clause("METSUKE-5.1")
def test_real_cards_are_laid_as_they_lie() -> None:
    """Matches of players with real cards, in which more is registered, withdrawn and counted."""
    for seed in range(max(4, POSITIONS // 5)):
        random = Random(seed)
        options, seats = more_options(random), seated(3 + seed % 3)
        states = [step.before for step in playing(seed, len(seats), options, HABITS[seed % len(HABITS)])[0]]
        for state in random.sample(states, 12):
            again = laid(state, options)
            for viewer in (PUBLIC, GAME_MASTER, *(seat.seat for seat in seats)):
                assert shinobi_school.prompts(again, viewer) == shinobi_school.prompts(state, viewer)
                assert described(again, viewer) == described(state, viewer)


def described(state: State, viewer: str) -> Position:
    return positions_of(shinobi_school).position_of(state, viewer)


def laid(state: State, options: Mapping[str, Any]) -> State:
    """Return a state laid again from its position, read from its JSON."""
    seats = seated(len(state.players))
    data = json.loads(json.dumps(described(state, GAME_MASTER).as_json()))
    position = read_position(shinobi_school, data, seats)
    again = lay(shinobi_school, shinobi_school.OPTIONS.model_validate(dict(options)), seats, position)
    assert isinstance(again, State)
    return again


@pytest.mark.clause("METSUKE-5.2")
@pytest.mark.parametrize("chunk", range(BROKEN_CHUNKS))
@pytest.mark.soak
def test_a_broken_position_is_refused_by_field_and_clause_or_is_sound(chunk: int) -> None:
    refusals = 0
    for seed in range(chunk, 2 * BROKEN_CHUNKS, BROKEN_CHUNKS):
        random, played = Random(f"broken {seed}"), moments(seed)
        for _ in range(-(-BROKEN // (2 * BROKEN_CHUNKS))):
            match = random.choice(played)
            broken, refused = check_broken(match, random)
            refusals += refused is not None
            if refused is None:
                keeps_the_invariants(lay(shinobi_school, match.options, match.seats, read(broken, match)))
    assert refusals


def read(data: Mapping[str, Any], match: Match) -> Position:
    return read_position(shinobi_school, data, match.seats)


def test_whoever_may_not_know_describes_twins_alike() -> None:
    found = 0
    for seed in range(6):
        for viewer, one, other, options, seats in pairs(seed, 3):
            found += 1
            states = [judged(moves, options, seats)[0][-1] for moves in (one, other)]
            assert described(states[0], viewer) == described(states[1], viewer)
    assert found > 8


def test_what_everybody_sees_holds_no_secrets() -> None:
    for seed in range(4):
        for step in playing(seed, 3 + seed % 3, {"rounds": 1}, OPEN)[0]:
            position = described(step.before, PUBLIC)
            assert position.secrets == {}
            assert position.table.swept_cards == ()
            assert position.table.swept_unknown == len(step.before.swept)
            assert set(described(step.before, "p1").secrets) <= {"p1"}


# As a person would write it

SEATS = seated(3)
SWEPT = [1, 1, 2, 6, 6, 6, 7, 7, 7, 8, 8, 8, 8]


def mansion(seat: str, heaven: int, *earth: int, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "heaven": heaven, "earth": list(earth), **more}


def tiers(*sets: str) -> list[dict[str, int]]:
    """Return a field, its tiers written `"5 5"`."""
    return [{"number": int(each.split()[0]), "size": len(each.split())} for each in sets]


def placed(number: int, size: int, end: str | None = "bottom") -> dict[str, Any]:
    return {"kind": "place", "side": "earth", "number": number, "size": size, "end": end}


TURN: dict[str, Any] = {
    "phase": "turn",
    "start": "p1",
    "seats": [mansion("p1", 10, 1, 2, 2), mansion("p2", 12, 4, 4, 9), mansion("p3", 15)],
    "stock": 8,
    "field": tiers("3", "4", "5 5"),
    "last_placer": "p1",
    "now": {"seat": "p2"},
}
"""The first round of three: p1 has placed two 5s at the bottom of 3 and 4, and p2 is on turn."""
FIRST = TURN | {
    "seats": [mansion("p1", 12, 1, 2, 2), *TURN["seats"][1:]],
    "field": tiers("3", "4"),
    "last_placer": None,
    "now": {"seat": "p1"},
}
"""p1 has the first turn."""
START = {key: FIRST[key] for key in ("seats", "stock", "field")} | {"phase": "start"}
FIELD = {"phase": "field", "seats": FIRST["seats"]}
BOTH = FIELD | {"seats": [*FIELD["seats"][:2], mansion("p3", 14, 6)]}
ON_EMPTY = TURN | {"field": [], "last_placer": None, "swept_cards": [3, 4, 5, 5], "now": {"seat": "p1", "swept": True}}
"""Nobody placed after p1: the field was swept for p1."""
WON = TURN | {
    "phase": "won",
    "seats": [mansion("p1", 0), mansion("p2", 12, 4, 4, 9), mansion("p3", 15)],
    "swept_cards": SWEPT,
    "now": {"seat": "p1", "actions": [placed(5, 2)]},
}
SCORING = WON | {
    "phase": "scoring",
    "seats": [
        mansion("p1", 0),
        mansion("p2", 12, 4, 4, 9, shown=[1, 2, 3, 3, 4, 9, 9, 9, 10, 10, 10, 11], known=[9]),
        mansion("p3", 15),
    ],
}
SPLIT = {"phase": "split", "seats": [{"seat": "p1", "ready": True}, {"seat": "p2"}, {"seat": "p3"}]}
SECOND = {
    "phase": "deal",
    "round": 2,
    "seats": [{"seat": "p1", "scores": [5]}, {"seat": "p2", "scores": [-4]}, {"seat": "p3", "scores": [-17]}],
}
ENDED = {
    "phase": "ended",
    "round": 2,
    "chosen": "p1",
    "seats": [
        {"seat": "p1", "scores": [5, -4]},
        {"seat": "p2", "scores": [-4, 5]},
        {"seat": "p3", "scores": [-1, -1]},
    ],
}
TIED = {"rounds": 2, "final_tie": "table"}

CASES: tuple[tuple[str, str, str, dict[str, Any], dict[str, Any], dict[str, Any]], ...] = (
    # Deck, seats, moments
    ("1.1", "position.sum", "table.stock", TURN, {"seats.1.heaven": 11}, {}),
    ("1.1", "position.sixth", "table.seats", TURN, {"seats.0.earth": [5, 5, 5], "seats.1.earth": [4, 4, 5]}, {}),
    ("1.1", "not_in_deck", "table.seats[1].earth", TURN, {"seats.1.earth": [4, 4, 0]}, {}),
    ("1.3", "not_in_deck", "table.field[2].number", TURN, {"field.2.number": 12}, {}),
    ("1.3", "position.seats", "table.seats", TURN, {"seats.2.seat": "p4"}, {}),
    ("1.3", "not_in_game", "table.now.seat", TURN, {"now.seat": "p4"}, {}),
    ("1.4", "position.not_now", "table.stock", ENDED, {"stock": 8}, TIED),
    ("2.3", "other_depth", "table.phase", SECOND, {"phase": "score"}, {}),
    ("2.4", "winner_holds_nothing", "table.seats[0]", WON, {"seats.0.earth": [9]}, {}),
    ("2.4", "position.won_by_placing", "table.now.actions", WON, {"now.actions": []}, {}),
    ("2.5", "only_one_winner", "table.seats[2]", WON, {"seats.2.heaven": 0}, {}),
    ("2.6", "position.rounds", "table.round", SECOND, {"round": 4}, {}),
    ("2.6", "position.scores", "table.seats[1].scores", SECOND, {"seats.1.scores": []}, {}),
    # Sets and the field
    ("3.1", "position.tier_size", "table.field[2].size", TURN, {"field.2.size": 6}, {}),
    ("3.3", "heaven_lacks", "table.seats[1].shown", SCORING, {"seats.1.known": [8]}, {}),
    ("4.1", "position.not_rising", "table.field[1].number", TURN, {"field.1.number": 3}, {}),
    ("4.2", "position.no_valley", "table.field[2].size", TURN, {"field": tiers("3", "4 4", "5")}, {}),
    ("4.2", "position.not_placed", "table.now.actions", WON, {"now.actions.0.end": "top"}, {}),
    ("4.5", "position.not_placed", "table.now.actions", WON, {"now.actions.0.end": None}, {}),
    (
        "4.6",
        "position.not_collected",
        "table.now.actions",
        TURN,
        {"now.actions": [{"kind": "collect", "side": "earth", "number": 6, "size": 1, "end": "top"}]},
        {},
    ),
    # Heaven and earth
    ("6.2", "position.dealt", "table.seats[0].heaven", FIELD, {"seats.0.heaven": 13}, {}),
    ("6.2", "empty_side", "table.seats[0].earth", BOTH, {"seats.0": mansion("p1", 15)}, {"empty_side": "forbid"}),
    ("6.3", "position.not_now", "table.seats[0].known", FIELD, {"seats.0.known": [3]}, {}),
    ("9.2", "position.known", "table.seats[0].known", TURN, {"seats.0.known": [6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 1]}, {}),
    ("9.3", "position.missing", "table.seats[0].earth", FIELD, {"seats.0.earth": None}, {}),
    ("9.3", "position.not_now", "table.seats[0].ready", TURN, {"seats.0.ready": True}, {}),
    ("9.3", "position.went_on", "table.seats", SPLIT, {"seats.1.ready": True, "seats.2.ready": True}, {}),
    # The turn and the flush
    ("7.1", "position.turn", "table.turn", TURN, {"turn": 3}, {}),
    ("7.1", "position.missing", "table.now", TURN, {"now": None}, {}),
    ("7.2", "position.side_twice", "table.now.actions", WON, {"now.actions": [placed(9, 1), placed(5, 2)]}, {}),
    (
        "7.5",
        "position.passed",
        "table.now.actions[0]",
        TURN,
        {"now.actions": [{"kind": "pass", "side": "earth", "number": 3}]},
        {},
    ),
    ("8.1", "position.quiet", "table.quiet", TURN, {"quiet": 1}, {}),
    ("8.1", "position.placed_now", "table.last_placer", WON, {"last_placer": "p2"}, {}),
    ("8.2", "position.would_be_swept", "table.last_placer", TURN, {"now.seat": "p1"}, {}),
    ("8.3", "position.not_swept", "table.now.swept", TURN, {"now.swept": True}, {}),
    ("8.3", "position.swept_now", "table.now.swept", ON_EMPTY, {"now.swept": False, "quiet": 0}, {}),
    ("8.4", "position.nothing_placed", "table.last_placer", ON_EMPTY, {"last_placer": "p2"}, {}),
    ("8.5", "position.not_now", "table.swept_cards", START, {"swept_cards": [3]}, {}),
    ("8.5", "position.not_now", "table.swept_unknown", START, {"swept_unknown": 1}, {}),
    ("1.1", "position.sum", "table.stock", ON_EMPTY, {"swept_unknown": 1}, {}),
    ("8.6", "position.somebody_placed", "table.last_placer", TURN, {"last_placer": None}, {}),
    ("8.6", "no_flush_now", "table.seats[1].agrees", TURN, {"seats.1.agrees": True}, {}),
    # The first field and the start player
    ("10.1", "position.stock", "table.stock", START, {"stock": 9}, {}),
    ("10.3", "position.first_field", "table.field", START, {"field": tiers("3 3")}, {}),
    ("11.1", "position.missing", "table.start", FIRST, {"start": None}, {}),
    ("11.2", "position.start_named", "table.phase", START, {"start": "p1"}, {}),
    # Scores and the end
    ("12.1", "position.one_winner", "table.seats[1].scores[0]", SECOND, {"seats.1.scores": [5]}, {}),
    ("12.2", "heaven_size", "table.seats[1].shown", SCORING, {"seats.1.shown": [9]}, {}),
    ("12.2", "position.missing", "table.seats[2].shown", SCORING, {"seats.2.scored": -30}, {}),
    ("12.5", "loser_loses", "table.seats[1].scores[0]", SECOND, {"seats.1.scores": [0]}, {}),
    ("12.5", "position.scored", "table.seats[1].scored", SCORING, {"seats.1.scored": -3}, {}),
    ("13.1", "position.starts", "table.start", SECOND, {"start": "p2"}, {}),
    ("13.2", "not_tied", "table.chosen", ENDED, {"chosen": "p3"}, TIED),
)
"""Clause, reason and field of each refusal; a table that is laid, what is changed in it, and the match's options."""

MINE = [1, 1, 2, 3, 6, 6, 7, 9, 10, 10]
"""The heaven of p1 in `TURN`."""
HAND = [1, 1, 2, 3, 4, 4, 5, 6, 7, 7, 8, 9, 10, 11, 11]
OWN: tuple[tuple[str, str, str, dict[str, Any], dict[str, Any], dict[str, Any]], ...] = (
    ("1.1", "not_in_deck", "heaven", TURN, {"heaven": MINE}, {"heaven": [0, *MINE[1:]]}),
    ("1.1", "seen_elsewhere", "heaven", TURN, {"heaven": MINE}, {"heaven": [5, 5, 5, 5, *MINE[4:]]}),
    ("3.3", "heaven_lacks", "heaven", TURN, {"heaven": [*MINE[1:], 5]}, {"heaven": MINE}),
    ("6.2", "heaven_size", "heaven", TURN, {"heaven": MINE}, {"heaven": MINE[1:]}),
    ("6.2", "hand_size", "hand", SPLIT, {"hand": HAND, "laid": [1, 4]}, {"hand": HAND[1:], "laid": [1, 4]}),
    ("6.2", "not_dealt", "laid", SPLIT, {"hand": HAND, "laid": [1, 4]}, {"hand": HAND, "laid": [2, 2]}),
    ("6.2", "position.one_entry", "doubted", TURN, {"heaven": MINE}, {"heaven": MINE, "doubted": True}),
    ("9.3", "position.not_now", "laid", TURN, {"heaven": MINE}, {"heaven": MINE, "laid": [3]}),
)


def changed(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return JSON in which values are changed, by their dotted paths."""
    new = copy.deepcopy(dict(data))
    for path, value in changes.items():
        *way, last = (int(part) if part.isdigit() else part for part in path.split("."))
        holder: Any = new
        for part in way:
            holder = holder[part]
        holder[last] = value
    return new


def put(table: Mapping[str, Any], options: Mapping[str, Any] | None = None, **secrets: Any) -> State:
    """Lay a table with three seats."""
    position = read_position(shinobi_school, {"table": table, "secrets": secrets}, SEATS)
    state = lay(shinobi_school, shinobi_school.OPTIONS.model_validate(dict(options or {})), SEATS, position)
    assert isinstance(state, State)
    return state


@pytest.mark.clause("METSUKE-5.2")
@pytest.mark.parametrize(("clause", "reason", "field", "table", "changes", "options"), CASES)
def test_a_table_that_cannot_be_is_refused_by_its_field_and_clause(
    clause: str, reason: str, field: str, table: Any, changes: Any, options: Any
) -> None:
    keeps_the_invariants(put(table, options))
    with pytest.raises(Refused) as refused:
        put(changed(table, changes), options)
    said = refused.value
    assert (said.clause, said.reason, said.params["field"]) == (f"SCHOOL-{clause}", f"shinobi_school.{reason}", field)
    assert said.firm
    assert not said.private


@pytest.mark.clause("METSUKE-5.2", "SCHOOL-6.2")
@pytest.mark.parametrize(("clause", "reason", "field", "table", "true", "wrong"), OWN)
def test_what_a_seat_entered_is_refused_to_itself_alone(
    clause: str, reason: str, field: str, table: Any, true: Any, wrong: Any
) -> None:
    open_ = changed(table, {"seats.0.known": [5]}) if reason == "heaven_lacks" else table
    keeps_the_invariants(put(open_, p1=true))
    with pytest.raises(Refused) as refused:
        put(open_, p1=wrong)
    said = refused.value
    assert (said.clause, said.reason) == (f"SCHOOL-{clause}", f"shinobi_school.{reason}")
    assert said.params["field"] == f"secrets.p1.{field}"
    assert said.private


def test_what_follows_from_the_rest_need_not_be_said() -> None:
    state = put(TURN)
    assert (state.quiet, state.turned, state.placed) == (0, 2, True)
    assert shinobi_school.view(state, PUBLIC).turn == 2
    assert put(SECOND).start == "p1"
    assert [p.points for p in put(SECOND).players] == [5, -4, -17]
    assert put(changed(SECOND, {"seats.2.points": -10})).players[2].points == -10
    row = put(SCORING).players[1].left
    assert row is not None
    assert row.points == -19


@pytest.mark.clause("SCHOOL-8.2")
def test_the_field_is_swept_after_a_lap_that_began_before_the_match_was_laid() -> None:
    state = put(TURN)
    for seat in ("p2", "p3"):
        state = shinobi_school.judge(state, seat, shinobi_school.MOVE.validate_python({"type": "end_turn"})).state
    assert (state.field, state.swept, state.active) == ((), (3, 4, 5, 5), "p1")


@pytest.mark.clause("SCHOOL-6.2")
def test_only_a_heaven_that_has_not_changed_may_still_be_registered() -> None:
    def asked(state: State) -> set[str]:
        return {p.seat for p in shinobi_school.prompts(state, PUBLIC) if p.ask.endswith("register_heaven")}

    assert asked(put(TURN)) == {"p1", "p2", "p3"}
    assert asked(put(changed(TURN, {"seats.0.heaven_changed": True}))) == {"p2", "p3"}
    assert asked(put(TURN, p2={"heaven": [1, 1, 2, 3, 3, 6, 6, 7, 7, 8, 10, 11]})) == {"p1", "p3"}


@pytest.mark.clause("SCHOOL-8.5")
def test_swept_cards_may_be_counted_alone() -> None:
    whole = put(ON_EMPTY, {"history_visible": "all"})
    counted = put(changed(ON_EMPTY, {"swept_cards": [4], "swept_unknown": 3}), {"history_visible": "all"})
    views = [shinobi_school.view(state, PUBLIC) for state in (whole, counted)]
    assert [view.swept for view in views] == [4, 4]
    assert [view.swept_cards for view in views] == [(3, 4, 5, 5), (4,)]
    position = positions_of(shinobi_school).position_of(counted, PUBLIC)
    assert (position.table.swept_cards, position.table.swept_unknown) == ((4,), 3)
    said = positions_of(shinobi_school).unchecked(counted.options, SEATS, position)
    assert ("shinobi_school.position.unchecked_swept", {"n": 3}) in [(each.message, each.params) for each in said]


def test_two_entries_are_not_held_against_each_other() -> None:
    fives = [5, 5, 5]
    state = put(TURN, p1={"heaven": [*fives, *MINE[3:]]}, p3={"heaven": [*fives, 1, 2, 2, 3, 3, 6, 6, 7, 7, 8, 8, 9]})
    assert [p.noted for p in state.players] == [True, False, True]


def test_everybody_reads_who_has_registered_and_what_nobody_can_check() -> None:
    described = positions_of(shinobi_school)
    position = read_position(shinobi_school, {"table": TURN, "secrets": {"p1": {"heaven": MINE}}}, SEATS)
    told = described.progress(None, SEATS, position)
    assert {seat: tuple(progress) for seat, progress in told.items()} == {
        "p1": (1, 1, False),
        "p2": (0, 1, False),
        "p3": (0, 1, False),
    }
    said = [notice.message for notice in described.unchecked(None, SEATS, position)]
    assert said == ["shinobi_school.position.unchecked_heavens"]
