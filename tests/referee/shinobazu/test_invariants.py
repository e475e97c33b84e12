"""What must hold after each declaration of any match (ledger section 10), over whole matches played at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from referee import shinobazu
from referee.shinobazu.moves import END, Options
from referee.shinobazu.state import State, front, leftwards
from tests.players.people import Played
from tests.players.shinobazu import CARELESS, CROOKED, DECK, HONEST, OPEN, SILENT, Habits, Players, any_options, playing
from tests.shares import parts

HABITS = (HONEST, OPEN, SILENT, CROOKED, CARELESS)
SIZE = 30


def matches(seeds: range, depth: str = "plays") -> Iterator[tuple[list[Played], Players, Any]]:
    """Play matches: 3 to 5 players, half of them with options drawn at random."""
    for seed in seeds:
        options = any_options(Random(seed), depth) if seed % 2 else {"depth": depth}
        made, players, state = playing(seed, 3 + seed % 3, options, HABITS[seed % len(HABITS)])
        assert state.phase == "ended"
        yield made, players, state


def after(step: Played) -> State:
    state = step.ruling.state
    assert isinstance(state, State)
    return state


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("MATCHES", SIZE), ids=str)
def test_every_play_keeps_the_invariants(seeds: range) -> None:
    for made, players, _ in matches(seeds):
        passed: set[tuple[int, int, str]] = set()
        for n, step in enumerate(made):
            before, state = step.before, after(step)
            all_cards_are_somewhere(state)
            hands_shrink_by_one_a_turn(state)
            turns_fill_fronts(state)
            passed |= {(state.set, state.round, p.seat) for p in state.players if p.declared == "pass"}
            carried_cards_are_open_and_were_passed(state, passed)
            a_battle_has_participants_and_losers(state)
            if before.battle is None and state.battle is not None:
                a_start_player_for_themselves_fights(state)
                battle_changes_the_sum(before, state)
            if before.phase == "duel" and state.phase == "round_end":
                a_duel_changes_the_sum(before, state)
            if state.phase == "round_end":
                only_unchallenged_passers_keep_cards(state)
                the_next_start_player_gained(made[: n + 1], state)
            if before.phase == "round_end" and state.phase == "turns":
                the_match_goes_on_below_five(state)
            if state.set > before.set:
                a_new_set_begins_clean(before, state, players)
            scores_are_not_negative(state)
        at_most_one_duel_a_round(made)


def all_cards_are_somewhere(state: State) -> None:
    """1: hands, fight cards, discards and unused make 15; what was seen is distinct."""
    seen = [c.card for c in state.cards if c.card is not None]
    seen += [card for p in state.players for card in p.shown_hand or ()]
    assert len(seen) == len(set(seen))
    unused = len(DECK) - 3 * len(state.players)
    assert sum(p.hand_size for p in state.players) + len(state.cards) + unused == len(DECK)
    for p in state.players:
        if p.hand is not None:
            assert len(p.hand) == p.hand_size
            assert not set(p.hand) & {c.recorded for c in state.cards if c.laid_by == p.seat}


def hands_shrink_by_one_a_turn(state: State) -> None:
    """2: in round r a hand is 3 - (r - 1) before the turn, one less after it."""
    for p in state.players:
        assert p.hand_size == 4 - state.round - p.laid


def turns_fill_fronts(state: State) -> None:
    """3: as many turns are over as current cards were laid; at the battle the owners are a permutation."""
    now = [c for c in state.cards if c.round == state.round]
    assert len(now) == sum(p.laid for p in state.players)
    assert len({c.owner for c in now}) == len({c.laid_by for c in now}) == len(now)
    if state.phase != "turns":
        assert len(now) == len(state.players)
        assert all(p.declared for p in state.players)


def carried_cards_are_open_and_were_passed(state: State, passed: set[tuple[int, int, str]]) -> None:
    """4: at most r - 1 carried cards, all open, their owner passed in each of those rounds."""
    for p in state.players:
        carried = [c for c in front(state, p.seat) if c.round < state.round]
        assert len(carried) < state.round
        assert all(c.card is not None for c in carried)
        rounds = {c.round for c in carried}
        assert rounds == set(range(state.round - len(carried), state.round))
        assert all((state.set, r, p.seat) in passed for r in rounds)


def a_start_player_for_themselves_fights(state: State) -> None:
    """5: a start player who laid before themselves is a fighter."""
    led = next(c for c in state.cards if c.round == state.round and c.laid_by == state.start)
    if led.owner == state.start:
        assert next(p for p in state.players if p.seat == state.start).declared == "fight"


def a_battle_has_participants_and_losers(state: State) -> None:
    """6: at least 2 participants, at least 1 loser, at most 1 winner, and the strongest comes first."""
    for battle in (state.battle, state.duel):
        if battle is None:
            continue
        outcomes = [r.outcome for r in battle.rows]
        assert len(outcomes) >= 2
        assert "loses" in outcomes
        assert outcomes.count("wins") <= 1
        keys = [(-1) ** battle.inversions * r.total for r in battle.rows]
        assert keys == sorted(keys, reverse=True)
        assert all(1 <= len(r.cards) <= 3 for r in battle.rows)


def points(state: State) -> int:
    return sum(p.points for p in state.players)


def battle_changes_the_sum(before: State, state: State) -> None:
    """7: a battle adds one a loser and takes one from a winner who has any."""
    assert state.battle is not None
    rows = state.battle.rows
    taken = sum(r.outcome == "wins" and r.before > 0 for r in rows)
    assert points(state) - points(before) == sum(r.outcome == "loses" for r in rows) - taken


def a_duel_changes_the_sum(before: State, state: State) -> None:
    """7: an accepted duel adds 2, 1 or 0, a refusal 1 to 3, declining nothing."""
    change = points(state) - points(before)
    if state.refused is not None:
        assert change == 0 or 1 <= change <= 3
        assert 1 <= state.refused.after - state.refused.before <= 3
    elif state.duel is None:
        assert change == 0
    elif len(state.duel.rows) == 2:
        tie = all(r.outcome == "loses" for r in state.duel.rows)
        at_floor = any(r.outcome == "wins" and r.before == 0 for r in state.duel.rows)
        assert change == (2 if tie else int(at_floor))


def only_unchallenged_passers_keep_cards(state: State) -> None:
    """8: after the duel only remaining passers have fight cards; the loser has none."""
    for p in state.players:
        if front(state, p.seat):
            assert p.seat in state.stays
    assert state.battle is not None
    assert not set(state.stays) & {r.seat for r in state.battle.rows if r.outcome == "loses"}
    if state.options == Options():
        assert not set(state.stays) & {r.seat for r in state.battle.rows}
        assert all(next(p for p in state.players if p.seat == seat).declared == "pass" for seat in state.stays)


def at_most_one_duel_a_round(made: list[Played]) -> None:
    """9: at most one challenge a round, and only with one loser and a passer."""
    challenges = [step for step in made if step.move["type"] == "duel_challenge"]
    rounds = [(step.before.set, step.before.round) for step in challenges]
    assert len(rounds) == len(set(rounds))
    for step in challenges:
        assert step.before.battle is not None
        assert [r.outcome for r in step.before.battle.rows].count("loses") == 1
        assert step.move["target"] in step.before.stays


def the_next_start_player_gained(made: list[Played], state: State) -> None:
    """10: the next start player was given points in this round."""
    chosen = shinobazu.view(state, "public").next_start
    told = [
        notice
        for s in made[-60:]
        if (s.before.set, s.before.round) == (state.set, state.round)
        for notice in s.ruling.notices
        if notice.message == "shinobazu.points"
    ]
    gained = {n.params["seat"] for n in told if n.params["after"] > n.params["before"]}
    assert chosen in gained


def the_match_goes_on_below_five(state: State) -> None:
    """11: nobody has 5 when a round begins."""
    assert all(p.points < END for p in state.players)


def a_new_set_begins_clean(before: State, state: State, players: Players) -> None:
    """13: hands of three with the returned cards, nothing on the table."""
    assert state.cards == ()
    assert all(p.hand_size == 3 and p.hand is None and not p.withdrawn for p in state.players)
    for p in state.players:
        assert list(p.returned) == [c.card for c in front(before, p.seat)]


def scores_are_not_negative(state: State) -> None:
    """7: nobody has less than nothing."""
    assert all(p.points >= 0 for p in state.players)


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("MATCHES", SIZE), ids=str)
def test_results_alone_keep_the_invariants(seeds: range) -> None:
    for made, _, _ in matches(seeds, "scores"):
        for n, step in enumerate(made):
            before, state = step.before, after(step)
            scores_are_not_negative(state)
            if before.phase == "round_end" and state.phase == "battle":
                the_match_goes_on_below_five(state)
            if state.phase == "round_end":
                the_next_start_player_gained(made[: n + 1], state)
            assert all(p.kept < state.round for p in state.players)


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("MATCHES", SIZE), ids=str)
@pytest.mark.clause("SHINOBAZU-4.1", "SHINOBAZU-4.4", "SHINOBAZU-3.1")
def test_audits_find_what_everybody_could_see_and_nothing_else(seeds: range) -> None:
    for seed in seeds:
        misrecords = 0.3 if seed % 2 else 0.0
        habits = Habits(enters=0.2, records=0.4, reneges=0.5, lies=0.3, misrecords=misrecords)
        made, players, state = playing(seed, 3 + seed % 3, {}, habits)
        leads = {(n.before.set, n.before.round): n.move["colour"] for n in made if n.move["type"] == "lead"}
        starts = {(n.before.set, n.before.round): n.actor for n in made if n.move["type"] == "lead"}
        shown = {
            (step.before.set, notice.params["player"], notice.params["card"])
            for step in made
            for notice in step.ruling.notices
            if notice.message == "shinobazu.revealed"
        }
        hands = {p.seat: p.shown_hand or () for p in state.players}
        found = {(f.kind, f.player, f.set, f.round) for f in state.findings}
        true, provable = set(), set()
        for laid in players.history:
            key = (laid.seat, laid.set, laid.round)
            lead = leads[laid.set, laid.round]
            off = laid.card.split()[0] != lead
            open_ = (laid.set, laid.seat, laid.card) in shown
            if laid.recorded not in (None, laid.card):
                true.add(("wrong_entry", *key))
                provable |= {("wrong_entry", *key)} if open_ else set()
            if starts[laid.set, laid.round] == laid.seat:
                true |= {("false_lead", *key)} if off else set()
                provable |= {("false_lead", *key)} if off and open_ else set()
                continue
            follow = [card for card in laid.held if card.split()[0] == lead]
            if off and follow:
                true.add(("renege", *key))
                last_set = laid.set == state.set
                if open_ and any(
                    (laid.set, laid.seat, card) in shown or (last_set and card in hands[laid.seat]) for card in follow
                ):
                    provable.add(("renege", *key))
        assert found <= true
        assert provable <= found
        if shinobazu.view(state, "public").open_checks == 0:
            assert {t for t in true if t[0] != "wrong_entry"} <= found


@pytest.mark.parametrize("seed", range(10))
def test_honest_players_are_never_accused(seed: int) -> None:
    for habits in (HONEST, OPEN, SILENT):
        _, _, state = playing(seed, 3 + seed % 3, {}, habits)
        assert state.findings == ()


@pytest.mark.parametrize("seed", range(30))
def test_a_refused_declaration_changes_nothing_and_another_seat_may_not_speak(seed: int) -> None:
    random = Random(seed)
    made, _, _ = playing(seed, 3 + seed % 3, any_options(random), HABITS[seed % len(HABITS)])
    for step in made:
        move = shinobazu.MOVE.validate_python(step.move)
        state = step.before
        order = leftwards(state, state.start)
        if step.move["type"] in ("lead", "lay", "declare", "duel_challenge", "duel_decline", "duel_answer"):
            for seat in order:
                if seat != step.actor:
                    ruling = shinobazu.judge(state, seat, move)
                    assert not ruling.upheld
                    assert ruling.state is None
        again = shinobazu.judge(state, step.actor, move)
        assert again == step.ruling
