"""Whole matches on the intruders' phones: whatever is declared can be declared by tapping."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.games.scorpion.intruders.way import (
    Item,
    Plan,
    by_zone,
    early_paths_of,
    following,
    item_of,
    possible,
    read,
    texts,
    ways,
)
from companion.tables.backend import know
from referee import scorpion
from referee.scorpion import moves
from referee.scorpion.moves import STEP, GoTo, Step
from referee.scorpion.state import State, in_play
from tests.companion.games.scorpion.intruders.stage import Phone, context, snap_of
from tests.companion.screens.stage import EN
from tests.players.scorpion.match import Played, judged
from tests.referee.scorpion.night import BOARD, Night
from tests.shots.scenes import Still
from tests.shots.tree import offered

MINE = (
    moves.LockPath, moves.DeclareSearches, moves.AnswerHiddenSentry, moves.PlayIntruderCard, moves.EndIntruderPhase,
    moves.AnswerCat,
)  # fmt: skip


def tap_character(phone: Phone, who: str | None) -> None:
    """Choose a character, where there is more than one."""
    named = [n for n in offered(phone.tree) if who is not None and n.startswith(EN.t(f"scorpion.{who}"))]
    if named:
        phone.tap(named[0])
    else:
        assert phone.words  # the only one: there is nothing to choose


def tap_card(phone: Phone, who: str, step: Step) -> None:
    """Use a card: its chip, then what it is used for."""
    item = item_of(who, step.model_dump(exclude_none=True))
    card = item.what if item.do == "bluff" else item.do
    words = EN.t(f"scorpion.card.{card}")
    phone.tap(next(n for n in phone.names if n == words or n.startswith(f"{words}, ")))
    if item.do == "bluff":
        phone.tap(f"{words}: only a bluff")
    elif item.do == "shadow_walk":
        phone.tap("Pass the guards here unseen")
    else:
        number = int(item.what.removeprefix("g"))
        phone.tap(next(n for n in phone.names if n.startswith((f"On guard {number}, ", f"Guard {number} drinks, "))))


def tap_path(phone: Phone, move: moves.LockPath) -> None:
    """Build a path step by step and lock it."""
    assert move.intruder is not None
    tap_character(phone, move.intruder)
    for step in move.steps:
        if step.do in ("enter_passage", "exit_map"):
            phone.tap("Into the passage" if step.do == "enter_passage" else "Leave the map")
        elif isinstance(step, GoTo):
            phone.tap_zone(str(step.to))
        else:
            tap_card(phone, move.intruder, step)
    phone.tap("Confirm" if move.steps else "Stay and lock")


def tap_card_by_itself(phone: Phone, move: moves.PlayIntruderCard) -> None:
    """Use a card where an intruder stands."""
    tap_character(phone, move.intruder)
    do = {"potent_sake": "sake"}.get(move.card, move.card.rstrip("12"))
    fields: dict[str, Any] = {"do": "bluff", "card": move.card} if move.bluff else {"do": do}
    fields |= {"guards": move.guards} if move.guards else {}
    if move.card.startswith("kenjutsu") and not move.bluff:
        fields["value"] = int(move.card[-1])
    tap_card(phone, move.intruder, STEP.validate_python(fields))
    phone.tap("Play " + EN.t(f"scorpion.card.{move.card}"))


def tap_searches(phone: Phone, move: moves.DeclareSearches) -> None:
    """Choose zones in their order and search."""
    tap_character(phone, move.searches[0].intruder)
    for search in move.searches:
        phone.tap_zone(search.zone)
    phone.tap("Search")


def tap_out(phone: Phone, move: Any) -> None:
    """Declare a move of the intruders by tapping."""
    match move:
        case moves.LockPath():
            tap_path(phone, move)
        case moves.DeclareSearches():
            tap_searches(phone, move)
        case moves.PlayIntruderCard():
            tap_card_by_itself(phone, move)
        case moves.AnswerHiddenSentry(use=use):
            phone.tap("No card" if use == "none" else EN.t(f"scorpion.card.{use}"))
            phone.tap("Let it come out" if use == "none" else f"Use {EN.t(f'scorpion.card.{use}')}")
        case moves.AnswerCat(use=cat):
            phone.tap("Just a Cat" if cat else "Let it be")
        case moves.EndIntruderPhase():
            phone.tap("End the turn")


OFTEN = 3
"""How often each kind of a declaration, or of a step, is tapped out in one match: drawing takes its time."""


def kinds_of(move: Any) -> set[str]:
    """What is special about a declaration."""
    return {step.do for step in move.steps} | {move.type} if isinstance(move, moves.LockPath) else {move.type}


def declared(seed: int, players: int, options: dict[str, Any]) -> Counter[str]:
    """Play a random match, what the intruders declare by tapping; return how often each kind was."""
    found: Counter[str] = Counter()
    for played in judged(seed, players, options):
        if isinstance(played.parsed, MINE) and any(found[kind] < OFTEN for kind in kinds_of(played.parsed)):
            by_tapping(played)
            found.update(kinds_of(played.parsed))
    return found


def by_tapping(played: Played) -> None:
    """Declare the same on the phone, from a plan that does not exist yet."""
    phone = Phone(played.before, played.seat)
    tap_out(phone, played.parsed)
    assert phone.ruling is not None
    assert phone.ruling.upheld, (phone.ruling.reason, played.move)
    assert phone.declared == played.parsed


@pytest.mark.clause("SCORPION-16.1")
@pytest.mark.parametrize(
    ("seed", "players", "options"),
    [
        (11, 2, {}),
        (12, 3, {"passage_bluff": "figure_shown"}),
        (13, 4, {"disputed": "on"}),
        (14, 2, {"lone_wolf": "hidden"}),
        (15, 2, {"intruder_cards": "counted"}),
    ],
)
def test_whatever_intruders_declare_can_be_tapped(seed: int, players: int, options: dict[str, Any]) -> None:
    found = declared(seed, players, options)
    assert {"lock_path", "declare_searches", "answer_cat", "end_intruder_phase"} <= set(found)


GUARDS_PHASES = ("alert", "cards", "patrol")


@pytest.mark.clause("SCORPION-9.3", "SCORPION-17.1")
@pytest.mark.parametrize(("seed", "players"), [(21, 2), (22, 3), (23, 4)])
def test_a_path_that_is_drafted_while_the_guards_play_is_locked_as_far_as_it_can_be(seed: int, players: int) -> None:
    random, drafts, cut = Random(seed), dict[str, Phone](), Counter[bool]()
    for played in judged(seed, players, {}):
        state = played.before
        if state.phase in GUARDS_PHASES and not drafts:
            for c in in_play(state):
                if c.seat not in drafts:
                    drafts[c.seat] = drafted(state, c.seat, c.who, random)
        elif state.phase == "intruders" and drafts:
            for seat, phone in drafts.items():
                if not any(c.seat == seat for c in in_play(state)):
                    continue  # the guards have killed whoever it was drafted for
                cut[still_locked(phone, state, seat)] += 1
            drafts = {}
        elif state.phase == "start":
            drafts = {}
    assert cut[True]


def drafted(state: State, seat: str, who: str, random: Random) -> Phone:
    """Tap out a way of up to three zones, of which nothing is declared."""
    phone = Phone(state, seat)
    for _ in range(3):
        lit = [zone for zone, _ in onward(phone, who)]
        if not lit:
            break
        phone.tap_zone(random.choice(lit))
    assert phone.declared is None
    assert "declare" not in phone.asked
    assert phone.entering or not lit
    assert Phone(state, seat, "covered").words == phone.covered().words  # and nothing shows of it
    return phone


def onward(phone: Phone, who: str) -> list[tuple[str, str]]:
    """Return the zones that a draft may go on to, as its player is offered them."""
    plan = read(phone.entering, phone.state.turn)
    found = early_paths_of(snap_of(phone.state, phone.seat), who)
    assert found is not None
    way = ways(scorpion.view(phone.state, phone.seat), plan)[who]
    return [(zone, item.do) for zone, item in by_zone(following(found, way)).items()]


def still_locked(phone: Phone, state: State, seat: str) -> bool:
    """Lock what the draft has become by the turn; tell whether it stands whole."""
    before = read(phone.entering, state.turn).items
    phone.state = state
    phone.again()
    who = next(c.who for c in in_play(state) if c.seat == seat)
    phone.tap("Confirm" if "Confirm" in phone.names else "Stay and lock")
    assert phone.ruling is not None
    assert phone.ruling.upheld, phone.ruling.reason
    assert isinstance(phone.declared, moves.LockPath)
    kept = [item_of(who, step.model_dump(exclude_none=True)) for step in phone.declared.steps]
    assert kept == list(before[: len(kept)])
    return len(kept) == len(before)


def test_nobody_but_an_intruder_in_a_guards_phase_plans_ahead() -> None:
    seen: set[tuple[str, bool]] = set()
    for played in judged(24, 3, {}):
        state = played.before
        for p in state.players:
            plans = bool(scorpion.EXTRAS.early_offers(state, p.seat))
            may = state.phase in GUARDS_PHASES and any(c.seat == p.seat for c in in_play(state))
            assert plans == may
            seen.add((p.role, plans))
    assert {("ninja", True), ("ninja", False), ("guards", False)} <= seen


def test_a_draft_that_leads_where_the_guards_have_come_ends_before() -> None:
    plan = Plan(1, "ninja", tuple(Item("ninja", "walk", zone) for zone in ("a2", "a3", "nowhere")))
    know(BOARD)
    state = replace(Night(ninja="a1").state, phase="cards", turn=1)
    ctx = context(snap_of(state, "intruders"), Still())
    assert [item.what for item in possible(ctx, plan).items] == ["a2", "a3"]
    phone = Phone(state, "intruders")
    said = EN.t("scorpion.screen.in.way.draft_cut")
    assert said not in phone.words
    phone.entering = texts(plan)
    phone.again()
    assert said in phone.words
