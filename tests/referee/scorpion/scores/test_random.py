"""Depth `scores`: whole random matches, and what holds after every declaration of them."""

from __future__ import annotations

from collections import Counter

import pytest

from referee import scorpion
from referee.core.values import GAME_MASTER, PUBLIC
from referee.scorpion import CLAUSES
from referee.scorpion.cards import KINDS, TOTALS, fits_deck
from referee.scorpion.options import Options
from referee.scorpion.scores.turns import RULES
from referee.scorpion.state import DEADLY, LIMIT, MOST_DRUNK, OF_A_WEAPON, TURNS, is_disputed, seats_of
from tests.players.scorpion.match import seated
from tests.players.scorpion.scores import OFTEN
from tests.referee.scorpion.scores.matches import careless_matches, obedient_matches, upheld

pytestmark = pytest.mark.soak


def test_what_is_offered_is_upheld_and_every_match_ends() -> None:
    said: Counter[str] = Counter()
    for seed, match in enumerate(obedient_matches()):
        for _, move, ruling in match:
            assert ruling.upheld, (seed, move, ruling.clause, ruling.reason)
            said[move.type] += 1
        assert scorpion.result(match[-1][2].state) is not None, seed
    assert set(said) == set(OFTEN)


def test_whatever_is_declared_a_match_can_be_ended() -> None:
    results: Counter[str] = Counter()
    for seed, match in enumerate(careless_matches()):
        result = scorpion.result(match[-1][2].state)
        assert result is not None, seed
        results[result.reason] += 1
    assert len(results) >= 4


def test_a_refusal_changes_nothing_and_cites_a_clause_that_exists() -> None:
    known = {clause.id for clause in CLAUSES}
    refused = 0
    for match in careless_matches():
        for _, _, ruling in match:
            if not ruling.upheld:
                refused += 1
                assert ruling.clause in known, ruling
                assert ruling.state is None
                assert not ruling.notices
    assert refused > 5000


def test_what_is_not_offered_is_refused() -> None:
    compared: Counter[bool] = Counter()
    for match in careless_matches()[::5]:
        for before, move, ruling in match[::7]:
            said = move.model_dump(mode="json", exclude_unset=True)
            offers = [o for p in scorpion.prompts(before, PUBLIC) for o in p.offers]
            assert any(offer.fits(said) for offer in offers) == ruling.upheld or move.type == "search", (move, ruling)
            compared[ruling.upheld] += 1
    assert compared[True] > 50
    assert compared[False] > 50


@pytest.mark.clause("SCORPION-1.2", "SCORPION-24.1")
def test_figures_stay_within_their_supply() -> None:
    for _, _, ruling in upheld():
        kept = ruling.state.scores
        assert 0 <= kept.sword <= OF_A_WEAPON
        assert 0 <= kept.spear <= OF_A_WEAPON
        assert 0 <= kept.drunk <= MOST_DRUNK
        assert kept.guards <= LIMIT
        assert 0 <= kept.guards_went_in <= kept.guards_in_passage <= kept.guards
        assert 0 <= kept.woken <= kept.sleepers


@pytest.mark.clause("SCORPION-1.7", "SCORPION-8.3", "SCORPION-8.4", "SCORPION-10.1", "SCORPION-28.1")
def test_turn_and_alert_stay_on_their_tracks() -> None:
    for before, move, ruling in upheld():
        state = ruling.state
        assert 1 <= state.turn <= TURNS
        assert 0 <= state.alert <= 3
        if move.type == "next_turn":
            assert (state.turn, state.alert) == (before.turn + 1, max(0, before.alert - 1))
            assert state.drawn_at == before.alert
        else:
            assert state.turn == before.turn
            assert state.alert >= before.alert


