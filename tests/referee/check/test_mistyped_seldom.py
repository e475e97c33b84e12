"""Notes that few random matches have: the matches begin where they are made, and what was mistyped is mended."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.check.mistyped import Mistyping, check_mistyped
from referee.check.player import Played, any_match, played_to_end, playing
from referee.core.base import replace
from referee.core.games import game
from referee.core.journal import Declare, Match, NoteAgain, begin
from referee.core.journal.noting_again import changed_notes
from referee.core.values import Ruling, Seat
from referee.scorpion.state import State
from tests.referee.check.test_mistyped import SEEDS, compare, otherwise
from tests.referee.scorpion.test_returns import lost

RETURNS = {"respawn": 0, "redraw_mission": 0, "bonus_cards": 0, "bonus_sleepers": 0}
"""What Scorpion's seats note where a character returns, each with a seed from which on a match has one mistyped."""


def returning() -> Match:
    """Return a match at the start of the turn after the Ninja's death: in six free beds three more guards sleep."""
    state: State = lost("ninja", sleepers=6).state
    seats = [Seat(seat=p.seat, name=p.name) for p in state.players]
    return replace(begin(game("scorpion"), state.options.model_dump(mode="json"), seats), state=state)


def mended(match: Match, kind: str, seeds: range) -> Mistyping:
    """Return the first match that came to its end with such a move mistyped and put right."""
    for n in seeds:
        one = check_mistyped(match, Random(n), 0.5, only=kind)
        if one.made[kind] and one.phones.result is not None:
            return one
    raise AssertionError(f"no {kind} is mistyped in {seeds}")


@pytest.mark.clause("METSUKE-6.3")
@pytest.mark.parametrize(("kind", "first"), RETURNS.items())
def test_what_is_noted_at_a_return_is_put_right_by_its_owner_and_the_audit_names_it(kind: str, first: int) -> None:
    one = mended(returning(), kind, range(first, first + SEEDS))
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


@pytest.mark.parametrize("kind", RETURNS)
def test_twins_that_noted_a_return_otherwise_look_the_same_to_all_others(kind: str) -> None:
    for n in range(SEEDS):
        random = Random(n)
        for one in playing(returning(), random):
            if one.move["type"] == kind and compare(one, otherwise(one, random)):
                return
            if one.after.state.phase != "start":
                break
    raise AssertionError(f"no two {kind} are compared in {SEEDS} matches")


@pytest.mark.clause("METSUKE-3.5")
@pytest.mark.parametrize(("key", "kind", "options"), [
    ("giryaku", "reveal_board", {}),
    ("scroll-trick", "score_trick", {"depth": "scores"}),
])  # fmt: skip
def test_what_everybody_saw_is_put_right_by_the_table(key: str, kind: str, options: dict[str, Any]) -> None:
    for n in range(4 * SEEDS):
        random = Random(f"{key} {n}")
        one = check_mistyped(any_match(game(key), random, options), random, 0.5, only=kind)
        if one.made[kind] and one.phones.result is not None:
            assert not one.mistakes
            assert one.phones.result == one.table.result
            assert one.together[kind] > 0
            assert changed_notes(one.phones) == ()
            return
    raise AssertionError(f"no {kind} is mistyped")


def together(match: Match, who: str, act: dict[str, Any]) -> tuple[Match, Ruling]:
    """Have a seat propose something, and all others agree."""
    after, ruling = match.act(who, act)
    assert ruling.upheld, ruling
    for seat in (each.seat for each in match.seats if each.seat != who):
        after, ruling = after.act(seat, {"type": "consent", "agree": True})
        assert ruling.upheld, ruling
    return after, ruling


@pytest.mark.clause("METSUKE-3.5", "SCHOOL-9.2")
def test_a_heaven_that_was_miscounted_is_refused_and_one_that_the_table_let_stand_is_taken_back() -> None:
    random = Random(0)
    one = next(p for p in playing(any_match(game("shinobi-school"), random, {}), random) if counts(p))
    match, true = one.before, one.move
    wrong = {**true, "size": true["size"] + 1}
    same, refused = match.declare("table", wrong)
    assert (same, refused.upheld, refused.reason) == (match, False, "shinobi_school.count_differs")
    who = match.seats[0].seat
    ruled = {"type": "house_ruling", "seat": "table", "move": wrong}
    match, _ = together(match, who, ruled)
    assert [f.kind for f in match.state.findings][-1] == "count"
    line = match.line_numbers(who)[match.steps[-1].number]
    match, _ = together(match, who, {"type": "correct", "number": line, "onward": True})
    assert match.state.findings == one.before.state.findings
    assert match.declare("table", true)[0].state == one.after.state


def counts(one: Played) -> bool:
    return bool(one.move["type"] == "count_heaven" and one.move["size"])


@pytest.mark.clause("METSUKE-3.5", "SHINOBAZU-9.10")
def test_a_hand_that_was_shown_wrongly_after_the_end_is_corrected_by_the_table() -> None:
    for n in range(SEEDS):
        random = Random(n)
        match = played_to_end(any_match(game("shinobazu"), random, {}), random)
        asked = [p for p in match.prompts("public") if p.ask.endswith("show_hand")]
        hands = [(p.seat, offer.any_of(random), offer.any_of(random)) for p in asked for offer in p.offers]
        for seat, wrong, true in hands:
            (shown, first), (right, then) = match.declare(seat, wrong), match.declare(seat, true)
            if first.upheld and then.upheld and shown.state != right.state:
                line = shown.line_numbers(seat)[shown.number]
                corrected, _ = together(shown, seat, {"type": "correct", "number": line, "move": true})
                assert corrected.state == right.state
                return
    raise AssertionError(f"nobody shows a hand in {SEEDS} matches")
