"""Matches that begin in the middle: what is laid goes on as it was played, and what cannot be is refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee import shinobazu
from referee.check.player import any_match, any_options, playing
from referee.check.positions import check_broken, check_laid
from referee.core.journal import Match
from referee.core.reading import lay, read_position
from referee.core.values import GAME_MASTER, PUBLIC, Refused, Seat
from referee.shinobazu.state import State
from tests.players import shinobazu as players
from tests.players.people import seated
from tests.referee.shinobazu import test_invariants as invariants
from tests.referee.shinobazu.table import Table
from tests.shares import count

MATCHES = count("POSITIONS")
BROKEN = count("BROKEN")
CHUNKS = 10
POSITIONS = shinobazu.EXTRAS.positions
assert POSITIONS is not None


def moments(seed: int) -> list[Match]:
    """Return a random match before and after each of its declarations."""
    random = Random(seed)
    match = any_match(shinobazu, random, any_options(shinobazu, random))
    return [match, *(one.after for one in playing(match, random))]


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.clause("METSUKE-5.1")
@pytest.mark.soak
def test_a_match_laid_again_at_any_moment_goes_on_as_it_was_played(chunk: int) -> None:
    for seed in range(chunk, MATCHES, CHUNKS):
        match = moments(seed)
        check_laid(match, Random(seed).randrange(len(match)))


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.clause("METSUKE-5.2")
@pytest.mark.soak
def test_a_broken_position_is_refused_or_keeps_the_invariants(chunk: int) -> None:
    for seed in range(chunk, BROKEN, CHUNKS):
        random = Random(seed)
        match = random.choice(moments(seed % 40))
        broken, refused = check_broken(match, random)
        if refused is None:
            invariants_hold(laid(broken, match.options, match.seats))


def invariants_hold(state: State) -> None:
    invariants.scores_are_not_negative(state)
    if state.options.depth == "scores":
        assert all(p.kept < state.round for p in state.players)
        return
    invariants.all_cards_are_somewhere(state)
    invariants.hands_shrink_by_one_a_turn(state)
    invariants.turns_fill_fronts(state)
    passed = {(state.set, c.round, c.owner) for c in state.cards if c.round < state.round}
    invariants.carried_cards_are_open_and_were_passed(state, passed)
    invariants.a_battle_has_participants_and_losers(state)
    if state.phase == "turns":
        assert all(p.points < 5 for p in state.players)
    if state.battle is not None:
        invariants.a_start_player_for_themselves_fights(state)
    if state.phase == "round_end":
        invariants.only_unchallenged_passers_keep_cards(state)


@pytest.mark.parametrize("seed", range(10))
def test_a_careless_match_with_house_rulings_can_be_laid_again(seed: int) -> None:
    made, _, _ = players.playing(seed, 4, {}, players.CARELESS)
    step = Random(seed).choice(made)
    state = shinobazu.adjust(step.before, shinobazu.ADJUSTMENT(points={"p2": 7}))
    position = POSITIONS.position_of(state, GAME_MASTER)
    again = laid(position.as_json(), state.options, seated(4))
    assert position.table.house_ruling
    assert without_past(shinobazu.view(again, GAME_MASTER)) == without_past(shinobazu.view(state, GAME_MASTER))


def without_past(view: Any) -> dict[str, Any]:
    return view.model_dump(mode="json", exclude=set(POSITIONS.left_out))  # type: ignore[no-any-return]


def laid(position: dict[str, Any], options: Any, seats: Any) -> State:
    state = lay(shinobazu, options, seats, read_position(shinobazu, position, seats))
    assert isinstance(state, State)
    return state


# Who may know what


@pytest.mark.parametrize("seed", range(12))
def test_a_position_tells_a_viewer_nothing_of_others_secrets(seed: int) -> None:
    random = Random(seed)
    options, seats = any_options(shinobazu, random) | {"depth": "plays"}, seated(3 + seed % 3)
    moves = players.play(seed, len(seats), options, players.OPEN if seed % 2 else players.CARELESS)
    told = 0
    for _ in range(4):
        some = moves[: random.randrange(5, len(moves))]
        for viewer in (PUBLIC, *(seat.seat for seat in seats)):
            twin = players.twin(some, viewer, random, options=options, seats=seats)
            if twin is not None:
                one, other = (players.judged(m, options, seats)[0][-1] for m in (some, twin))
                assert POSITIONS.position_of(one, viewer) == POSITIONS.position_of(other, viewer)
                told += POSITIONS.position_of(one, GAME_MASTER) != POSITIONS.position_of(other, GAME_MASTER)
    assert told


@pytest.mark.parametrize("seed", range(8))
def test_everybody_sees_no_secrets_and_a_seat_its_own(seed: int) -> None:
    for match in moments(seed)[::7]:
        assert POSITIONS.position_of(match.state, PUBLIC).secrets == {}
        of_seat = POSITIONS.position_of(match.state, "p2")
        assert set(of_seat.secrets) <= {"p2"}
        assert of_seat.table == POSITIONS.position_of(match.state, PUBLIC).table
        everything = POSITIONS.position_of(match.state, GAME_MASTER)
        assert of_seat.secrets.get("p2") == everything.secrets.get("p2")


@pytest.mark.clause("SHINOBAZU-1.2")
def test_what_one_seat_entered_says_nothing_of_what_another_did() -> None:
    hand = ["red 5", "blue 1", "black 2"]
    for secrets in ({"A": {"hand": hand}}, {"B": {"hand": hand}}, {"A": {"hand": hand}, "B": {"hand": hand}}):
        assert set(of(secrets=secrets).state.stays) == set()
    wrong = refusal(secrets={"A": {"hand": [*hand[:2], "red 5"]}})
    assert wrong.private
    assert wrong.params["field"] == "secrets.A.hand"


def test_a_hand_may_stay_unsaid_but_not_half_said() -> None:
    progress = shown(secrets={"A": {"hand": ["red 5", "blue 1"]}, "B": {"hand": ["red 1", "red 2", "red 4"]}})
    assert [(seat, *told) for seat, told in progress.items()] == [
        ("A", 2, 3, True),
        ("B", 3, 3, False),
        ("C", 0, 3, False),
        ("D", 0, 3, False),
    ]
    refused = refusal(secrets={"A": {"hand": ["red 5", "blue 1"]}})
    assert (refused.clause, refused.params["field"]) == ("METSUKE-5.3", "secrets.A")


# Positions as people write them


def table(**changes: Any) -> dict[str, Any]:
    """Return the second set of four, begun anew; the points are those of the pictures."""
    seats = [{"points": points} for points in (3, 2, 4, 1)]
    return {"set": 2, "round": 1, "start": "B", "seats": seats} | changes


def second_round(**changes: Any) -> dict[str, Any]:
    """Return round 2: C carries blue 4, B led red face down and fights, C pushed a card to D, who has to declare."""
    seats: list[dict[str, Any]] = [
        {"points": 3},
        {"points": 2, "front": [{}], "declared": "fight"},
        {"points": 4, "front": [{"card": "blue 4", "carried": True}]},
        {"points": 1, "front": [{"laid_by": "C"}]},
    ]
    discards = [{"card": "red 5"}, {"card": "red 1"}, {}]
    return table(round=2, lead="red", seats=seats, discards=discards) | changes


def battle(**changes: Any) -> dict[str, Any]:
    """Return the first round of a set with all cards shown but B's, who passed: A lost, C won."""
    seats: list[dict[str, Any]] = [
        {"points": 4, "before": 3, "front": [{"card": "red 1"}], "declared": "fight"},
        {"points": 2, "before": 2, "front": [{}], "declared": "pass"},
        {"points": 3, "before": 4, "front": [{"card": "red 5"}], "declared": "fight"},
        {"points": 1, "before": 1, "front": [{"card": "red 4"}], "declared": "fight"},
    ]
    return table(phase="duel", start="C", lead="red", seats=seats) | changes


