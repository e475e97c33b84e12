"""Transcripts: written, read again, masked while a match runs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.check.twins import seen
from referee.core.journal import Match, fold
from referee.core.reading import Unreadable
from referee.core.transcripts import audit, dump, load, replay
from referee.core.values import GAME_MASTER, PUBLIC, TABLE
from tests.referee.core.journal.toy_acts import (
    FINISH,
    GOAL,
    consent,
    correct,
    declare,
    guess,
    hide,
    move,
    play,
    random_match,
    rule,
    skip,
    toy_match,
    undo,
)
from tests.transcripts import imported
from toy_game import SEATS, TOY, VIEWERS

GAMES = {"toy": TOY}
SECRET = '"number": 6'


def text_of(match: Match, viewer: str | None = None) -> str:
    return json.dumps(dump(match, viewer), ensure_ascii=False)


def document(**changes: Any) -> dict[str, Any]:
    """Return a file that can be read, with changes; `...` leaves a field out."""
    whole: dict[str, Any] = {
        "format": 1,
        "game": "toy",
        "options": {},
        "seats": [{"seat": "p1", "name": "Aki"}, {"seat": "p2", "name": "Ben"}],
        "moves": [{"seat": "p1", "move": {"type": "hide", "number": 3}}],
    } | changes
    return {name: value for name, value in whole.items() if value is not ...}


def unread(data: Any) -> Unreadable:
    text = data if isinstance(data, str | bytes) else json.dumps(data)
    with pytest.raises(Unreadable) as told:
        load(text, "match.json", GAMES)
    assert "\n" not in str(told.value)
    return told.value


def test_a_finished_match_goes_round_the_file() -> None:
    kinds: set[str] = set()
    for seed in range(60):
        match, _ = random_match(seed)
        if match.result is None:
            match = play(match, FINISH)
        for viewer in (None, GAME_MASTER, "p1", PUBLIC):
            again = imported(load(text_of(match, viewer), "match.json", GAMES))
            assert again == match
            assert again.entries == match.entries
            assert again.reveal() == match.reveal()
        assert fold(TOY, GOAL, SEATS, again.entries) == match
        kinds |= {entry.act.type for entry in match.entries}
    assert kinds == {"declare", "undo", "redo", "house_ruling", "consent", "correct"}


def test_the_file_is_what_was_declared() -> None:
    match = play(
        toy_match(),
        hide("p1", 3),
        ("p2", declare(TABLE, {"type": "finish"})),
        undo(GAME_MASTER),
        (GAME_MASTER, declare("p2", {"type": "hide", "number": 2})),
        rule("p3", adjust={"points": {"p3": 1}}, note="they saw it"),
        consent(GAME_MASTER),
        correct(1),
        FINISH,
    )
    whole = dump(match)
    assert {name: value for name, value in whole.items() if name != "moves"} == {
        "format": 1,
        "game": "toy",
        "options": {"depth": "plays", "goal": 4},
        "seats": [{"seat": "p1", "name": "Aki"}, {"seat": "p2", "name": "Ben"}, {"seat": "p3", "name": "Chie"}],
    }
    first, *rest = whole["moves"]
    assert first["move"] == {"type": "hide", "number": 3}
    assert (len(first["salt"]), len(first["commitment"])) == (32, 64)
    assert rest == [
        {"seat": "p2", "for": "table", "move": {"type": "finish"}},
        {"seat": "gm", "act": {"type": "undo"}},
        {"seat": "gm", "for": "p2", "move": {"type": "hide", "number": 2}},
        {"seat": "p3", "act": {"type": "house_ruling", "adjust": {"points": {"p3": 1}}, "note": "they saw it"}},
        {"seat": "gm", "act": {"type": "consent", "agree": True}},
        {"seat": "gm", "act": {"type": "correct", "number": 1, "salt": f"{1:032x}"}},
        {"seat": "table", "move": {"type": "finish"}},
    ]


def test_a_running_match_is_masked_for_everybody_but_the_game_master() -> None:
    match = play(
        toy_match(),
        hide("p1", 6),
        undo("p1"),
        move("p1", type="whisper", to="p3", number=6),
        rule("p1", move={"type": "hide", "number": 6}, salt="0" * 32),
        consent("p1", agree=False),
        correct(3, type="whisper", to="p3", number=6),
    )
    for viewer in ("p2", PUBLIC, "stranger"):
        text = text_of(match, viewer)
        assert SECRET not in text
        assert "salt" not in text
        assert text.count("commitment") == 4
    assert text_of(match, "p1").count(SECRET) == 4
    assert text_of(match, "p3").count(SECRET) == 2
    assert "salt" not in text_of(match, "p1")
    assert load(text_of(match, GAME_MASTER), "gm.json", GAMES).items == load(text_of(match), "gm.json", GAMES).items
    assert text_of(match).count("salt") == 4


def test_a_masked_file_says_so_and_is_not_judged() -> None:
    told = unread(dump(play(toy_match(), hide("p1", 3)), "p2"))
    assert told.where == "viewer"
    assert "when it has ended" in told.why


def test_replay_goes_on_after_a_refusal() -> None:
    moves = [
        {"seat": "p1", "move": {"type": "hide", "number": 9}},
        {"seat": "p1", "move": {"type": "hide", "number": 3}},
        {"seat": "p1", "move": {"type": "hide", "number": 4}},
        {"seat": "p9", "move": {"type": "skip"}},
        {"seat": "p1", "for": "p2", "move": {"type": "skip"}},
        {"seat": "gm", "for": "p2", "move": {"type": "hide", "number": 1}},
        {"seat": "gm", "act": {"type": "dance"}},
        {"seat": "gm", "act": {"type": "undo"}},
    ]
    judged = list(replay(load(json.dumps(document(moves=moves)), "match.json", GAMES)))
    assert [(j.n, j.ruling.verdict, j.ruling.clause) for j in judged] == [
        (1, "refused", "METSUKE-1.4"),
        (2, "upheld", "TOY-2.1"),
        (3, "refused", "TOY-2.1"),
        (4, "refused", "METSUKE-1.1"),
        (5, "refused", "METSUKE-1.1"),
        (6, "upheld", "TOY-2.1"),
        (7, "refused", "METSUKE-1.4"),
        (8, "upheld", "METSUKE-2.1"),
    ]
    assert judged[0].ruling.params == {"field": "number"}
    assert judged[-1].match.number == 3


def test_an_import_is_upheld_from_end_to_end() -> None:
    moves = [{"seat": "p1", "move": {"type": "hide", "number": 3}}] * 2
    with pytest.raises(Unreadable) as told:
        imported(load(json.dumps(document(moves=moves)), "match.json", GAMES))
    assert str(told.value) == "match.json: moves[1]: is refused: TOY-2.1 toy.hidden_already"


def test_options_may_be_left_out_and_a_state_be_null() -> None:
    assert load(json.dumps(document(options=..., state=None)), "m", GAMES).begun.options.goal == 3


@pytest.mark.parametrize(
    ("changes", "where", "why"),
    [
        ({"format": ...}, "format", "is missing"),
        ({"format": 2}, "format", "is not 1"),
        ({"format": "1"}, "format", "is not 1"),
        ({"format": None}, "format", "is not 1"),
        ({"game": ...}, "game", "is missing"),
        ({"game": "go"}, "game", "no game 'go'; the games are: toy"),
        ({"game": 1}, "game", "is not a text"),
        ({"seats": ...}, "seats", "is missing"),
        ({"seats": {}}, "seats", "is not a list"),
        ({"seats": []}, "seats", "TOY-1.1: One to four play."),
        ({"seats": [{"name": "Aki"}]}, "seats[0].seat", "is missing"),
        ({"seats": [{"seat": "p1"}, {"seat": "p1"}]}, "seats", "METSUKE-1.2"),
        ({"seats": [{"seat": "gm"}]}, "seats", "METSUKE-1.2"),
        ({"seats": [{"seat": "p1", "name": "x" * 10_000}]}, "seats", "METSUKE-1.3"),
        ({"seats": [{"seat": "p1", "age": 9}]}, "seats[0].age", "is not a field of this format"),
        ({"moves": ...}, "moves", "is missing"),
        ({"moves": "none"}, "moves", "is not a list"),
        ({"moves": [3]}, "moves[0]", "is not an object"),
        ({"moves": [{"move": {}}]}, "moves[0].seat", "is missing"),
        ({"moves": [{"seat": "p1"}]}, "moves[0]", "has either a move or an act"),
        ({"moves": [{"seat": "p1", "move": {}, "act": {}}]}, "moves[0]", "has either a move or an act"),
        ({"moves": [{"seat": "p1", "move": "hide"}]}, "moves[0].move", "is not an object"),
        ({"moves": [{"seat": "p1", "move": {}, "salt": "abc"}]}, "moves[0].salt", "string should match"),
        ({"moves": [{"seat": "p1", "move": {}, "commitment": 7}]}, "moves[0].commitment", "is not a text"),
        ({"moves": [{"seat": "p1", "act": {}, "for": "p2"}]}, "moves[0]", "they belong to a move"),
        ({"moves": [{"seat": "p1", "move": {}, "to": 1}]}, "moves[0].to", "is not a field"),
        ({"moves": [{"seat": "x" * 41, "move": {}}]}, "moves[0].seat", "at most 40"),
        ({"moves": [{"seat": "p1", "move": {}}] * 20_001}, "moves", "at most 20000"),
        ({"options": []}, "options", "is not an object"),
        ({"options": {"goal": 0}}, "options.goal", "METSUKE-1.4"),
        ({"options": {"color": "red"}}, "options.color", "METSUKE-1.4"),
        ({"state": {"turn": 1}}, "state.table", "is missing"),
        ({"title": "ours"}, "title", "is not a field of this format"),
    ],
)
def test_a_broken_file_is_named_with_position_and_field(changes: dict[str, Any], where: str, why: str) -> None:
    told = unread(document(**changes))
    assert (told.name, told.where) == ("match.json", where)
    assert why in told.why


@pytest.mark.parametrize("data", ["[]", '"text"', "3", "null"])
def test_a_file_is_an_object(data: str) -> None:
    assert "is not a JSON object" in str(unread(data))


@pytest.mark.clause("METSUKE-4.2")
def test_an_untouched_file_passes_the_audit() -> None:
    match = play(
        toy_match(),
        hide("p1", 3),
        skip("p1"),
        hide("p2", 4),
        rule("p3", move={"type": "hide", "number": 1}, salt="f" * 32),
        consent(GAME_MASTER),
        guess("p2", "p1", 2),
        correct(3, type="hide", number=5),
        FINISH,
    )
    assert audit(load(text_of(match), "m", GAMES)) == (4, ())


@pytest.mark.clause("METSUKE-4.2")
def test_a_rewritten_past_is_found() -> None:
    match = play(toy_match(), hide("p1", 3), hide("p2", 4), skip("p1"), hide("p3", 5), FINISH)

    def audited(change: Any) -> tuple[int, tuple[int, ...]]:
        data = json.loads(text_of(match))
        change(data["moves"])
        return audit(load(json.dumps(data), "m", GAMES))

    assert audited(lambda moves: None) == (3, ())
    assert audited(lambda moves: moves[1]["move"].update(number=5)) == (3, (2,))
    assert audited(lambda moves: moves[1].update(seat="p3")) == (3, (2,))
    assert audited(lambda moves: moves[1].update(salt="0" * 32)) == (3, (2,))
    assert audited(lambda moves: moves[1].pop("salt")) == (3, (2,))
    assert audited(lambda moves: moves.pop(2)) == (3, (4 - 1,))
    assert audited(lambda moves: moves.insert(0, moves[2])) == (3, (2, 3, 5))
    assert audited(lambda moves: [move.pop("commitment", None) for move in moves]) == (0, ())


def test_what_is_read_back_is_shown_the_same() -> None:
    for seed in range(20):
        match, _ = random_match(seed)
        again = imported(load(text_of(match), "m", GAMES))
        for viewer in (*VIEWERS, GAME_MASTER):
            assert seen(again, viewer) == seen(match, viewer)
