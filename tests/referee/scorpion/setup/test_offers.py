"""What is offered before turn 1, at returns and at any time is legal, and nothing else of it is."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee import scorpion
from referee.check.offered import check_offered, check_others
from referee.core.journal import Match, begin
from referee.core.values import GAME_MASTER, PUBLIC
from referee.scorpion.prompts import ALWAYS
from referee.scorpion.state import two_guard_players, with_character, with_stock
from tests.players.scorpion.match import Players, any_options, seated
from tests.referee.scorpion.secrecy.twins import few_figures
from tests.referee.scorpion.table import STOCK, Table
from tests.referee.scorpion.test_returns_bonus import lost
from tests.shares import count

SEEDS = range(count("OFFERS"))
SALT = "5a" * 16


def random_table(seed: int) -> tuple[Match, Players]:
    random = Random(f"offers of the set-up {seed}")
    players = random.randint(2, 4)
    options = any_options(random, players) if seed % 3 else {}
    options |= few_figures(random) if seed % 2 else {}
    if options.get("patrol_start") == "one_per_route":
        options["patrols"] = 1
    match = begin(scorpion, options, seated(players))
    return match, Players(seed, options, match.state.board)


@pytest.mark.soak
@pytest.mark.parametrize("seed", SEEDS)
def test_before_turn_1_what_is_offered_is_upheld_and_nothing_else_is(seed: int) -> None:
    match, table = random_table(seed)
    random = Random(seed)
    offered = other = 0
    while match.state.phase == "setup":
        if random.random() < 0.4:
            offered += check_offered(match, random, tries=1)
            other += check_others(match, random, tries=10)
        said = table.next(scorpion, match.state)
        assert said is not None
        match, ruling = match.declare(*said, SALT)
        assert ruling.upheld, (said, ruling)
    assert offered
    assert other


@pytest.mark.soak
@pytest.mark.parametrize("seed", SEEDS)
def test_at_the_start_of_a_turn_what_is_offered_is_upheld_and_nothing_else_is(seed: int) -> None:
    random = Random(f"offers of returns {seed}")
    players = random.randint(2, 4)
    options = RETURNS[seed % len(RETURNS)] | ({"disputed": "on"} if players > 2 and seed % 2 else {})
    table = lost(*random.sample(("ninja", "traitor"), random.randint(1, 2)), players=players, turn=4, **options)
    for one in table.state.stocks:
        if one.listed is None or two_guard_players(table.state):
            table.state = with_stock(table.state, one.role, discard=("awaken", "sentry_listen"))
    for who in ("ninja", "traitor"):
        table.state = with_character(table.state, who, permitted=random.random() < 0.5)
    match = replace(begin(scorpion, table.state.options.model_dump(), seated(players)), state=table.state)
    offered = other = 0
    for _ in range(20):
        if match.state.phase != "start":
            break
        offered += check_offered(match, random, tries=3)
        other += check_others(match, random, tries=10)
        due = [p for p in match.prompts(GAME_MASTER) if p.must]
        prompt = random.choice(due)
        match, ruling = match.declare(prompt.seat, random.choice(prompt.offers).any_of(random), SALT)
        assert ruling.upheld, ruling
    assert match.state.phase == "alert"
    assert offered
    assert other


RETURNS: tuple[dict[str, Any], ...] = (
    {},
    {"guard_cards": "counted", "intruder_cards": "counted"},
    {"passage_after_return": "keeps", "ninja_start_guarded": "forbid"},
    {"ninja_rehand": 12, "traitor_rehand": 3, "sleepers": 4},
    {"disputed_mission": "note", "split_fallback": "sword_first"},
)


def test_after_the_end_everything_may_be_laid_open_once() -> None:
    match = begin(scorpion, {}, seated(2))
    match, _ = match.declare("guards", {"type": "concede"})
    random = Random(1)
    assert [p.ask for p in match.prompts(PUBLIC)] == ["scorpion.ask.reveal_all"]
    assert check_offered(match, random) == 2
    assert check_others(match, random)
    match, ruling = match.declare("table", {"type": "reveal_all"})
    assert ruling.upheld
    assert match.prompts(PUBLIC) == ()
    assert check_others(match, random)


def test_others_are_offered_nothing_that_rests_on_a_secret_and_all_are_asked_the_same() -> None:
    for seed in range(6):
        match, table = random_table(seed)
        while match.state.phase == "setup":
            whole = match.prompts(GAME_MASTER)
            for viewer in (PUBLIC, *(s.seat for s in match.seats)):
                shown = match.prompts(viewer)
                assert [(p.seat, p.ask, p.must) for p in shown] == [(p.seat, p.ask, p.must) for p in whole]
                own = {p.seat for p in shown if p.offers and p.ask not in ALWAYS}
                assert own <= {viewer}
            said = table.next(scorpion, match.state)
            assert said is not None
            match, _ = match.declare(*said, SALT)


def test_a_number_that_agrees_with_the_named_cards_is_offered_and_upheld() -> None:
    table = lost("ninja")
    (prompt,) = (p for p in scorpion.prompts(table.state, "guards") if p.ask == "scorpion.ask.bonus_cards")
    for counted, upheld in ((5, True), (None, True), (4, False)):
        said = {"type": "bonus_cards", "deck": {"awaken": 2, "kenjutsu": 3}, "deck_count": counted}
        assert any(offer.fits(said) for offer in prompt.offers) is upheld
        assert scorpion.judge(table.state, "guards", scorpion.MOVE.validate_python(said)).upheld is upheld


@pytest.mark.clause("SCORPION-3.6")
@pytest.mark.parametrize("counted", [False, True])
def test_any_split_of_the_guards_cards_is_offered(counted: bool) -> None:
    deck = {kind: 2 * n for kind, n in STOCK.items()}
    table = Table.setting_up(4, to="hands", **({"guard_deck": deck} if counted else {}))
    offers = [o for o in table.prompts("sword")["setup_guards"].offers if o.move == "split_guard_cards"]
    for seed in range(20):
        for offer in offers:
            move = offer.any_of(Random(seed))
            assert offer.fits(move)
            assert table.judge("sword", "split_guard_cards", sword=move["sword"], spear=move["spear"]).upheld
    for sword in (STOCK, STOCK | {"awaken": 2, "kenjutsu": 3}, {"awaken": 9, "kenjutsu": 9}, {"awaken": 18}):
        move = {"type": "split_guard_cards", "sword": sword, "spear": STOCK}
        offered = any(offer.fits(move) for offer in offers)
        assert table.judge("sword", "split_guard_cards", sword=sword, spear=STOCK).upheld is offered