@pytest.mark.clause("SCORPION-1.3", "SCORPION-14.1", "SCORPION-14.6", "SCORPION-16.3")
def test_cards_stay_within_turn_hand_and_deck() -> None:
    for _, _, ruling in upheld():
        state = ruling.state
        seen = [card for s in state.stocks for card in s.discard]
        seen += ["secret_passage"] * sum(s.front for s in state.stocks)
        seen += ["kenjutsu"] * sum(len(c.wounds) for c in state.characters)
        assert fits_deck("guards", seen, state.options.guard_deck)
        assert len(seen) <= TOTALS["guards"]
        assert state.hand_used <= 2
        assert state.scores.drawn_used <= state.drawn_at
        assert not state.focused or state.cards_used <= state.kenjutsu_used
        for one in state.characters:
            if one.who in KINDS:
                listed = state.options.ninja_deck if one.who == "ninja" else state.options.traitor_deck
                assert fits_deck(one.who, one.played, listed)
                assert one.hand_size >= 0


@pytest.mark.clause("SCORPION-22.11", "SCORPION-23.1", "SCORPION-23.2")
def test_characters_live_and_die_by_the_rules() -> None:
    for before, _, ruling in upheld():
        earlier = {c.who: c for c in before.characters}
        for one in ruling.state.characters:
            assert len(one.wounds) < DEADLY.get(one.who, 2)
            assert one.wounds == () or one.status == "in_play"
            assert one.life in (1, 2)
            if one.life == 2:
                assert one.died is not None
            if one.who in earlier and one.life > earlier[one.who].life:
                assert one.died is not None
                assert one.died <= 10
                assert ruling.state.turn == one.died + 1
            if one.who in earlier and earlier[one.who].status in ("escaped", "dead"):
                assert one.status == earlier[one.who].status


@pytest.mark.clause("SCORPION-5.2", "SCORPION-18.4", "SCORPION-18.12")
def test_searches_can_all_be_true() -> None:
    for _, _, ruling in upheld():
        state = ruling.state
        kept = state.scores
        what = Counter(kept.zones.values())
        assert kept.found.count("hidden_sentry") <= 2
        assert what["trap"] <= 2
        assert all(what[letter] <= 1 for letter in "ABCDEF")
        each = (state.options.search_limit_disputed if is_disputed(state) else state.options.search_limit) == "each_2"
        assert len(state.searches) <= 2 or (each and max(Counter(state.searches).values()) <= 2)
        shown = [c.mission for c in kept.characters if c.mission is not None]
        noted = is_disputed(state) and state.options.disputed_mission == "note"
        assert noted or len(set(shown)) == len(shown)
        for one in kept.characters:
            assert one.mission is None or one.mission in one.letters
            accomplished = next(c.accomplished for c in state.characters if c.who == one.who)
            assert accomplished == (one.mission is not None)


def test_everybody_sees_and_is_asked_the_same() -> None:
    for match in obedient_matches()[::4]:
        for before, _, ruling in match[::9]:
            assert not ruling.told
            assert not ruling.private
            assert all(notice.to == PUBLIC for notice in ruling.notices)
            public = scorpion.view(before, PUBLIC).model_dump(mode="json", exclude={"viewer"})
            asked = scorpion.prompts(before, PUBLIC)
            for seat in (seats_of(before, "guards")[0], seats_of(before, "intruders")[-1], GAME_MASTER):
                assert scorpion.view(before, seat).model_dump(mode="json", exclude={"viewer"}) == public
                assert scorpion.prompts(before, seat) == asked


def test_whatever_is_told_is_recorded_in_the_same_words() -> None:
    for before, _, ruling in upheld():
        added = ruling.state.record[len(before.record) :]
        assert [(f"scorpion.{e.kind}", e.data) for e in added] == [(n.message, n.params) for n in ruling.notices]
        assert added


def test_judging_again_gives_the_same() -> None:
    for match in obedient_matches()[:10]:
        for before, move, ruling in match:
            again = scorpion.judge(before, "table", move)
            assert (again.state, again.notices) == (ruling.state, ruling.notices)


def test_depths_do_not_mix() -> None:
    plays = scorpion.begin(Options(), seated(2))
    scores = scorpion.begin(Options(depth="scores"), seated(2))
    for kind in RULES:
        assert kind not in scorpion.RULES
    start = scorpion.MOVE.validate_python({"type": "start"})
    lock = scorpion.MOVE.validate_python({"type": "lock_setup"})
    assert not scorpion.judge(plays, "guards", start).upheld
    assert not scorpion.judge(scores, "guards", lock).upheld
