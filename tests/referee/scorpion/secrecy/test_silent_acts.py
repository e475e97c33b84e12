"""What the intruders do unseen leaves no trace with anybody else: no line, no number, no offer (section 15, 26.2)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.check.twins import seen
from referee.core.journal import Match
from referee.core.values import GAME_MASTER, PUBLIC, Viewer
from tests.referee.core.journal.toy_acts import declare, play, redo, undo
from tests.referee.scorpion.evenings import match_at
from tests.referee.scorpion.night import Night, items
from tests.referee.scorpion.table import Table

SALT = "5a" * 16


def walking(players: int, **options: Any) -> Match:
    """Return a match at the end of the guards' phases: their last declaration is in its journal."""
    table = Table.ready(players, patrols=0, **options)
    seat = table.seats("guards")[0]
    table.says(seat, "end_alert_phase")
    table.says(seat, "end_card_phase")
    return play(match_at(table.state), said(seat, "end_patrol_phase"))


def said(seat: str, kind: str, **fields: Any) -> tuple[str, dict[str, Any]]:
    return seat, declare(seat, {"type": kind, **fields}, SALT)


def outsiders(match: Match, seat: str, disputed: str) -> tuple[Viewer, ...]:
    knows = {seat} if disputed == "on" else {"intruders", "ninja", "traitor"}
    return (PUBLIC, *(s.seat for s in match.seats if s.seat not in knows))


@pytest.mark.clause("SCORPION-17.2", "SCORPION-30.1", "METSUKE-2.2")
@pytest.mark.parametrize(("players", "disputed"), [(2, "off"), (3, "off"), (3, "on"), (4, "off"), (4, "on")])
def test_a_silent_lock_is_noticed_by_nobody(players: int, disputed: str) -> None:
    """Issue 15, item 1 b: neither who has moved nor how many have is told."""
    match = walking(players, **({"disputed": "on"} if disputed == "on" else {}))
    for who in ("ninja", "traitor"):
        seat = who if players > 2 else "intruders"
        before = {viewer: seen(match, viewer) for viewer in outsiders(match, seat, disputed)}
        match = play(match, said(seat, "lock_path", intruder=who, steps=[]))
        for other in (match, play(match, undo(seat)), play(match, undo(seat), redo(seat))):
            assert {viewer: seen(other, viewer) for viewer in before} == before
        assert match.log(seat)[-1].move == {"type": "lock_path", "intruder": who, "steps": []}
        assert len(match.log(GAME_MASTER)) == match.number


@pytest.mark.clause("SCORPION-9.1", "SCORPION-30.1")
def test_a_rival_who_is_done_is_heard_by_nobody_and_the_last_one_ends_the_turn() -> None:
    match = walking(3, disputed="on")
    match = play(match, *(said(who, "lock_path", intruder=who, steps=[]) for who in ("ninja", "traitor")))
    before = {viewer: seen(match, viewer) for viewer in (PUBLIC, "guards", "traitor")}
    match = play(match, said("ninja", "end_intruder_phase"))
    assert {viewer: seen(match, viewer) for viewer in before} == before
    match = play(match, said("traitor", "end_intruder_phase"))
    for viewer in (PUBLIC, "guards"):
        line = match.log(viewer)[-1]
        assert (line.actor, line.seat, line.move) == ("table", "table", {"type": "intruders_act"})
    refused = match.may_undo("traitor")
    assert refused is not None
    assert refused.clause == "METSUKE-2.3"  # it told that the other was done before


@pytest.mark.clause("SCORPION-9.1", "METSUKE-2.1")
def test_an_end_of_the_turn_that_told_nothing_is_taken_back_for_all_to_see() -> None:
    match = walking(2)
    match = play(match, *(said("intruders", "lock_path", intruder=who, steps=[]) for who in ("ninja", "traitor")))
    ended = play(match, said("intruders", "end_intruder_phase"))
    back = play(ended, undo("intruders"))
    assert back.state == match.state
    ending, undone = back.log("guards")[-2:]
    assert (ending.in_force, undone.act, undone.actor) == (False, "undo", "intruders")


@pytest.mark.clause("SCORPION-26.2", "SCORPION-26.4")
@pytest.mark.parametrize(("players", "disputed"), [(2, "off"), (3, "off"), (3, "on")])
@pytest.mark.parametrize("card", ["rope", "shadow_walk", "secret_passage"])
def test_a_card_thrown_by_itself_looks_like_one_used_on_the_path(players: int, disputed: str, card: str) -> None:
    """Issue 15, item 1 a: one type, one clause, as many lines at the same moment."""
    night = {"rope": ("a3", ["rope_new a4"]), "shadow_walk": ("b4", ["c4", "shadow_walk", "c5"])}
    at, path = night.get(card, ("b2", ["c2", "bluff secret_passage"]))
    options = {"disputed": "on"} if disputed == "on" else {}
    start = match_at(Night(at, "c3", ["c4"], players=players, **options).state)
    seat = "ninja" if players > 2 else "intruders"
    lock = said(seat, "lock_path", intruder="ninja", steps=items(path))
    bluff = said(seat, "play_intruder_card", intruder="ninja", card=card, bluff=True)
    stay = said(seat, "lock_path", intruder="ninja", steps=[])
    used = play(start, lock)
    for thrown in (play(start, bluff), play(start, bluff, stay), play(start, stay, bluff)):
        for viewer in outsiders(start, seat, disputed):
            assert seen(thrown, viewer) == seen(used, viewer)
            assert len(thrown.log(viewer)) == 1
            line = thrown.log(viewer)[-1]
            assert (line.move, line.clause) == ({"type": "intruders_act"}, "SCORPION-16.1")
            assert line.seat == ("intruders" if players == 2 else "table")
            assert [n.message for n in line.notices] == ["scorpion.card_played"]
        assert thrown.log(seat)[0].move["type"] in ("play_intruder_card", "lock_path")  # type: ignore[index]


@pytest.mark.clause("SCORPION-20.5", "METSUKE-2.2")
def test_who_shares_out_wound_cards_may_take_it_back_whether_or_not_somebody_has_moved_since() -> None:
    """The undo that the guards are offered does not tell that a path was locked."""
    night = Night("b1", "c3", players=4, wounds={"ninja": 1}, missions={"ninja": "A", "traitor": "D"})
    match = play(match_at(night.state), said("ninja", "lock_path", intruder="ninja", steps=items(["exit_map"])))
    locked = play(match, said("traitor", "lock_path", intruder="traitor", steps=[]))
    assert seen(locked, "sword") == seen(match, "sword")
    for one in (match, locked):
        refused = one.may_undo("traitor")
        assert (refused is None) == (one is locked)
    shared = play(match, said("sword", "assign_wound_cards", sword=1, spear=0))
    then = play(shared, said("traitor", "lock_path", intruder="traitor", steps=[]))
    for viewer in (PUBLIC, "sword", "spear"):
        assert seen(shared, viewer) == seen(then, viewer)
    assert play(then, undo("sword")).state.characters[1].locked
