"""Whole random matches of Scorpion through the journal, in which things are taken back and put right."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

from referee import scorpion
from referee.core.journal import Match, begin
from referee.core.values import GAME_MASTER
from tests.players.scorpion.match import any_options, judged, seated
from tests.referee.core.journal.toy_acts import declare, play, redo, undo


def match_at(state: Any) -> Match:
    """Return a match whose table stands so, with an empty journal."""
    return replace(begin(scorpion, state.options.model_dump(mode="json"), seated(len(state.players))), state=state)


def about(seed: int) -> tuple[int, dict[str, Any]]:
    """Return players and options of an evening: all kinds of tables, every fifth with results alone."""
    random = Random(f"evening {seed}")
    players = 2 + seed % 3
    options = any_options(random, players) | {"gm": "active"}
    return players, options | ({"depth": "scores"} if seed % 5 == 4 else {})


@lru_cache(maxsize=8)
def evening(seed: int) -> Match:
    """Play a match in which declarations are taken back and stand again, and are put right by the same ones.

    Raises `AssertionError` where taking back and letting stand again, or a correction by the same, changes anything.
    """
    random = Random(f"evening {seed}")
    players, options = about(seed)
    match = begin(scorpion, options, seated(players))
    for n, one in enumerate(judged(f"evening {seed}", players, options), 1):
        match = play(match, (one.seat, declare(one.seat, one.move, f"{random.getrandbits(128):032x}")))
        assert match.state == one.ruling.state
        who = random.choice((one.seat, GAME_MASTER))
        if random.random() < 0.1 and match.may_undo(who) is None:
            match = taken_back(match, who)
        if n % 80 == 0:
            match = put_right(match, random)
    return match


def taken_back(match: Match, who: str) -> Match:
    """Take the last declaration back and let it stand again: nothing has changed but the log."""
    back = play(match, undo(who))
    assert back.state == match.steps[-1].before
    again = play(back, redo(who))
    assert (again.state, again.steps, again.undone) == (match.state, match.steps, match.undone)
    return again


def put_right(match: Match, random: Random) -> Match:
    """Put an earlier declaration right by the same one: nothing has changed but the log."""
    step = random.choice([s for s in match.steps if s.act.type == "declare"])
    same = {"type": "correct", "number": step.number, "move": step.act.move, "salt": f"{random.getrandbits(128):032x}"}
    assert match.corrected(_as_correction(same)).differences == ()
    corrected = play(match, (GAME_MASTER, same))
    assert corrected.state == match.state
    return corrected


def _as_correction(act: dict[str, Any]) -> Any:
    from referee.core.journal import ACT

    return ACT.validate_python(act)
