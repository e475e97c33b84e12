"""Commit and reveal: what is secret is locked at once and opened at the end."""

from __future__ import annotations

import hashlib
import json

import pytest

from referee.core.journal.log import commitment, opens
from referee.core.reading import canonical
from referee.core.values import GAME_MASTER, PUBLIC
from tests.referee.core.journal.toy_acts import (
    FINISH,
    consent,
    correct,
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

SALT = "00112233445566778899aabbccddeeff"


@pytest.mark.clause("METSUKE-4.1")
def test_a_commitment_can_be_computed_by_anybody() -> None:
    text = f'{{"actor":"p1","move":{{"number":3,"type":"hide"}},"number":7,"salt":"{SALT}"}}'
    assert commitment(SALT, 7, "p1", {"type": "hide", "number": 3}) == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.clause("METSUKE-4.1")
def test_one_value_has_one_text() -> None:
    assert canonical({"b": (1, 2), "a": "目付 ∕"}) == '{"a":"目付 ∕","b":[1,2]}'
    with pytest.raises(ValueError, match="JSON"):
        canonical(float("nan"))


@pytest.mark.clause("METSUKE-4.1")
def test_a_commitment_opens_to_nothing_else() -> None:
    hidden = {"type": "hide", "number": 3}
    digest = commitment(SALT, 7, "p1", hidden)
    assert opens(digest, SALT, 7, "p1", hidden)
    assert not opens(digest, SALT, 7, "p1", {"type": "hide", "number": 4})
    assert not opens(digest, SALT, 8, "p1", hidden)
    assert not opens(digest, SALT, 7, "p2", hidden)
    assert not opens(digest, SALT[::-1], 7, "p1", hidden)
    assert not opens("目付", SALT, 7, "p1", hidden)


@pytest.mark.clause("METSUKE-4.1")
def test_every_secret_declaration_is_locked_and_nothing_else_is() -> None:
    match = play(
        toy_match(),
        hide("p2", 4),
        skip("p1"),
        undo("p1"),
        move("p1", type="whisper", to="p2", number=3),
        guess("p1", "p2", 1),
        rule("p3", move={"type": "hide", "number": 5}, salt=SALT),
        consent(GAME_MASTER),
        correct(1, type="hide", number=5),
    )
    assert [number for number, _ in match.commitments()] == [1, 4, 6, 8]
    assert [line.number for line in match.log(PUBLIC) if line.commitment] == [1, 4, 6, 8]


@pytest.mark.clause("METSUKE-4.1")
def test_without_a_salt_nothing_is_locked() -> None:
    match, _ = toy_match().declare("p1", {"type": "hide", "number": 3})
    assert match.commitments() == ()


@pytest.mark.clause("METSUKE-4.2")
def test_before_the_end_nothing_is_opened() -> None:
    match = play(toy_match(), hide("p1", 3))
    assert match.reveal() == ()
    assert play(match, FINISH, undo(GAME_MASTER)).reveal() == ()


@pytest.mark.clause("METSUKE-4.2")
def test_at_the_end_everything_is_opened_also_what_was_taken_back() -> None:
    match = play(toy_match(), hide("p1", 3), undo("p1"), hide("p1", 4), correct(3, type="hide", number=5), FINISH)
    opened = match.reveal()
    assert [(o.number, o.actor, o.move["number"]) for o in opened] == [(1, "p1", 3), (3, "p1", 4), (4, "gm", 5)]
    assert [(o.number, o.commitment) for o in opened] == list(match.commitments())
    assert all(o.holds for o in opened)
    assert json.loads(opened[0].model_dump_json())["salt"] == opened[0].salt


@pytest.mark.clause("METSUKE-4.2")
def test_a_rewritten_past_does_not_hold() -> None:
    [opened] = play(toy_match(), hide("p1", 3), FINISH).reveal()
    assert not opened.model_copy(update={"move": {"type": "hide", "number": 4}}).holds


@pytest.mark.clause("METSUKE-4.2")
def test_at_the_end_the_log_is_open_to_all() -> None:
    match = play(toy_match(), hide("p1", 3), move("p1", type="whisper", to="p3", number=2), FINISH)
    assert match.log(PUBLIC) == match.log("p2") == match.log("gm")
    assert match.log(PUBLIC)[0].move == {"type": "hide", "number": 3}
    assert [n.message for n in match.log(PUBLIC)[1].notices] == ["toy.whispered", "toy.heard"]


@pytest.mark.clause("METSUKE-4.2")
def test_every_commitment_of_random_matches_opens() -> None:
    opened = 0
    for seed in range(40):
        match, _ = random_match(seed)
        if match.result is None:
            match = play(match, FINISH)
        assert [(o.number, o.commitment) for o in match.reveal()] == list(match.commitments())
        assert all(o.holds for o in match.reveal())
        opened += len(match.reveal())
    assert opened > 100
