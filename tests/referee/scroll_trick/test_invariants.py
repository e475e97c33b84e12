"""What must hold after each declaration of any match (ledger section 10), over whole matches played at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from referee import scroll_trick
from referee.scroll_trick.ranking import due
from referee.scroll_trick.shadow import choice
from referee.scroll_trick.state import State, active, everybody, humans, order, taken, trick_now, undealt
from referee.scroll_trick.supply import accounted, limit
from tests.players.people import Played
from tests.players.scroll_trick import (
    CARELESS,
    CROOKED,
    HONEST,
    OPEN,
    SHADOW,
    SILENT,
    VALUES,
    Habits,
    Players,
    any_options,
    playing,
)
from tests.shares import parts

HABITS = (HONEST, OPEN, SILENT, CROOKED, CARELESS)
SIZE = 20


def matches(seeds: range, depth: str) -> Iterator[tuple[list[Played], Players, Any]]:
    """Play matches: 2 to 5 players, half of them with options drawn at random."""
    for seed in seeds:
        count = 2 + seed % 4
        options = any_options(Random(seed), count, depth) if seed % 2 else {"depth": depth}
        made, players, state = playing(seed, count, options, HABITS[seed // 8 % len(HABITS)])
        assert state.phase == "ended"
        yield made, players, state


def after(step: Played) -> State:
    state = step.ruling.state
    assert isinstance(state, State)
    return state


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("MATCHES", SIZE), ids=str)
def test_every_play_keeps_the_invariants(seeds: range) -> None:
    for made, _, last in matches(seeds, "plays"):
        rewound = False
        for step in made:
            before, state = step.before, after(step)
            rewound = rewound or step.move == {"type": "remedy", "choice": "rewind"}
            all_cards_are_somewhere(state)
            all_scrolls_are_somewhere(state)
            hands_shrink_by_one_a_trick(state)
            scrolls_lie_on_open_cards(state)
            points_change_only_when_a_trick_is_taken(before, state, step.move["type"])
            a_trick_has_one_winner(before, state)
            somebody_can_play(state)
            one_person_has_the_marker(before, state)
            trump_stays(before, state)
            the_row_is_whole(state)
            the_supply_holds(before, state, step.move["type"])
        turned_is_what_is_due(made, rewound)
        scores_of_round_1(last)
        assert not [p for p in scroll_trick.prompts(last, "public") if p.must]


def all_cards_are_somewhere(state: State) -> None:
    """I1: undealt, closed, open, row, trick and discards make 35, and those that were seen differ."""
    if state.phase in ("setup", "deal", "between", "tie", "ended"):
        return
    seen = [laid.card for p in everybody(state) for laid in p.open]
    seen += [*state.out, *(play.card for trick in state.tricks for play in trick.plays)]
    assert len(seen) == len(set(seen))
    assert undealt(state) + sum(p.closed for p in everybody(state)) + len(seen) == 35


def all_scrolls_are_somewhere(state: State) -> None:
    """I4: pile, held, on cards, in the trick and captured make 45; I5 the sizes of the pile."""
    sets = sum(p.has_set and not p.placed for p in everybody(state)) if state.round == 1 else 0
    held = 3 * (sets + sum(p.drawn for p in state.players))
    held = 3 * sets if state.round == 1 and state.phase != "between" else held
    if state.phase == "between":
        held = 3 * sum(p.drawn for p in state.players)
    lying = sum(laid.tile for p in everybody(state) for laid in p.open)
    trick = trick_now(state)
    lying += sum(play.laid.tile for play in (trick.plays if trick else ()))
    captured = sum(len(p.captured) for p in everybody(state))
    assert state.pile + held + lying + captured == 45
    if state.phase == "trick" and trick is not None and trick.number == 1:
        sizes = {2: (36, 23, 10), 3: (36, 27, 18), 4: (33, 21, 9), 5: (30, 15, 0)}
        assert state.pile == sizes[len(state.players)][state.round - 1]
    if state.phase == "between":
        assert captured == (13 if state.shadow else 3 * len(state.players)) * state.round


def hands_shrink_by_one_a_trick(state: State) -> None:
    """I2: at the start of trick t everybody has 8 - t cards, at most 3 open and 4 closed."""
    trick = trick_now(state)
    if state.phase != "trick" or trick is None or trick.plays:
        return
    for p in everybody(state):
        assert len(p.open) + p.closed == 8 - trick.number
        assert len(p.open) <= 3
        assert p.closed <= 4


def scrolls_lie_on_open_cards(state: State) -> None:
    """I3: from the end of placing each open card carries one scroll."""
    if state.phase in ("turn", "trick", "resolve"):
        assert all(laid.tile for p in everybody(state) for laid in p.open)


def points_change_only_when_a_trick_is_taken(before: State, state: State, kind: str) -> None:
    """I7: points are the sum of the captured scrolls, and change in `take_trick` alone."""
    if kind not in ("take_trick", "remedy"):
        assert [p.captured for p in everybody(before)] == [p.captured for p in everybody(state)]


def a_trick_has_one_winner(before: State, state: State) -> None:
    """I8: the winner played in the trick with trump or the led kind, and takes as many scrolls as lay on its cards."""
    if len(taken(state)) <= len(taken(before)) or state.round != before.round:
        return
    trick = taken(state)[-1]
    card = next(play.card for play in trick.plays if play.seat == trick.winner)
    assert card.rpartition(" ")[0] in (state.trump, trick.plays[0].card.rpartition(" ")[0])
    assert [play.seat for play in trick.plays] == _from(order(state), trick.leader)
    gained = {p.seat: len(p.captured) for p in everybody(state)}
    had = {p.seat: len(p.captured) for p in everybody(before)}
    change = {seat: gained[seat] - had[seat] for seat in gained if gained[seat] != had[seat]}
    tiles = sum(play.laid.tile for play in trick.plays)
    assert change == ({trick.winner: tiles} if tiles else {})


def _from(seats: tuple[str, ...], first: str) -> list[str]:
    at = seats.index(first)
    return [*seats[at:], *seats[:at]]


def somebody_can_play(state: State) -> None:
    """I9: whoever is on turn has a legal card, or a wrong entry to give up; where the led kind lies open, at most 3."""
    seat = active(state)
    if state.phase != "trick" or seat in (None, SHADOW) or state.remedy is not None:
        return
    asked = [p for p in scroll_trick.prompts(state, seat or "") if p.seat == seat]
    prompt = next(p for p in asked if p.must)
    cards = prompt.choices("play_card", "card")
    assert cards or any("hand" in p.choices("withdraw_entry", "what") for p in asked)
    lying = [laid.card for p in state.players if p.seat == seat for laid in p.open]
    if state.options.follow_open == "open_first" and any(c.rpartition(" ")[0] == prompt.params["kind"] for c in lying):
        assert 1 <= len(cards) <= 3


def one_person_has_the_marker(before: State, state: State) -> None:
    """I10: one person has the marker, and it moves between rounds only."""
    assert state.marker is None or state.marker in humans(state)
    if before.marker is not None and before.phase not in ("setup", "deal", "between"):
        assert state.marker == before.marker


def trump_stays(before: State, state: State) -> None:
    """I11: trump is one of the five kinds and stays for the round."""
    assert state.trump is None or state.trump in state.options.kinds
    if before.trump is not None and before.round == state.round:
        assert state.trump == before.trump


def the_row_is_whole(state: State) -> None:
    """I12: three open cards while there are as many, the leftmost scroll up and no other; 9.10 to 9.13 anew."""
    trick = trick_now(state)
    if state.shadow is None or state.phase != "trick" or trick is None:
        return
    row = state.shadow.open
    if not trick.plays:
        assert len(row) == min(3, 8 - trick.number)
        up = [laid.value is not None for laid in row]
        turns = due(state).get(SHADOW, 0)
        assert up[0]
        assert turns or not any(up[1:])
    chosen = choice(state)
    assert (chosen is None) == (active(state) != SHADOW)
    if chosen is not None:
        kind = trick.plays[0].card.rpartition(" ")[0] if trick.plays else None
        of_kind = [laid.card for laid in row if laid.card.rpartition(" ")[0] == kind]
        assert chosen[0] == (of_kind or [row[0].card])[0]


def the_supply_holds(before: State, state: State, kind: str) -> None:
    """I13: of no value more scrolls are seen than there are; what is seen is never unseen but by going back."""
    for value in VALUES:
        assert accounted(state)[value] <= limit(state, value)
        if kind != "remedy":
            assert accounted(state)[value] >= accounted(before)[value]


def turned_is_what_is_due(made: list[Played], rewound: bool) -> None:
    """I14: none is turned in round 1, at most 2 by anybody later, and as many as are due."""
    turned = Counter[tuple[int, str]]()
    for step in made:
        if step.move["type"] == "turn_scroll":
            cards = step.move["card"]
            whose = step.before.round, step.move.get("player", step.actor)
            turned[whose] += 1 if isinstance(cards, str) else len(cards)
    expected = Counter()
    for step in made:
        state = after(step)
        if step.before.phase in ("place", "turn") and state.phase == "trick":
            expected.update({(state.round, seat): n for seat, n in due(state).items() if n})
    assert turned == expected
    assert all(round > 1 and n <= 2 for (round, _), n in turned.items())


def scores_of_round_1(last: State) -> None:
    """I6: without the shadow the points of round 1 come to three a player."""
    if last.shadow is None:
        assert sum(sum(p.captured_in(1)) for p in last.players) == 3 * len(last.players)


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("MATCHES", SIZE), ids=str)
def test_results_alone_keep_the_invariants(seeds: range) -> None:
    for made, _, last in matches(seeds[::4], "scores"):
        for step in made:
            before, state = step.before, after(step)
            one_person_has_the_marker(before, state)
            the_supply_holds(before, state, "")
            if state.phase == "between":
                captured = sum(len(p.captured) for p in everybody(state))
                assert captured == (13 if state.shadow else 3 * len(state.players)) * state.round
        scores_of_round_1(last)
        best = max(scroll_trick.view(last, "public").standings, key=lambda s: (s.points, s.tiles, s.plus))
        outcome = scroll_trick.result(last)
        assert outcome is not None
        if not last.game_over:
            assert any(s.seat in outcome.winners and s.points == best.points for s in outcome.ranking)


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("MATCHES", SIZE), ids=str)
@pytest.mark.clause("SCROLL-6.4", "SCROLL-6.5")
def test_audits_find_every_revoke_by_the_end_of_its_round_and_nothing_else(seeds: range) -> None:
    habits = Habits(registers=0.1, notes=0.2, reneges=0.4)
    for seed in seeds[::2]:
        _, players, state = playing(seed, 2 + seed % 4, {}, habits)
        true = {
            (kept.seat, kept.round, kept.trick)
            for kept in players.history
            if not kept.card.startswith(f"{kept.kind} ") and any(c.startswith(f"{kept.kind} ") for c in kept.left)
        }
        found = {(f.player, f.round, f.trick) for f in state.findings if f.kind == "revoke"}
        assert found == true
        for capacity in (f for f in state.findings if f.kind == "capacity"):
            revoked = {seat for seat, round, trick in true if round == capacity.round and trick <= capacity.trick}
            assert revoked & set(capacity.suspects)


@pytest.mark.parametrize("seed", range(8))
def test_honest_players_are_never_accused(seed: int) -> None:
    for habits in (HONEST, OPEN, SILENT):
        _, _, state = playing(seed, 2 + seed % 4, {}, habits)
        assert state.findings == ()


@pytest.mark.parametrize("seed", range(10))
def test_judging_again_says_the_same_and_others_may_not_speak_for_a_player(seed: int) -> None:
    made, _, _ = playing(seed, 2 + seed % 4, any_options(Random(seed), 2 + seed % 4), HABITS[seed % len(HABITS)])
    own = {"play_card", "open_card", "choose_trump", "register_hand", "turn_scroll"}
    for step in made:
        move = scroll_trick.MOVE.validate_python(step.move)
        assert scroll_trick.judge(step.before, step.actor, move) == step.ruling
        if step.move["type"] in own and step.move.get("player") is None:
            for seat in humans(step.before):
                if seat != step.actor and step.move["type"] != "register_hand":
                    ruling = scroll_trick.judge(step.before, seat, move)
                    assert not ruling.upheld
                    assert ruling.state is None
