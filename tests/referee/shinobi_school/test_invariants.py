"""What must hold after each declaration of any match (ledger section 10), over whole matches played at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from referee import shinobi_school
from referee.core.values import PUBLIC
from referee.shinobi_school.cards import lost
from referee.shinobi_school.field import cards_on, sealed
from referee.shinobi_school.state import State, open_sides
from tests.players.people import Played
from tests.players.shinobi_school import CARELESS, HONEST, LAZY, OPEN, SILENT, Players, any_options, playing
from tests.shares import parts

HABITS = (HONEST, OPEN, SILENT, LAZY, CARELESS)
SIZE = 20


def matches(seeds: range, depth: str = "plays") -> Iterator[tuple[list[Played], Players, Any]]:
    """Play matches: 3 to 5 players, with options drawn at random."""
    for seed in seeds:
        habits = HABITS[seed % len(HABITS)]
        made, players, state = playing(seed, 3 + seed // 5 % 3, any_options(Random(seed), depth), habits)
        assert state.phase == "ended"
        yield made, players, state


@pytest.mark.clause("SCHOOL-2.4", "SCHOOL-4.1", "SCHOOL-5.5", "SCHOOL-8.2", "SCHOOL-12.5")
@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("MATCHES", SIZE), ids=str)
def test_every_play_keeps_the_invariants(seeds: range) -> None:
    for made, _, last in matches(seeds):
        for step in made:
            before, state = step.before, step.ruling.state
            assert isinstance(state, State)
            if state is before:
                continue
            the_field_is_a_valley_of_rising_numbers(state)
            the_seal_follows_from_the_field(state)
            cards_add_up(before, state)
            if step.move["type"] == "place":
                a_placement_leaves_the_old_end_behind_it(before, state, step)
            the_field_is_emptied_by_sweeps_alone(before, state)
            tiers_of_three_stay(before, state, step)
            a_turn_has_two_actions(state)
            the_last_placer_begins_anew(before, state)
            the_player_on_turn_may_pass(state)
            heavens_hold_what_they_must(state)
            one_mansion_is_empty(before, state)
        rounds_are_scored(last)


def the_field_is_a_valley_of_rising_numbers(state: State) -> None:
    """I3, I4: numbers rise, sizes are 1 to 5, first never rise and then never fall."""
    tiers = state.field
    assert all(a.number < b.number for a, b in pairwise(tiers))
    assert all(1 <= tier.size <= 5 for tier in tiers)
    steps = [b.size - a.size for a, b in pairwise(tiers) if a.size != b.size]
    assert steps == sorted(steps, key=lambda step: step > 0)


def the_seal_follows_from_the_field(state: State) -> None:
    """I5: the strictly larger end is sealed, and none of a single tier; all see it."""
    seal = sealed(state.field)
    sizes = [tier.size for tier in state.field]
    assert (seal == "top") == (len(sizes) > 1 and sizes[0] > sizes[-1])
    assert (seal == "bottom") == (len(sizes) > 1 and sizes[-1] > sizes[0])


def cards_add_up(before: State, state: State) -> None:
    """I1, I2, I14: nothing is lost, and no number is there six times, as far as everybody can see."""
    if state.phase not in ("start", "turn", "scoring"):
        return
    held = sum(p.heaven_size + len(p.earth) for p in state.players)
    on_table = len(cards_on(state.field)) + len(state.swept)
    assert on_table + held == len(state.players) * state.deal.cards + state.turned
    assert 2 <= state.turned <= 6
    shown = [number for p in state.players if p.left for number in p.left.heaven or ()]
    known = [number for p in state.players if p.left is None or p.left.heaven is None for number in p.known]
    seen = [*cards_on(state.field), *state.swept, *known, *shown]
    seen += [number for p in state.players for number in p.earth]
    if not any(f.kind == "supply" for f in state.findings):
        assert max(Counter(seen).values()) <= 5
    assert all(1 <= number <= state.deal.highest for number in seen)


def a_placement_leaves_the_old_end_behind_it(before: State, state: State, step: Played) -> None:
    """I6: the earlier end tier is unchanged and second from that end."""
    if not state.field:
        return
    number = step.move["number"]
    if before.field:
        assert state.field in ((state.field[0], *before.field), (*before.field, state.field[-1]))
        new = state.field[0] if state.field[0].number == number else state.field[-1]
        assert new.number == number
    else:
        assert [tier.number for tier in state.field] == [number]


def the_field_is_emptied_by_sweeps_alone(before: State, state: State) -> None:
    """I8: from the first field to the end of the round only a sweep leaves nothing."""
    if before.field and not state.field and state.round == before.round and state.phase == "turn":
        assert state.fresh
        assert len(state.swept) > len(before.swept)


def tiers_of_three_stay(before: State, state: State, step: Played) -> None:
    """I7: a tier of three or more leaves the field only by a sweep or with the round."""
    if step.move["type"] == "collect":
        gone = set(before.field) - set(state.field)
        assert all(tier.size <= 2 for tier in gone) or state.fresh


def a_turn_has_two_actions(state: State) -> None:
    """I9: each turn that is over has one action a side; those of the turn that is on are at most one a side."""
    for turn in state.turns[-1:]:
        assert sorted(action.side for action in turn.actions) == ["earth", "heaven"]
    sides = [action.side for action in state.actions]
    assert len(sides) == len(set(sides))


def the_last_placer_begins_anew(before: State, state: State) -> None:
    """I12: whoever has the turn anew and was the last to place faces an empty field."""
    if state.phase == "turn" and not state.actions and state.active == state.last_placer:
        assert not state.field


def the_player_on_turn_may_pass(state: State) -> None:
    """I11: passing both is always legal."""
    if state.phase == "turn":
        assert open_sides(state)
        move = shinobi_school.MOVE.validate_python({"type": "end_turn"})
        assert shinobi_school.judge(state, state.active or "", move).upheld


def heavens_hold_what_they_must(state: State) -> None:
    """I14: a heaven is at least as large as what is certainly in it, and as what was registered."""
    for p in state.players:
        assert 0 <= len(p.known) <= p.heaven_size
        if p.heaven is not None and state.phase not in ("split", "reveal"):
            assert len(p.heaven) == p.heaven_size
            assert not Counter(p.known) - Counter(p.heaven)


def one_mansion_is_empty(before: State, state: State) -> None:
    """I10: at the end of a round exactly one mansion is empty, and the field is not."""
    if before.phase == "turn" and state.phase == "scoring":
        empty = [p.seat for p in state.players if not p.heaven_size and not p.earth]
        assert empty == [state.winner]
        left = sum(p.heaven_size + len(p.earth) for p in state.players)
        assert left <= len(state.players) * state.deal.cards + state.turned - len(cards_on(state.field))
        assert state.field


def rounds_are_scored(state: State) -> None:
    """I13: one +5 a round, the others lose; totals are the sums."""
    assert len(state.rounds) == state.options.rounds
    for sheet in state.rounds:
        assert [row.points for row in sheet.rows].count(5) == 1
        for row in sheet.rows:
            assert (row.points == 5) == (row.seat == sheet.winner)
            assert row.points == 5 or -15 * state.deal.highest <= row.points <= -1
            if row.heaven is not None and row.earth is not None and row.seat != sheet.winner:
                assert row.points == lost(row.heaven, row.earth)
    for n, p in enumerate(state.players):
        assert p.points == sum(sheet.rows[n].points for sheet in state.rounds)


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("MATCHES", SIZE), ids=str)
def test_results_alone_keep_the_invariants(seeds: range) -> None:
    for made, _, state in matches(seeds[::5], "scores"):
        rounds_are_scored(state)
        assert all(step.ruling.upheld for step in made)


@pytest.mark.clause("SCHOOL-3.3", "SCHOOL-1.1")
def test_true_cards_are_never_refused_nor_accused() -> None:
    """The players hold real cards: what they place from heaven is always possible, and no audit finds anything."""
    shown = 0
    for seed in range(12):
        for habits in (HONEST, OPEN, SILENT):
            made, _, state = playing(seed, 3 + seed % 3, {"rounds": 1}, habits)
            assert state.findings == ()
            assert state.phase == "ended"
            shown += sum(step.move["type"] == "show_heaven" for step in made)
    assert shown > 30


@pytest.mark.parametrize("seed", range(5))
def test_replaying_the_declarations_gives_the_same_state(seed: int) -> None:
    """I15: the referee draws nothing itself."""
    made, _, state = playing(seed, 3 + seed % 3, {"rounds": 1})
    again = made[0].before
    for step in made:
        again = shinobi_school.judge(again, step.actor, shinobi_school.MOVE.validate_python(step.move)).state
    assert again == state
    assert shinobi_school.view(again, PUBLIC) == shinobi_school.view(state, PUBLIC)
