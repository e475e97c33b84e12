"""Whole matches of Scorpion through the journal: folding, taking back, and refusals that change nothing."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee import scorpion
from referee.check.twins import plain, seen
from referee.core.games import GAMES
from referee.core.journal import Entry, Match, fold
from referee.core.rulebook import TABLE_CLAUSES
from referee.core.transcripts import dump, load
from referee.core.values import GAME_MASTER, PUBLIC, Ruling
from tests.players.scorpion.match import judged
from tests.referee.scorpion.evenings import about, evening, match_at
from tests.referee.scorpion.table import Table
from tests.transcripts import imported

SEEDS = range(15)
CLAUSES = {c.id for c in (*scorpion.CLAUSES, *TABLE_CLAUSES)}
LONG = 10_000


@pytest.mark.parametrize("seed", SEEDS)
def test_folding_equals_playing(seed: int) -> None:
    match = evening(seed)
    assert match.result is not None
    stored = [Entry.model_validate_json(entry.model_dump_json()) for entry in match.entries]
    folded = fold(scorpion, match.options.model_dump(mode="json"), match.seats, stored)
    assert folded == match
    assert folded.commitments() == match.commitments()
    assert plain([r.notices for r in folded.rulings]) == plain([r.notices for r in match.rulings])
    for viewer in (PUBLIC, GAME_MASTER, *(s.seat for s in match.seats)):
        assert seen(folded, viewer) == seen(match, viewer)
    kinds = {entry.act.type for entry in match.entries}
    assert kinds >= {"declare", "undo", "redo"} | ({"correct"} if match.number > 100 else set())


@pytest.mark.parametrize("seed", SEEDS[:6])
def test_a_match_that_is_picked_up_half_way_goes_on_as_it_would_have(seed: int) -> None:
    match = evening(seed)
    half = fold(scorpion, match.options.model_dump(mode="json"), match.seats, match.entries[: match.number // 2])
    for entry in match.entries[match.number // 2 :]:
        half, ruling = half.act(entry.actor, entry.act)
        assert ruling.upheld
    assert half == match


@pytest.mark.parametrize("seed", SEEDS[:6])
def test_a_finished_match_goes_round_the_file(seed: int) -> None:
    match = evening(seed)
    assert imported(load(json.dumps(dump(match, PUBLIC)), "match.json", GAMES)) == match


# --- Refusals --------------------------------------------------------------------------------------------------------


def refused(match: Match, seat: str, move: Any) -> Ruling:
    """Declare what must be refused: nothing has changed, and the ruling cites a clause."""
    before = _shown(match)
    after, ruling = match.declare(seat, move)
    assert not ruling.upheld, move
    assert after is match
    assert _shown(match) == before
    assert ruling.clause in CLAUSES
    assert ruling.state is None
    assert not ruling.notices
    return ruling


def _shown(match: Match) -> str:
    viewers = (PUBLIC, GAME_MASTER, *(s.seat for s in match.seats))
    return plain([[match.view(v), match.prompts(v), match.number] for v in viewers])


@pytest.mark.clause("SCORPION-9.3")
def test_the_wrong_side_is_refused() -> None:
    match = match_at(Table.ready(3).state)
    for seat in ("ninja", "traitor"):
        for kind in ("draw_cards", "end_alert_phase", "end_card_phase", "end_patrol_phase"):
            move = {"type": kind} | ({"n": 0} if kind == "draw_cards" else {})
            assert refused(match, seat, move).clause == "SCORPION-9.3"
    for move in ({"type": "lock_path", "intruder": "ninja", "steps": []}, {"type": "end_intruder_phase"}):
        assert refused(match, "guards", move).clause in ("SCORPION-9.2", "SCORPION-9.3")
    assert refused(match, "traitor", {"type": "set_start", "intruder": "ninja", "zone": "N6"}).clause != ""
    assert refused(match, "nobody", {"type": "end_alert_phase"}).clause == "METSUKE-1.1"


@pytest.mark.clause("SCORPION-9.2")
def test_the_wrong_phase_is_refused() -> None:
    table = Table.ready(2)
    match = match_at(table.state)
    for move in (
        {"type": "end_card_phase"},
        {"type": "end_patrol_phase"},
        {"type": "focus_listen", "unit": "g01"},
        {"type": "answer_cat", "use": False},
        {"type": "guard_step", "to": "W2"},
    ):
        assert refused(match, "guards" if move["type"] != "answer_cat" else "intruders", move).clause != ""
    for move in ({"type": "lock_path", "intruder": "ninja", "steps": []}, {"type": "end_intruder_phase"}):
        assert refused(match, "intruders", move).clause == "SCORPION-9.2"
    table.says("guards", "end_alert_phase")
    assert refused(match_at(table.state), "guards", {"type": "end_alert_phase"}).clause == "SCORPION-9.2"


@pytest.mark.clause("SCORPION-1.6")
def test_a_zone_that_the_board_does_not_have_is_refused() -> None:
    setting_up = match_at(Table.setting_up(2, "guard_figures").state)
    for move in ({"type": "place_sentry", "zone": "Q99"}, {"type": "place_patrol", "zone": "目付", "behind": "W18"}):
        assert refused(setting_up, "guards", move).clause in ("SCORPION-1.6", "SCORPION-4.1", "SCORPION-4.3")
    table = Table.ready(2)
    table.says("guards", "end_alert_phase")
    table.says("guards", "play_sentry_search", guard="g01")
    ruling = refused(match_at(table.state), "guards", {"type": "guard_step", "to": "Q99"})
    assert ruling.clause in ("SCORPION-1.6", "SCORPION-13.5")


def moving() -> Match:
    """Return a match in which the intruders move."""
    table = Table.ready(2)
    table.state = replace(table.state, phase="intruders", opened=False)
    return match_at(table.state)


@pytest.mark.clause("SCORPION-3.3", "SCORPION-16.3")
def test_a_card_that_is_not_held_is_refused_on_the_declaring_phone_alone() -> None:
    match = moving()
    for card, steps in (("shuriken", 3), ("rope", 3), ("kenjutsu1", 2)):
        bluffs = [{"do": "bluff", "card": card}] * steps
        ruling = refused(match, "intruders", {"type": "lock_path", "intruder": "ninja", "steps": bluffs})
        assert (ruling.clause, ruling.private) == ("SCORPION-16.3", True)
    other = {"type": "play_intruder_card", "intruder": "ninja", "card": "potent_sake", "bluff": True}
    ruling = refused(match, "intruders", other)
    assert (ruling.clause, ruling.private) == ("SCORPION-3.3", True)


@pytest.mark.clause("METSUKE-1.4", "SCORPION-17.1")
def test_endless_lists_are_refused_at_the_border() -> None:
    match = moving()
    walk = {"do": "walk", "to": "N6"}
    for seat, move in (
        ("intruders", {"type": "lock_path", "intruder": "ninja", "steps": [walk] * LONG}),
        ("intruders", {"type": "declare_searches", "searches": [{"intruder": "ninja", "zone": "P2"}] * LONG}),
        ("guards", {"type": "guard_step", "to": ["W2"] * LONG}),
        ("guards", {"type": "guard_step", "unit": "+".join(["g01"] * LONG), "to": "W2"}),
        ("guards", {"type": "merge_units", "guards": ["g01"] * LONG}),
        ("guards", {"type": "play_awaken", "zone": "W3", "weapons": ["sword"] * LONG}),
        ("guards", {"type": "place_sentry", "zone": "W" * LONG}),
    ):
        assert refused(match, seat, move).clause == "METSUKE-1.4"
    four = {"type": "lock_path", "intruder": "ninja", "steps": [walk] * 4}
    assert refused(match, "intruders", four).clause.startswith("SCORPION-17.")


JUNK: tuple[Any, ...] = (None, "", "Q99", -1, 10**9, True, [], {}, [[]], {"type": "x"}, "g99", "\x00", 0.5, "passage")


def mutated(random: Random, move: dict[str, Any]) -> dict[str, Any]:
    """Return a declaration with something in it spoilt."""
    move = json.loads(json.dumps(move))
    at: Any = move
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        key = random.choice(keys)
        if isinstance(at[key], dict | list) and at[key] and random.random() < 0.6:
            at = at[key]
            continue
        match random.randrange(4):
            case 0:
                del at[key]
            case 1 if isinstance(at, dict):
                at["more"] = random.choice(JUNK)
            case 2 if isinstance(at, dict):
                at[str(random.choice(JUNK))] = at.pop(key)
            case _:
                at[key] = random.choice(JUNK)
        return move


@pytest.mark.parametrize("seed", range(12))
def test_spoilt_declarations_are_judged_or_refused_and_change_nothing(seed: int) -> None:
    """Whatever is made of a legal declaration is judged; refused, it leaves every screen as it was."""
    random = Random(f"spoilt {seed}")
    players, options = about(seed)
    clauses: Counter[str] = Counter()
    for n, one in enumerate(judged(f"spoilt {seed}", players, options)):
        if n % 4:
            continue
        match = match_at(one.before)
        for _ in range(4):
            seat = random.choice((one.seat, one.seat, *(s.seat for s in match.seats)))
            spoilt = mutated(random, one.move)
            after, ruling = match.declare(seat, spoilt)
            if not ruling.upheld:
                clauses[ruling.clause] += 1
                assert after is match
                assert match.state is one.before
                assert not ruling.notices
        others = [s.seat for s in match.seats if s.seat != one.seat]
        if others:
            after, ruling = match.declare(random.choice(others), one.move)
            clauses[ruling.clause] += not ruling.upheld
            assert ruling.upheld or after is match
    assert clauses.keys() <= CLAUSES
    assert clauses["METSUKE-1.4"] > 15
    assert clauses.total() - clauses["METSUKE-1.4"] > 20 or options.get("depth") == "scores"


def test_a_refusal_leaves_the_states_own_values_alone() -> None:
    """States share dictionaries of options and records: a refusal has to touch none of them."""
    players, options = about(1)
    for n, one in enumerate(judged("shared", players, options)):
        if n % 25 == 0:
            match = match_at(one.before)
            for seat in match.seats[0].seat, match.seats[-1].seat:
                refused(match, seat, {"type": "play_awaken", "zone": "Q99", "weapons": ["sword", "spear"]})
                refused(match, seat, {"type": "set_unknown", "options": {"sentries": 1}})