def scores(**changes: Any) -> dict[str, Any]:
    """Return a round of results alone: A lost to C, B and D passed."""
    seats: list[dict[str, Any]] = [
        {"points": 4, "declared": "fight"},
        {"points": 2, "declared": "pass", "stays": True},
        {"points": 3, "declared": "fight"},
        {"points": 1, "declared": "pass", "stays": True},
    ]
    scored = {"winner": "C", "losers": ["A"]}
    return {"phase": "duel", "set": 2, "start": "C", "seats": seats, "scored": scored} | changes


SEATS = tuple(Seat(seat=s, name=f"Player {s}") for s in "ABCD")


def of(data: dict[str, Any] | None = None, secrets: Any = None, **options: Any) -> Table:
    """Return the table of a position of A, B, C, D."""
    found = Table("ABCD", **options)
    position = {"table": data or table(), "secrets": secrets or {}}
    found.state = laid(position, found.state.options, SEATS)
    return found


def refusal(data: dict[str, Any] | None = None, secrets: Any = None, **options: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        of(data, secrets, **options)
    return refused.value


def shown(data: dict[str, Any] | None = None, secrets: Any = None, **options: Any) -> Any:
    position = read_position(shinobazu, {"table": data or table(), "secrets": secrets or {}}, SEATS)
    return POSITIONS.progress(shinobazu.OPTIONS(**options), SEATS, position)


def test_a_set_begins_with_points() -> None:
    begun = of()
    assert begun.points == (3, 2, 4, 1)
    assert begun.state.active == "B"
    assert begun.view().seats[0].hand_size == 3
    begun.lead("red 5")
    begun.refuses("3.2", "A", "lay", to="A", card="red 1")


def test_a_round_goes_on_in_the_middle_of_a_turn() -> None:
    begun = of(second_round())
    assert begun.state.declares == "D"
    assert [s.hand_size for s in begun.view().seats] == [2, 1, 1, 2]
    begun.says("D", "declare", choice="pass")
    assert begun.state.active == "D"
    begun.lay("D", "red 2", "fight", to="C")
    begun.lay("A", "red -3", "fight")
    assert begun.state.due == ("B", "C", "A")


def test_a_duel_goes_on_after_the_battle() -> None:
    begun = of(battle())
    assert (begun.state.challenger, begun.state.stays) == ("A", ("B",))
    assert begun.points == (4, 2, 3, 1)
    begun.says("A", "duel_challenge", target="B")
    begun.says("B", "duel_answer", answer="refuse")
    assert begun.points == (4, 3, 3, 1)
    assert of(battle(challenged="B", accepted=True)).state.due == ("B",)


def test_results_alone_go_on() -> None:
    begun = of(scores(), depth="scores")
    begun.says("table", "duel_result", target="D", outcome="target_wins")
    assert begun.points == (5, 2, 3, 0)
    begun.says("table", "end_round")
    assert begun.state.phase == "ended"


@pytest.mark.clause("METSUKE-5.2")
def test_what_nobody_could_check_is_said() -> None:
    def said(data: dict[str, Any]) -> list[str]:
        position = read_position(shinobazu, {"table": data}, SEATS)
        return [n.message for n in POSITIONS.unchecked(shinobazu.OPTIONS(), SEATS, position)]

    first = table(set=1, start="A", seats=[{}, {}, {}, {}])
    assert said(first) == []
    assert said(table()) == ["shinobazu.unchecked.points", "shinobazu.unchecked.start"]
    assert said(second_round())[-1] == "shinobazu.unchecked.discards"


@pytest.mark.clause("SHINOBAZU-3.11")
def test_a_push_back_leaves_the_turn_to_the_next_on_the_left() -> None:
    begun = of(both_pushed("fight"))
    assert begun.state.active == "D"
    assert refusal(both_pushed("fight") | {"active": "A"}).clause == "SHINOBAZU-3.11"


def test_nobody_is_accused_of_what_lay_under_unknown_discards() -> None:
    begun = of(second_round())
    assert begun.view().open_checks > 0
    assert begun.view().findings == ()


def seats_with(base: dict[str, Any], at: int, **changes: Any) -> dict[str, Any]:
    """Return a position with something else at one seat."""
    return base | {"seats": [seat | changes if i == at else seat for i, seat in enumerate(base["seats"])]}


def both_pushed(declared: str | None) -> dict[str, Any]:
    """Return a round in which B led before C, who declared, and C pushed on to B, who passed."""
    data = seats_with(table(lead="red"), 1, front=[{"laid_by": "C"}], declared="pass")
    return seats_with(data, 2, front=[{"laid_by": "B"}], declared=declared)


REFUSED: list[tuple[str, str, dict[str, Any]]] = [
    ("1.1", "table.seats", table(seats=[{}, {}, {}])),
    ("1.2", "table.seats[2].front[0]", seats_with(battle(), 2, front=[{"card": "red 1"}])),
    ("1.2", "table.seats[2].front[0]", seats_with(battle(), 2, front=[{"card": "red 3"}])),
    ("1.2", "table.seats[0].returned", seats_with(seats_with(table(), 0, returned=["red 1"]), 1, returned=["red 1"])),
    ("1.2", "table.seats[0].front[0]", seats_with(battle(), 1, returned=["red 1"])),
    ("1.2", "table.seats[0].front[0]", seats_with(battle(), 0, front=[{"card": "red 1", "void": True}])),
    ("1.3", "table.seats[0].points", table(set=1)),
    ("2.1", "table.seats", seats_with(table(), 0, shown_hand=["red 1", "red 2", "red 4"])),
    ("2.3", "table.start", table(start="E")),
    ("2.3", "table.earlier", second_round(earlier=[{"start": "E", "lead": "red"}])),
    ("2.4", "table.phase", table(phase="battle")),
    ("2.4", "table.phase", second_round(phase="duel")),
    ("2.4", "table.phase", battle(phase="turns")),
    ("3.1", "table.discards", second_round(discards=[{"card": "red 5"}])),
    ("3.1", "table.seats[3].front[0]", seats_with(second_round(), 3, front=[{"laid_by": "B"}])),
    ("3.2", "table.seats", seats_with(table(lead="red"), 0, front=[{}], declared="fight")),
    ("3.3", "table.seats[3].front[0]", seats_with(second_round(), 3, front=[{"laid_by": "E"}])),
    ("3.3", "table.discards[0]", second_round(discards=[{"card": "red 5", "laid_by": "A"}, {}, {}])),
    ("3.4", "table.seats[1].front[1]", seats_with(second_round(), 1, front=[{}, {"laid_by": "A"}])),
    ("3.8", "table.active", seats_with(table(lead="red", active="A"), 1, front=[{}], declared="fight")),
    ("3.10", "table.active", seats_with(table(lead="red", active="A"), 2, front=[{"laid_by": "B"}], declared="pass")),
    ("4.1", "table.lead", second_round(lead=None)),
    ("4.1", "table.lead", table(lead="red")),
    ("4.1", "table.earlier", table(earlier=[{"start": "A", "lead": "red"}])),
    ("4.6", "table.seats[0].declared", seats_with(table(), 0, declared="pass")),
    ("4.6", "table.active", second_round(active="D")),
    ("4.6", "table.seats[2].declared", both_pushed(declared=None)),
    ("4.8", "table.seats[1].declared", seats_with(second_round(), 1, declared="pass")),
    ("5.1", "table.seats", seats_with(battle(), 1, front=[{"card": "red 2"}])),
    ("8.3", "table.seats[2].points", seats_with(battle(), 2, points=4)),
    ("8.5", "table.challenged", table(challenged="A")),
    ("8.6", "table.challenged", battle(challenged="D")),
    ("8.8", "table.accepted", battle(accepted=True)),
    ("8.11", "table.duel_lead", battle(challenged="B", accepted=True, duel_lead="red")),
    ("9.4", "table.seats[2].front[0]", seats_with(second_round(), 2, front=[{"carried": True}])),
    ("9.4", "table.seats[2].front[0]", seats_with(second_round(), 2, front=[{"card": "blue 4", "carried": True}] * 2)),
    ("9.5", "table.seats[0].returned", seats_with(table(set=1, seats=[{}, {}, {}, {}]), 0, returned=["red 1"])),
    ("9.7", "table.seats[2].points", seats_with(table(), 2, points=5)),
    ("9.7", "table.phase", battle(phase="ended")),
    ("9.10", "table.seats[0].shown_hand", seats_with(table(), 0, shown_hand=["red 1"])),
]
"""What is broken, and where, in positions that are accepted without the change."""


@pytest.mark.clause(
    "SHINOBAZU-1.1", "SHINOBAZU-1.2", "SHINOBAZU-1.3", "SHINOBAZU-2.1", "SHINOBAZU-2.3", "SHINOBAZU-2.4",
    "SHINOBAZU-3.1", "SHINOBAZU-3.2", "SHINOBAZU-3.3", "SHINOBAZU-3.4", "SHINOBAZU-3.8", "SHINOBAZU-3.10",
    "SHINOBAZU-4.1", "SHINOBAZU-4.6", "SHINOBAZU-4.8", "SHINOBAZU-5.1", "SHINOBAZU-8.3", "SHINOBAZU-8.5",
    "SHINOBAZU-8.6", "SHINOBAZU-8.8", "SHINOBAZU-8.11", "SHINOBAZU-9.4", "SHINOBAZU-9.5", "SHINOBAZU-9.7",
)  # fmt: skip
@pytest.mark.parametrize(("number", "field", "data"), REFUSED)
def test_what_cannot_lie_there_is_refused_by_field_and_clause(number: str, field: str, data: dict[str, Any]) -> None:
    refused = refusal(data)
    assert (refused.clause, refused.params["field"]) == (f"SHINOBAZU-{number}", field)
    assert refused.firm
    assert not refused.private


IN_SCORES: list[tuple[str, str, dict[str, Any]]] = [
    ("2.4", "table.lead", scores(lead="red")),
    ("2.4", "table.seats[0].returned", seats_with(scores(), 0, returned=["red 1"])),
    ("2.4", "table.phase", scores(phase="battle")),
    ("4.6", "table.seats[0].declared", seats_with(scores(), 0, declared=None)),
    ("5.2", "table.scored", scores(scored={"winner": "C", "losers": ["B"]})),
    ("8.1", "table.scored", scores(scored={"losers": ["A"]})),
    ("8.2", "table.scored", scores(scored={"losers": []})),
    ("8.3", "table.seats[0].points", seats_with(scores(), 0, points=0)),
    ("8.4", "table.seats", seats_with(scores(), 1, stays=False)),
    ("9.1", "table.scored.gained", scores(scored={"winner": "C", "losers": ["A"], "gained": ["A"]})),
    ("9.4", "table.seats[0].kept", seats_with(scores(), 0, kept=1)),
    ("9.7", "table.phase", scores(phase="ended")),
]


@pytest.mark.clause(
    "SHINOBAZU-5.2", "SHINOBAZU-8.1", "SHINOBAZU-8.2", "SHINOBAZU-8.4", "SHINOBAZU-9.1", "SHINOBAZU-9.4",
)  # fmt: skip
@pytest.mark.parametrize(("number", "field", "data"), IN_SCORES)
def test_a_result_that_cannot_be_is_refused_by_field_and_clause(number: str, field: str, data: dict[str, Any]) -> None:
    refused = refusal(data, depth="scores")
    assert (refused.clause, refused.params["field"]) == (f"SHINOBAZU-{number}", field)


PRIVATE: list[tuple[str, str, dict[str, Any]]] = [
    ("1.2", "hand", {"hand": ["red 9"]}),
    ("1.2", "hand", {"hand": ["blue 4"]}),
    ("1.2", "hand", {"hand": ["red 2"], "laid": "red 2"}),
    ("1.2", "laid", {"laid": "red 5"}),
    ("2.1", "hand", {"hand": ["red 2", "black 1"]}),
    ("3.1", "gone", {"gone": ["red 2"]}),
    ("4.1", "laid", {"laid": "blue 1"}),
    ("9.5", "hand", {"hand": ["red 2"]}),
]


@pytest.mark.clause("SHINOBAZU-1.2", "SHINOBAZU-2.1", "SHINOBAZU-3.1", "SHINOBAZU-4.1", "SHINOBAZU-9.5")
@pytest.mark.parametrize(("number", "field", "secret"), PRIVATE)
def test_what_a_seat_cannot_have_is_refused_to_that_seat_alone(number: str, field: str, secret: dict[str, Any]) -> None:
    """B has led red and holds one more card."""
    data = second_round()
    if number == "9.5":
        data = seats_with(table(), 1, returned=["blue 1"])
        secret = {"hand": ["red 2", "black 1", "black 2"]}
    refused = refusal(data, {"B": secret})
    assert (refused.clause, refused.params["field"]) == (f"SHINOBAZU-{number}", f"secrets.B.{field}")
    assert refused.private
    assert refused.firm
    of(data, {"B": secret | {"hand": ["blue 1"], "laid": "red 2", "gone": []}} if number != "9.5" else {})
