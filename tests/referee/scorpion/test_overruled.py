"""A table that overrules the referee plays on: what is set by hand leaves a whole table behind."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee import scorpion
from referee.check.twins import plain
from referee.core.acts import HouseRuling
from referee.core.journal.corrections import overrule
from referee.core.values import GAME_MASTER, PUBLIC, Refused
from referee.scorpion.cards import minus
from referee.scorpion.parts import Heading, Moving
from referee.scorpion.prompts import ALWAYS
from referee.scorpion.returns import free_beds
from referee.scorpion.state import State, character, with_character, with_figures, with_stock
from tests.players.scorpion.match import Players, any_options, judged
from tests.referee.board.grid import grid
from tests.referee.core.journal.toy_acts import play, rule
from tests.referee.scorpion.evenings import match_at
from tests.referee.scorpion.guards.guarded import Guarded, lay
from tests.referee.scorpion.invariants import standing
from tests.referee.scorpion.table import Table
from tests.shares import count

ON = 25
"""Declarations that a table plays on after it was overruled."""


def adjustment(random: Random, state: State) -> dict[str, Any]:
    """Return what a table might set by hand."""
    zones, ids = [*state.board.ids, "passage"], [f.id for f in state.figures]
    found: dict[str, Any] = {"alert": random.randint(0, 3)}
    if ids and random.random() < 0.5:
        found["moved"] = {id: random.choice(zones) for id in random.sample(ids, 1)}
    if state.patrols and random.random() < 0.4:
        there = random.choice(zones)
        found["moved"] = dict.fromkeys(random.choice(state.patrols).members, there)
    if ids and random.random() < 0.4:
        found["removed"] = random.sample(ids, 1)
    if random.random() < 0.3:
        found["placed"] = [{"zone": random.choice(zones), "weapon": random.choice(("sword", "spear"))}]
    if random.random() < 0.4:
        found["wounds"] = {random.choice(("ninja", "traitor")): random.randint(0, 2)}
    if random.random() < 0.3:
        found["answer"] = random.choice(("heard", "heard_nothing"))
    return found


def plays_on(state: State, seed: str, options: dict[str, Any]) -> None:
    """Play on at random: whoever is asked can answer, and what is offered is upheld."""
    players = Players(seed, options, state.board)
    for _ in range(ON):
        for viewer in (PUBLIC, GAME_MASTER):
            scorpion.view(state, viewer)
            scorpion.prompts(state, viewer)
        said = players.next(scorpion, state)
        if said is None:
            assert state.phase == "ended", f"{seed}: nobody is asked anything in phase {state.phase}"
            return
        ruling = scorpion.judge(state, said[0], scorpion.MOVE.validate_python(said[1]))
        # What a box holds is unknown to a table that was overruled: a card may be refused to its owner.
        if not ruling.upheld and ruling.private:
            return
        assert ruling.upheld, f"{seed}: {said} is refused: {ruling.clause} {ruling.reason}"
        state = ruling.state


def ways(table: Table) -> list[str]:
    """Return the zones that the patrol g09+g10 may enter next."""
    offers = [o for o in table.prompts()["patrols"].offers if "g09+g10" in o.choices("unit")]
    return [to for offer in offers for to in offer.choices("to") if isinstance(to, str)]


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(count("OVERRULED")))
def test_a_table_that_overrules_the_referee_plays_on(seed: int) -> None:
    random, players = Random(f"overruled {seed}"), 2 + seed % 3
    options = any_options(random, players) | {"gm": "active"}
    ones = list(judged(f"overruled {seed}", players, options))
    overruled = 0
    for n, one in enumerate(ones[::9]):
        said = random.choice(ones)
        by_hand = HouseRuling(adjust=adjustment(random, one.before))
        for act in (by_hand, HouseRuling(seat=said.seat, move=said.move)):
            try:
                after = overrule(scorpion, one.before, GAME_MASTER, act).state
            except Refused:
                continue
            overruled += 1
            if act.adjust is None:
                standing(after)
            plays_on(after, f"{seed} {n}", options)
    assert overruled > 5


def walking() -> Table:
    """Return a table at which patrol g09+g10 has walked the first of its two zones: W16, then W14 or W15."""
    table = Table.ready(2, gm="active")
    for kind in ("end_alert_phase", "end_card_phase"):
        table.says("guards", kind)
    table.says("guards", "guard_step", unit="g09+g10", to=ways(table)[0])
    assert isinstance(table.state.pending[-1], Moving)
    return table


@pytest.mark.parametrize(
    "adjust", [{"removed": ["g09"]}, {"moved": {"g09": "P1"}}, {"moved": {"g09": "P1", "g10": "P1"}}]
)
def test_a_walk_of_guards_whom_the_table_takes_in_hand_is_over(adjust: dict[str, Any]) -> None:
    match = play(match_at(walking().state), rule(GAME_MASTER, adjust=adjust))
    assert not match.state.pending
    assert {p.ask for p in match.prompts(PUBLIC)} - ALWAYS <= {"scorpion.ask.patrols", "scorpion.ask.merge_units"}
    assert match.view(PUBLIC).pending is None


@pytest.mark.clause("SCORPION-7.8")
def test_a_patrol_that_was_put_elsewhere_on_the_route_is_asked_how_it_stands() -> None:
    table = Table.ready(2, gm="active")
    route = table.board.route
    zone = next(z for z in route.zones if len(route.behinds(z)) > 1 and z not in ("W16", "E4", "C1"))
    match = play(match_at(table.state), rule(GAME_MASTER, adjust={"moved": {"g11": zone, "g12": zone}}))
    assert match.state.pending == (Heading(("g11", "g12"), "guards"),)
    headed = match.declare("guards", {"type": "guard_stop", "behind": route.behinds(zone)[1]})[0]
    assert headed.state.patrols[1].behind == route.behinds(zone)[1]
    assert not headed.state.pending
    off = next(z for z in table.board.ids if z not in route.zones)
    away = play(match_at(table.state), rule(GAME_MASTER, adjust={"moved": {"g11": off, "g12": off}}))
    assert (away.state.patrols[1].behind, away.state.pending) == (None, ())


@pytest.mark.clause("SCORPION-23.11")
def test_a_woken_guard_whom_the_table_puts_elsewhere_frees_the_place_in_the_barracks() -> None:
    table = Table.ready(2, gm="active")
    barracks = next(iter(free_beds(table.state)))
    woken = with_figures(table.state, ("g01",), zone=barracks, woke_in=barracks)
    stays = scorpion.adjust(woken, scorpion.ADJUSTMENT(moved={"g01": barracks}))
    gone = scorpion.adjust(woken, scorpion.ADJUSTMENT(moved={"g01": "P1"}))
    assert sum(free_beds(gone).values()) == sum(free_beds(stays).values()) + 1


@pytest.mark.clause("SCORPION-7.8", "SCORPION-15.4")
def test_a_patrol_that_left_its_line_by_a_house_ruling_is_asked_how_it_stands() -> None:
    table = Table.ready(2, gm="active")
    for kind in ("end_alert_phase", "end_card_phase"):
        table.says("guards", kind)
    route, offered = table.board.route, ways(table)
    far = next(z for z in route.zones if z not in route.neighbours("W16") and z != "W16" and len(route.behinds(z)) > 1)
    assert far not in offered
    move = {"type": "guard_step", "unit": "g09+g10", "to": far}
    match = play(match_at(table.state), rule(GAME_MASTER, seat="guards", move=move))
    while match.state.pending and isinstance(match.state.pending[-1], Moving):
        step = next(p for p in match.prompts("guards") if p.ask == "scorpion.ask.step").choices("guard_step", "to")[0]
        match = match.declare("guards", {"type": "guard_step", "to": step})[0]
    standing(match.state)


@pytest.mark.clause("SCORPION-30.6")
def test_among_rivals_a_guard_is_put_only_into_a_passage_that_the_guards_know() -> None:
    table = Table.ready(3, disputed="on", gm="active")
    into = scorpion.ADJUSTMENT.model_validate({"moved": {"g01": "passage"}})
    with pytest.raises(Refused) as refused:
        scorpion.adjust(table.state, into)
    assert (refused.value.clause, refused.value.reason) == ("SCORPION-30.6", "scorpion.no_entrance_found")
    mine, rival = table.state.passages
    known = replace(table.state, passages=(mine, replace(rival, found=rival.entrances[:1])))
    inside = scorpion.adjust(known, into)
    assert (inside.figures[0].zone, inside.figures[0].inside) == ("passage", rival.owner)
    out = scorpion.adjust(inside, scorpion.ADJUSTMENT.model_validate({"moved": {"g01": "W1"}}))
    assert (out.figures[0].zone, out.figures[0].inside) == ("W1", None)


@pytest.mark.clause("SCORPION-22.10")
def test_a_wound_set_by_hand_is_no_card_and_a_healed_one_gives_its_card_back() -> None:
    table = Table.ready(2, gm="active")
    hurt = play(match_at(table.state), rule(GAME_MASTER, adjust={"wounds": {"ninja": 2}}))
    standing(hurt.state)
    assert hurt.view(PUBLIC).characters[0].wounds == 2
    assert hurt.state.stocks == table.state.stocks
    well = play(hurt, rule(GAME_MASTER, adjust={"wounds": {"ninja": 0}}))
    assert (character(well.state, "ninja").wounds, well.state.stocks) == ((), table.state.stocks)
    state = scorpion.adjust(_wounded_by_card(table), scorpion.ADJUSTMENT.model_validate({"wounds": {"ninja": 0}}))
    standing(state)
    assert state.stocks[0].discard == ("kenjutsu",)


def _wounded_by_card(table: Table) -> State:
    """Return a table at which a Kenjutsu card of the guards' hand lies as a wound of the Ninja."""
    mine = table.state.stocks[0]
    assert mine.hand is not None
    state = with_stock(table.state, mine.role, hand=minus(mine.hand, ("kenjutsu",)), hand_size=mine.hand_size - 1)
    return with_character(state, "ninja", wounds=("guards",))


