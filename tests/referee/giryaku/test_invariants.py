"""What must hold after each declaration of any match (ledger section 10), over whole matches played at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from referee import giryaku
from referee.giryaku.cards import COLUMNS, lower, upper
from referee.giryaku.hands import in_sight
from referee.giryaku.state import Player, State, lying, pair_in, player, rival
from tests.players.giryaku import CROOKED, HONEST, SECRET, SLOW, Players, any_options, playing
from tests.players.people import Played
from tests.shares import parts

SIZE = 60
HABITS = (HONEST, SECRET, SLOW, CROOKED)


def matches(seeds: range, depth: str) -> Iterator[tuple[list[Played], Players, State]]:
    """Play matches, most of them with options drawn at random."""
    for seed in seeds:
        options = any_options(Random(seed), depth) if seed % 5 else {"depth": depth}
        made, players, state = playing(seed, options, HABITS[seed % len(HABITS)])
        assert state.phase == "ended", (seed, state.phase)
        yield made, players, state


def after(step: Played) -> State:
    state = step.ruling.state
    assert isinstance(state, State)
    return state


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("MATCHES", SIZE), ids=str)
def test_every_play_keeps_the_invariants(seeds: range) -> None:
    for made, players, end in matches(seeds, "plays"):
        for step in made:
            before, state = step.before, after(step)
            if state.phase == "setup":
                continue
            for p in state.players:
                all_cards_are_somewhere(p)
                nothing_hangs(p)
                known_cards_fit_a_deck(p)
                graveyards_never_shrink(player(before, p.seat), p)
                if state.phase in ("turn", "resolve"):
                    face_down_only_while_flipped(state, p)
            both_owners_fit_the_box(state)
            if state.phase == "turn":
                hands_are_full(state)
                nobody_has_won_unseen(state)
            an_action_moves_what_it_says(step)
            no_hand_means_that_all_lies_open(step)
        the_first_turn_never_ends_with_onmyoji(made)
        honest_players_are_not_found_out(made, players, end)


def all_cards_are_somewhere(p: Player) -> None:
    """1: deck, hand, board and graveyard make 15, but for the opening cards before they are dealt out."""
    if p.turns or p.hand == 2:
        assert p.deck + p.hand + p.size + len(lying(p)) == 15, p


def nothing_hangs(p: Player) -> None:
    """5: no occupied upper cell over an empty lower one."""
    assert len(p.board) == 6
    assert all(p.board[upper(c)] is None or p.board[lower(c)] is not None for c in COLUMNS)


def known_cards_fit_a_deck(p: Player) -> None:
    """3: at most one card beyond 6 samurai, 5 ninja and 3 onmyoji is known at one time."""
    s, n, o = in_sight(p)
    assert max(0, s - 6) + max(0, n - 5) + max(0, o - 3) <= 1, p


def both_owners_fit_the_box(state: State) -> None:
    """4: 13 samurai, 11 ninja and 8 onmyoji together."""
    a, b = (in_sight(p) for p in state.players)
    assert all(x + y <= most for x, y, most in zip(a, b, (13, 11, 8), strict=True))


def graveyards_never_shrink(before: Player, p: Player) -> None:
    """6: what lies in a graveyard stays there."""
    assert all(x <= y for x, y in zip(before.graveyard, p.graveyard, strict=True))


def face_down_only_while_flipped(state: State, p: Player) -> None:
    """7: face-down cards lie only on a flipped board, and a phone that keeps it knows its two ninja."""
    if any(card.down for card in lying(p)):
        assert p.flip is not None
    if p.flip is not None and state.phase == "turn" and state.options.flip_mode == "app":
        assert any(pair_in(p.board, c, "N") for c in COLUMNS)
        assert all(card.kind for card in lying(p))


def hands_are_full(state: State) -> None:
    """2: two cards in each hand unless the deck is empty or a raider goes on before the refill."""
    for p in state.players:
        going_on = state.bonus and p.seat == state.active
        assert p.hand == 2 or (p.hand < 2 and (p.deck == 0 or going_on)), p


def nobody_has_won_unseen(state: State) -> None:
    """11: no two onmyoji lie open in a column; a board is empty only by its owner's doing."""
    for p in state.players:
        for c in COLUMNS:
            pair = p.board[lower(c)], p.board[upper(c)]
            assert not all(card is not None and card.card == "O" for card in pair)


