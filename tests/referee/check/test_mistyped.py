"""Notes that are wrong strand no table: every game is played by people who mistype, and the mending tells nobody."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee import giryaku
from referee.check import mistyped
from referee.check.mistyped import Mistyping, _mistyped, check_mistyped
from referee.check.offered import Wrong, check_answerable
from referee.check.player import Played, any_match, any_options, playing
from referee.check.twins import check_twins
from referee.core.games import game
from referee.core.journal import Declare, Match, NoteAgain
from referee.core.journal.noting_again import changed_notes
from referee.core.values import PUBLIC, Notice, Refused
from tests.own_games import OWN_GAMES
from tests.referee.core.journal.test_noting_again import noting_kinds
from tests.shares import count

MATCHES = -(-count("MATCHES") // 12)
"""Matches in which a third of all notes are wrong."""

OWN = {
    "giryaku": {"enter_hand": 3, "raid_take": 12, "rearrange": 149},
    "scorpion": {
        "choose_guard_hand": 1, "choose_intruder_hand": 0, "draw_cards": 4, "draw_missions": 0, "record_marks": 0,
        "record_sleepers": 0, "set_entrance": 0, "set_passage": 0, "split_guard_cards": 5,
    },
    "scroll-trick": {"draw_scrolls": 1, "place_scrolls": 1, "register_hand": 1},
    "shinobazu": {"enter_hand": 1, "lay": 0, "lead": 0},
    "shinobi-school": {"lay_earth": 0, "register_hand": 0, "register_heaven": 1},
}  # fmt: skip
"""The moves whose notes their owner puts right alone, by game, each with a seed from which on a match has one."""
OF_THE_TABLE = {
    "giryaku": {
        "graveyard_add": 0, "opening_reveal": 5, "place": 3, "redraw_opening": 3, "reveal_lost": 22,
        "reveal_opening": 2,
    },
    "scorpion": {},
    "scroll-trick": {
        "configure": 1, "lay_shadow": 24, "refill_shadow": 24, "score_round": 0, "take_trick": 1, "turn_scroll": 1,
    },
    "shinobazu": {"reveal": 0},
    "shinobi-school": {"first_field": 0, "reveal_earths": 0, "round_cards": 3, "show_heaven": 1},
}  # fmt: skip
"""Those that everybody sees, which the table corrects."""
RARE = frozenset(
    {
        "bonus_cards", "bonus_sleepers", "redraw_mission", "respawn", "count_heaven", "reveal_board", "score_trick",
        "show_hand",
    }
)  # fmt: skip
"""Those that few random matches have: `test_mistyped_seldom` leads to them."""
TWINS = {"rearrange": 960}
"""Of a kind whose first match has no twins, a seed from which on one has."""
SEEDS = 40


def kinds(of: dict[str, dict[str, int]]) -> list[tuple[str, str, int]]:
    return [(key, kind, first) for key in OWN_GAMES for kind, first in of[key].items()]


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


@pytest.mark.parametrize("key", ["giryaku", "shinobazu"])
def test_a_mistake_that_cannot_be_mended_is_told_with_a_position_and_few_declarations(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing in these games cannot be mended, so the means to mend are taken away."""
    for means in ("_puts_right", "_strikes_out"):
        monkeypatch.setattr(mistyped, means, lambda one, mistake: False)
    random = Random(3)
    with pytest.raises(Wrong, match="cannot be mended") as fault:
        check_mistyped(any_match(game(key), random, {}), random, 0.5)
    shown = json.loads(str(fault.value).rpartition("}: ")[2])
    assert shown[0]["type"] == "lay"
    assert [each for each in shown if "mistyped" in each] == [shown[1]]
    assert len(shown) < 12


def mended(key: str, kind: str, first: int) -> Mistyping:
    """Return the first match, from a seed on, that came to its end with such a move mistyped and put right."""
    for n in range(first, first + SEEDS):
        random = Random(f"{key} {n}")
        one = check_mistyped(begun(key, random), random, 0.5, only=kind)
        if one.made[kind] and one.phones.result is not None:
            return one
    raise AssertionError(f"no {kind} is mistyped in {SEEDS} matches from {first} on")


@pytest.mark.clause("METSUKE-6.3")
@pytest.mark.parametrize(("key", "kind", "first"), kinds(OWN))
def test_a_note_of_every_kind_is_put_right_by_its_owner_and_the_audit_names_it(key: str, kind: str, first: int) -> None:
    one = mended(key, kind, first)
    assert not one.mistakes
    assert one.phones.result == one.table.result
    assert one.alone[kind] > 0
    named = changed_notes(one.phones)
    assert len(named) == one.alone[kind]
    for note in named:
        entries = [one.phones.entries[number - 1].act for number in (note.about, note.number)]
        assert isinstance(entries[0], Declare)
        assert isinstance(entries[1], NoteAgain)
        assert (note.was, note.now) == (entries[0].move, entries[1].move)
        assert note.was["type"] == note.now["type"] == kind
        assert note.was != note.now


@pytest.mark.clause("METSUKE-3.5")
@pytest.mark.parametrize(("key", "kind", "first"), kinds(OF_THE_TABLE))
def test_what_everybody_sees_is_put_right_by_the_table_whatever_kind_it_is(key: str, kind: str, first: int) -> None:
    one = mended(key, kind, first)
    assert not one.mistakes
    assert one.phones.result == one.table.result
    assert one.together[kind] > 0
    assert len(changed_notes(one.phones)) == one.alone[kind]


@pytest.mark.parametrize("key", OWN_GAMES)
def test_every_kind_of_note_is_named_here(key: str) -> None:
    assert {*OWN[key], *OF_THE_TABLE[key], *RARE} >= noting_kinds(key)


@pytest.mark.parametrize(("key", "kind", "first"), kinds(OWN))
def test_twins_of_every_kind_of_note_look_the_same_to_all_others(key: str, kind: str, first: int) -> None:
    first = TWINS.get(kind, first)
    for n in range(first, first + SEEDS):
        random = Random(f"{key} {n}")
        for one in playing(begun(key, random), random):
            if one.move["type"] == kind and compare(one, otherwise(one, random)):
                return
    raise AssertionError(f"no two {kind} are compared in {SEEDS} matches from {first} on")


@pytest.mark.parametrize("key", OWN_GAMES)
def test_twins_that_noted_other_things_again_look_the_same_to_all_others(key: str) -> None:
    compared = 0
    for n in range(60):
        random = Random(f"{key} {n}")
        match = begun(key, random)
        for one in playing(match, random):
            if not game(key).secret(game(key).MOVE.validate_python(one.move)) or one.seat == "table":
                continue
            compared += compare(one, otherwise(one, random))
            if compared > 40:
                return
    assert compared > 10


def otherwise(one: Played, random: Random) -> list[dict[str, Any]]:
    """Return some declarations that are the one that was made, mistyped."""
    return [each for _ in range(6) if (each := _mistyped(one.before, one, random)) is not None]


def compare(one: Played, wrong: list[dict[str, Any]]) -> int:
    """Compare two matches in which the note was wrong in another way, and was put right to another one."""
    wrong = [move for move in wrong if _told(one, move) == _told(one, one.move)]
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


def _told(one: Played, move: dict[str, Any]) -> list[Notice]:
    """Return what everybody is told when a move is declared: how high a board is laid they may know."""
    return [notice for notice in one.before.declare(one.seat, move, "5a" * 16)[1].notices if notice.to == PUBLIC]


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
