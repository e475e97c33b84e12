"""What the journal and exports still tell of earlier turns and swept cards: no more than the view (open point O15)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from referee.core.games import game
from referee.core.journal import Match, begin
from referee.core.transcripts import dump
from referee.core.values import GAME_MASTER, PUBLIC, Seat
from tests.players.people import seated
from tests.players.shinobi_school import LAZY, any_options, play

GAME = game("shinobi-school")
SEATS = tuple(Seat(seat=seat, name=f"{seat}.") for seat in "ABC")


def declared(match: Match, *moves: tuple[str, dict[str, Any]]) -> Match:
    for seat, move in moves:
        match, ruling = match.declare(seat, move)
        assert ruling.upheld, (seat, move, ruling)
    return match


def swept(option: str) -> Match:
    """Play one lap: A places, B and C do nothing, the field is swept, and A places again."""
    match = begin(GAME, {"start": "A", "rounds": 2, "history_visible": option}, SEATS)
    match = declared(match, ("table", {"type": "confirm_deal"}))
    match = declared(match, *((seat, {"type": "lay_earth", "cards": [3]}) for seat in "ABC"))
    match = declared(match, ("table", {"type": "reveal_earths"}), ("table", {"type": "first_field", "cards": [6, 7]}))
    place = {"type": "place", "side": "earth", "number": 3, "size": 1}
    end = {"type": "end_turn"}
    match = declared(match, ("A", place), ("A", end), ("B", end), ("C", end))
    assert not match.view(PUBLIC).field
    return declared(match, ("A", place | {"side": "heaven", "number": 9}))


def told(match: Match, viewer: str) -> list[str | None]:
    """Return what each line of a journal is about, None where that is no longer told; an export tells the same."""
    exported = [item["move"] and item["move"]["type"] for item in dump(match, viewer)["moves"]]
    lines = [line.move and line.move["type"] for line in match.log(viewer)]
    assert exported == lines
    for line in match.log(viewer):
        assert line.move is not None or (line.notices, line.clause) == ((), None)
    return lines


SPLIT = ["confirm_deal", "lay_earth", "lay_earth", "lay_earth"]


@pytest.mark.clause("SCHOOL-8.5", "SCHOOL-9.2")
@pytest.mark.parametrize(
    ("option", "turns"),
    [
        ("all", ["reveal_earths", "first_field", "place", "end_turn", "end_turn", "end_turn", "place"]),
        ("last_turn", [None, None, None, None, None, None, "place"]),
        ("none", [None, None, None, None, None, None, "place"]),
    ],
)
def test_the_journal_tells_no_more_turns_and_swept_cards_than_the_view(option: str, turns: list[str | None]) -> None:
    match = swept(option)
    for viewer in (PUBLIC, "A", "B"):
        assert told(match, viewer) == [*SPLIT, *turns]
    assert None not in told(match, GAME_MASTER)


@pytest.mark.clause("SCHOOL-8.5")
@pytest.mark.parametrize(
    ("option", "turns", "last"),
    [
        ("all", 5, ["place", "end_turn", "end_turn"]),
        ("last_turn", 1, [None, None, "end_turn"]),
        ("none", 0, [None, None, None]),
    ],
)
def test_the_last_turn_is_told_by_option(option: str, turns: int, last: list[str | None]) -> None:
    match = declared(swept(option), *((seat, {"type": "end_turn"}) for seat in "AB"))
    assert len(match.view(PUBLIC).turns) == turns
    assert told(match, "C")[-3:] == last


@pytest.mark.clause("SCHOOL-8.6", "SCHOOL-8.5")
@pytest.mark.parametrize("option", ["all", "last_turn", "none"])
def test_what_all_agreed_to_sweep_is_not_told_for_longer(option: str) -> None:
    match = begin(GAME, {"start": "A", "history_visible": option}, SEATS)
    match = declared(match, ("table", {"type": "confirm_deal"}))
    match = declared(match, *((seat, {"type": "lay_earth", "cards": []}) for seat in "ABC"))
    match = declared(match, ("table", {"type": "reveal_earths"}), ("table", {"type": "first_field", "cards": [6, 7]}))
    match = declared(match, *((seat, {"type": "end_turn"}) for seat in "ABC"), ("table", {"type": "agree_flush"}))
    shown = option == "all"
    assert (match.view("A").swept_cards is not None) == shown
    assert told(match, "A")[-1] == ("agree_flush" if shown else None)
    assert told(match, "A")[-2] == (None if option == "none" else "end_turn")


@pytest.mark.clause("SCHOOL-9.2")
@pytest.mark.parametrize("option", ["all", "last_turn", "none"])
def test_of_an_earlier_round_the_journal_tells_its_result_alone_until_the_match_ends(option: str) -> None:
    options = {"rounds": 2, "history_visible": option, "deal_table": {"3": {"cards": 3, "highest": 8}}}
    match, turns = begin(GAME, options, seated(3)), {"place", "collect", "pass_action", "end_turn", "first_field"}
    for actor, move in play(4, 3, options):
        match = declared(match, (actor, move))
        if match.result is None and match.state.round == 2 and match.state.phase == "deal":
            assert not turns & set(told(match, "p1"))
            assert "score_round" in told(match, "p1")
            assert turns & set(told(match, GAME_MASTER))
    assert match.result is not None
    assert None not in told(match, "p1")


def acts(match: Match, viewer: str) -> tuple[Counter[Any], Counter[Any]]:
    """Return what was placed and collected, as the view shows it and as the journal tells it."""
    view = match.view(viewer)
    shown = Counter(
        (turn.seat, action.kind, action.side)
        for turn in (*view.turns, *([view.now] if view.now else []))
        for action in turn.actions
        if action.kind != "pass"
    )
    lines = [(line.seat, line.move) for line in match.log(viewer) if line.in_force and line.move is not None]
    moves = Counter((s, move["type"], move["side"]) for s, move in lines if move["type"] in ("place", "collect"))
    return shown, moves


@pytest.mark.parametrize("seed", range(12))
def test_in_any_match_what_the_journal_tells_is_in_the_view(seed: int) -> None:
    random = Random(f"history {seed}")
    options = any_options(random) | {"history_visible": ("all", "last_turn", "none")[seed % 3], "rounds": 1 + seed % 2}
    seats, compared = seated(3 + seed % 3), 0
    match = begin(GAME, options, seats)
    for actor, move in play(seed, len(seats), options, LAZY):
        match = declared(match, (actor, move))
        if match.result is not None or random.random() < 0.7:
            continue
        for viewer in (PUBLIC, seats[0].seat):
            view, (shown, moves) = match.view(viewer), acts(match, viewer)
            assert moves <= shown, (viewer, moves - shown)
            lines = match.log(viewer)
            cards = [n for line in lines for n in line.notices if "swept" in n.message or "flushed" in n.message]
            assert view.swept_cards is not None or not cards
            opened = {"reveal_earths", "first_field"} & {line.move["type"] for line in lines if line.move is not None}
            assert not opened or len(view.turns) == len(match.state.turns)
            if view.swept_cards is not None:
                assert moves == shown
            compared += sum(shown.values())
    assert compared or options["history_visible"] == "none"


@pytest.mark.clause("METSUKE-2.3", "SCHOOL-2.4")
def test_the_last_set_may_be_taken_back_by_its_seat_until_the_table_goes_on() -> None:
    options = {"start": "A", "rounds": 1, "deal_table": {"3": {"cards": 2, "highest": 8}}}
    match = begin(GAME, options, SEATS)
    match = declared(match, ("table", {"type": "confirm_deal"}))
    splits = {"A": ([], [8, 8]), "B": ([1], [2]), "C": ([4], [5])}
    moves = [(s, {"type": "lay_earth", "split": {"heaven": h, "earth": e}}) for s, (h, e) in splits.items()]
    match = declared(match, *moves)
    match = declared(match, ("table", {"type": "reveal_earths"}), ("table", {"type": "first_field", "cards": [6, 7]}))
    won = declared(match, ("A", {"type": "place", "side": "earth", "number": 8, "size": 2}))
    view = won.view(PUBLIC)
    assert (view.phase, view.winner, [t.number for t in view.field]) == ("won", "A", [6, 7, 8])
    assert [(s.shown, s.scored) for s in view.seats] == [(None, None)] * 3
    back, ruling = won.act("A", {"type": "undo"})
    assert ruling.upheld
    assert (back.view(PUBLIC).phase, back.view(PUBLIC).winner) == ("turn", None)
    again = declared(back, ("A", {"type": "place", "side": "earth", "number": 8, "size": 1}))
    assert again.view(PUBLIC).phase == "turn"
    scored = declared(won, ("table", {"type": "score_round"}))
    assert scored.result is not None
    for seat in ("A", "table"):
        assert scored.act(seat, {"type": "undo"})[1].clause in ("METSUKE-2.2", "METSUKE-2.3")
