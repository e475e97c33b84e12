"""What holds whatever is declared, shown by random acts of every kind. The same seeds every time."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import pairwise

import pytest

from referee.check.twins import plain, seen
from referee.core.journal import Declare, Entry, Match, Undo, begin, fold
from referee.core.journal.match import Proposal
from referee.core.values import GAME_MASTER
from tests.referee.core.journal.toy_acts import (
    GOAL,
    hide,
    play,
    random_act,
    random_match,
    redo,
    skip,
    toy_match,
    undo,
)
from tests.shares import SOAK
from toy_game import SEATS, TOY, VIEWERS

SEEDS = range(150 if SOAK else 60)


@pytest.mark.clause("METSUKE-1.7")
def test_folding_a_journal_equals_playing_it() -> None:
    kinds = Counter[str]()
    for seed in SEEDS:
        match, _ = random_match(seed)
        stored = [json.loads(entry.model_dump_json()) for entry in match.entries]
        folded = fold(TOY, GOAL, SEATS, [Entry.model_validate(row) for row in stored])
        assert folded == match
        for viewer in (*VIEWERS, GAME_MASTER):
            assert seen(folded, viewer) == seen(match, viewer)
        assert folded.commitments() == match.commitments()
        assert plain([r.notices for r in folded.rulings]) == plain([r.notices for r in match.rulings])
        kinds.update(entry.act.type for entry in match.entries)
    assert min(kinds[k] for k in ("declare", "undo", "redo", "house_ruling", "consent", "correct")) > 20


@pytest.mark.clause("METSUKE-2.4")
def test_undo_then_redo_changes_nothing() -> None:
    for seed in SEEDS:
        for match in random_match(seed)[1][::5]:
            for actor in ("p1", "p2", "p3", GAME_MASTER):
                if match.may_undo(actor) is None:
                    again = play(match, undo(actor), redo(actor))
                    assert (again.state, again.steps, again.undone) == (match.state, match.steps, match.undone)
                    assert again.result == match.result
                    fallen = match.proposal if again.proposal is None else None
                    assert again.log(GAME_MASTER)[: match.number] == _without(match, fallen)


def _without(match: Match, fallen: Proposal | None) -> tuple[object, ...]:
    """An undo that the table notices lets a proposal fall; its line says so."""
    return tuple(
        line.model_copy(update={"in_force": False}) if fallen and line.number == fallen.number else line
        for line in match.log(GAME_MASTER)
    )


@pytest.mark.clause("METSUKE-1.7")
def test_a_refused_act_changes_nothing() -> None:
    refused = 0
    for seed in SEEDS:
        rng = random.Random(seed)
        match = toy_match()
        for _ in range(40):
            act = random_act(rng, match)
            before = plain([seen(match, viewer) for viewer in VIEWERS]) if rng.random() < 0.1 else None
            after, ruling = match.act(*act)
            if not ruling.upheld:
                refused += 1
                assert after is match
                assert ruling.clause.startswith(("METSUKE-", "TOY-"))
                assert before in (None, plain([seen(match, viewer) for viewer in VIEWERS]))
            else:
                assert after is not match
                assert match.number + 1 == after.number
            match = after
    assert refused > 500


@pytest.mark.clause("METSUKE-1.7")
def test_numbers_count_up_without_gaps() -> None:
    for seed in SEEDS:
        match, after = random_match(seed)
        assert [e.number for e in match.entries] == list(range(1, match.number + 1))
        assert all(later.entries[: m.number] == m.entries for m, later in pairwise(after))
        assert len(match.rulings) == len(match.written) == match.number
        since = [step.since for step in match.steps]
        assert since == sorted(set(since))


@pytest.mark.clause("METSUKE-2.1", "METSUKE-3.1", "METSUKE-3.2")
def test_the_buttons_say_what_happens() -> None:
    for seed in SEEDS:
        for match in random_match(seed)[1][::7]:
            for actor in ("p1", "p2", "p3", "table", GAME_MASTER):
                for act, refusal in (("undo", match.may_undo(actor)), ("redo", match.may_redo(actor))):
                    after, ruling = match.act(actor, {"type": act})
                    assert (refusal is None) == ruling.upheld == (after is not match)
                    assert refusal is None or refusal == ruling


def test_a_journal_that_was_not_played_is_not_folded() -> None:
    match = play(toy_match(), hide("p1", 1), hide("p2", 2))
    first, second = match.entries
    with pytest.raises(ValueError, match="entry 2 follows entry 0"):
        fold(TOY, GOAL, SEATS, [second, first])
    with pytest.raises(ValueError, match=r"entry 2 is refused: TOY-2\.1 toy\.hidden_already"):
        fold(TOY, GOAL, SEATS, [first, first.model_copy(update={"number": 2})])
    with pytest.raises(ValueError, match=r"entry 1 is refused: METSUKE-1\.1"):
        fold(TOY, GOAL, SEATS, [Entry(number=1, actor="p7", act=Undo())])


def test_branches_of_a_match_do_not_disturb_each_other() -> None:
    root = play(toy_match(), hide("p1", 1))
    left, right = play(root, hide("p2", 2)), play(root, skip("p1"))
    assert left.log("p2")[1].move == {"type": "hide", "number": 2}
    assert right.log("p2")[1].move == {"type": "skip"}
    assert root.log("p2") == left.log("p2")[:1] == right.log("p2")[:1]


def test_a_log_that_was_read_all_along_is_the_log_read_once() -> None:
    viewers = (*VIEWERS, GAME_MASTER)
    for seed in range(40):
        rng, match = random.Random(seed), toy_match()
        for _ in range(40):
            match, _ruling = match.act(*random_act(rng, match))
            if rng.random() < 0.9:
                read = [match.log(viewer) for viewer in viewers]
        read = [match.log(viewer) for viewer in viewers]
        again = fold(TOY, GOAL, SEATS, match.entries)
        assert read == [again.log(viewer) for viewer in viewers]


def test_an_act_is_the_same_as_its_json() -> None:
    as_value, _ = begin(TOY, GOAL, SEATS).act("p1", Declare(seat="p1", move={"type": "hide", "number": 2}))
    as_json, _ = begin(TOY, GOAL, SEATS).act(
        "p1", {"type": "declare", "seat": "p1", "move": {"type": "hide", "number": 2}}
    )
    assert as_value == as_json
