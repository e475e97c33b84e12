"""Notes that are wrong strand no table: every game is played by people who mistype, and the mending tells nobody."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee import giryaku
from referee.check.leaks import check_twins
from referee.check.mistyped import _mistyped, check_mistyped
from referee.check.offered import Wrong, check_answerable
from referee.check.player import Played, any_match, any_options, playing
from referee.core.games import game
from referee.core.journal import Match
from referee.core.values import PUBLIC, Refused
from tests.own_games import OWN_GAMES
from tests.shares import count

MATCHES = -(-count("MATCHES") // 12)
"""Matches in which a third of all notes are wrong."""


def begun(key: str, random: Random) -> Match:
    try:
        return any_match(game(key), random, any_options(game(key), random))
    except Refused:
        return any_match(game(key), random, {})


@pytest.mark.soak
@pytest.mark.parametrize("key", OWN_GAMES)
def test_what_was_mistyped_is_mended_and_the_match_ends_as_it_did_at_the_table(key: str) -> None:
    made = 0
    for n in range(MATCHES):
        random = Random(f"{key} {n}")
        one = check_mistyped(begun(key, random), random, 0.3)
        made += one.made.total()
        assert not one.mistakes
        assert one.phones.result == one.table.result
    assert made > 0


@pytest.mark.parametrize("key", OWN_GAMES)
def test_twins_that_noted_other_things_again_look_the_same_to_all_others(key: str) -> None:
    compared = 0
    for n in range(60):
        random = Random(f"{key} {n}")
        match = begun(key, random)
        for one in playing(match, random):
            if not game(key).secret(game(key).MOVE.validate_python(one.move)) or one.seat == "table":
                continue
            wrong = [each for _ in range(6) if (each := _mistyped(one.before, one, random)) is not None]
            compared += _compared(one, wrong)
            if compared > 40:
                return
    assert compared > 10


def _compared(one: Played, wrong: list[dict[str, Any]]) -> int:
    """Compare two matches in which the note was wrong in another way, and was put right to another one."""
    if len(wrong) < 2:
        return 0
    ended = []
    for first, then in ((wrong[0], one.move), (wrong[1], wrong[0])):
        declared = (one.seat, {"type": "declare", "seat": one.seat, "move": first, "salt": "5a" * 16})
        after, ruling = one.before.act(*declared)
        line = after.line_numbers(one.seat).get(after.number)
        noted = (one.seat, {"type": "note_again", "number": line, "move": then, "salt": "5a" * 16})
        if not ruling.upheld or after.result is not None or not after.act(*noted)[1].upheld:
            return 0
        ended.append([declared, noted])
    knows = one.ruling.event.knows if one.ruling.event is not None else ()
    told = {seat for notice in one.ruling.notices if notice.to != PUBLIC for seat in notice.to}
    others = {PUBLIC, *(seat.seat for seat in one.before.seats)} - {one.seat, *knows, *told}
    return sum(check_twins(one.before, ended[0], ended[1], viewer) for viewer in sorted(others))


def test_a_prompt_that_nobody_can_answer_is_found() -> None:
    class Mute:
        """Giryaku, where a turn offers nothing."""

        def __getattr__(self, name: str) -> Any:
            return getattr(giryaku, name)

        def prompts(self, state: Any, viewer: str) -> Any:
            return tuple(p.model_copy(update={"offers": ()}) for p in giryaku.prompts(state, viewer))

    match = any_match(giryaku, Random(0), {})
    check_answerable(match, Random(0))
    with pytest.raises(Wrong, match="no offer can be made"):
        check_answerable(replace(match, game=Mute()), Random(0))
