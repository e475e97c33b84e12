"""Whole matches of Shinobazu through the journal, the file and the command line."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.__main__ import main
from referee.check.twins import plain, seen
from referee.core.games import GAMES, game
from referee.core.journal import Match, begin, fold
from referee.core.transcripts import dump, load
from referee.core.values import GAME_MASTER, PUBLIC
from tests.players.people import seated
from tests.players.shinobazu import any_options, play
from tests.referee.core.journal.toy_acts import declare, redo, undo
from tests.referee.core.journal.toy_acts import play as upheld
from tests.transcripts import imported

SEEDS = range(24)


def evening(seed: int) -> Match:
    """Play a match in which things are taken back, corrected and done again."""
    random = Random(f"evening {seed}")
    seats = seated(random.randint(3, 5))
    options = any_options(random, random.choice(("plays", "plays", "scores")))
    match = begin(game("shinobazu"), options, seats)
    for actor, move in play(seed, len(seats), options):
        match = upheld(match, (actor, declare(actor, move, f"{random.getrandbits(128):032x}")))
        who = random.choice((actor, GAME_MASTER))
        if random.random() < 0.2 and match.may_undo(who) is None:
            again = upheld(match, undo(who), redo(who))
            assert (again.state, again.steps, again.undone) == (match.state, match.steps, match.undone)
            match = again
        if random.random() < 0.05:
            step = random.choice([s for s in match.steps if s.act.type == "declare"])
            same = {"type": "correct", "number": step.number, "move": step.act.move}
            corrected = upheld(match, (GAME_MASTER, same))
            assert corrected.state == match.state
            match = corrected
    return match


def test_folding_equals_playing() -> None:
    ended = 0
    for seed in SEEDS:
        match = evening(seed)
        folded = fold(match.game, match.options.model_dump(mode="json"), match.seats, match.entries)
        assert folded == match
        for viewer in (PUBLIC, GAME_MASTER, *(s.seat for s in match.seats)):
            assert seen(folded, viewer) == seen(match, viewer)
        ended += match.result is not None
    assert ended == len(SEEDS)


def test_a_finished_match_goes_round_the_file_and_opens_every_lock() -> None:
    locked = 0
    for seed in SEEDS:
        match = evening(seed)
        assert imported(load(json.dumps(dump(match, "p2")), "match.json")) == match
        assert all(opened.holds for opened in match.reveal())
        locked += len(match.reveal())
    assert locked > len(SEEDS)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_command_line_judges_and_audits_it(seed: int, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    match = evening(seed)
    path = tmp_path / "match.json"
    path.write_text(json.dumps(dump(match)), encoding="utf-8")
    assert main(["judge", "--strict", str(path)], GAMES) == 0
    *lines, last = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["n"] for line in lines] == list(range(1, match.number + 1))
    assert match.result is not None
    assert last["result"] == match.result.model_dump(mode="json")
    assert last["views"]["p1"] == json.loads(plain(match.view("p1")))
    assert main(["audit", str(path)], GAMES) == 0
    locked = len(match.commitments())
    assert json.loads(capsys.readouterr().out) == {"locked": locked, "match": locked, "differ": []}


def test_a_running_match_is_exported_without_what_a_viewer_may_not_know() -> None:
    match = begin(game("shinobazu"), {}, seated(3))
    hands: dict[str, Any] = {"p1": ["red 5", "blue 2", "black -3"], "p2": ["red 1", "blue 4", "black 4"]}
    for seat, cards in hands.items():
        match = upheld(match, (seat, declare(seat, {"type": "enter_hand", "cards": cards}, "0" * 32)))
    for viewer, others in (("p1", "p2"), ("p2", "p1"), (PUBLIC, "p1"), ("p3", "p2")):
        text = json.dumps(dump(match, viewer))
        assert not any(card in text for card in hands[others])
        assert "salt" not in text
        assert text.count("commitment") == 2