def an_action_moves_what_it_says(step: Played) -> None:
    """9 and 10: what an action takes from hand, board and graveyard before the refill."""
    kind, before, state = step.move["type"], step.before, after(step)
    if kind not in ("place", "consume_one", "consume_two"):
        return
    mine, now = player(before, step.actor), player(state, step.actor)
    theirs, then = rival(before, step.actor), rival(state, step.actor)
    drawn = sum(
        notice.params["count"]
        for notice in step.ruling.notices
        if notice.message == "giryaku.drawn" and notice.params["seat"] == step.actor
    )
    paid = 2 if kind == "consume_two" else 1
    assert now.hand - drawn == mine.hand - paid
    if kind == "place":
        assert (len(lying(now)), now.size) == (len(lying(mine)) + 1, mine.size)
        return
    assert now.size == mine.size + paid
    if kind == "consume_two" and state.phase != "resolve":
        assert (then.size, len(lying(then))) == (theirs.size + 1, len(lying(theirs)) - 1)
    if step.move.get("target") and kind == "consume_one":
        back = len(lying(mine)) - len(lying(now))
        assert back == (2 if len(step.move["target"]) == 1 else 1)
        assert now.deck == mine.deck + back - drawn


def no_hand_means_that_all_lies_open(step: Played) -> None:
    """12: without hand and deck board and graveyard make 15, so 9 or more are buried."""
    if step.move["type"] == "no_hand":
        p = player(step.before, step.actor)
        assert len(lying(p)) + p.size == 15
        assert p.size >= 9


def the_first_turn_never_ends_with_onmyoji(made: list[Played]) -> None:
    """8: nobody wins by two onmyoji on their first turn."""
    for step in made:
        outcome = after(step).outcome
        if outcome is not None and outcome.reason == "onmyoji_pair" and step.before.outcome is None:
            assert player(step.before, outcome.winner).turns > 1


def honest_players_are_not_found_out(made: list[Played], players: Players, end: State) -> None:
    """Audits find what is wrong and nothing else: those who tell the truth are never found out."""
    kinds = {noted.finding.kind for noted in end.findings}
    lied = any(step.move["type"] in ("claim_skill", "declare_flip") and players.habits.lies for step in made)
    assert kinds <= ({"false_claim", "stayed_down"} if lied else set()) | {"recount", "unchecked"}


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("MATCHES", SIZE), ids=str)
def test_results_alone_keep_the_invariants(seeds: range) -> None:
    for made, _, _ in matches(seeds[::5], "scores"):
        for step in made:
            for p in after(step).players:
                graveyards_never_shrink(player(step.before, p.seat), p)
                known_cards_fit_a_deck(p)
                assert p.size + (p.count or 0) <= 15
            both_owners_fit_the_box(after(step))


def test_random_matches_end_in_all_ways_and_need_every_answer() -> None:
    ends, moves = set(), set()
    for seed in range(60):
        options = any_options(Random(seed), "scores" if seed % 6 == 0 else "plays")
        made, _, state = playing(seed, options, HABITS[seed % len(HABITS)])
        assert state.outcome is not None
        ends.add(state.outcome.reason)
        moves |= {step.move["type"] for step in made}
    assert ends >= {"fewer_graveyard", "equal_graveyards", "empty_board", "onmyoji_pair", "self_emptied"}
    assert giryaku.MOVE.json_schema()["discriminator"]["mapping"].keys() <= moves