@pytest.mark.clause("SCORPION-29.5")
def test_no_refusal_tells_which_character_a_hidden_lone_wolf_plays() -> None:
    told = []
    for who in ("ninja", "traitor"):
        match = match_at(Table.ready(2, who, lone_wolf="hidden", gm="active").state)
        answers = []
        for wounds in (0, 1, 2):
            for named in ("ninja", "traitor"):
                after, ruling = match.act("guards", {"type": "house_ruling", "adjust": {"wounds": {named: wounds}}})
                shown = [after.view("guards"), after.prompts("guards"), after.log("guards")]
                answers.append([ruling.upheld, ruling.clause, ruling.reason, dict(ruling.params), shown])
        told.append(plain(answers))
    assert told[0] == told[1]


def listened(ninja: str) -> Guarded:
    """Return a table at which the sentry g01 in b2 has listened, with the ninja making noise 1 somewhere."""
    table = lay("g01:b2", ninja=ninja, noise=(1, 0), traitor=None, board=grid(), gm="active")
    table.listens("guards", "play_sentry_listen", guard="g01")
    return table


@pytest.mark.clause("METSUKE-3.1")
@pytest.mark.clause("SCORPION-12.6")
def test_the_answer_of_a_listen_is_replaced_and_alert_record_and_move_follow() -> None:
    table = listened("b4")
    before = table.state
    assert kinds(before)[-1] == "heard_nothing"
    rightly = scorpion.adjust(before, scorpion.ADJUSTMENT(answer="heard"))
    assert kinds(rightly)[-3:] == ["heard", "alert_raised", "adjusted"]
    assert rightly.alert == before.alert + 1
    assert isinstance(rightly.pending[-1], Moving)
    back = scorpion.adjust(rightly, scorpion.ADJUSTMENT(answer="heard_nothing"))
    assert kinds(back)[-3:] == ["heard_nothing", "adjusted", "adjusted"]
    assert (back.alert, back.pending) == (before.alert, before.pending)


def test_what_was_learnt_from_an_answer_is_worked_out_anew_with_all_that_came_later() -> None:
    table = listened("b4")
    at = len(table.state.record) - 1
    table.says("guards", "end_card_phase")
    old = table.state.record
    new = scorpion.adjust(table.state, scorpion.ADJUSTMENT(answer="heard")).record
    assert len(new) == len(old) + 2
    assert all(before is after for before, after in zip(old[:at], new[:at], strict=True))
    assert not {id(event) for event in old[at:]} & {id(event) for event in new}
    assert [event.kind for event in new[at + 2 : -1]] == [event.kind for event in old[at + 1 :]]


@pytest.mark.clause("METSUKE-3.1")
def test_no_answer_is_replaced_that_was_not_given_or_is_given_so_already() -> None:
    for state, answer in ((Table.ready(2, gm="active").state, "heard"), (listened("b4").state, "heard_nothing")):
        with pytest.raises(Refused, match=r"METSUKE-3\.1"):
            scorpion.adjust(state, scorpion.ADJUSTMENT(answer=answer))


def kinds(state: State) -> list[str]:
    return [event.kind for event in state.record]
